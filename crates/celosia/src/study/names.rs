//! One name or a list of names: `privacy = "k-anonymity"` or `privacy = ["k-anonymity", "t-closeness"]`.

use std::fmt;

use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::error::{Error, Result};

/// Names as a study gives them: one, or a list.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Names(pub Vec<String>);

impl From<&str> for Names {
    fn from(name: &str) -> Names {
        Names(vec![name.into()])
    }
}

impl From<String> for Names {
    fn from(name: String) -> Names {
        Names(vec![name])
    }
}

impl From<Vec<String>> for Names {
    fn from(names: Vec<String>) -> Names {
        Names(names)
    }
}

impl Names {
    /// The names, which must be at least one and all different; one of its own where none was given.
    pub(super) fn check(given: Option<&Names>, place: &str, default: &str) -> Result<Vec<String>> {
        let Some(Names(names)) = given else { return Ok(vec![default.into()]) };
        let names: Vec<String> = names.iter().map(|name| name.trim().to_string()).collect();
        if names.is_empty() {
            return Err(Error::study(place, "the list is empty", format!("name at least one, such as \"{default}\"")));
        }
        if let Some((_, twice)) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            let hint = "name each objective once: a second time it would change nothing";
            return Err(Error::study(place, format!("\"{twice}\" is named twice"), hint));
        }
        Ok(names)
    }
}

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Names, D::Error> {
        struct OneOrMore;

        impl<'de> Visitor<'de> for OneOrMore {
            type Value = Names;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a name or a list of names, in quotes")
            }

            fn visit_str<E>(self, name: &str) -> std::result::Result<Names, E> {
                Ok(name.into())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> std::result::Result<Names, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = list.next_element()? {
                    names.push(name);
                }
                Ok(Names(names))
            }
        }

        deserializer.deserialize_any(OneOrMore)
    }
}

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match &self.0[..] {
            [one] => one.serialize(serializer),
            all => all.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::study::{Study, StudyFile};

    const REST: &str = "[data]\npath='p.csv'\n[columns.age]\nrole='quasi-identifier'\n[objectives]\n";

    fn objectives(text: &str) -> crate::error::Result<crate::study::Objectives> {
        let file = StudyFile::parse("s.toml", &format!("{REST}{text}"))?;
        Study::check("s.toml", &file).map(|study| study.objectives)
    }

    #[test]
    fn one_name_or_a_list() {
        let one = objectives("privacy = 'weighted-k'").unwrap();
        assert_eq!((one.privacy, one.loss), (vec!["weighted-k".to_string()], vec!["general-loss".to_string()]));
        let two = objectives("privacy = ['k-anonymity', 't-closeness']\nsuppressed-rows = true").unwrap();
        assert_eq!(two.privacy, ["k-anonymity", "t-closeness"]);
        assert!(two.suppressed_rows && !objectives("").unwrap().suppressed_rows);
    }

    #[test]
    fn twice_none_and_nonsense_are_errors() {
        for (text, expected) in [
            ("loss = ['precision', 'entropy', 'precision']", "s.toml, objectives.loss: \"precision\" is named twice"),
            ("privacy = []", "s.toml, objectives.privacy: the list is empty"),
            ("privacy = 3", "expected a name or a list of names"),
        ] {
            let error = objectives(text).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert!(!error.hint().is_empty(), "{error}");
        }
    }
}
