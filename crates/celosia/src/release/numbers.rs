//! Bounds as numbers, beside labels that are read: for each column of numbers its lowest and its highest, so that programs can compute
//! with a release. They are told from the labels alone, so they say nothing that these do not.

use super::plan::Plan;
use crate::error::{Error, Result};
use crate::study::Kind;
use crate::words;

/// The columns whose bounds are written: the place of each among the released columns, and its name.
pub fn columns(plan: &Plan) -> Vec<(usize, String)> {
    let numbers = |kind: Kind| matches!(kind, Kind::Integer | Kind::Decimal);
    let of_numbers = plan.recoding.columns.iter().enumerate().filter(|(_, shown)| {
        shown.column.quasi().is_some() && shown.column.domain().is_some_and(|domain| numbers(domain.kind))
    });
    of_numbers.map(|(at, shown)| (at, shown.column.said.name.clone())).collect()
}

/// What the columns of bounds are called; an error where a column is called so already.
pub fn names(plan: &Plan) -> Result<Vec<String>> {
    let names: Vec<String> =
        columns(plan).into_iter().flat_map(|(_, name)| [format!("{name}-low"), format!("{name}-high")]).collect();
    let taken = plan.recoding.columns.iter().map(|shown| shown.column.said.name.as_str());
    match taken.into_iter().find(|taken| names.iter().any(|name| name == taken)) {
        None => Ok(names),
        Some(taken) => {
            let what = format!("a column of the table is called \"{taken}\" already");
            Err(Error::study("release.numbers", what, "leave out --numbers, or rename the column"))
        }
    }
}

/// The lowest and the highest number that a label admits, where it says so. Where a bound is open, or a label is no range of numbers,
/// there is none; "to under 20" and "under 20" are bounded by 20.
pub fn bounds(label: &str) -> [Option<String>; 2] {
    let number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite).then(|| text.to_string());
    // A few rows may not fit a label, and then it bounds nothing.
    if words::or_rare(label) == label || words::or_missing(label) == label || label.starts_with(&words::about("")) {
        return [None, None];
    }
    if let Some(one) = number(label) {
        return [Some(one.clone()), Some(one)];
    }
    let (low, high) = ("\u{1}", "\u{2}");
    let both =
        [words::range("1", "2").replace('1', low).replace('2', high), words::run(low, high), words::between(low, high)];
    // The longest joint first: "to under" holds "to".
    let mut joints: Vec<String> =
        both.iter().map(|form| form.replace([low, high].map(|c| c.chars().next().unwrap_or(' ')), "")).collect();
    joints.sort_by_key(|joint| std::cmp::Reverse(joint.len()));
    for joint in joints {
        if let Some((first, last)) = label.split_once(&joint)
            && let (Some(first), Some(last)) = (number(first), number(last))
        {
            return [Some(first), Some(last)];
        }
    }
    let rest = |form: String| {
        let (before, after) = form.split_once(low).map(|(a, b)| (a.to_string(), b.to_string()))?;
        number(label.strip_prefix(before.as_str())?.strip_suffix(after.as_str())?)
    };
    let lowest = rest(words::or_more(low));
    let highest = rest(words::or_less(low, false)).or_else(|| rest(words::under(low)));
    [lowest, highest]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_say_their_bounds() {
        let of = |label: &str| bounds(label).map(|bound| bound.unwrap_or_default());
        for (label, low, high) in [
            ("20–29", "20", "29"),
            ("-5 to -1", "-5", "-1"),
            ("0.5 to under 1", "0.5", "1"),
            ("17", "17", "17"),
            ("-2.5", "-2.5", "-2.5"),
            ("30 or more", "30", ""),
            ("34 or less", "", "34"),
            ("under 20", "", "20"),
            ("*", "", ""),
            ("other", "", ""),
            ("20–39 or missing", "", ""),
            ("30 or more, or rare", "", ""),
            ("about 30000–40000", "", ""),
            ("14:00–14:59", "", ""),
            ("A to B", "", ""),
            ("NaN", "", ""),
        ] {
            assert_eq!(of(label), [low, high], "{label}");
        }
    }
}
