//! The key of pseudonyms: who is who in a release whose persons stay. It is a file of its own, kept like the salt: whoever has it
//! undoes every release under it.
//!
//! A pseudonym is eighty random bits from the operating system as twenty letters, none of them a vowel: no number, no date, no word
//! and no formula, whatever reads it. It is drawn without a look at the person, the table or the order of either, so it tells
//! nothing; that no two are equal is checked. All persons of the table have one, also those who are suppressed.
//!
//! A key may serve again, for other tables of the same persons and for later releases: who is new gets a pseudonym of their own, and
//! the file is written anew, all of it or nothing, *before* a release under it gets its name. So no release stands whose key is
//! lost; a key with pseudonyms that nobody uses does no harm. Nothing ever removes a name from a key.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::shuffle::generator;
use crate::error::{Error, Result};
use crate::table::{Access, NameLock, atomically};

/// Sixteen letters, of which each is four bits.
const LETTERS: &[u8; 16] = b"bcdfghjkmnpqrstv";
/// Letters of a pseudonym.
const LENGTH: usize = 20;
/// The version of the format.
const FORMAT: u32 = 1;
/// What a key says of itself.
const KEEP: &str = "private: with it, and only with it, pseudonyms become persons";

/// Who is who.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Key {
    /// The version of the format.
    key: u32,
    keep: String,
    /// The pseudonym of each person.
    pseudonyms: BTreeMap<String, String>,
}

impl Key {
    /// Nobody has a pseudonym yet.
    pub fn new() -> Key {
        Key { key: FORMAT, keep: KEEP.into(), pseudonyms: BTreeMap::new() }
    }

    /// Reads a key; `place` is what errors call it.
    pub fn parse(place: &str, text: &str) -> Result<Key> {
        let refuse = |what: &str| {
            let hint = "give the key that was written beside a release: out.csv.key.json";
            Err(Error::study(place, what, hint))
        };
        let Ok(key) = serde_json::from_str::<Key>(text) else { return refuse("it is no key of pseudonyms") };
        if key.key != FORMAT {
            return refuse("it is a key of another version");
        }
        let is_one = |name: &String| name.len() == LENGTH && name.bytes().all(|letter| LETTERS.contains(&letter));
        let mut seen = HashSet::new();
        if !key.pseudonyms.values().all(|name| is_one(name) && seen.insert(name)) {
            return refuse("it is damaged: two persons have one pseudonym, or one that is none");
        }
        Ok(key)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).map(|text| text + "\n").unwrap_or_default()
    }

    /// The pseudonym of a person.
    pub fn of(&self, person: &str) -> Option<&str> {
        self.pseudonyms.get(person).map(String::as_str)
    }

    /// Gives a pseudonym to everybody who has none.
    pub fn add<'p>(&mut self, persons: impl IntoIterator<Item = &'p String>) -> Result<()> {
        let mut random = generator()?;
        let mut taken: HashSet<String> = self.pseudonyms.values().cloned().collect();
        for person in persons {
            if self.pseudonyms.contains_key(person) {
                continue;
            }
            let fresh = loop {
                let fresh = draw(&mut random);
                if taken.insert(fresh.clone()) {
                    break fresh;
                }
            };
            self.pseudonyms.insert(person.clone(), fresh);
        }
        Ok(())
    }
}

impl Default for Key {
    fn default() -> Key {
        Key::new()
    }
}

fn draw(random: &mut impl Rng) -> String {
    let mut bytes = [0u8; LENGTH / 2];
    random.fill_bytes(&mut bytes);
    let letters = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    letters.map(|four| char::from(LETTERS[usize::from(four)])).collect()
}

/// A key that was there before, and nobody else writes as long as this lives.
pub struct Shared {
    path: PathBuf,
    _mine: NameLock,
    before: String,
}

impl Shared {
    /// Takes the file, and reads it.
    pub fn take(path: &Path) -> Result<(Shared, Key)> {
        let mine = NameLock::take(path)?;
        let before = std::fs::read_to_string(path).map_err(Error::io("read", path))?;
        let key = Key::parse(&path.display().to_string(), &before)?;
        Ok((Shared { path: path.into(), _mine: mine, before }, key))
    }

    /// Writes it anew where somebody was added, whole or not at all.
    pub fn write(&self, key: &Key) -> Result<()> {
        let text = key.text();
        if text == self.before {
            return Ok(());
        }
        let write = |_: &Path, file: &mut std::fs::File| {
            file.write_all(text.as_bytes()).map_err(Error::io("write", &self.path))
        };
        atomically(&self.path, Access::Private, write)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(n: usize) -> Vec<String> {
        (0..n).map(|person| format!("person {person}")).collect()
    }

    #[test]
    fn everybody_has_one_pseudonym_for_good() {
        let mut key = Key::new();
        key.add(&names(500)).unwrap();
        let before = key.clone();
        assert_eq!(Key::parse("k", &key.text()).unwrap(), key);
        key.add(&names(700)).unwrap();
        assert!(names(500).iter().all(|person| key.of(person) == before.of(person)));
        let all: HashSet<&str> =
            names(700).iter().map(|person| key.of(person).unwrap()).collect::<Vec<_>>().into_iter().collect();
        assert_eq!((all.len(), key.pseudonyms.len()), (700, 700));
        assert!(all.iter().all(|name| name.len() == LENGTH && name.parse::<f64>().is_err()));
        assert_eq!(key.of("person 701"), None);
        // Another key has other ones: nothing of a person is in a pseudonym.
        let mut other = Key::new();
        other.add(&names(500)).unwrap();
        assert!(names(500).iter().all(|person| other.of(person) != key.of(person)));
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let mut key = Key::new();
        key.add(&names(2)).unwrap();
        let [a, b] = [0, 1].map(|at| key.of(&names(2)[at]).unwrap().to_string());
        for text in [
            "",
            "{}",
            &key.text().replace(&a, &b),
            &key.text().replace(&a, "1234"),
            &key.text().replace("\"key\": 1", "\"key\": 2"),
        ] {
            let error = Key::parse("key.json", text).unwrap_err().to_string();
            assert!(error.contains("key.json") && !error.contains("person 1"), "{error}");
        }
    }
}
