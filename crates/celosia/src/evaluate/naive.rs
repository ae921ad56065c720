//! The slow, obvious evaluation: every row hashed for every node. The oracle of the fast one, in tests and benchmarks.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::naive_kinds::kinds;
use super::naive_trails::{self, Trail, charge, gone, heaviest, weights};
use super::outcome::{round, told};
use super::{Outcome, Problem, naive_settled};
use crate::frequency::{Frequency, Histogram, Persons, Tracked};
use crate::loss::{self, Kept, Loss, Metric, Needs};
use crate::privacy::{self, Model, Over};
use crate::space::{Sets, Shown};
use crate::study::Rule;

/// One class, with everything spelt out.
#[derive(Default)]
pub(super) struct Slow {
    pub(super) rows: u64,
    pub(super) sensitive: Vec<BTreeMap<u32, u64>>,
    label: BTreeMap<u32, u64>,
    extents: Vec<(u32, u32)>,
    /// What a row costs, per metric.
    row: Vec<f64>,
    /// The values that each column leaves open.
    open: Vec<Vec<u32>>,
    /// Its persons, where persons are counted.
    crowd: Option<SlowCrowd>,
    /// What all rows of each of them show, where persons stay; else nothing.
    pub(super) trail: Trail,
}

/// The persons of a class. The sensitive attributes count what rows weigh then.
#[derive(Default)]
struct SlowCrowd {
    who: BTreeSet<u32>,
    mass: u64,
    /// Per sensitive attribute: who has which value.
    held: Vec<BTreeSet<(u32, u32)>>,
}

/// The outcomes of a node, by hashing every row: every combination of the levels that the models reach alone, all
/// classes that fail any of them left out; what comes twice counts once, and with several models what another beats goes.
#[cfg(any(test, feature = "internals"))]
pub fn naive_outcomes(problem: &Problem, node: &[u8]) -> Vec<Outcome> {
    naive_outcomes_of(problem, &of_node(problem, node))
}

/// The same for a place of any space, from what it shows.
#[cfg(any(test, feature = "internals"))]
pub fn naive_outcomes_of(problem: &Problem, shown: &Shown) -> Vec<Outcome> {
    outcomes(problem, &classes(problem, shown))
}

fn of_node(problem: &Problem, node: &[u8]) -> Shown {
    Shown::ByColumn(problem.lattice.groupings(node).into_iter().cloned().collect())
}

/// The outcomes of a node and what it says of its neighbours, both from the same hashed rows.
pub fn naive_evaluation(problem: &Problem, node: &[u8]) -> (Vec<Outcome>, NaiveBounds) {
    let classes = classes(problem, &of_node(problem, node));
    let outcomes = outcomes(problem, &classes);
    let bounds = bounds(problem, &classes, &outcomes);
    (outcomes, bounds)
}

/// What a node says of its neighbours, with every class spelt out.
#[derive(Debug, Clone, PartialEq)]
pub struct NaiveBounds {
    /// The protection that no generalization falls below, where there is one.
    pub protects: f64,
    /// Each loss before suppression.
    pub before: Vec<f64>,
    /// The classes.
    pub classes: Vec<NaiveClass>,
    /// Can averages that are required hold in any finer node?
    pub averages_may_hold: bool,
    /// Is something required, so that a class at minus infinity is never kept?
    pub requires: bool,
}

/// One class, as bounds need it.
#[derive(Debug, Clone, PartialEq)]
pub struct NaiveClass {
    /// Its rows.
    pub rows: u64,
    /// What it counts for against the limit: its rows; where persons stay those of its trail, at one class of it.
    pub goes: u64,
    /// Under each model, the most that a part of it keeps in any finer node (see `privacy::Model::reach`).
    pub reach: Vec<f64>,
    /// What suppressing its rows adds to each loss at least, here and in any finer node; 0 where the metric cannot tell.
    pub adds: Vec<f64>,
}

fn bounds(problem: &Problem, classes: &[Slow], outcomes: &[Outcome]) -> NaiveBounds {
    let rows = problem.frequency.rows;
    // By tolerance a node has one outcome, and where no part of a class is stronger than the class it protects as much as
    // each of its specializations (`Problem::least_protection` says why).
    let of_each = problem.judges[0].reaches_what_it_has();
    let settles = problem.required.settles();
    let one = outcomes.last().filter(|_| problem.rule == Rule::Tolerance && of_each && !settles);
    let protects = one.map_or(f64::NEG_INFINITY, |outcome| outcome.protection);
    let averages_may_hold = naive_settled::averages_may_hold(problem, classes);
    let requires = !problem.required.classes.is_empty();
    let mut bounds = NaiveBounds { protects, before: Vec::new(), classes: Vec::new(), averages_may_hold, requires };
    // Rows that go weigh no more than so many of those that weigh most.
    let removable =
        problem.frequency.persons.as_deref().map_or(problem.limit, |persons| match problem.keeps_persons() {
            true => problem.limit.saturating_mul(heaviest(persons)),
            false => problem.limit.saturating_mul(weights(persons).into_iter().max().unwrap_or(1)),
        });
    let reach = |model: &dyn Model| {
        let of_each = classes.iter().map(|class| class.judged(|c| model.reach(c, removable))).collect();
        naive_trails::weakest(problem, classes, of_each)
    };
    let reach: Vec<Vec<f64>> = models(problem).map(reach).collect();
    let mut known: HashSet<&Trail> = HashSet::new();
    for (number, class) in classes.iter().enumerate() {
        // A trail goes whole, so it is charged once.
        let is_first = !problem.keeps_persons() || known.insert(&class.trail);
        let goes = if is_first { charge(problem, std::iter::once(class)) } else { 0 };
        let reach = reach.iter().map(|of_model| of_model[number]).collect();
        bounds.classes.push(NaiveClass { rows: class.rows, goes, reach, adds: Vec::new() });
    }
    for (number, (metric, about)) in metrics(problem).zip(problem.metrics()).enumerate() {
        let costs: Vec<f64> = classes.iter().map(|class| class.cost(number, metric)).collect();
        let cost: f64 = costs.iter().sum();
        let count = classes.len() as u64;
        let before = metric.total(&Kept { cost, classes: count, rows, suppressed: 0 }).value;
        bounds.before.push(round(before));
        for (class, of_class) in bounds.classes.iter_mut().zip(costs) {
            let (rows, suppressed) = (rows - class.rows, class.rows);
            let without = metric.total(&Kept { cost: cost - of_class, classes: count - 1, rows, suppressed }).value;
            class.adds.push(if about.additive { without - before } else { 0.0 });
        }
    }
    bounds
}

/// What a cell of an attribute costs at a level for each of its values, by the first metric: in the share that the attribute has of a row.
pub fn naive_prices(problem: &Problem, attribute: usize, level: u8) -> Vec<f64> {
    let frequency = &problem.frequency;
    let grouping = &problem.lattice.levels[attribute][usize::from(level)];
    let sets = Sets::of_grouping(grouping, &frequency.attributes[attribute].counts);
    let weights: f64 = frequency.attributes.iter().map(|a| a.weight).sum();
    let share = frequency.attributes[attribute].weight / weights;
    let cells: Vec<f64> = sets.iter().map(|set| share * problem.priced[0].metric.cell(attribute, &set)).collect();
    grouping.group_of.iter().map(|group| cells[*group as usize]).collect()
}

/// What the cells of an attribute cost at a level, by each metric: summed tuple by tuple. This needs no classes, so it is
/// known of every node.
pub fn naive_cells(problem: &Problem, attribute: usize, level: u8) -> Vec<f64> {
    let frequency = &problem.frequency;
    let grouping = &problem.lattice.levels[attribute][usize::from(level)];
    let sets = Sets::of_grouping(grouping, &frequency.attributes[attribute].counts);
    let weights: f64 = frequency.attributes.iter().map(|a| a.weight).sum();
    let of_metric = |metric: &dyn Metric| {
        let cells: Vec<f64> = sets.iter().map(|set| metric.cell(attribute, &set)).collect();
        let shown = frequency.columns[attribute].iter().map(|value| cells[grouping.group_of[*value as usize] as usize]);
        let sum: f64 = shown.zip(&frequency.counts).map(|(price, rows)| price * *rows as f64).sum();
        frequency.attributes[attribute].weight / weights * sum
    };
    metrics(problem).map(of_metric).collect()
}

/// The part of each loss before suppression that cells of this cost make; nothing where the metric is no sum.
pub fn naive_cell_losses(problem: &Problem, costs: &[f64]) -> Vec<f64> {
    let rows = problem.frequency.rows;
    let of_metric = |((metric, about), cost): ((&dyn Metric, &loss::About), &f64)| {
        let total = metric.total(&Kept { cost: *cost, classes: 1, rows, suppressed: 0 });
        if about.additive { total.value } else { 0.0 }
    };
    metrics(problem).zip(problem.metrics()).zip(costs).map(of_metric).collect()
}

fn outcomes(problem: &Problem, classes: &[Slow]) -> Vec<Outcome> {
    let of_model = |m: &dyn Model| {
        naive_trails::weakest(problem, classes, classes.iter().map(|c| c.judged(|c| m.protection(c))).collect())
    };
    let judged: Vec<Vec<f64>> = models(problem).map(of_model).collect();
    if problem.rule == Rule::AtWeightedK {
        return at_weighted_k(problem, classes, &judged).into_iter().collect();
    }
    let deciding = if problem.rule == Rule::Tolerance { 1 } else { judged.len() };
    let mut combinations = vec![Vec::new()];
    for protections in &judged[..deciding] {
        let levels = levels(problem, classes, protections);
        let longer = |c: &Vec<f64>| levels.iter().map(|level| [c.clone(), vec![*level]].concat()).collect::<Vec<_>>();
        combinations = combinations.iter().flat_map(longer).collect();
    }
    let mut seen = HashSet::new();
    let mut outcomes = Vec::new();
    for levels in combinations {
        if problem.required.first_only() && !outcomes.is_empty() {
            break;
        }
        let fails = |class: &usize| levels.iter().zip(&judged).any(|(level, protections)| protections[*class] < *level);
        let left: Vec<usize> = (0..classes.len()).filter(|class| !fails(class)).collect();
        let within = |kept: &[usize]| {
            let suppressed = problem.frequency.rows - kept.iter().map(|class| classes[*class].rows).sum::<u64>();
            Some(suppressed).filter(|_| !kept.is_empty() && gone(problem, classes, kept) <= problem.limit)
        };
        if within(&left).is_none() || !seen.insert(left.clone()) {
            continue;
        }
        let lowest = |model: usize| left.iter().map(|class| judged[model][*class]).fold(f64::INFINITY, f64::min);
        if (0..judged.len()).any(|model| problem.fails(lowest(model))) {
            continue;
        }
        let Some(kept) = naive_settled::settled(problem, classes, left.clone()) else { continue };
        if let Some(suppressed) = within(&kept) {
            let found = outcome(problem, classes, &judged, &kept, suppressed);
            // Known by what its levels suppress, before more had to go.
            let named = outcome(problem, classes, &judged, &left, within(&left).unwrap_or(0));
            outcomes.push(Outcome { threshold: named.threshold, thresholds: named.thresholds, ..found });
        }
    }
    if deciding > 1 {
        let all = outcomes.clone();
        outcomes.retain(|outcome| !all.iter().any(|other| beats(other, outcome)));
    }
    let place = |o: &Outcome| (o.suppressed, o.threshold, o.thresholds.clone());
    outcomes.sort_by(|a, b| place(a).partial_cmp(&place(b)).unwrap_or(Ordering::Equal));
    if problem.required.settles() {
        naive_settled::each_once(problem, &mut outcomes);
    }
    if problem.rule == Rule::Tolerance {
        outcomes.drain(..outcomes.len().saturating_sub(1));
    }
    outcomes
}

fn classes(problem: &Problem, shown: &Shown) -> Vec<Slow> {
    let frequency = &problem.frequency;
    // No more than the problem looks at, so that the comparison of speeds is fair.
    let track = problem.track();
    let mut classes: HashMap<(Vec<u32>, Trail), Slow> = HashMap::new();
    let weights = frequency.persons.as_deref().map(weights).unwrap_or_default();
    let kept = frequency.persons.as_deref().filter(|_| problem.keeps_persons());
    let trails = kept.map(|persons| naive_trails::trails(frequency, persons, shown)).unwrap_or_default();
    let trail = |tuple: usize| {
        let first = kept.and_then(|persons| persons.of.of(tuple).values.first());
        first.map(|person| trails[person].clone()).unwrap_or_default()
    };
    for tuple in 0..frequency.distinct() {
        let histogram = |tracked: &Tracked| -> Vec<(u32, u64)> {
            let h = tracked.histograms.of(tuple);
            h.values.iter().copied().zip(h.counts.iter().copied()).collect()
        };
        let kinds = kinds(frequency, tuple, shown.is_by_value());
        for (value, row) in kinds.iter().flat_map(|(value, rows)| (0..*rows).map(move |row| (*value, row))) {
            let values = frequency.columns.iter().map(|column| column[tuple]);
            let class = classes.entry((shown.of_row(frequency, tuple, value, row), trail(tuple))).or_default();
            class.rows += 1;
            if let Some(value) = value {
                class.sensitive.resize(frequency.sensitive.len(), BTreeMap::new());
                let counts = class.sensitive.first_mut().unwrap_or(&mut class.label);
                *counts.entry(value).or_insert(0) += 1;
            }
            class.extents.resize(if track.extents { frequency.columns.len() } else { 0 }, (u32::MAX, 0));
            for (extent, value) in class.extents.iter_mut().zip(values) {
                *extent = (extent.0.min(value), extent.1.max(value));
            }
        }
        if let Some(persons) = &frequency.persons {
            let class = classes.entry((shown.of_tuple(frequency, tuple), trail(tuple))).or_default();
            class.meet(frequency, persons, &weights, tuple);
        }
        if !track.sensitive && !track.label || shown.is_by_value() {
            continue;
        }
        // Histograms are per tuple: rows of a tuple cannot be told apart.
        let class = classes.entry((shown.of_tuple(frequency, tuple), trail(tuple))).or_default();
        class.sensitive.resize(frequency.sensitive.len(), BTreeMap::new());
        let by_rows = frequency.sensitive.iter().filter(|_| frequency.persons.is_none());
        for (into, from) in class.sensitive.iter_mut().zip(by_rows) {
            histogram(from).into_iter().for_each(|(v, n)| *into.entry(v).or_insert(0) += n);
        }
        if let Some(label) = &frequency.label {
            histogram(label).into_iter().for_each(|(v, n)| *class.label.entry(v).or_insert(0) += n);
        }
    }
    let mut classes: Vec<((Vec<u32>, Trail), Slow)> = classes.into_iter().collect();
    classes.sort_by(|a, b| a.0.cmp(&b.0));
    let sets = shown.sets(frequency);
    let weights: f64 = frequency.attributes.iter().map(|a| a.weight).sum();
    for ((key, trail), class) in &mut classes {
        class.trail = std::mem::take(trail);
        let values = key.iter().zip(&sets).map(|(set, sets)| sets.get(*set as usize).values.to_vec());
        class.open = if problem.counts() { values.collect() } else { Vec::new() };
        for metric in metrics(problem) {
            let cost = key.iter().enumerate().map(|(attribute, set)| {
                let set = sets[attribute].get(*set as usize);
                frequency.attributes[attribute].weight / weights * metric.cell(attribute, &set)
            });
            class.row.push(cost.sum());
        }
    }
    classes.into_iter().map(|(_, class)| class).collect()
}

fn metrics(problem: &Problem) -> impl Iterator<Item = &dyn Metric> {
    problem.priced.iter().map(|priced| priced.metric.as_ref())
}

fn models(problem: &Problem) -> impl Iterator<Item = &dyn Model> {
    problem.judges.iter().map(|judge| judge.model.as_ref())
}

impl Slow {
    /// Counts the persons of a tuple, entry by entry as they were counted.
    fn meet(&mut self, frequency: &Frequency, persons: &Persons, weights: &[u64], tuple: usize) {
        let crowd = self.crowd.get_or_insert_default();
        crowd.held.resize(persons.values.len(), BTreeSet::new());
        self.sensitive.resize(persons.values.len(), BTreeMap::new());
        for entry in persons.of.starts[tuple]..persons.of.starts[tuple + 1] {
            let person = persons.of.values[entry];
            let weight = weights[person as usize];
            crowd.who.insert(person);
            crowd.mass += persons.of.counts[entry] * weight;
            for (attribute, values) in persons.values.iter().enumerate() {
                let histogram = values.of(entry);
                for (value, rows) in histogram.values.iter().zip(histogram.counts) {
                    *self.sensitive[attribute].entry(*value).or_insert(0) += rows * weight;
                    if Some(*value) != frequency.sensitive[attribute].missing {
                        crowd.held[attribute].insert((person, *value));
                    }
                }
            }
        }
    }

    /// How many there are of what is counted: rows, or persons.
    pub(super) fn size(&self) -> u64 {
        self.crowd.as_ref().map_or(self.rows, |crowd| crowd.who.len() as u64)
    }

    /// What its rows weigh: one each, where rows are counted.
    pub(super) fn mass(&self) -> u64 {
        self.crowd.as_ref().map_or(self.rows, |crowd| crowd.mass)
    }

    /// What a model says of it.
    pub(super) fn judged(&self, ask: impl FnOnce(&privacy::Class) -> f64) -> f64 {
        let unzipped: Vec<(Vec<u32>, Vec<u64>)> =
            self.sensitive.iter().map(|h| h.iter().map(|(v, n)| (*v, *n)).unzip()).collect();
        let sensitive: Vec<Histogram> = unzipped.iter().map(|(values, counts)| Histogram { values, counts }).collect();
        let Some(SlowCrowd { who, mass, held }) = &self.crowd else {
            return ask(&privacy::Class { rows: self.rows, sensitive: &sensitive, persons: None });
        };
        // Every pair of a person and a value is spelt out.
        let pairs: Vec<Vec<(u32, u32)>> = held.iter().map(|pairs| pairs.iter().copied().collect()).collect();
        let codes: Vec<(Vec<u32>, Vec<u64>)> =
            pairs.iter().map(|pairs| (0..pairs.len() as u32).map(|code| (code, 1)).unzip()).collect();
        let held = pairs.iter().zip(&codes).map(|(pairs, (values, counts))| privacy::Held {
            codes: Histogram { values, counts },
            values: 0,
            pairs,
        });
        let held: Vec<privacy::Held> = held.collect();
        let persons = privacy::Crowd { count: who.len() as u64, held: &held };
        ask(&privacy::Class { rows: *mass, sensitive: &sensitive, persons: Some(persons) })
    }

    /// What it costs if it is kept, by the metric of this number.
    fn cost(&self, number: usize, metric: &dyn Metric) -> f64 {
        let (values, counts): (Vec<u32>, Vec<u64>) = self.label.iter().map(|(v, n)| (*v, *n)).unzip();
        let label = Some(Histogram { values: &values, counts: &counts });
        metric.class(&loss::Class { rows: self.rows, row: self.row[number], label, extents: &self.extents })
    }
}

/// Chapter 1.4.1.3: rows of classes smaller than weighted-k go, and weighted-k is that of all rows.
fn at_weighted_k(problem: &Problem, classes: &[Slow], judged: &[Vec<f64>]) -> Option<Outcome> {
    let rows = problem.frequency.rows;
    let mean = |of: &dyn Fn(usize) -> f64| {
        (0..classes.len()).map(|class| of(class) * classes[class].rows as f64).sum::<f64>() / rows as f64
    };
    let weighted_k = mean(&|class| classes[class].size() as f64);
    let stays = |class: &usize| classes[*class].size() as f64 >= weighted_k && !problem.fails(judged[0][*class]);
    let kept = naive_settled::settled(problem, classes, (0..classes.len()).filter(stays).collect())?;
    let suppressed = rows - kept.iter().map(|class| classes[*class].rows).sum::<u64>();
    let mut outcome = outcome(problem, classes, judged, &kept, suppressed);
    for (model, about) in problem.models().enumerate() {
        let all = round(mean(&|class| judged[model][class]));
        match (about.over, model) {
            (Over::Least, _) => {}
            (Over::RowMean, 0) => outcome.protection = all,
            (Over::RowMean, _) => outcome.further[model - 1] = all,
        }
    }
    Some(outcome)
}

/// The levels of a model that the limit allows: for each, the classes below it have no more rows.
fn levels(problem: &Problem, classes: &[Slow], protections: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..classes.len()).collect();
    order.sort_by(|a, b| protections[*a].total_cmp(&protections[*b]));
    let mut below = 0;
    let mut levels = Vec::new();
    for level in order.chunk_by(|a, b| protections[*a] == protections[*b]) {
        if below <= problem.limit {
            levels.push(protections[level[0]]);
        }
        below += charge(problem, level.iter().map(|class| &classes[*class]));
    }
    levels
}

fn outcome(problem: &Problem, classes: &[Slow], judged: &[Vec<f64>], kept: &[usize], suppressed: u64) -> Outcome {
    let rows: u64 = kept.iter().map(|class| classes[*class].rows).sum();
    let least = |model: usize| kept.iter().map(|class| judged[model][*class]).fold(f64::INFINITY, f64::min);
    let mean = |model: usize| {
        let sum: f64 = kept.iter().map(|class| judged[model][*class] * classes[*class].rows as f64).sum();
        sum / rows as f64
    };
    let protection = |(model, about): (usize, &privacy::About)| match about.over {
        Over::Least => told(least(model)),
        Over::RowMean => round(mean(model)),
    };
    let loss = |(number, metric): (usize, &dyn Metric)| {
        let cost = kept.iter().map(|class| classes[*class].cost(number, metric)).sum();
        let total = metric.total(&Kept { cost, classes: kept.len() as u64, rows, suppressed });
        Loss { value: round(total.value), raw: total.raw }
    };
    let protections: Vec<f64> = problem.models().enumerate().map(protection).collect();
    let losses: Vec<Loss> = metrics(problem).enumerate().map(loss).collect();
    let threshold = |model: usize| match suppressed {
        0 => f64::NEG_INFINITY,
        _ if model > 0 && problem.rule != Rule::AsNeeded => f64::NEG_INFINITY,
        _ => least(model),
    };
    let mut losses = losses;
    for (loss, about) in losses.iter_mut().zip(problem.metrics()) {
        if about.needs == Needs::Counts {
            let (value, raw) = query_error(problem, classes, kept);
            *loss = Loss { value: round(value), raw };
        }
    }
    let mut further = protections[1..].to_vec();
    further.extend(losses[1..].iter().map(|loss| -loss.value));
    further.extend(problem.suppressed_rows.then_some(-(suppressed as f64)));
    Outcome {
        protection: protections[0],
        loss: losses[0],
        further,
        threshold: threshold(0),
        thresholds: (1..protections.len()).map(threshold).collect(),
        suppressed,
        classes: kept.len() as u64,
    }
}

/// The mean error of the random counts, class by class and value by value.
fn query_error(problem: &Problem, classes: &[Slow], kept: &[usize]) -> (f64, f64) {
    let Some(queries) = &problem.queries else { return (0.0, 0.0) };
    let frequency = &problem.frequency;
    let (mut sum, mut raw) = (0.0, 0.0);
    for query in queries.list() {
        let admits = |value: u32, lo: u32, hi: u32| lo <= value && value <= hi;
        let of_class = |class: &Slow| {
            let parts = query.runs.iter().map(|(column, lo, hi)| {
                let open = &class.open[*column];
                open.iter().filter(|value| admits(**value, *lo, *hi)).count() as f64 / open.len() as f64
            });
            class.rows as f64 * parts.product::<f64>()
        };
        let answer: f64 = kept.iter().map(|class| of_class(&classes[*class])).sum();
        let tuples = (0..frequency.distinct())
            .filter(|tuple| query.runs.iter().all(|(c, lo, hi)| admits(frequency.columns[*c][*tuple], *lo, *hi)));
        let truth = tuples.map(|tuple| frequency.counts[tuple]).sum::<u64>() as f64;
        let error = (answer - truth).abs() / truth.max(frequency.rows as f64 / 1000.0);
        sum += error.min(1.0);
        raw += error;
    }
    let number = queries.list().len().max(1) as f64;
    (sum / number, raw / number)
}

/// At least as good in every objective, and better in one?
fn beats(a: &Outcome, b: &Outcome) -> bool {
    let (mut better, mut worse) = (a.protection > b.protection, a.protection < b.protection);
    better |= a.loss.value < b.loss.value;
    worse |= a.loss.value > b.loss.value;
    better |= a.further.iter().zip(&b.further).any(|(a, b)| a > b);
    worse |= a.further.iter().zip(&b.further).any(|(a, b)| a < b);
    better && !worse
}
