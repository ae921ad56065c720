//! docs/papers.md is complete and names only what is there: every row has a verdict and a check, every test, file and target that
//! it names exists, and the numbers in its text are those of its rows.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use celosia::reproduce::REPRODUCTIONS;

/// What the last column begins with, and how the opening text counts it.
const VERDICTS: [(&str, &str); 7] = [
    ("as written", "are as written"),
    ("in kind", "in kind"),
    ("differs", "differ"),
    ("partly", "are so in part"),
    ("does not hold", "do not hold"),
    ("not built", "are not built"),
    ("remark", "are remarks"),
];
/// The papers' letters, and how many numbers the reviewer's list has of each.
const PAPERS: [(char, &str, usize); 4] =
    [('P', "of POkA", 38), ('I', "of ICDE", 22), ('C', "of the chapter", 38), ('T', "of the trees", 30)];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    std::fs::read_to_string(repository().join("docs/papers.md")).unwrap()
}

/// The cells of every statement.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let cells = page
        .lines()
        .filter(|line| line.starts_with("| "))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect::<Vec<_>>());
    cells
        .filter(|cells| {
            let (letter, number) = cells[0].split_at(1);
            PAPERS.iter().any(|(l, ..)| letter.starts_with(*l)) && number.parse::<usize>().is_ok()
        })
        .collect()
}

/// What stands between backticks.
fn named(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn every_statement_has_a_number_a_check_and_a_verdict() {
    let page = page();
    let rows = rows(&page);
    let numbers: BTreeSet<&str> = rows.iter().map(|cells| cells[0]).collect();
    assert_eq!(numbers.len(), rows.len(), "a number stands twice");
    for (letter, _, last) in PAPERS {
        for number in 1..=last {
            assert!(
                numbers.contains(format!("{letter}{number}").as_str()),
                "{letter}{number} of the reviewer is missing"
            );
        }
    }
    for cells in &rows {
        assert_eq!(cells.len(), 5, "{cells:?}");
        assert!(cells.iter().all(|cell| !cell.is_empty()), "{cells:?}");
        let verdicts = VERDICTS.iter().filter(|(verdict, _)| cells[4].starts_with(verdict)).count();
        assert_eq!(verdicts, 1, "{}: {}", cells[0], cells[4]);
        // Only what is not built, or an argument of the paper, may go without a place in the code.
        assert!(named(cells[2]).next().is_some() || cells[2] == "–", "{}: {}", cells[0], cells[2]);
    }
}

#[test]
fn the_text_counts_its_rows() {
    let page = page();
    let (rows, words) = (rows(&page), page.split_whitespace().collect::<Vec<_>>().join(" "));
    let said = |sentence: String| assert!(words.contains(&sentence), "docs/papers.md should say \"{sentence}\"");
    said(format!("There are {} statements:", rows.len()));
    for (letter, name, _) in PAPERS {
        said(format!("{} {name}", rows.iter().filter(|cells| cells[0].starts_with(letter)).count()));
    }
    for (verdict, name) in VERDICTS {
        said(format!("{} {name}", rows.iter().filter(|cells| cells[4].starts_with(verdict)).count()));
    }
    said(format!("all {} targets", REPRODUCTIONS.len()));
}

#[test]
fn every_test_file_and_target_that_is_named_is_there() {
    let page = page();
    let sources = sources();
    let (mut tests, mut targets) = (0, BTreeSet::new());
    for cells in rows(&page) {
        for file in named(cells[2]).filter(|name| name.ends_with(".rs")) {
            assert!(sources.contains_key(&format!("crates/celosia/src/{file}")), "{}: {file} is not there", cells[0]);
        }
        for name in named(cells[3]) {
            if let Some((place, function)) = name.rsplit_once("::") {
                let files = match place.strip_prefix("cli/") {
                    Some(file) => vec![format!("crates/celosia-cli/tests/{file}.rs")],
                    None => ["tests/{}.rs", "src/{}.rs", "src/{}/mod.rs"]
                        .map(|form| format!("crates/celosia/{}", form.replace("{}", place)))
                        .to_vec(),
                };
                let is_there =
                    |file: &String| sources.get(file).is_some_and(|s| s.contains(&format!("fn {function}(")));
                assert!(files.iter().any(is_there), "{}: there is no test {name}", cells[0]);
                tests += 1;
            }
            if let Some(target) = name.strip_prefix("celosia reproduce ").or(name.starts_with("poka-").then_some(name))
            {
                assert!(REPRODUCTIONS.iter().any(|about| about.name == target), "{}: no target {target}", cells[0]);
                targets.insert(target.to_string());
            }
        }
    }
    assert!(tests > 200, "{tests} tests");
    for about in REPRODUCTIONS {
        assert!(targets.contains(about.name), "no statement names the target {}", about.name);
    }
}

/// Every Rust file of both crates, by its path in the repository.
fn sources() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec!["crates/celosia".to_string(), "crates/celosia-cli".to_string()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(repository().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.file_type().unwrap().is_dir() {
                folders.push(path);
            } else if path.ends_with(".rs") {
                found.insert(path, std::fs::read_to_string(entry.path()).unwrap());
            }
        }
    }
    found
}
