//! Tables as Germans, French, Americans and machines write them, from `inspect` to `verify`, and what a study says of a writing.

use crate::celosia::Folder;

/// People with a date, an amount and a time, written by three functions.
fn table(
    delimiter: char,
    day: impl Fn(u32, u32, u32) -> String,
    amount: impl Fn(u32) -> String,
    time: impl Fn(u32, u32) -> String,
) -> String {
    let mut text = ["born", "height", "arrival", "disease"].join(&delimiter.to_string()) + "\n";
    for n in 0..240u32 {
        let (year, month, date) = (1950 + n * 7 % 40, 1 + n * 5 % 12, 1 + n * 11 % 28);
        let cells = [
            day(year, month, date),
            amount(14_500 + n * 37 % 5000),
            time(n * 5 % 24, n * 7 % 60),
            ["flu", "cold", "gout"][n as usize % 3].into(),
        ];
        text += &(cells
            .map(|cell| if cell.contains(delimiter) { format!("\"{cell}\"") } else { cell })
            .join(&delimiter.to_string())
            + "\n");
    }
    text
}

const ROLES: &str = "--quasi born,height,arrival --sensitive disease --suppression 5%";

fn tables() -> Vec<(&'static str, String)> {
    let iso = |h: u32, m: u32| format!("{h:02}:{m:02}");
    let point = |n: u32| format!("{}.{:02}", n / 100, n % 100);
    let comma = |n: u32| format!("{},{:02}", n / 100, n % 100);
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    vec![
        ("iso", table(',', |y, m, d| format!("{y}-{m:02}-{d:02}"), point, iso)),
        ("german", table(';', |y, m, d| format!("{d:02}.{m:02}.{y}"), comma, |h, m| format!("{h}:{m:02} Uhr"))),
        ("french", table(';', |y, m, d| format!("{d:02}/{m:02}/{y}"), comma, |h, m| format!("{h}h{m:02}"))),
        (
            "american",
            table(
                ',',
                |y, m, d| format!("{m:02}/{d:02}/{y}"),
                point,
                |h, m| format!("{}:{m:02} {}", (h + 11) % 12 + 1, if h < 12 { "am" } else { "pm" }),
            ),
        ),
        ("named", table(',', |y, m, d| format!("{} {d}, {y}", months[m as usize - 1]), point, iso)),
    ]
}

/// The columns of a written study that are generalized.
fn quasi(study: &str) -> Vec<String> {
    let study: toml::Table = toml::from_str(study).unwrap();
    let columns = study["columns"].as_table().unwrap().iter();
    columns.filter(|(_, c)| c["role"].as_str() == Some("quasi-identifier")).map(|(name, _)| name.clone()).collect()
}

#[test]
fn every_writing_goes_from_the_first_look_to_a_checked_release() {
    for (name, text) in tables() {
        let folder = Folder::with(&[("people.csv", &text)]);
        folder.ok("inspect people.csv -o study.toml");
        let columns = quasi(&folder.read("study.toml"));
        assert!(columns.iter().any(|column| column == "born"), "{name}: {columns:?}");
        folder.ok("front study.toml --suppression 5%");
        folder.ok("release study.toml --suppression 5% --k 3 --force -o out.csv");
        folder.ok(&format!("verify out.csv --quasi {} --require k-anonymity=3", columns.join(",")));
    }
}

/// The same people in five writings: the same classes, and labels that differ in the decimal mark alone.
#[test]
fn the_same_people_have_the_same_front_however_they_are_written() {
    let mut fronts = Vec::new();
    for (name, text) in tables() {
        let folder = Folder::with(&[("people.csv", &text)]);
        let front = folder.ask(&format!("front people.csv {ROLES}"));
        let levels = "born=2,height=3,arrival=2";
        folder.ok(&format!("release people.csv {ROLES} --levels {levels} --force -o out.csv --keep-order"));
        // Whatever parts cells, and whatever stands before decimals.
        let cells = folder.read("out.csv").replace('"', "").replace([';', '.'], ",");
        fronts.push((name, front["points"].clone(), cells));
    }
    let (_, points, cells) = fronts[0].clone();
    assert!(
        points.as_array().is_some_and(|points| points.len() > 3) && cells.contains("morning (06:00–11:59)"),
        "{cells}"
    );
    for (name, other, written) in fronts {
        assert_eq!(other, points, "{name}");
        assert_eq!(written, cells, "{name}");
    }
}

#[test]
fn what_both_readings_fit_is_said_and_can_be_stated() {
    let rows = |n: u32| format!("{:02}/{:02}/1980,m\n", 1 + n % 12, 1 + n % 11);
    let text = format!("born,sex\n{}", (0..120).map(rows).collect::<String>());
    let folder = Folder::with(&[("people.csv", &text)]);
    let flags = "--quasi born,sex --hierarchy sex=flat";
    let said = folder.ok(&format!("front people.csv {flags}")).out;
    assert!(said.contains("born can be read in two ways and was read as dd/mm/yyyy"), "{said}");
    let said = folder.ok(&format!("front people.csv {flags} --written born=mm/dd/yyyy")).out;
    assert!(!said.contains("two ways"), "{said}");
    folder.refuses(
        &format!("front people.csv {flags} --written born=yyyy-mm-dd"),
        &["in column \"born\" is not of type date, written yyyy-mm-dd"],
    );
    folder.refuses(&format!("front people.csv {flags} --written born=dd/mm/jjjj"), &["\"j\" stands for nothing"]);
    folder.refuses(
        &format!("front people.csv {flags} --written born=dd/mm/yyyy --type born=integer"),
        &["is how a date is written, and the type is integer"],
    );
    folder.refuses(&format!("front people.csv {flags} --decimal ;"), &["\";\" is not known here"]);
}

#[test]
fn decimal_or_thousands_is_asked_and_stated() {
    let rows = |n: u32| format!("\"{},{:03}\",m\n", 1 + n % 9, 100 + n * 7 % 800);
    let text = format!("pay,sex\n{}", (0..120).map(rows).collect::<String>());
    let folder = Folder::with(&[("people.csv", &text)]);
    let flags = "--quasi pay,sex --hierarchy sex=flat --hierarchy pay={interval=[5]}";
    let said = folder.ok(&format!("front people.csv {flags}")).out;
    assert!(said.contains("pay can be read in two ways"), "{said}");
    let said = folder.ok(&format!("front people.csv {flags} --decimal ,")).out;
    assert!(!said.contains("two ways"), "{said}");
    folder.ok(&format!("release people.csv {flags} --decimal , --levels pay=1,sex=0 --force -o out.csv"));
    assert!(folder.read("out.csv").lines().skip(1).all(|line| line.contains('5')), "{}", folder.read("out.csv"));
}
