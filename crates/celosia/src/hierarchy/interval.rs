//! Intervals of numbers, by widths or by cut points, with bottom and top coding.
//!
//! Bounds are nominal (origin and widths, or the cut points given), so labels do not tell which values occur. Whole numbers
//! show the first and the last that an interval holds ("20–29"), other numbers where it begins and ends ("20 to under 30").

use super::{Paths, TOP, present, refuse};
use crate::error::{Error, Result};
use crate::study::{Intervals, Kind};
use crate::table::{Domain, Stated, Writing};
use crate::words;

/// The intervals of each value, finest first, then the top; in words that hold for whole numbers alone, or for all.
pub fn paths(spec: &Intervals, domain: &Domain, whole: bool) -> Result<Paths> {
    let levels = Levels::new(spec, domain)?;
    let bottom = spec.bottom.unwrap_or(f64::NEG_INFINITY);
    let top = spec.top.unwrap_or(f64::INFINITY);
    if bottom.is_nan() || top.is_nan() || bottom >= top {
        let what = format!("bottom coding at {bottom} and top coding at {top} leave nothing between them");
        return Err(refuse(domain, what, "bottom must be less than top"));
    }
    let writing = writing(domain);
    // Below bottom, from top on, and what lies between are the same three sets at every level, so levels that nest
    // without coding nest with it.
    let path = |text: &str| -> Result<Vec<String>> {
        let x = value(text, domain, &writing)?;
        let bounds = match x {
            _ if x < bottom => vec![(f64::NEG_INFINITY, bottom); levels.len()],
            _ if x >= top => vec![(top, f64::INFINITY); levels.len()],
            _ => levels.around(x, domain)?.into_iter().map(|(low, high)| (low.max(bottom), high.min(top))).collect(),
        };
        let label = |(low, high)| label(low, high, whole, &writing);
        Ok(bounds.into_iter().map(label).chain([TOP.to_string()]).collect())
    };
    present(domain).map(|text| text.map(path).transpose()).collect()
}

/// Where the bounds of each level lie.
enum Levels {
    /// Multiples of widths, counted in units of `1 / scale` so that bounds such as 0.1 + 0.2 are exact.
    Widths { widths: Vec<i64>, origin: i64, scale: f64 },
    /// Cut points.
    Cuts(Vec<Vec<f64>>),
}

/// The units up to which a bound is exact as a floating-point number and prints as the decimal that it is (15 digits).
const UNITS: f64 = 1e15;

impl Levels {
    fn new(spec: &Intervals, domain: &Domain) -> Result<Levels> {
        match (spec.widths.is_empty(), spec.cuts.is_empty()) {
            (false, true) => Levels::widths(spec, domain),
            (true, false) => Levels::cuts(spec, domain),
            (true, true) => {
                Err(refuse(domain, "no intervals are given".into(), "give the width or the cut points of each level"))
            }
            (false, false) => {
                let what = "intervals have both widths and cut points".to_string();
                Err(refuse(domain, what, "give the widths or the cut points"))
            }
        }
    }

    fn widths(spec: &Intervals, domain: &Domain) -> Result<Levels> {
        let given = || spec.widths.iter().chain([&spec.origin]);
        let digits = given().map(|x| decimals(*x)).max().unwrap_or(0);
        let scale = 10f64.powi(digits as i32);
        if digits > 15 || given().any(|x| !x.is_finite() || (x * scale).abs() > UNITS) {
            let what = format!("intervals of widths {:?} from {} need more than 15 digits", spec.widths, spec.origin);
            return Err(refuse(domain, what, "write widths and origin with fewer digits"));
        }
        let unit = |x: f64| (x * scale).round() as i64;
        if spec.widths.iter().any(|&w| w <= 0.0) {
            let what = format!("a width in {:?} is not positive", spec.widths);
            return Err(refuse(domain, what, "give widths above 0"));
        }
        for pair in spec.widths.windows(2) {
            if pair[1] <= pair[0] || unit(pair[1]) % unit(pair[0]) != 0 {
                let what = format!("intervals of width {} do not fill intervals of width {}", pair[0], pair[1]);
                return Err(refuse(domain, what, "each width must be a multiple of the one before, such as 5, 10, 20"));
            }
        }
        Ok(Levels::Widths { widths: spec.widths.iter().map(|&w| unit(w)).collect(), origin: unit(spec.origin), scale })
    }

    fn cuts(spec: &Intervals, domain: &Domain) -> Result<Levels> {
        let mut cuts = spec.cuts.clone();
        for level in &mut cuts {
            level.sort_by(f64::total_cmp);
        }
        if cuts.iter().any(|level| level.is_empty() || level.iter().any(|cut| !cut.is_finite())) {
            let what = "a level of cut points is empty or has one that is no number".to_string();
            return Err(refuse(domain, what, "leave out the level; the top is added by itself"));
        }
        for (below, pair) in cuts.windows(2).enumerate() {
            if let Some(cut) = pair[1].iter().find(|cut| !pair[0].contains(cut)) {
                let what = format!("cut point {cut} of level {} is not one of level {}", below + 2, below + 1);
                return Err(refuse(domain, what, "each level's cut points must be among those of the level before"));
            }
        }
        Ok(Levels::Cuts(cuts))
    }

    fn len(&self) -> usize {
        match self {
            Levels::Widths { widths, .. } => widths.len(),
            Levels::Cuts(cuts) => cuts.len(),
        }
    }

    /// The bounds around a number at each level.
    fn around(&self, x: f64, domain: &Domain) -> Result<Vec<(f64, f64)>> {
        match self {
            Levels::Cuts(levels) => Ok(levels
                .iter()
                .map(|cuts| {
                    let above = cuts.partition_point(|cut| *cut <= x);
                    let low = if above == 0 { f64::NEG_INFINITY } else { cuts[above - 1] };
                    (low, cuts.get(above).copied().unwrap_or(f64::INFINITY))
                })
                .collect()),
            Levels::Widths { widths, origin, scale } => {
                if (x * scale).abs() > UNITS {
                    let what = format!("{x} is too large for intervals of width {}", widths[0] as f64 / scale);
                    return Err(refuse(domain, what, "use top coding, widths with fewer decimals, or groups by order"));
                }
                let bound = |index: i64, width: i64| (origin + index * width) as f64 / scale;
                // The quotient may be off by a rounding error; the bounds that the label prints decide.
                let mut finest = ((x - bound(0, 0)) / (widths[0] as f64 / scale)).floor() as i64;
                while x < bound(finest, widths[0]) {
                    finest -= 1;
                }
                while x >= bound(finest + 1, widths[0]) {
                    finest += 1;
                }
                // Nests exactly: ⌊⌊i/a⌋/b⌋ = ⌊i/(ab)⌋, and each width is a multiple of the one before.
                let at = |&width: &i64| {
                    let index = finest.div_euclid(width / widths[0]);
                    (bound(index, width), bound(index + 1, width))
                };
                Ok(widths.iter().map(at).collect())
            }
        }
    }
}

/// How the numbers of a column are written, be it one of codes.
fn writing(domain: &Domain) -> Writing {
    match domain.kind {
        Kind::String => {
            let values: Vec<&str> = present(domain).flatten().collect();
            Stated { kind: Some(Kind::Decimal), ..Stated::default() }.tell(&values).safely().writing
        }
        _ => domain.writing.clone(),
    }
}

/// A value as a number; codes of digits in a text column count as numbers too.
fn value(text: &str, domain: &Domain, writing: &Writing) -> Result<f64> {
    if domain.kind == Kind::Date {
        let hint = "use date = [\"month\", \"year\"] or other calendar units";
        return Err(refuse(domain, "intervals need numbers, and the column holds dates".into(), hint));
    }
    let not_a_number = || -> Error {
        let hint = "use order, mask or a taxonomy for text; list spellings such as \"unknown\" as missing in the study";
        refuse(domain, format!("intervals need numbers, and \"{text}\" is not one"), hint)
    };
    writing.number(Kind::Decimal, text).ok_or_else(not_a_number)
}

/// Digits behind the decimal point.
fn decimals(x: f64) -> usize {
    x.to_string().split_once('.').map_or(0, |(_, digits)| digits.len())
}

/// Beyond this a float does not hold every whole number.
const EXACT: f64 = 9e15;

fn label(low: f64, high: f64, whole: bool, writing: &Writing) -> String {
    let shown = |number| writing.shown(number);
    match (low.is_finite(), high.is_finite()) {
        (true, true) => {
            // The whole numbers in it. One that holds none is shown by none.
            let (first, last) = (low.ceil(), high.ceil() - 1.0);
            let exact = low.abs().max(high.abs()) <= EXACT;
            match whole && exact && first <= last {
                true if first == last => shown(first),
                true => words::range(&shown(first), &shown(last)),
                false => words::between(&shown(low), &shown(high)),
            }
        }
        (false, true) => words::under(&shown(high)),
        (true, false) => words::or_more(&shown(low)),
        (false, false) => TOP.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(spec: Intervals, kind: Kind, values: &[&str]) -> Result<Vec<Vec<String>>> {
        Ok(paths(&spec, &Domain::of("age", kind, values), kind == Kind::Integer)?.into_iter().flatten().collect())
    }

    fn message(spec: Intervals, kind: Kind, values: &[&str]) -> String {
        of(spec, kind, values).err().map_or_else(String::new, |e| format!("{e}; {}", e.hint()))
    }

    fn widths(widths: &[f64]) -> Intervals {
        Intervals { widths: widths.to_vec(), ..Intervals::default() }
    }

    fn cuts(cuts: &[&[f64]]) -> Intervals {
        Intervals { cuts: cuts.iter().map(|c| c.to_vec()).collect(), ..Intervals::default() }
    }

    #[test]
    fn widths_count_from_the_origin() -> Result<()> {
        let found = of(widths(&[5.0, 10.0, 20.0]), Kind::Integer, &["-1", "24", "25"])?;
        assert_eq!(found[0], ["-5 to -1", "-10 to -1", "-20 to -1", "*"]);
        assert_eq!(found[1], ["20–24", "20–29", "20–39", "*"]);
        assert_eq!(found[2], ["25–29", "20–29", "20–39", "*"]);
        let shifted = Intervals { origin: 17.0, ..widths(&[5.0]) };
        assert_eq!(of(shifted, Kind::Integer, &["22"])?[0], ["22–26", "*"]);
        Ok(())
    }

    #[test]
    fn decimal_bounds_are_exact() -> Result<()> {
        // 0.3 / 0.1 is 2.9999999999999996 in floating point, and 3 × 0.1 is 0.30000000000000004.
        let found = of(widths(&[0.1, 0.3]), Kind::Decimal, &["0.3", "0.29999999999999"])?;
        assert_eq!(found[0], ["0.2 to under 0.3", "0 to under 0.3", "*"]);
        assert_eq!(found[1], ["0.3 to under 0.4", "0.3 to under 0.6", "*"]);
        Ok(())
    }

    #[test]
    fn coding_cuts_off_the_intervals_beside_it() -> Result<()> {
        let spec = Intervals { bottom: Some(18.0), top: Some(90.0), ..widths(&[5.0, 20.0]) };
        let found = of(spec, Kind::Integer, &["17", "18", "89", "90", "1000000000000000000000"])?;
        assert_eq!(found[0], ["under 18", "under 18", "*"]);
        assert_eq!(found[1], ["18–19", "18–19", "*"]);
        assert_eq!(found[2], ["85–89", "80–89", "*"]);
        assert_eq!(found[3], ["90 or more", "90 or more", "*"]);
        assert_eq!(found[4], ["90 or more", "90 or more", "*"]);
        Ok(())
    }

    #[test]
    fn cut_points_are_open_at_both_ends() -> Result<()> {
        let found = of(cuts(&[&[20.0, 40.0, 90.0], &[40.0]]), Kind::Integer, &["19", "20", "90"])?;
        assert_eq!(
            found,
            [["under 20", "under 40", "*"], ["20–39", "under 40", "*"], ["90 or more", "40 or more", "*"]]
        );
        let coded = Intervals { bottom: Some(10.0), top: Some(50.0), ..cuts(&[&[20.0, 60.0]]) };
        let found = of(coded, Kind::Integer, &["9", "10", "20", "60"])?;
        assert_eq!(found, [["under 10", "*"], ["10–19", "*"], ["20–49", "*"], ["50 or more", "*"]]);
        Ok(())
    }

    #[test]
    fn whole_numbers_show_the_first_and_the_last() -> Result<()> {
        let found = of(widths(&[2.5, 5.0]), Kind::Integer, &["2", "3", "-3"])?;
        assert_eq!(found, [["-5 to -3", "-5 to -1", "*"], ["0–2", "0–4", "*"], ["3–4", "0–4", "*"]]);
        assert_eq!(of(widths(&[1.0]), Kind::Integer, &["-2"])?[0], ["-2", "*"]);
        // A value with decimals lies beyond the last whole number of its interval.
        assert_eq!(of(widths(&[10.0]), Kind::Decimal, &["29.5"])?[0], ["20 to under 30", "*"]);
        assert_eq!(label(1e16, 2e16, true, &Writing::default()), "10000000000000000 to under 20000000000000000");
        Ok(())
    }

    #[test]
    fn what_cannot_be_intervals_says_why() {
        assert!(
            message(widths(&[5.0, 12.0]), Kind::Integer, &["1"]).contains("width 5 do not fill intervals of width 12")
        );
        assert!(message(widths(&[5.0, 5.0]), Kind::Integer, &["1"]).contains("multiple"));
        assert!(message(widths(&[0.0]), Kind::Integer, &["1"]).contains("not positive"));
        assert!(message(widths(&[f64::NAN]), Kind::Integer, &["1"]).contains("digits"));
        assert!(message(widths(&[1.0]), Kind::Integer, &["10000000000000000"]).contains("too large"));
        assert!(message(widths(&[5.0]), Kind::Date, &["2026-11-15"]).contains("use date"));
        assert!(message(widths(&[5.0]), Kind::String, &["1", "old"]).contains("\"old\" is not one"));
        assert!(message(cuts(&[&[20.0], &[30.0]]), Kind::Integer, &["1"]).contains("cut point 30 of level 2"));
        assert!(message(cuts(&[&[]]), Kind::Integer, &["1"]).contains("empty"));
        assert!(message(Intervals::default(), Kind::Integer, &["1"]).contains("no intervals"));
        let swapped = Intervals { bottom: Some(9.0), top: Some(3.0), ..widths(&[1.0]) };
        assert!(message(swapped, Kind::Integer, &["1"]).contains("bottom must be less than top"));
    }

    proptest! {
        #[test]
        fn a_value_lies_in_the_interval_that_it_shows(
            units in -1_000_000i64..1_000_000, digits in 0i32..4, width in 1i64..500, coarser in 2i64..5, at in 0i32..4,
        ) {
            let x = units as f64 / 10f64.powi(digits);
            let width = width as f64 / 10f64.powi(at);
            let wide = (width * coarser as f64 * 1e3).round() / 1e3;
            let found = of(widths(&[width, wide]), Kind::Decimal, &[&x.to_string()]);
            let found = found.map_err(|e| TestCaseError::fail(e.to_string()))?;
            for label in &found[0][..2] {
                let (low, high) = label.split_once(" to under ").unwrap_or_default();
                let (low, high): (f64, f64) = (low.parse().unwrap_or(f64::NAN), high.parse().unwrap_or(f64::NAN));
                prop_assert!(low <= x && x < high, "{x} shows {label}");
            }
        }

        #[test]
        fn a_whole_number_lies_between_the_first_and_the_last_that_it_shows(
            x in -1_000_000i64..1_000_000, width in 1i64..500, coarser in 2i64..5, at in 0i32..3, origin in -50i64..50,
        ) {
            let width = width as f64 / 10f64.powi(at);
            let wide = (width * coarser as f64 * 1e3).round() / 1e3;
            let spec = Intervals { origin: origin as f64, ..widths(&[width, wide]) };
            let found = of(spec, Kind::Integer, &[&x.to_string()]).map_err(|e| TestCaseError::fail(e.to_string()))?;
            for (label, width) in found[0].iter().zip([width, wide]) {
                let (first, last) = label.split_once(['–']).or(label.split_once(" to ")).unwrap_or((label, label));
                let (first, last): (i64, i64) = (first.parse().unwrap_or(x + 1), last.parse().unwrap_or(x - 1));
                prop_assert!(first <= x && x <= last, "{x} shows {label}");
                prop_assert!(((last - first) as f64) < width, "{label} is wider than {width}");
            }
        }
    }
}
