//! The labels that a point of any space shows. They are published: they name no rare value, and no rare value moves them.

use std::borrow::Cow;

use super::released::Released;
use crate::evaluate::Problem;
use crate::hierarchy::bounds::Bounds;
use crate::hierarchy::label::{COMMON, distinct, list, of_values};
use crate::hierarchy::spans::Spans;
use crate::hierarchy::{Hierarchy, Level, TOP, all_whole};
use crate::open::{Quasi, Source};
use crate::space::{Grouping, Place, Shown};
use crate::study::{self, Kind};
use crate::table::{Domain, Stated, Told, Writing};
use crate::words;

/// What an attribute shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    /// Group of each value; empty where that depends on its class, which may show any of several sets that hold it.
    pub group_of: Vec<u32>,
    /// Label of each group or set, no two the same but for those that a release does not show, which are `*`.
    pub labels: Vec<String>,
}

/// What each quasi-identifier shows at a place, whatever is suppressed. Not for publication: rows that a release suppresses
/// have a part in these labels.
pub fn labels(source: &Source, problem: &Problem, place: &Place) -> Vec<Labels> {
    all_labels(source, place, &problem.shown(place), None)
}

/// What each quasi-identifier shows in a release of a place: made from the released rows and the hierarchies alone.
pub fn released_labels(source: &Source, place: &Place, released: &Released) -> Vec<Labels> {
    all_labels(source, place, &released.shown, Some(released))
}

fn all_labels(source: &Source, place: &Place, shown: &Shown, released: Option<&Released>) -> Vec<Labels> {
    let labels = source.quasi().enumerate().map(|(quasi, Quasi { said, domain, hierarchy })| {
        let stated = said.stated();
        let left = released.map(|released| (released.quasi[quasi].as_slice(), &stated));
        let worded = match left {
            Some((rows, stated)) => hierarchy.worded(whole_left(domain, hierarchy, rows, stated)),
            None => Cow::Borrowed(hierarchy),
        };
        let hierarchy = worded.as_ref();
        match (place, shown) {
            // A hierarchy is a setting, and so are its labels.
            (Place::Node(node), _) => Labels::of_level(hierarchy, node[quasi]),
            (_, Shown::ByColumn(groupings)) => {
                let grouping = &groupings[quasi];
                let labels = of_sets(domain, hierarchy, &groups_of(grouping), left, None);
                Labels { group_of: grouping.group_of.clone(), labels }
            }
            (_, Shown::ByClass(regions)) => {
                let sets = &regions.sets()[quasi];
                // What only suppressed classes show moves no label.
                let shown = released.map_or_else(|| (0..sets.len()).collect(), |released| released.sets_shown(quasi));
                let codes = |set: &usize| sets.get(*set).values.iter().map(|code| *code as usize).collect();
                let values: Vec<Vec<usize>> = shown.iter().map(codes).collect();
                let mut labels = vec![TOP.to_string(); sets.len()];
                for (set, label) in shown.into_iter().zip(of_sets(domain, hierarchy, &values, left, regions.bounds())) {
                    labels[set] = label;
                }
                Labels { group_of: Vec::new(), labels }
            }
        }
    });
    labels.collect()
}

impl Labels {
    /// A level of the lattice, which begins at the floor, shows the hierarchy's own labels.
    pub fn of_level(hierarchy: &Hierarchy, level: u8) -> Labels {
        let Level { group_of, labels } = hierarchy.levels[hierarchy.floor + level as usize].clone();
        Labels { group_of, labels }
    }

    /// The labels of any groups, from the hierarchy where it has a name for them.
    pub fn of_groups(domain: &Domain, hierarchy: &Hierarchy, grouping: &Grouping) -> Labels {
        let labels = of_sets(domain, hierarchy, &groups_of(grouping), None, None);
        Labels { group_of: grouping.group_of.clone(), labels }
    }
}

/// The values of each group, rising.
fn groups_of(grouping: &Grouping) -> Vec<Vec<usize>> {
    let mut groups = vec![Vec::new(); grouping.groups];
    for (code, group) in grouping.group_of.iter().enumerate() {
        groups[*group as usize].push(code);
    }
    groups
}

/// The labels of sets of values; where these rows of each value are left, and the study gives the column this type, as if the
/// column held nothing else, its type, its writing and its order included unless the study gives them.
fn of_sets(
    domain: &Domain,
    hierarchy: &Hierarchy,
    sets: &[Vec<usize>],
    left: Option<(&[u64], &Stated)>,
    told: Option<study::Bounds>,
) -> Vec<String> {
    let Some((rows, stated)) = left else { return label_all(domain, hierarchy, sets, told) };
    let (domain, hierarchy, codes) = match hierarchy.floor {
        0 => left_of(domain, hierarchy, rows, stated),
        _ => left_at_floor(domain, hierarchy, rows),
    };
    let mut place_of = vec![None; rows.len()];
    codes.iter().enumerate().for_each(|(place, code)| place_of[*code] = Some(place));
    let among = |set: &Vec<usize>| {
        let mut places: Vec<usize> = set.iter().filter_map(|code| place_of[*code]).collect();
        places.sort_unstable();
        places
    };
    // Sets by their first value that is left.
    let mut shown: Vec<(usize, Vec<usize>)> =
        sets.iter().map(among).enumerate().filter(|(_, p)| !p.is_empty()).collect();
    shown.sort_by_key(|(_, places)| places[0]);
    let (numbers, places): (Vec<usize>, Vec<Vec<usize>>) = shown.into_iter().unzip();
    let mut labels = vec![TOP.to_string(); sets.len()];
    for (set, label) in numbers.into_iter().zip(label_all(&domain, &hierarchy, &places, told)) {
        labels[set] = label;
    }
    labels
}

/// The labels of any sets of values, from the hierarchy where it has a name for them.
///
/// A set that is a group of the hierarchy carries the label of the lowest level that has it, and so does a set that is one
/// below the top but for a few rows: whether a rare value belongs to its neighbour instead does not change its name. Other
/// sets of numbers and dates read as ranges ([`Bounds`]), other sets of text list their common values. Missing values are
/// behind all others and are said apart; a few of them are called rare, unless the study says which groups they join: then the
/// group of that value says "or missing", and so does any other that holds one.
///
/// Where `told` says how bounds are told, sets are those of classes: they overlap, and a range says its own bounds ([`Spans`]).
fn label_all(domain: &Domain, hierarchy: &Hierarchy, sets: &[Vec<usize>], told: Option<study::Bounds>) -> Vec<String> {
    let names: Vec<Named> = hierarchy.levels.iter().map(|level| Named::new(domain, level)).collect();
    let plain = match told {
        Some(told) => {
            let spans = Spans::new(domain, told);
            sets.iter().map(|set| label_of_class(domain, &names, spans.as_ref(), set)).collect()
        }
        None => {
            let bounds = Bounds::new(domain);
            sets.iter().map(|set| label(domain, &names, bounds.as_ref(), set)).collect()
        }
    };
    distinct(plain, |set| sets[set].len() == 1)
}

/// The label of a set that a class shows: a value, a group of the hierarchy, a range with its bounds, or a list.
fn label_of_class(domain: &Domain, names: &[Named], spans: Option<&Spans>, set: &[usize]) -> String {
    if let Some(label) = of_same_set(domain, names, set) {
        return label;
    }
    let missing = domain.missing.map(|code| code as usize).filter(|code| set.contains(code));
    let present: Vec<usize> = set.iter().copied().filter(|code| missing != Some(*code)).collect();
    let range = match (spans, &present[..]) {
        (Some(spans), [first, .., last]) if last - first + 1 == present.len() => spans.label(*first, *last),
        (_, [only]) => Some(domain.values[*only].clone()),
        _ => None,
    };
    let said = range.unwrap_or_else(|| list(domain, &present));
    match missing {
        Some(code) if domain.counts[code] >= COMMON || domain.joins.is_some() => words::or_missing(&said),
        Some(_) => words::or_rare(&said),
        None => said,
    }
}

/// What a set of one value, or one that is a group of the hierarchy, is called.
fn of_same_set(domain: &Domain, names: &[Named], set: &[usize]) -> Option<String> {
    if let [only] = *set {
        return Some(domain.values[only].clone());
    }
    let own = |named: &Named| {
        let around = named.around(set)? as usize;
        (named.values[around] == set.len()).then(|| named.level.labels[around].clone())
    };
    names.iter().find_map(own)
}

/// Do intervals read as those of whole numbers? By the values that are left alone: a value with decimals that is suppressed
/// must not show in the words for all others. Of a column with a floor only groups are known, so there its type is asked.
fn whole_left(domain: &Domain, hierarchy: &Hierarchy, rows: &[u64], stated: &Stated) -> bool {
    let left = (0..domain.len()).filter(|code| rows[*code] > 0 && domain.missing != Some(*code as u32));
    match hierarchy.floor {
        0 => {
            let left: Vec<&str> = left.map(|code| domain.values[code].as_str()).collect();
            let told = stated.tell_or_text(&left);
            all_whole(told.kind, &told.writing, left.into_iter())
        }
        _ => stated.kind == Some(Kind::Integer),
    }
}

/// A column of the values that have rows left, its hierarchy over them, and the code that each of them has in the whole
/// column.
fn left_of(domain: &Domain, hierarchy: &Hierarchy, rows: &[u64], stated: &Stated) -> (Domain, Hierarchy, Vec<usize>) {
    let is_missing = |code: usize| domain.missing == Some(code as u32);
    let mut codes: Vec<usize> = (0..domain.len()).filter(|code| rows[*code] > 0).collect();
    let real: Vec<&str> =
        codes.iter().filter(|code| !is_missing(**code)).map(|code| domain.values[*code].as_str()).collect();
    // Where what is left can be read in two ways, no bound is true in both: its values are listed.
    let Told { kind, writing, doubt, .. } = stated.tell_or_text(&real);
    let by_value = |a: &usize, b: &usize| writing.compare(kind, &domain.values[*a], &domain.values[*b]);
    codes.sort_by(|a, b| is_missing(*a).cmp(&is_missing(*b)).then_with(|| by_value(a, b)));
    let missing = codes.iter().position(|code| is_missing(*code)).map(|place| place as u32);
    let own = Domain {
        column: domain.column.clone(),
        kind,
        writing: writing.clone(),
        doubt,
        values: codes.iter().map(|code| domain.values[*code].clone()).collect(),
        counts: codes.iter().map(|code| rows[*code]).collect(),
        seen: Vec::new(),
        missing,
        spellings: Vec::new(),
        joins: domain.joins.clone(),
    };
    (own, hierarchy.over(0, &codes), codes)
}

/// The same for a column with a floor, of which only the groups at the floor are known: they stand for the values, under
/// their labels, which are the hierarchy's.
fn left_at_floor(domain: &Domain, hierarchy: &Hierarchy, rows: &[u64]) -> (Domain, Hierarchy, Vec<usize>) {
    let Level { group_of, labels } = &hierarchy.levels[hierarchy.floor];
    let mut first = vec![None; labels.len()];
    let mut counts = vec![0; labels.len()];
    for code in (0..domain.len()).filter(|code| rows[*code] > 0) {
        first[group_of[code] as usize].get_or_insert(code);
        counts[group_of[code] as usize] += rows[code];
    }
    let mut groups: Vec<(&String, usize, u64)> = first
        .iter()
        .zip(labels.iter().zip(&counts))
        .filter_map(|(first, (label, rows))| first.map(|code| (label, code, *rows)))
        .collect();
    groups.sort();
    let codes: Vec<usize> = groups.iter().map(|(_, code, _)| *code).collect();
    let own = Domain {
        column: domain.column.clone(),
        kind: Kind::String,
        writing: Writing::default(),
        doubt: None,
        values: groups.iter().map(|(label, ..)| label.to_string()).collect(),
        counts: groups.iter().map(|(.., rows)| *rows).collect(),
        seen: Vec::new(),
        missing: None,
        spellings: Vec::new(),
        joins: None,
    };
    (own, hierarchy.over(hierarchy.floor, &codes), codes)
}

/// A level, and how many values and rows each of its groups has.
struct Named<'h> {
    level: &'h Level,
    values: Vec<usize>,
    rows: Vec<u64>,
}

impl<'h> Named<'h> {
    fn new(domain: &Domain, level: &'h Level) -> Named<'h> {
        let groups = level.labels.len();
        let mut named = Named { level, values: vec![0; groups], rows: vec![0; groups] };
        for (code, group) in level.group_of.iter().enumerate() {
            named.values[*group as usize] += 1;
            named.rows[*group as usize] += domain.counts[code];
        }
        named
    }

    /// The group that all these values belong to.
    fn around(&self, values: &[usize]) -> Option<u32> {
        let group = self.level.group_of[*values.first()?];
        values.iter().all(|code| self.level.group_of[*code] == group).then_some(group)
    }
}

fn label(domain: &Domain, names: &[Named], bounds: Option<&Bounds>, group: &[usize]) -> String {
    if let Some(label) = of_same_set(domain, names, group) {
        return label;
    }
    let missing = domain.missing.map(|code| code as usize).filter(|code| group.contains(code));
    let present: Vec<usize> = group.iter().copied().filter(|code| missing != Some(*code)).collect();
    // The same values but for a few rows, which other groups have. All but a few are not all, though: `*` says that nothing is
    // shown, and a row of nothing else counts as suppressed.
    let below_top = &names[..names.len().saturating_sub(1)];
    let named = below_top.iter().find_map(|named| {
        let around = named.around(&present)?;
        let inside: Vec<usize> = group.iter().copied().filter(|code| named.level.group_of[*code] == around).collect();
        let rows: u64 = inside.iter().map(|code| domain.counts[*code]).sum();
        let same = rows >= COMMON && named.rows[around as usize] - rows < COMMON;
        same.then(|| (named.level.labels[around as usize].clone(), inside.len() == group.len()))
    });
    let (said, whole) = named.unwrap_or_else(|| (of_values(domain, bounds, &present), false));
    // Where the study says which groups a missing cell joins, these and those that hold one say so, however few there are.
    let joins =
        domain.joins.is_some() && (missing.is_some() || domain.joined().is_some_and(|code| group.contains(&code)));
    match missing.filter(|_| !whole) {
        // All but the missing one: that is what it says.
        _ if joins && said == words::PRESENT => said,
        _ if joins => words::or_missing(&said),
        Some(code) if domain.counts[code] >= COMMON => words::or_missing(&said),
        Some(_) => words::or_rare(&said),
        None => said,
    }
}
