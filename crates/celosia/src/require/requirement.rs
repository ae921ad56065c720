//! One requirement: what must hold, and who asks for it.

use std::fmt;

use crate::error::{Error, Result};
use crate::say;

/// What must hold of a release, and who asks for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Requirement {
    /// What must hold.
    pub demand: Demand,
    /// The preset that asks for it; nothing where the study does itself.
    pub preset: Option<String>,
}

/// What must hold of a release.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Demand {
    /// A level of a privacy model, by its name: no class, or no mean over rows, is weaker.
    Model {
        /// Name of the model.
        model: String,
        /// The level, in the parameter that people know.
        level: f64,
    },
    /// No row's risk, one over the size of its class, is larger.
    Risk(f64),
    /// The mean of the rows' risks, classes over rows, is no larger.
    AverageRisk(f64),
    /// No larger share of the rows is suppressed.
    Suppressed(f64),
}

/// The least class whose rows have at most this risk. By trial, not by a quotient: 1/11 is more than 0.09 and 1/12 less.
pub fn least_size(risk: f64) -> u64 {
    let mut size = (1.0 / risk).ceil().max(1.0);
    while 1.0 / size > risk {
        size += 1.0;
    }
    while size > 1.0 && 1.0 / (size - 1.0) <= risk {
        size -= 1.0;
    }
    size as u64
}

impl Demand {
    /// What a name and its value demand, as in `k-anonymity = 10` or `suppressed = "1%"`. Names of models are checked where the
    /// models are.
    pub fn parse(place: &str, name: &str, value: &str) -> Result<Demand> {
        let value = value.trim();
        let refuse = |hint: &str| Err(Error::study(place, format!("\"{value}\" is no level of {name}"), hint));
        let percent = value.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
        let number = percent.map(|percent| percent / 100.0).or_else(|| value.parse().ok());
        let Some(number) = number.filter(|number| number.is_finite()) else {
            return refuse("write a number, such as k-anonymity = 10, risk = 0.09 or suppressed = \"1%\"");
        };
        match name {
            "risk" | "average-risk" if !(number > 0.0 && number <= 1.0) => {
                refuse("a risk is above 0 and at most 1, such as 0.09")
            }
            "suppressed" if !(0.0..=1.0).contains(&number) || (number == 1.0 && percent.is_none()) => {
                refuse("write a percentage (1%) or a share below one (0.01)")
            }
            "risk" => Ok(Demand::Risk(number)),
            "average-risk" => Ok(Demand::AverageRisk(number)),
            "suppressed" => Ok(Demand::Suppressed(number)),
            _ if percent.is_some() => refuse("write a number, such as 10"),
            _ => Ok(Demand::Model { model: name.into(), level: number }),
        }
    }

    /// Its name in studies and flags.
    pub fn name(&self) -> &str {
        match self {
            Demand::Model { model, .. } => model,
            Demand::Risk(_) => "risk",
            Demand::AverageRisk(_) => "average-risk",
            Demand::Suppressed(_) => "suppressed",
        }
    }

    /// Its value, as it is written.
    pub fn value(&self) -> f64 {
        match self {
            Demand::Model { level: value, .. }
            | Demand::Risk(value)
            | Demand::AverageRisk(value)
            | Demand::Suppressed(value) => *value,
        }
    }
}

impl fmt::Display for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Demand::Suppressed(share) => write!(f, "suppressed = {}%", share * 100.0),
            _ => write!(f, "{} = {}", self.name(), say::given(self.value())),
        }
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.preset {
            Some(preset) => write!(f, "{} ({preset})", self.demand),
            None => write!(f, "{}", self.demand),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_risk_is_a_class_size() {
        for (risk, size) in [(0.09, 12), (0.1, 10), (0.2, 5), (0.05, 20), (0.33, 4), (1.0 / 3.0, 3), (0.5, 2), (1.0, 1)]
        {
            assert_eq!(least_size(risk), size, "{risk}");
        }
    }

    #[test]
    fn demands_are_read_and_nonsense_is_refused() {
        let parse = |name, value| Demand::parse("here", name, value);
        assert_eq!(parse("k-anonymity", "10").ok(), Some(Demand::Model { model: "k-anonymity".into(), level: 10.0 }));
        assert_eq!(parse("risk", "9%").ok(), Some(Demand::Risk(0.09)));
        assert_eq!(parse("suppressed", "1%").ok(), Some(Demand::Suppressed(0.01)));
        for (name, value) in [
            ("risk", "0"),
            ("risk", "1.5"),
            ("average-risk", "-1"),
            ("suppressed", "1"),
            ("suppressed", "many"),
            ("t", "x"),
            ("k", "NaN"),
        ] {
            let error = parse(name, value).unwrap_err();
            assert!(error.to_string().contains(name) && !error.hint().is_empty(), "{error}");
        }
    }
}
