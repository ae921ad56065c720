//! `celosia tree` and `celosia reproduce`: sets, losses, the comparison, the written table, and hierarchies from sets.

use crate::celosia::{ADULT, Folder};
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Table I of the paper: five patients.
const PATIENTS: &str = "name,age\nJAMES,30\nJOHN,25\nMICHAEL,20\nROBERT,25\nMARY,20\n";

#[test]
fn every_value_is_in_one_set_of_k_rows() {
    let folder = Folder::new();
    for tree in ["huffman", "bst", "avl", "optimal", "smallest"] {
        for walk in ["pre", "in", "post"] {
            for key in ["value", "frequency"] {
                let line = format!(
                    "tree {ADULT}/adult.csv --column hours-per-week --k 10 --tree {tree} --walk {walk} --key {key}"
                );
                let found = folder.ask(&line);
                let sets = found["sets"].as_array().unwrap();
                let mut values: Vec<&str> =
                    sets.iter().flat_map(|s| s["values"].as_array().unwrap()).map(|v| v.as_str().unwrap()).collect();
                assert_eq!(values.len(), 94);
                values.sort_unstable();
                values.dedup();
                assert_eq!(values.len(), 94, "{line}");
                assert!(sets.iter().all(|s| number(&s["rows"]) >= 10.0), "{line}");
                assert_eq!(sets.iter().map(|s| number(&s["rows"])).sum::<f64>(), 30162.0);
                assert!(number(&found["information_loss"]) > 0.0);
                assert!(number(&found["hierarchical_discernibility"]) > 0.0);
                assert!(number(&found["whole_column"]["information_loss"]) < number(&found["information_loss"]));
                assert_eq!(found["combination"]["k"].as_u64().map(|k| k >= 10), Some(true));
            }
        }
    }
}

#[test]
fn the_patients_of_the_paper() {
    let folder = Folder::with(&[("patients.csv", PATIENTS)]);
    let found = folder.ask("tree patients.csv --column age --k 2 --tree bst");
    // 30 joins 20, the first value of the walk with exactly two rows.
    assert_eq!(found["sets"][0], serde_json::json!({ "values": ["30", "20"], "rows": 3 }));
    assert_eq!(found["information_loss"], 1.0);
    let shown = folder.ok("tree patients.csv --column age --k 2").out;
    assert!(shown.contains("{30, 20}") && shown.contains("information loss"), "{shown}");
    assert_eq!(folder.names(), ["patients.csv"]);
}

#[test]
fn all_combinations_and_the_optimum() {
    let folder = Folder::new();
    let line = format!("tree {ADULT}/adult.csv --column hours-per-week --k 10 --all");
    let found = folder.ask(&line);
    let lines = found["combinations"].as_array().unwrap();
    assert_eq!(lines.len(), 13);
    let least = number(&found["comparison"][0]["least_information_loss_of_column"]);
    for line in lines {
        let loss = number(&line["whole_column"]["information_loss"]);
        assert!(loss >= number(&line["optimum_of_order"]) && number(&line["optimum_of_order"]) >= least, "{line}");
    }
    let huffman: Vec<&Value> =
        lines.iter().filter(|l| l["tree"] == "huffman").map(|l| &l["information_loss"]).collect();
    assert!(huffman.iter().all(|loss| **loss == *huffman[0]));
    let text = folder.ok(&line).out;
    assert!(text.contains("avl") && text.contains("post") && text.contains('█') && text.contains("optimum"), "{text}");
}

#[test]
fn an_applied_table_is_checked_and_leaves_the_rest_alone() {
    let folder = Folder::new();
    let line = format!("tree {ADULT}/adult.csv --column age=5 --column hours-per-week=10 --apply -o out.csv");
    let found = folder.ask(&line);
    assert_eq!(found["columns"].as_array().map(Vec::len), Some(2));
    assert_eq!(found["applied"]["rows"], 30162);
    assert_eq!(found["applied"]["k"], found["combination"]["k"]);
    for (column, k) in [("age", 5.0), ("hours-per-week", 10.0)] {
        let verified = folder.ask(&format!("verify out.csv --quasi {column}"));
        assert!(crate::celosia::level(&verified, "k-anonymity") >= k);
    }
    let combined = folder.ask("verify out.csv --quasi age,hours-per-week");
    assert_eq!(crate::celosia::level(&combined, "k-anonymity"), number(&found["combination"]["k"]));
    let before = std::fs::read_to_string(format!("{ADULT}/adult.csv")).unwrap();
    let after = folder.read("out.csv");
    assert_eq!(before.lines().next(), after.lines().next());
    assert_eq!(before.lines().nth(1), after.lines().nth(1));
    assert_eq!(before.lines().count(), after.lines().count());
    assert_eq!(folder.names(), ["out.csv"]);

    folder.ok(&format!("tree {ADULT}/adult.csv --column age=5 --apply -o out.parquet"));
    let verified = folder.ask("verify out.parquet --quasi age");
    assert!(crate::celosia::level(&verified, "k-anonymity") >= 5.0);
}

#[test]
fn missing_values_are_dropped_or_kept() {
    let folder = Folder::with(&[("t.csv", "job,x\na,1\na,2\nb,3\n?,4\n,5\n")]);
    folder.ok("tree t.csv --column job --k 3 --missing drop --allow-loss --apply -o dropped.csv");
    assert_eq!(folder.read("dropped.csv").lines().count(), 4);
    folder.ok("tree t.csv --column job --k 3 --apply -o kept.csv");
    assert_eq!(folder.read("kept.csv").lines().count(), 6);
    folder.ok("verify kept.csv --quasi job --require k-anonymity=3");
}

#[test]
fn bad_input_is_refused() {
    let folder = Folder::with(&[("patients.csv", PATIENTS), ("empty.csv", "age\n")]);
    folder.refuses("tree patients.csv --column age --k 6", &["column \"age\"", "k = 6", "5 rows in all"]);
    folder.refuses("tree patients.csv --column age --k 0", &["0 is not a k"]);
    folder.refuses("tree patients.csv --column age", &["no k for the column \"age\""]);
    folder.refuses("tree patients.csv --column agee --k 2", &["no column \"agee\"", "did you mean \"age\""]);
    folder.refuses("tree patients.csv --column age --column age --k 2", &["given twice"]);
    folder.refuses("tree none.csv --column age --k 2", &["none.csv"]);
    folder.refuses("tree empty.csv --column age --k 2", &["no row"]);
    folder.refuses("tree patients.csv --column age --k 2 --apply -o patients.csv", &["the output is an input"]);
    folder.refuses("tree patients.csv --column age --k 2 --apply -o none/out.csv", &["no folder"]);
    assert_eq!(folder.run("tree patients.csv --column age --k 2 --tree alv").code, 2);
    assert_eq!(folder.run("tree patients.csv --column age --k 2 --apply").code, 2);
    folder.refuses_words(
        &["front", "patients.csv", "--quasi", "age", "--hierarchy", "age={ huffman = 1 }"],
        &["huffman = 1"],
    );
    folder.refuses_words(
        &["front", "patients.csv", "--quasi", "age", "--hierarchy", "age={ avl = 2, walk = 'sideways' }"],
        &["sideways"],
    );
}

#[test]
fn sets_are_hierarchies() {
    let folder = Folder::new();
    for hierarchy in
        ["huffman", "bst", "avl", "optimal", "smallest", "{huffman=50}", "{avl=50,walk='post',key='frequency'}"]
    {
        let found = folder.ask(&format!(
            "hierarchy check {ADULT}/adult.csv --column native-country --hierarchy {}",
            hierarchy.replace(' ', "")
        ));
        let groups: Vec<f64> = found["groups"].as_array().unwrap().iter().map(number).collect();
        assert_eq!((groups[0], groups[groups.len() - 1]), (41.0, 1.0), "{hierarchy}");
        assert!(groups.is_sorted_by(|a, b| a > b), "{hierarchy}: {groups:?}");
    }
}

/// No hierarchy is written by hand: front, release and verify on all of Adult.
#[test]
fn adult_with_automatic_hierarchies_from_front_to_verify() {
    let folder = Folder::new();
    let quasi = "age,workclass,education,marital-status,race,sex,native-country";
    let study = format!("{ADULT}/adult.csv --quasi {quasi} --sensitive occupation --suppression 1%");
    let front = folder.ask(&format!("front {study}"));
    assert_eq!(front["search"]["complete"], true);
    assert!(front["points"].as_array().is_some_and(|points| points.len() > 10));
    folder.ok(&format!("release {study} --k 10 -o out.csv"));
    let verified = folder.ask(&format!("verify out.csv --quasi {quasi} --sensitive occupation"));
    assert!(crate::celosia::level(&verified, "k-anonymity") >= 10.0);
}

#[test]
fn the_papers_tables_are_reproduced() {
    let folder = Folder::new();
    let found = folder.ask("reproduce tree-table-4 --runs 8");
    assert_eq!(found["records"], 216);
    assert_eq!(found["walks"][0]["walk"], "in");
    assert_eq!(found["walks"][0]["paper"]["information_loss"]["mean"], 0.044998);
    let ours = number(&found["walks"][0]["value"]["utility_loss"]["mean"]);
    assert!((0.007..0.012).contains(&ours), "{ours}");
    let findings = found["findings"].as_array().unwrap();
    assert!(findings.last().is_some_and(|f| f["holds"] == true && f["says"].as_str().unwrap().contains("Huffman")));
    assert_eq!(folder.ask("reproduce tree-table-4 --runs 8"), found, "a seed repeats a run");
    assert_ne!(folder.ask("reproduce tree-table-4 --runs 8 --seed 1")["walks"], found["walks"]);
    assert_eq!(folder.ask("reproduce tree-table-5")["records"], 2160);
    for figure in ["tree-figure-8", "tree-figure-9"] {
        let text = folder.ok(&format!("reproduce {figure} --runs 3 --svg {figure}.svg")).out;
        assert!(text.contains("huffman post") && text.contains("hours-per-week"), "{text}");
        assert!(folder.read(&format!("{figure}.svg")).contains("</svg>"));
    }
    folder.refuses("reproduce tree-table-4 --runs 1", &["1 runs"]);
    folder.refuses("reproduce tree-table-4 --sample 99999999", &["cannot be drawn"]);
    assert_eq!(folder.run("reproduce tree-table-6").code, 2);
}
