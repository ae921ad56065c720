//! The report: one HTML file that holds its data, its style and its script, and loads nothing.

use serde_json::{Value, json};

use super::json::{front_json, notes};
use super::shape::large_note;
use crate::choose::Advice;
use crate::evaluate::Problem;
use crate::front::Front;
use crate::hierarchy::label::COMMON;
use crate::open::{Quasi, Source};
use crate::study::Role;
use crate::words;

const PAGE: &str = include_str!("page/page.html");
/// The style of our pages.
pub const STYLE: &str = include_str!("page/page.css");
/// One script, in parts that may use what stands above them.
const SCRIPT: &str = concat!(
    include_str!("page/front.js"),
    include_str!("page/elements.js"),
    include_str!("page/numbers.js"),
    include_str!("page/shape.js"),
    include_str!("page/chart.js"),
    include_str!("page/release.js"),
    include_str!("page/table.js"),
    include_str!("page/words.js"),
    include_str!("page/start.js"),
);

/// The report of a front. `command` is what a reader would type to release a point of it, without the point.
pub fn html(source: &Source, problem: &Problem, front: &Front, advice: &Advice, command: &str) -> String {
    let flat: Vec<Value> = advice.flat.iter().map(|f| json!({ "from": f.from, "to": f.to })).collect();
    let frequency = &problem.frequency;
    let persons = |tuple: usize| frequency.persons.as_ref().map_or(frequency.counts[tuple], |p| p.count(tuple));
    let unique: u64 =
        (0..frequency.distinct()).filter(|tuple| persons(*tuple) == 1).map(|tuple| frequency.counts[tuple]).sum();
    let data = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "command": command,
        "front": coarse_front(source, problem, front),
        // The points that are best in the first model and the first loss alone.
        "plane": front.plane(),
        "advice": { "sentences": advice.sentences, "knee": advice.knee.map(|k| k.point), "flat": flat },
        "columns": columns(source, problem),
        "labels": words::forms(),
        "notes": notes(source, problem, front.found.space).into_iter().chain(large_note(problem, &front.found)).collect::<Vec<_>>(),
        "before": {
            "classes": frequency.distinct(),
            "k": (0..frequency.distinct()).map(persons).min(),
            "unique": unique as f64 / frequency.rows as f64,
        },
    });
    // Data last: it may contain any text, even a marker.
    let data = data.to_string().replace('<', "\\u003c");
    PAGE.replacen("/*STYLE*/", STYLE, 1).replacen("/*SCRIPT*/", SCRIPT, 1).replacen("/*DATA*/", &data, 1)
}

/// The front without the losses' last digits: at full precision they could tell about rows that are suppressed.
fn coarse_front(source: &Source, problem: &Problem, front: &Front) -> Value {
    let mut json = front_json(source, problem, front);
    for point in json["points"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        point.remove("raw");
        for metric in problem.metrics() {
            if let Some(loss) = point["values"][metric.name].as_f64() {
                point["values"][metric.name] = json!((loss * 1e4).round() / 1e4);
            }
        }
        // Upwards: a gap is a bound.
        if let Some(gap) = point.get("gap").and_then(Value::as_f64) {
            point.insert("gap".into(), json!((gap * 1e4).ceil() / 1e4));
        }
        if let Some(bound) = point.get("bound").and_then(Value::as_f64) {
            point.insert("bound".into(), json!((bound * 1e4).floor() / 1e4));
        }
    }
    json
}

fn columns(source: &Source, problem: &Problem) -> Vec<Value> {
    let study = &source.study;
    let mut quasi = source
        .quasi()
        .zip(&problem.frequency.attributes)
        .map(|(Quasi { said, hierarchy, .. }, attribute)| {
            let counts = &attribute.counts;
            let common = (0..counts.len()).max_by_key(|code| counts[*code]).unwrap_or(0);
            let example = |level: usize| {
                let group_of = &hierarchy.levels[level].group_of;
                let rows: u64 = (0..counts.len()).filter(|c| group_of[*c] == group_of[common]).map(|c| counts[c]).sum();
                // The report may be shared.
                if rows >= COMMON { hierarchy.label(level, common) } else { "…" }
            };
            let groups: Vec<usize> = hierarchy.levels.iter().map(|l| l.labels.len()).collect();
            let examples: Vec<&str> = (0..hierarchy.levels.len()).map(example).collect();
            let shows: Vec<&str> = (0..hierarchy.levels.len()).map(|level| hierarchy.shows(level)).collect();
            json!({
                "name": said.name,
                "role": said.role.name(),
                "groups": groups,
                "examples": examples,
                "shows": shows,
            })
        })
        .collect::<Vec<Value>>();
    for column in study.columns.iter().filter(|c| c.role != Role::QuasiIdentifier) {
        quasi.push(json!({ "name": column.name, "role": column.role.name() }));
    }
    for name in &source.unnamed {
        quasi.push(json!({ "name": name, "role": "not in the study" }));
    }
    quasi
}

#[cfg(test)]
mod tests {
    use super::{PAGE, SCRIPT, STYLE};

    #[test]
    fn the_page_has_a_place_for_each_part_and_no_long_lines() {
        for marker in ["/*STYLE*/", "/*SCRIPT*/", "/*DATA*/"] {
            assert_eq!(PAGE.matches(marker).count(), 1, "{marker}");
        }
        assert!(SCRIPT.starts_with("\"use strict\";\n"));
        for line in [PAGE, STYLE, SCRIPT].into_iter().flat_map(str::lines) {
            assert!(line.chars().count() <= 118, "{line}");
        }
    }
}
