//! `--budget` and `--memory` from the command line, on columns of many values: what is said, and that it ends.

use std::time::{Duration, Instant};

use crate::celosia::{Folder, numbers};

/// A column with the given number of values, one of text, and one of few values.
fn wide(values: u64) -> Folder {
    let mut next = numbers();
    let mut text = String::from("income,code,sex\n");
    for row in 0..values + values / 2 {
        let income = if row < values { row } else { next(values) };
        text += &format!("{},c{:05},{}\n", income * 3, next(values), ["m", "f"][next(2) as usize]);
    }
    Folder::with(&[("wide.csv", &text)])
}

/// Took a minute and a half and twelve gigabytes before, of a budget of a second: all neighbours of a cut were made at once,
/// each as long as all columns have values, and copied for each of its outcomes.
#[test]
fn cuts_of_many_values_end_when_the_budget_does() {
    let mut next = numbers();
    let names: Vec<String> = (0..8).map(|column| format!("a{column}")).collect();
    let mut text = names.join(",") + "\n";
    for _ in 0..20_000 {
        text += &((0..8).map(|_| (next(20_000) * 3).to_string()).collect::<Vec<_>>().join(",") + "\n");
    }
    let folder = Folder::with(&[("many.csv", &text)]);
    let began = Instant::now();
    let line =
        format!("front many.csv --quasi {} --suppression 1% --k 5 --space cuts --budget 1s --json", names.join(","));
    // The memory of the process is limited too, far above --memory: what takes more fails, however slow the machine is.
    let answer = folder.shell(&format!("ulimit -v 8000000 2>/dev/null; $CELOSIA {line}"));
    assert_eq!(answer.code, 0, "{}", answer.err);
    let front = answer.json();
    assert!(front["search"]["why"].as_str().unwrap().starts_with("the budget of 1 s was spent"), "{}", front["search"]);
    assert_eq!(front["points"].as_array().unwrap().len(), 1);
    // Far more than it takes, however busy the machine is, and far less than it took.
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}

#[test]
fn joined_values_are_said() {
    let folder = wide(2_000);
    let line = "front wide.csv --quasi income,code,sex --space cuts --memory 1MB --budget 300";
    let front = folder.ask(line);
    let (space, joined) = (&front["space"], &front["space"]["joined"]["income"]);
    assert!(space["bits"].as_u64().unwrap() < 60, "{space}");
    assert_eq!(joined["values"], 2000, "{space}");
    assert!(joined["steps"].as_u64().unwrap() < 60 && space["joined"]["sex"].is_null(), "{space}");
    let text = folder.ok(line).out;
    assert!(
        text.contains("were joined so that cuts stay within --memory") && text.contains("income (2,000 values, "),
        "{text}"
    );
    // With memory enough nothing is joined, and nothing said; nor of the lattice.
    for more in [line.replace(" --memory 1MB", ""), line.replace("--space cuts ", "")] {
        assert!(folder.ask(&more)["space"]["joined"].is_null(), "{more}");
        assert!(!folder.ok(&more).out.contains("were joined"), "{more}");
    }
}

#[test]
fn a_granularity_that_does_not_fit_is_refused_before_the_work() {
    let folder = wide(2_000);
    let line = "front wide.csv --quasi income,sex --space cuts --memory 1MB --budget 300 --granularity";
    folder.refuses(&format!("{line} income=3"), &["[columns.income], granularity", "2000 steps", "--memory"]);
    assert!(folder.ask(&format!("{line} income=300"))["space"]["joined"].is_null());
}
