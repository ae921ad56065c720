//! Columns that say of somebody beside the person what another column says of them: "husage" beside "age", "ded" beside "ed".

use std::collections::HashSet;

use super::Column;
use super::risk::{is_figure, is_open};
use crate::meaning::Proposed;
use crate::study::Role;

/// Letters that may stand before the name of the other column.
const BEFORE: std::ops::RangeInclusive<usize> = 1..=4;

/// Takes columns of which nothing is known for what their names and values are like.
pub fn settle(columns: &mut [Column]) {
    for i in 0..columns.len() {
        if !is_figure(&columns[i]) && !is_open(&columns[i]) {
            continue;
        }
        let mut others = columns.iter().filter(|other| other.found.role == Role::QuasiIdentifier && !is_open(other));
        if let Some(like) = others.find(|other| is_relative(&columns[i], other)) {
            let mut found = like.found.clone();
            found.why = format!("its name and its values are like those of {}", like.name());
            // Groups that list the values of another column do not cover these.
            found.hierarchy = found.hierarchy.filter(|hierarchy| matches!(hierarchy, Proposed::Key(_)));
            columns[i].found = found;
        }
    }
}

/// Is a name another one with a few letters before it, and are its values of the same kind?
fn is_relative(column: &Column, other: &Column) -> bool {
    let (name, like) = (column.look.seen.words.concat(), other.look.seen.words.concat());
    let before = name.strip_suffix(&like).filter(|_| like.chars().count() >= 2);
    if !before.is_some_and(|before| BEFORE.contains(&before.chars().count())) || column.look.kind() != other.look.kind()
    {
        return false;
    }
    let (of, among) = (&column.look.seen.domain, &other.look.seen.domain);
    match (of.numbers(), among.numbers()) {
        (Some(numbers), Some(others)) => {
            let ends =
                others.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(*n), high.max(*n)));
            // Fathers are older than mothers, and husbands than wives.
            let margin = 0.5 * (ends.1 - ends.0);
            let within = |n: f64| (ends.0 - margin..=ends.1 + margin).contains(&n);
            let rows: u64 = numbers.iter().zip(&of.counts).filter(|(n, _)| within(**n)).map(|(_, rows)| rows).sum();
            10 * rows >= 9 * of.counts.iter().sum::<u64>()
        }
        _ => {
            let among: HashSet<&str> = among.values.iter().map(String::as_str).collect();
            let within = of.values.iter().filter(|value| among.contains(value.as_str())).count();
            3 * within >= 2 * of.len() && of.len() > 1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::Look;
    use crate::meaning::{self, Seen};

    fn columns(named: &[(&str, &[&str])]) -> Vec<(String, Role)> {
        let column = |(name, values): &(&str, &[&str])| {
            let seen = Seen::of_rows(name, values);
            let (meaning, found) = meaning::recognise(&seen);
            let look = Look { values: seen.distinct() as u64, seen, spellings: vec![], sentinels: vec![] };
            Column { look, found, meaning, adds: None, of_persons: None, kept: None }
        };
        let mut columns: Vec<Column> = named.iter().map(column).collect();
        settle(&mut columns);
        columns.iter().map(|column| (column.found.kind.clone(), column.found.role)).collect()
    }

    #[test]
    fn what_is_said_of_a_husband_is_like_what_is_said_of_a_wife() {
        let texts = |numbers: Vec<u32>| -> Vec<String> { numbers.iter().map(u32::to_string).collect() };
        // Twice each: numbers without a gap of which each row has its own would be numbers of rows.
        let twice = |from: u32, to: u32| texts((from..to).chain(from..to).collect());
        let (ages, older) = (twice(18, 60), twice(22, 66));
        let hours = texts((0..40).map(|n| n * 60).collect());
        let [ages, older, hours] =
            [&ages, &older, &hours].map(|texts| texts.iter().map(String::as_str).collect::<Vec<&str>>());
        let found = columns(&[("age", &ages[..]), ("husage", &older[..]), ("xage", &hours[..])]);
        assert_eq!(found[1], ("age in years".into(), Role::QuasiIdentifier));
        assert_ne!(found[2].1, Role::QuasiIdentifier, "minutes are no ages");
    }
}
