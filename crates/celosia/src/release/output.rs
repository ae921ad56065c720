//! Where an output may go: never onto an input, nor among the files of one, and only where a file can be.

use std::path::{Path, PathBuf};

use super::record::Record;
use crate::error::{Error, Result};
use crate::input::is_standard;
use crate::table::{Destination, folder_of};

/// Checks an output before any work is done for it. Inputs are files, folders or patterns.
pub fn check(output: &Path, inputs: impl IntoIterator<Item = PathBuf>) -> Result<()> {
    let refuse = |what: String, hint: &str| Err(Error::output(output.display().to_string(), what, hint));
    let destination = Destination::of(output)?;
    // A link may lead to where the output may not go.
    let target = match &destination {
        Destination::File(target) => target,
        Destination::Stream(stream) => stream,
        Destination::Standard => return Ok(()),
    };
    for input in inputs {
        // What stands behind standard input may be a file as well.
        let input = if is_standard(&input) { PathBuf::from("/dev/stdin") } else { input };
        if same(&input, output) {
            let what = "the output is an input: the original would be lost".to_string();
            return refuse(what, "choose another file for the output");
        }
        let among = |path: &Path| input.is_dir() && same(&input, folder_of(path)) || matches(&input, path);
        if destination.is_file() && (among(output) || among(target)) {
            let what = format!("the output would lie among the input files of {}", input.display());
            return refuse(what, "choose another folder: the next run would read the output as a part of the table");
        }
    }
    if output.is_dir() {
        return refuse("the output is a folder".into(), "give a file's name");
    }
    let folder = folder_of(target);
    if folder.is_dir() {
        return Ok(());
    }
    let shown = folder.display();
    let what = if folder.exists() { format!("{shown} is not a folder") } else { format!("there is no folder {shown}") };
    refuse(what, "make the folder first, or choose another one")
}

/// The files that stand beside a release, by its name: there is no release without them, and no new one beside old ones.
pub fn beside(base: &Path) -> Vec<PathBuf> {
    vec![Record::path(base), Record::salt_path(base), Record::plan_path(base)]
}

/// One file, whatever the two paths look like?
fn same(a: &Path, b: &Path) -> bool {
    a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

fn matches(pattern: &Path, path: &Path) -> bool {
    let pattern = pattern.to_string_lossy();
    pattern.contains(['*', '?', '[']) && glob::Pattern::new(&pattern).is_ok_and(|pattern| pattern.matches_path(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_and_their_folders_are_safe() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("people.csv"), "age\n1\n").unwrap();
        std::fs::create_dir(at("parts")).unwrap();
        let message = |output: &str, input: &str| check(&at(output), [at(input)]).map_err(|e| e.to_string());
        assert!(message("people.csv", "people.csv").is_err_and(|e| e.contains("the output is an input")));
        assert!(message("parts/../people.csv", "people.csv").is_err_and(|e| e.contains("the output is an input")));
        assert!(message("parts/out.csv", "parts").is_err_and(|e| e.contains("among the input files")));
        assert!(message("out.csv", "*.csv").is_err_and(|e| e.contains("among the input files")));
        assert!(message("parts", "people.csv").is_err_and(|e| e.contains("the output is a folder")));
        assert!(message("none/out.csv", "people.csv").is_err_and(|e| e.contains("there is no folder")));
        assert!(message("people.csv/out.csv", "*.tsv").is_err_and(|e| e.contains("is not a folder")));
        assert_eq!(message("out.csv", "people.csv"), Ok(()));
        assert_eq!(message("out.csv", "parts"), Ok(()));
    }
}
