//! An engine that does not answer: the command says that it waits, and ends when told to.

#![cfg(feature = "spark")]

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::celosia::Folder;

const ROLES: &str = "--quasi age --engine spark --table people";

/// Somebody listens, and says nothing.
fn silent() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("sc://{}", listener.local_addr().unwrap());
    (listener, url)
}

#[test]
fn a_timeout_ends_the_wait() {
    let (_listener, url) = silent();
    let folder = Folder::new();
    let facts = [url.as_str(), "no answer for 1 s", "--timeout"];
    folder.refuses(&format!("front people.csv {ROLES} --url {url} --timeout 1s"), &facts);
    folder.refuses(&format!("verify table:people --quasi age --engine spark --url {url} --timeout 1s"), &facts);
    let data = format!("[data]\nengine = 'spark'\nurl = '{url}'\ntable = 'people'\ntimeout = '1s'\n");
    folder.write("people.toml", format!("{data}[columns.age]\nrole = 'quasi-identifier'\n"));
    folder.refuses("release people.toml --k 2 -o table:released", &facts);
    folder.refuses("front people.toml --timeout 5", &["data.timeout", "\"5\" is no time", "10m"]);
    folder.write("people.csv", "age\n30\n");
    folder.refuses("front people.csv --quasi age --timeout 5s", &["data.timeout", "no engine"]);
}

#[test]
fn the_wait_is_told_and_ctrl_c_ends_it() {
    let (_listener, url) = silent();
    let line = format!("front people.csv {ROLES} --url {url}");
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut child = Folder::new().command(&words).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut told = String::new();
    stderr.read_line(&mut told).unwrap();
    assert!(told.starts_with("note: connecting to Spark: waiting, no answer for 1"), "{told}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(stopped.elapsed() < Duration::from_secs(10), "took {:?} to stop", stopped.elapsed());
    println!("ended {:?} after Ctrl-C", stopped.elapsed());
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("stopped; no result was written"), "{rest}");
}

#[test]
fn nobody_there_is_said_at_once() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let line = format!("front people.csv {ROLES} --url sc://{closed}");
    Folder::new().refuses(&line, &["no Spark Connect server answers there", "check host and port"]);
}
