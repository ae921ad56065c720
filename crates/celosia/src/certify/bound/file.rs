//! The certificate of a bound as a file: JSON, the prices of one k per line.

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::space::Language;
use crate::study::DomainSize;

/// The version of the format.
pub const FORMAT: u32 = 1;
/// What the file says it is.
pub const ABOUT: &str = "a bound on all recodings into classes with labels of their own";

/// What every certificate says of itself.
const KEEP: &str = "says how rare the rows of the table are: for those who may see the table, not for publication";

/// A claim, and the prices that prove it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Version of the format.
    pub certificate: u32,
    /// What it is a certificate of.
    pub about: String,
    /// Who may see it.
    keep: String,
    /// What table and which labels it is about.
    pub claim: BoundClaim,
    /// The proofs, one for each k.
    pub bounds: Vec<Proof>,
}

/// A table and a language of labels, as far as a file can name them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoundClaim {
    study: String,
    rows: u64,
    distinct: u64,
    columns: Vec<Column>,
    loss: String,
    /// What the size of a domain is, where it is not the table's values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    domain: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Column {
    name: String,
    /// What labels its cells may show.
    labels: String,
    /// The values that labels are made of, in their order.
    places: u32,
}

/// No recoding into classes of so many rows loses less, whatever rows are suppressed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// Rows of each class.
    pub k: u64,
    /// What it loses at least.
    pub loss: f64,
    /// A price for a row of each distinct tuple, in the order of the table's tuples.
    pub prices: Vec<f64>,
}

impl BoundClaim {
    /// Names a problem with the languages of its columns; the study's name and the names of its attributes are not in it.
    pub fn new(problem: &Problem, study: &str, attributes: &[&str], languages: &[Language]) -> BoundClaim {
        let column = |(name, language): (&&str, &Language)| Column {
            name: name.to_string(),
            labels: language.labels().name().into(),
            places: language.places() as u32,
        };
        BoundClaim {
            study: study.into(),
            rows: problem.frequency.rows,
            distinct: problem.frequency.distinct() as u64,
            columns: attributes.iter().zip(languages).map(column).collect(),
            loss: problem.metric().name.into(),
            domain: (problem.domain != DomainSize::default()).then(|| problem.domain.name().into()),
        }
    }

    /// What labels cells may show, as people say it: "intervals", or by column where they differ.
    pub fn labels(&self) -> String {
        match self.columns.split_first() {
            Some((first, others)) if others.iter().any(|other| other.labels != first.labels) => {
                let all: Vec<String> = self.columns.iter().map(|c| format!("{} of {}", c.labels, c.name)).collect();
                all.join(", ")
            }
            Some((first, _)) => first.labels.clone(),
            None => String::new(),
        }
    }

    /// The loss that is bounded.
    pub fn loss(&self) -> &str {
        &self.loss
    }
}

impl Bounds {
    /// Puts the parts together.
    pub fn new(claim: BoundClaim, bounds: Vec<Proof>) -> Bounds {
        Bounds { certificate: FORMAT, about: ABOUT.into(), keep: KEEP.into(), claim, bounds }
    }

    /// Reads a text; `place` names it in errors.
    pub fn parse(place: &str, text: &str) -> Result<Bounds> {
        let hint = "give a certificate, as it was written with a front";
        serde_json::from_str(text).map_err(|e| Error::earlier(place, format!("this is no certificate: {e}"), hint))
    }

    /// Is this text a certificate of a bound?
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
        let lines: Vec<String> = self.bounds.iter().map(|proof| json(serde_json::to_string(proof))).collect();
        format!(
            "{{\n\"certificate\": {},\n\"about\": {},\n\"keep\": {},\n\"claim\": {},\n\"bounds\": [\n{}\n]\n}}\n",
            self.certificate,
            json(serde_json::to_string(&self.about)),
            json(serde_json::to_string(&self.keep)),
            json(serde_json::to_string_pretty(&self.claim)),
            lines.join(",\n")
        )
    }

    /// Refuses a certificate of another table, of other labels, or of another version.
    pub fn is_about(&self, claim: &BoundClaim) -> Result<()> {
        if self.certificate != FORMAT {
            let what = format!("this is a certificate of format {}; formats known here: {FORMAT}", self.certificate);
            return Err(Error::earlier("certificate", what, "use the version of celosia that wrote it"));
        }
        if self.claim != *claim {
            let (here, there) = (&self.claim, claim);
            let what = if (here.rows, here.distinct) != (there.rows, there.distinct) {
                format!(
                    "it is about a table of {} rows and {} distinct tuples, and this one has {} and {}",
                    here.rows, here.distinct, there.rows, there.distinct
                )
            } else if here.columns != there.columns {
                "it is about other columns or other labels".into()
            } else {
                "it is about another study, another loss or another size of domains".into()
            };
            return Err(Error::earlier("certificate", what, "give the study and the flags that it was made with"));
        }
        Ok(())
    }
}
