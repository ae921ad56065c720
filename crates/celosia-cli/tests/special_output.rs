//! Outputs that are no regular files: devices and pipes are written into after the recount, links stay, and standard
//! output takes rows. Who may read what is written.

#![cfg(unix)]

use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::process::{Command, Stdio};

use crate::celosia::{Folder, PEOPLE, people};

/// Every command that writes, with `OUT` for a file of its.
const WRITERS: [&str; 11] = [
    "release people.csv --quasi age,sex --k 2 --force -o OUT",
    "front people.csv --quasi age,sex --json --front OUT --force",
    "front people.csv --quasi age,sex --json --report OUT --force",
    "front people.csv --quasi age,sex --json --chart OUT --force",
    "front people.csv --quasi age,sex --json --certificate OUT --force",
    "inspect people.csv --force -o OUT",
    "hierarchy build people.csv --column age -o OUT",
    "sql people.csv --quasi age,sex --table people -o OUT",
    "tree people.csv --column age --k 2 --apply -o OUT",
    "demo -o OUT --force",
    "reproduce tree-table-4 --svg OUT",
];

fn folder() -> Folder {
    Folder::with(&[("people.csv", &people(200))])
}

fn mode(folder: &Folder, name: &str) -> u32 {
    folder.path(name).metadata().unwrap().permissions().mode() & 0o7777
}

fn fifo(folder: &Folder, name: &str) {
    assert!(Command::new("mkfifo").arg(folder.path(name)).status().unwrap().success());
}

fn is_fifo(folder: &Folder, name: &str) -> bool {
    folder.path(name).symlink_metadata().unwrap().file_type().is_fifo()
}

/// Runs a line that writes into a pipe, and returns what came out of it.
fn through_a_pipe(folder: &Folder, name: &str, line: &str) -> String {
    let mut reader = Command::new("cat").arg(folder.path(name)).stdout(Stdio::piped()).spawn().unwrap();
    let answer = folder.run(line);
    if answer.code != 0 {
        reader.kill().unwrap();
    }
    assert_eq!(answer.code, 0, "{line}\n{}", answer.err);
    String::from_utf8(reader.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn a_pipe_gets_what_a_file_would_and_stays_a_pipe() {
    let folder = folder();
    fifo(&folder, "pipe");
    for line in WRITERS {
        let got = through_a_pipe(&folder, "pipe", &line.replace("OUT", "pipe"));
        assert!(is_fifo(&folder, "pipe"), "{line}");
        assert!(!got.is_empty(), "{line}");
    }
    let got = through_a_pipe(&folder, "pipe", "hierarchy build people.csv --column age -o pipe");
    folder.ok("hierarchy build people.csv --column age -o age.csv");
    assert_eq!(got, folder.read("age.csv"));
    assert_eq!(folder.names(), ["age.csv", "people.csv", "pipe"], "no record, no salt, nothing temporary");
}

#[test]
fn other_endings_and_parts_are_written_into_pipes_too() {
    let folder = folder();
    folder.ok("inspect people.csv");
    for name in ["like.csv", "compared.html", "out.parquet"] {
        fifo(&folder, name);
    }
    let rows = through_a_pipe(&folder, "like.csv", "generate --like people.toml --rows 50 -o like.csv");
    assert_eq!(rows.lines().count(), 51);
    let page = through_a_pipe(&folder, "compared.html", "compare people.csv --quasi age,sex -o compared.html");
    assert!(page.contains("<html"));
    let mut reader = Command::new("sh");
    let mut reader =
        reader.args(["-c", "cat out.parquet > copy.parquet"]).current_dir(folder.path("")).spawn().unwrap();
    let said = folder.ok("release people.csv --quasi age,sex --k 2 --force -o out.parquet");
    assert!(said.err.contains("no record, no salt"), "{}", said.err);
    assert!(reader.wait().unwrap().success());
    folder.ok("verify copy.parquet --quasi age,sex --require k-anonymity=2");
    assert!(["like.csv", "compared.html", "out.parquet"].iter().all(|name| is_fifo(&folder, name)));
}

#[test]
fn a_pipe_gets_nothing_of_a_release_that_fails() {
    let folder = folder();
    fifo(&folder, "pipe");
    // Nobody reads: had it opened the pipe, it would wait for ever.
    folder.says_no("release people.csv --quasi age,sex --k 1000 --force -o pipe", &["no point"]);
}

#[test]
fn a_device_stays_a_device() {
    let folder = folder();
    // A null device of our own, which only root can make; elsewhere the pipes above have to do.
    let made = Command::new("mknod").arg(folder.path("null")).args(["c", "1", "3"]).stderr(Stdio::null()).status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    symlink("null", folder.path("link")).unwrap();
    for line in WRITERS {
        for name in ["null", "link"] {
            folder.ok(&line.replace("OUT", name));
            assert!(folder.path("null").symlink_metadata().unwrap().file_type().is_char_device(), "{line}");
        }
    }
    assert_eq!(folder.names(), ["link", "null", "people.csv"]);
    assert!(Command::new("mknod").arg(folder.path("disk")).args(["b", "7", "250"]).status().unwrap().success());
    folder
        .refuses("release people.csv --quasi age,sex --k 2 --force -o disk", &["disk", "whose contents would be lost"]);
}

#[test]
fn a_link_stays_and_what_it_names_is_replaced() {
    let folder = folder();
    std::fs::create_dir(folder.path("real")).unwrap();
    folder.write("real/old", "old");
    symlink("real/old", folder.path("link")).unwrap();
    symlink("link", folder.path("far")).unwrap();
    symlink("real/new", folder.path("dangling")).unwrap();
    for line in WRITERS {
        for (name, target) in [("link", "real/old"), ("far", "real/old"), ("dangling", "real/new")] {
            folder.write("real/old", "old");
            let _ = std::fs::remove_file(folder.path("real/new"));
            folder.ok(&line.replace("OUT", name));
            assert!(folder.path(name).is_symlink(), "{line} {name}");
            assert!(folder.path(target).symlink_metadata().unwrap().is_file(), "{line} {name}");
            assert!(folder.read(target) != "old", "{line} {name}");
        }
    }
    // The record stands beside the name that was given.
    assert!(folder.path("link.record.json").exists() && !folder.path("real/old.record.json").exists());
}

#[test]
fn links_that_lead_to_no_place() {
    let folder = folder();
    std::fs::create_dir(folder.path("parts")).unwrap();
    folder.write("parts/a.csv", PEOPLE);
    symlink("loop", folder.path("loop")).unwrap();
    symlink("nowhere/out.csv", folder.path("lost")).unwrap();
    symlink("parts/out.csv", folder.path("among")).unwrap();
    folder
        .refuses("release people.csv --quasi age,sex --k 2 --force -o loop", &["cannot write loop", "symbolic links"]);
    folder.refuses("release people.csv --quasi age,sex --k 2 --force -o lost", &["lost", "nowhere"]);
    folder.refuses("release parts --quasi age,sex --k 2 --force -o among", &["among", "among the input files"]);
}

#[test]
fn standard_output_takes_rows_and_nothing_else() {
    let folder = folder();
    for name in ["-", "/dev/stdout"] {
        let answer = folder.ok(&format!("release people.csv --quasi age,sex --k 2 --force -o {name}"));
        assert!(answer.out.starts_with("age,sex\n"), "{}", answer.out);
        assert!(answer.err.contains("read back and recounted: k = ") && answer.err.contains("no record, no salt"));
        folder.write("got.csv", answer.out);
        folder.ok("verify got.csv --quasi age,sex --require k-anonymity=2");
        let answer = folder.ok(&format!("front people.csv --quasi age,sex --report report.html --front {name}"));
        assert!(answer.json()["points"].is_array() && answer.err.contains("against"), "{}", answer.err);
        // Appended to, where the shell appends.
        let script = format!("echo first > all; $CELOSIA hierarchy build people.csv --column age -o {name} >> all");
        assert_eq!(folder.shell(&script).code, 0);
        assert!(folder.read("all").starts_with("first\n20"), "{}", folder.read("all"));
    }
    assert_eq!(folder.names(), ["all", "got.csv", "people.csv", "report.html"]);
    folder.refuses("release people.csv --quasi age --k 2 --json -o -", &["standard output", "cannot both go there"]);
    folder.refuses("front people.csv --quasi age --front - --report -", &["two outputs cannot both go there"]);
}

#[test]
fn files_that_may_not_be_shared_are_the_owners_alone() {
    let folder = folder();
    let modes = |umask: &str, expected: [u32; 2]| {
        let run = |line: &str| {
            let answer = folder.shell(&format!("umask {umask}; exec $CELOSIA {line}"));
            assert_eq!(answer.code, 0, "{line}\n{}", answer.err);
        };
        run("release people.csv --quasi age,sex --k 2 --force -o out.csv");
        run("front people.csv --quasi age,sex --chart chart.svg --certificate proof.json");
        run("front people.csv --quasi age,sex --search nsga2 --generations 3 --checkpoint so-far.json --json");
        run("hierarchy build people.csv --column age -o age.csv");
        run("sql people.csv --quasi age,sex --table people -o count.sql");
        run("compare people.csv --quasi age,sex -o compared.html");
        run("compare people.csv --quasi age,sex -o compared.svg");
        run("inspect people.csv --force -o people.toml");
        run("tree people.csv --column age --k 2 --apply -o tree.csv");
        run("generate --like people.toml --rows 50 -o like.csv");
        run("generate --like people.toml --rows 50 -o parts");
        let private = [
            "out.csv.salt",
            "out.csv.plan.json",
            "out.csv.internal.html",
            "out.csv.internal.json",
            "people-front.json",
            "people-report.html",
            "proof.json",
            "age.csv",
            "count.sql",
            "compared.html",
        ];
        let shared = [
            "out.csv",
            "out.csv.record.json",
            "out.csv.report.html",
            "out.csv.report.json",
            "chart.svg",
            "people.toml",
            "tree.csv",
            "like.csv",
            "like.toml",
        ];
        let private = private.iter().chain(["so-far.json"].iter().filter(|name| folder.path(name).exists()));
        private.for_each(|name| assert_eq!(mode(&folder, name), 0o600, "{name}"));
        shared.iter().for_each(|name| assert_eq!(mode(&folder, name), expected[0], "{name}"));
        assert_eq!(mode(&folder, "parts"), expected[1]);
        let top = |name: &&String| *name != "people.csv" && !name.contains('/');
        for name in folder.names().iter().filter(top) {
            let path = folder.path(name);
            if path.is_dir() { std::fs::remove_dir_all(path).unwrap() } else { std::fs::remove_file(path).unwrap() }
        }
    };
    modes("022", [0o644, 0o755]);
    modes("027", [0o640, 0o750]);
    // Who could read what is replaced can read what replaces it; secrets are secrets again.
    let release = "release people.csv --quasi age,sex --k 2 --force -o out.csv";
    folder.ok(release);
    let chmod =
        |name: &str, mode| std::fs::set_permissions(folder.path(name), PermissionsExt::from_mode(mode)).unwrap();
    chmod("out.csv", 0o640);
    chmod("out.csv.salt", 0o644);
    folder.ok(release);
    assert_eq!((mode(&folder, "out.csv"), mode(&folder, "out.csv.salt")), (0o640, 0o600));
}
