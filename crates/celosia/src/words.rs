//! The words that labels of groups are made of, and what a column shows at a level, in one place, so that they can be in another
//! language. Each form is explained in a table of the guide.

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

/// Times of day from one minute to another, both in it: "14:00–14:59".
pub fn times(first: &str, last: &str) -> String {
    format!("{first}–{last}")
}

/// A part of the day by its number, with its bounds: "morning (06:00–11:59)".
pub fn part_of_day(number: usize, times: &str) -> String {
    let names = ["night", "morning", "afternoon", "evening"];
    names.get(number).map_or_else(|| times.into(), |name| format!("{name} ({times})"))
}

/// Numbers from one on and below another, where they have decimals: "0.5 to under 1".
pub fn between(low: &str, high: &str) -> String {
    format!("{low} to under {high}")
}

/// Days from one on and before another: "2019-01-01 to before 2020-01-01".
pub fn between_days(low: &str, high: &str) -> String {
    format!("{low} to before {high}")
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

/// All up to a bound, which is in it: "34 or less", of dates "2020-01-01 or earlier".
pub fn or_less(high: &str, dates: bool) -> String {
    if dates { format!("{high} or earlier") } else { format!("{high} or less") }
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

/// A label of a group that a missing cell may belong to: "20–39 or missing". A label that says so already stays.
pub fn or_missing(label: &str) -> String {
    let said = " or missing";
    if label.ends_with(said) { label.into() } else { format!("{label}{said}") }
}

/// The label of missing values, where nothing else names them.
pub const MISSING: &str = "missing";

/// All values but the missing one.
pub const PRESENT: &str = "not missing";

/// What a column shows where nothing is joined.
pub const AS_IT_IS: &str = "as it is";

/// The same of several columns.
pub const AS_THEY_ARE: &str = "as they are";

/// What a column shows where everything is joined.
pub const HIDDEN: &str = "hidden";

/// All columns, where they show the same.
pub const EVERYTHING: &str = "everything";

/// Intervals of one width: "in steps of 10".
pub fn steps_of(width: &str) -> String {
    format!("in steps of {width}")
}

/// The same between two numbers, beyond which there is one group at each end.
pub fn between_ends(steps: &str, bottom: &str, top: &str) -> String {
    format!("{steps} between {bottom} and {top}")
}

/// The same with one group at an end: "in steps of 10, 90 or more together".
pub fn end_together(steps: &str, end: &str) -> String {
    format!("{steps}, {end} together")
}

/// Groups whose number is known: "in 5 groups".
pub fn groups(count: usize) -> String {
    if count == 1 { "in 1 group".into() } else { format!("in {count} groups") }
}

/// Labels that each class has of its own.
pub fn labels_by_class(count: usize) -> String {
    if count == 1 { "in 1 label".into() } else { format!("in {count} labels") }
}

/// Groups that have no better description: the first, second, … level of those between the values and the top.
pub fn step(number: usize, of: usize) -> String {
    if of == 1 { "in groups".into() } else { format!("in groups, step {number} of {of}") }
}

/// Values in their order, so many to a group.
pub fn neighbours(count: usize) -> String {
    format!("in groups of {count} neighbours")
}

/// What is left of a code at its beginning or at its end: "first 3 digits", "last character".
pub fn part_of_code(first: bool, count: usize, digits: bool) -> String {
    let side = if first { "first" } else { "last" };
    let unit = if digits { "digit" } else { "character" };
    if count == 1 { format!("{side} {unit}") } else { format!("{side} {count} {unit}s") }
}

/// Units of the calendar or the clock: "by month".
pub fn by(unit: &str) -> String {
    format!("by {unit}")
}

/// Every form of a label with the rows that show it, for whoever reads a report or a release.
pub fn forms() -> Vec<(String, &'static str)> {
    let letters = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<String>>();
    let more = [letters(&["A", "B", "C"]), vec![others(2)]].concat();
    vec![
        (range("20", "29"), "whole numbers from the first to the last, both included"),
        (between("20", "30"), "numbers from 20 on and below 30, where some have decimals"),
        (under("20"), "all below 20"),
        (or_more("30"), "30 and all above"),
        (or_less("30", false), "30 and all below"),
        (quarter("2019", 1), "a quarter of a year; 2019-03 is a month"),
        (decade("2010"), "ten years"),
        (run("2019-01-01", "2019-12-31"), "days from the first to the last, both included"),
        (before("2020-01-01"), "all days before"),
        (times("14:00", "14:59"), "times of day from the first minute to the last, both included"),
        (or_later("2020-01-01"), "this day and all after"),
        ("123**".into(), "codes that begin with 123"),
        (any_of(&letters(&["A", "B", "C"])), "any of these values"),
        (any_of(&more), "any of these, or of two more that are too rare or too many to be named"),
        (OTHER.into(), "values of which none may be named"),
        (numbered(OTHER, 2), "another such group"),
        (or_rare(&or_more("30")), "30 and all above, and a few rows of rare values that need not fit"),
        (rare_between("19", "34"), "rare values that lie there"),
        (rare_above("84"), "rare values that lie above"),
        (about(&range("30000", "40000")), "numbers there; a few rows may lie a little beyond"),
        (or_missing(&range("20", "39")), "numbers from 20 to 39, and rows without a value"),
        (MISSING.into(), "rows without a value"),
        (PRESENT.into(), "rows with any value"),
        ("*".into(), "anything: the column is hidden"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_explains_every_form() {
        let guide = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide.md")).unwrap();
        let explained =
            guide.split("### How to read labels").nth(1).unwrap().split("Numbers are written").next().unwrap();
        for (form, _) in forms() {
            assert!(explained.contains(&format!("`{form}`")), "{form}");
        }
    }

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
