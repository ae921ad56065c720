//! What is compared: searches by name, each in a space; and the list that is taken where nothing is asked for.

use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::search::SEARCHES;
use crate::space::{SPACES, Space};
use crate::study::{Names, Rule, StudyFile};

/// A search in a space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it is called: as it was asked for.
    pub name: String,
    /// The space.
    pub space: Space,
    /// The search's name.
    pub search: &'static str,
}

/// Says why an entry cannot run on a problem, if it cannot; nothing where that needs no words.
type Hindrance = fn(&Problem) -> Option<&'static str>;

/// What is compared where nothing is asked for, one line each: the name, as in `--with`, and what may stand in its way.
pub const DEFAULT: &[(&str, Hindrance)] = &[
    // Exact search, or in its place the oracle.
    ("lattice:exact", |problem| (!problem.is_bounded()).then_some("an objective is not monotone")),
    ("lattice:exhaustive", |problem| problem.is_bounded().then_some("")),
    ("lattice:poka", |problem| match problem.rule {
        _ if problem.objectives().len() > 2 => Some("it compares one level with one loss"),
        Rule::Tolerance => None,
        Rule::AsNeeded | Rule::AtWeightedK => Some("it needs --rule tolerance"),
    }),
    ("cuts:evolve", |_| None),
    ("cuts:nsga2", |_| None),
];

/// The search that has a depth and a rule of its own (`study::check`).
const POKA: &str = "poka";

impl Entry {
    /// Reads `search` or `space:search`; a search alone is in the space that it is made for.
    pub fn parse(text: &str) -> Result<Entry> {
        let (space, search) = match text.trim().split_once(':') {
            Some((space, search)) => (Some(space), search),
            None => (None, text.trim()),
        };
        let Some(about) = SEARCHES.iter().find(|about| about.name == search) else {
            return Err(Error::unknown("--with", "search", search, SEARCHES.iter().map(|about| about.name)));
        };
        let space = match space.map(|name| (name, SPACES.iter().find(|(known, _)| *known == name))) {
            None => about.spaces[0],
            Some((_, Some((_, space)))) => *space,
            Some((name, None)) => {
                return Err(Error::unknown("--with", "space", name, SPACES.iter().map(|(known, _)| *known)));
            }
        };
        if !about.spaces.contains(&space) {
            let what = format!("{search} does not search the space {}", space.name());
            let hint = format!("leave out the space, as in --with {search}");
            return Err(Error::study("--with", what, hint));
        }
        Ok(Entry { name: text.trim().into(), space, search: about.name })
    }

    /// Reads a list, in which nothing stands twice.
    pub fn parse_all(texts: &[String]) -> Result<Vec<Entry>> {
        let mut entries: Vec<Entry> = Vec::new();
        for text in texts {
            let entry = Entry::parse(text)?;
            if entries.iter().any(|e| (e.space, e.search) == (entry.space, entry.search)) {
                let what = format!("{} in {} stands there twice", entry.search, entry.space.name());
                return Err(Error::study("--with", what, "name each search once in a space"));
            }
            entries.push(entry);
        }
        Ok(entries)
    }
}

/// Fits a study file to what is compared, before it is checked: all entries solve one problem, so where POkA is among them
/// and no rule is given, all suppress by tolerance. That of the default list gives way where it cannot run.
pub fn fit(file: &mut StudyFile, entries: &[Entry]) {
    let several = |names: &Option<Names>| names.as_ref().is_some_and(|names| names.0.len() > 1);
    let objectives = &file.objectives;
    let two = !several(&objectives.privacy)
        && !several(&objectives.loss)
        && objectives.suppressed_rows != Some(true)
        && objectives.problem.as_deref().is_none_or(|problem| problem == "tolerance");
    let by_default = entries.is_empty() && two && file.suppression.rule.as_deref() != Some(Rule::AsNeeded.name());
    let poka = by_default || entries.iter().any(|e| e.search == POKA);
    file.search.algorithm = poka.then(|| POKA.into());
}

/// The entries of the default list that can run, and the others with what stands in their way.
pub(super) fn default_entries(problem: &Problem) -> (Vec<Entry>, Vec<(String, &'static str)>) {
    let (mut entries, mut left_out) = (Vec::new(), Vec::new());
    for (text, hindrance) in DEFAULT {
        // The list is ours, and a test reads it: every line has a search in a space.
        let Ok(entry) = Entry::parse(text) else { continue };
        match hindrance(problem) {
            None => entries.push(Entry { name: entry.search.into(), ..entry }),
            Some("") => {}
            Some(why) => left_out.push((entry.search.into(), why)),
        }
    }
    (entries, left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_list_names_what_there_is() {
        for (text, _) in DEFAULT {
            Entry::parse(text).unwrap();
        }
    }

    #[test]
    fn names_with_and_without_a_space() {
        let all = |texts: &[&str]| Entry::parse_all(&texts.iter().map(|t| t.to_string()).collect::<Vec<_>>());
        let entries = all(&["exact", " lattice:poka "]).unwrap();
        assert_eq!((entries[1].name.as_str(), entries[1].search), ("lattice:poka", "poka"));
        assert_eq!((entries[0].name.as_str(), entries[0].space), ("exact", Space::Lattice));
        assert_eq!(all(&["evolve"]).unwrap()[0].space, Space::Cuts);
        assert!(all(&["cuts:exact"]).is_err_and(|e| e.to_string().contains("does not search the space cuts")));
        assert!(all(&["exact", "lattice:exact"]).is_err_and(|e| e.to_string().contains("twice")));
        assert!(all(&["exakt"]).is_err_and(|e| e.hint().contains("\"exact\"")));
        assert!(all(&["latice:exact"]).is_err_and(|e| e.hint().contains("\"lattice\"")));
        assert!(all(&["a:b:c"]).is_err() && all(&[""]).is_err());
    }
}
