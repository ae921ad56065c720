//! Files of groups: for each value its groups, level by level, and `*`; checked to be a hierarchy before they are
//! proposed.

use std::collections::HashMap;

use super::Proposed;
use crate::hierarchy::label::COMMON;
use crate::hierarchy::{Hierarchy, TOP};
use crate::table::Domain;
use crate::words;

/// Where a value stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In these groups, from the finest on.
    In(Vec<String>),
    /// Nowhere, because it says nothing: "unknown".
    Unknown,
    /// Nowhere that the meaning knows.
    Other,
}

/// Values that stand nowhere are a group of their own at the first level, where they are common, and go with the most
/// frequent group from then on: its label says so. Else their few rows would hold the whole column back. Levels that
/// change nothing are left out; what is no hierarchy is none.
pub fn file(domain: &Domain, place: impl Fn(usize) -> Place) -> Option<Proposed> {
    file_by(domain, |_| 0.0, place)
}

/// The same, its rows in the order of a number: neighbours in the file are neighbours to whoever cuts or edits it.
pub fn file_by(domain: &Domain, rank: impl Fn(usize) -> f64, place: impl Fn(usize) -> Place) -> Option<Proposed> {
    let places: Vec<Place> = (0..domain.len()).map(place).collect();
    let known = |place: &Place| if let Place::In(path) = place { Some(path.clone()) } else { None };
    let mut paths: Vec<Option<Vec<String>>> = places.iter().map(known).collect();
    let height = paths.iter().flatten().map(Vec::len).max()?;
    let home = most_frequent(domain, &paths)?;
    // What joins at each level, and where those that join stand by themselves.
    let mut joining: Vec<Vec<String>> = vec![Vec::new(); height];
    let mut apart = Vec::new();
    for (place, label) in [(Place::Unknown, UNKNOWN), (Place::Other, words::OTHER)] {
        let codes: Vec<usize> = (0..places.len()).filter(|code| places[*code] == place).collect();
        let rows: u64 = codes.iter().map(|code| domain.counts[*code]).sum();
        if !codes.is_empty() {
            let own = usize::from(rows >= COMMON && height > 0);
            joining[own..].iter_mut().for_each(|labels| labels.push(label.into()));
            apart.push((codes, label, own));
        }
    }
    let mut path = paths[home].clone()?;
    for (level, others) in joining.into_iter().enumerate().filter(|(_, others)| !others.is_empty()) {
        let alone = std::mem::take(&mut path[level]);
        let together = words::any_of(&[vec![alone.clone()], others].concat());
        for other in paths.iter_mut().flatten().filter(|other| other.get(level) == Some(&alone)) {
            other[level].clone_from(&together);
        }
        path[level] = together;
    }
    for (codes, label, own) in apart {
        let labels = |level: usize| if level < own { label.to_string() } else { path[level].clone() };
        codes.into_iter().for_each(|code| paths[code] = Some((0..height).map(labels).collect()));
    }
    let mut order: Vec<usize> = (0..domain.len()).collect();
    let last = |code: usize| places[code] == Place::Unknown;
    order.sort_by(|a, b| last(*a).cmp(&last(*b)).then(rank(*a).total_cmp(&rank(*b))));
    let mut rows = useful(domain, paths.into_iter().flatten().collect())?;
    if rows.first().is_none_or(|row| row.len() == 2) {
        return flat();
    }
    Some(Proposed::File(order.into_iter().map(|code| std::mem::take(&mut rows[code])).collect()))
}

/// What answers are called that say nothing.
const UNKNOWN: &str = "unknown";

/// A value of the group at the first level that most rows are in.
fn most_frequent(domain: &Domain, paths: &[Option<Vec<String>>]) -> Option<usize> {
    let mut rows: HashMap<&str, (u64, usize)> = HashMap::new();
    for (code, path) in paths.iter().enumerate() {
        let first = path.as_ref().map(|path| path.first().map_or(TOP, String::as_str));
        if let Some(first) = first {
            rows.entry(first).or_insert((0, code)).0 += domain.counts[code];
        }
    }
    rows.into_values().max_by_key(|(rows, code)| (*rows, std::cmp::Reverse(*code))).map(|(_, code)| code)
}

/// The rows of the file, without levels that change nothing; nothing where they are no hierarchy.
fn useful(domain: &Domain, mut paths: Vec<Vec<String>>) -> Option<Vec<Vec<String>>> {
    paths.iter_mut().for_each(|path| path.push(TOP.into()));
    let hierarchy = Hierarchy::new("file", domain, paths.iter().cloned().map(Some).collect()).ok()?;
    let groups: Vec<usize> = hierarchy.levels.iter().map(|level| level.labels.len()).collect();
    let top = hierarchy.height();
    // A level of as many groups as the one below has the same groups; so has one group as the top.
    let kept = |level: usize| level == top || (groups[level] < groups[level - 1] && groups[level] > 1);
    let row = |code: usize| {
        let labels = (1..=top).filter(|level| kept(*level)).map(|level| hierarchy.label(level, code).to_string());
        [domain.values[code].clone()].into_iter().chain(labels).collect()
    };
    Some((0..domain.len()).map(row).collect())
}

/// Neighbours in an order joined, level by level, twice as many each time, until two groups are left. `label` names
/// the run from one place to another.
pub fn runs(length: usize, label: impl Fn(usize, usize) -> String) -> Vec<Vec<String>> {
    let mut paths = vec![Vec::new(); length];
    let mut size = 2;
    while size < length {
        for first in (0..length).step_by(size) {
            let last = (first + size - 1).min(length - 1);
            let text = label(first, last);
            paths[first..=last].iter_mut().for_each(|path| path.push(text.clone()));
        }
        size *= 2;
    }
    paths
}

/// Groups by how often values occur, and nothing else: the common ones are kept, level by level fewer of them, and all
/// others are "other".
pub fn by_frequency(domain: &Domain) -> Option<Proposed> {
    let rows: u64 = domain.counts.iter().sum();
    // "other" may be a value of the column too: then it is one of the others.
    let is_other = |code: usize| domain.values[code].trim().eq_ignore_ascii_case(words::OTHER);
    let least = [COMMON, (rows / 100).max(COMMON), (rows / 20).max(COMMON)];
    let label = |code: usize, least: u64| match domain.counts[code] >= least && !is_other(code) {
        true => domain.values[code].clone(),
        false => words::OTHER.to_string(),
    };
    let paths = (0..domain.len()).map(|code| least.iter().map(|least| label(code, *least)).collect()).collect();
    let file = useful(domain, paths)?;
    if file.first().is_none_or(|row| row.len() == 2) {
        return flat();
    }
    Some(Proposed::WithoutMeaning(file))
}

/// One step to the top: shown or hidden.
pub fn flat() -> Option<Proposed> {
    Some(Proposed::Key(toml::Value::String("flat".into())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Kind;

    fn rows(proposed: Option<Proposed>) -> Vec<String> {
        match proposed {
            Some(Proposed::File(rows) | Proposed::WithoutMeaning(rows)) => rows.iter().map(|r| r.join(";")).collect(),
            other => vec![format!("{other:?}")],
        }
    }

    #[test]
    fn what_stands_nowhere_goes_with_the_most_frequent_group_and_the_label_says_so() {
        let domain =
            Domain::counted("c", Kind::String, &[("a", 50), ("b", 9), ("c", 70), ("d", 5), ("x", 12), ("y", 3)]);
        let place = |code: usize| match domain.values[code].as_str() {
            "a" | "b" => Place::In(vec!["ab".into(), "left".into()]),
            "c" => Place::In(vec!["c".into(), "right".into()]),
            "d" => Place::In(vec!["d".into(), "right".into()]),
            "x" => Place::Unknown,
            _ => Place::Other,
        };
        assert_eq!(
            rows(file(&domain, place)),
            [
                "a;ab;left;*",
                "b;ab;left;*",
                "c;c or other;right, unknown or other;*",
                "d;d;right, unknown or other;*",
                "y;c or other;right, unknown or other;*",
                "x;unknown;right, unknown or other;*"
            ]
        );
    }

    #[test]
    fn idle_levels_are_left_out() {
        let domain = Domain::counted("c", Kind::String, &[("a", 50), ("b", 90)]);
        let place = |code: usize| Place::In(vec![domain.values[code].clone(), "both".into()]);
        assert_eq!(file(&domain, place), flat());
    }

    #[test]
    fn common_values_are_kept_and_rare_ones_are_others() {
        let domain = Domain::counted("c", Kind::String, &[("a", 900), ("b", 80), ("c", 11), ("d", 9), ("e", 2)]);
        assert_eq!(rows(by_frequency(&domain))[1..], ["b;b;b;*", "c;c;other;*", "d;other;other;*", "e;other;other;*"]);
        let rare = Domain::counted("c", Kind::String, &[("a", 3), ("b", 4)]);
        assert_eq!(by_frequency(&rare), flat());
    }

    #[test]
    fn runs_are_pairs_then_fours() {
        let found = runs(5, |first, last| format!("{first}-{last}"));
        assert_eq!(found[0], ["0-1", "0-3"]);
        assert_eq!(found[4], ["4-4", "4-4"]);
        assert!(runs(2, |_, _| String::new()).iter().all(Vec::is_empty));
    }
}
