//! The public edition: what settings say, and what can be read in the release itself.
//!
//! **It sees no domain, no frequency table and no point.** A record may be shared, so what it says of columns and of the output
//! is taken from there; how many rows were read, dropped and suppressed is not taken.

use std::collections::HashSet;

use super::About;
use super::content::{
    Amounts, Attackers, Column, Content, Group, Hashes, Held, Made, Numbers, Said, Sample, SinglesOut,
};
use super::map::map;
use super::sizes::{by_risk, by_size, chances, share};
use super::unit::Unit;
use super::{asked, date, limits, order, pairs, presets, spread};
use crate::privacy;
use crate::release::verify::{Seen, Verified};
use crate::release::{Record, Tally, Told, finite};
use crate::say;
use crate::space::Space;
use crate::study::{self, Limit, Role, Rule, Study};

/// The most groups of a quasi-identifier that are listed.
const GROUPS: usize = 1000;
/// The most values of another column that are listed one by one.
const VALUES: usize = 24;

/// What a public report is made from.
pub struct Published<'t> {
    study: &'t Study,
    record: &'t Record,
    verified: &'t Verified,
    seen: &'t Seen,
    tally: Option<&'t Tally>,
    about: &'t About,
}

impl<'t> Published<'t> {
    /// What may be looked at of all that is told.
    pub fn of(told: &'t Told, about: &'t About) -> Published<'t> {
        let study = &told.plan.source.study;
        Published { study, record: told.record, verified: told.verified, seen: told.seen, tally: told.tally, about }
    }

    /// What the public edition says.
    pub fn content(&self) -> Content {
        let Published { study, verified, about, tally, .. } = self;
        let record = self.record.json();
        let mut left_out = limits::not_public();
        left_out.extend(tally.is_none().then(limits::not_here));
        Content {
            edition: "public",
            may_be_shared: true,
            study: study.name.clone(),
            counts: Unit::of(verified).many,
            made: Made {
                date: about.date.clone().unwrap_or_else(date::today),
                author: about.author.clone(),
                celosia: env!("CARGO_PKG_VERSION"),
            },
            asked: self.asked(),
            holds: self.holds(),
            rows: Amounts {
                released: verified.rows,
                persons: verified.persons,
                classes: verified.classes,
                smallest_class: verified.sizes.keys().next().copied().unwrap_or(0),
                of: None,
            },
            risk: Attackers {
                threshold: verified.risks.threshold,
                release: chances(&verified.risks, verified.rows),
                original: None,
            },
            class_sizes: by_size(&verified.sizes, None, Unit::of(verified)),
            row_risks: by_risk(&verified.sizes, None),
            columns: study.columns.iter().map(|said| self.column(said)).collect(),
            map: if record["space"] == Space::Regions.name() { map(self.seen, &about.map) } else { None },
            learnt: Vec::new(),
            pairs: pairs::of_release(self.seen),
            numbers: self.numbers(),
            model: None,
            presets: presets::regulators(study, verified),
            sample: tally.map(|tally| Sample {
                columns: tally.columns.iter().map(|column| column.name.clone()).collect(),
                rows: tally.sample.clone(),
            }),
            limits: limits::limits(study, verified),
            left_out,
            hashes: Hashes { output: record["output"].clone(), input: record["input"].clone() },
        }
    }

    /// The question, as the settings put it.
    fn asked(&self) -> Vec<Said> {
        let (study, record) = (self.study, self.record.json());
        let said = |what: &str, said: String| Said { what: what.into(), said };
        let mut asked: Vec<Said> = self.about.asked.iter().map(|asked| said("Asked for", asked.clone())).collect();
        asked.push(said("Privacy models", study.objectives.privacy.join(", ")));
        let required: Vec<String> = asked::required(study).iter().map(|required| required.to_string()).collect();
        if !required.is_empty() {
            asked.push(said("Required", required.join(", ")));
        }
        asked.push(said("Losses", study.objectives.loss.join(", ")));
        let (one, many) = if study.keeps_persons() { ("person", "persons") } else { ("row", "rows") };
        let limit = match study.suppression.limit {
            Limit::Share(share) => format!("at most {} of the {many}", say::percent(share)),
            Limit::Rows(rows) => format!("at most {}", say::count(rows, one, many)),
            Limit::Both(share, rows) => {
                let rows = say::count(rows, one, many);
                format!("at most {} of the {many}, and no more than {rows}", say::percent(share))
            }
        };
        let limit = match study.suppression.rule {
            Some(Rule::AtWeightedK) => "classes of fewer rows than weighted-k, however many".into(),
            _ if study.suppression.limit.rows(u64::MAX) == 0 => format!("no {one}"),
            _ => limit,
        };
        asked.push(said("May be suppressed", limit));
        asked.push(said("Space of recodings", record["space"].as_str().unwrap_or_default().into()));
        asked
    }

    /// Every model's level, those that were asked for first.
    fn holds(&self) -> Vec<Held> {
        let required = asked::required(self.study);
        let models = required.iter().filter_map(asked::model);
        let wanted: Vec<&str> = self.study.objectives.privacy.iter().map(String::as_str).chain(models).collect();
        let asked = |name: &str| wanted.iter().position(|asked| *asked == name);
        let held = |level: &crate::release::verify::Level| {
            let about = privacy::find(level.model).ok()?;
            let second = level.second.map(|(name, value)| format!(" with {name} = {value}"));
            Some(Held {
                model: level.model,
                parameter: level.parameter,
                level: finite(level.level),
                shown: say::number(level.level) + &second.unwrap_or_default(),
                measures: about.measures,
                asked: asked(level.model).is_some(),
            })
        };
        let mut holds: Vec<Held> = self.verified.levels.iter().filter_map(held).collect();
        holds.sort_by_key(|held| asked(held.model).unwrap_or(usize::MAX));
        holds
    }

    fn column(&self, said: &study::Column) -> Column {
        let record = self.record.json();
        let entry =
            record["columns"].as_array().into_iter().flatten().find(|entry| entry["name"] == said.name.as_str());
        let is_quasi = said.role == Role::QuasiIdentifier;
        let done = match record["point"]["shows"][&said.name].as_str() {
            Some(words) if is_quasi => words.to_string(),
            _ if said.pseudonym => "shown as pseudonyms, random, one per person".into(),
            _ if said.role.is_released() && !said.treatment.is_none() => said.treatment.says(),
            _ if said.role.is_released() => "as it is".into(),
            _ => "left out".into(),
        };
        let hierarchy = entry.and_then(|entry| match entry["hierarchy"].as_str() {
            Some("given") => Some("given"),
            Some(_) => Some("made from the data"),
            None => None,
        });
        let level = entry.and_then(|entry| Some((entry["level"].as_u64()?, entry["of"].as_u64()?)));
        let done = match level {
            Some((level, of)) if is_quasi && of > 0 => format!("{done} (level {level} of {of})"),
            _ => done,
        };
        let singles_out = entry.map(|entry| &entry["singled_out"]).and_then(|singled| {
            Some(SinglesOut {
                rows: singled["rows"].as_u64()?,
                within_classes: singled["within_classes"].as_u64()?,
                estimated: singled["estimated"] == true,
                unprotected: said.unprotected,
            })
        });
        let texts = self.texts(&said.name).filter(|_| !said.pseudonym);
        let is_long = self.tally.is_some() && texts.is_none() && said.role.is_released();
        let done = if is_long { format!("{done} (too many different entries to list)") } else { done };
        let shows = texts.as_ref().map(|texts| texts.len() as u64);
        let (groups, made) = match texts {
            Some(texts) => self.groups(texts, if is_quasi { GROUPS } else { VALUES }),
            None => (Vec::new(), false),
        };
        Column {
            name: said.name.clone(),
            role: said.role.name(),
            done,
            hierarchy,
            shows,
            singles_out,
            groups,
            groups_are_of_the_report: made,
            before: None,
        }
    }

    /// What a released column shows, each text with its rows; nothing where that is not known or too much.
    fn texts(&self, name: &str) -> Option<Vec<(String, u64)>> {
        if let Some(column) = self.seen.quasi.iter().chain(&self.seen.sensitive).position(|known| known == name) {
            let texts = self.seen.texts(column).into_iter().map(|(text, rows)| (text.to_string(), rows));
            return Some(texts.collect());
        }
        self.tally?.columns.iter().find(|went| went.name == name)?.texts.clone()
    }

    /// What a column shows, one by one or in intervals.
    fn groups(&self, texts: Vec<(String, u64)>, most: usize) -> (Vec<Group>, bool) {
        let of_all = |label: String, rows: u64| {
            let share = share(rows, self.verified.rows);
            Group { label, rows, share, ..Group::default() }
        };
        let (mut texts, _) = order::ordered(texts);
        if texts.len() > most
            && most < GROUPS
            && let Some(intervals) = spread::intervals(&texts)
        {
            return (intervals.into_iter().map(|(label, rows)| of_all(label, rows)).collect(), true);
        }
        let mut others = (0, 0);
        if texts.len() > most {
            let mut by_rows = texts.clone();
            by_rows.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
            let rest = by_rows.split_off(most);
            others = (rest.len() as u64, rest.iter().map(|(_, rows)| rows).sum::<u64>());
            let first: HashSet<String> = by_rows.into_iter().map(|(text, _)| text).collect();
            texts.retain(|(text, _)| first.contains(text));
        }
        let mut groups: Vec<Group> = texts.into_iter().map(|(text, rows)| of_all(text, rows)).collect();
        if others.0 > 0 {
            groups.push(of_all(say::count(others.0, "other", "others"), others.1));
        }
        (groups, false)
    }

    /// Columns of plain numbers that are released as they are.
    fn numbers(&self) -> Vec<Numbers> {
        let as_it_is = |said: &&study::Column| said.role.is_released() && said.role != Role::QuasiIdentifier;
        let numbers = |said: &study::Column| {
            let after = spread::moments_of(&self.texts(&said.name)?)?;
            Some(Numbers { column: said.name.clone(), before: None, after: Some(after) })
        };
        self.study.columns.iter().filter(as_it_is).filter_map(numbers).collect()
    }
}
