//! Attacks on what the exact search relies on to leave nodes out: how far the protection of a class can reach in finer
//! nodes, and what metrics declare of their sums.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use std::sync::Arc;

use celosia::classes::{Classes, Scratch, Track};
use celosia::evaluate::Problem;
use celosia::frequency::Histogram;
use celosia::loss::{self, Kept, METRICS, Metric};
use celosia::privacy::{self, MODELS, Model, Parameters, Sensitive};
use celosia::space::{Grouping, Sets};
use celosia::study::Rule;
use proptest::prelude::*;
use random::{material, nodes};

/// Rows with each value, per sensitive attribute.
type Counts = Vec<Vec<u64>>;

/// A table with a class in it that is cut into parts, some of which are suppressed.
#[derive(Debug)]
struct Cut {
    sensitive: Vec<Sensitive>,
    parameters: Parameters,
    kept: Vec<Counts>,
    whole: Counts,
    /// Rows of the suppressed parts.
    removed: u64,
}

/// Classes of up to 12 rows with up to two sensitive attributes of up to four values, in tables of up to 24 rows.
fn cut() -> impl Strategy<Value = Cut> {
    let row = prop::array::uniform2(0..4_usize);
    let rows = prop::collection::vec((row.clone(), 0..4_usize), 1..=12);
    let others = prop::collection::vec(row, 0..=12);
    let sizes = prop::collection::vec(1..=4_usize, 1..=2);
    // Which part stays whatever happens, and which of the others go.
    let fate = (any::<prop::sample::Index>(), prop::array::uniform4(any::<bool>()));
    let pairs = prop::collection::vec(0..2_u32, 4);
    let c = prop::sample::select(vec![0.25, 0.5, 1.0, 2.5, 3.0]);
    let alpha = prop::sample::select(vec![0.3, 0.5, 0.75, 1.0]);
    // Whose last value is missing.
    let gaps = prop::array::uniform2(any::<bool>());
    (rows, others, sizes, (fate, gaps), pairs, c, alpha).prop_map(|(rows, others, sizes, fate, pairs, c, alpha)| {
        let ((stays, goes), gaps) = fate;
        let none: Counts = sizes.iter().map(|&size| vec![0; size]).collect();
        let add = |counts: &mut Counts, row: &[usize; 2]| {
            counts.iter_mut().zip(row).for_each(|(counts, value)| {
                let size = counts.len();
                counts[value % size] += 1;
            });
        };
        let (mut whole, mut parts, mut removed) = (none.clone(), vec![none; 4], 0);
        let stays = stays.get(&rows).1;
        for (row, part) in &rows {
            add(&mut whole, row);
            if goes[*part] && *part != stays { removed += 1 } else { add(&mut parts[*part], row) }
        }
        let mut table = whole.clone();
        others.iter().for_each(|row| add(&mut table, row));
        // Values, two branches, the top.
        let levels = |size: usize| vec![(0..size as u32).collect(), pairs[..size].to_vec(), vec![0; size]];
        let sensitive = table.into_iter().zip(gaps).map(|(totals, gaps)| Sensitive {
            levels: Some(levels(totals.len())),
            missing: gaps.then(|| totals.len() as u32 - 1),
            totals,
        });
        let kept = parts.into_iter().filter(|part| size(part) > 0).collect();
        Cut { sensitive: sensitive.collect(), parameters: Parameters { c, alpha }, kept, whole, removed }
    })
}

fn size(counts: &Counts) -> u64 {
    counts[0].iter().sum()
}

/// Asks something of a class.
fn ask<T>(counts: &[Vec<u64>], question: impl Fn(&privacy::Class) -> T) -> T {
    let shown = |counts: &Vec<u64>| (0..).zip(counts.iter().copied()).filter(|(_, count)| *count > 0).unzip();
    let shown: Vec<(Vec<u32>, Vec<u64>)> = counts.iter().map(shown).collect();
    let sensitive: Vec<Histogram> = shown.iter().map(|(values, counts)| Histogram { values, counts }).collect();
    question(&privacy::Class { rows: counts[0].iter().sum(), sensitive: &sensitive, persons: None })
}

fn protection(model: &dyn Model, counts: &[Vec<u64>]) -> f64 {
    ask(counts, |class| model.protection(class))
}

/// All histograms that lack at most some rows of this one, and have one.
fn remainders(counts: &[u64], removable: u64) -> Vec<Vec<u64>> {
    let mut found = vec![Vec::new()];
    for &count in counts {
        let longer = |short: &Vec<u64>| {
            let short = short.clone();
            (0..=count).map(move |n| [short.clone(), vec![n]].concat())
        };
        found = found.iter().flat_map(longer).collect();
    }
    let rows = counts.iter().sum::<u64>();
    let stays = |histogram: &Vec<u64>| histogram.iter().sum::<u64>() >= rows.saturating_sub(removable).max(1);
    found.into_iter().filter(stays).collect()
}

/// Models whose reach is the best that a remainder has, where there is one sensitive attribute. The others are compared
/// with the table, and their bounds allow parts of rows.
const EXACT: [&str; 7] = [
    "k-anonymity",
    "weighted-k",
    "distinct-l-diversity",
    "entropy-l-diversity",
    "recursive-l-diversity",
    "frequency-l-diversity",
    "alpha-k-anonymity",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// However a class is cut and whichever parts go, the weakest part that stays is within reach.
    #[test]
    fn no_finer_node_exceeds_the_reach(cut in cut()) {
        for about in MODELS {
            let model = (about.build)(&cut.parameters, &cut.sensitive).unwrap();
            let least = cut.kept.iter().map(|part| protection(&*model, part)).fold(f64::INFINITY, f64::min);
            let reach = ask(&cut.whole, |class| model.reach(class, cut.removed));
            prop_assert!(reach >= least, "{}: {reach} < {least}", about.name);
        }
    }

    /// Without removal a monotone model reaches what the class has, to the bit; more removal never reaches less.
    #[test]
    fn reach_starts_at_the_protection_and_grows(cut in cut()) {
        for about in MODELS {
            let model = (about.build)(&cut.parameters, &cut.sensitive).unwrap();
            let reach = |removable| ask(&cut.whole, |class| model.reach(class, removable));
            if about.monotone {
                prop_assert_eq!(reach(0), protection(&*model, &cut.whole), "{}", about.name);
            }
            for removable in 0..=size(&cut.whole) {
                let (less, more) = (reach(removable), reach(removable + 1));
                prop_assert!(more >= less, "{}: {less} with {removable} rows, then {more}", about.name);
                if model.reaches_what_it_has() {
                    prop_assert_eq!(more, protection(&*model, &cut.whole), "{}", about.name);
                }
            }
            prop_assert_eq!(reach(u64::MAX), reach(size(&cut.whole)), "{}", about.name);
        }
    }

    /// Any remainder of a class is within reach, also one that no row-by-row cut of two attributes would leave; and for
    /// the models that say so, the best one is all the reach.
    #[test]
    fn reach_is_the_best_remainder(cut in cut(), removable in 0..12_u64) {
        let (counts, sensitive) = (&cut.whole[..1], &cut.sensitive[..1]);
        for about in MODELS {
            let model = (about.build)(&cut.parameters, sensitive).unwrap();
            let of_remainder = |histogram| protection(&*model, &[histogram]);
            let best = remainders(&counts[0], removable).into_iter().map(of_remainder).fold(f64::NEG_INFINITY, f64::max);
            let reach = ask(counts, |class| model.reach(class, removable));
            prop_assert!(reach >= best, "{}: {reach} < {best}", about.name);
            if EXACT.contains(&about.name) {
                prop_assert_eq!(reach, best, "{}", about.name);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Parts that are all alike are as strong as their union, to the bit: noise must not put them beyond its reach.
    #[test]
    fn equal_parts_are_within_reach(
        counts in prop::collection::vec(1..60_u64, 1..8), one in 1..20_u64, other in 1..20_u64, others in 0..100_u64,
        gaps: bool
    ) {
        let times = |n: u64| -> Vec<u64> { counts.iter().map(|count| count * n).collect() };
        let totals: Vec<u64> = times(one + other).iter().enumerate().map(|(v, n)| n + others * v as u64).collect();
        let levels = vec![(0..totals.len() as u32).collect(), vec![0; totals.len()]];
        let missing = gaps.then(|| totals.len() as u32 - 1);
        let sensitive = [Sensitive { totals, levels: Some(levels), missing }];
        for about in MODELS.iter().filter(|about| about.monotone) {
            let model = (about.build)(&Parameters::default(), &sensitive).unwrap();
            let least = protection(&*model, &[times(one)]).min(protection(&*model, &[times(other)]));
            let reach = ask(&[times(one + other)], |class| model.reach(class, 0));
            prop_assert!(reach >= least, "{}: {reach} < {least}", about.name);
        }
    }
}

/// The classes of a node with all that any metric looks at.
fn classes(problem: &Problem, node: &[u8]) -> Classes {
    let track = Track { sensitive: true, label: true, extents: true, ..Track::default() };
    let groupings = problem.lattice.groupings(node);
    Classes::finest(&problem.frequency, track).roll_up(&problem.frequency, &groupings, &mut Scratch::default())
}

/// What a class costs, and which part of it its cells cost.
struct Cost {
    rows: u64,
    all: f64,
    cells: f64,
}

/// What a cell costs in each group of an attribute.
fn cells(metric: &dyn Metric, problem: &Problem, attribute: usize, grouping: &Grouping) -> Vec<f64> {
    let sets = Sets::of_grouping(grouping, &problem.frequency.attributes[attribute].counts);
    sets.iter().map(|set| metric.cell(attribute, &set)).collect()
}

/// The costs of a node's classes.
fn costs(metric: &dyn Metric, problem: &Problem, node: &[u8], classes: &Classes) -> Vec<Cost> {
    let (frequency, width) = (&problem.frequency, problem.lattice.attributes());
    let groupings = problem.lattice.groupings(node);
    let prices: Vec<Vec<f64>> = (0..width).map(|a| cells(metric, problem, a, groupings[a])).collect();
    let weights: f64 = frequency.attributes.iter().map(|a| a.weight).sum();
    let of_class = |class: usize| {
        let price = |a: usize| {
            let value = frequency.columns[a][classes.first[class] as usize] as usize;
            frequency.attributes[a].weight / weights * prices[a][groupings[a].group_of[value] as usize]
        };
        let (rows, row) = (classes.rows[class], (0..width).map(price).sum::<f64>());
        let extents = &classes.extents.as_ref().unwrap()[class * width..(class + 1) * width];
        let label = classes.label.as_ref().map(|label| label.of(class));
        Cost { rows, all: metric.class(&loss::Class { rows, row, label, extents }), cells: rows as f64 * row }
    };
    (0..classes.len()).map(of_class).collect()
}

/// The loss of a node of which some classes are suppressed.
fn value(metric: &dyn Metric, costs: &[Cost], suppressed: &[bool]) -> f64 {
    let mut kept = Kept { cost: 0.0, classes: 0, rows: 0, suppressed: 0 };
    for (cost, out) in costs.iter().zip(suppressed) {
        if *out {
            kept.suppressed += cost.rows;
        } else {
            kept = Kept { cost: kept.cost + cost.all, classes: kept.classes + 1, rows: kept.rows + cost.rows, ..kept };
        }
    }
    metric.total(&kept).value
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// What suppressing a set of rows adds is never negative, does not depend on which other rows are suppressed, and
    /// is no less in a finer node; and what classes cost beyond their cells is no less in a coarser one.
    #[test]
    fn additive_losses_add_up(
        material in material(), one: prop::sample::Index, other: prop::sample::Index, set: u64, others: u64
    ) {
        let problem = material.problem("k-anonymity", "general-loss", Rule::AsNeeded, 0);
        let all = nodes(&problem.lattice);
        let (one, other) = (one.get(&all), other.get(&all));
        let fine: Vec<u8> = one.iter().zip(other).map(|(a, b)| *a.min(b)).collect();
        let coarse: Vec<u8> = one.iter().zip(other).map(|(a, b)| *a.max(b)).collect();
        let shown = |first: u32| -> Vec<u32> {
            let columns = problem.lattice.groupings(&coarse).into_iter().zip(&problem.frequency.columns);
            columns.map(|(grouping, column)| grouping.group_of[column[first as usize] as usize]).collect()
        };
        let (of_fine, of_coarse) = (classes(&problem, &fine), classes(&problem, &coarse));
        let keys: Vec<Vec<u32>> = of_coarse.first.iter().map(|first| shown(*first)).collect();
        let class_of = |first: &u32| keys.iter().position(|key| *key == shown(*first)).unwrap();
        let is_in = |bits: u64, class: usize| bits >> (class % 64) & 1 == 1;
        // By whole classes of the coarser node, which are sets of classes of the finer one.
        let chosen = |classes: &Classes, bits: u64| -> Vec<bool> {
            classes.first.iter().map(|first| is_in(bits, class_of(first))).collect()
        };
        for about in METRICS.iter().filter(|about| about.additive) {
            let metric = (about.build)(Arc::from(problem.frequency.attributes.clone()));
            let added = |node: &[u8], classes: &Classes, others: u64| {
                let costs = costs(&*metric, &problem, node, classes);
                value(&*metric, &costs, &chosen(classes, set | others)) - value(&*metric, &costs, &chosen(classes, others))
            };
            let (finer, coarser) = (added(&fine, &of_fine, 0), added(&coarse, &of_coarse, 0));
            prop_assert!(coarser >= -1e-12, "{}: {coarser}", about.name);
            prop_assert!(finer >= coarser - 1e-12, "{}: {finer} < {coarser}", about.name);

            let with = |node: &[u8], classes: &Classes| added(node, classes, others & !set);
            prop_assert!((with(&fine, &of_fine) - finer).abs() < 1e-12, "{}", about.name);
            prop_assert!((with(&coarse, &of_coarse) - coarser).abs() < 1e-12, "{}", about.name);

            let beyond = |node: &[u8], classes: &Classes| {
                let costs = costs(&*metric, &problem, node, classes);
                let chosen = chosen(classes, set);
                costs.iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(c, _)| c.all - c.cells).sum::<f64>()
            };
            let (finer, coarser) = (beyond(&fine, &of_fine), beyond(&coarse, &of_coarse));
            prop_assert!(coarser >= finer - 1e-12, "{}: beyond cells {coarser} < {finer}", about.name);
        }
    }

    /// Costs that are declared whole are; costs that are declared to be of cells only need no classes.
    #[test]
    fn whole_costs_and_closed_forms(material in material(), node: prop::sample::Index) {
        let problem = material.problem("k-anonymity", "general-loss", Rule::AsNeeded, 0);
        let all = nodes(&problem.lattice);
        let node = node.get(&all);
        let (frequency, classes) = (&problem.frequency, classes(&problem, node));
        for about in METRICS {
            let metric = (about.build)(Arc::from(frequency.attributes.clone()));
            let costs = costs(&*metric, &problem, node, &classes);
            if about.whole {
                prop_assert!(costs.iter().all(|cost| cost.all.fract() == 0.0), "{}", about.name);
            }
            if about.cells_only {
                prop_assert!(costs.iter().all(|cost| cost.all == cost.cells), "{}", about.name);
                let weights: f64 = frequency.attributes.iter().map(|a| a.weight).sum();
                let groupings = problem.lattice.groupings(node);
                let of_attribute = |a: usize| {
                    let attribute = &frequency.attributes[a];
                    let prices = cells(&*metric, &problem, a, groupings[a]);
                    let cells = attribute.counts.iter().zip(&groupings[a].group_of);
                    let sum: f64 = cells.map(|(rows, group)| *rows as f64 * prices[*group as usize]).sum();
                    attribute.weight / weights * sum
                };
                let cost: f64 = (0..groupings.len()).map(of_attribute).sum();
                // As many classes as rows: the closed form does not know how many there are.
                let kept = Kept { cost, classes: frequency.rows, rows: frequency.rows, suppressed: 0 };
                let slow = value(&*metric, &costs, &vec![false; costs.len()]);
                prop_assert!((metric.total(&kept).value - slow).abs() < 1e-12, "{}", about.name);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// By tolerance no generalization protects less, where that is said; and of some models it is.
    #[test]
    fn generalizations_protect_as_much(
        material in material(), one: prop::sample::Index, other: prop::sample::Index, further: bool
    ) {
        let mut said = Vec::new();
        for about in MODELS.iter().filter(|about| about.monotone) {
            let models: &[&str] = if further { &[about.name, "frequency-l-diversity"] } else { &[about.name] };
            let problem = material.problem_of(models, &["general-loss"], further, Rule::Tolerance, material.suppressed);
            let all = nodes(&problem.lattice);
            let (one, other) = (one.get(&all), other.get(&all));
            let coarse: Vec<u8> = one.iter().zip(other).map(|(a, b)| *a.max(b)).collect();
            let outcomes = |node: &[u8]| problem.outcomes(node, &classes(&problem, node));
            let (of_one, of_coarse) = (outcomes(one), outcomes(&coarse));
            let least = problem.least_protection(&of_one);
            prop_assert!(of_coarse.iter().all(|outcome| outcome.protection >= least), "{}", about.name);
            said.extend((least > f64::NEG_INFINITY).then_some(about.name));
        }
        prop_assert!(said.contains(&"k-anonymity") && !said.contains(&"t-closeness"), "{said:?}");
    }
}

/// The lists are not empty, so the tests above test something.
#[test]
fn metrics_declare() {
    let names = |declares: fn(&loss::About) -> bool| -> Vec<&str> {
        METRICS.iter().filter(|about| declares(about)).map(|about| about.name).collect()
    };
    let not_additive =
        ["average-class-size", "protection", "generalization-loss", "kept-classification-error", "query-error"];
    assert_eq!(names(|about| !about.additive), not_additive);
    let whole = ["discernibility", "classification-error", "average-class-size", "kept-classification-error"];
    assert_eq!(names(|about| about.whole), whole);
    assert_eq!(names(|about| about.cells_only && !about.additive), ["generalization-loss"]);
    assert_eq!(names(|about| about.cells_only).len(), 7);
}
