//! Terminals of 60 and of 120 columns: nothing that is printed is wider, and no number is lost.

use std::process::Stdio;

use crate::celosia::{Folder, people};

/// What the command prints for a terminal of this width.
fn printed(folder: &Folder, line: &str, width: usize) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut command = folder.command(&words);
    command.env("COLUMNS", width.to_string()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Two places for letters of Chinese, Japanese or Korean; the others of these tests take one.
fn places(line: &str) -> usize {
    line.chars().map(|letter| 1 + usize::from(('\u{3000}'..'\u{fb00}').contains(&letter))).sum()
}

const LONG: &str = "patient_age_in_years_on_admission_to_the_hospital";

fn folder() -> Folder {
    let table = people(200).replacen("age", LONG, 1).replacen("zip", "郵便番号", 1);
    let study = format!(
        "[data]\npath = 'people.csv'\n[columns.{LONG}]\nrole = 'quasi-identifier'\n[columns.sex]\nrole = \
         'quasi-identifier'\n['columns'.'郵便番号']\nrole = 'quasi-identifier'\n[columns.disease]\nrole = 'sensitive'\n"
    );
    Folder::with(&[("people.csv", &table), ("people.toml", &study)])
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    let folder = folder();
    folder.ok("front people.toml --front earlier-front-of-the-year.json");
    for line in [
        format!("verify people.csv --quasi {LONG},sex,郵便番号 --sensitive disease"),
        format!("tree people.csv --column {LONG} --k 3"),
        format!("tree people.csv --column {LONG} --column 郵便番号 --k 3 --all"),
        "compare people.toml --with exact,exhaustive,poka earlier-front-of-the-year.json".into(),
        format!("hierarchy check people.toml --column {LONG}"),
        "generate --like people.toml --rows 50 -o WIDTH.csv".into(),
    ] {
        for width in [60, 120] {
            let text = printed(&folder, &line.replace("WIDTH", &width.to_string()), width);
            let wide = text.lines().find(|line| places(line) > width);
            assert_eq!(wide, None, "{line}: wider than {width}\n\n{text}");
        }
    }
}

#[test]
fn no_number_is_lost_at_sixty() {
    let folder = folder();
    let line = format!("verify people.csv --quasi {LONG},sex --sensitive disease");
    let numbers = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_digit() && !".,".contains(c));
        words.filter(|word| word.contains(|c: char| c.is_ascii_digit())).map(String::from).collect()
    };
    assert_eq!(numbers(&printed(&folder, &line, 60)), numbers(&printed(&folder, &line, 120)));
}
