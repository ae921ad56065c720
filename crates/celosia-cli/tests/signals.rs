//! The command among signals and others of its kind: it ends when it is told to, whatever it waits for, and what a kill
//! leaves is no release and goes with the next run.

#![cfg(unix)]

use std::fs::File;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::celosia::{Folder, long_search, people};

/// A release and what stands beside it, where its hierarchies were given.
const BESIDE: [&str; 8] =
    ["", ".internal.html", ".internal.json", ".plan.json", ".record.json", ".report.html", ".report.json", ".salt"];

/// Longer than any machine takes to end a process that ends at all.
const PATIENCE: Duration = Duration::from_secs(60);

/// A question with hierarchies of its own, so that none is written out.
const GIVEN: &str = "--quasi age,sex --hierarchy age={interval=[10]} --hierarchy sex=flat --k 2";

fn start(folder: &Folder, line: &str) -> Child {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut command = folder.command(&words);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Waits for a child to end, or fails.
fn end(mut child: Child, line: &str) -> (Option<i32>, String) {
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{line} did not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

fn until(what: &str, mut ready: impl FnMut() -> bool) {
    let began = Instant::now();
    while !ready() {
        assert!(began.elapsed() < PATIENCE, "{what} never came");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Does the process hear signals already? Linux shows which it catches.
fn listens(child: &Child) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    // SIGTERM is 15.
    caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & (1 << 14) != 0)
}

fn partials(folder: &Folder) -> Vec<String> {
    let mut names = folder.names();
    names.retain(|name| name.starts_with(".celosia-"));
    names
}

/// Starts a release of many rows, sends it a signal while it writes them, and returns its exit code. On a machine where it
/// was through before the signal came, again.
fn while_writing(folder: &Folder, name: &str) -> Option<i32> {
    let line = "release people.csv --quasi age,sex --insensitive name,zip,disease,job --unprotected name --k 2 --force -o many.csv";
    for _ in 0..20 {
        let mut child = start(folder, line);
        let partial = || partials(folder).iter().any(|name| name.starts_with(".celosia-partial-"));
        until("a partial file", || partial() || child.try_wait().unwrap().is_some());
        if child.try_wait().unwrap().is_none() {
            signal(&child, name);
        }
        let (code, message) = end(child, line);
        if code != Some(0) {
            return code;
        }
        assert!(message.contains("wrote many.csv"), "{message}");
        BESIDE.iter().for_each(|ending| std::fs::remove_file(folder.path(&format!("many.csv{ending}"))).unwrap());
    }
    panic!("{line} was always through before it could be stopped");
}

/// Starts a release that waits between two names: its salt is a pipe that nobody reads, and its reports have theirs by then.
fn at_its_salt(folder: &Folder, line: &str, output: &str) -> Child {
    assert!(Command::new("mkfifo").arg(folder.path(&format!("{output}.salt"))).status().unwrap().success());
    let report = folder.path(&format!("{output}.report.json"));
    let _ = std::fs::remove_file(&report);
    let child = start(folder, line);
    // The table, its plan, its record and the lock; the salt's own waits among temporary files.
    until("the partial files", || report.exists() && held(folder).len() >= 4);
    child
}

/// What a run holds until it is through.
fn held(folder: &Folder) -> Vec<String> {
    let mut names = partials(folder);
    names.retain(|name| [".celosia-partial-", ".celosia-lock-"].iter().any(|prefix| name.starts_with(prefix)));
    names
}

/// Lets such a release go on; its salt is a file from then on.
fn read_its_salt(folder: &Folder, child: Child, output: &str) {
    let salt = std::fs::read(folder.path(&format!("{output}.salt"))).unwrap();
    assert_eq!(end(child, output).0, Some(0));
    std::fs::remove_file(folder.path(&format!("{output}.salt"))).unwrap();
    folder.write(&format!("{output}.salt"), salt);
}

#[test]
fn an_input_that_nobody_writes_does_not_hold_it() {
    let folder = Folder::new();
    assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    // A run below `nohup` hands on that nobody hears SIGHUP.
    let mask = std::fs::read_to_string("/proc/self/status").unwrap();
    let mask = mask.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap().trim();
    let hears_hangup = u64::from_str_radix(mask, 16).unwrap() & 1 == 0;
    let signals = [("-INT", 130), ("-TERM", 143), ("-HUP", 129)];
    for (name, code) in signals.into_iter().filter(|(name, _)| *name != "-HUP" || hears_hangup) {
        // Nobody opens the pipe; then somebody does, and writes nothing more than a header and a row.
        for begins in [false, true] {
            let line = "verify pipe --quasi age";
            let child = start(&folder, line);
            let writer = begins.then(|| {
                let mut writer = File::options().write(true).open(folder.path("pipe")).unwrap();
                std::io::Write::write_all(&mut writer, b"age\n34\n").unwrap();
                writer
            });
            until("the handler", || listens(&child));
            signal(&child, name);
            let (found, message) = end(child, line);
            assert_eq!(found, Some(code), "{name}\n{message}");
            drop(writer);
        }
    }
    assert_eq!(folder.names(), ["pipe"]);
}

#[test]
fn an_output_that_nobody_reads_does_not_hold_it() {
    let folder = Folder::with(&[("people.csv", &people(50))]);
    assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    let line = "release people.csv --quasi age,sex --k 2 --force -o pipe";
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let child = start(&folder, line);
        until("the handler", || listens(&child));
        // Most likely it waits for a reader by now; if not, the signal finds it somewhere before.
        std::thread::sleep(Duration::from_millis(300));
        signal(&child, name);
        assert_eq!(end(child, line).0, Some(code));
    }
    assert_eq!(folder.names(), ["people.csv", "pipe"]);
}

#[test]
fn sigterm_ends_a_search_and_a_writer() {
    let folder = Folder::with(&[("people.csv", &people(300_000))]);
    let study = long_search(&folder);
    let before = folder.files();
    let child = start(&folder, &format!("front {study} --search exhaustive"));
    until("the handler", || listens(&child));
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "-TERM");
    assert_eq!(end(child, "front").0, Some(143));
    for (name, code) in [("-TERM", 143), ("-INT", 130)] {
        assert_eq!(while_writing(&folder, name), Some(code), "{name}");
        assert!(folder.files() == before, "{name} left {:?}", folder.names());
    }
    let line = format!("release {study} --knee --threads 2 --force -o out.csv");
    let child = start(&folder, &line);
    until("the handler", || listens(&child));
    signal(&child, "-TERM");
    signal(&child, "-TERM");
    assert_eq!(end(child, &line).0, Some(143), "the second does not wait");
}

#[test]
fn what_nohup_keeps_away_is_not_heard() {
    let folder = Folder::new();
    let study = long_search(&folder);
    let script = format!("trap '' HUP; exec $CELOSIA front {study} --budget 2s --json");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).env("CELOSIA", env!("CARGO_BIN_EXE_celosia")).current_dir(folder.path(""));
    let child = shell.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    until("the handler", || listens(&child));
    signal(&child, "-HUP");
    let (code, message) = end(child, &script);
    assert_eq!(code, Some(0), "{message}");
}

#[test]
fn more_threads_than_are_of_use_are_not_used() {
    let folder = Folder::with(&[("people.csv", &people(200))]);
    let most = celosia_threads();
    let warning = format!("warning: 100,000 threads were asked for, {most} are used");
    folder.write(
        "study.toml",
        "[data]\npath = 'people.csv'\n[columns.age]\nrole = 'quasi-identifier'\n[search]\nthreads = 100000\n",
    );
    for line in [
        "front people.csv --quasi age,sex --threads 100000",
        "front study.toml",
        "release people.csv --quasi age,sex --k 2 --threads 100000 --force -o out.csv",
        "compare people.csv --quasi age,sex --threads 100000",
        "tree people.csv --column age --k 2 --threads 100000",
        "generate --like study.toml --rows 50 --threads 100000 -o like.csv",
        "sql study.toml --table people",
        "demo --threads 100000",
    ] {
        let answer = folder.ok(line);
        assert!(answer.err.contains(&warning) || line.starts_with("sql"), "{line}\n{}", answer.err);
    }
    assert_eq!(folder.ask("front study.toml")["search"]["threads"], most);
    assert!(!folder.ok("front people.csv --quasi age,sex --threads 2").err.contains("warning"));
    // Read on them too.
    folder.ok("front people.csv --quasi age,sex --threads 18446744073709551615 --quiet");
}

/// The most that are used, by the rule as the guide says it.
fn celosia_threads() -> usize {
    (4 * std::thread::available_parallelism().unwrap().get()).max(16)
}

#[test]
fn two_releases_to_one_name_exclude_one_another() {
    let folder = Folder::with(&[("people.csv", &people(2000)), ("few.csv", &people(100))]);
    let first = at_its_salt(&folder, &format!("release people.csv {GIVEN} --force -o out.csv"), "out.csv");
    let line = &format!("release few.csv {GIVEN} --force -o");
    let second = folder.run(&format!("{line} out.csv"));
    second.is_refusal(2, line, &["out.csv", "another run is just writing it", "choose another name"]);
    assert!(!folder.path("out.csv").exists());
    // By another name of the same file too.
    std::os::unix::fs::symlink("out.csv", folder.path("link.csv")).unwrap();
    folder.run(&format!("{line} link.csv")).is_refusal(2, line, &["link.csv", "another run is just writing it"]);
    folder.ok(&format!("{line} other.csv"));
    read_its_salt(&folder, first, "out.csv");
    is_whole(&folder, "out.csv", "people.csv");
    folder.ok(&format!("{line} out.csv"));
    is_whole(&folder, "out.csv", "few.csv");
    assert_eq!(partials(&folder), [""; 0]);
}

/// The record is of this release, and its salt of this record.
fn is_whole(folder: &Folder, release: &str, input: &str) {
    let record = folder.json(&format!("{release}.record.json"));
    let sum = |script: &str| folder.shell(script).out.split_whitespace().next().unwrap().to_string();
    assert_eq!(record["output"]["sha256"], sum(&format!("sha256sum {release}")));
    let salted = format!("(cat {release}.salt; sha256sum {input} | cut -c -64) | sha256sum");
    assert_eq!(record["input"]["salted_sha256"], sum(&salted));
}

#[test]
fn many_releases_to_one_name_leave_one_of_them_whole() {
    let folder = Folder::with(&[("people.csv", &people(2000))]);
    let line = "release people.csv --quasi age,sex --k 2 --force -o out.csv";
    for _ in 0..4 {
        let children: Vec<Child> = (0..6).map(|_| start(&folder, line)).collect();
        let codes: Vec<Option<i32>> = children.into_iter().map(|child| end(child, line).0).collect();
        assert!(codes.iter().all(|code| [Some(0), Some(2)].contains(code)) && codes.contains(&Some(0)), "{codes:?}");
        is_whole(&folder, "out.csv", "people.csv");
        let names = folder.names().into_iter().filter(|name| !name.starts_with("out.csv.hierarchies"));
        let beside = BESIDE.map(|ending| format!("out.csv{ending}"));
        assert_eq!(names.collect::<Vec<_>>(), [&beside[..], &["people.csv".to_string()]].concat());
    }
}

#[test]
fn what_a_kill_leaves_is_private_and_goes_with_the_next_run() {
    let folder = Folder::with(&[("people.csv", &people(200_000)), ("few.csv", &people(100))]);
    let few = format!("release few.csv {GIVEN} --force -o");
    folder.ok(&format!("{few} many.csv"));
    let before = folder.files();
    let keep = |name: &str| folder.read(name);
    let old = BESIDE.map(|ending| format!("many.csv{ending}")).map(|name| (name.clone(), keep(&name)));
    // `while_writing` removes what a run that was too quick wrote.
    assert_eq!(while_writing(&folder, "-KILL"), None);
    for (name, text) in old.iter().filter(|(name, _)| !folder.path(name).exists()) {
        folder.write(name, text);
    }
    let left = partials(&folder);
    assert!(left.contains(&".celosia-lock-many.csv".to_string()) && left.len() > 1, "{left:?}");
    for name in &left {
        let mode = folder.path(name).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    let mut kept = folder.files();
    kept.retain(|name, _| !name.starts_with(".celosia-"));
    assert!(kept == before, "the old release stands");
    // Those of a process that lives stay, whoever sweeps.
    let living = at_its_salt(&folder, &format!("{few} other.csv"), "other.csv");
    until("a sweep", || left.iter().all(|name| !folder.path(name).exists()));
    until("the partial files", || held(&folder).len() == 4);
    let theirs = held(&folder);
    folder.ok(&format!("{few} third.csv"));
    assert_eq!(held(&folder), theirs);
    read_its_salt(&folder, living, "other.csv");
    ["many.csv", "other.csv", "third.csv"].iter().for_each(|name| is_whole(&folder, name, "few.csv"));
    assert_eq!(partials(&folder), [""; 0]);
}

#[test]
fn a_kill_between_names_leaves_no_release() {
    let folder = Folder::with(&[("people.csv", &people(2000)), ("few.csv", &people(100))]);
    folder.ok("release few.csv --quasi age,sex --k 2 --force -o out.csv");
    let line = "release people.csv --quasi age,sex --k 2 --force -o out.csv";
    for (name, code) in [("-KILL", None), ("-TERM", Some(143))] {
        std::fs::remove_file(folder.path("out.csv.salt")).unwrap();
        let child = at_its_salt(&folder, line, "out.csv");
        until("the first step", || !folder.path("out.csv").exists());
        signal(&child, name);
        assert_eq!(end(child, line).0, code);
        assert!(!folder.path("out.csv").exists());
        assert_eq!(partials(&folder).is_empty(), code.is_some(), "only a kill leaves something");
        std::fs::remove_file(folder.path("out.csv.salt")).unwrap();
        folder.ok(line);
        is_whole(&folder, "out.csv", "people.csv");
        assert_eq!(partials(&folder), [""; 0]);
    }
}
