//! Columns in every common writing, told from their values, and numbers and dates that are written and read back.

use proptest::prelude::*;

use super::*;

fn column(values: &[&str]) -> (Kind, String, Option<Doubt>) {
    let Told { kind, writing, doubt, .. } = told(values);
    (kind, writing.format.map_or_else(|| marks(&writing.marks), |format| format.as_str().to_string()), doubt)
}

fn marks(marks: &Marks) -> String {
    let unit = marks.unit.as_ref().map_or("", |unit| unit.sign);
    format!("{}{}{unit}", marks.decimal, marks.thousands.map_or(String::new(), String::from))
}

#[test]
fn every_common_writing_is_told() {
    use Kind::{Date, Decimal, Integer, String as Text, Time};
    let table: &[(&[&str], Kind, &str)] = &[
        (&["1", "-2"], Integer, "."),
        (&["1", "2.5"], Decimal, "."),
        (&["1", "2,5"], Decimal, ","),
        (&["0,123", "1,234"], Decimal, ","),
        (&["1.234,5", "12", "1.234.567"], Decimal, ",."),
        (&["1,234.5", "12", "1,234,567"], Decimal, ".,"),
        (&["1,234", "999", "1,234,567"], Integer, ".,"),
        (&["1 234,5", "12"], Decimal, ", "),
        (&["1\u{a0}234", "12"], Integer, ". "),
        (&["45 000", "52 300"], Integer, ". "),
        (&["1'234.50", "12.00"], Decimal, ".'"),
        (&["12 €", "1.400 €", "3,50 €"], Decimal, ",.€"),
        (&["$5", "-$6.50"], Decimal, ".$"),
        (&["45%", "5 %"], Integer, ".%"),
        (&["2013-08-14", "1969-12-31T10:00:00"], Date, "."),
        (&["2013-8-4", "2013-12-31"], Date, "yyyy-m-d"),
        (&["2013/08/14", "2013/01/02"], Date, "yyyy/mm/dd"),
        (&["14/08/2013", "1/2/2013"], Date, "dd/mm/yyyy"),
        (&["08/14/2013 2:30 pm", "1/2/2013 11:00 am"], Date, "mm/dd/yyyy"),
        (&["01.02.2013", "2.3.2013"], Date, "dd.mm.yyyy"),
        (&["14.08.13", "2.3.99"], Date, "dd.mm.yy"),
        (&["20130814", "20121231", "19990101"], Date, "yyyymmdd"),
        (&["20130814", "20130815", "20130816"], Integer, "."),
        (&["14-Aug-2013", "02-MAY-2013"], Date, "d-mon-yyyy"),
        (&["14AUG2013", "02MAY2013"], Date, "ddmonyyyy"),
        (&["14 August 2013", "2 May 2013"], Date, "d month yyyy"),
        (&["Aug 14, 2013", "May 2, 2013"], Date, "mon d, yyyy"),
        (&["14. März 2013", "2. Mai 2013"], Date, "d. mon yyyy"),
        (&["14 février 2013", "2 mai 2013"], Date, "d month yyyy"),
        (&["14 de agosto de 2013", "2 de mayo de 2013"], Date, "d 'de' month 'de' yyyy"),
        (&["2013-08", "2012-01"], Date, "yyyy-mm"),
        (&["2012-13", "2011-12"], Text, "."),
        (&["08/2013", "12/2012"], Date, "mm/yyyy"),
        (&["Aug 2013", "Mai 2012"], Date, "mon yyyy"),
        (&["14:30", "9:05"], Time, "."),
        (&["2:30 pm", "11:00 am"], Time, "."),
        (&["1430", "0905"], Text, "."),
        (&["01234", "12345"], Text, "."),
        (&["555 123", "555 124"], Text, "."),
        (&["14/08/2013", "08/14/2013"], Text, "."),
        (&["1", "inf"], Text, "."),
        (&["3.5", "3,5"], Text, "."),
        (&["12 €", "12"], Text, "."),
        (&[], Text, "."),
    ];
    for (values, kind, writing) in table {
        assert_eq!(column(values), (*kind, writing.to_string(), None), "{values:?}");
    }
}

#[test]
fn what_can_be_read_in_two_ways_is_said() {
    let both = Some(Doubt::DayOrMonth);
    assert_eq!(column(&["01/02/2013", "12/11/2013"]), (Kind::Date, "dd/mm/yyyy".into(), both));
    assert_eq!(column(&["01-02-99", "12-11-99"]), (Kind::Date, "dd-mm-yy".into(), both));
    assert_eq!(column(&["1,234", "5,678"]), (Kind::Integer, ".,".into(), Some(Doubt::DecimalOrThousands)));
    let stated = |decimal| Stated { decimal: Some(decimal), ..Stated::default() }.tell(&["1,234", "5,678"]);
    assert_eq!((stated(',').kind, stated(',').doubt), (Kind::Decimal, None));
    assert_eq!((stated('.').kind, stated('.').doubt), (Kind::Integer, None));
    let german = Stated { decimal: Some(','), ..Stated::default() };
    assert_eq!(
        (german.tell(&["1.234", "5.678"]).kind, german.tell(&["1.5"]).writing.marks),
        (Kind::Integer, Marks::default())
    );
    assert!(!["", "?"].contains(&Doubt::DayOrMonth.question()));
}

/// Days that fit both ways, and one that does not: so few do not decide how the others are read.
#[test]
fn a_few_values_settle_no_doubt() {
    let days: Vec<String> = (1..=12).flat_map(|d| (1..=5).map(move |m| format!("{d:02}/{m:02}/2013"))).collect();
    let mut values: Vec<&str> = days.iter().map(String::as_str).collect();
    values.push("01/25/2013");
    let found = told(&values);
    let format = |told: &Told| told.writing.format.as_ref().map(|f| f.as_str().to_string());
    assert_eq!((found.doubt, format(&found).as_deref()), (Some(Doubt::DayOrMonth), Some("mm/dd/yyyy")));
    let safe = found.safely();
    assert_eq!(format(&safe).as_deref(), Some("dd/mm/yyyy"));
    assert!(!safe.writing.fits(Kind::Date, &values));
    // Many do.
    let many: Vec<String> = (13..=28).map(|d| format!("01/{d}/2013")).collect();
    values.extend(many.iter().map(String::as_str));
    assert_eq!(told(&values).doubt, None);
}

#[test]
fn columns_of_one_table_help_one_another() {
    let columns = [
        vec!["1,234", "5,678"],
        vec!["3,5", "4,25"],
        vec!["01/02/2013", "03/04/2013"],
        vec!["08/14/2013", "01/02/2013"],
        vec!["1.234", "5.678"],
        vec!["a", "b"],
    ];
    let (told, decimal) = told_together(&columns, None);
    let written: Vec<String> = told
        .iter()
        .map(|t| t.writing.format.as_ref().map_or_else(|| marks(&t.writing.marks), |f| f.as_str().to_string()))
        .collect();
    assert_eq!(written, [",", ",", "mm/dd/yyyy", "mm/dd/yyyy", ",.", "."]);
    assert!(told.iter().all(|told| told.doubt.is_none()));
    assert_eq!(decimal, Some(','));
    let (alone, decimal) = told_together(&columns[..1], None);
    assert_eq!((alone[0].doubt, decimal), (Some(Doubt::DecimalOrThousands), None));
}

#[test]
fn order_follows_the_writing() {
    let order = |kind: Option<Kind>, values: &[&str]| {
        let Told { kind, writing, .. } = Stated { kind, ..Stated::default() }.tell(values);
        let mut values: Vec<String> = values.iter().map(|v| v.to_string()).collect();
        values.sort_by(|a, b| writing.compare(kind, a, b));
        values
    };
    assert_eq!(order(None, &["14.08.2013", "02.09.2012"]), ["02.09.2012", "14.08.2013"]);
    assert_eq!(order(None, &["14.08.2013 10:00", "14.08.2013 9:30"]), ["14.08.2013 9:30", "14.08.2013 10:00"]);
    assert_eq!(order(None, &["10,5", "9,75"]), ["9,75", "10,5"]);
    assert_eq!(order(None, &["2:30 pm", "11:00 am"]), ["11:00 am", "2:30 pm"]);
    assert_eq!(order(Some(Kind::String), &["10", "9"]), ["10", "9"]);
    let big = ["170141183460469231731687303715884105727", "170141183460469231731687303715884105726"];
    assert_eq!(order(None, &big), [big[1], big[0]]);
}

#[test]
fn labels_have_the_decimal_mark_of_the_column() {
    let Told { writing, .. } = told(&["1.234,5", "3"]);
    assert_eq!(
        (writing.shown(0.5), writing.shown(-0.0), writing.shown(1234.0)),
        ("0,5".into(), "0".into(), "1234".into())
    );
    assert_eq!(Writing::shown_time(52_200.0), "14:30");
}

/// A day written by a format, independently of how it is read.
fn write(format: &str, day: NaiveDate, names: &[&str; 12]) -> String {
    let month = names[day.month0() as usize];
    let chrono = [("yyyy", "%Y"), ("month", month), ("mon", month), ("mm", "%m"), ("dd", "%d"), ("yy", "%y")];
    let mut written = String::new();
    let mut rest = format;
    while let Some(c) = rest.chars().next() {
        if let Some((words, behind)) = rest.strip_prefix('\'').and_then(|rest| rest.split_once('\'')) {
            written += words;
            rest = behind;
            continue;
        }
        match chrono.iter().find(|(token, _)| rest.starts_with(token)) {
            Some((token, spec)) => {
                written += &if spec.starts_with('%') { day.format(spec).to_string() } else { spec.to_string() };
                rest = &rest[token.len()..];
            }
            None if c == 'd' => (written += &day.day().to_string(), rest = &rest[1..]).1,
            None if c == 'm' => (written += &day.month().to_string(), rest = &rest[1..]).1,
            None => (written.push(c), rest = &rest[c.len_utf8()..]).1,
        }
    }
    written
}

const LANGUAGES: [[&str; 12]; 7] = [
    [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
    [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
    [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    [
        "gennaio",
        "febbraio",
        "marzo",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "agosto",
        "settembre",
        "ottobre",
        "novembre",
        "dicembre",
    ],
    ["jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"],
];

const FORMATS: [&str; 17] = [
    "yyyy-mm-dd",
    "yyyy/mm/dd",
    "dd/mm/yyyy",
    "mm/dd/yyyy",
    "d.m.yyyy",
    "dd.mm.yy",
    "mm-dd-yy",
    "yyyymmdd",
    "d mon yyyy",
    "dd-mon-yyyy",
    "ddmonyyyy",
    "d. month yyyy",
    "d 'de' month 'de' yyyy",
    "mon d, yyyy",
    "month dd, yyyy",
    "yyyy-mon-dd",
    "d/mon/yy",
];

fn days() -> impl Strategy<Value = NaiveDate> {
    (1930i32..=2029, 0u32..366)
        .prop_filter_map("a day of the year", |(year, day)| NaiveDate::from_yo_opt(year, day + 1))
}

proptest! {
    #[test]
    fn a_day_is_read_back(day in days(), format in prop::sample::select(&FORMATS[..]), language in 0..7usize) {
        let text = write(format, day, &LANGUAGES[language]);
        let writing = Writing { format: Some(Format::parse(format).unwrap()), ..Writing::default() };
        prop_assert_eq!(writing.date(&text), Some(day), "{} as {}", text, format);
        prop_assert_eq!(writing.date(&format!("{text} 2:05 pm")), Some(day));
        let timed = format!("{text} 14:05");
        prop_assert!(writing.has_time(&timed) && !writing.has_time(&text));
        prop_assert_eq!(writing.date(&format!("{text}x")), None);
    }

    #[test]
    fn columns_of_days_are_told(
        days in prop::collection::hash_set(days(), 30..60), format in prop::sample::select(&FORMATS[..]), language in 0..7usize,
    ) {
        let days: Vec<NaiveDate> = days.into_iter().collect();
        let values: Vec<String> = days.iter().map(|day| write(format, *day, &LANGUAGES[language])).collect();
        let Told { kind, writing, .. } = told(&values);
        prop_assert_eq!(kind, Kind::Date, "{:?}", values);
        for (day, value) in days.iter().zip(&values) {
            prop_assert_eq!(writing.date(value), Some(*day), "{} as {:?}", value, writing);
        }
    }

    #[test]
    fn a_number_is_read_back(
        numbers in prop::collection::hash_set(-100_000_000i64..100_000_000, 20..40),
        digits in 1u32..3, comma in any::<bool>(), mark in prop::sample::select(&["", "o", " ", "\u{202f}", "'"][..]),
        unit in prop::sample::select(&["", "€", "%", "CHF"][..]), before in any::<bool>(),
    ) {
        let decimal = if comma { ',' } else { '.' };
        // "o" is the other mark.
        let mark = if mark == "o" { if comma { "." } else { "," } } else { mark };
        let write = |n: &i64| {
            let whole = (n.unsigned_abs() / 10u64.pow(digits)).to_string();
            let mut parted = String::new();
            for (at, digit) in whole.chars().enumerate() {
                if at > 0 && (whole.len() - at).is_multiple_of(3) {
                    parted += mark;
                }
                parted.push(digit);
            }
            let part = n.unsigned_abs() % 10u64.pow(digits);
            let number = format!("{parted}{decimal}{part:0width$}", width = digits as usize);
            let sign = if *n < 0 { "-" } else { "" };
            if before { format!("{sign}{unit}{number}") } else { format!("{sign}{number} {unit}").trim().into() }
        };
        let numbers: Vec<i64> = numbers.into_iter().collect();
        let values: Vec<String> = numbers.iter().map(write).collect();
        let Told { kind, writing, doubt, .. } = told(&values);
        prop_assert_eq!((kind, doubt), (Kind::Decimal, None), "{:?}", values);
        for (number, value) in numbers.iter().zip(&values) {
            let expected = *number as f64 / 10f64.powi(digits as i32);
            prop_assert!((writing.number(kind, value).unwrap() - expected).abs() < 1e-6, "{} by {:?}", value, writing);
        }
    }

    #[test]
    fn mixed_text_is_never_a_number(numbers in prop::collection::vec(-1000i32..1000, 1..30), word in "[a-zA-Z?/:]{1,6}") {
        let mut values: Vec<String> = numbers.iter().map(i32::to_string).collect();
        values.push(word);
        prop_assert_eq!(told(&values).kind, Kind::String);
    }

    #[test]
    fn whatever_is_told_fits_every_value(values in prop::collection::vec("[0-9,./: €am-]{0,12}", 1..12)) {
        let Told { kind, writing, .. } = told(&values);
        prop_assert!(writing.fits(kind, &values), "{:?} as {:?}", values, writing);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,20}", format in "[ymdHMSon'T/. -]{0,16}") {
        if let Ok(format) = Format::parse(&format) {
            let writing = Writing { format: Some(format), ..Writing::default() };
            let (day, time) = (writing.date(&text), writing.time(&text));
            prop_assert!(day.is_none() || time.is_none());
        }
        let _ = told(&[text]);
    }
}
