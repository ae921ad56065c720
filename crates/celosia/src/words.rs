//! The words that labels of groups are made of, in one place, so that they can be in another language. Each form is explained in
//! a table of the guide.

/// A number in a label: plain digits, no marks between thousands, because programs read labels too.
pub fn number(x: f64) -> String {
    // Adding zero turns -0 into 0.
    (x + 0.0).to_string()
}

/// Whole numbers from one to another, both in it: "20–29"; negative ones and dates stand apart: "-5 to -1".
pub fn range(first: &str, last: &str) -> String {
    let plain = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if plain(first) && plain(last) { format!("{first}–{last}") } else { run(first, last) }
}

/// Neighbours in an order, from one to another: "January to March".
pub fn run(first: &str, last: &str) -> String {
    format!("{first} to {last}")
}

/// Numbers from one on and below another, where they have decimals: "0.5 to under 1".
pub fn between(low: &str, high: &str) -> String {
    format!("{low} to under {high}")
}

/// All below a bound: "under 20".
pub fn under(high: &str) -> String {
    format!("under {high}")
}

/// A quarter of a year: "2019-Q1".
pub fn quarter(year: &str, number: u32) -> String {
    format!("{year}-Q{number}")
}

/// Ten years: "2010s".
pub fn decade(first: &str) -> String {
    format!("{first}s")
}

/// All days before one: "before 2020-01-01".
pub fn before(day: &str) -> String {
    format!("before {day}")
}

/// All from a bound on: "30 or more".
pub fn or_more(low: &str) -> String {
    format!("{low} or more")
}

/// All days from one on: "2020-01-01 or later".
pub fn or_later(day: &str) -> String {
    format!("{day} or later")
}

/// A range whose bounds a few of its rows may lie beyond: "about 30000–40000".
pub fn about(range: &str) -> String {
    format!("about {range}")
}

/// Values with few rows that lie between two others: "between 19 and 34, rare".
pub fn rare_between(low: &str, high: &str) -> String {
    format!("between {low} and {high}, rare")
}

/// Values with few rows that lie above another: "above 34, rare".
pub fn rare_above(low: &str) -> String {
    format!("above {low}, rare")
}

/// Values with few rows that lie below another: "below 17, rare".
pub fn rare_below(high: &str) -> String {
    format!("below {high}, rare")
}

/// Any of these: "A", "A or B", "A, B or C".
pub fn any_of(values: &[String]) -> String {
    match values {
        [] => OTHER.into(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Values that no label may name, because too few rows have them.
pub const OTHER: &str = "other";

/// How many values a list does not name: "2 others".
pub fn others(count: usize) -> String {
    if count == 1 { "1 other".into() } else { format!("{count} others") }
}

/// A label that another group has too: "other (2)".
pub fn numbered(label: &str, number: usize) -> String {
    format!("{label} ({number})")
}

/// A label that a few rows of its group do not fit: "30 or more, or rare".
pub fn or_rare(label: &str) -> String {
    let rare = ", or rare";
    if label.ends_with(rare) { label.into() } else { format!("{label}{rare}") }
}

/// A label of a group that a missing cell may belong to: "20–39 or missing".
pub fn or_missing(label: &str) -> String {
    format!("{label} or missing")
}

/// The label of missing values, where nothing else names them.
pub const MISSING: &str = "missing";

/// All values but the missing one.
pub const PRESENT: &str = "not missing";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_read_as_people_write_them() {
        assert_eq!(range("20", "29"), "20–29");
        assert_eq!(range("-5", "-1"), "-5 to -1");
        assert_eq!(any_of(&["A".into(), "B".into(), "C".into()]), "A, B or C");
        assert_eq!(any_of(&["A".into()]), "A");
        assert_eq!(or_rare(&or_more("30")), "30 or more, or rare");
        assert_eq!(or_rare(&or_rare("A")), "A, or rare");
        assert_eq!(any_of(&["A".into(), others(1)]), "A or 1 other");
        assert_eq!((number(-0.0), number(30_000.0), number(0.5)), ("0".into(), "30000".into(), "0.5".into()));
        assert_eq!(or_missing(&range("20", "39")), "20–39 or missing");
    }
}
