//! What each level of a hierarchy shows, in words: "in steps of 10", "first 3 characters", "by month". Settings alone decide, as
//! they do for the labels of such levels; of a hierarchy that is made from the data, what was chosen.

use super::outliers;
use crate::study::{DateUnit, HierarchySpec, Intervals, Mask, MaskFrom, TimeUnit};
use crate::table::Domain;
use crate::words;

/// The words of the levels between the values and the top that a builder has words for; nothing for the others.
pub fn of(spec: &HierarchySpec, domain: &Domain) -> Vec<Option<String>> {
    let said: Vec<String> = match spec {
        HierarchySpec::Interval(intervals) => of_intervals(intervals),
        HierarchySpec::Mask(mask) => of_mask(mask, domain, false),
        HierarchySpec::Date(units) => of_dates(units),
        HierarchySpec::Time(units) => of_times(units),
        HierarchySpec::Order(sizes) => of_order(sizes),
        _ => Vec::new(),
    };
    said.into_iter().map(Some).collect()
}

/// The words of all levels of a hierarchy of this height, from those of the levels between the values and the top.
pub fn all(mut between: Vec<Option<String>>, height: usize) -> Vec<String> {
    let steps = height.saturating_sub(1);
    // Levels that would have held everything are the top.
    between.resize(steps, None);
    let between = (1..).zip(between).map(|(number, said)| said.unwrap_or_else(|| words::step(number, steps)));
    let top = (height > 0).then(|| words::HIDDEN.to_string());
    [words::AS_IT_IS.to_string()].into_iter().chain(between).chain(top).collect()
}

/// The words for intervals, level by level.
pub fn of_intervals(spec: &Intervals) -> Vec<String> {
    let number = |x: f64| words::number(x);
    let ends = |steps: String| match (spec.bottom, spec.top) {
        (Some(bottom), Some(top)) => words::between_ends(&steps, &number(bottom), &number(top)),
        (Some(bottom), None) => words::end_together(&steps, &words::under(&number(bottom))),
        (None, Some(top)) => words::end_together(&steps, &words::or_more(&number(top))),
        (None, None) => steps,
    };
    let widths = spec.widths.iter().map(|width| ends(words::steps_of(&number(*width))));
    let inside = |cut: &&f64| spec.bottom.is_none_or(|low| **cut > low) && spec.top.is_none_or(|high| **cut < high);
    let coded = usize::from(spec.bottom.is_some()) + usize::from(spec.top.is_some());
    let cuts = spec.cuts.iter().map(|cuts| {
        let mut cuts: Vec<&f64> = cuts.iter().filter(inside).collect();
        cuts.sort_by(|a, b| a.total_cmp(b));
        cuts.dedup();
        words::groups(cuts.len() + coded + 1)
    });
    widths.chain(cuts).collect()
}

/// The words for masks, level by level.
pub fn of_mask(Mask { from, characters, length }: &Mask, domain: &Domain, digits: bool) -> Vec<String> {
    let longest = length.unwrap_or_else(|| outliers::longest(domain));
    let every: Vec<usize> = (1..longest).collect();
    let masked = if characters.is_empty() { &every } else { characters };
    let left = masked.iter().filter(|count| **count < longest).map(|count| longest - count);
    left.map(|left| words::part_of_code(*from == MaskFrom::Right, left, digits)).collect()
}

/// The words for calendar units.
pub fn of_dates(units: &[DateUnit]) -> Vec<String> {
    units.iter().map(|unit| words::by(super::date::name(*unit))).collect()
}

/// The words for stretches of the day.
pub fn of_times(units: &[TimeUnit]) -> Vec<String> {
    units.iter().map(|unit| words::by(&super::time::name(*unit).replace('-', " "))).collect()
}

/// The words for groups of neighbours.
pub fn of_order(sizes: &[usize]) -> Vec<String> {
    sizes.iter().map(|size| words::neighbours(*size)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::build;
    use super::*;
    use crate::study::Kind;

    fn said(spec: &HierarchySpec, kind: Kind, values: &[&str]) -> Vec<String> {
        let hierarchy = build(spec, &Domain::of("column", kind, values)).unwrap();
        (0..hierarchy.levels.len()).map(|level| hierarchy.shows(level).to_string()).collect()
    }

    #[test]
    fn intervals_say_their_steps_and_ends() {
        let ages = ["17", "24", "90"];
        let tens = Intervals { widths: vec![10.0, 20.0], ..Intervals::default() };
        let of = |spec: &Intervals| said(&HierarchySpec::Interval(spec.clone()), Kind::Integer, &ages);
        assert_eq!(of(&tens), ["as it is", "in steps of 10", "in steps of 20", "hidden"]);
        let top = Intervals { top: Some(90.0), ..tens.clone() };
        assert_eq!(of(&top)[1], "in steps of 10, 90 or more together");
        let bottom = Intervals { bottom: Some(18.0), ..tens.clone() };
        assert_eq!(of(&bottom)[2], "in steps of 20, under 18 together");
        let both = Intervals { bottom: Some(18.0), ..top };
        assert_eq!(of(&both)[1], "in steps of 10 between 18 and 90");
        let cuts = Intervals { cuts: vec![vec![18.0, 40.0, 65.0], vec![40.0]], ..Intervals::default() };
        assert_eq!(of(&cuts), ["as it is", "in 4 groups", "in 2 groups", "hidden"]);
        let coded = Intervals { top: Some(60.0), ..cuts };
        assert_eq!(of(&coded)[1], "in 4 groups", "under 18, 18–39, 40–59, 60 or more");
    }

    #[test]
    fn codes_dates_and_neighbours() {
        let zips = ["12345", "12346", "22345"];
        let mask = |from, length| HierarchySpec::Mask(Mask { from, characters: vec![2, 4], length });
        assert_eq!(
            said(&mask(MaskFrom::Right, None), Kind::String, &zips),
            ["as it is", "first 3 characters", "first character", "hidden"]
        );
        assert_eq!(said(&mask(MaskFrom::Left, Some(8)), Kind::String, &zips)[1], "last 6 characters");
        let dates = HierarchySpec::Date(vec![DateUnit::Month, DateUnit::Year]);
        assert_eq!(said(&dates, Kind::Date, &["2020-01-02"]), ["as it is", "by month", "by year", "hidden"]);
        // Groups of eight would hold everything: that level is the top.
        let order = HierarchySpec::Order(vec![2, 4, 8]);
        let few = ["a", "b", "c", "d", "e"];
        assert_eq!(
            said(&order, Kind::String, &few),
            ["as it is", "in groups of 2 neighbours", "in groups of 4 neighbours", "hidden"]
        );
        assert_eq!(said(&HierarchySpec::Flat, Kind::String, &few), ["as it is", "hidden"]);
        let numbers: Vec<String> = (17..90).map(|n| n.to_string()).collect();
        let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
        assert_eq!(
            said(&HierarchySpec::Auto, Kind::Integer, &numbers)[..3],
            ["as it is", "in steps of 5", "in steps of 10"]
        );
        let codes = ["0100", "0101", "0111", "0211", "1211"];
        assert_eq!(said(&HierarchySpec::Auto, Kind::String, &codes)[1..3], ["first 3 digits", "first 2 digits"]);
    }

    #[test]
    fn other_levels_are_steps() {
        assert_eq!(
            all(vec![None, None], 3),
            ["as it is", "in groups, step 1 of 2", "in groups, step 2 of 2", "hidden"]
        );
        assert_eq!(all(Vec::new(), 2), ["as it is", "in groups", "hidden"]);
        assert_eq!(all(Vec::new(), 0), ["as it is"]);
    }
}
