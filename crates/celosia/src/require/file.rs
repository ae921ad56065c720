//! The file of a preset, as it is written, and how a context settles its figures.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::context::{Context, Figure, Word};
use super::preset::{Bound, Certainty, Heading, Measure, Preset, Rule};
use crate::error::{Error, Result};

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PresetFile {
    id: String,
    title: String,
    version: String,
    date: String,
    source: String,
    certainty: String,
    seen: String,
    says: String,
    #[serde(default)]
    columns: Vec<String>,
    #[serde(default)]
    looks_at_columns: bool,
    cannot: Vec<String>,
    #[serde(default)]
    word: Vec<Word>,
    #[serde(default)]
    figure: Vec<Figure>,
    #[serde(default)]
    rule: Vec<RuleFile>,
    #[serde(default)]
    heading: Vec<HeadingFile>,
}

/// One rule.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RuleFile {
    /// In which contexts it is one: words by name. Always where nothing is said.
    #[serde(default)]
    when: BTreeMap<String, String>,
    measure: String,
    /// A number, or the name of a figure.
    at_most: Option<toml::Value>,
    at_least: Option<toml::Value>,
    /// A figure that the bound is divided by: what is left to the data where the context does the rest.
    divided_by: Option<toml::Value>,
    certainty: Option<String>,
    says: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadingFile {
    title: String,
    asks: String,
}

fn certainty(place: &str, letter: &str) -> Result<Certainty> {
    match letter {
        "S" => Ok(Certainty::Read),
        "M" => Ok(Certainty::Computed),
        "K" => Ok(Certainty::Unverified),
        _ => {
            let hint = "write S (read in the source named), M (computed from it) or K (not verified)";
            Err(Error::study(place, format!("\"{letter}\" is no certainty"), hint))
        }
    }
}

fn measure(name: &str) -> Measure {
    use Measure::{AverageRisk, MaxRisk, QuasiIdentifiers, Sensitive, Shared, SmallestClass, UniqueShare};
    let known = [MaxRisk, AverageRisk, SmallestClass, UniqueShare, QuasiIdentifiers, Sensitive];
    // Names of models are checked where the models are.
    known
        .into_iter()
        .chain((1..=3).map(Shared))
        .find(|measure| measure.name() == name)
        .unwrap_or_else(|| Measure::Model(name.into()))
}

impl PresetFile {
    /// Reads a file's text.
    pub fn parse(place: &str, text: &str) -> Result<PresetFile> {
        toml::from_str(text).map_err(|e: toml::de::Error| {
            let hint = "`celosia presets NAME` prints a preset as it is written: begin with one";
            Error::study(place, format!("this is no preset: {}", e.message().trim()), hint)
        })
    }

    /// The preset in a context, such as `controls=high,motives=low`.
    pub fn settled(self, place: &str, given: &str) -> Result<Preset> {
        let context = Context::settle(place, &self.id, &self.word, &self.figure, given)?;
        let overall = certainty(place, &self.certainty)?;
        let mut rules = Vec::new();
        for rule in self.rule.iter().filter(|rule| context.is(&rule.when)) {
            let number = |value: &Option<toml::Value>| value.as_ref().map(|v| context.number(place, v)).transpose();
            let by = number(&rule.divided_by)?.unwrap_or(1.0);
            // More than everything is everything.
            let at_most =
                number(&rule.at_most)?.map(|most| if rule.divided_by.is_some() { (most / by).min(1.0) } else { most });
            let at_least = number(&rule.at_least)?.map(|least| least / by);
            let bound = match (at_most, at_least) {
                (Some(most), None) => Some(Bound::AtMost(most)),
                (None, Some(least)) => Some(Bound::AtLeast(least)),
                (None, None) => None,
                _ => return Err(Error::study(place, "a rule has at-most and at-least", "write two rules")),
            };
            rules.push(Rule {
                measure: measure(&rule.measure),
                bound,
                certainty: rule.certainty.as_deref().map_or(Ok(overall), |letter| certainty(place, letter))?,
                says: rule.says.clone(),
            });
        }
        Ok(Preset {
            id: self.id,
            title: self.title,
            version: self.version,
            date: self.date,
            source: self.source,
            certainty: overall,
            seen: self.seen,
            says: self.says,
            context: context.words,
            assumed: context.assumed,
            rules,
            columns: self.columns,
            looks_at_columns: self.looks_at_columns,
            cannot: self.cannot,
            headings: self.heading.into_iter().map(|h| Heading { title: h.title, asks: h.asks }).collect(),
        })
    }
}
