//! The plan that is kept of a release: which label each value shows, so that the same recoding can be done on rows that come later.
//! It holds values of the data, and so it is kept like the salt; the record, which is published, holds none.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::by_class::ByClass;
use super::plan::Plan;
use super::recode::Shown;
use crate::error::{Error, Result};
use crate::open::Quasi;
use crate::space;
use crate::study::{ColumnFile, Limit, Missing, MissingRule, Role, Treatment};

/// The version of the format.
const FORMAT: u32 = 1;

/// What every plan says of itself.
const KEEP: &str = "holds values of the data: keep it private, like the salt";

/// Maps from values to labels, and what is done to the columns beside them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    plan: u32,
    keep: String,
    /// Name of the study.
    pub study: String,
    /// The mark before decimals, where the study says so.
    pub(super) decimal: Option<char>,
    /// The most rows that a column which is shown as it is may single out, as a share or a number.
    singled_out: (Option<f64>, Option<u64>),
    /// The column that says whose row it is, where the study counts persons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) person: Option<Person>,
    /// The released columns, in their order.
    pub(super) columns: Vec<Column>,
    /// Where each class has labels of its own: the numbers of the sets that it shows, in the order of the quasi-identifiers.
    pub(super) classes: Option<Vec<Vec<u32>>>,
    /// Of these, the class of each combination of values that the table had; nothing where it is left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) tuples: Vec<(Vec<String>, Option<u32>)>,
}

/// The column that says whose row it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Person {
    name: String,
    /// Spellings of missing: such a row may be about anyone.
    missing: Vec<String>,
}

impl Person {
    pub(super) fn missing(&self) -> Missing {
        Missing { spellings: self.missing.clone(), rule: MissingRule::Drop, ..Missing::default() }
    }
}

/// A released column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) role: String,
    /// Spellings of missing; the first is how it is shown.
    missing: Vec<String>,
    /// Does a row go where it is missing?
    drops: bool,
    /// Is missing shown as the first spelling?
    pub(super) counted: bool,
    /// Of a quasi-identifier: labels with their values.
    pub(super) sets: Option<Vec<Set>>,
    /// What is done to its values, as a study writes it.
    treatment: ColumnFile,
}

/// A label and the values that show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Set {
    pub(super) label: String,
    pub(super) values: Vec<String>,
}

impl Column {
    pub(super) fn missing(&self) -> Missing {
        let rule = if self.drops { MissingRule::Drop } else { MissingRule::Keep };
        Missing { spellings: self.missing.clone(), rule, ..Missing::default() }
    }

    pub(super) fn treatment(&self) -> Result<Treatment> {
        Treatment::of_keys(&format!("the plan, {}", self.name), &self.treatment)
    }

    pub(super) fn is_unprotected(&self) -> bool {
        self.treatment.unprotected == Some(true)
    }
}

impl Recipe {
    /// The plan of a release.
    pub(super) fn new(plan: &Plan) -> Recipe {
        let Plan { source, recoding, .. } = plan;
        let study = &source.study;
        let quasi: Vec<Quasi> = source.quasi().collect();
        let column = |shown: &Shown| {
            let said = &shown.column.said;
            Column {
                name: said.name.clone(),
                role: said.role.name().into(),
                missing: shown.missing.spellings.clone(),
                drops: shown.missing.rule == MissingRule::Drop,
                counted: shown.column.domain().is_some(),
                sets: shown.column.quasi().map(|q| sets(plan, q, &quasi[q])),
                treatment: ColumnFile { unprotected: said.unprotected.then_some(true), ..said.treatment.as_keys() },
            }
        };
        // In the order in which the release has its columns.
        let order: Vec<usize> = recoding.columns.iter().filter_map(|shown| shown.column.quasi()).collect();
        let classes = recoding.by_class.as_ref().map(|_| {
            let all = recoding.released.kept.iter().map(|(sets, _)| sets);
            all.map(|sets| order.iter().map(|q| sets[*q]).collect()).collect()
        });
        let numbers: HashMap<&[u32], u32> =
            recoding.released.kept.iter().map(|(sets, _)| sets.as_slice()).zip(0..).collect();
        // Rows with the same values may fall into several classes: of them nobody knows which.
        let whole = recoding.by_class.iter().flat_map(ByClass::whole);
        let tuples = whole.map(|(codes, sets)| {
            let value = |q: &usize| quasi[*q].domain.values[codes[*q] as usize].clone();
            (order.iter().map(value).collect(), numbers.get(sets).copied())
        });
        let mut tuples: Vec<(Vec<String>, Option<u32>)> = tuples.collect();
        tuples.sort_unstable();
        Recipe {
            plan: FORMAT,
            keep: KEEP.into(),
            study: study.name.clone(),
            decimal: study.data.decimal,
            person: study
                .with_role(Role::Person)
                .next()
                .map(|column| Person { name: column.name.clone(), missing: study.missing(column).spellings }),
            singled_out: match study.output.singled_out {
                Limit::Share(share) => (Some(share), None),
                Limit::Rows(rows) => (None, Some(rows)),
                Limit::Both(share, rows) => (Some(share), Some(rows)),
            },
            // A plan has no key: what is made by it shows nobody.
            columns: recoding.columns.iter().filter(|shown| !shown.column.said.pseudonym).map(column).collect(),
            classes,
            tuples,
        }
    }

    /// Reads a plan; `place` is what errors call it.
    pub fn parse(place: &str, text: &str) -> Result<Recipe> {
        let refuse = |what: String| {
            Error::study(place, what, "give the plan that was written beside the release: out.csv.plan.json")
        };
        let recipe: Recipe = serde_json::from_str(text).map_err(|_| refuse("it is no plan of a release".into()))?;
        if recipe.plan != FORMAT {
            return Err(refuse(format!("it is a plan of another version ({}, not {FORMAT})", recipe.plan)));
        }
        let quasi = recipe.columns.iter().filter(|column| column.sets.is_some());
        let widths: Vec<usize> = quasi.filter_map(|column| column.sets.as_ref().map(Vec::len)).collect();
        let fits = |class: &Vec<u32>| {
            class.len() == widths.len() && class.iter().zip(&widths).all(|(set, sets)| (*set as usize) < *sets)
        };
        let known = |column: &Column| Role::NAMES.iter().any(|(name, _)| *name == column.role);
        let classes = recipe.classes.as_ref().map_or(0, Vec::len);
        let is_class = |class: &Option<u32>| class.is_none_or(|class| (class as usize) < classes);
        let tuples = recipe.tuples.iter().all(|(values, class)| values.len() == widths.len() && is_class(class));
        if !tuples
            || widths.is_empty()
            || !recipe.columns.iter().all(known)
            || !recipe.classes.iter().flatten().all(fits)
        {
            return Err(refuse("it is damaged".into()));
        }
        recipe.columns.iter().try_for_each(|column| column.treatment().map(drop))?;
        Ok(recipe)
    }

    /// The plan as text.
    pub fn text(&self) -> String {
        format!("{:#}\n", json!(self))
    }

    /// The column that says whose row it is, where the study counts persons.
    pub fn person(&self) -> Option<&String> {
        self.person.as_ref().map(|person| &person.name)
    }

    /// The columns of a role.
    pub fn with_role(&self, role: Role) -> Vec<String> {
        let of_role = self.columns.iter().filter(|column| column.role == role.name());
        of_role.map(|column| column.name.clone()).collect()
    }

    pub(super) fn singled_out(&self) -> Limit {
        match self.singled_out {
            (Some(share), Some(rows)) => Limit::Both(share, rows),
            (None, Some(rows)) => Limit::Rows(rows),
            (share, None) => Limit::Share(share.unwrap_or(0.01)),
        }
    }
}

/// The labels of a quasi-identifier with their values.
fn sets(plan: &Plan, number: usize, quasi: &Quasi) -> Vec<Set> {
    let labels = plan.recoding.labels(number);
    let values = &quasi.domain.values;
    let mut sets: Vec<Set> =
        labels.labels.iter().map(|label| Set { label: label.clone(), values: Vec::new() }).collect();
    match &plan.recoding.released.shown {
        space::Shown::ByColumn(_) => {
            for (code, group) in labels.group_of.iter().enumerate() {
                sets[*group as usize].values.push(values[code].clone());
            }
        }
        space::Shown::ByClass(regions) => {
            let floor = quasi.hierarchy.floor;
            let groups = &quasi.hierarchy.levels[floor].group_of;
            for (place, set) in sets.iter_mut().enumerate() {
                let held = &regions.sets()[number].get(place).values;
                // With a floor a set names the first value of each group, and means the whole group.
                let is_in = |code: usize| match floor {
                    0 => held.contains(&(code as u32)),
                    _ => held.iter().any(|first| groups[*first as usize] == groups[code]),
                };
                set.values = (0..values.len()).filter(|code| is_in(*code)).map(|code| values[code].clone()).collect();
            }
        }
    }
    sets
}
