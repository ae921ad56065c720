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
    let share =
        |(_, counts): &(Vec<u32>, Vec<u64>), rows: u64| counts.iter().max().map_or(0.0, |n| *n as f64 / rows as f64);
    let alpha = classes.iter().flat_map(|c| c.sensitive.iter().map(|h| share(h, c.rows))).fold(0.0, f64::max);
    let l = level("distinct-l-diversity").unwrap_or(1.0);
    let tail = |h: &(Vec<u32>, Vec<u64>)| {
        let mut counts = h.1.clone();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        counts[0] as f64 / counts[(l as usize - 1).min(counts.len() - 1)..].iter().sum::<u64>() as f64
    };
    let c = classes.iter().flat_map(|c| c.sensitive.iter().map(tail)).fold(0.0, f64::max);
    let t = numeric.iter().enumerate().map(|(s, numeric)| {
        let name = if *numeric { "t-closeness-ordered" } else { "t-closeness" };
        let model = MODELS.iter().find(|m| m.name == name)?;
        let made = (model.build)(&Parameters::default(), &reference[s..=s]).ok()?;
        let one = |c: &Coded| Coded { rows: c.rows, sensitive: vec![c.sensitive[s].clone()] }.protection(made.as_ref());
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

fn whole(x: Option<f64>) -> Option<u64> {
    x.map(|x| x as u64)
}
