//! The front and a verification as JSON: the contract of the design page.

use serde_json::{Value, json};

use super::lost::{leaves_note, silent_note};
use super::shape::{Joined, joined, shape, space_json};
use super::utility::utility_json;
use crate::choose::{Crossing, LEAST_LOSS, crossings};
use crate::evaluate::{Aim, Objective, Outcome, Problem};
use crate::front::{Floor, Front, Point};
use crate::loss::normalised_average_class_size;
use crate::open::Source;
use crate::privacy::Goal;
use crate::release::verify::Verified;
use crate::release::{Risk, finite, levels, shows};
use crate::say::{count, thousands};
use crate::space::{Place, Space};
use crate::utility::Utility;

use crate::study::{DomainSize, Role};

/// Ties beyond this many are counted, not listed.
const TIES: usize = 100;

/// The front as JSON. Points stand by falling privacy.
pub fn front_json(source: &Source, problem: &Problem, front: &Front) -> Value {
    let objectives = problem.objectives();
    let quasi: Vec<&str> = source.study.with_role(Role::QuasiIdentifier).map(|c| c.name.as_str()).collect();
    let point = |(index, p): (usize, &Point)| {
        // What makes the point stands under a key of that name; ties are of the same kind.
        let kind = p.place.space().shape();
        let made_of = |json: &mut Value, place: &Place| {
            if let Some(shape) = shape(source, problem, &quasi, place) {
                json[kind] = shape;
            }
        };
        let tie = |(place, outcome): &(Place, Outcome)| {
            let mut json = json!({ "suppressed": outcome.suppressed });
            made_of(&mut json, place);
            json
        };
        let mut json = json!({
            "values": values(problem, &objectives, &p.outcome),
            "raw": { problem.metric().name: p.outcome.loss.raw },
            "suppressed": p.outcome.suppressed,
            "classes": p.outcome.classes,
            "shape": kind,
        });
        made_of(&mut json, &p.place);
        json["shows"] = levels(&quasi, &shows(source, problem, &p.place));
        json["tie_count"] = json!(p.ties.len());
        json["ties"] = p.ties.iter().take(TIES).map(tie).collect();
        if let Some(("k", k)) = front.found.question {
            let Outcome { classes, suppressed, .. } = p.outcome;
            let size = normalised_average_class_size(problem.frequency.rows, classes, suppressed, k);
            json["normalised_average_class_size"] = json!(finite(size));
        }
        if let Some(gaps) = &front.found.gaps {
            json["gap"] = json!(finite(gaps[index]));
        }
        if front.found.question.is_some() {
            json["utility"] = utility_json(&Utility::of(problem, p, source.study.objectives.query_seed));
        }
        if let Some(least) = &front.found.least {
            json["bound"] = json!(finite(least.of_points[index]));
        }
        json
    };
    let objective = |o: &Objective| {
        let goal = if o.goal == Goal::Max { "max" } else { "min" };
        let mut json = json!({ "name": o.name, "goal": goal, "aim": o.aim.name(), "measures": o.measures });
        if let Some(parameter) = o.parameter {
            json["parameter"] = json!(parameter);
        }
        json
    };
    let mut json = json!({
        "study": source.study.name,
        "rows": problem.frequency.rows,
        "read": source.read,
        "dropped": source.dropped,
        "dropped_share": source.dropped_share(),
        "distinct": problem.frequency.distinct(),
        "space": space_json(source, problem, front.found.space),
        "objectives": objectives.iter().map(objective).collect::<Vec<_>>(),
        "suppression": { "rule": problem.rule.name(), "limit": problem.limit },
        "search": {
            "algorithm": front.found.algorithm,
            "evaluated": front.found.evaluated,
            "looks": front.found.looks,
            "complete": front.found.complete,
            "why": front.found.why(),
            "seconds": front.found.seconds,
            "threads": front.found.threads,
        },
        "points": front.points.iter().enumerate().map(point).collect::<Vec<_>>(),
    });
    let required = problem.required_levels();
    if !required.is_empty() {
        let demand = |(name, level): (&str, f64)| json!({ "name": name, "level": level });
        json["required"] = required.into_iter().map(demand).collect();
    }
    let presets = &source.study.presets;
    if !presets.is_empty() {
        let of = |crossing: Crossing| {
            let mut json = presets[crossing.preset].json();
            json["from"] = json!({ "point": crossing.point.map(|at| at + 1), "says": crossing.says });
            json
        };
        json["presets"] = crossings(problem, front, presets).into_iter().map(of).collect();
    }
    if let Some(persons) = &problem.frequency.persons {
        json["counts"] = json!("persons");
        json["persons"] = json!(persons.len());
        if persons.trails.is_some() {
            json["trails"] = json!(true);
            json["suppression"]["limit_counts"] = json!("persons");
        }
    }
    if let Some(most) = source.study.person().and_then(|column| column.rows_per_person) {
        json["rows_per_person"] = json!({ "most": most, "left_out": source.beyond_cap() });
    }
    if problem.domain != DomainSize::default() {
        json["domain"] = json!(problem.domain.name());
    }
    if let Some(least) = &front.found.least {
        json["search"]["bound"] = json!({
            "labels": least.labels,
            "proven_for_k": least.proofs.iter().map(|p| p.k).collect::<Vec<_>>(),
            "seconds": front.found.bound_seconds,
        });
    }
    if !front.found.floors.is_empty() {
        let (model, of) = (problem.model(), problem.lattice.attributes());
        let floor = |floor: &Floor| {
            json!({ model.parameter: whole(model.level(floor.protection)), "loss": finite(floor.loss),
                "columns": floor.parts.len(), "of": of })
        };
        json["search"]["floors"] = front.found.floors.iter().map(floor).collect();
    }
    if let Some((letter, asked)) = front.found.question {
        json["question"] = if letter == LEAST_LOSS { json!({ letter: true }) } else { json!({ letter: whole(asked) }) };
    }
    json
}

/// A number, without a decimal point where it is whole; nothing where JSON cannot hold it.
fn whole(x: f64) -> Value {
    match finite(x) {
        Some(x) if x.fract() == 0.0 && x.abs() < 9e15 => json!(x as i64),
        x => json!(x),
    }
}

/// The value of each objective: levels and rows that are whole without a decimal point, infinity as null.
fn values(problem: &Problem, objectives: &[Objective], outcome: &Outcome) -> Value {
    let value = |(objective, value): (&Objective, f64)| {
        let value = if objective.aim == Aim::Loss { json!(finite(value)) } else { whole(value) };
        (objective.name.to_string(), value)
    };
    Value::Object(objectives.iter().zip(problem.values(outcome)).map(value).collect())
}

/// What a reader of a front must know and might not ask.
pub fn notes(source: &Source, problem: &Problem, space: Space) -> Vec<String> {
    let study = &source.study;
    let mut notes: Vec<String> = silent_note(source).into_iter().collect();
    notes.extend(leaves_note(source, problem));
    notes.extend(persons_note(source, problem, space));
    let of = |j: Joined| {
        format!("{} ({} values, {} steps)", j.column, thousands(j.values as f64), thousands(j.steps as f64))
    };
    let joined: Vec<String> = joined(source, problem).filter(|_| space == Space::Cuts).map(of).collect();
    if !joined.is_empty() {
        notes.push(format!(
            "Neighbouring values were joined so that cuts stay within --memory, and are never told apart: {}. More memory, \
             or a granularity of your own, changes that.",
            joined.join(", ")
        ));
    }
    for (name, domain, doubt) in source.columns.iter().filter_map(|column| {
        let domain = column.domain()?;
        Some((&column.said.name, domain, domain.doubt?))
    }) {
        let read = domain.writing.format.as_ref().map_or_else(
            || format!("with \"{}\" before decimals", domain.writing.marks.decimal),
            |format| format!("as {}", format.as_str()),
        );
        notes.push(format!("{name} can be read in two ways and was read {read}: {}.", doubt.question()));
    }
    let named = |role: Role| study.with_role(role).map(|column| column.name.as_str()).collect::<Vec<&str>>();
    let insensitive = named(Role::Insensitive);
    if !insensitive.is_empty() {
        let (are, them) = if insensitive.len() == 1 { ("is", "it") } else { ("are", "them") };
        let as_is = if insensitive.len() == 1 { "as it is" } else { "as they are" };
        notes.push(format!("{} {are} released {as_is}: nothing protects {them}.", listed(&insensitive)));
    }
    let sensitive = named(Role::Sensitive);
    if !sensitive.is_empty() && !problem.track().sensitive {
        let models: Vec<&str> = problem.models().map(|about| about.name).collect();
        let (models, look) = (models.join(" and "), if models.len() == 1 { "does not look" } else { "do not look" });
        let (are, them) = if sensitive.len() == 1 { ("is", "it") } else { ("are", "them") };
        notes.push(format!(
            "{} {are} sensitive, but {models} {look} at {them}: a class whose rows all share a value gives it away. \
             Models with l or t do look.",
            listed(&sensitive)
        ));
    }
    for column in study.with_role(Role::Class) {
        notes.push(format!("{} is the class attribute and is released as it is.", column.name));
    }
    if !source.unnamed.is_empty() {
        notes.push(format!("Columns that the study does not name are not released: {}.", source.unnamed.join(", ")));
    }
    notes
}

/// What is counted where a column says whose rows they are.
fn persons_note(source: &Source, problem: &Problem, space: Space) -> Option<String> {
    let (persons, column) = problem.frequency.persons.as_ref().zip(source.study.person())?;
    let capped = column.rows_per_person.map_or(String::new(), |most| {
        format!(
            " At most {} of a person {} taken, drawn under a secret: {} left out before anything was counted.",
            count(most, "row", "rows"),
            if most == 1 { "is" } else { "are" },
            count(source.beyond_cap(), "row was", "rows were"),
        )
    });
    if problem.keeps_persons() {
        return Some(format!(
            "Persons stay in the release, {} of {}: {} is shown as pseudonyms. So a whole trail must be shared, all rows of a person \
             and each as often as it comes: a class is the rows of one tuple of persons with one trail, and k persons have each \
             trail. Who is suppressed goes with all rows, and the limit counts persons. Losses count rows.{capped}",
            count(persons.len() as u64, "person", "persons"),
            count(problem.frequency.rows, "row", "rows"),
            column.name,
        ));
    }
    let mut note = format!(
        "Privacy counts persons, not rows: {} of {} ({} is not released). In models of shares a row weighs one over the rows of \
         its person. Suppression and losses count rows.",
        count(problem.frequency.rows, "row", "rows"),
        count(persons.len() as u64, "person", "persons"),
        column.name,
    );
    if space == Space::Regions {
        note += " Searches for regions make classes of k rows or more and count their persons then: they may miss points that \
                 exist, and say no k that is not there.";
    }
    Some(note + &capped)
}

/// Names in a sentence; of very many the first.
fn listed(names: &[&str]) -> String {
    const MOST: usize = 6;
    match names {
        [one] => one.to_string(),
        [others @ .., last] if names.len() <= MOST => format!("{} and {last}", others.join(", ")),
        _ => format!("{} and {} more", names[..MOST - 1].join(", "), names.len() + 1 - MOST),
    }
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
    let mut json = json!({
        "table": table,
        "rows": verified.rows,
        "counts": if verified.persons.is_some() { "persons" } else { "rows" },
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
    });
    if let Some(wildcard) = verified.wildcard {
        json["wildcard"] = json!({ "k": wildcard.k, "hidden_cells": wildcard.hidden });
    }
    if let Some(persons) = verified.persons {
        json["persons"] = json!(persons);
        json["trails"] = json!(verified.trails);
        json["share_a_trail"] = json!(verified.share_a_trail);
    }
    json
}
