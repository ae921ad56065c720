//! `celosia attack` and `celosia minimal`: what the chapter shows of releases and of lattices, on tables of one's own; and what
//! `reproduce --all` takes.

use crate::celosia::{ADULT, Folder};

/// Two classes of three: one of one disease, one of three diseases of the stomach; and a third that is mixed.
const RELEASE: &str =
    "age,disease\n20s,flu\n20s,flu\n20s,flu\n30s,ulcer\n30s,gastritis\n30s,ulcer\n40s,flu\n40s,ulcer\n40s,cold\n";
const GROUPS: &str = "flu;lungs;*\ncold;lungs;*\nulcer;stomach;*\ngastritis;stomach;*\n";

#[test]
fn an_attacker_learns_what_k_leaves_open() {
    let folder = Folder::with(&[("out.csv", RELEASE), ("diseases.csv", GROUPS)]);
    let line = "attack out.csv --quasi age --sensitive disease --groups disease=diseases.csv --l 2 --t 0.4";
    let found = folder.ask(line);
    let column = &found["columns"][0];
    assert_eq!((&column["k"], &column["classes"]), (&3.into(), &3.into()));
    let stages = column["stages"].as_array().unwrap();
    // k alone: the twenties are certain; with one value ruled out the thirties too, and their stomach is certain as it is.
    assert_eq!(stages[0]["certain"], 3);
    assert_eq!(stages[0]["certain_once_one_is_ruled_out"], 6);
    assert_eq!(stages[0]["group_is_certain"], 3);
    // l = 2 leaves the forties alone, where no value makes up more than a half.
    assert_eq!(
        (&stages[1]["rows"], &stages[1]["certain"], &stages[1]["group_is_certain"]),
        (&3.into(), &0.into(), &0.into())
    );
    assert_eq!(column["exposed"].as_array().map(Vec::len), Some(2));
    let answer = folder.ok(line);
    for said in [
        "homogeneity",
        "background",
        "skewness",
        "similarity",
        "stomach: one of",
        "k alone",
        "and l ≥ 2",
        "and t ≤ 0.4",
    ] {
        assert!(answer.out.contains(said), "{said}\n{}", answer.out);
    }
    assert!(answer.err.contains("not to be shared"), "{}", answer.err);
    let help = folder.ok("attack --help").out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("not to be shared"), "{help}");
    assert!(!folder.ok("attack out.csv --quasi age --sensitive disease").out.contains("similarity"));
    // A pipe can be read once only.
    let piped = folder
        .shell("cat out.csv | $CELOSIA attack - --quasi age --sensitive disease --groups disease=diseases.csv --json");
    assert_eq!(
        (piped.code, piped.json()["columns"][0]["exposed"].as_array().map(Vec::len)),
        (0, Some(2)),
        "{}",
        piped.err
    );
}

#[test]
fn attacks_that_make_no_sense_are_refused() {
    let folder = Folder::with(&[("out.csv", RELEASE), ("diseases.csv", GROUPS)]);
    let line = "attack out.csv --quasi age --sensitive disease";
    folder.refuses(&format!("{line} --l 0.5"), &["--l", "out of range"]);
    folder.refuses(&format!("{line} --t 1.5"), &["--t", "out of range"]);
    folder.refuses(&format!("{line} --groups age=diseases.csv"), &["names no sensitive column"]);
    folder.refuses("attack out.csv --quasi disease --sensitive disease", &["is a quasi-identifier and sensitive"]);
}

/// The minimal nodes beside the slow definition: every node of a small lattice, released by `--levels`.
#[test]
fn minimal_nodes_reach_k_and_nothing_below_them_does() {
    let folder = Folder::new();
    let study = format!("{ADULT}/study.toml");
    let found = folder.ask(&format!("minimal {study} --k 5"));
    let nodes = found["nodes"].as_array().unwrap();
    let levels: Vec<Vec<u64>> = nodes
        .iter()
        .map(|node| node["levels"].as_object().unwrap().values().map(|level| level.as_u64().unwrap()).collect())
        .collect();
    let below = |a: &[u64], b: &[u64]| a != b && a.iter().zip(b).all(|(a, b)| a <= b);
    assert!(levels.iter().all(|a| !levels.iter().any(|b| below(b, a))), "no minimal node lies above another");
    assert!(nodes.iter().all(|node| node["suppressed"].as_u64() <= Some(301)));
    let heights: Vec<u64> = levels.iter().map(|levels| levels.iter().sum()).collect();
    assert!(heights.is_sorted() && found["height"] == heights[0]);
    // The best of them is what exact search proves, because general loss never falls with generalization.
    let least = nodes.iter().map(|node| node["loss"].as_f64().unwrap()).fold(f64::INFINITY, f64::min);
    let front = folder.ask(&format!("front {study} --k 5"));
    assert_eq!(front["points"][0]["values"]["general-loss"].as_f64(), Some(least));
    assert!(front["points"][0]["normalised_average_class_size"].as_f64() >= Some(1.0));
    let text = folder.ok(&format!("minimal {study} --k 5")).out;
    assert!(text.contains("distance vector") && text.contains("levels in the order age"), "{text}");
    folder.refuses(&format!("minimal {study}"), &["--k"]);
    folder.says_no(&format!("minimal {study} --k 30163"), &["no node reaches k = 30163"]);
}

#[test]
fn all_or_one_is_reproduced() {
    let folder = Folder::new();
    for line in
        ["reproduce", "reproduce tree-table-4 --all", "reproduce --all --svg a.svg", "reproduce tree-example -o papers"]
    {
        let answer = folder.run(line);
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{line}");
    }
    let found = folder.ask("reproduce tree-example");
    assert_eq!(found["statements"][0]["holds"], "yes");
    let text = folder.ok("reproduce tree-example").out;
    assert!(text.contains("place: claim [reading]") && text.contains("GS1 for K = 4"), "{text}");
}
