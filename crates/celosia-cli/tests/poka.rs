//! `--search poka`, and the limits of a search: depth, budget, memory.

use serde_json::json;

use crate::celosia::{ADULT, Folder, people};

fn table() -> Folder {
    Folder::with(&[("people.csv", &people(300))])
}

const FRONT: &str = "front people.csv --quasi age,sex,zip";

#[test]
fn adult_by_poka_is_not_complete() {
    let front = Folder::new().ask(&format!("front {ADULT}/study.toml --search poka --depth 3"));
    assert_eq!(front["search"]["algorithm"], "poka");
    assert_eq!(front["search"]["complete"], false);
    assert_eq!(front["search"]["evaluated"], 4692);
    assert_eq!(front["search"]["threads"], 1);
    assert_eq!(front["suppression"], json!({ "rule": "tolerance", "limit": 301 }), "POkA's rule, where none is given");
    let why = front["search"]["why"].as_str().unwrap();
    assert!(why.contains("k = 2 was reached") && why.contains("depth 3"), "{why}");
    assert_eq!(front["points"].as_array().unwrap().len(), 41);
}

#[test]
fn the_depth_is_a_key_a_flag_or_the_mean_of_the_levels() {
    let study = "[data]\npath = \"people.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
                 [columns.zip]\nrole = \"quasi-identifier\"\n[search]\nalgorithm = \"poka\"\ndepth = 1\n\
                 budget = 5000\nmemory = \"1.5 GB\"\n";
    let folder = table();
    folder.write("study.toml", study);
    let why = |line: &str| folder.ask(line)["search"]["why"].as_str().unwrap().to_string();
    assert!(why("front study.toml").contains("beyond depth 1"));
    assert!(why("front study.toml --depth 2").contains("beyond depth 2"), "the flag wins");
    assert!(why(&format!("{FRONT} --search poka")).contains("beyond depth "), "{}", why(FRONT));
    assert!(folder.ok(&format!("{FRONT} --search poka --depth 2")).out.contains("NOT COMPLETE"));
    let answer = folder.ok("release study.toml --k 2 -o out.csv");
    assert!(answer.out.contains("read back and recounted"), "{}", answer.out);
}

#[test]
fn poka_needs_tolerance() {
    let folder = table();
    let facts = ["suppression.rule", "POkA", "one k each", "--rule tolerance"];
    folder.refuses(&format!("{FRONT} --search poka --rule as-needed --suppression 1%"), &facts);
    folder.ok(&format!("{FRONT} --search poka --rule tolerance --suppression 1% --quiet"));
}

#[test]
fn depths_that_make_no_sense() {
    let folder = table();
    folder.refuses(&format!("{FRONT} --search poka --depth 0"), &["search.depth", "0 is out of range", "1 or more"]);
    folder.refuses(&format!("{FRONT} --search poka --depth 999"), &["999 is out of range", "steps high", "give 1 to"]);
    folder.refuses(&format!("{FRONT} --search exhaustive --depth 3"), &["search.depth", "no depth", "--search poka"]);
    folder
        .refuses(&format!("{FRONT} --search poka --depth deep"), &["--depth", "\"deep\" is no depth", "best or worst"]);
    assert_eq!(folder.run(&format!("{FRONT} --search poka --depth -1")).code, 2);
}

#[test]
fn a_budget_stops_a_search_with_what_it_has() {
    let folder = table();
    for search in ["exhaustive", "poka"] {
        let front = folder.ask(&format!("{FRONT} --search {search} --budget 5"));
        assert_eq!(front["search"]["evaluated"], 5, "{search}");
        assert_eq!(front["search"]["complete"], false);
        let why = front["search"]["why"].as_str().unwrap();
        assert!(why.starts_with("the budget of 5 evaluations was spent"), "{why}");
        assert!(!front["points"].as_array().unwrap().is_empty());
    }
    assert_eq!(folder.ask(&format!("{FRONT} --search exhaustive --budget 1h"))["search"]["complete"], true);
    assert_eq!(folder.ask(&format!("{FRONT} --search exhaustive --memory 500MB"))["search"]["complete"], true);
}

#[test]
fn budgets_and_memories_that_cannot_be_read() {
    let folder = table();
    for budget in ["0", "soon", "5x", "-5", "0s", "1.5"] {
        let words = format!("{FRONT} --budget={budget}");
        folder.refuses(&words, &["search.budget", &format!("\"{budget}\""), "60s", "5000"]);
    }
    for memory in ["2", "0GB", "much", "2XB", "-2GB"] {
        let words = format!("{FRONT} --memory={memory}");
        folder.refuses(&words, &["search.memory", &format!("\"{memory}\""), "2GB"]);
    }
    let study = "[data]\npath = \"people.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n[search]\nmemory = 2\n";
    folder.write("study.toml", study);
    folder.refuses("front study.toml", &["study.toml, search.memory", "\"2\"", "too little"]);
}

#[test]
fn the_papers_figures_are_written() {
    let folder = Folder::new();
    let text = folder.ok("reproduce poka-figure-5 --svg depths.svg").out;
    assert!(text.contains("14,456") && text.contains("d_avg"), "{text}");
    assert!(folder.read("depths.svg").contains("point of POkA"));
    assert_eq!(folder.ask("reproduce poka-figure-5")["depths"].as_array().unwrap().len(), 3);
}

#[test]
fn depths_have_names_and_a_search_may_start_below_the_top() {
    let folder = table();
    let study = "[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = { interval = [10, 50] }\n\
                 [columns.sex]\nrole = \"quasi-identifier\"\nhierarchy = \"flat\"\n[search]\nalgorithm = \"poka\"\n";
    folder.write("study.toml", format!("[data]\npath = \"people.csv\"\n{study}"));
    folder.write("lower.toml", format!("[data]\npath = \"people.csv\"\n{study}start = {{ age = 1, sex = 1 }}\n"));
    for depth in ["average", "best", "worst"] {
        let front = folder.ask(&format!("front study.toml --depth {depth}"));
        assert!(front["points"].as_array().unwrap().len() > 1, "{front}");
    }
    let lower = folder.ask("front study.toml --start age=1,sex=1");
    assert_eq!(lower["points"], folder.ask("front lower.toml")["points"], "the key and the flag say the same");
    assert_eq!(lower["points"][0]["levels"], json!({ "age": 1, "sex": 1 }));
    assert!(lower["search"]["why"].as_str().unwrap().contains("did not start from the top"), "{}", lower["search"]);
    for (start, facts) in [
        ("age=1", ["search.start, sex", "no level is given"]),
        ("age=9,sex=0", ["search.start, age", "there is no level 9"]),
        ("age=1,sex=0,zip=1", ["zip", "quasi-identifier"]),
        ("age", ["--start", "is not a column and its level"]),
    ] {
        folder.refuses(&format!("front study.toml --start {start}"), &facts);
    }
    folder.refuses("front study.toml --search exact --start age=1,sex=1", &["starts from no node", "--search poka"]);
}
