//! Steps of numbers: round widths and bounds, as keys of a builder, so that no label depends on which values there are.

use toml::Value;

use super::{Proposed, Seen};
use crate::hierarchy::label::COMMON;
use crate::meaning::sentinel::sentinels;

/// The numbers of a column, in their order, with their rows; without those that rather stand for "missing", as 999 may.
pub struct Numbers {
    sorted: Vec<(f64, u64)>,
    /// The least and the greatest number, whatever they stand for.
    ends: (f64, f64),
    /// Rows with a number.
    pub rows: u64,
    /// Are they all whole?
    pub whole: bool,
}

impl Numbers {
    /// Nothing where a value is no number, or there is none.
    pub fn of(seen: &Seen) -> Option<Numbers> {
        let numbers = seen.domain.numbers()?;
        let mut sorted: Vec<(f64, u64)> = numbers.into_iter().zip(seen.domain.counts.iter().copied()).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let ends = (sorted.first()?.0, sorted.last()?.0);
        let missing: Vec<f64> = sentinels(&seen.domain).iter().filter_map(|text| text.trim().parse().ok()).collect();
        sorted.retain(|(number, _)| !missing.contains(number));
        let (rows, whole) = (sorted.iter().map(|(_, rows)| rows).sum(), sorted.iter().all(|(n, _)| n.fract() == 0.0));
        (rows > 0).then_some(Numbers { sorted, ends, rows, whole })
    }

    /// The number that this share of the rows does not exceed.
    pub fn quantile(&self, share: f64) -> f64 {
        let wanted = share * self.rows as f64;
        let mut below = 0;
        for (number, rows) in &self.sorted {
            below += rows;
            if below as f64 >= wanted {
                return *number;
            }
        }
        self.highest()
    }

    /// The least number.
    pub fn lowest(&self) -> f64 {
        self.ends.0
    }

    /// The greatest number.
    pub fn highest(&self) -> f64 {
        self.ends.1
    }

    /// How many different numbers there are.
    pub fn different(&self) -> usize {
        self.sorted.len()
    }

    /// The share of the rows whose number looks so.
    pub fn share(&self, looks_so: impl Fn(f64) -> bool) -> f64 {
        let like: u64 = self.sorted.iter().filter(|(number, _)| looks_so(*number)).map(|(_, rows)| rows).sum();
        like as f64 / self.rows as f64
    }

    /// The range of all but a few rows at either end: fewer than ten, and a sixteenth at most.
    pub fn usual(&self) -> (f64, f64) {
        let few = (self.rows.saturating_sub(1) / 16).min(COMMON - 1);
        let (low, high) = (first_beyond(few, self.sorted.iter()), first_beyond(few, self.sorted.iter().rev()));
        (low.unwrap_or(0.0), high.unwrap_or(0.0))
    }

    /// In how many of these groups of numbers are there any?
    fn groups(&self, group: impl Fn(f64) -> i64) -> usize {
        let mut groups: Vec<i64> = self.sorted.iter().map(|(number, _)| group(*number)).collect();
        groups.dedup();
        groups.len()
    }
}

/// The first number of an order that has more than these rows before it, its own included.
fn first_beyond<'n>(few: u64, order: impl Iterator<Item = &'n (f64, u64)>) -> Option<f64> {
    let mut before = 0;
    for (number, rows) in order {
        before += rows;
        if before > few {
            return Some(*number);
        }
    }
    None
}

/// A whole number as it is written in a study, others with their decimals.
pub fn toml_number(number: f64) -> Value {
    let whole = number.fract() == 0.0 && number.abs() < 1e15;
    if whole { Value::Integer(number as i64) } else { Value::Float(number) }
}

/// `{ interval = [5, 10], top = 90 }`.
pub fn interval(widths: &[f64], bottom: Option<f64>, top: Option<f64>) -> Proposed {
    let mut table = toml::Table::new();
    table.insert("interval".into(), Value::Array(widths.iter().copied().map(toml_number).collect()));
    for (key, bound) in [("bottom", bottom), ("top", top)] {
        bound.map(|bound| table.insert(key.into(), toml_number(bound)));
    }
    Proposed::Key(Value::Table(table))
}

/// `{ cuts = [[0, 1, 2, 5], [0, 1]] }`, without levels that change nothing; nothing where none is left.
pub fn cuts(levels: &[Vec<f64>], numbers: &Numbers) -> Option<Proposed> {
    let mut kept: Vec<Value> = Vec::new();
    let mut below = numbers.different();
    for level in levels.iter().filter(|level| !level.is_empty()) {
        let groups = numbers.groups(|number| level.partition_point(|cut| *cut <= number) as i64);
        if groups > 1 && groups < below {
            kept.push(Value::Array(level.iter().copied().map(toml_number).collect()));
            below = groups;
        }
    }
    let table = toml::Table::from_iter([("cuts".to_string(), Value::Array(kept.clone()))]);
    (!kept.is_empty()).then_some(Proposed::Key(Value::Table(table)))
}

/// Linear steps: eight to sixteen at first, each level twice as wide, down to two or three groups, and one group beyond the usual
/// range at either end. What cannot be shown finely is then shown coarsely, and not hidden.
pub fn linear(numbers: &Numbers) -> Option<Proposed> {
    let (low, high) = numbers.usual();
    let range = high - low;
    if range <= 0.0 {
        return None;
    }
    let first = round_up(range / 16.0);
    let first = if numbers.whole { first.max(1.0) } else { first };
    let candidates = [1.0, 2.0, 4.0, 8.0].iter().map(|times| (first * times * 1e9).round() / 1e9);
    let mut below = numbers.different();
    let mut widths: Vec<f64> = Vec::new();
    for width in candidates.filter(|width| *width <= range / 2.0 + 1e-9) {
        let groups = numbers.groups(|number| (number / width + 1e-9).floor() as i64);
        if groups > 1 && groups < below {
            widths.push(width);
            below = groups;
        }
    }
    let widest = *widths.last()?;
    let down = |number: f64| ((number / widest + 1e-9).floor() * widest * 1e9).round() / 1e9;
    let (bottom, top) = (down(low), down(high));
    let bottom = Some(bottom).filter(|bottom| *bottom > numbers.lowest());
    let top = Some(top + widest).filter(|top| *top <= numbers.highest());
    Some(interval(&widths, bottom, top))
}

/// Is the upper half so much wider than the lower that equal steps would put most rows into one?
pub fn is_skewed(numbers: &Numbers) -> bool {
    let (low, middle, high) = (numbers.quantile(0.05), numbers.quantile(0.5), numbers.quantile(0.95));
    low >= 0.0 && high - middle > 3.0 * (middle - low) && numbers.different() > 20
        || (low >= 0.0 && high >= 50.0 * middle.max(1e-9) && numbers.different() > 20)
}

/// Steps of 1, 2, 5, 10, 20, 50, …: then of tens, then of hundreds; from the highest step on that ten rows reach.
pub fn logarithmic(numbers: &Numbers) -> Option<Proposed> {
    let (_, high) = numbers.usual();
    let low = numbers.quantile(0.1).max(numbers.quantile(0.5) / 100.0);
    let smallest = if numbers.whole { 1.0 } else { 1e-6 };
    let (low, high) = (low.max(smallest), high.max(smallest));
    let exponents = low.log10().floor() as i32..=high.log10().floor() as i32;
    let power = |exponent: i32| format!("1e{exponent}").parse::<f64>().ok();
    let steps = |digits: &'static [f64], every: i32| {
        let exponents = exponents.clone().filter(move |exponent| exponent.rem_euclid(every) == 0);
        let all = exponents.filter_map(power).flat_map(move |power| digits.iter().map(move |digit| digit * power));
        all.map(|cut| (cut * 1e9).round() / 1e9)
            .filter(|cut| *cut >= low.min(high) && *cut <= high)
            .collect::<Vec<f64>>()
    };
    // Amounts of nothing stand by themselves, where they are frequent.
    let nothing = numbers.share(|number| number == 0.0) >= 0.05;
    let with_nothing = |mut cuts: Vec<f64>| {
        if nothing && cuts.first().is_some_and(|first| *first > smallest) {
            cuts.insert(0, smallest);
        }
        cuts
    };
    let levels = [steps(&[1.0, 2.0, 5.0], 1), steps(&[1.0, 5.0], 1), steps(&[1.0], 1), steps(&[1.0], 2)];
    cuts(&levels.map(with_nothing), numbers)
}

/// The steps that suit the numbers.
pub fn suited(numbers: &Numbers) -> Option<Proposed> {
    if is_skewed(numbers) { logarithmic(numbers).or_else(|| linear(numbers)) } else { linear(numbers) }
}

/// The least of 1, 2, 5, 10, 20, … (and 0.5, 0.2, …) that is not less.
fn round_up(width: f64) -> f64 {
    let power = width.log10().floor();
    let steps = ["1", "2", "5", "10"].iter().filter_map(|step| format!("{step}e{power}").parse::<f64>().ok());
    steps.into_iter().find(|step| *step >= width * (1.0 - 1e-9)).unwrap_or(width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::Found;
    use crate::meaning::generalize::testing::{built, seen};
    use crate::study::Role;
    use proptest::prelude::*;

    fn key(proposed: Option<Proposed>) -> String {
        match proposed {
            Some(Proposed::Key(value)) => value.to_string(),
            other => format!("{other:?}"),
        }
    }

    fn numbers(values: impl Iterator<Item = f64>, rows: u64) -> Numbers {
        let texts: Vec<String> = values.map(|value| value.to_string()).collect();
        Numbers::of(&seen("n", &texts.iter().map(|text| (text.as_str(), rows)).collect::<Vec<_>>())).unwrap()
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(key(linear(&numbers((17..=83).map(f64::from), 40))), "{ interval = [5, 10, 20] }");
        assert_eq!(key(linear(&numbers((35..=60).map(|n| f64::from(n) / 10.0), 20))), "{ interval = [0.2, 0.4, 0.8] }");
        assert_eq!(key(linear(&numbers((1..=14).map(f64::from), 900))), "{ interval = [2, 4] }");
        assert_eq!(key(linear(&numbers([5.0].into_iter(), 900))), "None");
    }

    #[test]
    fn few_rows_decide_nothing_and_have_a_group_of_their_own() {
        let mut values: Vec<(String, u64)> = (17..=83).map(|n| (n.to_string(), 40)).collect();
        values.push(("9999".into(), 3));
        let values: Vec<(&str, u64)> = values.iter().map(|(value, rows)| (value.as_str(), *rows)).collect();
        let numbers = Numbers::of(&seen("n", &values)).unwrap();
        assert_eq!(key(linear(&numbers)), "{ interval = [5, 10, 20], top = 100 }");
    }

    #[test]
    fn many_rows_that_may_be_missing_decide_nothing_either() {
        let heights: Vec<(String, u64)> =
            (150..=199).map(|n| (n.to_string(), 4)).chain([("999".into(), 150)]).collect();
        let heights: Vec<(&str, u64)> = heights.iter().map(|(value, rows)| (value.as_str(), *rows)).collect();
        let numbers = Numbers::of(&seen("height", &heights)).unwrap();
        assert_eq!(key(linear(&numbers)), "{ interval = [5, 10, 20], top = 200 }");
    }

    #[test]
    fn skewed_amounts_have_logarithmic_steps() {
        let incomes = numbers((0..400).map(|n| (900.0 * 1.012f64.powi(n)).round()), 5);
        assert!(is_skewed(&incomes));
        assert_eq!(
            key(logarithmic(&incomes)),
            "{ cuts = [[2000, 5000, 10000, 20000, 50000, 100000], [5000, 10000, 50000, 100000], [10000, 100000], [10000]] }"
        );
        assert!(!is_skewed(&numbers((17..=83).map(f64::from), 40)));
    }

    proptest! {
        /// Whatever the amounts, what is proposed for them nests, covers them and is not idle.
        #[test]
        fn labels_of_amounts_nest(values in proptest::collection::btree_map(0u32..2_000_000, 1u64..60, 2..60)) {
            let texts: Vec<(String, u64)> = values.into_iter().map(|(value, rows)| (value.to_string(), rows)).collect();
            let seen = seen("price", &texts.iter().map(|(text, rows)| (text.as_str(), *rows)).collect::<Vec<_>>());
            let numbers = Numbers::of(&seen).unwrap();
            for hierarchy in [linear(&numbers), logarithmic(&numbers), suited(&numbers)].into_iter().flatten() {
                let found = Found {
                    kind: String::new(), role: Role::Sensitive, why: String::new(), sure: true, keys: vec![],
                    hierarchy: Some(hierarchy),
                };
                let built = built(&seen, &found);
                for pair in built.levels.windows(2) {
                    prop_assert!(pair[1].labels.len() < pair[0].labels.len(), "{:?}", found.hierarchy);
                }
            }
        }
    }
}
