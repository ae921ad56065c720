//! The certificate of floors as a file: JSON, one floor per line.

use serde::{Deserialize, Serialize};

use crate::certify::{Claim, Shown};
use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::front::{Front, Point};
use crate::space::{Node, Place};

/// The version of the format.
const FORMAT: u32 = 1;
/// What the file says it is.
const ABOUT: &str = "what growing sets of columns lose at least";

/// What every certificate says of itself.
const KEEP: &str = "says what parts of the table lose at least: for those who may see the table, not for publication";

/// A claim, and the chains of floors that prove it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floors {
    /// Version of the format.
    pub certificate: u32,
    /// What it is a certificate of.
    pub about: String,
    /// Who may see it.
    keep: String,
    /// What problem is bounded.
    pub claim: Claim,
    /// A floor for each level of privacy, by rising protection.
    pub floors: Vec<Floor>,
    /// The answer at the one level that was asked for, where it is proven: its points, with ties.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answer: Vec<Shown>,
}

/// What nothing as private as a level undercuts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    /// The level, as people know it.
    pub level: f64,
    /// The loss.
    pub loss: f64,
    /// Columns, the last one first that was taken in.
    pub columns: Vec<Part>,
}

/// A column, with what it and those behind it cost at least.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its name.
    pub column: String,
    /// The cost, in rows of nothing but `*`.
    pub cost: f64,
}

impl Floors {
    /// The certificate of a front whose floors rest on growing sets of columns; the answer is no where there are none.
    pub fn new(problem: &Problem, claim: Claim, front: &Front) -> Result<Floors> {
        let found = &front.found;
        if found.floors.is_empty() {
            let what = format!(
                "no certificate was written; the front is not complete: {}; and no floor is proven",
                found.why()
            );
            return Err(Error::No { what, hint: "give the search more time".into() });
        }
        let part = |(a, cost): &(usize, f64)| Part { column: claim.column(*a).into(), cost: *cost };
        let floor = |floor: &crate::front::Floor| Floor {
            level: problem.model().level(floor.protection),
            loss: floor.by_parts,
            columns: floor.parts.iter().map(part).collect(),
        };
        let floors = found.floors.iter().map(floor).collect();
        let tie =
            |(place, outcome): &(Place, crate::evaluate::Outcome)| Some((place.node()?.clone(), outcome.suppressed));
        let shown = |point: &Point| {
            Some(Shown {
                levels: point.place.node()?.clone(),
                suppressed: point.outcome.suppressed,
                values: problem.values(&point.outcome),
                ties: point.ties.iter().filter_map(tie).collect(),
            })
        };
        let answer = front.points.iter().filter(|_| found.complete).filter_map(shown).collect();
        Ok(Floors { certificate: FORMAT, about: ABOUT.into(), keep: KEEP.into(), claim, floors, answer })
    }

    /// Reads a text; `place` names it in errors.
    pub fn parse(place: &str, text: &str) -> Result<Floors> {
        let hint = "give a certificate, as it was written with a front";
        serde_json::from_str(text).map_err(|e| Error::earlier(place, format!("this is no certificate: {e}"), hint))
    }

    /// Is this text a certificate of floors?
    pub fn is_one(text: &str) -> bool {
        #[derive(Deserialize)]
        struct About {
            about: String,
        }
        serde_json::from_str::<About>(text).is_ok_and(|found| found.about == ABOUT)
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let json = |value: serde_json::Result<String>| value.unwrap_or_default();
        fn lines<T: Serialize>(list: &[T]) -> String {
            let line = |item: &T| serde_json::to_string(item).unwrap_or_default();
            list.iter().map(line).collect::<Vec<_>>().join(",\n")
        }
        let answer = match self.answer.is_empty() {
            true => String::new(),
            false => format!(",\n\"answer\": [\n{}\n]", lines(&self.answer)),
        };
        format!(
            "{{\n\"certificate\": {},\n\"about\": {},\n\"keep\": {},\n\"claim\": {},\n\"floors\": [\n{}\n]{answer}\n}}\n",
            self.certificate,
            json(serde_json::to_string(&self.about)),
            json(serde_json::to_string(&self.keep)),
            json(serde_json::to_string_pretty(&self.claim)),
            lines(&self.floors),
        )
    }

    /// Refuses a certificate of another problem or of another version, columns that are not there, and nodes that the lattice does not
    /// have.
    pub fn is_about(&self, claim: &Claim) -> Result<()> {
        if self.certificate != FORMAT {
            let what = format!("this is a certificate of format {}; formats known here: {FORMAT}", self.certificate);
            return Err(Error::earlier("certificate", what, "use the version of celosia that wrote it"));
        }
        self.claim.must_be(claim)?;
        let known = |part: &Part| claim.column_of(&part.column).is_some();
        let twice = |floor: &Floor| {
            let names: std::collections::HashSet<&str> =
                floor.columns.iter().map(|part| part.column.as_str()).collect();
            names.len() < floor.columns.len()
        };
        let nodes = self.answer.iter().flat_map(|point| {
            let ties = point.ties.iter().map(|(node, _)| node);
            ties.chain([&point.levels])
        });
        let strange = !self.floors.iter().all(|floor| floor.columns.iter().all(known))
            || self.floors.iter().any(twice)
            || !nodes.into_iter().all(|node: &Node| claim.has(node))
            || (self.floors.len() != 1 && !self.answer.is_empty());
        if strange {
            let what = "a column or a node is not one of this study's, or is named twice";
            return Err(Error::earlier("certificate", what, "the file is damaged; write it again"));
        }
        Ok(())
    }
}
