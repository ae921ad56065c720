//! Where a missing value stands in a hierarchy: with the groups of the value that the study names (`joins`), or in a group of
//! its own up to the top.
//!
//! Where it joins, the label of each of these groups says so below the top, whether a row is missing or not: labels follow
//! from the study, and tell nothing of rows. At level 0 it is a value like any other, shown as it is spelt.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::csv::Lookup;
use super::{Hierarchy, Paths, TOP, date, interval, mask, refuse};
use crate::error::Result;
use crate::study::{HierarchySpec, Kind};
use crate::table::Domain;
use crate::words::{MISSING, or_missing};

/// A missing value that the builder does not know stays a group of its own until the top takes it in. A list knows how
/// that is called, whatever part of it the data has; others look at the paths that there are.
pub(super) fn alone(domain: &Domain, mut paths: Paths, listed: Option<Vec<String>>) -> Paths {
    let Some(missing) = domain.missing.map(|code| code as usize).filter(|code| paths[*code].is_none()) else {
        return paths;
    };
    let known = || paths.iter().flatten().flatten().map(String::as_str).collect();
    let among = || paths.iter().flatten().next().map(|path| own_path(path, &known()));
    // Nothing but missing values: one step to the top.
    paths[missing] = listed.or_else(among).or_else(|| Some(vec![TOP.into()]));
    paths
}

/// The path of missing beside another path, with a label that no other group has.
pub(super) fn own_path(beside: &[String], known: &HashSet<&str>) -> Vec<String> {
    let mut own = MISSING.to_string();
    while known.contains(own.as_str()) {
        own = format!("({own})");
    }
    let groups = beside.len().saturating_sub(1);
    let mut path = beside.to_vec();
    path[..groups].fill(own);
    path
}

/// The paths where the study says which groups a missing value joins; as they are where it does not. `whole` says in which
/// words intervals are.
pub(super) fn joined(
    spec: &HierarchySpec,
    domain: &Domain,
    mut paths: Paths,
    listed: Option<&Lookup>,
    whole: bool,
) -> Result<Paths> {
    let Some(value) = &domain.joins else { return Ok(paths) };
    let path = path_of(value, spec, domain, &paths, listed, whole)?;
    let mut known: HashSet<String> = paths.iter().flatten().flatten().cloned().collect();
    known.extend(listed.iter().flat_map(|listed| listed.labels()).map(String::from));
    let below_top = path.len().saturating_sub(1);
    let mut joined = path.clone();
    for (level, label) in path.iter().enumerate().take(below_top).filter(|(_, label)| *label != TOP) {
        let mut said = or_missing(label);
        // Another group may be called so.
        while said != *label && known.contains(&said) {
            said = format!("({said})");
        }
        for other in paths.iter_mut().flatten().filter_map(|path| path.get_mut(level)).filter(|other| *other == label) {
            other.clone_from(&said);
        }
        joined[level] = said;
    }
    if let Some(missing) = domain.missing {
        paths[missing as usize] = Some(joined);
    }
    Ok(paths)
}

/// The path of the value that missing joins. A builder that says for any value where it belongs is asked even where the data
/// lacks the value; one that is made from the data needs it there.
fn path_of(
    value: &str,
    spec: &HierarchySpec,
    domain: &Domain,
    paths: &Paths,
    listed: Option<&Lookup>,
    whole: bool,
) -> Result<Vec<String>> {
    let here = domain.joined().and_then(|code| paths[code].clone());
    if let Some(path) = here {
        return Ok(path);
    }
    let place = "missing.joins";
    if spec.is_made_from_data() {
        let what = format!("{place} = \"{value}\" is no value of the column, and its groups are made from the data");
        return Err(refuse(domain, what, "name a value that the column has, or give it a hierarchy of its own"));
    }
    let alone = Domain { writing: domain.writing.clone(), ..Domain::of(&domain.column, domain.kind, &[value]) };
    let found = match (spec, listed) {
        (_, Some(listed)) => listed.paths(&alone),
        (HierarchySpec::Interval(intervals), _) => interval::paths(intervals, &alone, whole)?,
        (HierarchySpec::Mask(mask), _) => mask::paths(mask, &alone)?,
        (HierarchySpec::Date(units), _) => date::paths(units, &alone)?,
        _ => vec![Some(vec![TOP.to_string()])],
    };
    found.into_iter().flatten().next().ok_or_else(|| {
        let what = format!("{place} = \"{value}\" is no value that the hierarchy lists");
        refuse(domain, what, "name a value that it lists, or leave out joins: missing is a group of its own then")
    })
}

/// Puts a missing value that joins others beside the value that it joins, so that cuts can keep them together.
pub(super) fn placed(hierarchy: &mut Hierarchy, domain: &Domain) {
    let (Some(value), Some(missing)) = (&domain.joins, domain.missing) else { return };
    hierarchy.order.retain(|code| *code != missing);
    let wanted = domain.writing.number(domain.kind, value);
    let level = hierarchy.levels.iter().skip(1);
    let together = |code: u32, group_of: &[u32]| group_of[code as usize] == group_of[missing as usize];
    let behind = match (domain.joined(), wanted) {
        (Some(code), _) => hierarchy.order.iter().position(|other| *other as usize == code),
        // Of numbers that are in order the last that is not above.
        (None, Some(wanted)) => {
            hierarchy.order.iter().rposition(|code| domain.number(*code as usize).is_some_and(|n| n <= wanted))
        }
        // The last of the smallest group that has others.
        (None, None) => {
            level.filter_map(|level| hierarchy.order.iter().rposition(|code| together(*code, &level.group_of))).next()
        }
    };
    hierarchy.order.insert(behind.map_or(0, |place| place + 1), missing);
}

/// The value that a few missing cells may join without moving the others: the median of numbers and dates, the most common
/// value of text; nothing where there is none.
pub fn usual_value(domain: &Domain) -> Option<&str> {
    let real: Vec<usize> = (0..domain.len()).filter(|code| domain.missing != Some(*code as u32)).collect();
    let code = if domain.kind == Kind::String {
        real.iter().copied().min_by_key(|code| (Reverse(domain.counts[*code]), *code))
    } else {
        let rows: u64 = real.iter().map(|code| domain.counts[*code]).sum();
        let mut below = 0;
        real.iter().copied().find(|code| {
            below += domain.counts[*code];
            2 * below >= rows
        })
    };
    code.map(|code| domain.values[code].as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::build;
    use crate::study::{Intervals, Mask, MaskFrom};

    fn ages(values: &[&str], missing: bool, joins: Option<&str>) -> Domain {
        let mut domain = Domain::of("age", Kind::Integer, values);
        if missing {
            domain.missing = Some(domain.len() as u32);
            domain.values.push(String::new());
            domain.counts.push(1);
            domain.seen.push(Default::default());
        }
        domain.joins = joins.map(String::from);
        domain
    }

    fn tens() -> HierarchySpec {
        HierarchySpec::Interval(Intervals { widths: vec![10.0, 20.0], ..Intervals::default() })
    }

    fn labels(hierarchy: &Hierarchy, level: usize) -> Vec<String> {
        (0..hierarchy.levels[0].group_of.len()).map(|code| hierarchy.label(level, code).to_string()).collect()
    }

    #[test]
    fn a_missing_value_joins_the_groups_of_a_value() -> Result<()> {
        let domain = ages(&["12", "25", "33"], true, Some("21"));
        let plain = build(&tens(), &ages(&["12", "25", "33"], false, None))?;
        let joined = build(&tens(), &domain)?;
        for level in 1..3 {
            let (before, after) = (labels(&plain, level), labels(&joined, level));
            assert_eq!(after[1], or_missing(&before[1]));
            assert_eq!(after[3], after[1]);
            assert_eq!(after[0], before[0]);
        }
        assert_eq!(labels(&joined, 0), ["12", "25", "33", ""]);
        assert_eq!(labels(&joined, 3), ["*", "*", "*", "*"]);
        // Beside the value that it joins: 21 would stand before 25.
        assert_eq!(joined.order, [0, 3, 1, 2]);
        Ok(())
    }

    #[test]
    fn labels_say_so_whatever_the_rows_hold() -> Result<()> {
        for values in [&["12", "25", "33"][..], &["12", "21", "25", "33"]] {
            let all = [true, false].map(|missing| build(&tens(), &ages(values, missing, Some("21"))));
            let [with, without] = all;
            let (with, without) = (with?, without?);
            for level in 1..3 {
                assert_eq!(labels(&with, level)[..values.len()], labels(&without, level));
            }
        }
        Ok(())
    }

    #[test]
    fn a_hierarchy_that_was_written_out_says_it_once() -> Result<()> {
        let domain = ages(&["12", "25", "33"], true, Some("25"));
        let built = build(&tens(), &domain)?;
        let file = tempfile::NamedTempFile::new().map_err(crate::error::Error::io("make", "a file"))?;
        let text = crate::hierarchy::write::to_csv(&domain, &built);
        std::fs::write(file.path(), text).map_err(crate::error::Error::io("write", file.path()))?;
        let again = build(&HierarchySpec::File(file.path().into()), &domain)?;
        assert_eq!([1, 2, 3].map(|level| labels(&again, level)), [1, 2, 3].map(|level| labels(&built, level)));
        Ok(())
    }

    #[test]
    fn a_value_that_is_not_there_needs_a_builder_that_knows_all() -> Result<()> {
        let said = |spec: &HierarchySpec, joins: &str| {
            build(spec, &ages(&["12", "25", "33"], true, Some(joins))).map_or_else(|e| e.to_string(), |_| String::new())
        };
        assert!(said(&HierarchySpec::Order(vec![2]), "21").contains("made from the data"));
        assert!(said(&HierarchySpec::Auto, "21").contains("made from the data"));
        assert_eq!(said(&HierarchySpec::Order(vec![2]), "25"), "");
        assert_eq!(said(&HierarchySpec::Flat, "21"), "");
        let mask = Mask { from: MaskFrom::Right, characters: vec![1], length: Some(2) };
        assert_eq!(said(&HierarchySpec::Mask(mask), "21"), "");
        let taxonomy = crate::study::Tree::Group("*".into(), vec![crate::study::Tree::Value("12".into())]);
        let lacking = ages(&["12"], true, Some("21"));
        let error =
            build(&HierarchySpec::Taxonomy(taxonomy), &lacking).map_or_else(|e| e.to_string(), |_| String::new());
        assert!(error.contains("no value that the hierarchy lists"), "{error}");
        Ok(())
    }

    #[test]
    fn the_usual_value_is_the_median_or_the_most_common() {
        let mut ages = Domain::counted("age", Kind::Integer, &[("20", 3), ("30", 4), ("90", 2)]);
        assert_eq!(usual_value(&ages), Some("30"));
        let towns = Domain::counted("town", Kind::String, &[("Ulm", 3), ("Bonn", 4), ("Aachen", 4)]);
        assert_eq!(usual_value(&towns), Some("Aachen"));
        ages.missing = Some(1);
        assert_eq!(usual_value(&ages), Some("20"));
        assert_eq!(usual_value(&Domain::of("age", Kind::Integer, &[])), None);
    }
}
