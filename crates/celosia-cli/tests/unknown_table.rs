//! Tables that nobody has described: `inspect` writes a study that `front`, `release` and `verify` take as it is.

use std::process::Command;

use serde_json::Value;

use crate::celosia::{Folder, level, numbers, people};

/// The whole flow on a table: what `inspect` and `front` say. The most and the least private point are released, and
/// `verify` must find what the record promises.
fn flow(folder: &Folder, table: &str) -> (Value, Value) {
    let look = folder.ask(&format!("inspect {table} -o study.toml --force"));
    let front = folder.ask("front study.toml");
    assert_eq!(front["search"]["complete"], true);
    let points = front["points"].as_array().unwrap();
    assert!(!points.is_empty(), "{front:#}");
    let quasi: Vec<String> = points[0]["levels"].as_object().unwrap().keys().cloned().collect();
    for point in [1, points.len()] {
        let record = folder.ask(&format!("release study.toml --point {point} --force -o out.parquet"));
        // Names with commas cannot stand in a list of names.
        if quasi.iter().all(|name| !name.contains(',')) {
            let verified = folder.run_words(&["verify", "out.parquet", "--quasi", &quasi.join(","), "--json"]).json();
            let k = points[point - 1]["values"]["k-anonymity"].as_f64().unwrap();
            assert_eq!(level(&verified, "k-anonymity"), k, "{table}, point {point}");
            assert_eq!(verified["classes"], record["classes"]);
        }
    }
    (look, front)
}

fn roles(look: &Value) -> Vec<(&str, &str)> {
    let columns = look["columns"].as_array().unwrap().iter();
    columns.map(|c| (c["name"].as_str().unwrap(), c["role"].as_str().unwrap())).collect()
}

#[test]
fn semicolons_quotes_umlauts_and_a_byte_order_mark() {
    let mut text = String::from("\u{feff}Name;Größe;PLZ;Diagnose;\"sagt \"\"x\"\"\"\r\n");
    for row in 0..120 {
        let words = ["\"a;b\"", "\"Ärger\nzweizeilig\"", "\"\"\"ja\"\"\"", "Öl"][row / 3 % 4];
        text += &format!("Müller {row};{};{:05};Grippe {};{words}\r\n", 150 + row % 40, 1234 + row % 7, row % 3);
    }
    let folder = Folder::with(&[("leute.csv", &text)]);
    let (look, front) = flow(&folder, "leute.csv");
    assert_eq!(front["rows"], 120);
    let names: Vec<&str> = roles(&look).iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["Name", "Größe", "PLZ", "Diagnose", "sagt \"x\""], "no mark, no quotes");
    assert_eq!(roles(&look)[0], ("Name", "identifier"));
    folder.ok("release study.toml --force -o none.csv --suppression 0 --keep-order --k 1");
    let released = folder.read("none.csv");
    assert!(released.starts_with("Größe;PLZ;"), "{released}");
    assert!(released.contains("\"Ärger\nzweizeilig\"") && released.contains("\"\"\"ja\"\"\""), "{released}");
}

#[test]
fn tabs_and_compression() {
    let folder = Folder::new();
    let text = people(200).replace(',', "\t");
    folder.write("people.tsv", &text);
    assert_eq!(folder.shell("gzip -k people.tsv").code, 0);
    let (look, front) = flow(&folder, "people.tsv");
    assert_eq!(front["rows"], 200);
    let roles_of_plain: Vec<(String, String)> =
        roles(&look).iter().map(|(n, r)| (n.to_string(), r.to_string())).collect();
    assert!(roles_of_plain.contains(&("disease".into(), "sensitive".into())));
    let mut tables = vec!["people.tsv.gz"];
    if Command::new("zstd").args(["-q", "people.tsv"]).current_dir(folder.path("")).status().is_ok_and(|s| s.success())
    {
        tables.push("people.tsv.zst");
    }
    for table in tables {
        let (look, of_compressed) = flow(&folder, table);
        assert_eq!(of_compressed["points"], front["points"], "{table}");
        assert!(roles(&look).iter().zip(&roles_of_plain).all(|(a, b)| a.0 == b.0 && a.1 == b.1));
    }
}

#[test]
fn parquet_arrow_folders_and_patterns() {
    let folder = Folder::with(&[("people.csv", &people(200))]);
    folder.ok(
        "release people.csv --quasi age,sex,zip --sensitive disease --insensitive job --k 1 --force -o same.parquet",
    );
    let (_, of_parquet) = flow(&folder, "same.parquet");
    let (_, of_csv) = {
        folder.ok(
            "release people.csv --quasi age,sex,zip --sensitive disease --insensitive job --k 1 --force -o same.csv",
        );
        flow(&folder, "same.csv")
    };
    assert_eq!(of_parquet["points"], of_csv["points"]);
    folder.write("typed.arrow", include_bytes!("celosia/typed.arrow"));
    let look = folder.ask("inspect typed.arrow");
    let types: Vec<&str> = look["columns"].as_array().unwrap().iter().map(|c| c["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["integer", "string", "date", "decimal", "string"]);
    std::fs::create_dir(folder.path("parts")).unwrap();
    let rows: Vec<String> = people(200).lines().map(String::from).collect();
    for (part, rows_of_part) in rows[1..].chunks(70).enumerate() {
        folder.write(&format!("parts/{part}.csv"), format!("{}\n{}\n", rows[0], rows_of_part.join("\n")));
    }
    folder.write("parts/_SUCCESS", "");
    folder.write("parts/.hidden", "not a table");
    let (_, whole) = flow(&folder, "people.csv");
    let (_, parts) = flow(&folder, "parts");
    assert_eq!(whole["points"], parts["points"]);
    let (_, pattern) = flow(&folder, "parts/[0-9].csv");
    assert_eq!(whole["points"], pattern["points"]);
}

#[test]
fn columns_with_odd_names() {
    let mut text =
        String::from("\"a b\",a.b,\"say \"\"x\"\"\",größe,[x],\"c,d\",,#k='v',back\\slash,\"two\nlines\",columns\n");
    for row in 0..40 {
        let value = |column: usize| (row * (column + 3) % 7 % 3).to_string();
        text += &format!("{}\n", (0..11).map(value).collect::<Vec<_>>().join(","));
    }
    let folder = Folder::with(&[("odd.csv", &text)]);
    let (look, front) = flow(&folder, "odd.csv");
    let names =
        ["a b", "a.b", "say \"x\"", "größe", "[x]", "c,d", "column7", "#k='v'", "back\\slash", "two lines", "columns"];
    assert_eq!(roles(&look).iter().map(|(name, _)| *name).collect::<Vec<_>>(), names);
    let levels = front["points"][0]["levels"].as_object().unwrap();
    let quasi: Vec<&str> =
        roles(&look).into_iter().filter(|(_, role)| *role == "quasi-identifier").map(|(name, _)| name).collect();
    assert!(quasi.contains(&"größe"), "{quasi:?}");
    assert_eq!(levels.keys().map(String::as_str).collect::<Vec<_>>(), quasi);
}

#[test]
fn tables_at_the_edge() {
    let ages = |ages: &mut dyn Iterator<Item = usize>| ages.map(|age| format!("{age}\n")).collect::<String>();
    let sexes = |rows: usize| (0..rows).map(|row| format!("{row},{}\n", ["m", "f"][row % 2])).collect::<String>();
    for (name, text, rows, distinct) in [
        ("one-column", format!("age\n{}", ages(&mut (0..30).map(|n| n % 9))), 30, 9),
        ("one-row", "age,sex\n40,m\n".into(), 1, 1),
        ("no-newline", "age,sex\n40,m\n41,f".into(), 2, 2),
        ("all-equal", format!("age,sex\n{}", "40,m\n".repeat(12)), 12, 1),
        ("all-unique", format!("age,sex\n{}", sexes(60)), 60, 60),
        ("windows", "age,sex\r\n40,m\r\n41,f\r\n".into(), 2, 2),
        ("spaces", "age, sex\n40, m\n 41,f\n".into(), 2, 2),
    ] {
        let folder = Folder::with(&[("edge.csv", &text)]);
        let (look, front) = flow(&folder, "edge.csv");
        assert_eq!(front["rows"], rows, "{name}");
        assert_eq!(front["distinct"], distinct, "{name}");
        assert_eq!(look["rows"], rows, "{name}");
        let best = front["points"][0]["values"]["k-anonymity"].as_u64().unwrap();
        assert_eq!(best, rows, "{name}: with every value hidden all rows are alike");
    }
}

#[test]
fn no_technical_limit_decides_a_role() {
    let header: Vec<String> = (0..25).map(|c| format!("c{c}")).collect();
    let mut text = header.join(",") + "\n";
    let mut below = numbers();
    for _ in 0..40 {
        text += &((0..25).map(|_| below(11).to_string()).collect::<Vec<_>>().join(",") + "\n");
    }
    let folder = Folder::with(&[("wide.csv", &text)]);
    let look = folder.ask("inspect wide.csv");
    assert!(roles(&look).iter().all(|(_, role)| ["quasi-identifier", "left-out"].contains(role)), "{look:#}");
    let quasi = roles(&look).iter().filter(|(_, role)| *role == "quasi-identifier").count();
    assert!(quasi >= 20, "{quasi} of 25 columns");
    let written = folder.read("wide.toml");
    assert!(written.contains("[search]\nbudget = "), "such a lattice has no end: {written}");
    let record = folder.ask("release wide.toml --k 5 --budget 2s --force -o out.csv");
    assert_eq!(record["rows"], 40);
}

#[test]
fn what_stands_in_a_study_stays() {
    let folder = Folder::with(&[("people.csv", &people(50)), ("people.toml", "# mine\n")]);
    folder.refuses("inspect people.csv", &["people.toml", "exists already", "another table", "--force"]);
    folder.ok("inspect people.csv --force");
    let proposed = folder.read("people.toml");
    assert!(proposed.contains("role = \"quasi-identifier\"") && proposed.contains("rows = \"keep\""), "{proposed}");
    // A person says otherwise, edits a hierarchy, and the table gets a column more.
    let mine = proposed.replace("role = \"sensitive\"", "role = \"left-out\" # mine");
    assert_ne!(mine, proposed);
    folder.write("people.toml", &mine);
    let hierarchies: Vec<_> = std::fs::read_dir(folder.path("people-hierarchies"))
        .map(|files| files.map(|file| file.unwrap().path()).collect())
        .unwrap_or_default();
    hierarchies.iter().for_each(|file| std::fs::write(file, "mine;*\n").unwrap());
    let wider: String = people(50)
        .lines()
        .enumerate()
        .map(|(row, line)| {
            let extra = if row == 0 { "income".into() } else { (row * 100).to_string() };
            format!("{line},{extra}\n")
        })
        .collect();
    folder.write("people.csv", &wider);
    hierarchies.iter().for_each(|file| std::fs::remove_file(file).unwrap());
    hierarchies.iter().for_each(|file| std::fs::write(file, hierarchy_of(&wider, file)).unwrap());
    let edited: Vec<String> = hierarchies.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let look = folder.ask("inspect people.csv");
    assert_eq!(look["kept"]["new"], serde_json::json!(["income"]));
    let study = folder.read("people.toml");
    assert!(
        study.starts_with(&mine) && study.contains("\n[columns.income]\nrole = \"sensitive\"\nround = "),
        "{study}"
    );
    let now: Vec<String> = hierarchies.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    assert_eq!(now, edited, "edited files stay");
    assert!(roles(&look).contains(&("disease", "left-out")));
    // Again: nothing is new, and not a byte changes.
    folder.ok("inspect people.csv");
    assert_eq!(folder.read("people.toml"), study);
    folder.ask("front people.toml");
    folder.ok("inspect people.csv --force");
    assert!(!folder.read("people.toml").contains("# mine"));
    folder.ok("inspect people.csv -o other.toml");
}

/// A hierarchy of two levels over a column of a table, as a person may have written it.
fn hierarchy_of(table: &str, file: &std::path::Path) -> String {
    let column = file.file_stem().unwrap().to_string_lossy();
    let at = table.lines().next().unwrap().split(',').position(|name| name == column).unwrap();
    let mut values: Vec<&str> = table.lines().skip(1).map(|line| line.split(',').nth(at).unwrap()).collect();
    values.sort_unstable();
    values.dedup();
    values.iter().map(|value| format!("{value};all;*\n")).collect()
}

#[test]
fn doubtful_columns_are_asked_for() {
    let mut text = String::from("age,sex,x,y\n");
    for row in 0..60 {
        text += &format!(
            "{},{},{},{}\n",
            20 + row % 9,
            ["m", "f"][row % 2],
            ["a", "b", "c"][row / 2 % 3],
            ["p", "q"][row / 30]
        );
    }
    let folder = Folder::with(&[("people.csv", &text)]);
    let look = folder.ask("inspect people.csv");
    let open = |look: &Value| -> Vec<String> {
        let columns = look["columns"].as_array().unwrap().iter();
        columns.filter(|c| c["sure"] == false).map(|c| c["name"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(open(&look), ["x", "y"]);
    assert_eq!(folder.read("people.toml").matches("\n# ? ").count(), 2);
    // A word that is none is asked for again; an empty line and the end take what is proposed.
    let answered = folder.shell("printf 'nonsense\\nsens\\n\\n' | \"$CELOSIA\" inspect people.csv --force --ask");
    assert_eq!(answered.code, 0, "{}", answered.err);
    assert!(answered.err.contains("(1 of 2) x") && answered.err.contains("is no role"), "{}", answered.err);
    let study = folder.read("people.toml");
    assert!(study.contains("[columns.x]\nrole = \"sensitive\"") && !study.contains("\n# ? "), "{study}");
    folder.refuses("inspect - --ask", &["standard input", "--ask"]);
}

/// Rows that a release has lost are announced by whoever reads it: the record beside it has them.
#[test]
fn verify_says_what_a_release_has_lost() {
    let row =
        |n: usize| format!("{},{}\n", ["m", "f"][n % 2], if n < 12 { String::new() } else { (20 + n % 3).to_string() });
    let text = format!("sex,age\n{}", (0..120).map(row).collect::<String>());
    let folder = Folder::with(&[("people.csv", &text)]);
    let flags = "--quasi sex,age --hierarchy sex=flat --hierarchy age=flat";
    folder.ok(&format!("release people.csv {flags} --missing drop --k 2 -o out.csv"));
    let said = folder.ok("verify out.csv --quasi sex,age").out.replace('\n', " ");
    let lost = "108 of 120 rows read (90.0%), 12 (10.0%) dropped for a missing value, 0 (0%) suppressed, as the record";
    assert!(said.starts_with(lost), "{said}");
    // A record about another table says nothing of this one.
    folder.write("out.csv", "sex,age\nm,20\nm,20\n");
    assert!(!folder.ok("verify out.csv --quasi sex,age").out.contains("dropped"));
}

/// Missing cells that are too rare for a group of their own join the groups of the most frequent value.
#[test]
fn rare_missing_cells_block_no_column() {
    let row = |n: usize| {
        format!("{},{}\n", ["m", "f"][n % 2], if n % 100 == 7 { String::new() } else { (20 + n % 60).to_string() })
    };
    let text = format!("sex,age\n{}", (0..600).map(row).collect::<String>());
    let folder = Folder::with(&[("people.csv", &text)]);
    folder.ok("inspect people.csv");
    let study = folder.read("people.toml");
    assert!(study.contains("missing = { joins = \"2"), "{study}");
    let shown = folder.ok("front people.toml --k 10 --suppression 0").out;
    assert!(shown.contains("age in steps of"), "{shown}");
    folder.ok("release people.toml --k 10 --suppression 0 -o out.csv");
    let released = folder.rows("out.csv");
    assert!(released.len() == 601 && released.iter().any(|row| row[1].ends_with("or missing")), "{:?}", released[1]);
}

/// What a cell may be meant for is said where the table is first seen, and a date of two readings is asked for.
#[test]
fn how_cells_were_read_is_said_and_asked() {
    let mut text = String::from("seen,sex,pay\n");
    for row in 0..60 {
        let pay = ["NA", "999999", "2000", "2100", "2300", "2500"][row % 6];
        text += &format!("{:02}/{:02}/2020,{},{pay}\n", 1 + row % 12, 1 + row % 11, ["m", "f"][row % 2]);
    }
    let folder = Folder::with(&[("people.csv", &text)]);
    let said = folder.ok("inspect people.csv");
    assert!(said.err.contains("day or month first?") && said.err.contains("--ask: seen"), "{}", said.err);
    assert!(said.err.contains("taken for missing, as the study says in missing: pay (\"NA\")"), "{}", said.err);
    assert!(said.err.contains("may stand for missing") && said.err.contains("pay (\"999999\")"), "{}", said.err);
    assert!(said.out.contains("quasi-identifier ?"), "{}", said.out);
    assert!(folder.read("people.toml").contains("format = \"dd/mm/yyyy\""));
    let answered = folder.shell("echo month | \"$CELOSIA\" inspect people.csv --force --ask");
    assert_eq!(answered.code, 0, "{}", answered.err);
    assert!(answered.err.contains("(1 of 1) seen: does the day or the month stand first?"), "{}", answered.err);
    let study = folder.read("people.toml");
    assert!(study.contains("format = \"mm/dd/yyyy\"") && !study.contains("# ?"), "{study}");
    folder.ok("front people.toml");
}

#[test]
fn a_study_for_a_table_elsewhere_finds_it() {
    let folder = Folder::new();
    for name in ["tables", "studies"] {
        std::fs::create_dir(folder.path(name)).unwrap();
    }
    folder.write("tables/people.csv", people(50));
    folder.ok("inspect tables/people.csv -o studies/people.toml");
    assert_eq!(folder.ask("front studies/people.toml")["rows"], 50);
    folder.ok("inspect tables/people.csv");
    assert_eq!(folder.ask("front people.toml")["rows"], 50);
}

#[test]
fn a_gap_in_every_row_is_kept() {
    let folder = Folder::with(&[("gaps.csv", "age,sex,note\n1,?,?\n,f,?\n?,m,?\n2,,?\n")]);
    let (look, front) = flow(&folder, "gaps.csv");
    assert_eq!(roles(&look), [("age", "quasi-identifier"), ("sex", "quasi-identifier"), ("note", "left-out")]);
    assert!(folder.read("study.toml").contains("rows = \"keep\""));
    assert_eq!((front["rows"].as_u64(), front["dropped"].as_u64()), (Some(4), Some(0)));
}

#[test]
fn missing_values_are_dropped_or_kept() {
    let mut text = String::from("age,sex,disease,note\n");
    for row in 0..60 {
        let age = if row % 10 == 0 { "?".into() } else { (20 + row % 6).to_string() };
        let sex = ["m", "f", "", "f"][row % 4];
        text += &format!("{age},{sex},{},?\n", ["flu", "cold", "?"][row % 3]);
    }
    let folder = Folder::with(&[("gaps.csv", &text)]);
    let look = folder.ask("inspect gaps.csv");
    let missing: Vec<u64> =
        look["columns"].as_array().unwrap().iter().map(|c| c["missing"].as_u64().unwrap()).collect();
    assert_eq!(missing, [6, 15, 20, 60]);
    let line = "gaps.csv --quasi age,sex --sensitive disease";
    // So much of a table goes only where that is meant.
    folder.refuses(&format!("front {line} --missing drop"), &["of the 60 rows", "disease, sex, age", "--allow-loss"]);
    let dropped = folder.ask(&format!("front {line} --missing drop --allow-loss"));
    let complete =
        text.lines().skip(1).filter(|r| !r.starts_with('?') && !r.contains(",,") && !r.contains(",?,")).count();
    assert_eq!(dropped["rows"], complete);
    assert_eq!(dropped["dropped"], 60 - complete);
    let kept = folder.ask(&format!("front {line}"));
    assert_eq!((kept["rows"].as_u64(), kept["dropped"].as_u64()), (Some(60), Some(0)));
    for format in ["out.csv", "out.parquet"] {
        let record = folder.ask(&format!("release {line} --missing keep --k 5 --force -o {format}"));
        assert_eq!(record["rows"], 60);
        let verified = folder.ask(&format!("verify {format} --quasi age,sex --sensitive disease"));
        assert!(level(&verified, "k-anonymity") >= 5.0, "{format}");
        assert_eq!(
            level(&verified, "distinct-l-diversity"),
            record["guaranteed"]["distinct-l-diversity"]["l"].as_f64().unwrap()
        );
    }
    let as_it_is = folder.ask(&format!("release {line} --missing keep --k 1 --keep-order --force -o same.csv"));
    assert_eq!(as_it_is["rows"], 60);
    let rows = folder.rows("same.csv");
    assert!(rows.iter().any(|row| row[0] == "?" || row[0].is_empty()), "missing is shown as missing");
    let only = folder.ask(&format!("front {line} --missing drop --allow-loss --missing-values ?"));
    assert_eq!(only["rows"], text.lines().skip(1).filter(|r| !r.starts_with('?') && !r.contains(",?,")).count());
}

#[test]
fn typed_columns_with_gaps_survive_parquet() {
    let folder = Folder::new();
    folder.write("typed.arrow", include_bytes!("celosia/typed.arrow"));
    let flags = "--quasi age --insensitive born,when,score,ok --unprotected born,when,score,ok --k 1 --keep-order";
    folder.ok(&format!("release typed.arrow {flags} --force -o typed.csv"));
    let expected = "age,born,when,score,ok\n31,a,1970-01-02,1.5,true\n32,b,1970-01-03,2.5,false\n\
                    33,a,1970-01-04,,true\n34,,,3.0,\n";
    assert_eq!(folder.read("typed.csv"), expected);
    folder.ok(&format!("release typed.arrow {flags} --force -o typed.parquet"));
    folder.ok(&format!("release typed.parquet {flags} --force -o again.csv"));
    assert_eq!(folder.read("again.csv"), expected);
    let types = |table: &str| -> Vec<Value> {
        let look = folder.ask(&format!("inspect {table} -o look.toml --force"));
        look["columns"].as_array().unwrap().iter().map(|c| c["type"].clone()).collect()
    };
    assert_eq!(types("typed.parquet"), types("typed.arrow"));
}

#[test]
fn stars_of_the_source_are_values() {
    let folder = Folder::with(&[("stars.csv", "age,sex\n1,*\n*,*\n*,*\n2,f\n*,*\n2,f\n")]);
    let record = folder.ask("release stars.csv --quasi age,sex --k 1 --keep-order --force -o out.csv");
    assert_eq!((record["rows"].as_u64(), record["classes"].as_u64()), (Some(6), Some(3)));
    assert_eq!(folder.read("out.csv"), folder.read("stars.csv"));
    let line = "release stars.csv --quasi age,sex --k 2 --suppression 20% --suppressed star --force -o star.csv";
    folder.refuses(line, &["--suppressed star", "apart", "--suppressed drop"]);
    assert_eq!(folder.ask(&line.replace("--suppressed star ", ""))["suppressed"]["rows"], 1);
}
