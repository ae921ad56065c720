//! What is compared: searches by name, each in a space; and those that are taken where nothing is asked for.

use crate::error::{Error, Result};
use crate::evaluate;
use crate::search::{About, SEARCHES};
use crate::space::{SPACES, Space};
use crate::study::{Names, Problem, Rule, StudyFile};

/// A search in a space.
#[derive(Clone)]
pub struct Entry {
    /// What it is called: as it was asked for.
    pub name: String,
    /// The space.
    pub space: Space,
    /// The search.
    pub search: &'static About,
}

impl Entry {
    /// Reads `search` or `space:search`; a search alone is in the space that it is made for.
    pub fn parse(text: &str) -> Result<Entry> {
        let (space, search) = match text.trim().split_once(':') {
            Some((space, search)) => (Some(space), search),
            None => (None, text.trim()),
        };
        let Some(about) = SEARCHES.iter().find(|about| about.name == search) else {
            return Err(Error::unknown("compare.with", "search", search, SEARCHES.iter().map(|about| about.name)));
        };
        let space = match space.map(|name| (name, SPACES.iter().find(|(known, _)| *known == name))) {
            None => about.spaces[0],
            Some((_, Some((_, space)))) => *space,
            Some((name, None)) => {
                return Err(Error::unknown("compare.with", "space", name, SPACES.iter().map(|(known, _)| *known)));
            }
        };
        if !about.spaces.contains(&space) {
            let what = format!("{search} does not search the space {}", space.name());
            let hint = format!("leave out the space: compare.with = \"{search}\"");
            return Err(Error::study("compare.with", what, hint));
        }
        Ok(Entry { name: text.trim().into(), space, search: about })
    }

    /// Reads a list, in which nothing stands twice.
    pub fn parse_all(texts: &[String]) -> Result<Vec<Entry>> {
        let mut entries: Vec<Entry> = Vec::new();
        for text in texts {
            let entry = Entry::parse(text)?;
            if entries.iter().any(|e| (e.space, e.search.name) == (entry.space, entry.search.name)) {
                let what = format!("{} in {} stands there twice", entry.search.name, entry.space.name());
                return Err(Error::study("compare.with", what, "name each search once in a space"));
            }
            entries.push(entry);
        }
        Ok(entries)
    }
}

/// Fits a study file to what is compared, before it is checked: all entries solve one problem, so where one of them is
/// defined for one rule only, and no other is given, all suppress by that rule. Among all searches that one gives way where
/// it cannot run.
pub fn fit(file: &mut StudyFile, entries: &[Entry]) {
    let named: Vec<&About> = entries.iter().map(|entry| entry.search).collect();
    let particular = match named.is_empty() {
        true => SEARCHES.iter().find(|about| about.needs.rule.is_some_and(|(rule, _)| may_run(file, about, rule))),
        false => named.into_iter().find(|about| about.needs.rule.is_some()),
    };
    file.search.algorithm = particular.map(|about| about.name.into());
}

/// May a search that needs a rule run on a study that is not checked yet?
fn may_run(file: &StudyFile, about: &About, rule: Rule) -> bool {
    let several = |names: &Option<Names>| names.as_ref().is_some_and(|names| names.0.len() > 1);
    let objectives = &file.objectives;
    let two = !several(&objectives.privacy) && !several(&objectives.loss) && objectives.suppressed_rows != Some(true);
    let problem = objectives.problem.as_deref().map(|name| Problem::find("", name));
    (two || !about.needs.two_objectives)
        && problem.is_none_or(|problem| problem.is_ok_and(|problem| problem.rule == rule))
        && file.suppression.rule.as_deref().is_none_or(|given| given == rule.name())
}

/// Every search that can run, in the space that it is made for, and the others with what stands in their way. Of those that
/// are the default of one space, the first that can run stands for the others.
pub(super) fn default_entries(problem: &evaluate::Problem) -> (Vec<Entry>, Vec<(String, String)>) {
    let (mut entries, mut left_out) = (Vec::<Entry>::new(), Vec::new());
    for search in SEARCHES {
        let space = search.spaces[0];
        let is_default = |about: &About| about.default_in.contains(&space);
        match search.hindrance(problem) {
            Some(why) => left_out.push((search.name.into(), why)),
            None if is_default(search) && entries.iter().any(|entry| is_default(entry.search)) => {}
            None => entries.push(Entry { name: search.name.into(), space, search }),
        }
    }
    (entries, left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_and_without_a_space() {
        let all = |texts: &[&str]| Entry::parse_all(&texts.iter().map(|t| t.to_string()).collect::<Vec<_>>());
        let entries = all(&["exact", " lattice:poka "]).unwrap();
        assert_eq!((entries[1].name.as_str(), entries[1].search.name), ("lattice:poka", "poka"));
        assert_eq!((entries[0].name.as_str(), entries[0].space), ("exact", Space::Lattice));
        assert_eq!(all(&["evolve"]).unwrap()[0].space, Space::Cuts);
        assert!(all(&["cuts:exact"]).is_err_and(|e| e.to_string().contains("does not search the space cuts")));
        assert!(all(&["exact", "lattice:exact"]).is_err_and(|e| e.to_string().contains("twice")));
        assert!(all(&["exakt"]).is_err_and(|e| e.hint().contains("\"exact\"")));
        assert!(all(&["latice:exact"]).is_err_and(|e| e.hint().contains("\"lattice\"")));
        assert!(all(&["a:b:c"]).is_err() && all(&[""]).is_err());
    }
}
