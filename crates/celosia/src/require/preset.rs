//! Presets: the figure of a regulator or a standard, with everything that a reader must know of it. One file per preset, one line
//! per preset in [`FILES`].

use std::path::Path;

use super::file::PresetFile;
use super::requirement::{Demand, Requirement};
use crate::error::{Error, Result, suggestion};
use crate::input;

/// Every preset, as its file is written.
const FILES: &[(&str, &str)] = &[
    ("ema-0070", include_str!("presets/ema-0070.toml")),
    ("health-canada-prci", include_str!("presets/health-canada-prci.toml")),
    ("hipaa-safe-harbor", include_str!("presets/hipaa-safe-harbor.toml")),
    ("hipaa-expert", include_str!("presets/hipaa-expert.toml")),
    ("cms-11", include_str!("presets/cms-11.toml")),
    ("ipc-ontario", include_str!("presets/ipc-ontario.toml")),
    ("iso-27559", include_str!("presets/iso-27559.toml")),
    ("gb-t-42460", include_str!("presets/gb-t-42460.toml")),
    ("ons-10", include_str!("presets/ons-10.toml")),
    ("nhs-hes", include_str!("presets/nhs-hes.toml")),
    ("statcan", include_str!("presets/statcan.toml")),
    ("ferpa", include_str!("presets/ferpa.toml")),
    ("pdpc-sg", include_str!("presets/pdpc-sg.toml")),
    ("cbs-public", include_str!("presets/cbs-public.toml")),
    ("cbs-research", include_str!("presets/cbs-research.toml")),
    ("us-census-tab", include_str!("presets/us-census-tab.toml")),
    ("wp29", include_str!("presets/wp29.toml")),
    ("ico-uk", include_str!("presets/ico-uk.toml")),
    ("nist-800-188", include_str!("presets/nist-800-188.toml")),
    ("iso-20889", include_str!("presets/iso-20889.toml")),
];

/// A preset in force, its context settled.
#[derive(Debug, Clone, PartialEq)]
pub struct Preset {
    /// Its name.
    pub id: String,
    /// What it is about, in a line.
    pub title: String,
    /// The version of the preset's file.
    pub version: String,
    /// When its figures were last looked up.
    pub date: String,
    /// The document that the rule stands in, with the clause.
    pub source: String,
    /// How sure we are of the figure.
    pub certainty: Certainty,
    /// Where it was read, or how it was computed.
    pub seen: String,
    /// The rule in a sentence.
    pub says: String,
    /// The words that its context was given by, or that were taken where nobody said.
    pub context: Vec<(String, String)>,
    /// Which of these words nobody said.
    pub assumed: Vec<String>,
    /// Its rules, with the figures of this context.
    pub rules: Vec<Rule>,
    /// What it demands of columns, in words.
    pub columns: Vec<String>,
    /// Are columns looked at for the classes of identifiers of Safe Harbor?
    pub looks_at_columns: bool,
    /// What it cannot say, or leaves to people.
    pub cannot: Vec<String>,
    /// The headings of the regulator's own report.
    pub headings: Vec<Heading>,
}

/// How sure we are of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// Read in the source named.
    Read,
    /// Computed or measured by us from what was read.
    Computed,
    /// General knowledge, not verified.
    Unverified,
}

impl Certainty {
    /// In words.
    pub fn says(self) -> &'static str {
        match self {
            Certainty::Read => "read in the source named",
            Certainty::Computed => "computed by us",
            Certainty::Unverified => "general knowledge, NOT VERIFIED",
        }
    }

    /// Its letter.
    pub fn letter(self) -> char {
        match self {
            Certainty::Read => 'S',
            Certainty::Computed => 'M',
            Certainty::Unverified => 'K',
        }
    }
}

/// A heading of a regulator's report, and what stands below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The heading.
    pub title: String,
    /// What the reader expects there.
    pub asks: String,
}

/// One figure, and what is measured against it.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// What is measured.
    pub measure: Measure,
    /// The figure; nothing where the source has none and the number is only reported.
    pub bound: Option<Bound>,
    /// How sure we are of this figure.
    pub certainty: Certainty,
    /// The rule in a sentence.
    pub says: String,
}

/// What is measured of a release.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Measure {
    /// One over the smallest class.
    MaxRisk,
    /// Classes over rows.
    AverageRisk,
    /// The smallest class.
    SmallestClass,
    /// The share of the rows that are alone in their class.
    UniqueShare,
    /// The fewest rows that show the same in any so many columns.
    Shared(usize),
    /// How many columns are quasi-identifiers.
    QuasiIdentifiers,
    /// How many columns are sensitive.
    Sensitive,
    /// The level of a privacy model.
    Model(String),
}

impl Measure {
    /// Its name in preset files and JSON.
    pub fn name(&self) -> &str {
        match self {
            Measure::MaxRisk => "max-risk",
            Measure::AverageRisk => "average-risk",
            Measure::SmallestClass => "smallest-class",
            Measure::UniqueShare => "unique-share",
            Measure::Shared(1) => "smallest-value",
            Measure::Shared(2) => "smallest-pair",
            Measure::Shared(_) => "smallest-triple",
            Measure::QuasiIdentifiers => "quasi-identifiers",
            Measure::Sensitive => "sensitive-columns",
            Measure::Model(model) => model,
        }
    }

    /// In words.
    pub fn says(&self) -> &str {
        match self {
            Measure::MaxRisk => "highest risk of a row",
            Measure::AverageRisk => "average risk of the rows",
            Measure::SmallestClass => "smallest class",
            Measure::UniqueShare => "share of rows that are unique",
            Measure::Shared(1) => "fewest rows with a value",
            Measure::Shared(2) => "fewest rows with a pair of values",
            Measure::Shared(_) => "fewest rows with three values together",
            Measure::QuasiIdentifiers => "quasi-identifiers",
            Measure::Sensitive => "sensitive columns",
            Measure::Model(model) => model,
        }
    }
}

/// A figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// No more than this.
    AtMost(f64),
    /// No less than this.
    AtLeast(f64),
}

/// Every preset that comes with celosia, in the strictest context that it knows.
pub fn presets() -> Result<Vec<Preset>> {
    FILES.iter().map(|(id, _)| Preset::find(id, id)).collect()
}

impl Preset {
    /// A preset by what stands for it: a name, a name with its context (`ipc-ontario:controls=high,motives=low`), or the path of a
    /// file of one's own; `place` is what errors call it.
    pub fn find(place: &str, text: &str) -> Result<Preset> {
        let text = text.trim();
        // A path may hold a colon, but hardly one that is followed by NAME=VALUE.
        let (name, context) = match text.rsplit_once(':') {
            Some((name, context)) if context.contains('=') => (name, context),
            _ => (text, ""),
        };
        let written = match FILES.iter().find(|(id, _)| *id == name) {
            Some((_, written)) => written.to_string(),
            None if is_path(name) => input::read_text(Path::new(name))?,
            None => {
                let names: Vec<&str> = FILES.iter().map(|(id, _)| *id).collect();
                let hint = format!("{}; a file of your own ends in .toml", suggestion(name, &names));
                return Err(Error::study(place, format!("there is no preset \"{name}\""), hint));
            }
        };
        let place = if is_path(name) { name } else { place };
        PresetFile::parse(place, &written)?.settled(place, context)
    }

    /// How many columns it looks at together.
    pub fn together(&self) -> usize {
        let of = |rule: &Rule| if let Measure::Shared(columns) = rule.measure { columns } else { 0 };
        self.rules.iter().map(of).max().unwrap_or(0)
    }

    /// What it requires of a release. Rules without a figure require nothing.
    pub fn requirements(&self) -> Vec<Requirement> {
        let demand = |rule: &Rule| {
            let model = |model: &str, level: f64| Demand::Model { model: model.into(), level };
            match (&rule.measure, rule.bound?) {
                (Measure::MaxRisk, Bound::AtMost(risk)) => Some(Demand::Risk(risk)),
                (Measure::AverageRisk, Bound::AtMost(risk)) => Some(Demand::AverageRisk(risk)),
                (Measure::SmallestClass, Bound::AtLeast(k)) => Some(model("k-anonymity", k)),
                (Measure::UniqueShare, Bound::AtMost(share)) if share <= 0.0 => Some(model("k-anonymity", 2.0)),
                (Measure::Model(name), Bound::AtLeast(level) | Bound::AtMost(level)) => Some(model(name, level)),
                _ => None,
            }
        };
        let of = |demand| Requirement { demand, preset: Some(self.id.clone()) };
        self.rules.iter().filter_map(demand).map(of).collect()
    }

    /// Its name with the context that it was taken in.
    pub fn named(&self) -> String {
        let words: Vec<String> = self.context.iter().map(|(name, word)| format!("{name}={word}")).collect();
        if words.is_empty() { self.id.clone() } else { format!("{}:{}", self.id, words.join(",")) }
    }
}

/// Is this the path of a file of one's own?
pub(crate) fn is_path(name: &str) -> bool {
    let name = name.rsplit_once(':').filter(|(_, context)| context.contains('=')).map_or(name, |(name, _)| name);
    name.ends_with(".toml") || name.contains('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_says_all_that_a_reader_must_know() {
        let all = presets().unwrap();
        assert!(all.len() > 12);
        for (preset, (id, _)) in all.iter().zip(FILES) {
            assert_eq!(preset.id, *id);
            for text in [&preset.title, &preset.version, &preset.date, &preset.source, &preset.seen, &preset.says] {
                assert!(!text.is_empty(), "{id}");
            }
            assert!(!preset.cannot.is_empty() && !preset.headings.is_empty(), "{id}");
            let text = format!("{preset:?}").to_lowercase();
            assert!(!text.contains("compliant") && !text.contains("complies"), "{id}");
        }
    }

    #[test]
    fn context_settles_figures() {
        let of = |text: &str| Preset::find("--preset", text).unwrap().requirements();
        let risk = |text: &str| {
            of(text).into_iter().find_map(|r| if let Demand::Risk(risk) = r.demand { Some(risk) } else { None })
        };
        assert_eq!(risk("ema-0070"), Some(0.09));
        assert_eq!(risk("ipc-ontario:release=public,invasion=medium"), Some(0.075));
        let non_public = of("ipc-ontario:release=non-public,controls=high,motives=low,invasion=medium");
        // 0.075 over 0.05 is more than one: only the guard against outliers is left to demand something.
        assert!(non_public.iter().any(|r| r.demand == Demand::AverageRisk(1.0)), "{non_public:?}");
        let semi = risk("ipc-ontario:release=semi-public,controls=low,motives=high,invasion=high").unwrap();
        assert!((semi - 0.05 / 0.6).abs() < 1e-12, "{semi}");
        assert_eq!(risk("gb-t-42460:release=agreement,context=0.1"), Some(0.2));
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for (text, expected) in [
            ("ema", "there is no preset \"ema\""),
            ("ipc-ontario:controls=huge", "\"huge\" is no word for controls"),
            ("ipc-ontario:control=high", "\"control\" is nothing that ipc-ontario asks for"),
            ("hipaa-expert:threshold=many", "\"many\" is no number for threshold"),
            ("ema-0070:release=public", "asks for no context"),
            ("./none.toml", "none.toml"),
        ] {
            let error = Preset::find("--preset", text).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert!(!error.hint().is_empty(), "{error}");
        }
    }
}
