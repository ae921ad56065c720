//! Columns beside the quasi-identifiers: whom they single out is said, and nothing is published by silence.

use crate::celosia::{Folder, people};

/// Two hundred people with a weight of their own each.
fn weights() -> String {
    let mut lines = people(200).lines().map(String::from).collect::<Vec<_>>();
    for (row, line) in lines.iter_mut().enumerate() {
        *line += &if row == 0 { ",weight".to_string() } else { format!(",{}.{:03}", 50 + row % 40, row * 7 % 1000) };
    }
    lines.join("\n") + "\n"
}

const ROLES: &str = "people.csv --quasi age,sex,zip --sensitive disease --insensitive weight --suppression 1%";

#[test]
fn a_column_that_singles_people_out_is_refused_until_the_study_says_so() {
    let folder = Folder::with(&[("people.csv", &weights())]);
    let front = folder.ok(&format!("front {ROLES} --k 5"));
    assert!(front.out.contains("shown as they are") && front.out.contains("200 rows (100"), "{}", front.out);
    assert!(front.err.contains("no release as it stands, because of weight"), "{}", front.err);
    let release = format!("release {ROLES} --k 5 -o out.csv");
    folder.refuses(&release, &["[columns.weight]", "200 of 200 rows", "no other row has", "unprotected = true"]);
    folder.ok(&format!("{release} --unprotected weight"));
    let record = folder.json("out.csv.record.json");
    let weight = record["columns"].as_array().unwrap().iter().find(|c| c["name"] == "weight").unwrap();
    assert_eq!(weight["singled_out"]["rows"], record["rows"]);
    assert_eq!(weight["unprotected"], true);
    // Or another share.
    folder.ok(&format!("{release} --singled-out 100% --force"));
    folder.refuses(&format!("{release} --singled-out 99% --force"), &["[columns.weight]"]);
    // Or a treatment, which is what the file shows.
    folder.ok(&format!("{release} --round weight=2 --bottom weight=52 --top weight=88 --force"));
    let rows = folder.rows("out.csv");
    let place = rows[0].iter().position(|name| name == "weight").unwrap();
    let shown: Vec<u32> = rows[1..].iter().map(|row| row[place].parse().unwrap()).collect();
    assert!(shown.iter().all(|weight| (52..=88).contains(weight)), "{shown:?}");
    let record = folder.json("out.csv.record.json");
    let weight = record["columns"].as_array().unwrap().iter().find(|c| c["name"] == "weight").unwrap();
    assert_eq!(weight["treated"], "rounded to 2 digits, below 52 shown as 52, above 88 shown as 88");
    assert_eq!(weight["singled_out"]["rows"], 0);
    // So says the report.
    let report = folder.json("out.csv.report.json");
    let told = report["columns"].as_array().unwrap().iter().find(|c| c["name"] == "weight").unwrap();
    assert_eq!((&told["done"], &told["singles_out"]["rows"]), (&weight["treated"], &0.into()));
    // And what anybody may measure.
    let verified = folder.ask("verify out.csv");
    let beside = verified["beside"].as_array().unwrap().iter().find(|c| c["column"] == "weight").unwrap();
    assert_eq!(beside["singled_out"], 0);
    assert_eq!(beside["within_classes"], weight["singled_out"]["within_classes"]);
}

#[test]
fn who_names_people_is_never_published_without_that_word() {
    let folder = Folder::with(&[("people.csv", &people(200))]);
    let release = "release people.csv --quasi age,sex --insensitive name --k 2 --suppression 5% -o out.csv";
    folder.refuses(&format!("{release} --singled-out 100%"), &["[columns.name]", "taken for"]);
    // Several rows for a key: no value of it is alone.
    let rows: String = (0..200).map(|n| format!("{},{},P{}\n", 20 + n % 5, n % 2, 1000 + n / 4)).collect();
    folder.write("visits.csv", format!("age,sex,patient_id\n{rows}"));
    let release = "release visits.csv --quasi age,sex --insensitive patient_id --k 2 -o visits-out.csv";
    folder.refuses(release, &["[columns.patient_id]", "taken for key of a person"]);
    folder.refuses(&format!("{release} --mask patient_id=4"), &["[columns.patient_id]"]);
    folder.ok(&format!("{release} --unprotected patient_id"));
}

#[test]
fn a_proposal_passes() {
    let folder = Folder::with(&[("people.csv", &weights().replace("weight", "hemo"))]);
    folder.ok("inspect people.csv");
    let study = folder.read("people.toml");
    assert!(study.contains("round = ") && !study.contains("unprotected"), "{study}");
    folder.ok("release people.toml --k 5 -o out.csv");
}

#[test]
fn a_statement_is_refused_where_nobody_has_counted() {
    let folder = Folder::with(&[("people.csv", &weights())]);
    let study = "people.csv --table people --quasi age,sex,zip --sensitive disease --insensitive weight";
    folder.refuses(&format!("sql {study} --round weight=2"), &["[columns.weight]", "is treated"]);
}

#[test]
fn a_record_beside_a_table_says_what_to_ask() {
    let folder = Folder::with(&[("people.csv", &people(200))]);
    folder.ok("release people.csv --quasi age,sex,zip --sensitive disease --k 5 --suppression 1% -o out.csv");
    let named = folder.ask("verify out.csv --quasi age,sex,zip --sensitive disease");
    assert_eq!(folder.ask("verify out.csv"), named);
    assert!(folder.ok("verify out.csv").err.contains("record beside"));
    folder.refuses("verify people.csv", &["no record stands beside the table", "--quasi"]);
    // A row that somebody added stands out.
    let changed = folder.read("out.csv") + "99,m,99999,flu\n";
    folder.write("out.csv", changed);
    let answer = folder.run("verify out.csv");
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert!(answer.err.contains("another hash") && answer.err.contains("the record promises"), "{}", answer.err);
    folder.write("out.csv.record.json", "{}");
    folder.refuses("verify out.csv", &["no record that can be read"]);
}

/// Five rows of one patient with a value that nobody else has are singled out by it, all five.
#[test]
fn a_value_of_one_person_singles_out_all_their_rows() {
    let illness = |n| ["gout", "cold", "flu"][usize::from(n >= 8) + usize::from(n >= 24)];
    let visits: String = (0..200).map(|n| format!("{},{},{}\n", n / 2, 20 + n / 2 % 4, illness(n))).collect();
    let rare = "0,20,gout\n".repeat(8) + &visits.replace("gout", "flu");
    let folder = Folder::with(&[("shared.csv", &format!("patient_id,age,disease\n{visits}"))]);
    folder.write("rare.csv", format!("patient_id,age,disease\n{rare}"));
    let roles = "--quasi age --sensitive disease --hierarchy age=flat";
    let release = |table: &str, person: &str| format!("release {table} {roles} {person} --k 5 --force -o out.csv");
    folder.ok(&release("shared.csv", "--person patient_id"));
    folder.refuses(
        &release("rare.csv", "--person patient_id"),
        &["8 of 208 rows", "have a value that no other person has", "`celosia inspect` proposes"],
    );
    // Where nobody says whose rows they are, eight rows share it.
    folder.ok(&release("rare.csv", "--insensitive patient_id --unprotected patient_id"));
    let found = folder.ask("verify rare.csv --quasi age --sensitive disease --person patient_id");
    let disease = found["beside"].as_array().unwrap().iter().find(|c| c["column"] == "disease").unwrap();
    assert_eq!(disease["singled_out"], 8);
    // And what is proposed passes.
    folder.ok("inspect rare.csv");
    let study = folder.read("rare.toml");
    let keeps = study.contains("keep = [\"flu\"]    # 8 rows have a value that no other person has");
    assert!(study.contains("role = \"person\"") && keeps, "{study}");
    folder.ok("release rare.toml --k 5 -o proposed.csv");
    assert!(!folder.read("proposed.csv").contains("gout"));
}
