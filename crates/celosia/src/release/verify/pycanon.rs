//! pycanon's report keys with our definitions, so that people can switch. Where the definitions differ, the cross-check
//! in `tests/pycanon` says how.

use serde_json::{Value, json};

use super::{Coded, Level};
use crate::privacy::{MODELS, Parameters, Sensitive};

/// The report.
pub(super) fn pycanon(levels: &[Level], classes: &[Coded], reference: &[Sensitive], numeric: &[bool]) -> Value {
    let level = |name: &str| levels.iter().find(|l| l.model == name).map(|l| l.level);
    let finite = |x: Option<f64>| x.filter(|x| x.is_finite());
    let k = level("k-anonymity");
    if reference.is_empty() {
        return json!({ "k_anonymity": { "k": whole(k) } });
    }
    let share = |counts: &[u64], rows: u64| counts.iter().max().map_or(0.0, |n| *n as f64 / rows as f64);
    let completed: Vec<(u64, Vec<Vec<u64>>)> = classes.iter().map(|c| (c.rows, c.completed(reference))).collect();
    let alpha = completed.iter().flat_map(|(rows, all)| all.iter().map(|h| share(h, *rows))).fold(0.0, f64::max);
    let l = level("distinct-l-diversity").unwrap_or(1.0);
    let tail = |counts: &Vec<u64>| {
        let mut counts = counts.clone();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        counts[0] as f64 / counts[(l as usize - 1).min(counts.len() - 1)..].iter().sum::<u64>() as f64
    };
    let c = completed.iter().flat_map(|(_, all)| all.iter().map(tail)).fold(0.0, f64::max);
    let t = numeric.iter().enumerate().map(|(s, numeric)| {
        let name = if *numeric { "t-closeness-ordered" } else { "t-closeness" };
        let model = MODELS.iter().find(|m| m.name == name)?;
        let made = (model.build)(&Parameters::default(), &reference[s..=s]).ok()?;
        let alone = |c: &Coded| Coded { rows: c.rows, sensitive: vec![c.sensitive[s].clone()], persons: None };
        let one = |c: &Coded| alone(c).protection(made.as_ref());
        Some(model.level(classes.iter().map(one).fold(f64::INFINITY, f64::min)))
    });
    let t = t.flatten().fold(0.0, f64::max);
    json!({
        "k_anonymity": { "k": whole(k) },
        "alpha_k_anonymity": { "alpha": alpha, "k": whole(k) },
        "l_diversity": { "l": l as u64 },
        "entropy_l_diversity": { "l": level("entropy-l-diversity") },
        "recursive_c_l_diversity": { "c": (l > 1.0).then_some(c), "l": l as u64 },
        "basic_beta_likeness": { "beta": finite(level("beta-likeness")) },
        "enhanced_beta_likeness": { "beta": finite(level("enhanced-beta-likeness")) },
        "t_closeness": { "t": t },
        "delta_disclosure": { "delta": finite(level("delta-disclosure")) },
    })
}

impl Coded {
    /// The counts of each sensitive attribute, with missing rows counted as the most frequent value: their worst, spelt out.
    fn completed(&self, reference: &[Sensitive]) -> Vec<Vec<u64>> {
        let completed = self.sensitive.iter().zip(reference).map(|((values, counts), attribute)| {
            let is_missing = |value: &u32| attribute.missing == Some(*value);
            let rows = values.iter().zip(counts);
            let (gaps, mut real): (Vec<_>, Vec<_>) = rows.partition(|(value, _)| is_missing(value));
            real.sort_by_key(|(_, rows)| std::cmp::Reverse(**rows));
            let mut counts: Vec<u64> = real.into_iter().map(|(_, rows)| *rows).collect();
            let missing: u64 = gaps.into_iter().map(|(_, rows)| *rows).sum();
            match counts.first_mut() {
                Some(most) => *most += missing,
                None => counts.push(missing),
            }
            counts
        });
        completed.collect()
    }
}

fn whole(x: Option<f64>) -> Option<u64> {
    x.map(|x| x as u64)
}
