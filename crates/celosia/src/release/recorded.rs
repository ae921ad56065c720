//! The record of a release, read again: what the release was said to be, for whoever checks it without its study.

use std::path::Path;

use serde_json::Value;

use super::hash;
use super::record::Record;
use super::there::record_base;
use super::verify::Verified;
use crate::error::{Error, Result};
use crate::privacy::{self, About};
use crate::study::{Missing, Role};

/// What the record beside a release says of it.
#[derive(Clone)]
pub struct Recorded {
    /// The quasi-identifiers.
    pub quasi: Vec<String>,
    /// The sensitive columns.
    pub sensitive: Vec<String>,
    /// How missing values are spelt in the release.
    pub missing: Missing,
    /// Constant of recursive (c,l)-diversity.
    pub c: Option<f64>,
    /// Bound of (alpha,k)-anonymity.
    pub alpha: Option<f64>,
    /// Were persons counted, whose column the release has not? Then rows say less than the record does.
    pub counts_persons: bool,
    /// The column that shows persons as pseudonyms, where they stay: then the file says all that the record does.
    pub pseudonyms: Option<String>,
    /// What was promised of each model: its level, rounded to the weaker side. Of persons only what their rows must hold too.
    pub guaranteed: Vec<(&'static About, f64)>,
    /// Hash of the file.
    sha256: Option<String>,
}

impl Recorded {
    /// The record that stands beside a table; nothing where there is none.
    pub fn beside(table: &Path) -> Result<Option<Recorded>> {
        let Some(path) = record_base(table).map(|base| Record::path(&base)).filter(|path| path.is_file()) else {
            return Ok(None);
        };
        let text = std::fs::read_to_string(&path).map_err(Error::io("read", &path))?;
        Recorded::parse(&path.display().to_string(), &text).map(Some)
    }

    /// Reads a record; `place` is what errors call it.
    pub fn parse(place: &str, text: &str) -> Result<Recorded> {
        let refuse = |what: &str| {
            let hint = "give the columns yourself (verify.quasi), or the record that the release came with";
            Error::study(place, format!("it is no record that can be read: {what}"), hint)
        };
        let json: Value = serde_json::from_str(text).map_err(|_| refuse("it is not JSON"))?;
        let columns = json["columns"].as_array().ok_or_else(|| refuse("it names no columns"))?;
        let of_role = |role: Role| -> Vec<String> {
            let named = columns.iter().filter(|column| column["role"] == role.name());
            named.filter_map(|column| column["name"].as_str()).map(String::from).collect()
        };
        let quasi = of_role(Role::QuasiIdentifier);
        if quasi.is_empty() {
            return Err(refuse("no column of it is a quasi-identifier"));
        }
        let counts_persons = json["counts"] == "persons";
        let pseudonyms = columns.iter().find(|column| column["shown"] == "pseudonyms");
        let pseudonyms = pseudonyms.and_then(|column| column["name"].as_str()).map(String::from);
        // A class has no fewer rows than persons, and no fewer values than those of different persons. Shares may be others.
        let holds_of_rows = |name: &str| ["k-anonymity", "distinct-l-diversity"].contains(&name);
        let level = |(name, of): (&String, &Value)| {
            let about =
                privacy::find(name).ok().filter(|_| !counts_persons || pseudonyms.is_some() || holds_of_rows(name))?;
            Some((about, of[about.parameter].as_f64()?))
        };
        let shown = json["missing_shown_as"].as_str();
        Ok(Recorded {
            quasi,
            sensitive: of_role(Role::Sensitive),
            missing: shown.map_or_else(Missing::default, |shown| Missing {
                spellings: vec![shown.to_string()],
                ..Missing::default()
            }),
            c: json["objectives"]["c"].as_f64(),
            alpha: json["objectives"]["alpha"].as_f64(),
            counts_persons,
            pseudonyms: pseudonyms.clone(),
            guaranteed: json["guaranteed"].as_object().into_iter().flatten().filter_map(level).collect(),
            sha256: json["output"]["sha256"].as_str().map(String::from),
        })
    }

    /// Is the file the one that the record is about, byte for byte? Nothing where the record has no hash of a file.
    pub fn is_of(&self, table: &Path) -> Result<Option<bool>> {
        let Some(sha256) = self.sha256.as_ref().filter(|_| table.is_file()) else { return Ok(None) };
        Ok(Some(hash::of_file(table)? == *sha256))
    }

    /// The first promise that the table does not keep.
    pub fn broken(&self, verified: &Verified) -> Option<String> {
        self.guaranteed.iter().find_map(|(about, level)| {
            let found = verified.protection_of(about.name)?;
            let short = found < about.protection(*level) - 1e-9;
            short.then(|| format!("{}: the record promises {level}, the table has {}", about.name, about.level(found)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_says_what_to_ask() {
        let text = r#"{"columns": [{"name": "age", "role": "quasi-identifier"}, {"name": "ill", "role": "sensitive"}],
            "objectives": {"c": 4}, "guaranteed": {"k-anonymity": {"k": 10}, "t-closeness": {"t": null}},
            "missing_shown_as": "NA", "output": {"sha256": "00"}}"#;
        let recorded = Recorded::parse("r", text).unwrap();
        assert_eq!((recorded.quasi, recorded.sensitive), (vec!["age".to_string()], vec!["ill".to_string()]));
        assert_eq!((recorded.c, recorded.alpha), (Some(4.0), None));
        let guaranteed: Vec<_> = recorded.guaranteed.iter().map(|(about, level)| (about.name, *level)).collect();
        assert_eq!(guaranteed, [("k-anonymity", 10.0)]);
        assert!(recorded.missing.is("NA") && !recorded.missing.is("?"));
        // Of persons only what their rows must hold too.
        let of_persons = r#"{"columns": [{"name": "age", "role": "quasi-identifier"}], "counts": "persons",
            "guaranteed": {"k-anonymity": {"k": 10}, "entropy-l-diversity": {"l": 2.5}}}"#;
        let recorded = Recorded::parse("r", of_persons).unwrap();
        assert!(recorded.counts_persons && recorded.guaranteed.len() == 1);
        for text in ["", "[]", "{}", r#"{"columns": []}"#] {
            assert!(Recorded::parse("r", text).err().unwrap().to_string().contains("no record"));
        }
    }
}
