//! The one error type: what kind it is, where it is, what was found, what was expected, and what to do next. Errors name
//! settings by their keys in a study (`search.budget`) and other parameters by what takes them (`release.keep-order`); who
//! has other names for them, as the command has its flags, translates.

use std::fmt;
use std::path::{Path, PathBuf};

/// The library's result.
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong. [`Error::kind`] says what a program can do about it, `Display` where and what it is, and
/// [`Error::hint`] what a person can do next.
#[derive(Debug)]
#[non_exhaustive]
#[allow(missing_docs)] // the fields of the variants read as sentences in `Display`
pub enum Error {
    /// The operating system refused: missing file, no permission, full disk.
    Io { action: &'static str, path: PathBuf, source: std::io::Error },
    /// A table that cannot be read as a table.
    Table { place: Place, what: String, hint: String },
    /// A study, or another setting, that makes no sense.
    Study { place: String, what: String, hint: String },
    /// A column that the table does not have.
    UnknownColumn { column: String, place: String, known: Vec<String> },
    /// A hierarchy that is not one: levels do not nest, labels collide, no single top.
    Hierarchy { column: String, what: String, hint: String },
    /// Values of the data that a hierarchy does not cover: the first few, each with the place where it was first seen.
    Uncovered { column: String, hierarchy: String, first: Vec<(String, Place)>, count: usize },
    /// A file that an earlier run wrote (a front, a certificate, a checkpoint), and that is damaged or of another study.
    Earlier { place: String, what: String, hint: String },
    /// The work is larger than a limit allows.
    Limit { place: String, what: String, hint: String },
    /// The lattice is larger than the search takes.
    TooManyNodes { nodes: u128, limit: u128, hint: String },
    /// The question is well-formed and its answer is no: no point reaches that k, that loss.
    No { what: String, hint: String },
    /// An output that cannot go where it should.
    Output { place: String, what: String, hint: String },
    /// A written release did not hold what was promised; it has been deleted.
    Recount { path: PathBuf, promised: String, found: String },
    /// A system elsewhere (Spark) that refused, failed or went away.
    Engine { engine: String, what: String, hint: String },
    /// This machine gives no more threads, room or random numbers.
    Machine { place: String, what: String, hint: String },
    /// The caller asked to stop.
    Interrupted,
}

/// What a program can do about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The study, or another setting, makes no sense: change it.
    Study,
    /// The rows, or a file of an earlier run, cannot be read or do not fit the study.
    Data,
    /// The question is well-formed and its answer is no: ask for less.
    Unreachable,
    /// The work is larger than a limit allows: allow more, or ask for less.
    Limit,
    /// A system elsewhere refused, failed or went away.
    Engine,
    /// An output cannot go where it should: name another.
    Output,
    /// The operating system refused to read or write a file.
    Io,
    /// This machine gives no more threads, room or random numbers.
    Machine,
    /// The caller asked to stop.
    Interrupted,
    /// What was written does not hold what was promised, and was deleted: a defect of ours.
    Defect,
}

/// A place in a table: a file and, where known, a line (text formats) or a row (columnar formats).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place {
    /// Index of the file among the table's files; orders places.
    pub file: usize,
    /// Line of a text file, row of a columnar one; counted from 1, 0 where the whole file is meant.
    pub line: u64,
    /// The file as it was named.
    pub path: PathBuf,
}

impl Place {
    /// The whole of one file.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Place { file: 0, line: 0, path: path.into() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", named(&self.path)),
            line => write!(f, "{}, line {line}", named(&self.path)),
        }
    }
}

/// A path as people say it.
fn named(path: &Path) -> std::borrow::Cow<'_, str> {
    if path.as_os_str() == "-" { "standard input".into() } else { path.to_string_lossy() }
}

impl Error {
    /// Wraps an operating system error with what was being done to which file.
    pub fn io(action: &'static str, path: impl AsRef<Path>) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.as_ref().to_path_buf();
        move |source| Error::Io { action, path, source }
    }

    /// A study error; `place` is a key or a file.
    pub fn study(place: impl Into<String>, what: impl Into<String>, hint: impl Into<String>) -> Error {
        Error::Study { place: place.into(), what: what.into(), hint: hint.into() }
    }

    /// A file of an earlier run that is damaged or of another study.
    pub(crate) fn earlier(place: impl Into<String>, what: impl Into<String>, hint: impl Into<String>) -> Error {
        Error::Earlier { place: place.into(), what: what.into(), hint: hint.into() }
    }

    /// Work that is larger than a limit allows.
    pub(crate) fn limit(place: impl Into<String>, what: impl Into<String>, hint: impl Into<String>) -> Error {
        Error::Limit { place: place.into(), what: what.into(), hint: hint.into() }
    }

    /// An output that cannot go where it should.
    pub fn output(place: impl Into<String>, what: impl Into<String>, hint: impl Into<String>) -> Error {
        Error::Output { place: place.into(), what: what.into(), hint: hint.into() }
    }

    /// Something that this machine does not give.
    pub(crate) fn machine(place: impl Into<String>, what: impl Into<String>, hint: impl Into<String>) -> Error {
        Error::Machine { place: place.into(), what: what.into(), hint: hint.into() }
    }

    /// A name that is not in one of our lists.
    pub fn unknown<'n>(place: &str, what: &str, name: &str, names: impl Iterator<Item = &'n str>) -> Error {
        let hint = suggestion(name, &names.collect::<Vec<_>>());
        Error::study(place, format!("there is no {what} \"{name}\""), hint)
    }

    /// What the user can do about it, in one sentence; empty where nothing sensible can be said.
    pub fn hint(&self) -> String {
        match self {
            Error::Io { source, action, path } => match source.kind() {
                std::io::ErrorKind::NotFound => near(path)
                    .unwrap_or_else(|| "check the spelling; paths in a study are relative to the study file".into()),
                std::io::ErrorKind::PermissionDenied => "check the permissions of the file and its folder".into(),
                std::io::ErrorKind::StorageFull | std::io::ErrorKind::FileTooLarge => {
                    "free some space or choose another folder; nothing was left behind".into()
                }
                std::io::ErrorKind::IsADirectory => "this is a folder; give a file's name".into(),
                _ if action.starts_with("read") || action.starts_with("decompress") => {
                    "the file may be damaged or cut short; fetch or write it again".into()
                }
                _ => "check the file and its folder, then try again".into(),
            },
            Error::Table { hint, .. }
            | Error::Study { hint, .. }
            | Error::Hierarchy { hint, .. }
            | Error::Earlier { hint, .. }
            | Error::Limit { hint, .. }
            | Error::TooManyNodes { hint, .. }
            | Error::Output { hint, .. }
            | Error::Engine { hint, .. }
            | Error::Machine { hint, .. }
            | Error::No { hint, .. } => hint.clone(),
            Error::UnknownColumn { column, known, .. } => suggestion(column, known),
            Error::Uncovered { .. } => "add these values to the hierarchy, or list them as missing in the study".into(),
            Error::Recount { .. } => "this is a defect of celosia: please report it with the study file".into(),
            Error::Interrupted => String::new(),
        }
    }

    /// What a program can do about it.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::Study { .. } | Error::UnknownColumn { .. } | Error::Hierarchy { .. } => ErrorKind::Study,
            Error::Table { .. } | Error::Uncovered { .. } | Error::Earlier { .. } => ErrorKind::Data,
            Error::No { .. } => ErrorKind::Unreachable,
            Error::Limit { .. } | Error::TooManyNodes { .. } => ErrorKind::Limit,
            Error::Engine { .. } => ErrorKind::Engine,
            Error::Output { .. } => ErrorKind::Output,
            Error::Io { .. } => ErrorKind::Io,
            Error::Machine { .. } => ErrorKind::Machine,
            Error::Interrupted => ErrorKind::Interrupted,
            Error::Recount { .. } => ErrorKind::Defect,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io { action, path, source } => {
                // The system's own number of its error helps nobody.
                let said = source.to_string();
                let said = said.split(" (os error ").next().unwrap_or_default();
                write!(f, "cannot {action} {}: {said}", named(path))
            }
            Error::Table { place, what, .. } => write!(f, "{place}: {what}"),
            Error::Study { place, what, .. }
            | Error::Earlier { place, what, .. }
            | Error::Limit { place, what, .. }
            | Error::Output { place, what, .. }
            | Error::Machine { place, what, .. } => write!(f, "{place}: {what}"),
            Error::UnknownColumn { column, place, .. } => write!(f, "{place}: the table has no column \"{column}\""),
            Error::Hierarchy { column, what, .. } => write!(f, "hierarchy of \"{column}\": {what}"),
            Error::Uncovered { column, hierarchy, first, count } => {
                let values = if *count == 1 { "value is" } else { "values are" };
                write!(f, "hierarchy of \"{column}\" ({hierarchy}): {count} {values} not covered:")?;
                for (value, place) in first {
                    write!(f, "\n  \"{value}\" (first at {place})")?;
                }
                if *count > first.len() {
                    write!(f, "\n  … and {} more", count - first.len())?;
                }
                Ok(())
            }
            Error::TooManyNodes { nodes, limit, .. } => {
                write!(f, "the lattice has {nodes} nodes; exhaustive search takes at most {limit}")
            }
            Error::No { what, .. } => write!(f, "{what}"),
            Error::Recount { path, promised, found } => {
                write!(f, "{}: promised {promised}, but a recount found {found}; the file was deleted", path.display())
            }
            Error::Engine { engine, what, .. } => write!(f, "{engine}: {what}"),
            Error::Interrupted => write!(f, "stopped; no result was written"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// What to name in place of a path that leads nowhere: the nearest name in the first of its folders that is there.
fn near(path: &Path) -> Option<String> {
    let (folder, missing, is_last) =
        path.ancestors().zip(path.ancestors().skip(1)).find_map(|(path_so_far, folder)| {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            folder.is_dir().then(|| (folder, path_so_far, path_so_far == path))
        })?;
    let name = missing.file_name()?.to_string_lossy().into_owned();
    let entries = std::fs::read_dir(folder).ok()?.flatten().filter(|entry| is_last || entry.path().is_dir());
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| !name.starts_with('.'));
    names.sort();
    // Of people.csv and people.toml a study is more likely meant by "people".
    let begun = |ending: &str| names.iter().find(|known| known.starts_with(&format!("{name}{ending}"))).cloned();
    let near = begun(".toml").or_else(|| begun(".")).or_else(|| nearest(&name, &names));
    let near = near.map(|near| format!("did you mean \"{}\"?", missing.with_file_name(near).display()));
    match near {
        Some(near) if is_last => Some(near),
        near => (!is_last).then(|| {
            let nowhere = format!("there is no folder {}", missing.display());
            near.map_or(nowhere.clone(), |near| format!("{nowhere}; {near}"))
        }),
    }
}

/// What to write in place of an unknown name: the nearest known one, or any of them.
pub fn suggestion<S: AsRef<str>>(name: &str, known: &[S]) -> String {
    match nearest(name, known) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("choose one of: {}", some_of(known)),
    }
}

/// The most names that a message lists.
const LISTED: usize = 16;

/// Names in a message: all of them where they are few, else the first and how many more there are.
pub fn some_of<S: AsRef<str>>(names: &[S]) -> String {
    let listed = if names.len() > LISTED { LISTED - 2 } else { names.len() };
    let text = names[..listed].iter().map(S::as_ref).collect::<Vec<_>>().join(", ");
    if listed < names.len() { format!("{text} and {} more", names.len() - listed) } else { text }
}

/// The known name that a misspelt one most likely stands for, if any is close.
pub fn nearest<S: AsRef<str>>(name: &str, known: &[S]) -> Option<String> {
    let lower = name.to_lowercase();
    let near = known
        .iter()
        .map(|k| (strsim::damerau_levenshtein(&lower, &k.as_ref().to_lowercase()), k.as_ref()))
        .filter(|(distance, k)| *distance <= 1 + name.chars().count().min(k.chars().count()) / 3)
        .min()
        .map(|(_, k)| k.to_string());
    // Else the one that the name is the beginning of: "k" of "k-anonymity", "t" of all kinds of "t-closeness".
    let mut longer: Vec<&str> = known.iter().map(S::as_ref).filter(|k| k.to_lowercase().starts_with(&lower)).collect();
    longer.sort_by_key(|k| k.len());
    let begins_all = |first: &&&str| !lower.is_empty() && longer.iter().all(|k| k.starts_with(**first));
    near.or_else(|| longer.first().filter(begins_all).map(|k| k.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_a_slip_and_refuses_a_stranger() {
        let known = ["native-country", "age", "sex"];
        assert_eq!(nearest("native_country", &known).as_deref(), Some("native-country"));
        assert_eq!(nearest("Agee", &known).as_deref(), Some("age"));
        assert_eq!(nearest("diagnosis", &known), None);
        let models = ["k-anonymity", "t-closeness-ordered", "t-closeness", "entropy-l", "recursive-l", "recent-l"];
        let begun = ["k", "t", "recursive", "rec", ""].map(|name| nearest(name, &models));
        let wanted = [Some("k-anonymity"), Some("t-closeness"), Some("recursive-l"), None, None];
        assert_eq!(begun.each_ref().map(Option::as_deref), wanted);
    }

    #[test]
    fn a_path_that_leads_nowhere_has_a_neighbour() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("tables")).unwrap();
        for name in ["people.csv", "people.toml", "tables/ages.csv", ".hidden"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let hint = |name: &str| {
            near(&folder.path().join(name)).map(|hint| hint.replace(&format!("{}/", folder.path().display()), ""))
        };
        assert_eq!(hint("peple.csv").as_deref(), Some("did you mean \"people.csv\"?"));
        assert_eq!(hint("people").as_deref(), Some("did you mean \"people.toml\"?"));
        assert_eq!(hint("tables/age.csv").as_deref(), Some("did you mean \"tables/ages.csv\"?"));
        assert_eq!(hint("table/ages.csv").as_deref(), Some("there is no folder table; did you mean \"tables\"?"));
        assert_eq!(hint("far/away/ages.csv").as_deref(), Some("there is no folder far"));
        assert_eq!(hint("nothing.parquet"), None);
        assert_eq!(hint("hidden"), None);
    }

    #[test]
    fn long_lists_are_folded() {
        let names: Vec<String> = (0..60).map(|n| format!("c{n}")).collect();
        assert!(suggestion("quite another", &names).ends_with("c12, c13 and 46 more"));
        assert!(suggestion("quite another", &names[..16]).ends_with("c14, c15"));
    }
}
