//! The context of a preset: words that somebody gives, and the figures that follow from them.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::error::{Error, Result, suggestion};

/// A word that a preset asks for: one of a list, or a number.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Word {
    name: String,
    /// What it may be; a number where none is listed.
    #[serde(default)]
    values: Vec<String>,
    /// What is taken where nobody says: the strictest.
    default: toml::Value,
    /// What is taken instead where another word is given, which says something of this one.
    #[serde(default)]
    where_given: BTreeMap<String, String>,
}

/// A figure that depends on words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Figure {
    name: String,
    /// Words whose values choose it, outermost first.
    #[serde(default)]
    by: Vec<String>,
    /// Its values: as deep as there are words.
    #[serde(default)]
    values: toml::Table,
    /// Or the largest of some figures or words.
    #[serde(default)]
    largest_of: Vec<String>,
    /// Or the chance that one of so many acquaintances is among a share of the population: 1 − (1 − share)^number.
    one_of: Option<OneOf>,
}

#[derive(Debug, Deserialize)]
struct OneOf {
    share: String,
    number: String,
}

/// A settled context.
pub(super) struct Context {
    /// Every word with its value.
    pub words: Vec<(String, String)>,
    /// Words that nobody said.
    pub assumed: Vec<String>,
    figures: BTreeMap<String, f64>,
}

fn written(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}

impl Context {
    /// Settles what was given, and takes the strictest of what was not.
    pub fn settle(place: &str, id: &str, words: &[Word], figures: &[Figure], given: &str) -> Result<Context> {
        let mut said = BTreeMap::new();
        for pair in given.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let names: Vec<&str> = words.iter().map(|word| word.name.as_str()).collect();
            if !names.contains(&name.trim()) {
                let what = format!("\"{}\" is nothing that {id} asks for", name.trim());
                return Err(match names.is_empty() {
                    true => Error::study(place, format!("{what}: it asks for no context"), "leave it out"),
                    false => Error::study(place, what, suggestion(name.trim(), &names)),
                });
            }
            said.insert(name.trim(), value.trim());
        }
        let mut context = Context { words: Vec::new(), assumed: Vec::new(), figures: BTreeMap::new() };
        for Word { name, values, default, where_given } in words {
            let value = match said.get(name.as_str()) {
                Some(value) => value.to_string(),
                None => {
                    context.assumed.push(name.clone());
                    let implied = where_given.iter().find(|(other, _)| said.contains_key(other.as_str()));
                    implied.map_or_else(|| written(default), |(_, implied)| implied.clone())
                }
            };
            if values.is_empty() {
                let number = value.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
                let number = number.ok_or_else(|| {
                    let hint = format!("give a number, such as {name}={}", written(default));
                    Error::study(place, format!("\"{value}\" is no number for {name}"), hint)
                })?;
                context.figures.insert(name.clone(), number);
            } else if !values.contains(&value) {
                return Err(Error::study(
                    place,
                    format!("\"{value}\" is no word for {name}"),
                    suggestion(&value, values),
                ));
            }
            context.words.push((name.clone(), value));
        }
        for figure in figures {
            let number = context.figure(place, figure)?;
            context.figures.insert(figure.name.clone(), number);
        }
        Ok(context)
    }

    /// Do these words hold? Several for one name are written `a|b`.
    pub fn is(&self, when: &BTreeMap<String, String>) -> bool {
        when.iter().all(|(name, wanted)| {
            self.words.iter().any(|(known, value)| known == name && wanted.split('|').any(|wanted| wanted == value))
        })
    }

    /// A number as it stands in a rule, or the figure of that name.
    pub fn number(&self, place: &str, value: &toml::Value) -> Result<f64> {
        let number = match value {
            toml::Value::Integer(whole) => Some(*whole as f64),
            toml::Value::Float(number) => Some(*number),
            toml::Value::String(name) => self.figures.get(name).copied(),
            _ => None,
        };
        number.filter(|number| number.is_finite()).ok_or_else(|| {
            Error::study(
                place,
                format!("{value} is no figure of this preset"),
                "write a number, or the name of a figure",
            )
        })
    }

    fn figure(&self, place: &str, figure: &Figure) -> Result<f64> {
        let named = |name: &String| self.number(place, &toml::Value::String(name.clone()));
        if let Some(OneOf { share, number }) = &figure.one_of {
            return Ok(1.0 - (1.0 - named(share)?).powf(named(number)?));
        }
        if !figure.largest_of.is_empty() {
            let all = figure.largest_of.iter().map(named).collect::<Result<Vec<f64>>>()?;
            return Ok(all.into_iter().fold(0.0, f64::max));
        }
        let mut at = toml::Value::Table(figure.values.clone());
        for name in &figure.by {
            let word = self.words.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
            at = at.get(word).cloned().ok_or_else(|| {
                let what = format!("the figure {} has no value for {name} = {word}", figure.name);
                Error::study(place, what, "give each word of the preset one")
            })?;
        }
        self.number(place, &at)
    }
}
