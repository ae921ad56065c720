//! In which order a reader expects the texts of a column. Told from the texts alone: the order of the original's values may
//! depend on rows that are not in a release.

use std::cmp::Ordering;

use crate::hierarchy::TOP;
use crate::words;

/// Texts with their rows, in a reader's order: numbers, ranges and dates by their first number, others by falling rows. Says
/// whether they are ordered by more than rows. What says nothing (`*`, nothing at all) comes last.
pub fn ordered(texts: Vec<(String, u64)>) -> (Vec<(String, u64)>, bool) {
    let (mut silent, mut texts): (Vec<_>, Vec<_>) = texts.into_iter().partition(|(text, _)| is_silent(text));
    let keys: Option<Vec<(f64, i8)>> = texts.iter().map(|(text, _)| key(text)).collect();
    let by_number = keys.is_some_and(|keys| keys.len() > 1);
    texts.sort_by(|(a, rows_a), (b, rows_b)| {
        let by_key = match (by_number, key(a), key(b)) {
            (true, Some(a), Some(b)) => a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)),
            _ => Ordering::Equal,
        };
        let by_rows = if by_number { Ordering::Equal } else { rows_b.cmp(rows_a) };
        by_key.then(by_rows).then_with(|| a.cmp(b))
    });
    silent.sort();
    texts.append(&mut silent);
    (texts, by_number)
}

fn is_silent(text: &str) -> bool {
    matches!(text.trim(), TOP | "" | "?" | words::OTHER) || text.eq_ignore_ascii_case("missing")
}

/// The first number of a text that begins with one, behind the words that labels begin with; below it, at it or above it.
fn key(text: &str) -> Option<(f64, i8)> {
    let begins: [(&str, i8); 7] =
        [("under ", -1), ("below ", -1), ("before ", -1), ("above ", 2), ("between ", 1), ("about ", 0), ("", 0)];
    let (rest, place) = begins.iter().find_map(|(begin, place)| Some((text.strip_prefix(begin)?, *place)))?;
    let place = if rest.ends_with(" or less") || rest.ends_with(" or earlier") { -1 } else { place };
    let is_part = |(at, c): (usize, char)| c.is_ascii_digit() || c == '.' || (at == 0 && c == '-');
    let end = rest.char_indices().find(|(at, c)| !is_part((*at, *c))).map_or(rest.len(), |(at, _)| at);
    // ISO dates go by their year, then by their text.
    rest[..end].trim_end_matches('.').parse().ok().map(|number| (number, place))
}

/// The text as a plain number, where it is one.
pub fn number(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'e' | b'E'));
    plain.then(|| text.parse().ok()).flatten().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[(&str, u64)]) -> (Vec<String>, bool) {
        let (texts, by_number) = ordered(texts.iter().map(|(text, rows)| (text.to_string(), *rows)).collect());
        (texts.into_iter().map(|(text, _)| text).collect(), by_number)
    }

    #[test]
    fn ranges_go_by_their_numbers_and_words_by_their_rows() {
        let ages = [("*", 9), ("100 or more", 1), ("20–29", 5), ("under 20", 2), ("30–39", 4), ("-5 to -1", 1)];
        let expected = ["-5 to -1", "under 20", "20–29", "30–39", "100 or more", "*"];
        assert_eq!(texts(&ages), (expected.map(String::from).to_vec(), true));
        let jobs = [("nurse", 2), ("cook", 7), ("?", 9), ("clerk", 2)];
        assert_eq!(texts(&jobs), (["cook", "clerk", "nurse", "?"].map(String::from).to_vec(), false));
        let days = [("2001-03", 1), ("2001-01", 4), ("1999-12", 2)];
        assert_eq!(texts(&days).0, ["1999-12", "2001-01", "2001-03"]);
        assert_eq!(texts(&[]), (Vec::new(), false));
    }

    #[test]
    fn numbers_are_plain() {
        assert_eq!(
            ["12", "-1.5", "1e3", "nan", "inf", "12%", ""].map(number),
            [Some(12.0), Some(-1.5), Some(1000.0), None, None, None, None]
        );
    }
}
