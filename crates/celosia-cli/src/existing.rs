//! What stands already where an output would go: it is replaced only where `--force` says so.

use std::path::{Path, PathBuf};

use celosia::error::{Error, Result};
use celosia::table::Destination;
use serde_json::Value;

/// Refuses outputs in whose place something stands, before any work is done for them. Devices, pipes and standard output are
/// written into, never replaced.
pub fn refuse(outputs: impl IntoIterator<Item = PathBuf>, force: bool) -> Result<()> {
    for output in outputs {
        if !force && is_there(&output)? {
            let what = "it is there already, and would be replaced";
            let hint = "choose another name, or write over it with --force";
            return Err(Error::output(output.display().to_string(), what, hint));
        }
    }
    Ok(())
}

fn is_there(output: &Path) -> Result<bool> {
    Ok(match Destination::of(output)? {
        // A folder in the way of a file is said where outputs are checked.
        Destination::File(file) => file.exists(),
        Destination::Stream(_) | Destination::Standard => false,
    })
}

/// Is this what an earlier `front` wrote of the study of this name: its front, its report, its chart or its certificate? A newer
/// one takes its place.
pub fn is_of_front(file: &Path, study: &str) -> bool {
    let is_file = std::fs::metadata(file).is_ok_and(|about| about.is_file());
    let Some(text) = is_file.then(|| std::fs::read_to_string(file).ok()).flatten() else { return false };
    if text.starts_with('{') {
        let json: Value = serde_json::from_str(&text).unwrap_or_default();
        let front = json["points"].is_array() && json["objectives"].is_array() && json["study"] == study;
        let certificate = json["certificate"].is_number() && json["claim"]["study"] == study;
        return front || certificate;
    }
    if text.starts_with("<svg") {
        let escaped = study.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        return text.lines().nth(2).is_some_and(|title| title.ends_with(&format!(">{escaped}</text>")));
    }
    // As a report holds its data.
    let named = |key: &str| text.contains(&format!("\"{key}\":"));
    let name = Value::from(study).to_string().replace('<', "\\u003c");
    text.starts_with("<!") && named("advice") && named("objectives") && text.contains(&format!("\"study\":{name}"))
}

/// The name of a default output: it carries the study's, and lies in this folder whatever that name is.
pub fn named(study: &str, what: &str) -> PathBuf {
    let plain = |c: char| if std::path::is_separator(c) || c.is_control() { '_' } else { c };
    PathBuf::from(format!("{}-{what}", study.chars().map(plain).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_this_folder() {
        assert_eq!(named("people", "front.json"), PathBuf::from("people-front.json"));
        assert_eq!(named("../a/b", "front.json"), PathBuf::from(".._a_b-front.json"));
    }

    #[test]
    fn what_is_there_is_not_replaced_without_a_word() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out.csv");
        refuse([file.clone()], false).unwrap();
        std::fs::write(&file, "a").unwrap();
        assert!(refuse([file.clone()], false).unwrap_err().hint().contains("--force"));
        refuse([file], true).unwrap();
        refuse([PathBuf::from("-")], false).unwrap();
    }

    #[test]
    fn only_front_files_of_the_same_study_are_known() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let front = r#"{"objectives": [], "points": [], "study": "people"}"#;
        let report = r#"<!doctype html><script>{"advice":{},"objectives":[],"study":"people"}</script>"#;
        let chart = "<svg>\n<rect/>\n<text x=\"1\">people</text>\n";
        let proof = r#"{"certificate": 1, "claim": {"study": "people"}}"#;
        for text in [front, report, chart, proof] {
            std::fs::write(&file, text).unwrap();
            assert!(is_of_front(&file, "people"), "{text}");
            assert!(!is_of_front(&file, "peop"), "{text}");
            assert!(!is_of_front(&file, "hospital"), "{text}");
        }
        for text in ["people", "{}", "{", r#"{"study": "people", "celosia": "1", "objectives": {}}"#, ""] {
            std::fs::write(&file, text).unwrap();
            assert!(!is_of_front(&file, "people"), "{text}");
        }
    }
}
