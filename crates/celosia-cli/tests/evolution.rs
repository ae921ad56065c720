//! The evolutionary searches from the command line: checkpoints, problems, and input that is refused before any work.

use crate::celosia::Folder;

/// Six columns of eight values: more cuts than are visited whole.
fn people() -> String {
    let mut text = String::from("a,b,c,d,e,f,disease\n");
    let mut state = 5u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..400 {
        let row: Vec<String> = (0..6).map(|_| draw(8).min(draw(8)).to_string()).collect();
        text += &format!("{},{}\n", row.join(","), ["flu", "asthma", "none"][draw(3) as usize]);
    }
    text
}

const FRONT: &str = "front people.csv --quasi a,b,c,d,e,f --sensitive disease --space cuts --suppression 3%";

fn folder() -> Folder {
    Folder::with(&[("people.csv", &people())])
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_front() {
    let folder = folder();
    for search in ["evolve", "nsga2"] {
        let line = format!("{FRONT} --search {search} --population 30 --seed 3");
        let whole = folder.ask(&format!("{line} --generations 12"));
        folder.ask(&format!("{line} --generations 5 --checkpoint {search}.json"));
        let again = folder.run(&format!("{line} --generations 12 --checkpoint {search}.json"));
        assert_eq!(again.code, 2);
        assert!(again.err.contains("is there already") && again.err.contains("--resume"), "{}", again.err);
        let rest = folder.ask(&format!("{line} --generations 12 --checkpoint {search}.json --resume --threads 1"));
        assert_eq!(rest["points"], whole["points"], "{search}");
        assert_eq!(rest["search"]["evaluated"], whole["search"]["evaluated"], "{search}");
        // No value of the data stands in a checkpoint.
        let checkpoint = folder.read(&format!("{search}.json"));
        assert!(!checkpoint.contains("flu") && !checkpoint.contains("people"), "{search}");
        let other = line.replace("3%", "4%");
        folder.refuses(&format!("{other} --checkpoint {search}.json --resume"), &["of another study"]);
    }
}

#[test]
fn the_three_problems_have_their_objectives_and_rules() {
    let folder = folder();
    let line = FRONT.replace(" --suppression 3%", " --population 20 --generations 4");
    let of = |flags: &str| folder.ask(&format!("{line} {flags}"));
    let names = |front: &serde_json::Value| -> Vec<String> {
        front["objectives"].as_array().unwrap().iter().map(|o| o["name"].as_str().unwrap().to_string()).collect()
    };
    let weighted = of("--problem weighted-k");
    assert_eq!(names(&weighted), ["weighted-k", "general-loss"]);
    assert_eq!(weighted["suppression"]["limit"], 0);
    let tolerance = of("--problem tolerance --suppression 10%");
    assert_eq!(
        (&tolerance["suppression"]["rule"], &tolerance["suppression"]["limit"]),
        (&"tolerance".into(), &40.into())
    );
    let overview = of("--problem overview --privacy t-closeness");
    assert_eq!(names(&overview), ["weighted-k", "generalization-loss", "t-closeness", "suppressed-rows"]);
    assert_eq!(overview["suppression"]["rule"], "at-weighted-k");
    assert_eq!(overview["space"]["bits"], 42);
}

#[test]
fn bad_input_is_refused_before_any_work() {
    let folder = folder();
    for (flags, parts) in [
        ("--population 1", &["search.population", "no two parents", "200"][..]),
        ("--suppression 101%", &["101%"]),
        ("--suppression 1.5", &["1.5"]),
        ("--privacy k-anonymity,k-anonymity", &["named twice"]),
        ("--generations 0", &["search.generations", "no generation"]),
        ("--mutation 1.5", &["search.mutation", "1.5 is no probability"]),
        ("--mutation-per columns", &["--mutation-per", "\"columns\" is not known", "\"column\""]),
        ("--crossing repair", &["--crossing", "\"repair\" is not known", "\"repaired\""]),
        ("--problem overview-two", &["overview-two suppresses", "--problem"]),
        ("--crossover=-0.1", &["search.crossover", "-0.1 is no probability"]),
        ("--problem overwiew", &["there is no problem", "overview"]),
        ("--problem weighted-k --suppression 1%", &["suppresses nothing"]),
        ("--resume", &["there is no checkpoint to go on from", "--checkpoint"]),
        ("--resume --checkpoint none.json", &["cannot read the checkpoint"]),
        ("--checkpoint people.csv --resume", &["this is no checkpoint"]),
        ("--search exact", &["exact does not search the space cuts"]),
        ("--granularity disease=5 --granularity a=0", &["granularity", "out of range"]),
        ("--constrained a --granularity a=2", &["granularity"]),
        ("--search exhaustive", &["too many to visit", "--search evolve"]),
        ("--rule at-weighted-k --privacy t-closeness", &["at-weighted-k", "does not count rows"]),
    ] {
        let line = if flags.contains("--suppression") { FRONT.replace(" --suppression 3%", "") } else { FRONT.into() };
        folder.refuses(&format!("{line} {flags}"), parts);
    }
    folder.refuses(
        "front people.csv --quasi a,b --checkpoint c.json",
        &["only searches that take their time have checkpoints"],
    );
    assert_eq!(folder.names(), ["people.csv"]);
}

#[test]
fn budgets_end_a_search_with_what_it_has() {
    let folder = folder();
    let front = folder.ask(&format!("{FRONT} --budget 500"));
    assert!(front["search"]["evaluated"].as_u64().unwrap() <= 500);
    assert_eq!(front["search"]["complete"], false);
    assert!(front["search"]["why"].as_str().unwrap().contains("budget of 500 evaluations"));
    let granular = folder.ask(&format!("{FRONT} --granularity a=4 --granularity b=4 --budget 300"));
    assert_eq!(granular["space"]["bits"], 30);
}
