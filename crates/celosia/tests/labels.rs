//! Labels of cuts: what they say of a group is true, no two are the same, and rare values neither show nor move a bound.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::HashSet;

use celosia::hierarchy::{self, Hierarchy};
use celosia::release::Labels;
use celosia::space::Grouping;
use celosia::study::{HierarchySpec, Intervals, Kind};
use celosia::table::Domain;
use proptest::prelude::*;

const COMMON: u64 = 10;

fn flat(domain: &Domain) -> Hierarchy {
    hierarchy::build(&HierarchySpec::Flat, domain).unwrap()
}

/// Groups of neighbours that begin at these codes.
fn runs(domain: &Domain, starts: &[usize]) -> Grouping {
    let group = |code: usize| starts.iter().filter(|start| **start <= code).count() as u32;
    let groups = starts.len() + 1;
    Grouping {
        group_of: (0..domain.len()).map(group).collect(),
        groups,
        heights: vec![0.5; groups],
        leaves: Vec::new(),
    }
}

fn labels(domain: &Domain, hierarchy: &Hierarchy, starts: &[usize]) -> Vec<String> {
    Labels::of_groups(domain, hierarchy, &runs(domain, starts)).labels
}

fn counted(kind: Kind, values: &[(&str, u64)]) -> Domain {
    Domain::counted("column", kind, values)
}

#[test]
fn a_group_of_the_hierarchy_keeps_its_name() {
    let ages = counted(Kind::Integer, &[("17", 30), ("19", 30), ("23", 30), ("31", 30), ("38", 2), ("44", 30)]);
    let intervals = Intervals { widths: vec![10.0, 20.0], ..Intervals::default() };
    let tens = hierarchy::build(&HierarchySpec::Interval(intervals), &ages).unwrap();
    // 10–19, then 23, then 30–39, then 44 alone.
    assert_eq!(labels(&ages, &tens, &[2, 3, 5]), ["10–19", "23", "30–39", "44"]);
    // 38 belongs to its other neighbour: the common values of the first are still those of 20–39.
    assert_eq!(labels(&ages, &tens, &[2, 4]), ["10–19", "20–39", "40 or more, or rare"]);
    assert_eq!(labels(&ages, &tens, &[]), ["*"]);
    // No name in the hierarchy: ranges.
    assert_eq!(labels(&ages, &tens, &[1, 3]), ["17", "19–29", "30 or more"]);
}

#[test]
fn every_level_as_a_cut_shows_the_hierarchys_labels() {
    let ages: Vec<(String, u64)> = (17..=90).map(|age| (age.to_string(), 1 + age % 23)).collect();
    let ages: Vec<(&str, u64)> = ages.iter().map(|(age, rows)| (age.as_str(), *rows)).collect();
    let domain = counted(Kind::Integer, &ages);
    let hierarchy = hierarchy::build(&HierarchySpec::Auto, &domain).unwrap();
    let members = |level: usize, code: usize| -> Vec<usize> {
        let group_of = &hierarchy.levels[level].group_of;
        (0..domain.len()).filter(|other| group_of[*other] == group_of[code]).collect()
    };
    for level in 0..hierarchy.levels.len() {
        let Labels { group_of, labels } = Labels::of_level(&hierarchy, level as u8);
        let grouping =
            Grouping { group_of, groups: labels.len(), heights: vec![0.5; labels.len()], leaves: Vec::new() };
        let cut = Labels::of_groups(&domain, &hierarchy, &grouping);
        for code in 0..domain.len() {
            // 15–19 and 10–19 may hold the same values, and 90 is all of 90–99: the lowest name is taken.
            let lowest = (0..=level).find(|lower| members(*lower, code) == members(level, code)).unwrap();
            assert_eq!(cut.labels[cut.group_of[code] as usize], hierarchy.label(lowest, code));
        }
    }
}

#[test]
fn a_part_of_a_group_is_not_called_the_group() {
    // Nought is the only common income; most incomes are rare, and those above 20,000 are in another group.
    let incomes: Vec<(String, u64)> = (0..400).map(|n| (n * 101).to_string()).map(|i| (i, 1)).collect();
    let incomes: Vec<(&str, u64)> =
        incomes.iter().map(|(i, rows)| (i.as_str(), rows + 99 * u64::from(i == "0"))).collect();
    let domain = counted(Kind::Integer, &incomes);
    let intervals = Intervals { widths: vec![50_000.0], ..Intervals::default() };
    let wide = hierarchy::build(&HierarchySpec::Interval(intervals), &domain).unwrap();
    assert_eq!(labels(&domain, &wide, &[199]), ["about under 20000", "about 20000 or more"]);
    assert_eq!(labels(&domain, &wide, &[395]), ["0–49999", "above 0, rare"]);
}

/// Found by `tests/attack`: a row of `*` counts as suppressed, whoever verifies the release.
#[test]
fn all_but_a_few_rows_are_not_called_everything() {
    let states = counted(Kind::String, &[("Divorced", 50), ("Married", 90), ("Single", 70), ("Widowed", 3)]);
    assert_eq!(labels(&states, &flat(&states), &[3]), ["Divorced, Married or Single", "Widowed"]);
    assert_eq!(labels(&states, &flat(&states), &[]), ["*"]);
}

#[test]
fn text_lists_common_values() {
    let states = counted(Kind::String, &[("Divorced", 50), ("Married", 90), ("Single", 70), ("Widowed", 3)]);
    let flat = flat(&states);
    assert_eq!(labels(&states, &flat, &[2]), ["Divorced or Married", "Single or 1 other"]);
    assert_eq!(labels(&states, &flat, &[1, 3]), ["Divorced", "Married or Single", "Widowed"]);
}

#[test]
fn missing_values_are_said_apart() {
    let mut ages = counted(Kind::Integer, &[("20", 30), ("30", 30), ("40", 30), ("50", 3), ("99", 12)]);
    ages.missing = Some(4);
    let none = flat(&ages);
    assert_eq!(labels(&ages, &none, &[2]), ["under 40", "40 or more or missing"]);
    assert_eq!(labels(&ages, &none, &[1, 4]), ["20", "30 or more", "99"]);
    assert_eq!(labels(&ages, &none, &[4]), ["not missing", "99"]);
    // 50 is rare and must not be named with others.
    assert_eq!(labels(&ages, &none, &[3]), ["20, 30 or 40", "other or missing"]);
    ages.counts[4] = 2;
    assert_eq!(labels(&ages, &none, &[2]), ["under 40", "40 or more, or rare"]);
}

/// Whatever the hierarchy was built from, intervals are in the words that their own values ask for.
#[test]
fn intervals_read_as_whole_numbers_where_all_values_are() {
    let intervals = || Intervals { widths: vec![10.0], top: Some(40.0), ..Intervals::default() };
    let of = |values: &[(&str, u64)], kind: Kind| {
        let domain = counted(kind, values);
        hierarchy::build(&HierarchySpec::Interval(intervals()), &domain).unwrap().levels[1].labels.clone()
    };
    assert_eq!(of(&[("20", 5), ("29", 5), ("41", 5)], Kind::Integer), ["20–29", "40 or more"]);
    assert_eq!(of(&[("20", 5), ("29.5", 1), ("41", 5)], Kind::Decimal), ["20 to under 30", "40 or more"]);
    assert_eq!(of(&[("20", 5), ("41", 5)], Kind::Decimal), ["20 to under 30", "40 or more"]);
    assert_eq!(of(&[("07", 5), ("29", 5)], Kind::String), ["0–9", "20–29"]);
}

#[test]
fn no_label_is_taken_twice() {
    let odd = counted(Kind::Integer, &[("20", 30), ("25", 1), ("26", 1), ("27", 1), ("28", 1), ("40", 30)]);
    let rare = "between 20 and 40, rare";
    assert_eq!(labels(&odd, &flat(&odd), &[1, 3, 5]), ["20", rare, &format!("{rare} (2)"), "40"]);
}

/// Numbers with their rows, and where groups begin. Few rows at many values, so that rare values are everywhere.
fn material() -> impl Strategy<Value = (Vec<(i64, u64)>, Vec<bool>)> {
    let value = (0i64..200, prop_oneof![1u64..4, 10u64..60]);
    prop::collection::vec(value, 2..40).prop_flat_map(|mut values| {
        values.sort_unstable();
        values.dedup_by_key(|value| value.0);
        let cuts = prop::collection::vec(prop::bool::weighted(0.3), values.len());
        (Just(values), cuts)
    })
}

fn domain(values: &[(i64, u64)]) -> Domain {
    let texts: Vec<(String, u64)> = values.iter().map(|(value, rows)| (value.to_string(), *rows)).collect();
    counted(Kind::Integer, &texts.iter().map(|(value, rows)| (value.as_str(), *rows)).collect::<Vec<_>>())
}

fn starts(cuts: &[bool]) -> Vec<usize> {
    (1..cuts.len()).filter(|code| cuts[*code]).collect()
}

/// What a label states, without what it says of rare values.
fn stated(label: &str) -> &str {
    label.trim_end_matches(", or rare")
}

/// Does a label list values?
fn is_list(label: &str) -> bool {
    let label = stated(label);
    label.starts_with("other") || (label.contains(" or ") && !label.ends_with(" or more"))
}

/// Do the bounds of a range admit a number?
fn admits(label: &str, number: i64) -> bool {
    let whole = |text: &str| text.parse::<i64>().unwrap();
    if let Some(high) = label.strip_prefix("under ") {
        return number < whole(high);
    }
    if let Some(low) = label.strip_suffix(" or more") {
        return number >= whole(low);
    }
    match label.split_once('–') {
        Some((low, high)) => (whole(low)..=whole(high)).contains(&number),
        None => number == whole(label),
    }
}

proptest! {
    #[test]
    fn labels_differ_are_true_and_name_no_rare_value((values, cuts) in material()) {
        let domain = domain(&values);
        let found = Labels::of_groups(&domain, &flat(&domain), &runs(&domain, &starts(&cuts)));
        prop_assert_eq!(found.labels.iter().collect::<HashSet<_>>().len(), found.labels.len());
        for (group, label) in found.labels.iter().enumerate() {
            let members: Vec<usize> = (0..values.len()).filter(|v| found.group_of[*v] as usize == group).collect();
            let common = members.iter().filter(|v| values[**v].1 >= COMMON).count();
            if members.len() == 1 || label == "*" {
                continue;
            }
            if common == 0 || is_list(label) {
                // How many others there are, and a label's number, may look like a value.
                let uncounted = label.split(" or ").filter(|part| !part.ends_with("other") && !part.ends_with("others"));
                let words: HashSet<String> =
                    uncounted.flat_map(|part| part.split(" (").next()).flat_map(|part| part.split([',', ' ']))
                        .map(String::from).collect();
                let named = |v: &usize| values[*v].1 < COMMON && words.contains(&values[*v].0.to_string());
                prop_assert!(!members.iter().any(named), "{}", label);
                continue;
            }
            for v in members {
                let inside = admits(stated(label), values[v].0);
                prop_assert!(inside || (values[v].1 < COMMON && label.ends_with(", or rare")), "{}: {:?}", label, values[v]);
            }
        }
    }

    /// Rare values are moved within their gap between common values, or removed; the cuts stay between the same common
    /// values. Groups that hold a common value before and after state the same.
    #[test]
    fn rare_values_move_no_bound((values, cuts) in material(), moves in prop::collection::vec(0i64..4, 40)) {
        let mut moved: Vec<(i64, u64)> = Vec::new();
        let mut moved_cuts = Vec::new();
        let mut pending = false;
        for (i, ((value, rows), cut)) in values.iter().zip(&cuts).enumerate() {
            pending |= *cut;
            let rare = *rows < COMMON;
            let next = values.get(i + 1).map_or(i64::MAX, |next| next.0);
            let last = moved.last().map_or(-1, |last| last.0);
            let new = if rare { value + moves[i] - 1 } else { *value };
            let removed = rare && (moves[i] == 3 || new <= last || new >= next);
            if !removed {
                moved.push((new, *rows));
                moved_cuts.push(std::mem::take(&mut pending));
            }
        }
        let before = domain(&values);
        let after = domain(&moved);
        let say = |domain: &Domain, values: &[(i64, u64)], cuts: &[bool]| -> Vec<(i64, usize, String)> {
            let found = Labels::of_groups(domain, &flat(domain), &runs(domain, &starts(cuts)));
            let size = |group: u32| found.group_of.iter().filter(|g| **g == group).count();
            let common = values.iter().enumerate().filter(|(_, value)| value.1 >= COMMON);
            common
                .map(|(code, value)| {
                    let group = found.group_of[code];
                    (value.0, size(group), found.labels[group as usize].clone())
                })
                .collect()
        };
        let (before, after) = (say(&before, &values, &cuts), say(&after, &moved, &moved_cuts));
        for ((value, size, was), (_, now_size, now)) in before.iter().zip(&after) {
            // A value that stands alone shows itself, and everything shows the top.
            let special = |size: usize, label: &str| size == 1 || label == "*" || is_list(label);
            if !special(*size, was) && !special(*now_size, now) {
                prop_assert_eq!(stated(was), stated(now), "{}", value);
            }
        }
    }
}
