//! What was written under a temporary name, and how it gets its own. Whatever fails leaves nothing.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use celosia::engine::{Staged, Target};
use celosia::error::{Error, Result};
use celosia::table::Listed;
use celosia::watch::Watch;

use crate::open::{ask, files, table};
use crate::operation::run;
use crate::session::{Farewell, Session, is_lost};
use crate::target::{Folder, exists, insert, pattern};
use crate::{plan, quote};

const WORK: &str = "writing on Spark";
/// Tasks of a job that was ended may write for a moment more: a folder counts as removed when it stays away this long.
const QUIET: Duration = Duration::from_millis(1500);
const REMOVAL: Duration = Duration::from_secs(8);

/// Writes the rows of a query beside the target.
pub fn stage<'s>(
    session: &'s Session,
    query: &str,
    target: &Target,
    watch: &dyn Watch,
) -> Result<Box<dyn Staged + 's>> {
    match target {
        Target::Table(name) => {
            let target = table(session, name)?;
            let mut staged = target.clone();
            if let Some(last) = staged.last_mut() {
                last.push_str(&quote::random("__celosia_"));
            }
            let from = quote::name(&staged);
            let staged = StagedTable { session, target, from };
            let statement = format!("CREATE TABLE {} USING parquet AS\n{query}", staged.from);
            run(session, plan::command(&statement), WORK, watch)?;
            Ok(Box::new(staged))
        }
        Target::Path { path, format } => {
            let target = Folder::of(session, path)?;
            let folder = target.parent.join(quote::random(&format!(".{}.celosia-", target.name)));
            let statement = insert(session, &folder, format, query)?;
            let _listed = Listed::of(&folder);
            let mut staged =
                StagedFolder { session, target: target.path, folder, from: String::new(), written: false, _listed };
            run(session, plan::command(&statement), WORK, watch)?;
            staged.written = true;
            keep_data_only(&staged.folder)?;
            staged.from = files(session, &pattern(&staged.folder), format, None, watch)?;
            Ok(Box::new(staged))
        }
    }
}

/// A table of the catalogue.
struct StagedTable<'s> {
    session: &'s Session,
    target: Vec<String>,
    from: String,
}

impl Staged for StagedTable<'_> {
    fn from(&self) -> &str {
        &self.from
    }

    fn publish(self: Box<Self>, watch: &dyn Watch) -> Result<()> {
        // The new name is one inside the table's own catalogue.
        let inside = if self.target.len() > 2 { &self.target[1..] } else { &self.target[..] };
        let name = quote::name(inside);
        ask(self.session, &format!("ALTER TABLE {} RENAME TO {name}", self.from), watch).map_err(|error| {
            let why = match &error {
                _ if !is_lost(&error) => return error,
                Error::Engine { what, .. } => what.as_str(),
                _ => "was to stop",
            };
            self.session.refuse(
                format!("{why} just when the release was to get its name: whether it has it is not known"),
                format!(
                    "look for table {name}; what is there was recounted, but has no record: remove it and run again"
                ),
            )
        })
    }
}

impl Drop for StagedTable<'_> {
    /// After its renaming there is nothing left to drop. A server that is silent would not hear it.
    fn drop(&mut self) {
        if !self.session.is_silent() {
            let _ = ask(self.session, &format!("DROP TABLE IF EXISTS {}", self.from), &Farewell::default());
        }
    }
}

/// A folder of files that this machine sees too.
struct StagedFolder<'s> {
    session: &'s Session,
    target: PathBuf,
    folder: PathBuf,
    from: String,
    /// Has the job that writes it ended well? If not, its tasks may still run.
    written: bool,
    /// Removed as far as it is there, where a signal ends the process.
    _listed: Listed,
}

impl Staged for StagedFolder<'_> {
    fn from(&self) -> &str {
        &self.from
    }

    fn folder(&self) -> Option<&Path> {
        Some(&self.folder)
    }

    fn publish(self: Box<Self>, _: &dyn Watch) -> Result<()> {
        if self.target.symlink_metadata().is_ok() {
            return Err(exists(self.session, &self.target.display().to_string()));
        }
        std::fs::rename(&self.folder, &self.target).map_err(Error::io("rename to", &self.target))
    }
}

impl Drop for StagedFolder<'_> {
    fn drop(&mut self) {
        if self.written {
            let _ = std::fs::remove_dir_all(&self.folder);
        } else if self.session.is_silent() {
            bar(&self.folder);
        } else {
            remove_for_good(&self.folder);
        }
    }
}

/// Removes a folder into which somebody may still write.
fn remove_for_good(folder: &Path) {
    let began = Instant::now();
    let mut away_since = Instant::now();
    while away_since.elapsed() < QUIET && began.elapsed() < REMOVAL {
        if folder.symlink_metadata().is_ok() {
            let _ = std::fs::remove_dir_all(folder);
            away_since = Instant::now();
        }
        std::thread::sleep(QUIET / 10);
    }
}

/// A server that is silent was not told to stop, and may go on when nobody is here to remove what it writes. An empty file
/// in the folder's place makes its tasks fail.
fn bar(folder: &Path) {
    for _ in 0..10 {
        let _ = std::fs::remove_dir_all(folder);
        if std::fs::File::create_new(folder).is_ok() {
            return;
        }
    }
}

/// Marks and checksums of Spark's own (`_SUCCESS`, `.part-….crc`) do not belong to a release.
fn keep_data_only(folder: &Path) -> Result<()> {
    for entry in std::fs::read_dir(folder).map_err(Error::io("read", folder))? {
        let entry = entry.map_err(Error::io("read", folder))?;
        if entry.file_name().to_string_lossy().starts_with(['_', '.']) {
            let path = entry.path();
            let removed = if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
            removed.map_err(Error::io("remove", &path))?;
        }
    }
    Ok(())
}
