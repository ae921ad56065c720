//! The slow, obvious evaluation: every row hashed for every node. The oracle of the fast one, in tests and benchmarks.

use std::collections::{BTreeMap, HashMap};

use super::outcome::round;
use super::{Outcome, Problem};
use crate::frequency::{Histogram, Tracked};
use crate::loss::{self, Kept, Loss};
use crate::privacy::{self, Over};
use crate::study::Rule;

/// One class, with everything spelt out.
#[derive(Default)]
struct Slow {
    rows: u64,
    sensitive: Vec<BTreeMap<u32, u64>>,
    label: BTreeMap<u32, u64>,
    extents: Vec<(u32, u32)>,
    row: f64,
}

/// The outcomes of a node, by hashing every row.
pub fn naive_outcomes(problem: &Problem, node: &[u8]) -> Vec<Outcome> {
    let classes = classes(problem, node);
    let mut judged: Vec<(f64, &Slow)> = classes.iter().map(|c| (protection(problem, c), c)).collect();
    judged.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut outcomes = Vec::new();
    for cut in 0..judged.len() {
        let whole_groups = cut == 0 || judged[cut - 1].0 < judged[cut].0;
        let suppressed: u64 = judged[..cut].iter().map(|(_, c)| c.rows).sum();
        if whole_groups && suppressed <= problem.limit {
            outcomes.push(outcome(problem, &judged[cut..], suppressed, cut));
        }
    }
    if problem.rule == Rule::Tolerance {
        outcomes.drain(..outcomes.len().saturating_sub(1));
    }
    outcomes
}

fn classes(problem: &Problem, node: &[u8]) -> Vec<Slow> {
    let frequency = &problem.frequency;
    let groupings = problem.lattice.groupings(node);
    // No more than the problem looks at, so that the comparison of speeds is fair.
    let track = problem.track();
    let mut classes: HashMap<Vec<u32>, Slow> = HashMap::new();
    for tuple in 0..frequency.distinct() {
        let histogram = |tracked: &Tracked| -> Vec<(u32, u64)> {
            let h = tracked.histograms.of(tuple);
            h.values.iter().copied().zip(h.counts.iter().copied()).collect()
        };
        for _ in 0..frequency.counts[tuple] {
            let values = frequency.columns.iter().map(|column| column[tuple]);
            let key: Vec<u32> = groupings.iter().zip(values.clone()).map(|(g, v)| g.group_of[v as usize]).collect();
            let class = classes.entry(key).or_default();
            class.rows += 1;
            class.extents.resize(if track.extents { groupings.len() } else { 0 }, (u32::MAX, 0));
            for (extent, value) in class.extents.iter_mut().zip(values) {
                *extent = (extent.0.min(value), extent.1.max(value));
            }
        }
        if !track.sensitive && !track.label {
            continue;
        }
        // Histograms are per tuple: rows of a tuple cannot be told apart.
        let key: Vec<u32> =
            groupings.iter().zip(&frequency.columns).map(|(g, column)| g.group_of[column[tuple] as usize]).collect();
        let class = classes.entry(key).or_default();
        class.sensitive.resize(frequency.sensitive.len(), BTreeMap::new());
        for (into, from) in class.sensitive.iter_mut().zip(&frequency.sensitive) {
            histogram(from).into_iter().for_each(|(v, n)| *into.entry(v).or_insert(0) += n);
        }
        if let Some(label) = &frequency.label {
            histogram(label).into_iter().for_each(|(v, n)| *class.label.entry(v).or_insert(0) += n);
        }
    }
    let mut classes: Vec<(Vec<u32>, Slow)> = classes.into_iter().collect();
    classes.sort_by(|a, b| a.0.cmp(&b.0));
    for (key, class) in &mut classes {
        let weights: f64 = frequency.attributes.iter().map(|a| a.weight).sum();
        for (attribute, group) in key.iter().enumerate() {
            let cells = problem.metric.cells(attribute, groupings[attribute]);
            class.row += frequency.attributes[attribute].weight / weights * cells[*group as usize];
        }
    }
    classes.into_iter().map(|(_, class)| class).collect()
}

fn protection(problem: &Problem, class: &Slow) -> f64 {
    let unzipped: Vec<(Vec<u32>, Vec<u64>)> =
        class.sensitive.iter().map(|h| h.iter().map(|(v, n)| (*v, *n)).unzip()).collect();
    let sensitive: Vec<Histogram> = unzipped.iter().map(|(values, counts)| Histogram { values, counts }).collect();
    problem.model.protection(&privacy::Class { rows: class.rows, sensitive: &sensitive })
}

fn outcome(problem: &Problem, kept: &[(f64, &Slow)], suppressed: u64, cut: usize) -> Outcome {
    let rows: u64 = kept.iter().map(|(_, c)| c.rows).sum();
    let cost = |class: &Slow| {
        let (values, counts): (Vec<u32>, Vec<u64>) = class.label.iter().map(|(v, n)| (*v, *n)).unzip();
        let label = Some(Histogram { values: &values, counts: &counts });
        problem.metric.class(&loss::Class { rows: class.rows, row: class.row, label, extents: &class.extents })
    };
    let cost = kept.iter().map(|(_, c)| cost(c)).sum();
    let total = problem.metric.total(&Kept { cost, classes: kept.len() as u64, rows, suppressed });
    let protection = match problem.about_model.over {
        Over::Least => kept[0].0,
        Over::RowMean => kept.iter().map(|(p, c)| p * c.rows as f64).sum::<f64>() / rows as f64,
    };
    Outcome {
        protection: round(protection),
        loss: Loss { value: round(total.value), raw: total.raw },
        threshold: if cut == 0 { f64::NEG_INFINITY } else { kept[0].0 },
        suppressed,
        classes: kept.len() as u64,
    }
}
