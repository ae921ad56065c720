//! Bounds of runs of numbers or dates that no rare value moves. Labels are published, and all rows of a rare value may be
//! suppressed: a bound that followed it would bring it back.

use super::label::{COMMON, bound};
use crate::study::Kind;
use crate::table::{Domain, date};
use crate::words;

/// Rare values that together hold these rows or more, with no common value among them, are bounded by their own numbers:
/// ten rows to each side of a cut, and the roundest number of that window. Such bounds are said to be "about".
const DENSE: u64 = 10 * COMMON;

/// Where the common values of an ordered column lie.
///
/// A cut between two values gets the roundest number between the nearest common values on both sides. So rare values can
/// come, go and move without moving a bound, as long as the cut stays between the same common values. A rare value may
/// then lie on the wrong side of a bound, and the label of its group says "or rare". A group without any common value
/// states only between which common values it lies.
///
/// That would say nothing about a column whose values are all rare, such as incomes. Where rare values fill a gap with a
/// hundred rows or more, a cut gets the roundest number in a window of ten rows to each side: a single row may shift the
/// window by one value, which seldom changes its roundest number, and the label says "about", because a few of its rows
/// may lie beyond.
pub struct Bounds<'d> {
    domain: &'d Domain,
    /// How many values are numbers; a missing one is last and is none.
    end: usize,
    /// The nearest common value before each place between values.
    before: Vec<Option<usize>>,
    /// The nearest common value behind it.
    after: Vec<Option<usize>>,
    /// Rows of all values before it.
    rows: Vec<u64>,
}

/// Where one group ends and the next begins.
struct Bound {
    text: String,
    number: f64,
    about: bool,
}

impl<'d> Bounds<'d> {
    /// Nothing where the column is not ordered.
    pub fn new(domain: &'d Domain) -> Option<Bounds<'d>> {
        if domain.kind == Kind::String {
            return None;
        }
        let end = domain.missing.map_or(domain.len(), |code| code as usize);
        let common = |code: usize| domain.counts[code] >= COMMON;
        let (mut before, mut after, mut rows) = (vec![None; end + 1], vec![None; end + 1], vec![0; end + 1]);
        for code in 0..end {
            before[code + 1] = if common(code) { Some(code) } else { before[code] };
            rows[code + 1] = rows[code] + domain.counts[code];
        }
        for code in (0..end).rev() {
            after[code] = if common(code) { Some(code) } else { after[code + 1] };
        }
        Some(Bounds { domain, end, before, after, rows })
    }

    /// The label of the values from `first` to `last`, which is no missing one; nothing where no bound can be told.
    pub fn label(&self, first: usize, last: usize) -> Option<String> {
        let next = last + 1;
        if next > self.end {
            return None;
        }
        if first == 0 && next == self.end {
            // Everything has a label of its own; this is everything but the missing value.
            return Some(words::PRESENT.into());
        }
        let low = if first > 0 { self.at(first) } else { None };
        let high = if next < self.end { self.at(next) } else { None };
        let about = [&low, &high].iter().any(|bound| bound.as_ref().is_some_and(|b| b.about));
        if !about && self.after[first].is_none_or(|common| common > last) {
            return self.rare(first);
        }
        let text = self.range(&low, &high, about)?;
        let outside = |code: usize| {
            let beyond = |number: f64| {
                low.as_ref().is_some_and(|low| !low.about && number < low.number)
                    || high.as_ref().is_some_and(|high| !high.about && number >= high.number)
            };
            self.domain.number(code).is_some_and(beyond)
        };
        let text = if about { words::about(&text) } else { text };
        Some(if (first..next).any(outside) { words::or_rare(&text) } else { text })
    }

    fn range(&self, low: &Option<Bound>, high: &Option<Bound>, about: bool) -> Option<String> {
        let dates = matches!(self.domain.kind, Kind::Date | Kind::Time);
        Some(match (low, high) {
            (None, None) => return None,
            (None, Some(high)) if dates => words::before(&high.text),
            (None, Some(high)) => words::under(&high.text),
            (Some(low), None) if dates => words::or_later(&low.text),
            (Some(low), None) => words::or_more(&low.text),
            (Some(low), Some(high)) if low.text == high.text => low.text.clone(),
            // What is about a range does not say on which side of its last number it ends.
            (Some(low), Some(high)) if about => words::range(&low.text, &high.text),
            (Some(low), Some(high)) => match self.last_before(high) {
                Some(last) if last == low.text => last,
                Some(last) => words::range(&low.text, &last),
                None => words::between(&low.text, &high.text),
            },
        })
    }

    /// The last whole number, or the last day, before a bound; nothing where there are values between any two numbers.
    fn last_before(&self, bound: &Bound) -> Option<String> {
        match self.domain.kind {
            // Bounds of whole numbers are whole, and few enough digits to be exact.
            Kind::Integer => Some(self.domain.writing.shown(bound.number - 1.0)),
            Kind::Date => Some(date(&bound.text)?.pred_opt()?.to_string()),
            Kind::Decimal | Kind::Time | Kind::String => None,
        }
    }

    /// The bound of a cut before this value.
    fn at(&self, cut: usize) -> Option<Bound> {
        let (mut below, mut above) = (self.before[cut], self.after[cut]);
        let about = self.rows[above.unwrap_or(self.end)] - self.rows[below.map_or(0, |code| code + 1)] >= DENSE;
        if about {
            below = (0..cut).rev().find(|code| self.rows[cut] - self.rows[*code] >= COMMON);
            above = (cut..self.end).find(|code| self.rows[code + 1] - self.rows[cut] >= COMMON);
        }
        let (text, number) = bound(self.domain, below?, above?)?;
        Some(Bound { text, number, about })
    }

    /// A group that holds no common value: between which it lies.
    fn rare(&self, first: usize) -> Option<String> {
        let value = |code: usize| &self.domain.values[code];
        match (self.before[first], self.after[first]) {
            (Some(below), Some(above)) => Some(words::rare_between(value(below), value(above))),
            (Some(below), None) => Some(words::rare_above(value(below))),
            (None, Some(above)) => Some(words::rare_below(value(above))),
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(kind: Kind, values: &[(&str, u64)], groups: &[(usize, usize)]) -> Vec<String> {
        let domain = Domain::counted("column", kind, values);
        let bounds = Bounds::new(&domain);
        groups.iter().filter_map(|(first, last)| bounds.as_ref()?.label(*first, *last)).collect()
    }

    #[test]
    fn bounds_lie_between_common_values() {
        let ages = [("17", 50), ("19", 50), ("23", 50), ("34", 50), ("36", 50), ("87", 50), ("93", 50)];
        assert_eq!(labels(Kind::Integer, &ages, &[(0, 1), (2, 3), (4, 6)]), ["under 20", "20–35", "36 or more"]);
        let shares = [("0.1", 50), ("0.2", 50), ("0.45", 50), ("0.6", 50), ("0.9", 50)];
        assert_eq!(
            labels(Kind::Decimal, &shares, &[(0, 1), (2, 3), (4, 4)]),
            ["under 0.4", "0.4 to under 0.9", "0.9 or more"]
        );
        let days = [("2019-03-04", 50), ("2019-05-01", 50), ("2020-02-02", 50), ("2020-02-09", 50)];
        assert_eq!(labels(Kind::Date, &days, &[(0, 1), (2, 3)]), ["before 2020-01-01", "2020-01-01 or later"]);
        assert_eq!(labels(Kind::Date, &days, &[(1, 2)]), ["2019-05-01 to 2020-02-08"]);
        let below_zero = [("-9", 50), ("-5", 50), ("-4", 50), ("3", 50), ("7", 50)];
        assert_eq!(labels(Kind::Integer, &below_zero, &[(1, 2)]), ["-5 to -1"]);
    }

    #[test]
    fn rare_values_move_no_bound_and_are_not_denied() {
        // The cut lies between the common 19 and 34, wherever the rare value is, and on whichever side of the cut.
        let with = |rare: &'static str| [("17", 50), ("19", 50), (rare, 1), ("34", 50), ("36", 50)];
        for rare in ["22", "29", "31"] {
            let below = if rare == "31" { "under 30, or rare" } else { "under 30" };
            assert_eq!(labels(Kind::Integer, &with(rare), &[(0, 2), (3, 4)]), [below, "30 or more"]);
            let above = if rare == "31" { "30 or more" } else { "30 or more, or rare" };
            assert_eq!(labels(Kind::Integer, &with(rare), &[(0, 1), (2, 4)]), ["under 30", above]);
        }
    }

    #[test]
    fn groups_of_rare_values_say_where_they_lie() {
        let ages = [("17", 50), ("19", 50), ("22", 1), ("23", 1), ("34", 50), ("88", 1), ("89", 2)];
        assert_eq!(
            labels(Kind::Integer, &ages, &[(0, 1), (2, 3), (4, 4), (5, 6)]),
            ["under 30", "between 19 and 34, rare", "30 or more", "above 34, rare"]
        );
    }

    #[test]
    fn incomes_are_bounded_about() {
        let incomes: Vec<String> = (0..300).map(|n| (20_011 + 97 * n).to_string()).collect();
        let incomes: Vec<(&str, u64)> = incomes.iter().map(|income| (income.as_str(), 1)).collect();
        let found = labels(Kind::Integer, &incomes, &[(0, 104), (105, 209), (210, 299)]);
        assert_eq!(found, ["about under 30000", "about 30000–40000", "about 40000 or more"]);
    }
}
