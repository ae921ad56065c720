//! The slow, obvious version of what must go beyond the weakest classes: the oracle of `required.rs`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::naive::Slow;
use super::naive_trails::{gone, weakest};
use super::{Outcome, Problem};
use crate::frequency::Histogram;
use crate::privacy::{Class, Sensitive, meets};
use crate::study::Rule;

/// What is left of these classes where all that is required holds; nothing where that is none, or more than the limit goes.
pub fn settled(problem: &Problem, classes: &[Slow], mut kept: Vec<usize>) -> Option<Vec<usize>> {
    loop {
        let rows: u64 = kept.iter().map(|class| classes[*class].rows).sum();
        if kept.is_empty() || gone(problem, classes, &kept) > problem.limit {
            return None;
        }
        let mut left = kept.clone();
        if rows < problem.frequency.rows {
            let own = shares(problem, classes, &kept);
            let attributes: Vec<Sensitive> = own.iter().map(|(_, own)| own.clone()).collect();
            for (about, least) in problem.required.relative() {
                let model = (about.build)(&problem.parameters, &attributes).ok()?;
                let holds = |class: &usize| {
                    let recoded = classes[*class].sensitive.iter().zip(&own);
                    let recoded = recoded.map(|(rows, (code, _))| rows.iter().map(|(v, n)| (code[v], *n)).unzip());
                    let recoded: Vec<(Vec<u32>, Vec<u64>)> = recoded.collect();
                    let sensitive: Vec<Histogram> =
                        recoded.iter().map(|(values, counts)| Histogram { values, counts }).collect();
                    let rows = classes[*class].mass();
                    meets(model.protection(&Class { rows, sensitive: &sensitive, persons: None }), *least)
                };
                let stays: std::collections::HashSet<usize> = kept.iter().copied().collect();
                // Whoever has a row in a class that fails goes with all rows.
                let holds = |class: usize| if !stays.contains(&class) || holds(&class) { 1.0 } else { 0.0 };
                let all = weakest(problem, classes, (0..classes.len()).map(holds).collect());
                left.retain(|class| all[*class] == 1.0);
            }
        }
        if left.len() < kept.len() {
            kept = left;
            continue;
        }
        let mean = |protection: &dyn Fn(usize) -> f64| {
            kept.iter().map(|class| classes[*class].rows as f64 * protection(*class)).sum::<f64>() / rows as f64
        };
        let holds = problem
            .required
            .average_risk()
            .is_none_or(|most| mean(&|class| 1.0 / classes[class].size() as f64) <= most + 1e-12)
            && problem.required.means().iter().all(|(judge, least)| {
                meets(mean(&|class| classes[class].judged(|c| judge.model.protection(c))), *least)
            });
        if holds {
            return Some(kept);
        }
        let smallest = kept.iter().map(|class| classes[*class].size()).min()?;
        kept.retain(|class| classes[*class].size() > smallest);
    }
}

/// The sensitive attributes of some classes alone, and the code that each value has there.
fn shares(problem: &Problem, classes: &[Slow], kept: &[usize]) -> Vec<(BTreeMap<u32, u32>, Sensitive)> {
    let of = |(attribute, all): (usize, &Sensitive)| {
        let mut rows: BTreeMap<u32, u64> = BTreeMap::new();
        for class in kept {
            classes[*class].sensitive[attribute].iter().for_each(|(value, n)| *rows.entry(*value).or_insert(0) += n);
        }
        let code: BTreeMap<u32, u32> = rows.keys().copied().zip(0..).collect();
        let level = |level: &Vec<u32>| rows.keys().map(|value| level[*value as usize]).collect();
        let sensitive = Sensitive {
            totals: rows.values().copied().collect(),
            levels: all.levels.as_ref().map(|levels| levels.iter().map(level).collect()),
            missing: all.missing.and_then(|missing| code.get(&missing).copied()),
        };
        (code, sensitive)
    };
    // Only where a model looks at them do classes carry them.
    if !problem.required.relative().is_empty() {
        problem.sensitive.iter().enumerate().map(of).collect()
    } else {
        Vec::new()
    }
}

/// Can averages that are required hold in a finer node? Of each number of classes that may go whole the smallest go.
pub fn averages_may_hold(problem: &Problem, classes: &[Slow]) -> bool {
    let rows = problem.frequency.rows;
    let mut sizes: Vec<u64> = classes.iter().map(|class| class.rows).collect();
    sizes.sort_unstable();
    let risk = |gone: usize| {
        let of_gone: u64 = sizes[..gone].iter().sum();
        (of_gone <= problem.limit).then(|| (sizes.len() - gone) as f64 / (rows - of_gone) as f64)
    };
    let least = (0..sizes.len()).map_while(risk).fold(f64::INFINITY, f64::min);
    // Of persons there is no such bound.
    if !problem.counts_persons() && problem.required.average_risk().is_some_and(|most| least > most + 2e-12) {
        return false;
    }
    problem.required.means().iter().all(|(judge, least)| {
        // The rows that stay at best: those of the strongest classes.
        let reach = classes.iter().map(|class| class.judged(|c| judge.model.reach(c, problem.limit))).collect();
        let rows_of = classes.iter().map(|class| class.rows);
        let mut strongest: Vec<(f64, u64)> = weakest(problem, classes, reach).into_iter().zip(rows_of).collect();
        strongest.sort_by(|a, b| b.0.total_cmp(&a.0));
        let wanted = rows.saturating_sub(problem.limit_rows()).max(1);
        let (mut left, mut sum) = (wanted, 0.0);
        for (reach, rows) in strongest {
            let take = rows.min(left);
            left -= take;
            sum += take as f64 * reach;
        }
        sum / wanted as f64 * (1.0 + 1e-11) >= *least
    })
}

/// Each outcome once, of equal ones that of the lowest levels; by tolerance only that of the highest.
pub fn each_once(problem: &Problem, outcomes: &mut Vec<Outcome>) {
    let place = |o: &Outcome| (o.threshold, o.thresholds.clone());
    outcomes.sort_by(|a, b| place(a).partial_cmp(&place(b)).unwrap_or(Ordering::Equal));
    if problem.rule == Rule::Tolerance {
        outcomes.drain(..outcomes.len().saturating_sub(1));
    }
    let mut once: Vec<Outcome> = Vec::new();
    for outcome in outcomes.drain(..) {
        let same = |known: &Outcome| {
            let values = |o: &Outcome| (o.suppressed, o.classes, o.protection, o.loss.value, o.further.clone());
            values(known) == values(&outcome)
        };
        if !once.iter().any(same) {
            once.push(outcome);
        }
    }
    once.sort_by(|a, b| (a.suppressed, place(a)).partial_cmp(&(b.suppressed, place(b))).unwrap_or(Ordering::Equal));
    *outcomes = once;
}
