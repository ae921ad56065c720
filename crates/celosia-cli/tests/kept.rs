//! Persons who stay in a release, from the command line: pseudonyms, their key, trails, and the most rows of a person.

use std::collections::{BTreeMap, BTreeSet};

use crate::celosia::{Folder, level};
use crate::persons::visits;

const ROLES: &str =
    "--quasi age,sex --sensitive diagnosis --insensitive stay --person patient_nbr --pseudonym --suppression 30%";

/// The key of a release: persons by pseudonym.
fn key(folder: &Folder, name: &str) -> BTreeMap<String, String> {
    let json = folder.json(name);
    let all = json["pseudonyms"].as_object().unwrap().iter();
    let by_pseudonym: BTreeMap<String, String> =
        all.clone().map(|(person, name)| (name.as_str().unwrap().into(), person.clone())).collect();
    assert_eq!(by_pseudonym.len(), all.count(), "no two persons have one pseudonym");
    by_pseudonym
}

/// Who shares each trail of a release, by the texts of its rows alone.
fn trails(folder: &Folder, released: &str, shown: &[&str]) -> BTreeMap<Vec<Vec<String>>, BTreeSet<String>> {
    let rows = folder.rows(released);
    let at = |name: &str| rows[0].iter().position(|n| n == name).unwrap();
    let mut trail_of: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for row in rows.iter().skip(1).filter(|row| row[at("patient_nbr")] != "*") {
        let shows = shown.iter().map(|name| row[at(name)].clone()).collect();
        trail_of.entry(row[at("patient_nbr")].clone()).or_default().push(shows);
    }
    let mut shared: BTreeMap<Vec<Vec<String>>, BTreeSet<String>> = BTreeMap::new();
    for (person, mut trail) in trail_of {
        trail.sort();
        shared.entry(trail).or_default().insert(person);
    }
    shared
}

#[test]
fn a_release_shows_trails_that_k_persons_share() {
    let folder = Folder::with(&[("visits.csv", &visits())]);
    let front = folder.ask(&format!("front visits.csv {ROLES} --certificate proof.json"));
    assert_eq!((&front["counts"], &front["trails"], &front["persons"]), (&"persons".into(), &true.into(), &300.into()));
    assert_eq!((&front["search"]["algorithm"], &front["search"]["complete"]), (&"exact".into(), &true.into()));
    let all = folder.ask(&format!("front visits.csv {ROLES} --search exhaustive --force"));
    assert_eq!(front["points"], all["points"]);
    folder.ok(&format!("certify visits.csv proof.json {ROLES}"));

    let told = folder.ok(&format!("release visits.csv {ROLES} --k 5 -o out.csv"));
    assert!(told.err.contains("out.csv.key.json") || told.out.contains("out.csv.key.json"), "{}", told.err);
    let shared = trails(&folder, "out.csv", &["age", "sex"]);
    let least = shared.values().map(BTreeSet::len).min().unwrap();
    assert!(least >= 5, "{least} persons");
    let names = key(&folder, "out.csv.key.json");
    assert_eq!(names.len(), 300, "the key knows who is suppressed too");
    // Each has all rows of the source, with their sensitive values, or none.
    let rows_of = |name: &str, who: &dyn Fn(&str) -> Option<String>| {
        let rows = folder.rows(name);
        let at = |column: &str| rows[0].iter().position(|n| n == column).unwrap();
        let mut all: BTreeMap<String, Vec<[String; 2]>> = BTreeMap::new();
        for row in rows.iter().skip(1) {
            if let Some(person) = who(&row[at("patient_nbr")]) {
                let rest = ["diagnosis", "stay"].map(|column| row[at(column)].clone());
                all.entry(person).or_default().push(rest);
            }
        }
        all.values_mut().for_each(|rows| rows.sort());
        all
    };
    let released = rows_of("out.csv", &|name| Some(names[name].clone()));
    let source = rows_of("visits.csv", &|person| released.contains_key(person).then(|| person.to_string()));
    assert_eq!(released, source);

    let record = folder.json("out.csv.record.json");
    assert_eq!(record["guaranteed"]["k-anonymity"]["k"], least as u64);
    assert_eq!(
        (&record["persons"], &record["pseudonyms"]),
        (&(released.len() as u64).into(), &"drawn for this release alone".into())
    );
    assert_eq!(record["suppressed"]["persons_who_lost_rows"], 300 - released.len() as u64);
    assert_eq!(record["suppressed"]["limit"], 90);
    let person = record["columns"].as_array().unwrap().iter().find(|c| c["name"] == "patient_nbr").unwrap();
    assert_eq!((&person["role"], &person["shown"]), (&"person".into(), &"pseudonyms".into()));
    // Who is who stands in the key alone.
    let said = folder.read("out.csv.record.json");
    assert!(names.values().all(|person| !said.contains(&format!("\"{person}\""))));
    // The plan names the column, so that `apply` counts persons, and has none of its values.
    let plan = folder.json("out.csv.plan.json");
    assert_eq!(plan["person"]["name"], "patient_nbr");
    assert!(plan["columns"].as_array().unwrap().iter().all(|column| column["name"] != "patient_nbr"));

    // The file says the same by itself, with its record and without.
    let verified = folder.ask("verify out.csv");
    assert_eq!((level(&verified, "k-anonymity"), &verified["trails"]), (least as f64, &true.into()));
    let by_flags = folder.ask("verify out.csv --quasi age,sex --sensitive diagnosis --person patient_nbr --trails");
    assert_eq!(by_flags["models"], verified["models"]);
    let by_class = folder.ask("verify out.csv --quasi age,sex --sensitive diagnosis --person patient_nbr");
    assert!(level(&by_class, "k-anonymity") >= least as f64);
    assert_eq!(by_class["share_a_trail"], least as u64);
    let text = folder.ok("verify out.csv").out;
    assert!(text.contains("whole trails are compared"), "{text}");
}

#[test]
fn nobody_is_told_by_a_pseudonym() {
    let folder = Folder::with(&[("visits.csv", &visits())]);
    for out in ["a.csv", "b.csv"] {
        folder.ok(&format!("release visits.csv {ROLES} --k 3 --keep-order -o {out}"));
    }
    let [a, b] = ["a.csv.key.json", "b.csv.key.json"].map(|name| key(&folder, name));
    assert!(a.keys().all(|name| !b.contains_key(name)), "each release has its own");
    // Neither first nor last, neither in the order of persons nor of rows.
    let order: Vec<&String> = a.values().collect();
    assert!(!order.is_sorted() && !order.iter().rev().is_sorted());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path("a.csv.key.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn a_key_serves_again() {
    let folder = Folder::with(&[("visits.csv", &visits())]);
    folder.ok(&format!("release visits.csv {ROLES} --k 3 -o first.csv"));
    let before = key(&folder, "first.csv.key.json");
    // Another table of the same persons, and some who are new.
    let more: String = visits()
        .lines()
        .enumerate()
        .map(|(at, line)| match at % 7 {
            3 => format!("new{line}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    folder.write("more.csv", more);
    let told = folder.ok(&format!("release more.csv {ROLES} --k 3 -o second.csv --key first.csv.key.json"));
    assert!(told.err.contains("can be joined across all releases"), "{}", told.err);
    let after = key(&folder, "first.csv.key.json");
    assert!(before.iter().all(|(name, person)| after.get(name) == Some(person)) && after.len() > before.len());
    assert!(!folder.path("second.csv.key.json").exists());
    assert!(folder.json("second.csv.record.json")["pseudonyms"].as_str().unwrap().contains("can be joined"));
    let rows = folder.rows("second.csv");
    let at = rows[0].iter().position(|n| n == "patient_nbr").unwrap();
    assert!(rows.iter().skip(1).all(|row| after.contains_key(&row[at])));
    // What both give away is counted by whole trails.
    let told = folder.ask("verify second.csv --against first.csv");
    let alone =
        [&told["against"]["k_alone"]["earlier"], &told["against"]["k_alone"]["later"]].map(|k| k.as_u64().unwrap());
    let together = told["against"]["persons"]["k"].as_u64().unwrap();
    assert!(alone.iter().all(|k| *k >= 3) && together <= alone[0].min(alone[1]), "{alone:?} {together}");
    let by_hand = |name: &str| -> BTreeMap<String, Vec<Vec<String>>> {
        let shared = trails(&folder, name, &["age", "sex"]);
        shared.into_iter().flat_map(|(trail, who)| who.into_iter().map(move |p| (p, trail.clone()))).collect()
    };
    let (first, second) = (by_hand("first.csv"), by_hand("second.csv"));
    let mut cells: BTreeMap<_, u64> = BTreeMap::new();
    first.iter().filter_map(|(p, t)| Some((t, second.get(p)?))).for_each(|cell| *cells.entry(cell).or_insert(0) += 1);
    assert_eq!(together, *cells.values().min().unwrap());

    // What is no key is refused before anything is written, and a key is never an output.
    folder.write("no.json", "{}");
    folder.refuses(&format!("release visits.csv {ROLES} --k 3 -o c.csv --key no.json"), &["no key of pseudonyms"]);
    assert!(!folder.path("c.csv").exists());
    folder.refuses(
        &format!("release visits.csv {ROLES} --k 3 -o first.csv.key.json --key first.csv.key.json --force"),
        &["the output is an input"],
    );
    let dropped = ROLES.replace(" --pseudonym", "");
    folder.refuses(
        &format!("release visits.csv {dropped} --k 3 -o c.csv --key first.csv.key.json"),
        &["nobody is shown"],
    );
}

#[test]
fn what_is_not_known_to_be_safe_is_refused() {
    let folder = Folder::with(&[("visits.csv", &visits())]);
    folder.refuses(&format!("front visits.csv {ROLES} --space regions"), &["pseudonyms", "lattice"]);
    folder.refuses(&format!("front visits.csv {ROLES} --prove"), &["no bound"]);
    folder.refuses(&format!("sql visits.csv {ROLES} --table visits --release --k 3"), &["must not leave this machine"]);
    folder.refuses(&format!("release visits.csv {ROLES} --k 3 -o -"), &["nothing can stand beside"]);
    folder.refuses("front visits.csv --quasi age --pseudonym", &["no column says whose row it is"]);
    folder.refuses("front visits.csv --quasi age --person patient_nbr --rows-per-person 0", &["no row of anyone"]);
    // A plan has no key: what comes later is shown without persons.
    folder.ok(&format!("release visits.csv {ROLES} --k 3 -o out.csv"));
    folder.ok("apply out.csv.plan.json visits.csv -o later.csv");
    assert!(!folder.rows("later.csv")[0].contains(&"patient_nbr".to_string()));
}

/// In cuts, with models that look at sensitive values, with requirements, as Parquet: the recount holds what is promised.
#[test]
fn every_way_is_recounted() {
    let folder = Folder::with(&[("visits.csv", &visits())]);
    for (out, more) in [
        ("cuts.csv", "--space cuts --budget 200 --seed 1 --k 4"),
        ("l.csv", "--privacy distinct-l-diversity --level 2"),
        ("t.csv", "--privacy t-closeness --level 0.9"),
        ("both.csv", "--require k-anonymity=3 --require t-closeness=0.95 --max-loss 1"),
        ("wk.csv", "--privacy weighted-k --rule at-weighted-k --knee"),
        ("star.csv", "--k 4 --suppressed star"),
        ("out.parquet", "--k 4"),
    ] {
        let roles = if out == "wk.csv" { ROLES.replace(" --suppression 30%", "") } else { ROLES.to_string() };
        folder.ok(&format!("release visits.csv {roles} {more} -o {out}"));
        folder.ok(&format!("verify {out}"));
    }
}

#[test]
fn rows_per_person_are_capped() {
    let folder = Folder::with(&[("visits.csv", &visits())]);
    let roles = format!("{ROLES} --rows-per-person 2");
    let front = folder.ask(&format!("front visits.csv {roles}"));
    let source = folder.rows("visits.csv");
    let mut rows_of: BTreeMap<&str, u64> = BTreeMap::new();
    source.iter().skip(1).for_each(|row| *rows_of.entry(row[0].as_str()).or_insert(0) += 1);
    let kept: u64 = rows_of.values().map(|rows| (*rows).min(2)).sum();
    assert_eq!(front["rows"], kept);
    assert_eq!(
        (&front["rows_per_person"]["most"], &front["rows_per_person"]["left_out"]),
        (&2.into(), &(source.len() as u64 - 1 - kept).into())
    );
    // The same secret draws the same rows, on any number of threads.
    let secret = folder.read("visits-rows.secret");
    let again = folder.ask(&format!("front visits.csv {roles} --threads 1 --force"));
    assert_eq!((&front["points"], folder.read("visits-rows.secret")), (&again["points"], secret));
    folder.ok(&format!("release visits.csv {roles} --k 4 -o out.csv"));
    let shared = trails(&folder, "out.csv", &["age", "sex"]);
    assert!(shared.iter().all(|(trail, who)| trail.len() <= 2 && who.len() >= 4));
    let record = folder.json("out.csv.record.json");
    assert_eq!(record["rows_per_person"]["most"], 2);
    assert!(record["rows_per_person"]["left_out"].is_null(), "how many went is not for everybody");
    // Another one draws others, and dropped persons are capped too.
    folder.write("visits-rows.secret", "00".repeat(32));
    let other = folder.ask(&format!("front visits.csv {roles} --force"));
    assert_eq!(other["rows"], kept);
    let dropped = roles.replace(" --pseudonym", "");
    assert_eq!(folder.ask(&format!("front visits.csv {dropped} --force"))["rows"], kept);
    folder.write("visits-rows.secret", "00");
    folder.refuses(&format!("front visits.csv {roles} --force"), &["64 hexadecimal digits"]);
}

#[test]
fn a_dry_run_writes_no_secret_and_no_key() {
    let folder = Folder::with(&[("visits.csv", &visits())]);
    let told = folder.ok(&format!("release visits.csv {ROLES} --rows-per-person 2 --k 3 -o out.csv --dry-run")).out;
    assert!(told.contains("a pseudonym for each person") && told.contains("out.csv.key.json"), "{told}");
    assert_eq!(folder.names(), ["visits.csv"]);
}
