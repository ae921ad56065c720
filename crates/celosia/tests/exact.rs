//! Exact search against exhaustive search, on random problems of every monotone model and metric, and attacks on the
//! bounds that it excludes nodes by.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use celosia::classes::{Classes, Lineage, Scratch};
use celosia::evaluate::{Ceiling, Memory, Outcome, Problem};
use celosia::frequency::Histograms;
use celosia::front::{Front, Point};
use celosia::loss::METRICS;
use celosia::privacy::MODELS;
use celosia::search::{self, Budget, Limits, Question};
use celosia::study::{Rule, Search};
use celosia::watch::Silent;
use proptest::prelude::*;
use random::{Material, material, nodes};

const RULES: [Rule; 2] = [Rule::AsNeeded, Rule::Tolerance];

/// Tables of 2 to 4 attributes with up to 6 values, 2 to 5 levels each, and up to 120 rows: lattices of up to 625 nodes.
fn large() -> impl Strategy<Value = Material> {
    (2usize..5).prop_flat_map(|attributes| {
        // The lesser of two draws: frequent values and rare ones.
        let value = (0u32..6, 0u32..6).prop_map(|(a, b)| a.min(b));
        let row = (prop::collection::vec(value, attributes), prop::array::uniform3(0u32..3));
        let merges = prop::collection::vec(prop::collection::vec(prop::collection::vec(0u32..4, 6), 0..4), attributes);
        let weights = prop::collection::vec(prop::sample::select(vec![0.5, 1.0, 3.0]), attributes);
        (prop::collection::vec(row, 20..120), merges, weights, 0u64..12).prop_map(
            |(rows, merges, weights, suppressed)| {
                // Half of them with missing cells.
                Material { rows, merges, weights, suppressed, gaps: suppressed % 2 == 0 }
            },
        )
    })
}

/// Small tables, where ties abound, and larger ones, where nodes are excluded.
fn either() -> impl Strategy<Value = Material> {
    prop_oneof![material(), large()]
}

/// A table from a seed, for tests that look at few: attributes with this many levels, skewed values.
fn drawn(seed: u64, attributes: usize, levels: usize, rows: usize, suppressed: u64) -> Material {
    let mut state = seed;
    let mut draw = |below: u32| {
        // splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % u64::from(below)) as u32
    };
    let mut row = || {
        let quasi = (0..attributes).map(|_| draw(16).min(draw(16))).collect();
        (quasi, [draw(3), draw(3), draw(3)])
    };
    let rows = (0..rows).map(|_| row()).collect();
    // Pairs of neighbours merge from level to level.
    let merges = vec![vec![(0..16).map(|group| group / 2).collect(); levels - 2]; attributes];
    Material { rows, merges, weights: vec![1.0; attributes], suppressed, gaps: false }
}

/// A pair of a model and a metric that are monotone; every pair has a number.
fn pair(pick: usize) -> (&'static str, &'static str) {
    let models: Vec<&str> = MODELS.iter().filter(|m| m.monotone).map(|m| m.name).collect();
    let metrics: Vec<&str> = METRICS.iter().filter(|m| m.monotone).map(|m| m.name).collect();
    (models[pick % models.len()], metrics[pick / models.len() % metrics.len()])
}

/// One to three models, one or two metrics, with and without suppressed rows.
fn several(material: &Material, pick: usize, rule: Rule, limit: u64) -> Problem {
    let models: Vec<&str> = (0..1 + pick % 3).map(|i| pair(pick / 3 + 5 * i).0).collect();
    let metrics: Vec<&str> = (0..1 + pick / 2 % 2).map(|i| pair((pick / 7 + 4 * i) * MODELS.len()).1).collect();
    material.problem_of(&models, &metrics, pick / 5 % 2 == 1, rule, limit)
}

/// A problem of two objectives, or of more.
fn problem(material: &Material, pick: usize, more: bool, rule: Rule, limit: u64) -> Problem {
    let (model, metric) = pair(pick);
    match more {
        true => several(material, pick, rule, limit),
        false => material.problem(model, metric, rule, limit),
    }
}

fn run(search: &str, problem: &Problem, limits: Limits) -> Front {
    (search::find(search).unwrap().run)(problem, &limits, &Silent).unwrap()
}

fn exhaustive(problem: &Problem) -> Vec<Point> {
    run("exhaustive", problem, Limits::from(Search { threads: 1, ..Search::default() })).points
}

fn names(problem: &Problem) -> String {
    let names: Vec<&str> = problem.objectives().iter().map(|o| o.name).collect();
    format!("{} {:?} limit {}", names.join(", "), problem.rule, problem.limit)
}

/// Exact search, on one thread and on three, with different seeds, gives what exhaustive search gives, point for point, and
/// so does exact search without tricks.
fn agrees(problem: &Problem, seed: u64) -> Result<(), TestCaseError> {
    let points = exhaustive(problem);
    let simple = search::simple(problem, Question::Front).unwrap();
    prop_assert!(u128::from(simple.found.evaluated) <= problem.lattice.size());
    prop_assert_eq!(&simple.points, &points, "{}, without tricks", names(problem));
    for (threads, seed) in [(1, seed), (3, seed.wrapping_add(1))] {
        let front = run("exact", problem, Limits::from(Search { threads, seed, ..Search::default() }));
        prop_assert!(front.found.complete && front.found.gaps.is_none());
        prop_assert!(u128::from(front.found.evaluated) <= problem.lattice.size());
        prop_assert_eq!(&front.points, &points, "{}, seed {}", names(problem), seed);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(700))]

    #[test]
    fn exact_equals_exhaustive(material in material(), pick in 0usize..1000, seed in 0u64..8) {
        for rule in RULES {
            agrees(&problem(&material, pick, false, rule, material.suppressed), seed)?;
        }
    }

    #[test]
    fn exact_equals_exhaustive_on_larger_lattices(material in large(), pick in 0usize..1000, seed in 0u64..8) {
        for rule in RULES {
            agrees(&problem(&material, pick, false, rule, material.suppressed), seed)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn exact_equals_exhaustive_with_several_objectives(material in either(), pick in 0usize..10_000, seed in 0u64..8) {
        for rule in RULES {
            agrees(&problem(&material, pick, true, rule, material.suppressed), seed)?;
        }
    }

    /// A question gives the point that the whole front gives, with its ties. With more than two objectives there can be
    /// several: those that are best in what is asked for.
    #[test]
    fn questions_give_points_of_the_front(
        material in either(), pick in 0usize..10_000, more: bool, at: prop::sample::Index, off in -1i32..2
    ) {
        let problem = problem(&material, pick, more, RULES[pick % 2], material.suppressed);
        let points = exhaustive(&problem);
        let near = &at.get(&points).outcome;
        let (protection, loss) = (near.protection + 0.01 * f64::from(off), near.loss.value + 0.01 * f64::from(off));
        let enough: Vec<&Point> = points.iter().filter(|p| p.outcome.protection >= protection).collect();
        let least = enough.iter().map(|p| p.outcome.loss.value).fold(f64::INFINITY, f64::min);
        let enough = enough.into_iter().filter(|p| p.outcome.loss.value == least).cloned().collect();
        let cheap: Vec<&Point> = points.iter().filter(|p| p.outcome.loss.value <= loss).collect();
        let most = cheap.iter().map(|p| p.outcome.protection).fold(f64::NEG_INFINITY, f64::max);
        let cheap = cheap.into_iter().filter(|p| p.outcome.protection == most).cloned().collect();
        let asked: [(Question, Vec<Point>); 2] =
            [(Question::Protection(protection), enough), (Question::Loss(loss), cheap)];
        for (question, expected) in asked {
            prop_assert!(more || expected.len() <= 1);
            let front = run("exact", &problem, Limits { question, ..Limits::from(Search { threads: 1, ..Search::default() }) });
            prop_assert!(front.found.complete);
            prop_assert_eq!(&front.points, &expected, "{} {:?}", names(&problem), question);
            let simple = search::simple(&problem, question).unwrap();
            prop_assert_eq!(simple.points, expected, "{} {:?}, without tricks", names(&problem), question);
        }
    }

    /// A search that ends early says so, shows outcomes that are real, and knows how far off they may be.
    #[test]
    fn a_budget_leaves_gaps_that_hold(material in large(), pick in 0usize..10_000, more: bool, most in 0u64..60) {
        let problem = problem(&material, pick, more, RULES[pick % 2], material.suppressed);
        let points = exhaustive(&problem);
        let budget = Budget { evaluations: Some(most), time: None };
        let Front { points: some, found } = run("exact", &problem, Limits::from(Search { threads: 2, budget, ..Search::default() }));
        if found.complete {
            prop_assert_eq!(&some, &points);
            prop_assert!(found.gaps.is_none());
            return Ok(());
        }
        // A look at a part of the rows is charged as an evaluation.
        prop_assert!(found.evaluated + found.looks >= most && found.proof.is_none());
        for point in &some {
            let outcomes = problem.outcomes_at(&point.place);
            prop_assert!(outcomes.contains(&point.outcome));
        }
        let gaps = found.gaps.unwrap();
        prop_assert_eq!(gaps.len(), some.len());
        for (point, gap) in some.iter().zip(gaps) {
            let (protection, loss) = (point.outcome.protection, point.outcome.loss.value);
            let least = |points: &[Point]| {
                let enough = points.iter().filter(|p| p.outcome.protection >= protection);
                enough.map(|p| p.outcome.loss.value).fold(f64::INFINITY, f64::min)
            };
            // With more objectives a point that was found may lose less, and be worse in another of them.
            let known = if more { least(&some) } else { loss };
            let (may, least) = (known.min(loss - gap), least(&points));
            prop_assert!(gap >= 0.0 && may <= least + 1e-12, "{}: {loss} - {gap} > {least}", names(&problem));
        }
    }

    /// Threads change nothing but the time. Less memory can cost evaluations, and changes nothing that is found.
    #[test]
    fn memory_and_threads_change_nothing(material in large(), pick in 0usize..10_000, more: bool, seed in 0u64..8) {
        let problem = problem(&material, pick, more, RULES[pick % 2], material.suppressed);
        let usual = Search { threads: 1, seed, ..Search::default() };
        let points = run("exact", &problem, usual.clone().into()).points;
        for memory in [usual.memory, 1000, 0] {
            let first = run("exact", &problem, Search { memory, ..usual.clone() }.into());
            prop_assert!(first.found.complete);
            prop_assert_eq!(&first.points, &points, "{}, {} bytes", names(&problem), memory);
            for threads in [2, 4] {
                let other = run("exact", &problem, Search { memory, threads, ..usual.clone() }.into());
                prop_assert_eq!(&other.points, &points);
                prop_assert_eq!(other.found.evaluated, first.found.evaluated, "{} bytes", memory);
                prop_assert_eq!(&other.found.proof, &first.found.proof);
            }
        }
    }
}

/// What a finer node comes to: outcomes, and floors of its losses.
struct Finer {
    outcomes: Vec<Outcome>,
    floors: Vec<f64>,
}

/// The losses of an outcome.
fn losses(problem: &Problem, outcome: &Outcome) -> Vec<f64> {
    let further = outcome.further[problem.models().len() - 1..].iter().take(problem.metrics().len() - 1);
    std::iter::once(outcome.loss.value).chain(further.map(|loss| -loss)).collect()
}

/// Does every outcome of a finer node respect a ceiling, protection, rows and losses?
fn respects(problem: &Problem, finer: &Finer, ceiling: &Ceiling) -> Result<(), TestCaseError> {
    for outcome in &finer.outcomes {
        let p = outcome.protection;
        prop_assert!(p <= ceiling.protection(), "{}: {p} in {ceiling:?}", names(problem));
        for (most, further) in ceiling.further.iter().zip(&outcome.further) {
            prop_assert!(further <= most, "{}: {further} in {ceiling:?}", names(problem));
        }
        let step = ceiling.steps.iter().find(|step| step.protection >= p).unwrap();
        prop_assert!(outcome.suppressed >= step.suppressed, "{}: {outcome:?} {step:?}", names(problem));
        let adds = std::iter::once(step.adds).chain(step.adds_further.iter().copied());
        for ((loss, floor), adds) in losses(problem, outcome).into_iter().zip(&finer.floors).zip(adds) {
            prop_assert!(loss >= floor + adds, "{}: {loss} < {floor} + {adds}", names(problem));
        }
    }
    Ok(())
}

/// Some of the classes, as they are.
fn only(classes: &Classes, chosen: &[u32]) -> Classes {
    let histograms = |all: &Histograms| {
        let mut some = Histograms { starts: vec![0], ..Histograms::default() };
        for class in chosen {
            let histogram = all.of(*class as usize);
            some.values.extend(histogram.values);
            some.counts.extend(histogram.counts);
            some.starts.push(some.values.len());
        }
        some
    };
    let width = classes.extents.as_ref().map_or(0, |extents| extents.len() / classes.len());
    let extents = |all: &Vec<(u32, u32)>| -> Vec<(u32, u32)> {
        chosen.iter().flat_map(|class| &all[*class as usize * width..][..width]).copied().collect()
    };
    Classes {
        first: chosen.iter().map(|class| classes.first[*class as usize]).collect(),
        rows: chosen.iter().map(|class| classes.rows[*class as usize]).collect(),
        sensitive: classes.sensitive.iter().map(histograms).collect(),
        label: classes.label.as_ref().map(histograms),
        extents: classes.extents.as_ref().map(extents),
        persons: None,
        trails: None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// No finer node exceeds a node's ceiling, whether it is of all classes or of some; no coarser one loses less than
    /// its floor.
    #[test]
    fn ceilings_and_floors_hold(
        material in either(), pick in 0usize..10_000, more: bool, three: [prop::sample::Index; 3], some: u64
    ) {
        for rule in RULES {
            let problem = problem(&material, pick, more, rule, material.suppressed);
            let all = nodes(&problem.lattice);
            let [a, b, c] = three.map(|index| index.get(&all).clone());
            let meet = |a: &[u8], b: &[u8]| -> Vec<u8> { a.iter().zip(b).map(|(a, b)| *a.min(b)).collect() };
            let coarse: Vec<u8> = a.iter().zip(&b).map(|(a, b)| *a.max(b)).collect();
            let fine = meet(&a, &b);
            let finest = meet(&fine, &c);

            let outcomes = problem.outcomes(&fine, &problem.classes(&fine));
            let cells = problem.cells(&fine);
            let floors = |below: &[u8]| -> Vec<f64> {
                let remainders = problem.remainders(below, &problem.classes(below));
                let floor = |(metric, (cells, remainder)): (usize, (&f64, f64))| problem.floor(metric, *cells, remainder);
                cells.iter().zip(remainders).enumerate().map(floor).collect()
            };
            let track = problem.track();
            let (groupings, mut scratch) = (problem.lattice.groupings(&coarse), Scratch::default());
            let tuples = Classes::finest(&problem.frequency, track);
            let classes = tuples.roll_up(&problem.frequency, &groupings, &mut scratch);
            let is_in = |class: u32| some >> (class % 64) & 1 == 1;
            let in_part = scratch.class_of().iter().enumerate().filter(|(_, class)| is_in(**class));
            let part: Vec<u32> = in_part.map(|(tuple, _)| tuple as u32).collect();
            let first: Vec<u32> = (0..).zip(&classes.first).filter(|(c, _)| is_in(*c)).map(|(_, t)| *t).collect();
            // The same by way of a finer node, as exact search remembers it.
            let finer = tuples.roll_up(&problem.frequency, &problem.lattice.groupings(&fine), &mut scratch);
            let lineage = Lineage::new(scratch.class_of(), finer.len(), None);
            prop_assert_eq!(&finer.roll_up(&problem.frequency, &groupings, &mut scratch), &classes);
            let chosen: Vec<u32> = (0..classes.len() as u32).filter(|class| is_in(*class)).collect();
            let sorted = |mut tuples: Vec<u32>| {
                tuples.sort_unstable();
                tuples
            };
            let class_of = scratch.class_of();
            prop_assert_eq!(&sorted(Lineage::of_rolled_up(Some(&lineage), class_of, &chosen, classes.len())), &part);
            let lineage = Lineage::new(class_of, classes.len(), Some(lineage));
            prop_assert_eq!(&sorted(lineage.tuples(&chosen)), &part);
            let memory = Memory::new(&problem, some % 4096, true);
            for _ in 0..2 {
                let rolled_up = memory.roll_up(&coarse, &mut scratch);
                prop_assert_eq!(&sorted(rolled_up.tuples(&problem.frequency, &chosen, &scratch)), &part);
                memory.keep(&coarse, rolled_up, &mut scratch);
            }
            let appraised = problem.appraise(&coarse, &classes, some % 16);
            prop_assert_eq!(appraised.outcomes, problem.outcomes(&coarse, &classes));
            prop_assert_eq!(appraised.ceiling, problem.ceiling(&coarse, &classes));
            prop_assert_eq!(appraised.remainders, problem.remainders(&coarse, &classes));
            prop_assert_eq!(appraised.weakest, problem.weakest_holding(&classes, some % 16));
            let appraised = problem.appraise_part(&coarse, &part, some % 16, &mut scratch);
            let part = Classes::part(&problem.frequency, track, &groupings, &part, &mut scratch);
            prop_assert_eq!(&part, &only(&classes, &chosen));
            prop_assert_eq!(&part.first, &first);
            prop_assert_eq!(&appraised.classes.rows, &part.rows);
            prop_assert_eq!(appraised.ceiling, problem.ceiling(&coarse, &part));
            prop_assert_eq!(appraised.weakest, problem.weakest_holding(&part, some % 16));

            let ceilings = [problem.ceiling(&coarse, &classes), problem.ceiling(&coarse, &part)];
            for below in [&fine, &finest] {
                let finer = Finer { outcomes: outcomes.clone(), floors: floors(below) };
                for ceiling in &ceilings {
                    respects(&problem, &finer, ceiling)?;
                }
            }
        }
    }
}

/// Nodes are really excluded: over problems of all pairs, a part of the lattices is evaluated.
#[test]
fn few_nodes_are_evaluated() {
    let (mut evaluated, mut simple, mut all) = (0, 0, 0);
    for pick in 0..MODELS.len() * METRICS.len() {
        let material = drawn(pick as u64, 4, 4, 120, pick as u64 % 4);
        let problem = problem(&material, pick, false, RULES[pick % 2], material.suppressed);
        let front = run("exact", &problem, Limits::from(Search { threads: 1, ..Search::default() }));
        assert_eq!(front.points, exhaustive(&problem), "{}", names(&problem));
        evaluated += u128::from(front.found.evaluated);
        simple += u128::from(search::simple(&problem, Question::Front).unwrap().found.evaluated);
        all += problem.lattice.size();
    }
    assert!(evaluated * 2 < all, "{evaluated} of {all}");
    assert!(simple < all, "{simple} of {all}, without tricks");
}

/// Lattices that are too large to be written down are cut in two, and in two again.
#[test]
fn large_lattices_are_cut() {
    for (privacy, loss, rule, suppressed) in [
        ("k-anonymity", ["general-loss"].as_slice(), Rule::AsNeeded, 3),
        ("distinct-l-diversity", &["precision", "entropy"], Rule::Tolerance, 1),
    ] {
        let material = drawn(suppressed, 8, 5, 30, suppressed);
        let problem = material.problem_of(&[privacy], loss, false, rule, suppressed);
        assert_eq!(problem.lattice.size(), 390_625);
        let front = run("exact", &problem, Limits::from(Search { threads: 2, ..Search::default() }));
        let every = run("exhaustive", &problem, Limits::from(Search { threads: 2, ..Search::default() }));
        assert_eq!(front.points, every.points, "{}", names(&problem));
        assert!(front.found.evaluated * 20 < every.found.evaluated, "{}: {}", names(&problem), front.found.evaluated);
    }
}

/// What is not monotone cannot be bounded, and the error names it.
#[test]
fn other_objectives_are_refused() {
    let material = drawn(1, 2, 3, 20, 0);
    let problem = material.problem("k-anonymity", "protection", Rule::AsNeeded, 0);
    let refused = (search::find("exact").unwrap().run)(&problem, &Limits::default(), &Silent).unwrap_err().to_string();
    assert!(refused.contains("protection") && !refused.contains("k-anonymity"), "{refused}");
}
