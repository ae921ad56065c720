//! Roles by measured risk: what the meanings left open, and what says the same as another column.

use std::collections::HashSet;

use super::depend::{Tie, Ties};
use super::sample::Sample;
use super::unique::{Uniques, uniques};
use super::{Column, names, relatives};
use crate::meaning::generalize::age;
use crate::meaning::identifier::STREET_ADDRESS as STREET;
use crate::meaning::sensitive::is_health;
use crate::meaning::words::identifiers::{ID, KEY};
use crate::meaning::{Found, category, measurement};
use crate::study::{Kind, Role};

/// A column of unknown meaning that adds this share of rows to those singled out is taken for one that others may know.
const ADDS: f64 = 0.02;

/// What such columns are taken for.
const ANSWERS: &str = "one of a list of answers";

/// Columns that are answered alike, from so many on, are a questionnaire, a list of tests or the like.
const BATTERY: usize = 4;

/// Columns with health in their names or values, from so many on, make a table one about health.
const HEALTH: usize = 3;

/// Settles the roles that are open, and measures what each quasi-identifier adds.
pub fn settle(columns: &mut [Column], sample: &Sample) -> Uniques {
    house_numbers(columns);
    names::settle(columns, sample);
    rising(columns, sample);
    ages(columns);
    references(columns);
    relatives::settle(columns);
    one_person(columns);
    let health = is_about_health(columns);
    batteries(columns);
    outcome(columns);
    for column in columns.iter_mut().filter(|column| health && is_figure(column) && !is_quasi(column)) {
        column.found.role = Role::Sensitive;
        column.found.why = "most columns are about health, and figures beside them are rather results".into();
    }
    let known = columns.iter().any(|column| is_quasi(column) && !is_open(column));
    if known {
        columns.iter_mut().filter(|column| is_open(column)).for_each(|column| settle_by_kind(column, health));
    } else {
        take_what_there_is(columns);
    }
    let gone = same(columns, sample);
    let measured = measure(columns, sample);
    if known && open_after(columns, &measured) {
        restore(columns, gone);
        // What is not thought to be known any more may still tell what is.
        same(columns, sample);
        return measure(columns, sample);
    }
    measured
}

/// A column that was left out because it says the same as another.
struct Gone {
    column: usize,
    beside: usize,
    found: Found,
}

/// Nothing is given away by saying the same as a column that is not thought to be known any more.
fn restore(columns: &mut [Column], gone: Vec<Gone>) {
    for Gone { column, beside, found } in gone {
        if is_quasi(&columns[beside]) {
            continue;
        }
        columns[column].found = found;
        if is_open(&columns[column]) {
            let why = format!("says the same as {}, which nothing tells that others know", columns[beside].name());
            let found = &mut columns[column].found;
            (found.role, found.why) = (Role::Sensitive, why);
        }
    }
}

/// The key of persons with several rows: a person column, or another identifier that stands in several rows.
fn key_of_persons(columns: &[Column]) -> Option<usize> {
    let several = |column: &&Column| {
        let seen = &column.look.seen;
        column.found.role == Role::Identifier && seen.distinct() > 20 && seen.rows_per_value() >= 1.2
    };
    let person = columns.iter().position(|column| column.found.role == Role::Person);
    person.or_else(|| columns.iter().position(|column| several(&column)))
}

/// Nothing that others are known to know: then whatever nobody is sure of may be it, or what is the same in every row; where there
/// is nothing else, a list of answers too.
fn take_what_there_is(columns: &mut [Column]) {
    let any = columns.iter().any(is_quasi);
    let may_be = |column: &Column| column.found.role == Role::Insensitive || is_figure(column);
    let only_answers = !any && !columns.iter().any(may_be);
    let open = |column: &&mut Column| {
        (may_be(column) || only_answers && column.found.kind == ANSWERS) && !(any && column.look.seen.distinct() == 1)
    };
    for column in columns.iter_mut().filter(open) {
        column.found.role = Role::QuasiIdentifier;
        column.found.sure = false;
        column.found.why = "nothing else in the table is known to others; say otherwise if this is not".into();
    }
}

/// Several columns, and a good part of those that are no keys, speak of health.
fn is_about_health(columns: &[Column]) -> bool {
    let health = columns.iter().filter(|column| is_health(&column.look.seen)).count();
    let all = columns
        .iter()
        .filter(|column| !matches!(column.found.role, Role::Identifier | Role::Person | Role::LeftOut))
        .count();
    health >= HEALTH && 3 * health >= all
}

/// Columns of unknown meaning whose values are keys of another column: who infected whom, who manages whom.
fn references(columns: &mut [Column]) {
    let naming = |column: &Column| matches!(column.found.role, Role::Identifier | Role::Person);
    let long = |column: &Column| column.look.seen.mostly(|value| value.chars().count() >= 4);
    let keys: Vec<usize> = (0..columns.len()).filter(|i| naming(&columns[*i]) && long(&columns[*i])).collect();
    for i in 0..columns.len() {
        let column = &columns[i];
        // Words that say what others know do not make a key known: "manager id".
        let seen = &column.look.seen;
        let keyed = ID.says(&seen.words) && seen.domain.kind == Kind::String && seen.mostly(has_letters);
        if naming(column) || column.found.sure && !keyed || seen.distinct() < 5 || !long(column) {
            continue;
        }
        let of = keys.iter().copied().find(|key| {
            let values: HashSet<&str> = columns[*key].look.seen.domain.values.iter().map(String::as_str).collect();
            column.look.seen.mostly(|value| values.contains(value))
        });
        if let Some(of) = of {
            let why = format!("its values are keys of {}", columns[of].name());
            columns[i].found = Found::new("key of another row", Role::Identifier, why);
        }
    }
}

/// A row is counted as one person's. Of several keys of persons the one with the most values names them most finely; the others
/// name them too, and go.
fn one_person(columns: &mut [Column]) {
    let is_person = |column: &&mut Column| column.found.role == Role::Person;
    let mut persons: Vec<&mut Column> = columns.iter_mut().filter(is_person).collect();
    persons.sort_by_key(|column| std::cmp::Reverse(column.look.seen.distinct()));
    let Some((first, others)) = persons.split_first_mut() else { return };
    for other in others {
        other.found.role = Role::Identifier;
        other.found.sure = false;
        other.found.why = format!("{}; persons are counted by {}", other.found.why, first.name());
    }
}

/// A column called nothing but "number", beside streets: of houses.
fn house_numbers(columns: &mut [Column]) {
    let street = columns.iter().any(|column| column.found.kind == STREET);
    for column in columns.iter_mut().filter(|column| street && is_open(column) && KEY.is_all(&column.look.seen.words)) {
        let found = &mut column.found;
        found.kind = "house number".into();
        (found.role, found.why) = (Role::Identifier, "it is called a number, and stands beside streets".into());
    }
}

/// The last column is what most tables are about: of two or three values and unknown meaning it is rather an outcome than known.
fn outcome(columns: &mut [Column]) {
    let Some(last) = columns.last_mut().filter(|column| is_open(column)) else { return };
    if (2..=3).contains(&last.look.seen.distinct()) {
        last.found.role = Role::Sensitive;
        last.found.why = "the last column, of few values: rather an outcome than known to others".into();
    }
}

/// Whole numbers of which each row has its own, and which rise from row to row: the rows were numbered in some way.
fn rising(columns: &mut [Column], sample: &Sample) {
    for (column, codes) in columns.iter_mut().zip(&sample.columns) {
        let seen = &column.look.seen;
        let open = is_figure(column) || is_open(column);
        let whole = seen.domain.kind == Kind::Integer && !seen.capped && codes.len() >= 20;
        if open && whole && seen.is_unique() && codes.windows(2).all(|pair| pair[0] < pair[1]) {
            let why = "every row has a number of its own, and they rise from row to row";
            column.found = Found::new("key of the row", Role::Identifier, why);
        }
    }
}

/// In a table that tells no age, the first figures that look like ages may be.
fn ages(columns: &mut [Column]) {
    if columns.iter().any(|column| is_age(column) || is_birth(column) || column.found.kind.contains("age")) {
        return;
    }
    let may_be = |column: &Column| is_figure(column).then(|| age::unnamed(&column.look.seen)).flatten();
    let first = columns.iter_mut().find_map(|column| Some((may_be(column)?, column)));
    if let Some((found, column)) = first {
        column.found = found;
    }
}

pub(super) fn is_figure(column: &Column) -> bool {
    column.meaning == measurement::MEASUREMENT.name && !column.found.sure
}

fn is_quasi(column: &Column) -> bool {
    column.found.role == Role::QuasiIdentifier
}

pub(super) fn is_open(column: &Column) -> bool {
    column.meaning == category::CATEGORY.name && !column.found.sure && column.found.role == Role::QuasiIdentifier
}

/// Beside columns that others know, codes are rather not known; words may be.
fn settle_by_kind(column: &mut Column, health: bool) {
    let found = &mut column.found;
    if health {
        found.role = Role::Sensitive;
        found.why = "most columns are about health, and this one may be".into();
    } else if column.look.kind() != Kind::String {
        found.role = Role::Sensitive;
        found.why = "a code that nothing tells others know: rather theirs alone".into();
    }
}

/// Columns that have the same few values: answers of one questionnaire, results of one list.
fn batteries(columns: &mut [Column]) {
    let mut open: Vec<usize> = (0..columns.len()).filter(|i| is_open(&columns[*i])).collect();
    open.sort_by_key(|i| std::cmp::Reverse(columns[*i].look.seen.distinct()));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for i in open {
        let values = &columns[i].look.seen.domain.values;
        // A battery's answers are few; a group's first member has most of them.
        let fits = |group: &&mut Vec<usize>| {
            let all = &columns[group[0]].look.seen.domain;
            all.len() <= 12
                && all.kind == columns[i].look.kind()
                && values.iter().all(|value| all.values.contains(value))
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(i),
            None => groups.push(vec![i]),
        }
    }
    for group in groups.into_iter().filter(|group| group.len() >= BATTERY) {
        for i in &group {
            let found = &mut columns[*i].found;
            found.kind = ANSWERS.into();
            found.role = Role::Sensitive;
            found.why = format!("{} columns have the same values, as answers or results have", group.len());
            found.sure = true;
        }
    }
}

/// What each quasi-identifier adds to the others.
fn measure(columns: &mut [Column], sample: &Sample) -> Uniques {
    let quasi: Vec<usize> = (0..columns.len()).filter(|i| columns[*i].found.role == Role::QuasiIdentifier).collect();
    let found = uniques(sample, &quasi);
    columns.iter_mut().for_each(|column| column.adds = None);
    for (i, added) in quasi.into_iter().zip(&found.added) {
        columns[i].adds = Some(*added as f64 / found.rows.max(1) as f64);
    }
    found
}

/// Columns of unknown meaning that single out nobody beside the others are none that others need to know of. Did one change?
fn open_after(columns: &mut [Column], measured: &Uniques) -> bool {
    let mut changed = false;
    for column in columns.iter_mut().filter(|column| is_open(column)) {
        let adds = column.adds.unwrap_or(0.0);
        let percent = 100.0 * adds;
        if adds < ADDS && column.alone() == 0 {
            column.found.role = Role::Sensitive;
            column.found.why =
                format!("nothing tells that others know it, and it adds {percent:.1} % to the rows singled out");
            changed = true;
        } else {
            column.found.why = format!(
                "others may know it, and in sets of up to {} columns it adds {percent:.1} % to the rows singled out",
                measured.size
            );
        }
    }
    changed
}

/// Columns that say the same as another: one of them is enough, and two would give each other away.
fn same(columns: &mut [Column], sample: &Sample) -> Vec<Gone> {
    let candidates: Vec<usize> =
        (0..columns.len()).filter(|i| may_tell(&columns[*i]) && columns[*i].look.seen.distinct() > 1).collect();
    let quasi: Vec<usize> =
        candidates.iter().copied().filter(|i| columns[*i].found.role == Role::QuasiIdentifier).collect();
    let ties = Ties::new(sample, 2 * quasi.len() * candidates.len(), key_of_persons(columns));
    let mut gone = Vec::new();
    for q in quasi {
        for other in candidates.iter().copied() {
            if q == other || !is_quasi(&columns[q]) || !may_tell(&columns[other]) {
                continue;
            }
            if let Some((kept, left, why)) = redundant(columns, &ties, q, other) {
                let name = columns[kept].name().to_string();
                let found = &mut columns[left].found;
                gone.push(Gone { column: left, beside: kept, found: found.clone() });
                (found.role, found.why, found.sure) = (Role::LeftOut, format!("{why} {name}"), true);
            }
        }
    }
    gone
}

/// Would what it tells of a quasi-identifier be published: one itself, or a column that nothing says is a secret of its own?
fn may_tell(column: &Column) -> bool {
    let undecided = [category::CATEGORY.name, measurement::MEASUREMENT.name].contains(&column.meaning);
    is_quasi(column) || column.found.role == Role::Insensitive || undecided && column.found.role == Role::Sensitive
}

/// Of a quasi-identifier and another column, which one stays, which one goes, and why; nothing where both may stay.
fn redundant(columns: &[Column], ties: &Ties, q: usize, other: usize) -> Option<(usize, usize, &'static str)> {
    let both = columns[other].found.role == Role::QuasiIdentifier;
    let (a, b) = (&columns[q], &columns[other]);
    if both && is_birth(b) && is_age(a) && ages_follow(columns, ties, q, other) {
        return Some((q, other, "says the same as"));
    }
    match ties.between(q, other)? {
        // Of two that others know the one in words stays, or the first.
        Tie::Same if both => {
            let words =
                |column: &Column| column.look.kind() == Kind::String && column.look.seen.share(has_letters) > 0.5;
            let other_is_better = words(b) && !words(a) || words(a) == words(b) && other < q;
            Some(if other_is_better { (other, q, "says the same as") } else { (q, other, "says the same as") })
        }
        Tie::Same => Some((q, other, "says the same as")),
        Tie::Finer if both => (a.found.kind.starts_with("age") && is_age(b)).then_some((q, other, "follows from")),
        Tie::Finer => Some((q, other, "follows from")),
        Tie::Coarser if both => None,
        Tie::Coarser => Some((q, other, "tells")),
    }
}

fn has_letters(value: &str) -> bool {
    value.chars().any(char::is_alphabetic)
}

fn is_age(column: &Column) -> bool {
    crate::meaning::words::people::AGE.says(&column.look.seen.words)
}

fn is_birth(column: &Column) -> bool {
    crate::meaning::words::times::BIRTH.says(&column.look.seen.words)
}

/// Do an age and a year of birth add up to the same in all rows?
fn ages_follow(columns: &[Column], ties: &Ties, age: usize, birth: usize) -> bool {
    ties.add_up(age, birth, |column, code| {
        let value = columns[column].look.seen.domain.values.get(code as usize)?;
        if column == age { value.trim().parse().ok() } else { year_of(value) }
    })
}

/// The year in a date, however it is written: its only run of four digits that is one.
fn year_of(value: &str) -> Option<f64> {
    let runs = value.split(|c: char| !c.is_ascii_digit());
    let year = |run: &str| run.parse::<f64>().ok().filter(|year| (1850.0..2100.0).contains(year));
    runs.filter(|run| run.len() == 4 || run.len() == 8)
        .find_map(|run| year(&run[..4]).or_else(|| year(&run[run.len() - 4..])))
}
