//! The command as a program among others: help, quiet, JSON, closed pipes, Ctrl-C.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::celosia::{Folder, long_search, people};

const COMMANDS: [&str; 9] = [
    "demo",
    "inspect",
    "front",
    "compare",
    "release",
    "verify",
    "hierarchy build",
    "hierarchy check",
    "hierarchy show",
];

/// A command line of every command that succeeds on a table of people.
const LINES: [&str; 9] = [
    "demo",
    "inspect people.csv --force",
    "front people.csv --quasi age,sex",
    "compare people.csv --quasi age,sex -o compared.svg",
    "release people.csv --quasi age,sex --k 2 --force -o out.csv",
    "verify people.csv --quasi age,sex --sensitive disease",
    "hierarchy build people.csv --column age -o age.csv",
    "hierarchy check people.csv --column age",
    "hierarchy show people.csv --column age",
];

fn folder() -> Folder {
    Folder::with(&[("people.csv", &people(200))])
}

#[test]
fn every_help_has_an_example() {
    let folder = Folder::new();
    for command in COMMANDS {
        let help = folder.ok(&format!("{command} --help")).out;
        let examples = help.split_once("Example").unwrap_or_else(|| panic!("{command} has no example\n{help}")).1;
        assert!(examples.contains(&format!("celosia {command}")), "{help}");
        assert!(help.contains("--json") && help.contains("--quiet"), "{help}");
    }
    let help = folder.ok("--help").out;
    let listed = help.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let names = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(COMMANDS.iter().all(|command| names.contains(&command.split(' ').next().unwrap())), "{names:?}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let help = folder.ok(&format!("{name} --help")).out;
        assert!(help.contains("Example") && help.contains(&format!("celosia {name} ")), "{help}");
    }
    assert!(folder.ok("--version").out.contains(env!("CARGO_PKG_VERSION")));
    assert_eq!(folder.run("").code, 2, "without a command, help and a failure");
    assert_eq!(folder.run("fornt people.csv").code, 2);
}

#[test]
fn the_examples_of_the_help_run() {
    let folder = folder();
    std::fs::rename(folder.path("people.csv"), folder.path("all.csv")).unwrap();
    folder.ok("release all.csv --quasi age,sex,zip --sensitive disease --insensitive job --k 1 -o people.csv");
    // In the order in which a person would type them: each needs what the one before wrote.
    let mut ran = 0;
    for command in ["inspect", "front", "hierarchy build", "hierarchy check", "hierarchy show", "release", "verify"] {
        let help = folder.ok(&format!("{command} --help")).out;
        // Flags may speak of other commands; examples stand at the end.
        let examples = help.rsplit_once("\nExample").unwrap().1;
        for example in examples.lines().filter_map(|line| line.split_once("celosia ")) {
            let line = example.1.replace("--require k-anonymity=5", "--require k-anonymity=1");
            // Some read standard input.
            let read = |line: &str| format!("$CELOSIA {line} < people.csv");
            let answer = folder.shell(&format!("{} 2>/dev/null || {}", read(&format!("{line} --force")), read(&line)));
            assert_eq!(answer.code, 0, "{line}\n{}", answer.err);
            ran += 1;
        }
    }
    assert!(ran >= 9, "{ran} examples");
}

#[test]
fn quiet_says_nothing_beside_the_output() {
    let folder = folder();
    for line in &LINES[1..] {
        assert_eq!(folder.ok(&format!("{line} --quiet")).err, "", "{line}");
    }
    assert_ne!(folder.ok("front people.csv --quasi age").err, "", "without --quiet, where files went");
    let refused = folder.run("front nobody.csv --quasi age --quiet");
    refused.is_refusal(2, "--quiet", &["nobody.csv"]);
}

#[test]
fn json_is_one_object_and_nothing_else() {
    let folder = folder();
    for line in LINES.into_iter().chain(["reference"]) {
        // `json` parses all of standard output.
        let answer = folder.ok(&format!("{line} --json --quiet"));
        assert!(answer.json().as_object().is_some_and(|object| !object.is_empty()), "{line}");
        assert_eq!(answer.err, "", "{line}");
    }
    let refused = folder.run("front nobody.csv --quasi age --json");
    refused.is_refusal(2, "--json", &["nobody.csv"]);
}

#[test]
fn flags_may_stand_before_the_command() {
    let folder = folder();
    let answer = folder.ok("--quiet --json verify people.csv --quasi age");
    assert_eq!(answer.json()["rows"], 200);
    assert_eq!(answer.err, "");
}

#[test]
fn flags_mean_what_study_keys_mean() {
    let folder = folder();
    let study = "[data]\npath = 'people.csv'\n[columns.age]\nrole = 'quasi-identifier'\nhierarchy = { interval = [10] }\n\
                 weight = 2\n[columns.sex]\nrole = 'quasi-identifier'\n[columns.disease]\nrole = 'sensitive'\n\
                 [objectives]\nprivacy = 'entropy-l-diversity'\nloss = 'precision'\n\
                 [suppression]\nlimit = '5%'\nrule = 'tolerance'\n";
    folder.write("people.toml", study);
    let flags = "front people.csv --quasi age,sex --sensitive disease --hierarchy age={interval=[10]} --weight age=2 \
                 --privacy entropy-l-diversity --loss precision --suppression 5% --rule tolerance";
    let (mut by_file, mut by_flags) = (folder.ask("front people.toml"), folder.ask(flags));
    assert_eq!(by_file["study"], "people");
    for front in [&mut by_file, &mut by_flags] {
        front["search"]["seconds"] = 0.into();
    }
    assert_eq!(by_file, by_flags);
    let over = folder.ask("front people.toml --loss discernibility --suppression 0%");
    assert_eq!(over["objectives"][1]["name"], "discernibility", "a flag wins over its key");
    assert_eq!(over["suppression"]["limit"], 0);
    assert_eq!(over["objectives"][0]["name"], "entropy-l-diversity", "other keys stay");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let folder = folder();
    std::fs::create_dir(folder.path("tmp")).unwrap();
    for line in LINES {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut command = folder.command(&words);
        command.env("TMPDIR", folder.path("tmp")).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Closed before anything is printed: every print meets a broken pipe.
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}\n{message}");
        assert!(!message.contains("error"), "{line}\n{message}");
    }
    for file in [
        "report.html",
        "people.toml",
        "people-front.json",
        "people-report.html",
        "out.csv",
        "out.csv.record.json",
        "age.csv",
    ] {
        assert!(folder.path(file).exists(), "{file} is written although nobody reads");
    }
    assert!(folder.names().iter().all(|name| !name.starts_with("tmp/")), "the demo cleans up behind itself");
    let head = folder.shell("$CELOSIA front people.csv --quasi age,sex 2>/dev/null | head -1");
    assert_eq!(head.out.lines().count(), 1);
}

/// Starts a command, sends it Ctrl-C as soon as `ready` says so, and returns its exit code, what it complained of and what
/// it said.
fn interrupt(folder: &Folder, line: &str, ready: impl Fn(Duration) -> bool) -> (Option<i32>, String, String) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut child: Child = folder.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    while !ready(began.elapsed()) {
        assert!(child.try_wait().unwrap().is_none(), "{line} ended before it could be stopped");
        std::thread::sleep(Duration::from_millis(1));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let stopped = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(stopped.elapsed() < Duration::from_secs(10), "{line} took {:?} to stop", stopped.elapsed());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stderr), text(output.stdout))
}

#[test]
fn ctrl_c_during_a_search_shows_what_there_is_and_writes_nothing() {
    let folder = Folder::new();
    let study = long_search(&folder);
    let before = folder.files();
    for (line, shown) in [
        (format!("front {study}"), "NOT COMPLETE: it was told to stop"),
        (format!("front {study} --search exhaustive"), "NOT COMPLETE: it was told to stop"),
        (format!("front {study} --json"), "\"complete\": false"),
        (format!("compare {study} --with exact,exhaustive -o compared.svg"), ""),
        (format!("release {study} --knee -o out.csv"), ""),
    ] {
        let (code, message, out) = interrupt(&folder, &line, |waited| waited > Duration::from_millis(1000));
        assert!(out.contains(shown), "{line}\n{out}");
        assert_eq!(code, Some(130), "{line}\n{message}");
        assert!(message.contains("stopped; no result was written"), "{message}");
        assert_eq!(folder.files(), before, "{line}");
    }
}

#[test]
fn ctrl_c_leaves_a_checkpoint_to_go_on_from() {
    let folder = Folder::new();
    let line = format!("front {} --search nsga2 --generations 1000000 --checkpoint so-far.json", long_search(&folder));
    let (code, message, _) = interrupt(&folder, &line, |waited| waited > Duration::from_millis(1000));
    assert_eq!(code, Some(130), "{message}");
    assert!(message.contains("wrote so-far.json: the same command with --resume goes on from there"), "{message}");
    assert!(message.contains("stopped; no result was written"), "{message}");
    assert_eq!(folder.names(), ["so-far.json", "wide.csv"]);
}

#[test]
fn ctrl_c_while_writing_leaves_no_part_of_a_file() {
    let folder = Folder::with(&[("people.csv", &people(500_000))]);
    let before = folder.files();
    let begun = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap().flatten();
        entries.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with(".celosia-partial-"))
    };
    for output in ["out.csv", "out.csv --keep-order", "out.parquet"] {
        let line = format!(
            "release people.csv --quasi age,sex --insensitive name,zip,disease,job --unprotected name --force --k 2 -o {output}"
        );
        let (code, message, _) = interrupt(&folder, &line, |_| begun(&folder.path("")));
        assert_eq!(code, Some(130), "{line}\n{message}");
        assert!(folder.files() == before, "{line} left {:?}", folder.names());
    }
}
