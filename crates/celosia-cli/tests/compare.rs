//! `celosia compare`: several searches on one study, with fronts of earlier runs.

use serde_json::{Value, json};

use crate::celosia::{ADULT, Folder, PEOPLE, people};

fn table() -> Folder {
    Folder::with(&[("people.csv", &people(300))])
}

const COMPARE: &str = "compare people.csv --quasi age,sex,zip";
const FRONT: &str = "front people.csv --quasi age,sex,zip";

fn entry<'v>(comparison: &'v Value, name: &str) -> &'v Value {
    let entries = comparison["entries"].as_array().unwrap();
    entries.iter().find(|e| e["name"] == name).unwrap_or_else(|| panic!("no {name} in {entries:#?}"))
}

#[test]
fn adult_by_exact_search_and_by_poka() {
    let folder = Folder::new();
    let compared = folder.ask(&format!("compare {ADULT}/study.toml --depth 3"));
    assert_eq!(compared["study"], "adult");
    assert_eq!(compared["rows"], 30162);
    let (exact, poka) = (entry(&compared, "exact"), entry(&compared, "poka"));
    assert_eq!(exact["suppression"], json!({ "rule": "tolerance", "limit": 301 }), "POkA's rule, for all");
    assert_eq!((&exact["complete"], &poka["complete"]), (&json!(true), &json!(false)));
    assert_eq!((&poka["evaluated"], &poka["points"]), (&json!(4692), &json!(41)));
    assert_eq!(exact["values"].as_array().unwrap().len() as u64, exact["points"].as_u64().unwrap());
    // A complete front covers every other; POkA ends at k = 2.
    assert_eq!(compared["covers"]["exact"]["poka"], 1.0);
    let share = compared["covers"]["poka"]["exact"].as_f64().unwrap();
    assert!(share > 0.9 && share < 1.0, "{share}");
    let volume = |entry: &Value| entry["hypervolume"].as_f64().unwrap();
    assert!(volume(exact) >= volume(poka) && volume(poka) > 0.3 && volume(exact) < 1.0);
    assert_eq!(folder.names(), Vec::<String>::new(), "nothing is written unless it is asked for");
}

#[test]
fn adult_on_one_chart() {
    let folder = Folder::new();
    let answer = folder.ok(&format!("compare {ADULT}/study.toml --with exact --rule as-needed -o adult.svg"));
    assert!(answer.out.contains("● exact") && answer.out.contains("hypervolume"), "{}", answer.out);
    assert!(answer.out.contains("at most 301 rows suppressed (as-needed)"), "{}", answer.out);
    assert!(answer.err.contains("wrote adult.svg"));
    assert!(folder.read("adult.svg").contains(">exact</text>"));
}

#[test]
fn a_front_covers_itself_and_joins_from_a_file() {
    let folder = table();
    folder.ok(&format!("{FRONT} --rule tolerance --suppression 2% --front earlier.json"));
    let compared =
        folder.ask(&format!("{COMPARE} --rule tolerance --suppression 2% --with exact,exhaustive earlier.json"));
    for other in ["exhaustive", "earlier.json"] {
        assert_eq!(compared["covers"]["exact"][other], 1.0, "{other}");
        assert_eq!(compared["covers"][other]["exact"], 1.0, "{other}");
        assert_eq!(entry(&compared, other)["hypervolume"], entry(&compared, "exact")["hypervolume"]);
        assert_eq!(entry(&compared, other)["values"], entry(&compared, "exact")["values"]);
    }
    assert_eq!(entry(&compared, "earlier.json")["search"], "exact");
    assert!(compared["covers"]["exact"].get("exact").is_none());
}

#[test]
fn files_of_one_name_are_told_apart() {
    let folder = table();
    std::fs::create_dir(folder.path("a")).unwrap();
    folder.ok(&format!("{FRONT} --front front.json --suppression 2%"));
    folder.ok(&format!("{FRONT} --front a/front.json --budget 3 --search exhaustive"));
    let compared = folder.ask(&format!("{COMPARE} front.json a/front.json --with lattice:exact"));
    let names: Vec<&str> =
        compared["entries"].as_array().unwrap().iter().map(|e| e["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["lattice:exact", "front.json", "front.json (2)"]);
    assert_eq!(entry(&compared, "front.json (2)")["evaluated"], 3);
    let text = folder.ok(&format!("{COMPARE} front.json a/front.json --with exact")).out;
    assert!(text.contains("suppression as each entry says") && text.contains("as-needed, 6"), "{text}");
    assert!(text.contains("front.json (2) is not complete: the budget of 3 evaluations was spent"), "{text}");
}

#[test]
fn the_default_list_is_what_can_run() {
    let folder = table();
    let names = |line: &str| -> Vec<String> {
        let compared = folder.ask(line);
        compared["entries"].as_array().unwrap().iter().map(|e| e["name"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(names(COMPARE), ["exact", "poka", "evolve", "nsga2", "partition", "mondrian"]);
    assert_eq!(
        names(&format!("{COMPARE} --rule tolerance")),
        ["exact", "poka", "evolve", "nsga2", "partition", "mondrian"]
    );
    assert_eq!(names(&format!("{COMPARE} --rule as-needed")), ["exact", "evolve", "nsga2", "partition", "mondrian"]);
    assert_eq!(
        names(&format!("{COMPARE} --loss general-loss,precision")),
        ["exact", "evolve", "nsga2", "partition", "mondrian"]
    );
    assert_eq!(
        names(&format!("{COMPARE} --loss protection --rule as-needed")),
        ["exhaustive", "evolve", "nsga2", "partition", "mondrian"]
    );
    let text = folder.ok(&format!("{COMPARE} --rule as-needed")).out;
    assert!(text.contains("note: poka is left out: it needs --rule tolerance"), "{text}");
}

#[test]
fn three_objectives_and_falling_levels() {
    let folder = table();
    let flags = "--sensitive disease --privacy k-anonymity,t-closeness --suppressed-rows --suppression 2%";
    let compared = folder.ask(&format!("{COMPARE} {flags} --with exact,exhaustive"));
    assert_eq!(compared["objectives"].as_array().unwrap().len(), 4);
    assert_eq!(entry(&compared, "exact")["hypervolume"], entry(&compared, "exhaustive")["hypervolume"]);
    assert_eq!(compared["covers"]["exhaustive"]["exact"], 1.0);
    // Points with an infinite delta go through a file and back.
    let flags = "--sensitive disease --privacy delta-disclosure";
    folder.ok(&format!("{FRONT} {flags} --front delta.json"));
    let compared = folder.ask(&format!("{COMPARE} {flags} delta.json --with exact"));
    assert_eq!(compared["covers"]["exact"]["delta.json"], 1.0);
    assert_eq!(compared["covers"]["delta.json"]["exact"], 1.0);
    let text = folder.ok(&format!("{COMPARE} {flags} delta.json --with exact -o d.html")).out;
    assert!(text.contains("delta →"), "{text}");
}

#[test]
fn pages_hold_all_and_show_no_value_of_the_data() {
    let folder = Folder::with(&[("people.csv", &people(300)), ("secret.csv", PEOPLE)]);
    folder.ok(&format!("{COMPARE} -o page.html --quiet"));
    let page = folder.read("page.html");
    assert!(
        page.contains("<svg") && page.contains("hypervolume") && !page.contains("<script") && !page.contains("src=")
    );
    assert!(!page.contains("<!--CHART-->") && !page.contains("/*STYLE*/"));
    for value in ["flu", "asthma", "nurse", "person 1", "12345"] {
        assert!(!page.contains(value), "{value}");
    }
    let quiet = folder.run(&format!("{COMPARE} -o chart.svg --quiet"));
    assert_eq!((quiet.code, quiet.err.as_str()), (0, ""));
    let json = folder.ok(&format!("{COMPARE} -o chart.svg --json --quiet"));
    json.json();
}

#[test]
fn readings_of_one_search_beside_one_another() {
    let folder = table();
    let flags = "--unconstrained zip --population 20 --generations 6 --rule tolerance --suppression 2%";
    let names =
        ["nsga2", "nsga2+seed=1", "nsga2+mutation-per=bit", "nsga2+crossing=repaired", "nsga2+granularity=age:20"];
    let compared = folder.ask(&format!("{COMPARE} {flags} --with {}", names.join(",")));
    let values = |name: &str| entry(&compared, name)["values"].clone();
    for name in &names[1..] {
        assert_eq!(entry(&compared, name)["search"], "nsga2");
        assert_ne!(values(name), values("nsga2"), "{name}");
    }
    // An entry's settings are its own, and the same as the flags of a search by itself.
    for (name, own) in
        [("nsga2", ""), ("nsga2+seed=1", "--seed 1"), ("nsga2+granularity=age:20", "--granularity age=20")]
    {
        folder.ok(&format!("{FRONT} {flags} {own} --space cuts --search nsga2 --front alone.json"));
        let beside = folder.ask(&format!("{COMPARE} {flags} alone.json --with {name}"));
        assert_eq!(entry(&beside, "alone.json")["values"], values(name), "{name}");
    }
}

#[test]
fn names_that_are_unknown() {
    let folder = table();
    folder.refuses(&format!("{COMPARE} --with exakt"), &["--with", "no search \"exakt\"", "\"exact\""]);
    folder.refuses(&format!("{COMPARE} --with latice:exact"), &["--with", "no space \"latice\"", "\"lattice\""]);
    folder.refuses(&format!("{COMPARE} --with exact,lattice:exact"), &["--with", "twice", "once"]);
    folder.refuses(&format!("{COMPARE} --with nsga2+sed=3"), &["--with", "unknown key \"sed\"", "\"seed\""]);
    folder.refuses(&format!("{COMPARE} --with nsga2+mutation=2"), &["--with", "2 is no probability"]);
    folder.refuses(&format!("{COMPARE} --with nsga2+granularity=ag:5"), &["no quasi-identifier \"ag\"", "\"age\""]);
    folder.refuses(&format!("{COMPARE} --with exact+granularity=age:5"), &["--with", "space of cuts"]);
    folder.refuses(&format!("{COMPARE} --with exact,"), &["--with", "no search \"\"", "exact"]);
    folder.refuses(&format!("{COMPARE} --search exact"), &["--search", "several searches", "--with exact"]);
    folder
        .refuses(&format!("{COMPARE} --with poka --rule as-needed"), &["suppression.rule", "POkA", "--rule tolerance"]);
    folder.refuses(&format!("{COMPARE} --with exact --depth 3"), &["search.depth", "no depth"]);
    folder.refuses("compare none.toml", &["none.toml"]);
}

#[test]
fn fronts_that_do_not_fit() {
    let folder = table();
    folder.write("few.csv", PEOPLE);
    folder.ok("front few.csv --quasi age,sex --loss discernibility --front few.json --report few.html");
    folder.refuses(
        &format!("{COMPARE} few.json"),
        &["few.json", "another problem", "4 rows in the file, 300 in the study", "discernibility", "--loss"],
    );
    folder.ok(&format!("{FRONT} --k 5 --front one.json"));
    folder.refuses(&format!("{COMPARE} one.json"), &["one.json", "one question", "without --k"]);
    folder.write("list.json", "[1, 2]");
    folder.refuses(&format!("{COMPARE} list.json"), &["list.json", "this is no front", "--front"]);
    folder.write("half.json", &folder.read("few.json")[..200]);
    folder.refuses(&format!("{COMPARE} half.json"), &["half.json", "this is no front"]);
    folder.refuses(&format!("{COMPARE} gone.json"), &["gone.json", "did you mean \"one.json\"?"]);
    folder.write("short.json", folder.read("few.json").replace("\"discernibility\": 0.", "\"other\": 0."));
    folder.refuses(
        "compare few.csv --quasi age,sex --loss discernibility short.json",
        &["short.json", "has no value for discernibility", "write it again"],
    );
}

#[test]
fn outputs_that_would_do_harm() {
    let folder = table();
    folder.ok(&format!("{FRONT} --front f.svg"));
    folder.refuses(&format!("{COMPARE} f.svg -o f.svg"), &["f.svg", "the output is an input"]);
    folder.refuses(&format!("{COMPARE} -o people.csv"), &["people.csv", ".svg", ".html"]);
    folder.refuses(&format!("{COMPARE} -o none/c.svg"), &["there is no folder none"]);
    folder.refuses(&format!("{COMPARE} -o chart.png"), &["chart.png", ".svg", ".html"]);
    folder.refuses(&format!("{COMPARE} -o chart"), &["chart", ".svg", ".html"]);
}
