//! A comparison as JSON.

use serde_json::{Map, Value, json};

use super::{Compared, Comparison};
use crate::evaluate::{Aim, Objective};
use crate::privacy::Goal;
use crate::release::finite;
use crate::report::utility_json;
use crate::utility::Utility;

/// The comparison as one object. `covers[A][B]` is the share of B's points that a point of A is at least as good as.
pub fn comparison_json(comparison: &Comparison) -> Value {
    let objectives = &comparison.objectives;
    let objective = |o: &Objective| json!({ "name": o.name, "goal": if o.goal == Goal::Max { "max" } else { "min" } });
    let row = |(one, shares): (&Compared, &Vec<Option<f64>>)| {
        let others = comparison.entries.iter().zip(shares).filter(|(other, _)| other.name != one.name);
        let row: Map<String, Value> = others.map(|(other, share)| (other.name.clone(), json!(share))).collect();
        (one.name.clone(), Value::Object(row))
    };
    let covers: Map<String, Value> = comparison.entries.iter().zip(&comparison.covers).map(row).collect();
    let left_out = |(name, why): &(String, String)| json!({ "name": name, "why": why });
    json!({
        "study": comparison.study,
        "rows": comparison.rows,
        "objectives": objectives.iter().map(objective).collect::<Vec<_>>(),
        "entries": comparison.entries.iter().map(|entry| entry_json(entry, objectives, &comparison.levels)).collect::<Vec<_>>(),
        "covers": covers,
        "bound": comparison.bound.as_ref().map(|bound| json!({ "says": bound.name, "points": bound.points })),
        "left_out": comparison.left_out.iter().map(left_out).collect::<Vec<_>>(),
    })
}

fn entry_json(entry: &Compared, objectives: &[Objective], levels: &[f64]) -> Value {
    let utility =
        |(k, utility): (&f64, &Option<Utility>)| json!({ "k": k, "utility": utility.as_ref().map(utility_json) });
    let values = |values: &Vec<f64>| -> Map<String, Value> {
        objectives.iter().zip(values).map(|(o, value)| (o.name.to_string(), number(o, *value))).collect()
    };
    json!({
        "name": entry.name,
        "space": entry.space,
        "search": entry.search,
        "points": entry.points.len(),
        "complete": entry.complete,
        "why": entry.why,
        "hypervolume": entry.hypervolume,
        "evaluated": entry.evaluated,
        "seconds": entry.seconds,
        "suppression": { "rule": entry.suppression.0, "limit": entry.suppression.1 },
        "values": entry.points.iter().map(values).collect::<Vec<_>>(),
        "utility": levels.iter().zip(&entry.utility).map(utility).collect::<Vec<_>>(),
    })
}

/// As in `front.json`: levels and rows that are whole without a decimal point, infinity as null.
fn number(objective: &Objective, value: f64) -> Value {
    match finite(value) {
        Some(x) if objective.aim != Aim::Loss && x.fract() == 0.0 && x.abs() < 9e15 => json!(x as i64),
        x => json!(x),
    }
}
