//! Numbers that stand for "missing": pointed out, never taken, and no step of a hierarchy follows them.

use crate::study::Kind;
use crate::table::Domain;

/// Numbers that often stand for "missing", where they are the largest or smallest and far from all others.
pub fn sentinels(domain: &Domain) -> Vec<String> {
    const KNOWN: &[&str] = &[
        "9", "99", "999", "9999", "99999", "999999", "-1", "-9", "-99", "-999", "-9999", "-7", "-8", "888", "8888",
        "998", "9998",
    ];
    let Some(numbers) = domain.numbers().filter(|numbers| numbers.len() > 3) else { return Vec::new() };
    if !matches!(domain.kind, Kind::Integer | Kind::Decimal) {
        return Vec::new();
    }
    let is_known = |code: &usize| KNOWN.contains(&domain.values[*code].trim().trim_end_matches(".0"));
    let others: Vec<f64> = (0..numbers.len()).filter(|code| !is_known(code)).map(|code| numbers[code]).collect();
    let (Some(low), Some(high)) = (others.iter().copied().reduce(f64::min), others.iter().copied().reduce(f64::max))
    else {
        return Vec::new();
    };
    let span = (high - low).max(1.0);
    let far = |code: &usize| {
        let number = numbers[*code];
        number > high + span || number < low - span / 2.0 || number < 0.0 && low >= 0.0
    };
    (0..numbers.len()).filter(|code| is_known(code) && far(code)).map(|code| domain.values[code].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentinels_are_far_from_all_others() {
        let of = |values: &[&str]| sentinels(&Domain::of("x", Kind::Integer, values));
        assert_eq!(of(&["21", "35", "60", "999"]), ["999"]);
        assert_eq!(of(&["1", "2", "3", "-9"]), ["-9"]);
        assert_eq!(of(&["97", "98", "99", "100"]), [] as [&str; 0]);
        assert_eq!(of(&["5", "6", "7", "8", "9"]), [] as [&str; 0]);
    }
}
