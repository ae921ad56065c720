//! The front and a verification as JSON: the contract of the design page.

use serde_json::{Value, json};

use crate::evaluate::{Outcome, Problem};
use crate::front::{Front, Point};
use crate::privacy::{self, Goal};
use crate::release::verify::Verified;
use crate::release::{Risk, Source, finite, levels};
use crate::study::Role;

/// Ties beyond this many are counted, not listed.
const TIES: usize = 100;

/// The front as JSON. Points stand by falling privacy.
pub fn front_json(source: &Source, problem: &Problem, front: &Front) -> Value {
    let (model, metric) = (problem.about_model, problem.about_metric);
    let quasi: Vec<&str> = source.study.with_role(Role::QuasiIdentifier).map(|c| c.name.as_str()).collect();
    let point = |p: &Point| {
        let ties: Vec<Value> = p
            .ties
            .iter()
            .take(TIES)
            .map(|(node, o)| json!({ "suppressed": o.suppressed, "levels": levels(&quasi, node) }))
            .collect();
        json!({
            "values": values(model, metric.name, &p.outcome),
            "raw": { metric.name: p.outcome.loss.raw },
            "suppressed": p.outcome.suppressed,
            "classes": p.outcome.classes,
            "levels": levels(&quasi, &p.node),
            "tie_count": p.ties.len(),
            "ties": ties,
        })
    };
    let size = problem.lattice.size();
    let goal = |goal: Goal| if goal == Goal::Max { "max" } else { "min" };
    json!({
        "study": source.study.name,
        "rows": problem.frequency.rows,
        "dropped": source.dropped,
        "distinct": problem.frequency.distinct(),
        // Sizes beyond 64 bits do not fit a JSON number; as text they lose nothing.
        "space": { "kind": "lattice", "size": u64::try_from(size).map_or_else(|_| json!(size.to_string()), |s| json!(s)) },
        "objectives": [
            { "name": model.name, "goal": goal(model.goal), "parameter": model.parameter, "measures": model.measures },
            { "name": metric.name, "goal": "min", "measures": metric.measures },
        ],
        "suppression": { "rule": problem.rule.name(), "limit": problem.limit },
        "search": {
            "algorithm": front.found.algorithm,
            "evaluated": front.found.evaluated,
            "complete": front.found.complete,
            "why": front.found.why,
            "seconds": front.found.seconds,
            "threads": front.found.threads,
        },
        "points": front.points.iter().map(point).collect::<Vec<_>>(),
    })
}

/// Whole numbers without a decimal point, infinity as null.
fn values(model: &privacy::About, loss: &str, outcome: &Outcome) -> Value {
    let level = model.level(outcome.protection);
    let level = match finite(level) {
        Some(level) if level.fract() == 0.0 && level.abs() < 9e15 => json!(level as i64),
        level => json!(level),
    };
    json!({ model.name: level, loss: outcome.loss.value })
}

/// What a reader of a front must know and might not ask.
pub fn notes(source: &Source, problem: &Problem) -> Vec<String> {
    let study = &source.study;
    let mut notes = Vec::new();
    for column in study.with_role(Role::Insensitive) {
        notes.push(format!("{} is released as it is: nothing protects it.", column.name));
    }
    if !problem.about_model.sensitive {
        for column in study.with_role(Role::Sensitive) {
            notes.push(format!(
                "{} is sensitive, but {} does not look at it: a class whose rows all share a value gives it away. \
                 Models with l or t do look.",
                column.name, problem.about_model.name
            ));
        }
    }
    for column in study.with_role(Role::Class) {
        notes.push(format!("{} is the class attribute and is released as it is.", column.name));
    }
    let unnamed: Vec<&str> = source
        .table
        .columns
        .iter()
        .map(String::as_str)
        .filter(|n| !study.columns.iter().any(|c| c.name == *n))
        .collect();
    if !unnamed.is_empty() {
        notes.push(format!("Columns that the study does not name are not released: {}.", unnamed.join(", ")));
    }
    notes
}

/// A verification as JSON.
pub fn verified_json(table: &str, verified: &Verified) -> Value {
    let risk = |r: &Risk| json!({ "highest": r.highest, "average": r.average, "at_risk": r.at_risk });
    let models: Vec<Value> = verified
        .levels
        .iter()
        .map(|l| {
            let mut model = json!({ "name": l.model, "parameter": l.parameter, "level": finite(l.level) });
            if let Some((name, value)) = l.second {
                model[name] = json!(value);
            }
            model
        })
        .collect();
    let sizes: Vec<Value> = verified.sizes.iter().map(|(size, n)| json!({ "size": size, "classes": n })).collect();
    json!({
        "table": table,
        "rows": verified.rows,
        "suppressed_rows": verified.starred,
        "classes": verified.classes,
        "models": models,
        "class_sizes": sizes,
        "risks": {
            "threshold": verified.risks.threshold,
            "prosecutor": risk(&verified.risks.prosecutor),
            "journalist": risk(&verified.risks.journalist),
            "marketer": verified.risks.marketer,
            "population_known": verified.risks.population_known,
        },
        "pycanon": verified.pycanon,
    })
}
