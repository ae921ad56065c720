//! The certificate as a file: JSON, one node per line.

use std::path::Path;

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::error::{Error, Result};
use crate::evaluate::{Outcome, Problem};
use crate::input;
use crate::privacy::{Goal, Parameters};
use crate::space::Node;
use crate::study::DomainSize;

/// The version of the format.
pub const FORMAT: u32 = 1;

/// What every certificate says of itself.
const KEEP: &str = "holds exact counts of the table: for those who may see the table, not for publication";

/// A claim, the answer that it is about, and the nodes that the proof rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Version of the format.
    pub certificate: u32,
    /// Who may see it.
    keep: String,
    /// What problem was solved.
    pub claim: Claim,
    /// What was asked.
    pub question: Question,
    /// The answer: every point, with its ties.
    pub front: Vec<Shown>,
    /// The nodes that the proof rests on. All others follow from them.
    pub nodes: Vec<Listed>,
}

/// A problem, as far as a file can name it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    study: String,
    rows: u64,
    distinct: u64,
    attributes: Vec<Attribute>,
    objectives: Vec<Objective>,
    suppression: Suppression,
    /// What the size of a domain is, where it is not the table's values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    domain: Option<String>,
    /// What is required of points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    require: Vec<Required>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Required {
    name: String,
    /// As it is asked for: a level of a model, or a risk.
    value: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attribute {
    name: String,
    /// The top level; the lattice has all combinations of levels from 0 to the tops.
    height: u8,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Objective {
    name: String,
    goal: String,
    /// The second parameter of a model that has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    c: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    alpha: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Suppression {
    rule: String,
    limit: u64,
}

/// What was asked: the whole front, or one point of it. Levels are those that people know.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Every best trade-off.
    Front,
    /// The least loss with at least this privacy.
    PrivacyAtLeast(f64),
    /// The most privacy with at most this loss.
    LossAtMost(f64),
    /// The least loss, under what is required.
    LeastLoss,
}

/// A point of the front, with the other nodes that come to the same values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The node.
    pub levels: Node,
    /// Rows that it suppresses.
    pub suppressed: u64,
    /// Its values, one for each objective.
    #[serde(serialize_with = "write_values", deserialize_with = "read_values")]
    pub values: Vec<f64>,
    /// Other nodes, with the rows that they suppress.
    pub ties: Vec<(Node, u64)>,
}

/// A node with all its outcomes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// The node.
    pub levels: Node,
    /// For each suppression that the rule allows: the suppressed rows, and a value for each objective.
    pub outcomes: Vec<(u64, Values)>,
}

/// Values of the objectives, in their order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Values(#[serde(serialize_with = "write_values", deserialize_with = "read_values")] pub Vec<f64>);

/// Whole numbers without a decimal point, infinity as null.
fn write_values<S: Serializer>(values: &[f64], to: S) -> std::result::Result<S::Ok, S::Error> {
    let mut list = to.serialize_seq(Some(values.len()))?;
    for value in values {
        match *value {
            x if x.fract() == 0.0 && x.abs() < 9e15 => list.serialize_element(&(x as i64))?,
            x => list.serialize_element(&x.is_finite().then_some(x))?,
        }
    }
    list.end()
}

fn read_values<'d, D: Deserializer<'d>>(from: D) -> std::result::Result<Vec<f64>, D::Error> {
    let values: Vec<Option<f64>> = Deserialize::deserialize(from)?;
    Ok(values.into_iter().map(|value| value.unwrap_or(f64::INFINITY)).collect())
}

impl Listed {
    /// A node with its outcomes, in the numbers that people know.
    pub fn new(problem: &Problem, node: &[u8], outcomes: &[Outcome]) -> Listed {
        let row = |outcome: &Outcome| (outcome.suppressed, Values(problem.values(outcome)));
        Listed { levels: node.into(), outcomes: outcomes.iter().map(row).collect() }
    }
}

impl Claim {
    /// Names a problem: the study's name, the names of its attributes and the models' second parameters are not in it.
    pub fn new(problem: &Problem, study: &str, attributes: &[&str], parameters: &Parameters) -> Claim {
        let attribute =
            |(a, name): (usize, &&str)| Attribute { name: (*name).into(), height: problem.lattice.height(a) };
        let objective = |objective: crate::evaluate::Objective| {
            let second = |name: &str| parameters.second(objective.name).filter(|s| s.0 == name).map(|s| s.1);
            Objective {
                name: objective.name.into(),
                goal: if objective.goal == Goal::Max { "max" } else { "min" }.into(),
                c: second("c"),
                alpha: second("alpha"),
            }
        };
        Claim {
            study: study.into(),
            rows: problem.frequency.rows,
            distinct: problem.frequency.distinct() as u64,
            attributes: attributes.iter().enumerate().map(attribute).collect(),
            objectives: problem.objectives().into_iter().map(objective).collect(),
            suppression: Suppression { rule: problem.rule.name().into(), limit: problem.limit },
            domain: (problem.domain != DomainSize::default()).then(|| problem.domain.name().into()),
            require: problem
                .required_levels()
                .into_iter()
                .map(|(name, value)| Required { name: name.into(), value })
                .collect(),
        }
    }

    /// Where another claim first differs from this one: "rows: 12 in …".
    fn difference(&self, other: &Claim) -> Option<String> {
        let json = |claim: &Claim| serde_json::to_value(claim).unwrap_or_default();
        difference(&json(self), &json(other)).map(|(path, here, there)| {
            format!("{}: {here} in the certificate, {there} in the study", path.trim_start_matches('.'))
        })
    }

    /// Refuses another claim, and says where it differs.
    pub(super) fn must_be(&self, other: &Claim) -> Result<()> {
        let Some(difference) = self.difference(other) else { return Ok(()) };
        let hint = "give the study and the flags that the certificate was made with";
        Err(Error::earlier("certificate", format!("it is about another problem; {difference}"), hint))
    }

    /// The name of an attribute.
    pub(super) fn column(&self, number: usize) -> &str {
        self.attributes.get(number).map_or("", |attribute| &attribute.name)
    }

    /// The number of an attribute.
    pub(super) fn column_of(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|attribute| attribute.name == name)
    }

    /// Is this a node of the lattice?
    pub(super) fn has(&self, node: &Node) -> bool {
        let levels = node.iter().zip(&self.attributes);
        node.len() == self.attributes.len() && levels.into_iter().all(|(level, attribute)| *level <= attribute.height)
    }

    /// Levels by attribute: "age 2, sex 0".
    pub fn name(&self, node: &[u8]) -> String {
        let levels = self.attributes.iter().zip(node).map(|(attribute, level)| format!("{} {level}", attribute.name));
        levels.collect::<Vec<_>>().join(", ")
    }

    /// The objective of a number.
    pub fn objective(&self, number: usize) -> &str {
        self.objectives.get(number).map_or("", |objective| &objective.name)
    }
}

/// The path to the first value that differs, and both values.
fn difference(here: &Value, there: &Value) -> Option<(String, String, String)> {
    let below = |step: String, (path, here, there)| (format!("{step}{path}"), here, there);
    match (here, there) {
        (Value::Object(a), Value::Object(b)) => {
            // Claims leave out what is not said.
            let nothing = Value::Null;
            a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))).find_map(|key| {
                let (here, there) = (a.get(key).unwrap_or(&nothing), b.get(key).unwrap_or(&nothing));
                difference(here, there).map(|found| below(format!(".{key}"), found))
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            pairs.find_map(|(at, (a, b))| difference(a, b).map(|found| below(format!(" {}", at + 1), found)))
        }
        _ => (here != there).then(|| (String::new(), here.to_string(), there.to_string())),
    }
}

impl Certificate {
    /// Puts the parts together.
    pub fn new(claim: Claim, question: Question, front: Vec<Shown>, nodes: Vec<Listed>) -> Certificate {
        Certificate { certificate: FORMAT, keep: KEEP.into(), claim, question, front, nodes }
    }

    /// Reads a file. Whether it is true is another matter.
    pub fn read(path: &Path) -> Result<Certificate> {
        let text = input::read_text(path)?;
        Certificate::parse(&path.display().to_string(), &text)
    }

    /// Reads a text; `place` names it in errors.
    pub fn parse(place: &str, text: &str) -> Result<Certificate> {
        let hint = "give a certificate, as it was written with a front";
        let version = serde_json::from_str::<Version>(text).ok().map(|v| v.certificate);
        if let Some(version) = version.filter(|version| *version != FORMAT) {
            let what = format!("this is a certificate of format {version}; formats known here: {FORMAT}");
            return Err(Error::earlier(place, what, "use the version of celosia that wrote it"));
        }
        serde_json::from_str(text).map_err(|e| Error::earlier(place, format!("this is no certificate: {e}"), hint))
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let json = |value: serde_json::Result<String>| value.unwrap_or_default();
        fn lines<T: Serialize>(list: &[T]) -> String {
            let line = |item: &T| serde_json::to_string(item).unwrap_or_default();
            list.iter().map(line).collect::<Vec<_>>().join(",\n")
        }
        format!(
            "{{\n\"certificate\": {},\n\"keep\": {},\n\"claim\": {},\n\"question\": {},\n\"front\": [\n{}\n],\n\"nodes\": \
             [\n{}\n]\n}}\n",
            self.certificate,
            json(serde_json::to_string(&self.keep)),
            json(serde_json::to_string_pretty(&self.claim)),
            json(serde_json::to_string(&self.question)),
            lines(&self.front),
            lines(&self.nodes)
        )
    }

    /// Refuses a certificate of another problem, and nodes that the lattice does not have.
    pub fn is_about(&self, claim: &Claim) -> Result<()> {
        self.claim.must_be(claim)?;
        let fits =
            |node: &Node, values: Option<usize>| claim.has(node) && values.is_none_or(|n| n == claim.objectives.len());
        let of_front = self.front.iter().flat_map(|point| {
            let ties = point.ties.iter().map(|(node, _)| (node, None));
            ties.chain([(&point.levels, Some(point.values.len()))])
        });
        let of_nodes = self.nodes.iter().flat_map(|listed| {
            let outcomes = listed.outcomes.iter().map(|(_, values)| (&listed.levels, Some(values.0.len())));
            outcomes.chain([(&listed.levels, None)])
        });
        match of_front.chain(of_nodes).find(|(node, values)| !fits(node, *values)) {
            None => Ok(()),
            Some((node, _)) => {
                let what = format!("{node:?} has too many or too few levels or values, or a level above the top");
                Err(Error::earlier("certificate", what, "the file is damaged; write it again"))
            }
        }
    }
}

#[derive(Deserialize)]
struct Version {
    certificate: u32,
}
