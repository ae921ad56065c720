//! What a path on the command line leads to. That it leads nowhere is said before anything else, and so is that a study, a
//! table or a file that celosia wrote stands where another of them belongs.

use std::io::Read;
use std::path::{Path, PathBuf};

use celosia::error::{Error, Result};
use celosia::study::StudyFile;
use celosia::table::is_standard_input;

use crate::arguments::is_study;

/// So much of a file tells what celosia wrote.
const START: u64 = 4096;
/// No study is larger than this.
const STUDY: u64 = 1 << 20;

/// A file, by what is in it.
enum Content {
    Study,
    /// What celosia wrote: what it is called, and how to get on with it.
    Written(&'static str, String),
    Other,
}

/// Refuses what is no table: a path that leads nowhere, a study, a front, …
pub fn table(path: &Path) -> Result<()> {
    if !is_here(path)? {
        return Ok(());
    }
    let (what, hint) = match content(path) {
        Content::Study => ("a study".to_string(), study_for_table(path)),
        Content::Written(what, hint) => (what.to_string(), hint),
        Content::Other => return Ok(()),
    };
    Err(Error::study(path.display().to_string(), format!("this is {what}, and a table is wanted here"), hint))
}

/// Refuses what is neither a study nor a table whose quasi-identifiers were named; studies with their own ending are read
/// by the library, and looked at there.
pub fn study_or_table(path: &Path, has_quasi: bool) -> Result<()> {
    if !is_here(path)? {
        return Ok(());
    }
    let refuse = |what: String, hint: String| Err(Error::study(path.display().to_string(), what, hint));
    match content(path) {
        Content::Study => {
            let named = path.with_extension("toml");
            let hint = format!("a study is known by its ending: rename it to {}", named.display());
            refuse("this is a study, and its name does not end in .toml".into(), hint)
        }
        Content::Written(what, hint) => refuse(format!("this is {what}, and a study or a table is wanted here"), hint),
        Content::Other if !has_quasi => {
            let folder = if path.is_dir() { "a folder, which is read as one table" } else { "a table" };
            refuse(format!("this is {folder}, and no column is a quasi-identifier so far"), study_wanted(path))
        }
        Content::Other => Ok(()),
    }
}

/// Refuses what is none of what celosia wrote under this name: a certificate, a front.
pub fn written(path: &Path, wanted: &str) -> Result<()> {
    if !is_here(path)? {
        return Ok(());
    }
    let what = match content(path) {
        Content::Written(what, _) if what == wanted => return Ok(()),
        Content::Written(what, _) => what,
        Content::Study => "a study",
        // What is JSON may be one of another version: who reads it says more.
        Content::Other if may_be_json(path) => return Ok(()),
        Content::Other if path.is_dir() => "a folder",
        Content::Other => "not JSON",
    };
    let name = wanted.trim_start_matches("a ");
    let hint = match wanted {
        "a front" => "give a front.json, as `celosia front STUDY --front FILE` wrote it; the study comes before it",
        _ => "give it as `celosia front STUDY --certificate FILE` wrote it; the study comes before it",
    };
    Err(Error::study(path.display().to_string(), format!("this is no {name}: it is {what}"), hint))
}

/// May this be JSON, by its first letter? Of a pipe nobody knows: whoever looks takes what is there.
fn may_be_json(path: &Path) -> bool {
    if !path.is_file() {
        return !path.is_dir();
    }
    let mut start = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(START).read_to_end(&mut start));
    read.is_err() || String::from_utf8_lossy(&start).trim_start().starts_with(['{', '['])
}

/// Is there something at the end of this path, that may be looked at? Pipes are not: whoever looks takes what is there.
pub fn is_here(path: &Path) -> Result<bool> {
    let is_pattern = path.to_string_lossy().contains(['*', '?', '[']);
    if is_standard_input(path) || is_pattern && !path.exists() {
        return Ok(false);
    }
    std::fs::metadata(path).map_err(Error::io("open", path))?;
    Ok(true)
}

fn content(path: &Path) -> Content {
    let about = std::fs::metadata(path).ok().filter(|about| about.is_file());
    let Some(about) = about else { return Content::Other };
    if is_study(path) {
        return Content::Study;
    }
    let mut start = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(START).read_to_end(&mut start));
    let start = String::from_utf8_lossy(&start);
    let start = start.trim_start_matches('\u{feff}').trim_start();
    if read.is_err() {
        return Content::Other;
    }
    if start.starts_with('{') {
        let has = |keys: &[&str]| keys.iter().all(|key| start.contains(&format!("\"{key}\":")));
        if has(&["certificate", "claim"]) {
            let hint = "the study comes first: `celosia certify people.toml proof.json`";
            return Content::Written("a certificate", hint.into());
        }
        if has(&["celosia", "study", "objectives"]) {
            let name = path.to_string_lossy();
            let of = name.strip_suffix(".record.json").unwrap_or("out.csv").to_string();
            return Content::Written("the record of a release", format!("give the release itself: {of}"));
        }
        if has(&["study", "objectives"]) {
            let hint = "give the study that it was found for; `celosia compare people.toml front.json` takes both";
            return Content::Written("a front", hint.into());
        }
        return Content::Other;
    }
    if start.get(..14).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype html")) {
        return Content::Written("a page, such as a report", "open it in a browser; here give the study".into());
    }
    let sections = ["data", "columns", "objectives", "suppression", "search"];
    let looks_so = start.lines().any(|line| sections.iter().any(|name| line.starts_with(&format!("[{name}"))));
    let whole = || std::fs::read_to_string(path).is_ok_and(|text| StudyFile::parse("the study", &text).is_ok());
    if looks_so && about.len() <= STUDY && whole() { Content::Study } else { Content::Other }
}

/// What to do with a study where a table is wanted.
fn study_for_table(path: &Path) -> String {
    let study = path.display();
    let of = StudyFile::read(path).ok().and_then(|study| study.data.path);
    match of {
        Some(of) => format!("its table is {}; `celosia front {study}` takes the study", of.display()),
        None => format!("give a table; `celosia front {study}` takes the study"),
    }
}

/// What to do with a table where its study is wanted.
fn study_wanted(path: &Path) -> String {
    let by_flags = "name the columns that others may know with --quasi";
    match study_of(path) {
        Some(study) => format!("there is a study already: give {} in its place; or {by_flags}", study.display()),
        None => format!(
            "run `celosia inspect {}` first: it proposes what each column is and writes a study; or {by_flags}",
            path.display()
        ),
    }
}

/// The study of a table, by its name: beside the table, or here, where `inspect` writes it.
fn study_of(table: &Path) -> Option<PathBuf> {
    let name = table.file_name()?.to_string_lossy().into_owned();
    let stem = name.split('.').next().filter(|stem| !stem.is_empty())?;
    let study = format!("{stem}.toml");
    let in_folder = table.is_dir().then(|| studies_in(table)).flatten();
    [Some(table.with_file_name(&study)), Some(PathBuf::from(&study)), in_folder]
        .into_iter()
        .flatten()
        .find(|study| study.is_file())
}

/// The one study in a folder.
fn studies_in(folder: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let studies: Vec<PathBuf> = entries.filter(|path| is_study(path)).collect();
    match &studies[..] {
        [one] => Some(one.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(found: Result<()>) -> String {
        found.map_or_else(|error| format!("{error}; {}", error.hint()), |()| String::new())
    }

    #[test]
    fn what_was_written_is_told_from_tables() {
        let folder = tempfile::tempdir().unwrap();
        let study = "[data]\npath = 'people.csv'\n[columns.age]\nrole = 'quasi-identifier'\n";
        for (name, text, wanted) in [
            ("a.csv", "age,sex\n1,2\n", ""),
            ("a.json", "{\"certificate\": 1, \"claim\": {}}", "a certificate"),
            ("out.csv.record.json", "{\"celosia\": \"1\", \"study\": \"a\", \"objectives\": {}}", "out.csv"),
            ("front.json", "{\"study\": \"a\", \"objectives\": []}", "a front"),
            ("other.json", "{\"a\": 1}", ""),
            ("report.html", "<!DOCTYPE html>\n", "a page"),
            ("study.csv", study, "this is a study"),
            ("study.toml", study, "this is a study"),
            ("begins.csv", "[data]\nno study\n", ""),
            ("empty.csv", "", ""),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let table = said(table(&path));
            assert!(if wanted.is_empty() { table.is_empty() } else { table.contains(wanted) }, "{name}: {table}");
            if name != "study.toml" {
                let study = said(study_or_table(&path, true));
                assert_eq!(study.is_empty(), wanted.is_empty(), "{name}: {study}");
            }
        }
        assert!(said(table(&folder.path().join("a.cvs"))).contains("a.csv\"?"));
    }
}
