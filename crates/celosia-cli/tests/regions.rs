//! The space of regions from the command: certificates of bounds, bounds as numbers, what readers get wrong, what records say.

use crate::celosia::{Folder, people};

/// Three columns, so that every combination of labels is gone through in a moment.
const FLAGS: &str = "people.csv --quasi age,sex,zip --sensitive disease --labels hierarchy";

fn folder() -> Folder {
    Folder::with(&[("people.csv", &people(120))])
}

#[test]
fn bounds_are_certified_and_what_was_changed_is_refused() {
    let folder = folder();
    let front = folder.ask(&format!("front {FLAGS} --space regions --certificate proof.json"));
    assert!(front["points"].as_array().unwrap().iter().all(|point| point["gap"].as_f64().unwrap() >= 0.0));
    assert_eq!(folder.names(), ["people.csv", "proof.json"]);
    let checked = folder.ask(&format!("certify {FLAGS} proof.json"));
    assert_eq!((&checked["proven"], &checked["labels"]), (&true.into(), &"hierarchy".into()));
    let bounds = checked["bounds"].as_array().unwrap();
    assert!(bounds.iter().any(|bound| bound["loss"].as_f64().unwrap() > 0.0));
    let answer = folder.ok(&format!("certify {FLAGS} proof.json"));
    assert!(
        answer.out.contains("proven: no recoding into classes whose labels are hierarchy loses less"),
        "{}",
        answer.out
    );

    let text = folder.read("proof.json");
    assert!(!text.contains("flu"), "no value of the data");
    let mut proof = folder.json("proof.json");
    let last = proof["bounds"].as_array().unwrap().len() - 1;
    let loss = proof["bounds"][last]["loss"].as_f64().unwrap();
    proof["bounds"][last]["loss"] = (loss + 0.001).into();
    folder.write("more.json", proof.to_string());
    folder.says_no(&format!("certify {FLAGS} more.json"), &["is claimed, the prices prove"]);
    folder.refuses(
        &format!("certify {FLAGS} --labels cells proof.json").replace("--labels hierarchy ", ""),
        &["other labels"],
    );
    folder.refuses(&format!("front {FLAGS} --search poka --certificate other.json"), &["poka", "gives no proof"]);
}

#[test]
fn bounds_of_labels_stand_beside_them_as_numbers() {
    let folder = folder();
    let flags = FLAGS.replace("hierarchy", "intervals");
    let answer = folder.ok(&format!("release {flags} --space regions --k 4 --numbers -o out.csv"));
    assert!(answer.out.contains("Random range counts are off by"), "{}", answer.out);
    let rows = folder.rows("out.csv");
    let head = folder.read("out.csv").lines().next().unwrap().to_string();
    let names: Vec<&str> = head.split(',').collect();
    let place = |name: &str| names.iter().position(|known| *known == name).unwrap();
    let (age, low, high) = (place("age"), place("age-low"), place("age-high"));
    let mut bounded = 0;
    for row in &rows {
        if let (Ok(first), Ok(last)) = (row[low].parse::<f64>(), row[high].parse::<f64>()) {
            assert!(first <= last && row[age].starts_with(&row[low]), "{row:?}");
            bounded += 1;
        }
    }
    assert!(bounded * 2 > rows.len(), "{bounded} of {}", rows.len());
    let record = folder.json("out.csv.record.json");
    assert!(record["numbers"].as_array().unwrap().contains(&"age-low".into()));
    assert_eq!(
        (&record["labels"]["bounds"], &record["labels"]["languages"]["age"]),
        (&"round".into(), &"intervals".into())
    );
    folder.ok("verify out.csv --quasi age,sex,zip --sensitive disease");
    folder.write("more.csv", folder.read("people.csv").replacen("age,", "age-low,", 1).replacen("zip", "age", 1));
    let again = "release more.csv --quasi age,age-low,sex --sensitive disease --k 2 --numbers -o more-out.csv";
    folder.refuses(again, &["called \"age-low\" already"]);
}

#[test]
fn comparing_says_what_readers_get_wrong() {
    let folder = folder();
    let with = "--with exact,partition,mondrian+mondrian=relaxed";
    let compared = folder.ask(&format!("compare {FLAGS} {with}"));
    assert!(compared["bound"]["says"].as_str().unwrap().contains("whose labels are hierarchy loses less"));
    for entry in compared["entries"].as_array().unwrap() {
        let at_ten = &entry["utility"][1];
        assert_eq!(at_ten["k"], 10.0);
        assert!(at_ten["utility"]["count_error"].as_f64().unwrap() >= 0.0);
    }
    let text = folder.ok(&format!("compare {FLAGS} {with}")).out.replace('\n', " ");
    assert!(
        text.contains("What readers get wrong") && text.contains("classes with labels of their own lose"),
        "{text}"
    );
}

#[test]
fn query_error_is_a_loss_for_searches_that_need_no_bounds() {
    let folder = folder();
    let flags = format!("{FLAGS} --loss general-loss,query-error");
    let front = folder.ask(&format!("front {flags} --search exhaustive"));
    let points = front["points"].as_array().unwrap();
    assert!(points.iter().all(|point| (0.0..=1.0).contains(&point["values"]["query-error"].as_f64().unwrap())));
    let other = folder.ask(&format!("front {flags} --search exhaustive --query-seed 5"));
    assert!(other["points"] != front["points"], "other counts, other errors");
    folder.refuses(&format!("front {flags} --search exact"), &["monotone; not so: query-error"]);
}
