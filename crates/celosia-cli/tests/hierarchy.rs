//! `celosia hierarchy build|check|show` for every builder, and that what `build` writes is read back as the same.

use serde_json::{Value, json};

use crate::celosia::{ADULT, Folder};

const TABLE: &str = "age,price,zip,born,job\n\
                     17,0.5,01234,1999-12-31,cook\n\
                     18,1.25,01239,2001-02-03,nurse\n\
                     42,2,12345,2001-02-28,teacher\n\
                     65,2.5,12399,2010-07-01,clerk\n\
                     90,10,99999,2011-11-11,judge\n";

fn folder() -> Folder {
    Folder::with(&[("people.csv", TABLE)])
}

/// Builds a column's hierarchy and returns the lines of its file. `check` must take the file and say the same.
fn build(column: &str, hierarchy: &str) -> Vec<String> {
    let folder = folder();
    let words = ["hierarchy", "build", "people.csv", "--column", column, "--hierarchy", hierarchy, "-o", "h.csv"];
    let built = folder.run_words(&words);
    assert_eq!(built.code, 0, "{hierarchy}\n{}", built.err);
    let levels = folder.run_words(&[&words[..7], &["--json"]].concat()).json();
    let again = folder.ask(&format!("hierarchy check people.csv --column {column} --hierarchy h.csv"));
    assert_eq!(levels, again, "{hierarchy}");
    assert_eq!(levels["groups"].as_array().unwrap().last(), Some(&json!(1)), "{hierarchy}");
    let shown = folder.run_words(&["hierarchy", "show", "people.csv", "--column", column, "--hierarchy", hierarchy]);
    assert!(shown.out.contains("5 values"), "{hierarchy}\n{}", shown.out);
    folder.read("h.csv").lines().map(String::from).collect()
}

#[test]
fn interval_by_widths() {
    let rows = build("age", "{ interval = [5, 10] }");
    assert_eq!(rows[0], "17;15–19;10–19;*");
    assert_eq!(rows[4], "90;90–94;90–99;*");
    let rows = build("age", "{ interval = [10], origin = 7 }");
    assert_eq!(rows[0], "17;17–26;*");
    let rows = build("price", "{ interval = [0.5, 2] }");
    assert_eq!(rows[1], "1.25;1 to under 1.5;0 to under 2;*");
}

#[test]
fn interval_with_top_and_bottom_coding() {
    let rows = build("age", "{ interval = [20], bottom = 18, top = 65 }");
    assert_eq!(rows, ["17;under 18;*", "18;18–19;*", "42;40–59;*", "65;65 or more;*", "90;65 or more;*"]);
}

#[test]
fn interval_by_cut_points() {
    let rows = build("age", "{ cuts = [[18, 65], [65]] }");
    assert_eq!(rows[0], "17;under 18;under 65;*");
    assert_eq!(rows[2], "42;18–64;under 65;*");
    assert_eq!(rows[4], "90;65 or more;65 or more;*");
}

#[test]
fn mask_from_both_ends() {
    let rows = build("zip", "{ mask = \"right\", characters = [1, 3] }");
    assert_eq!(rows[0], "01234;0123*;01***;*");
    let rows = build("zip", "{ mask = \"left\" }");
    assert_eq!(rows[2], "12345;*2345;**345;***45;****5;*");
}

#[test]
fn date_by_calendar() {
    let rows = build("born", "{ date = [\"month\", \"quarter\", \"year\", \"decade\"] }");
    assert_eq!(rows[0], "1999-12-31;1999-12;1999-Q4;1999;1990s;*");
    assert_eq!(rows[1], "2001-02-03;2001-02;2001-Q1;2001;2000s;*");
}

#[test]
fn order_by_neighbours() {
    // One row each: no number is common enough to be a bound.
    assert_eq!(build("age", "{ order = [2, 4] }")[0], "17;other;other;*");
    assert_eq!(build("job", "{ order = [2] }")[0], "clerk;other;*");
}

#[test]
fn taxonomy_inline_and_as_files() {
    let tree = "{ taxonomy = { work = { office = [\"clerk\", \"judge\"], care = [\"nurse\", \"teacher\"] }, rest = [\"cook\"] } }";
    let rows = build("job", tree);
    assert_eq!(
        rows,
        ["clerk;office;work;*", "cook;cook;rest;*", "judge;office;work;*", "nurse;care;work;*", "teacher;care;work;*"]
    );
    let folder = folder();
    folder.write(
        "jobs.json",
        r#"{"work": {"office": ["clerk", "judge"], "care": ["nurse", "teacher"]}, "rest": ["cook"]}"#,
    );
    folder.write("jobs.toml", "rest = ['cook']\n[work]\noffice = ['clerk', 'judge']\ncare = ['nurse', 'teacher']\n");
    for file in ["jobs.json", "jobs.toml"] {
        let built = folder.ok(&format!("hierarchy build people.csv --column job --hierarchy {file}"));
        assert_eq!(built.out.lines().collect::<Vec<_>>(), rows, "{file}");
    }
    folder.refuses(
        "hierarchy check people.csv --column age --hierarchy jobs.json",
        &["5 values are not covered", "\"17\""],
    );
}

#[test]
fn csv_with_every_separator() {
    let folder = folder();
    let rows = ["clerk;office;*", "cook;food;*", "judge;office;*", "nurse;care;*", "teacher;care;*"];
    for separator in [";", ",", "\t"] {
        folder.write("jobs.csv", format!("\u{feff}{}\r\n", rows.join("\r\n").replace(';', separator)));
        let built = folder.ok("hierarchy build people.csv --column job --hierarchy jobs.csv");
        assert_eq!(built.out.lines().collect::<Vec<_>>(), rows, "{separator:?}");
    }
}

#[test]
fn flat_and_auto() {
    assert_eq!(build("job", "flat")[0], "clerk;*");
    for column in ["age", "price", "zip", "born", "job"] {
        let rows = build(column, "auto");
        assert!(rows.iter().all(|row| row.ends_with(";*")), "{rows:?}");
    }
    assert_eq!(build("zip", "auto")[0], "01234;0123*;012**;*", "codes are masked, without levels that merge nothing");
    assert!(build("born", "auto")[1].starts_with("2001-02-03;2001-02;"));
}

#[test]
fn show_draws_a_tree() {
    let folder = folder();
    let words = ["hierarchy", "show", "people.csv", "--column", "zip", "--hierarchy", "{mask='right',characters=[3]}"];
    let tree = "zip\n  as it is            5 values\n  first 2 characters  3 groups\n  hidden              1 group\n\n\
                * (5 values)\n├─ 01***: 01234, 01239\n├─ 12***: 12345, 12399\n└─ 99***: 99999\n";
    assert_eq!(folder.run_words(&words).out, tree);
}

#[test]
fn a_study_gives_its_own_hierarchies() {
    let folder = Folder::new();
    let ask = |column: &str| folder.ask(&format!("hierarchy check {ADULT}/study.toml --column {column}"));
    let groups = |column: &str| -> Value { ask(column)["groups"].clone() };
    // One age occurs only in rows that the front drops for a missing value elsewhere.
    assert_eq!(groups("age"), json!([72, 16, 9, 5, 3, 2, 1]));
    assert_eq!(groups("occupation"), json!([14, 7, 3, 1]), "a sensitive column has one too");
    assert_eq!(groups("native-country"), json!([41, 12, 6, 3, 1]));
    assert_eq!(ask("education")["height"], 3);
    folder.refuses(&format!("hierarchy check {ADULT}/study.toml --column countre"), &["countre"]);
}

#[test]
fn what_cannot_be_built_says_why() {
    let folder = folder();
    let refuses = |column: &str, hierarchy: &str, facts: &[&str]| {
        folder
            .refuses_words(&["hierarchy", "check", "people.csv", "--column", column, "--hierarchy", hierarchy], facts);
    };
    refuses("job", "{ interval = [5] }", &["\"job\"", "\"clerk\" is not one", "order, mask"]);
    refuses("born", "{ interval = [5] }", &["\"born\"", "dates", "calendar"]);
    refuses("age", "{ interval = [5, 12] }", &["width 5", "width 12"]);
    refuses("age", "{ interval = [] }", &["no intervals"]);
    refuses("age", "{ interval = 5 }", &["interval must be a list of numbers"]);
    refuses("age", "{ cuts = [[18], [65]] }", &["cut point 65 of level 2"]);
    refuses("age", "{ interval = [5], bottom = 9, top = 3 }", &["bottom coding at 9", "top coding at 3"]);
    refuses("age", "{ order = [3, 4] }", &["[3, 4]", "multiple"]);
    refuses("age", "{ order = [0] }", &["0 is not a positive whole number"]);
    refuses("zip", "{ mask = \"middle\" }", &["\"middle\"", "right"]);
    refuses("zip", "{ mask = \"right\", characters = [2, 1] }", &["[2, 1] do not rise"]);
    refuses("born", "{ date = [\"year\", \"month\"] }", &["year, month", "do not rise"]);
    refuses("born", "{ date = [\"week\"] }", &["\"week\"", "day, month, quarter, year, decade"]);
    refuses("job", "{ date = [\"year\"] }", &["5 values are not covered"]);
    refuses("age", "{ taxonomy = { a = [17, 18], b = [17] } }", &["\"17\" is twice in the tree"]);
    refuses("age", "{ forest = 3 }", &["unknown key \"forest\"", "interval, cuts, mask, date, time, order, taxonomy"]);
    refuses("age", "[1]", &["[1] is not a hierarchy"]);
    refuses("age", "{ interval = [5", &["cannot be read"]);
    refuses("age", "none.csv", &["none.csv", "No such file"]);
}
