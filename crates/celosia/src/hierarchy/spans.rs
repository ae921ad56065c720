//! Labels of ranges that say their own bounds, for classes whose ranges overlap: "20–34", "65 or more".
//!
//! A bound is a value that [`COMMON`] rows have, or it lies between two values, at a number that nobody has; towards an end of the
//! column a range is open. Where bounds are tight they are the values at both ends, however rare.

use super::label::{COMMON, between};
use crate::study::{Bounds, Kind};
use crate::table::Domain;
use crate::words;

/// The ranges of an ordered column.
pub struct Spans<'d> {
    domain: &'d Domain,
    told: Bounds,
    /// How many values are numbers; a missing one is last and is none.
    end: usize,
}

/// An end of a range.
enum End {
    /// The value itself.
    Value(String),
    /// A number beside it.
    Beside(String),
    /// The end of the column.
    Open,
}

impl<'d> Spans<'d> {
    /// Nothing where the column is not ordered.
    pub fn new(domain: &'d Domain, told: Bounds) -> Option<Spans<'d>> {
        let end = domain.missing.map_or(domain.len(), |code| code as usize);
        (domain.kind != Kind::String).then_some(Spans { domain, told, end })
    }

    /// The label of the values from `first` to `last`, which is no missing one; nothing where no bound can be told.
    pub fn label(&self, first: usize, last: usize) -> Option<String> {
        if last >= self.end {
            return None;
        }
        let dates = matches!(self.domain.kind, Kind::Date | Kind::Time);
        let low = self.end(first, first.checked_sub(1).map(|below| (below, first)), first == 0)?;
        let next = (last + 1 < self.end).then_some((last, last + 1));
        let high = self.end(last, next, last + 1 == self.end)?;
        Some(match (low, high) {
            (End::Open, End::Open) => words::PRESENT.into(),
            (End::Open, End::Value(high)) => words::or_less(&high, dates),
            (End::Open, End::Beside(high)) if dates => words::before(&high),
            (End::Open, End::Beside(high)) => words::under(&high),
            (End::Value(low) | End::Beside(low), End::Open) if dates => words::or_later(&low),
            (End::Value(low) | End::Beside(low), End::Open) => words::or_more(&low),
            (End::Value(low) | End::Beside(low), End::Value(high)) => words::range(&low, &high),
            (End::Value(low) | End::Beside(low), End::Beside(high)) if dates => words::between_days(&low, &high),
            (End::Value(low) | End::Beside(low), End::Beside(high)) => words::between(&low, &high),
        })
    }

    /// The end of a range at a value; `cut` are the values on both sides of it. Nothing where it may not be named and no number
    /// lies in the cut.
    fn end(&self, value: usize, cut: Option<(usize, usize)>, is_last: bool) -> Option<End> {
        if self.told == Bounds::Tight || self.domain.counts[value] >= COMMON {
            return Some(End::Value(self.domain.values[value].clone()));
        }
        if is_last {
            return Some(End::Open);
        }
        let (below, above) = cut?;
        between(self.domain, below, above).map(|(text, _)| End::Beside(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(kind: Kind, values: &[(&str, u64)], ranges: &[(usize, usize)], told: Bounds) -> Vec<Option<String>> {
        let domain = Domain::counted("column", kind, values);
        let spans = Spans::new(&domain, told);
        ranges.iter().map(|(first, last)| spans.as_ref()?.label(*first, *last)).collect()
    }

    #[test]
    fn common_values_are_bounds_and_rare_ones_are_not() {
        let ages = [("17", 3), ("18", 30), ("40", 12), ("47", 2), ("60", 9), ("61", 10), ("90", 1)];
        let of = |range| labels(Kind::Integer, &ages, &[range], Bounds::Round).remove(0);
        assert_eq!(of((1, 2)).as_deref(), Some("18–40"));
        assert_eq!(of((0, 2)).as_deref(), Some("40 or less"));
        assert_eq!(of((2, 6)).as_deref(), Some("40 or more"));
        assert_eq!(of((0, 6)).as_deref(), Some("not missing"));
        // Between 40 and 47, and between 47 and 60, there are ages that nobody has.
        assert_eq!(of((3, 5)).as_deref(), Some("46–61"));
        assert_eq!(of((1, 3)).as_deref(), Some("18 to under 50"));
        assert_eq!(of((2, 4)), None, "between 60 and 61 there is none");
        let tight = labels(Kind::Integer, &ages, &[(2, 4), (0, 6)], Bounds::Tight);
        assert_eq!(tight, [Some("40–60".into()), Some("17–90".into())]);
    }

    #[test]
    fn numbers_and_dates_that_nobody_has() {
        let rates = [("0.1", 20), ("0.2", 3), ("0.35", 20)];
        assert_eq!(labels(Kind::Decimal, &rates, &[(0, 1)], Bounds::Round), [Some("0.1 to under 0.27".into())]);
        let days = [("2019-03-04", 20), ("2019-05-01", 2), ("2020-02-02", 20)];
        let found = labels(Kind::Date, &days, &[(0, 1), (1, 2)], Bounds::Round);
        assert_eq!(found, [Some("2019-03-04 to before 2020-02-01".into()), Some("2019-04-01 to 2020-02-02".into())]);
    }
}
