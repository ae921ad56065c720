//! After the release: the same recoding on new rows, and what two releases give away together.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::celosia::{Folder, people};

const STUDY: &str =
    "people.csv --quasi age,sex,zip --sensitive disease --insensitive job --hierarchy age={interval=[5,10,20]}";

fn bag(rows: &[Vec<String>]) -> BTreeMap<&[String], usize> {
    let mut bag = BTreeMap::new();
    rows.iter().for_each(|row| *bag.entry(row.as_slice()).or_insert(0) += 1);
    bag
}

#[test]
fn a_plan_does_the_same_again_in_every_space() {
    for space in ["lattice", "cuts --search nsga2 --generations 3 --population 8", "regions"] {
        let folder = Folder::with(&[("people.csv", &people(300))]);
        folder.ok(&format!("release {STUDY} --space {space} --max-loss 0.9 --suppression 0 -o out.csv"));
        let said = folder.ok("apply out.csv.plan.json people.csv -o again.csv").out;
        let (first, again) = (folder.rows("out.csv"), folder.rows("again.csv"));
        assert_eq!(bag(&first), bag(&again), "{space}");
        assert!(said.contains("300 rows") && said.contains("the plan knows every value"), "{said}");
        let (first, again) =
            (folder.ask("verify out.csv"), folder.ask("verify again.csv --quasi age,sex,zip --sensitive disease"));
        assert_eq!(first["models"], again["models"], "{space}");
    }
}

#[test]
fn what_a_plan_does_not_know_is_hidden() {
    let folder = Folder::with(&[("people.csv", &people(300))]);
    folder.ok(&format!("release {STUDY} --levels age=1,sex=0,zip=2 --k 1 -o out.csv"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path("out.csv.plan.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    folder
        .write("new.csv", "disease,zip,age,sex,job\nflu,12345,33,m,cook\nflu,99999,33,m,cook\nflu,12345,177,m,cook\n");
    let said = folder.ask("apply out.csv.plan.json new.csv -o new-out.csv --keep-order");
    assert_eq!((said["hidden"].as_u64(), said["rows"].as_u64()), (Some(2), Some(3)));
    let rows = folder.rows("new-out.csv");
    let column = |name: &str| rows[0].iter().position(|known| known == name).unwrap();
    let of = |row: usize| ["age", "zip", "disease"].map(|name| rows[row][column(name)].as_str());
    assert_eq!(of(1)[0], "30–34");
    assert_eq!((of(2)[0], of(2)[1], of(2)[2]), ("30–34", "*", "flu"));
    assert_eq!((of(3)[0], of(3)[1] == "*"), ("*", false));
    // Nothing is replaced, and nothing that is no plan is one.
    folder.refuses("apply out.csv.plan.json new.csv -o new-out.csv", &["it is there already", "--force"]);
    folder.refuses("apply out.csv.record.json new.csv -o x.csv", &["it is no plan of a release"]);
    folder.write("few.csv", "age,sex\n33,m\n");
    folder.refuses("apply out.csv.plan.json few.csv -o x.csv", &["no column"]);
}

#[test]
fn a_row_that_fits_several_classes_is_not_guessed() {
    let folder = Folder::with(&[("people.csv", &people(300))]);
    folder.ok(&format!("release {STUDY} --space regions --k 20 -o out.csv"));
    let mut plan: Value = folder.json("out.csv.plan.json");
    // As if two classes overlapped.
    let first = plan["classes"][0].clone();
    plan["classes"].as_array_mut().unwrap().push(first);
    plan["tuples"] = serde_json::json!([]);
    folder.write("plan.json", plan.to_string());
    folder.refuses("apply plan.json people.csv -o x.csv", &["fits several classes of the plan"]);
    // A hand that slipped.
    plan["classes"][0] = serde_json::json!([999_999, 0, 0]);
    folder.write("plan.json", plan.to_string());
    folder.refuses("apply plan.json people.csv -o x.csv", &["it is damaged"]);
}

#[test]
fn new_rows_are_not_published_by_silence_either() {
    let folder = Folder::with(&[("people.csv", &people(300))]);
    folder.ok(&format!("release {STUDY} --levels age=1,sex=0,zip=2 --k 1 -o out.csv"));
    let jobs: String = (0..40).map(|n| format!("flu,12345,33,m,job{}\n", "x".repeat(n))).collect();
    folder.write("new.csv", format!("disease,zip,age,sex,job\n{jobs}"));
    folder.refuses("apply out.csv.plan.json new.csv -o x.csv", &["the plan, job", "40 of 40 rows"]);
}

#[test]
fn two_releases_are_compared() {
    let folder = Folder::new();
    let earlier = "id,age,ill\nbob,20-29,flu\neve,20-29,cold\nzoe,30-39,flu\nmax,30-39,rash\n";
    let later = "id,age,ill\nbob,20-24,flu\nzoe,20-24,gout\neve,25-39,cold\nmax,25-39,rash\nnew,25-39,flu\n";
    folder.write("earlier.csv", earlier);
    folder.write("later.csv", later);
    let verify = "verify later.csv --quasi age --sensitive ill --against earlier.csv";
    let found = folder.ask(&format!("{verify} --person id"));
    assert_eq!(found["against"]["persons"]["k"], 1);
    assert_eq!(found["against"]["sensitive"][0]["certain_together"], 2);
    let said = folder.ok(&format!("{verify} --person id")).out;
    assert!(said.contains("together k = 1") && said.contains("ill: certain of 0 persons"), "{said}");
    assert!(folder.ok(verify).out.contains("--person"));
    folder.refuses(&format!("{verify} --person name"), &["no column \"name\""]);
}

/// Where the study counts persons so does the plan, before it takes their column out.
#[test]
fn a_plan_counts_persons_where_the_study_does() {
    let visits: String = (0..40).map(|n| format!("{},{},flu\n", n / 2, 20 + n / 2 % 4)).collect();
    let folder = Folder::with(&[("visits.csv", &format!("patient,age,disease\n{visits}"))]);
    let roles = "--quasi age --sensitive disease --person patient --hierarchy age=flat";
    folder.ok(&format!("release visits.csv {roles} --k 5 -o out.csv"));
    // Five rows of one patient, and two patients with one each and a value of their own.
    folder.write(
        "new.csv",
        "patient,age,disease\n1,20,flu\n1,20,flu\n1,20,cold\n1,20,cold\n1,20,flu\n2,99,flu\n3,99,flu\n,20,flu\n",
    );
    let said = folder.ask("apply out.csv.plan.json new.csv -o new-out.csv");
    assert_eq!((&said["counts"], &said["persons"], &said["rows"]), (&"persons".into(), &3.into(), &7.into()));
    assert_eq!((&said["dropped"], &said["hidden"]), (&1.into(), &2.into()));
    let k = said["models"].as_array().unwrap().iter().find(|model| model["name"] == "k-anonymity").unwrap();
    assert_eq!(k["level"], 1.0, "five rows of one patient are one person");
    let told = folder.run("apply out.csv.plan.json new.csv -o new-out.csv --force");
    assert!(told.out.contains("7 rows of 3 persons") && told.out.contains("k = 1 persons"), "{}", told.out);
    assert!(!folder.read("new-out.csv").contains("patient"));
    // By a measure that was there before: the same k as `verify --person` of the table with its persons.
    folder.ok("apply out.csv.plan.json visits.csv -o again.csv");
    let again = folder.ask("apply out.csv.plan.json visits.csv -o again.csv --force");
    let direct = folder.ask("verify visits.csv --quasi age --sensitive disease --person patient");
    assert_eq!(again["persons"], direct["persons"]);
    folder.write("rows.csv", "age,disease\n20,flu\n");
    folder.refuses("apply out.csv.plan.json rows.csv -o x.csv", &["no column \"patient\""]);
}
