//! The study of a generated table: that of its source, on the new rows.

use std::path::{Path, PathBuf};

use super::SYNTHETIC;
use crate::error::{Error, Result};
use crate::input::is_standard;
use crate::study::{DataFile, StudyFile};

/// The source's study for a table that lies elsewhere. Paths are relative to the folder of the new study; outputs and
/// checkpoints are left to the source's study, whose files they would overwrite.
pub fn study_toml(like: &StudyFile, table: &Path, study: &Path, command: &str) -> Result<String> {
    let whole = |path: &Path| path.canonicalize().map_err(Error::io("open", path));
    let folder = whole(study.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new(".")))?;
    let mut file = like.clone();
    file.name = study.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let missing = file.data.missing.take();
    file.data = DataFile { path: Some(from(&folder, &whole(table)?)), missing, ..DataFile::default() };
    file.output = Default::default();
    file.search.checkpoint = None;
    file.search.resume = None;
    for hierarchy in file.hierarchy_files().into_iter().filter(|name| !is_standard(Path::new(name))) {
        *hierarchy = from(&folder, &whole(Path::new(hierarchy.as_str()))?).display().to_string();
    }
    let text = toml::to_string(&file).map_err(|e| Error::study("the study", e.to_string(), "write it by hand"))?;
    Ok(format!("# The rows are not real: {SYNTHETIC}.\n# Made by: {command}\n\n{text}"))
}

/// A whole path as it is seen from a folder.
fn from(folder: &Path, path: &Path) -> PathBuf {
    let shared = folder.components().zip(path.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| "..");
    up.map(PathBuf::from).chain(path.components().skip(shared).map(|part| part.as_os_str().into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_a_folder() {
        let seen = |folder: &str, path: &str| from(Path::new(folder), Path::new(path)).display().to_string();
        assert_eq!(seen("/a/b", "/a/b/c/d"), "c/d");
        assert_eq!(seen("/a/b", "/a/x/y"), "../x/y");
        assert_eq!(seen("/a/b", "/z"), "../../z");
    }
}
