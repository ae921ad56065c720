//! The record beside a release: what was done and what holds, without any value of the data.
//!
//! It may be published. It holds no path, and no plain hash of the input, which would let anyone test guesses of the
//! original table: the hash is salted, and the salt is a file of its own, to be kept. It counts the groups that are
//! left in the release, because the number of all groups would tell how many went.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::beside::Beside;
use super::plan::{Plan, Suppressed};
use super::shows::released_shows;
use super::verify::Verified;
use crate::evaluate::Problem;
use crate::open::Quasi;
use crate::privacy::{self, Parameters};
use crate::require::{Finding, Measure, Preset};
use crate::space::{Place, Unit};
use crate::study::{DomainSize, Role, Study};

/// The record of a release. Shared with the release, so it holds names of columns, levels and counts, and no value:
/// hierarchies, labels, paths and the input's plain hash stay out. With the point and the suppressed rows given it is a function
/// of the released rows and of the settings: no loss is here, which suppressed rows have a part in, and no level against the
/// original table, which beside the level on the release would tell what they held. Of the groups of a cut it counts those
/// that the release shows. What columns show is said in words of the hierarchies' settings ("in steps of 10").
#[derive(Debug, Clone)]
pub struct Record {
    json: Value,
}

/// What classes of their own tell, where models look at sensitive values (Wong et al. 2007).
const MINIMALITY: &str =
    "a class that was left whole may tell that a finer one was refused because of its sensitive values";
const NO_MINIMALITY: &str =
    "which classes there are follows from the quasi-identifiers alone, and tells nothing of sensitive values";

/// Which of several equal rows show which class.
const TOGETHER: &str = "all rows with the same quasi-identifiers show the same";
const BY_LOT: &str = "rows with the same quasi-identifiers may show several classes; a lot decides which";
const BY_VALUE: &str = "rows with the same quasi-identifiers may show several classes, by their value beside; among equals a lot decides which";
/// What classes are where persons stay.
const TRAILS: &str = "a class is the rows of one tuple of persons who share a whole trail: all that their rows show, each as often as it comes";
/// Where no other release has these pseudonyms.
const FRESH: &str = "drawn for this release alone";
/// Where others may have.
const OF_A_KEY: &str = "of a key that other releases may share: rows of one person can be joined across all of them, and fewer persons \
                        share all of that than share a trail of one";
/// Which rows of a person are taken.
const WHICH: &str = "drawn under a secret; the others were left out before anything was counted";

impl Record {
    /// The record of a release that was recounted; `output` and `input` are what it says of both.
    pub(super) fn new(plan: &Plan, verified: &Verified, beside: &[Beside], output: Value, input: Value) -> Record {
        let Plan { source, problem, point, options, .. } = plan;
        let study = &source.study;
        let outcome = &point.outcome;
        let quasi: Vec<Quasi> = source.quasi().collect();
        let names: Vec<&str> = quasi.iter().map(|quasi| quasi.said.name.as_str()).collect();
        let groups = plan.recoding.released.groups_shown();
        // What the record says of each quasi-identifier; first, what the point is known by.
        let all = |of: &dyn Fn(usize) -> Value| (0..quasi.len()).map(of).collect::<Vec<Value>>();
        let shown: Vec<(&str, Vec<Value>)> = match &point.place {
            Place::Node(node) => vec![
                ("level", source.levels(node).into_iter().map(Value::from).collect()),
                ("of", all(&|q| json!(quasi[q].hierarchy.height()))),
            ],
            Place::Cut(_) => vec![
                ("groups", all(&|q| json!(groups[q]))),
                ("constrained", all(&|q| json!(problem.cuts.attributes[q].tree.is_some()))),
            ],
            Place::Regions(_) => vec![("labels", all(&|q| json!(groups[q])))],
        };
        let space = point.place.space();
        let known_by = if let Place::Node(_) = point.place { "levels" } else { shown[0].0 };
        let words = released_shows(source, &point.place, &plan.recoding.released);
        let shape = json!({ known_by: levels(&names, &shown[0].1), "shows": levels(&names, &words) });
        let columns: Vec<Value> = source
            .columns
            .iter()
            .map(|column| {
                let (said, place) = (&column.said, column.quasi());
                let mut json = json!({ "name": said.name, "role": said.role.name() });
                for (what, of) in &shown {
                    json[*what] = place.map_or(Value::Null, |q| of[q].clone());
                }
                if said.floor > 0 {
                    json["floor"] = json!(said.floor);
                }
                if let Some(beside) = beside.iter().find(|beside| beside.name == said.name) {
                    json["singled_out"] = json!({
                        "rows": beside.alone, "within_classes": beside.within, "estimated": beside.estimated,
                    });
                    json["unprotected"] = json!(said.unprotected);
                    json["treated"] = json!((!said.treatment.is_none()).then(|| said.treatment.says()));
                }
                if said.pseudonym {
                    json["shown"] = json!("pseudonyms");
                }
                if let Some(most) = said.rows_per_person {
                    json["rows_per_person"] = json!(most);
                }
                if place.is_some() {
                    json["hierarchy"] =
                        json!(if said.hierarchy.is_made_from_data() { "made from the data" } else { "given" });
                }
                json
            })
            .collect();
        let guarantees: serde_json::Map<String, Value> = verified
            .levels
            .iter()
            .map(|l| (l.model.to_string(), json!({ l.parameter: told(l.model, l.protection) })))
            .collect();
        let demand = |(name, level): (&str, f64)| {
            let found = match privacy::find(name) {
                Ok(about) => verified.protection_of(name).map_or(Value::Null, |p| told(about.name, p)),
                Err(_) => json!(verified.measured().of(&Measure::AverageRisk)),
            };
            json!({ "name": name, "level": level, "found": found })
        };
        let required: Vec<Value> = problem.required_levels().into_iter().map(demand).collect();
        let presets: Vec<Value> = study.presets.iter().map(|preset| preset_found(preset, verified)).collect();
        let suppressed = match options.suppressed {
            Suppressed::Drop => "left out",
            Suppressed::Star => "rows of * in every column",
        };
        let rows = problem.frequency.rows;
        let mut record = Record {
            json: json!({
                "celosia": env!("CARGO_PKG_VERSION"),
                "study": study.name,
                "objectives": objectives(problem, study),
                "space": space.name(),
                "point": shape,
                "rows": verified.rows,
                "classes": verified.classes,
                "suppressed": {
                    "rows": outcome.suppressed,
                    "share": outcome.suppressed as f64 / rows as f64,
                    "shown": suppressed,
                    "rule": problem.rule.name(),
                    "limit": problem.limit,
                },
                "dropped_for_missing_values": source.dropped,
                "of_all_rows_read": {
                    "rows": source.read,
                    "released": (rows - outcome.suppressed) as f64 / source.read as f64,
                    "suppressed": outcome.suppressed as f64 / source.read as f64,
                    "dropped_for_missing_values": source.dropped_share(),
                },
                "missing_shown_as": study.data.missing.shown(),
                "columns": columns,
                "guaranteed": guarantees,
                "measured_on": "the release itself",
                "not_protected": study.with_role(Role::Insensitive).map(|c| c.name.as_str()).collect::<Vec<_>>(),
                "order": if options.keep_order { "as in the source" } else { "shuffled" },
                "verified": "what was written was read back and recounted",
                "input": input,
                "output": output,
            }),
        };
        if let Place::Regions(regions) = &plan.point.place
            && let Some(bounds) = regions.bounds()
        {
            let names = source.quasi().zip(regions.languages());
            let languages = names.map(|(quasi, labels)| (quasi.said.name.clone(), json!(labels.name())));
            let looks = problem.models().any(|about| about.sensitive);
            record.json["labels"] = json!({
                "languages": Value::Object(languages.collect()),
                "bounds": bounds.name(),
                "minimality": if looks { MINIMALITY } else { NO_MINIMALITY },
                "equal_rows": match problem.unit() {
                    Unit::Whole => TOGETHER,
                    Unit::Rows => BY_LOT,
                    Unit::OfValue => BY_VALUE,
                },
            });
        }
        if plan.numbers {
            let added = plan.columns().split_off(plan.recoding.columns.len());
            record.json["numbers"] = added.into_iter().map(|(name, _)| name).collect();
        }
        for (key, list) in [("required", required), ("presets", presets)] {
            if !list.is_empty() {
                record.json[key] = list.into();
            }
        }
        if let Some(persons) = &plan.recoding.released.persons {
            record.json["counts"] = json!("persons");
            record.json["persons"] = json!(persons.released);
            record.json["suppressed"]["persons_who_lost_rows"] = json!(persons.lost);
            record.json["verified"] = json!(if study.keeps_persons() {
                "what was written was read back; everybody has there, under a pseudonym, the rows that were counted before"
            } else {
                "what was written was read back; persons were counted before their column was taken out, class by class"
            });
        }
        if study.keeps_persons() {
            record.json["suppressed"]["limit_counts"] = json!("persons, who go with all their rows");
            record.json["trails"] = json!(TRAILS);
            record.json["pseudonyms"] = json!(if plan.key.is_some() { OF_A_KEY } else { FRESH });
        }
        if let Some(most) = study.person().and_then(|column| column.rows_per_person) {
            record.json["rows_per_person"] = json!({ "most": most, "which": WHICH });
        }
        record
    }

    /// The record as JSON.
    pub fn json(&self) -> &Value {
        &self.json
    }

    /// The record as text.
    pub fn to_json(&self) -> String {
        format!("{:#}\n", self.json)
    }

    /// Where the record of an output stands.
    pub fn path(output: &Path) -> PathBuf {
        beside(output, ".record.json")
    }

    /// Where the plan of an output stands.
    pub fn plan_path(output: &Path) -> PathBuf {
        beside(output, ".plan.json")
    }

    /// Where the key of an output's pseudonyms stands.
    pub fn key_path(output: &Path) -> PathBuf {
        beside(output, ".key.json")
    }

    /// Where the salt of an output's record stands.
    pub fn salt_path(output: &Path) -> PathBuf {
        beside(output, ".salt")
    }
}

/// What was measured of the release against the figures of a preset.
fn preset_found(preset: &Preset, verified: &Verified) -> Value {
    let measured = verified.measured();
    let findings: Vec<Value> = preset.findings(&measured).iter().map(Finding::json).collect();
    json!({
        "preset": preset.named(), "version": preset.version, "date": preset.date, "source": preset.source,
        "findings": findings, "cannot_say": preset.cannot,
    })
}

/// The objectives as a study names them: one by its name, several in a list.
fn objectives(problem: &Problem, study: &Study) -> Value {
    let named = |names: Vec<&str>| if let [one] = names[..] { json!(one) } else { json!(names) };
    let privacy = named(problem.models().map(|about| about.name).collect());
    let mut objectives =
        json!({ "privacy": privacy, "loss": named(problem.metrics().map(|about| about.name).collect()) });
    if problem.suppressed_rows {
        objectives["suppressed-rows"] = json!(true);
    }
    if problem.domain != DomainSize::default() {
        objectives["domain"] = json!(problem.domain.name());
    }
    // What a reader needs to measure the same again.
    let (asked, usual) = (&study.objectives, Parameters::default());
    [("c", asked.c, usual.c), ("alpha", asked.alpha, usual.alpha)]
        .into_iter()
        .filter(|(_, value, usual)| value != usual)
        .for_each(|(key, value, _)| objectives[key] = json!(value));
    objectives
}

/// A model's level with three decimals, rounded to the weaker side so that it never promises too much; whole numbers as
/// they are; nothing where no finite level holds.
fn told(model: &str, protection: f64) -> Value {
    let Ok(about) = privacy::find(model) else { return Value::Null };
    let weaker = about.level((protection * 1000.0).floor() / 1000.0);
    match finite(weaker) {
        Some(level) if level.fract() == 0.0 && level.abs() < 9e15 => json!(level as i64),
        level => json!(level),
    }
}

/// Levels, or numbers of groups, by attribute name.
pub fn levels<N: Clone + Into<Value>>(quasi: &[&str], levels: &[N]) -> Value {
    Value::Object(quasi.iter().zip(levels).map(|(name, level)| (name.to_string(), level.clone().into())).collect())
}

/// A number that JSON can hold.
pub fn finite(x: f64) -> Option<f64> {
    x.is_finite().then_some(x)
}

/// A name beside an output.
pub(super) fn beside(output: &Path, ending: &str) -> PathBuf {
    let mut name = output.file_name().map(|n| n.to_os_string()).unwrap_or_default();
    name.push(ending);
    output.with_file_name(name)
}
