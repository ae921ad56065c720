//! `--domain leaves`: losses divide by the leaves that a hierarchy lists, in the table or not.

use serde_json::json;

use crate::celosia::Folder;

/// Of six towns the table has two, of three codes all.
fn towns(rows: &str) -> Folder {
    let study = "[data]\npath = \"people.csv\"\n\
                 [columns.town]\nrole = \"quasi-identifier\"\n\
                 hierarchy = { taxonomy = { all = { north = [\"a\", \"b\"], south = [\"c\", \"d\"], east = [\"e\", \"f\"] } } }\n\
                 [columns.code]\nrole = \"quasi-identifier\"\n\
                 hierarchy = { taxonomy = { all = { one = [\"x\", \"y\"], two = [\"z\"] } } }\n";
    Folder::with(&[("people.csv", &format!("town,code\n{rows}")), ("study.toml", study)])
}

#[test]
fn two_of_six_leaves_leave_a_fifth_open_and_not_everything() {
    let folder = towns("a,x\nb,x\n");
    let of = |flags: &str, metric: &str| {
        let front = folder.ask(&format!("front study.toml --loss {metric} {flags}"));
        let points = front["points"].as_array().unwrap();
        (
            points[0]["values"][metric].as_f64().unwrap() * 2.0,
            points[0]["levels"]["town"].clone(),
            front["domain"].clone(),
        )
    };
    // (2 − 1) / (2 − 1), whether north is shown or everything; (2 − 1) / (6 − 1) for north.
    let (by_values, _, said) = of("", "general-loss");
    assert_eq!((by_values, said), (1.0, json!(null)), "the default counts the values of the table");
    assert_eq!(of("--domain leaves", "general-loss"), (0.2, json!(1), json!("leaves")));
    assert_eq!(of("--domain values", "general-loss").0, 1.0);
    // 2 / 2, and 2 / 6.
    assert_eq!(of("", "certainty-penalty").0, 1.0);
    assert!((of("--domain leaves", "certainty-penalty").0 - 1.0 / 3.0).abs() < 1e-9);
    // What does not divide by the size of a domain is the same.
    assert_eq!(of("--domain leaves", "precision").0, of("--domain values", "precision").0);
}

#[test]
fn by_leaves_another_node_may_be_best() {
    let folder = towns("a,x\nb,x\na,y\nb,y\na,z\na,z\n");
    let best = |flags: &str| {
        let answer = folder.ask(&format!("front study.toml --k 2 {flags}"));
        (answer["points"][0]["levels"].clone(), answer["points"][0]["values"]["general-loss"].as_f64().unwrap())
    };
    let (levels, loss) = best("");
    assert_eq!(levels, json!({ "town": 0, "code": 1 }), "half a domain in four of six rows, of two columns");
    assert!((loss - 1.0 / 6.0).abs() < 1e-9, "{loss}");
    assert_eq!(best("--domain leaves"), (json!({ "town": 1, "code": 0 }), 0.1), "a fifth of a domain in every row");
    for search in ["exhaustive", "poka --rule tolerance", "exact"] {
        folder.ok(&format!("front study.toml --domain leaves --search {search} --quiet"));
    }
}

#[test]
fn what_is_counted_is_said_and_fronts_of_the_other_kind_are_refused() {
    let folder = towns("a,x\nb,x\na,y\nb,y\na,z\na,z\n");
    let text = folder.ok("front study.toml --domain leaves --front leaves.json --certificate leaves.certificate").out;
    let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("town (6, of which the table has 2), code (3, of which the table has 3)"), "{text}");
    folder.ok("certify study.toml leaves.certificate --domain leaves");
    folder.refuses("certify study.toml leaves.certificate", &["another problem"]);
    folder
        .refuses("compare study.toml leaves.json --with exact", &["domains counted by leaves in the file, by values"]);
    folder.ok("release study.toml --domain leaves --k 2 -o out.csv");
    let record: serde_json::Value = serde_json::from_str(&folder.read("out.csv.record.json")).unwrap();
    assert_eq!(record["objectives"]["domain"], "leaves");
    folder.refuses("front study.toml --domain leafs", &["--domain", "did you mean \"leaves\"?"]);
    let flat = folder.ok("front people.csv --quasi town --domain leaves").out;
    assert!(flat.contains("No hierarchy lists its leaves"), "{flat}");
}
