//! The words that labels of groups are made of, in one place, so that they can be in another language. Each form is explained in
//! a table of the guide.

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

/// A range whose bounds are of no value in the data.
pub fn about(range: &str) -> String {
    format!("about {range}")
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

/// A label that a few rows of its group do not fit: "30 or more, or rare".
pub fn or_rare(label: &str) -> String {
    format!("{label}, or rare")
}

/// A label of a group that a missing cell may belong to: "20–39 or missing". A label that says so already stays.
pub fn or_missing(label: &str) -> String {
    let said = " or missing";
    if label.ends_with(said) { label.into() } else { format!("{label}{said}") }
}

/// The label of missing values, where nothing else names them.
pub const MISSING: &str = "missing";

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
        assert_eq!(or_missing(&range("20", "39")), "20–39 or missing");
    }
}
