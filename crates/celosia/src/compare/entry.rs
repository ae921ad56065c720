//! What is compared: searches by name, each in a space; and those that are taken where nothing is asked for.

use crate::error::{Error, Result};
use crate::evaluate;
use crate::front::LARGE;
use crate::search::{About, SEARCHES};
use crate::space::{SPACES, Space};
use crate::study::{Names, Problem, Rule, SearchFile, StudyFile};

/// A search in a space, with settings of its own where it has some.
#[derive(Clone)]
pub struct Entry {
    /// What it is called: as it was asked for.
    pub name: String,
    /// The space.
    pub space: Space,
    /// The search.
    pub search: &'static About,
    /// Keys of `[search]` in place of the study's.
    pub settings: SearchFile,
    /// Columns of numbers with the steps in which they are told apart, in place of the study's granularity.
    pub widths: Vec<(String, f64)>,
}

/// Settings that are not an entry's: it has a search and a space already, and no checkpoint.
const NOT_HERE: [&str; 4] = ["algorithm", "space", "checkpoint", "resume"];

impl Entry {
    /// Reads `search` or `space:search`; a search alone is in the space that it is made for. Behind it may stand settings of
    /// its own, as in `nsga2+seed=3+mutation-per=bit+granularity=age:5`.
    pub fn parse(text: &str) -> Result<Entry> {
        let mut parts = text.trim().split('+');
        let first = parts.next().unwrap_or_default();
        let (space, search) = match first.split_once(':') {
            Some((space, search)) => (Some(space), search),
            None => (None, first),
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
        let mut entry = Entry::of(about, space);
        entry.name = text.trim().into();
        let mut keys = Vec::new();
        for part in parts {
            match part.split_once('=') {
                Some(("granularity", width)) => entry.widths.push(width_of(width, space)?),
                Some((key, value)) if !NOT_HERE.contains(&key) => keys.push((key, value)),
                _ => {
                    let what = format!("\"{part}\" is no setting of one search");
                    let hint = "write SEARCH+KEY=VALUE with a key of [search], or SEARCH+granularity=COLUMN:WIDTH";
                    return Err(Error::study("compare.with", what, hint));
                }
            }
        }
        entry.settings = SearchFile::of_pairs("compare.with", &keys)?;
        Ok(entry)
    }

    /// A search in a space, as the study sets it.
    fn of(search: &'static About, space: Space) -> Entry {
        Entry { name: search.name.into(), space, search, settings: SearchFile::default(), widths: Vec::new() }
    }

    /// Reads a list, in which nothing stands twice.
    pub fn parse_all(texts: &[String]) -> Result<Vec<Entry>> {
        let mut entries: Vec<Entry> = Vec::new();
        for text in texts {
            let entry = Entry::parse(text)?;
            let is_same = |e: &Entry| {
                (e.space, e.search.name, &e.settings, &e.widths)
                    == (entry.space, entry.search.name, &entry.settings, &entry.widths)
            };
            if entries.iter().any(is_same) {
                let what = format!("{} in {} stands there twice", entry.search.name, entry.space.name());
                return Err(Error::study(
                    "compare.with",
                    what,
                    "name each search once in a space, or with other settings",
                ));
            }
            entries.push(entry);
        }
        Ok(entries)
    }
}

/// Reads `COLUMN:WIDTH`.
fn width_of(text: &str, space: Space) -> Result<(String, f64)> {
    if space != Space::Cuts {
        let what = format!("a granularity is for the space of cuts, not for {}", space.name());
        return Err(Error::study("compare.with", what, "leave it out, or choose a search of cuts"));
    }
    let parsed = text.rsplit_once(':').and_then(|(column, width)| Some((column, width.parse::<f64>().ok()?)));
    match parsed.filter(|(_, width)| width.is_finite() && *width > 0.0) {
        Some((column, width)) => Ok((column.into(), width)),
        None => {
            let what = format!("\"{text}\" is no column with a width above 0");
            Err(Error::study("compare.with", what, "write granularity=COLUMN:WIDTH, such as granularity=age:5"))
        }
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
    // Climbing takes the place of those that see a lattice whole where that is too large.
    let large = problem.lattice.size() > LARGE;
    let suits = |about: &&About| match large {
        true => !about.default_in.contains(&Space::Lattice),
        false => !about.offers.anytime,
    };
    for search in SEARCHES.iter().filter(|about| !about.offers.patience).filter(suits) {
        let space = search.spaces[0];
        let is_default = |about: &About| about.default_in.contains(&space);
        match search.hindrance(problem) {
            Some(why) => left_out.push((search.name.into(), why)),
            None if is_default(search) && entries.iter().any(|entry| is_default(entry.search)) => {}
            None => entries.push(Entry::of(search, space)),
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

    #[test]
    fn settings_of_one_search() {
        let all = |texts: &[&str]| Entry::parse_all(&texts.iter().map(|t| t.to_string()).collect::<Vec<_>>());
        let entries = all(&["nsga2", "nsga2+seed=3+mutation-per=bit", "cuts:nsga2+granularity=age:5"]).unwrap();
        assert_eq!((entries[1].settings.seed, entries[1].settings.mutation_per.as_deref()), (Some(3), Some("bit")));
        assert_eq!(
            (entries[2].name.as_str(), &entries[2].widths[..]),
            ("cuts:nsga2+granularity=age:5", &[("age".into(), 5.0)][..])
        );
        for (text, expected) in [
            ("nsga2+sed=3", "unknown key \"sed\""),
            ("nsga2+seed=x", "compare.with"),
            ("nsga2+seed", "no setting of one search"),
            ("nsga2+space=cuts", "no setting of one search"),
            ("nsga2+granularity=5", "no column with a width"),
            ("nsga2+granularity=age:-1", "no column with a width"),
            ("exact+granularity=age:5", "for the space of cuts"),
        ] {
            let error = all(&[text]).err().unwrap();
            assert!(error.to_string().contains(expected), "{error}");
            assert!(!error.hint().is_empty(), "{error}");
        }
        assert!(all(&["nsga2+seed=3", "cuts:nsga2+seed=3"]).is_err_and(|e| e.to_string().contains("twice")));
    }
}
