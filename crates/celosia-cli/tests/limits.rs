//! `--budget` and `--memory` from the command line, on columns of many values: what is said, and that it ends.
#![allow(clippy::unwrap_used, clippy::panic)]

mod celosia;

use std::time::{Duration, Instant};

use celosia::{Folder, numbers};

/// A column with so many values, one of text, and one of few.
fn wide(values: u64) -> Folder {
    let mut next = numbers();
    let mut text = String::from("income,code,sex\n");
    for row in 0..values + values / 2 {
        let income = if row < values { row } else { next(values) };
        text += &format!("{},c{:05},{}\n", income * 3, next(values), ["m", "f"][next(2) as usize]);
    }
    Folder::with(&[("wide.csv", &text)])
}

/// Took minutes and twenty gigabytes before: the neighbours of one cut were all made and evaluated at once.
#[test]
fn cuts_of_many_values_end_when_the_budget_does() {
    let folder = wide(22_723);
    let began = Instant::now();
    let line = "front wide.csv --quasi income,code --suppression 1% --space cuts --budget 1s";
    let front = folder.ask(line);
    assert!(front["search"]["why"].as_str().unwrap().starts_with("the budget of 1 s was spent"), "{}", front["search"]);
    assert!(!front["points"].as_array().unwrap().is_empty());
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
