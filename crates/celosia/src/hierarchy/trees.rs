//! Sets of values made from how often they occur: the trees of `sets/`, or the best cut, level upon level.
//!
//! Level 1 has sets of at least k rows, level 2 of 2k, and so on. Each level cuts the sets of the level below as if they
//! were values (their rows added up), so levels nest. When k exceeds half the rows, one group is left: the top.

use super::{Paths, TOP, label, refuse};
use crate::error::Result;
use crate::sets::{Column, Key, Method, Walk};
use crate::study::{Kind, SetsSpec};
use crate::table::Domain;

/// Levels above the values, where the start is left to us: the lattice multiplies them.
const LEVELS: u32 = 6;
/// The same for `auto`: on Adult's text columns four levels lose no more than six at any k.
const AUTOMATIC: u32 = 4;

/// The values of a column in groups; each lists its codes in order, and groups stand by their first code.
type Groups = Vec<Vec<usize>>;

/// The sets that each value joins, level by level. Levels that would merge nothing are left out.
///
/// Labels of text name values that occur, the common ones; neighbouring numbers show bounds.
pub fn paths(spec: &SetsSpec, domain: &Domain) -> Result<Paths> {
    Ok(labelled(&levels(spec, domain, LEVELS)?, domain))
}

/// The sets of the method whose levels lose least information on average: what `auto` takes for text.
pub fn best(domain: &Domain) -> Result<Paths> {
    let mut best: Option<(f64, Vec<Groups>)> = None;
    for method in Method::in_order() {
        let spec = SetsSpec { method, walk: Walk::In, key: None, start: None };
        let levels = levels(&spec, domain, AUTOMATIC)?;
        let cost = levels.iter().map(|groups| cost(groups, domain)).sum::<f64>() / levels.len().max(1) as f64;
        // Of equals the later: sorted values keep neighbours in the alphabet together, Huffman's tree does not.
        if best.as_ref().is_none_or(|(least, _)| cost <= *least) {
            best = Some((cost, levels));
        }
    }
    Ok(labelled(&best.map(|(_, levels)| levels).unwrap_or_default(), domain))
}

/// Rows times values, as in the information loss of Hernandez et al.; a value alone loses nothing.
fn cost(groups: &Groups, domain: &Domain) -> f64 {
    let rows = |group: &Vec<usize>| group.iter().map(|&code| domain.counts[code] as f64).sum::<f64>();
    groups.iter().filter(|group| group.len() > 1).map(|group| rows(group) * group.len() as f64).sum()
}

/// The levels between the values and the top.
fn levels(spec: &SetsSpec, domain: &Domain, most: u32) -> Result<Vec<Groups>> {
    let codes: Vec<usize> = present(domain).collect();
    let rows: u64 = codes.iter().map(|&code| domain.counts[code]).sum();
    let start = spec.start.unwrap_or_else(|| default_start(rows, most));
    if start < 2 {
        return Err(refuse(domain, format!("sets of {start} rows are no sets"), "start at 2 rows or more"));
    }
    let mut groups: Groups = codes.iter().map(|&code| vec![code]).collect();
    let mut levels = Vec::new();
    let mut k = start;
    // More than half the rows: no two sets have k.
    while groups.len() > 1 && k <= rows / 2 {
        let before = groups.len();
        groups = merged(spec, &groups, domain, k)?;
        if 1 < groups.len() && groups.len() < before {
            levels.push(groups.clone());
        }
        k *= 2;
    }
    Ok(levels)
}

fn present(domain: &Domain) -> impl Iterator<Item = usize> {
    (0..domain.len()).filter(|&code| domain.missing != Some(code as u32))
}

/// The least k from which doubling passes half the rows after all levels but the top.
fn default_start(rows: u64, levels: u32) -> u64 {
    (rows / 2 / 2u64.pow(levels - 1) + 1).max(2)
}

fn labelled(levels: &[Groups], domain: &Domain) -> Paths {
    let mut paths = vec![None; domain.len()];
    present(domain).for_each(|code| paths[code] = Some(Vec::new()));
    for groups in levels {
        for (group, label) in groups.iter().zip(label::of_groups(domain, groups)) {
            group.iter().for_each(|&code| paths[code].iter_mut().for_each(|path| path.push(label.clone())));
        }
    }
    paths.iter_mut().flatten().for_each(|path| path.push(TOP.to_string()));
    paths
}

/// Groups joined into sets of at least k rows.
fn merged(spec: &SetsSpec, groups: &Groups, domain: &Domain, k: u64) -> Result<Groups> {
    let key = spec.key.unwrap_or(if domain.kind == Kind::String { Key::Frequency } else { Key::Value });
    let counts = groups.iter().map(|group| group.iter().map(|&code| domain.counts[code]).sum()).collect();
    let column = if spec.method.sorts(spec.walk) {
        Column::in_order(counts)
    } else {
        let mut arrival: Vec<u32> = (0..groups.len() as u32).collect();
        let seen = |group: u32| groups[group as usize].iter().map(|&code| (&domain.seen[code], code)).min();
        arrival.sort_by_cached_key(|group| seen(*group).map(|(place, code)| (place.file, place.line, code)));
        Column::new(counts, arrival)?
    };
    let found = spec.method.cut(&spec.method.order(&column, key, spec.walk), &column, k)?;
    let mut merged: Groups = found
        .all()
        .map(|set| {
            let mut values: Vec<usize> = set.iter().flat_map(|group| groups[*group as usize].iter().copied()).collect();
            values.sort_unstable();
            values
        })
        .collect();
    merged.sort_unstable_by_key(|group| group.first().copied());
    Ok(merged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::Hierarchy;

    fn spec(name: &str, start: Option<u64>) -> SetsSpec {
        SetsSpec { method: Method::find(name).unwrap(), walk: Walk::In, key: None, start }
    }

    fn counted(kind: Kind, values: &[(&str, u64)]) -> Domain {
        Domain::counted("column", kind, values)
    }

    fn of(spec: &SetsSpec, domain: &Domain) -> Vec<Vec<String>> {
        paths(spec, domain).unwrap().into_iter().flatten().collect()
    }

    #[test]
    fn numbers_by_value_are_ranges() {
        let domain = counted(Kind::Integer, &[("17", 10), ("18", 10), ("19", 20), ("20", 90), ("21", 10), ("30", 10)]);
        // k = 20: 17 18 | 21 30, with 19 and 20 left alone; k = 40: 17 18 19 21 30 together.
        let found = of(&spec("avl", Some(20)), &domain);
        assert_eq!(found[0], ["under 19", "17, 18, 19 or 2 others", "*"]);
        assert_eq!(found[2], ["19", "17, 18, 19 or 2 others", "*"]);
        assert_eq!(found[3], ["20", "20", "*"]);
        assert_eq!(found[5], ["21 or more", "17, 18, 19 or 2 others", "*"]);
    }

    #[test]
    fn text_goes_by_frequency() {
        let domain = counted(Kind::String, &[("a", 200), ("b", 10), ("c", 90), ("d", 20), ("e", 10)]);
        let found = of(&spec("huffman", Some(30)), &domain);
        assert_eq!(found[1], ["b, d or e", "b, c, d or e", "*"]);
        assert_eq!(found[2], ["c", "b, c, d or e", "*"]);
        assert_eq!(found[0], ["a", "a", "*"]);
    }

    #[test]
    fn every_method_makes_a_hierarchy_of_at_most_six_levels() {
        let names: Vec<String> = (0..500).map(|n| format!("{n}")).collect();
        for kind in [Kind::Integer, Kind::String] {
            let mut domain = Domain::of("n", kind, &names.iter().map(String::as_str).collect::<Vec<_>>());
            domain.counts = (0..500u64).map(|n| 1 + n * n % 97).collect();
            for method in Method::all() {
                for walk in [Walk::Pre, Walk::In, Walk::Post] {
                    let spec = SetsSpec { method, walk, key: None, start: None };
                    let hierarchy = Hierarchy::new("sets", &domain, paths(&spec, &domain).unwrap()).unwrap();
                    assert!((2..=LEVELS as usize).contains(&hierarchy.height()), "{}", hierarchy.height());
                }
            }
        }
    }

    #[test]
    fn small_columns_and_missing_values() {
        let mut domain = counted(Kind::String, &[("a", 5), ("b", 1)]);
        assert_eq!(of(&spec("bst", None), &domain), [["*"], ["*"]]);
        domain.missing = Some(1);
        assert_eq!(paths(&spec("bst", None), &domain).unwrap(), [Some(vec!["*".to_string()]), None]);
        assert!(paths(&spec("bst", Some(1)), &domain).is_err());
        assert_eq!(default_start(30_162, LEVELS), 472);
        assert_eq!(default_start(3, AUTOMATIC), 2);
    }

    #[test]
    fn the_best_method_loses_least() {
        let values: Vec<(String, u64)> = (0..30u64).map(|n| (format!("v{n:02}"), 1 + n * n * 7 % 61)).collect();
        let domain = counted(Kind::String, &values.iter().map(|(v, n)| (v.as_str(), *n)).collect::<Vec<_>>());
        let mean = |levels: &[Groups]| levels.iter().map(|g| cost(g, &domain)).sum::<f64>() / levels.len() as f64;
        let of = |method| levels(&SetsSpec { method, walk: Walk::In, key: None, start: None }, &domain, AUTOMATIC);
        let least = Method::in_order().map(|method| mean(&of(method).unwrap())).fold(f64::INFINITY, f64::min);
        let chosen = Method::in_order().filter(|method| mean(&of(*method).unwrap()) == least).last().unwrap();
        assert_eq!(best(&domain).unwrap(), labelled(&of(chosen).unwrap(), &domain));
    }
}
