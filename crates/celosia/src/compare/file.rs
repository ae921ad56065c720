//! Fronts of earlier runs, as `celosia front` wrote them into `front.json`.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::Compared;
use crate::error::{Error, Result};
use crate::evaluate::{Aim, Problem};
use crate::input;
use crate::privacy::Goal;
use crate::say::thousands;
use crate::study::DomainSize;

const WRITE_IT: &str = "give a front as JSON, as it was written by a search of this study";

/// A front as a file has it: the keys that a comparison needs.
#[derive(Debug, Clone, Deserialize)]
pub struct FrontFile {
    /// What errors call it.
    #[serde(skip)]
    place: String,
    /// The file's name, without its folder.
    #[serde(skip)]
    name: String,
    rows: u64,
    space: Space,
    objectives: Vec<Objective>,
    suppression: Suppression,
    search: Search,
    points: Vec<Point>,
    #[serde(default)]
    question: Option<Value>,
    /// What the size of a domain is, where it is not the table's values.
    #[serde(default)]
    domain: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
struct Space {
    kind: String,
}

#[derive(Debug, Clone, Deserialize)]
struct Objective {
    name: String,
    goal: String,
}

#[derive(Debug, Clone, Deserialize)]
struct Suppression {
    rule: String,
    limit: u64,
}

#[derive(Debug, Clone, Deserialize)]
struct Search {
    algorithm: String,
    evaluated: u64,
    complete: bool,
    why: String,
    seconds: f64,
}

#[derive(Debug, Clone, Deserialize)]
struct Point {
    /// Infinity is written as null.
    values: HashMap<String, Option<f64>>,
}

impl FrontFile {
    /// Reads a file. Whether it fits a study is asked when it is compared.
    pub fn read(path: &Path) -> Result<FrontFile> {
        let text = input::read_text(path)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        FrontFile::parse(&path.display().to_string(), &name, &text)
    }

    /// Reads a text; `place` is what errors call it, `name` what a comparison calls it.
    pub fn parse(place: &str, name: &str, text: &str) -> Result<FrontFile> {
        let no_front = |e| Error::earlier(place, format!("this is no front: {e}"), WRITE_IT);
        let file: FrontFile = serde_json::from_str(text).map_err(no_front)?;
        if file.question.is_some() {
            let what = "this is the answer to one question and not a front";
            return Err(Error::earlier(place, what, "search for the whole front, without a choice"));
        }
        Ok(FrontFile { place: place.into(), name: name.into(), ..file })
    }

    /// The front beside others of this problem; an error where it is of another one.
    pub(super) fn compared(self, problem: &Problem) -> Result<Compared> {
        self.is_about(problem)?;
        let objectives = problem.objectives();
        let values = |(number, point): (usize, &Point)| {
            let value = |name: &str| match point.values.get(name) {
                Some(value) => Ok(value.unwrap_or(f64::INFINITY)),
                None => {
                    let what = format!("point {} has no value for {name}", number + 1);
                    Err(Error::earlier(&self.place, what, "the file is damaged; write it again"))
                }
            };
            let sensible = |objective: &crate::evaluate::Objective| {
                let value = value(objective.name)?;
                if objective.aim != Aim::Privacy && value < 0.0 {
                    let what =
                        format!("point {} has {value} for {}, which is never below 0", number + 1, objective.name);
                    return Err(Error::earlier(&self.place, what, "the file is damaged; write it again"));
                }
                Ok(value)
            };
            objectives.iter().map(sensible).collect::<Result<Vec<f64>>>()
        };
        let points = self.points.iter().enumerate().map(values).collect::<Result<Vec<_>>>()?;
        Ok(Compared {
            name: self.name,
            space: self.space.kind,
            search: self.search.algorithm,
            complete: self.search.complete,
            why: self.search.why,
            evaluated: self.search.evaluated,
            seconds: self.search.seconds,
            suppression: (self.suppression.rule, self.suppression.limit),
            points,
            hypervolume: 0.0,
            utility: Vec::new(),
        })
    }

    /// Refuses a front of other rows or other objectives: its values would mean something else.
    fn is_about(&self, problem: &Problem) -> Result<()> {
        let mut differences = Vec::new();
        let rows = problem.frequency.rows;
        if self.rows != rows {
            let (here, there) = (thousands(self.rows as f64), thousands(rows as f64));
            differences.push(format!("{here} rows in the file, {there} in the study"));
        }
        let goal = |goal: Goal| if goal == Goal::Max { "max" } else { "min" };
        let there = problem.objectives();
        let same = |(a, b): (&Objective, &crate::evaluate::Objective)| a.name == b.name && a.goal == goal(b.goal);
        if self.objectives.len() != there.len() || !self.objectives.iter().zip(&there).all(same) {
            let list = |names: Vec<&str>| names.join(", ");
            differences.push(format!(
                "objectives {} in the file, {} in the study",
                list(self.objectives.iter().map(|o| o.name.as_str()).collect()),
                list(there.iter().map(|o| o.name).collect())
            ));
        }
        let domain = self.domain.as_deref().unwrap_or(DomainSize::default().name());
        if domain != problem.domain.name() {
            differences
                .push(format!("domains counted by {domain} in the file, by {} in the study", problem.domain.name()));
        }
        if differences.is_empty() {
            return Ok(());
        }
        let what = format!("this front is of another problem: {}", differences.join("; "));
        let hint = "give the study with the settings that it was made with, or leave it out";
        Err(Error::earlier(&self.place, what, hint))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_front() {
        let message = |text: &str| FrontFile::parse("f.json", "f.json", text).map_err(|e| format!("{e} {}", e.hint()));
        for text in ["", "{", "[]", "{\"rows\": 3}", "null", "age,sex\n3,f\n"] {
            assert!(
                message(text)
                    .is_err_and(|e| e.starts_with("f.json: this is no front") && e.contains("a front as JSON"))
            );
        }
    }
}
