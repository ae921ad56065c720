//! What a release would be, before anything is written: for whoever asks first.

use serde_json::{Value, json};

use super::plan::Plan;
use super::shows::released_shows;
use crate::choose::say_level;
use crate::study::Role;

/// A release that is not made.
#[derive(Debug, Clone)]
pub struct Dry {
    /// Rows that it would have.
    pub rows: u64,
    /// Its classes.
    pub classes: u64,
    /// Rows that would go.
    pub suppressed: u64,
    /// What it would come to, model by model, against the original.
    pub levels: Vec<String>,
    /// What would become of each column of the table.
    pub columns: Vec<Becomes>,
}

/// What becomes of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Becomes {
    /// Its name.
    pub name: String,
    /// Its role; nothing where the study does not name it.
    pub role: &'static str,
    /// Is it part of the release?
    pub released: bool,
    /// What becomes of it, in words.
    pub becomes: String,
}

impl Plan<'_> {
    /// What writing this would come to.
    pub fn dry(&self) -> Dry {
        let Plan { source, problem, point, .. } = self;
        let outcome = &point.outcome;
        let shows = released_shows(source, &point.place, &self.recoding.released);
        let mut columns: Vec<Becomes> = source
            .columns
            .iter()
            .map(|column| {
                let said = &column.said;
                let becomes = match (column.quasi(), said.role) {
                    (Some(quasi), _) => shows[quasi].clone(),
                    _ if said.pseudonym => "a pseudonym for each person".to_string(),
                    (None, role) if !role.is_released() => "not released".to_string(),
                    _ if !said.treatment.is_none() => said.treatment.says(),
                    _ if said.role == Role::Insensitive || said.unprotected => "as it is, unprotected".to_string(),
                    _ => "as it is".to_string(),
                };
                Becomes { name: said.name.clone(), role: said.role.name(), released: said.is_released(), becomes }
            })
            .collect();
        columns.extend(source.unnamed.iter().map(|name| Becomes {
            name: name.clone(),
            role: "",
            released: false,
            becomes: "not released: the study does not name it".into(),
        }));
        Dry {
            rows: problem.frequency.rows - outcome.suppressed,
            classes: outcome.classes,
            suppressed: outcome.suppressed,
            levels: problem.protections_of(outcome).map(|(about, protection)| say_level(about, protection)).collect(),
            columns,
        }
    }
}

impl Dry {
    /// For a program; `files` would be written.
    pub fn json(&self, files: &[String]) -> Value {
        let columns: Vec<Value> = self
            .columns
            .iter()
            .map(|c| json!({ "name": c.name, "role": c.role, "released": c.released, "becomes": c.becomes }))
            .collect();
        json!({
            "dry_run": true, "rows": self.rows, "classes": self.classes, "suppressed": self.suppressed,
            "levels": self.levels, "columns": columns, "would_write": files,
        })
    }
}
