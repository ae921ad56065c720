//! Where a release goes: names that are free, and folders that this machine and Spark share.

use std::path::{Path, PathBuf};

use celosia::engine::Target;
use celosia::error::{Error, Result};
use celosia::watch::Watch;

use crate::open::{ask, files, table};
use crate::operation::query;
use crate::quote;
use crate::session::{Session, is_lost};

/// What a release can be written as, with what makes Spark's CSV the one that our own reader reads: every value in quotes
/// (so that an empty one is no blank line), quotes doubled, blanks kept, empty text for null.
const FORMATS: [(&str, &[(&str, &str)]); 2] = [
    ("parquet", &[]),
    (
        "csv",
        &[
            ("header", "true"),
            ("quoteAll", "true"),
            ("quote", "\""),
            ("escape", "\""),
            ("nullValue", ""),
            ("emptyValue", ""),
            ("lineSep", "\n"),
            ("ignoreLeadingWhiteSpace", "false"),
            ("ignoreTrailingWhiteSpace", "false"),
            ("dateFormat", "yyyy-MM-dd"),
        ],
    ),
];

/// Can a release get this name at the end?
pub fn check(session: &Session, target: &Target, watch: &dyn Watch) -> Result<()> {
    match target {
        Target::Table(name) => check_table(session, &table(session, name)?, watch),
        Target::Path { path, format } => {
            options(session, format)?;
            check_folder(session, &Folder::of(session, path)?, watch)
        }
    }
}

/// How files of this format are written.
pub fn options(session: &Session, format: &str) -> Result<Vec<(&'static str, String)>> {
    match FORMATS.iter().find(|(name, _)| *name == format) {
        Some((_, options)) => Ok(options.iter().map(|(key, value)| (*key, value.to_string())).collect()),
        None => {
            let hint = "end the folder's name in .parquet or .csv, or give a table (table:schema.name)";
            Err(session.refuse(format!("does not write releases as {format}"), hint))
        }
    }
}

fn check_table(session: &Session, name: &[String], watch: &dyn Watch) -> Result<()> {
    let quoted = quote::name(name);
    if let [schema @ .., _] = name
        && !schema.is_empty()
    {
        ask(session, &format!("DESCRIBE SCHEMA {}", quote::name(schema)), watch)?;
    }
    match ask(session, &format!("DESCRIBE TABLE {quoted}"), watch) {
        Ok(()) => Err(exists(session, &format!("table {quoted}"))),
        Err(Error::Engine { what, .. }) if what.contains("TABLE_OR_VIEW_NOT_FOUND") => Ok(()),
        Err(error) => Err(error),
    }
}

pub fn exists(session: &Session, what: &str) -> Error {
    session.refuse(format!("{what} exists already"), "choose another name, or remove it first")
}

/// A folder that does not exist yet, and the one that it will stand in.
pub struct Folder {
    pub path: PathBuf,
    pub parent: PathBuf,
    pub name: String,
}

impl Folder {
    /// The folder as this machine sees it: Spark cannot rename folders, so this machine has to.
    pub fn of(session: &Session, path: &str) -> Result<Folder> {
        let local = match path.split_once(':') {
            Some(("file", rest)) => format!("/{}", rest.trim_start_matches('/')),
            Some((scheme, _)) if scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphanumeric()) => {
                return Err(not_shared(session, path));
            }
            _ => path.to_string(),
        };
        let place = |_| session.refuse(format!("\"{path}\" is no folder's name"), "give the path of a new folder");
        let path = std::path::absolute(&local).map_err(place)?;
        match (path.parent(), path.file_name().and_then(|name| name.to_str())) {
            (Some(parent), Some(name)) => {
                Ok(Folder { parent: parent.to_path_buf(), name: name.to_string(), path: path.clone() })
            }
            _ => Err(session.refuse(format!("\"{local}\" is no folder's name"), "give the path of a new folder")),
        }
    }
}

/// Spark must see what this machine writes beside the target, this machine what Spark writes there, and it must be able
/// to remove that.
fn check_folder(session: &Session, folder: &Folder, watch: &dyn Watch) -> Result<()> {
    if folder.path.symlink_metadata().is_ok() {
        return Err(exists(session, &folder.path.display().to_string()));
    }
    let shared = "the folder must be one that this machine and Spark both can write to, under the same path";
    let mine = folder.parent.join(quote::random("celosia-probe-"));
    let word = quote::random("");
    std::fs::write(&mine, &word).map_err(Error::io("write", &mine))?;
    let seen = sees(session, &mine, &word, watch);
    std::fs::remove_file(&mine).map_err(Error::io("remove", &mine))?;
    if !seen? {
        return Err(not_shared(session, &folder.parent.display().to_string()));
    }
    let theirs = folder.parent.join(quote::random(".celosia-probe-"));
    let written = write(session, &theirs, "parquet", "SELECT 1 AS probe", watch);
    let arrived = theirs.is_dir();
    if arrived {
        std::fs::remove_dir_all(&theirs).map_err(|e| {
            session.refuse(format!("writes what this machine cannot remove from {}: {e}", theirs.display()), shared)
        })?;
    }
    written.map_err(|error| match error {
        Error::Engine { ref what, .. } if !is_lost(&error) => {
            session.refuse(format!("cannot write into {}: {what}", folder.parent.display()), shared)
        }
        other => other,
    })?;
    if arrived { Ok(()) } else { Err(not_shared(session, &folder.parent.display().to_string())) }
}

/// Does Spark read this word in this file?
fn sees(session: &Session, file: &Path, word: &str, watch: &dyn Watch) -> Result<bool> {
    let mut seen = false;
    let answer = files(session, &pattern(file), "text", None, watch).and_then(|from| {
        let statement = format!("SELECT 1 FROM {from} WHERE value = {}", quote::text(word));
        query(session, &statement, watch, &mut |batch| {
            seen |= batch.num_rows() > 0;
            Ok(())
        })
    });
    match answer {
        Ok(()) => Ok(seen),
        Err(error) if is_lost(&error) => Err(error),
        Err(_) => Ok(false),
    }
}

fn write(session: &Session, folder: &Path, format: &str, rows: &str, watch: &dyn Watch) -> Result<()> {
    ask(session, &insert(session, folder, format, rows)?, watch)
}

/// A pattern of Spark's that finds this file or folder and no other. The scheme says that it is one of the machine, not
/// one of the cluster's own file system.
pub fn pattern(path: &Path) -> String {
    let mut pattern = String::from("file:");
    for c in path.display().to_string().chars() {
        if r"{}[]*?\".contains(c) {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

/// The statement that writes files into a folder.
pub fn insert(session: &Session, folder: &Path, format: &str, query: &str) -> Result<String> {
    let mut all = vec![("path", format!("file:{}", folder.display()))];
    all.extend(options(session, format)?);
    Ok(format!("INSERT OVERWRITE DIRECTORY USING {format} {} {query}", crate::open::listed(&all)))
}

fn not_shared(session: &Session, folder: &str) -> Error {
    session.refuse(
        format!("does not share the folder {folder} with this machine, which has to give the release its name"),
        "give a table instead (table:schema.name), or a folder that both see under the same path",
    )
}
