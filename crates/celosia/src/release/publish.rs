//! How a release gets its name: the table, its record, the record's salt, the hierarchies that were made from the data and the
//! reports are of one run, or are not all there.
//!
//! A table stands only with its own record, and a record only with its own salt and hierarchies. So the table is the first to
//! lose its name and the last to get it:
//!
//! | step | table | record | salt, plan, key, hierarchies, reports | what a reader finds if the process is killed here |
//! |---|---|---|---|---|
//! | all are whole, under temporary names | old | old | old | the old release |
//! | the old table is set aside | – | old | old | no release |
//! | the old record is set aside | – | – | old | no release |
//! | the others' old ones are set aside | – | – | – | no release |
//! | the salt, the plan, the key, the hierarchies and the reports get their names | – | – | new | no release |
//! | the record gets its name | – | new | new | no release |
//! | the table gets its name | new | new | new | the new release |
//!
//! A key of pseudonyms that was there before is no part of this: it is written anew before the second step (`key.rs`), and what it says
//! more then harms nobody.
//!
//! Each name changes at once (a rename), and from the second step to the last no byte is written, so this takes no longer than
//! a few renames do. Where a step fails, all steps before it are undone: the old release stands again. Writers of one name
//! exclude one another ([`NameLock`](crate::table::NameLock)), so no two runs take these steps in turn.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::hierarchies;
use super::plan::Plan;
use super::recipe::Recipe;
use super::record::Record;
use super::told::Reports;
use crate::error::{Error, Result};
use crate::table::{Access, Aside, Partial};

/// What stands beside a release, written whole, before it gets its names.
pub struct Beside {
    /// Hierarchies, reports, the salt and the record, in the order in which they get their names.
    files: Vec<Partial>,
    /// The folder of the hierarchies, if there are any.
    folder: Option<PathBuf>,
    /// Reports of an earlier release, which would stand beside one that they are not about.
    stale: Vec<PathBuf>,
}

impl Beside {
    /// Writes everything under temporary names.
    pub fn new(plan: &Plan, base: &Path, record: &Record, salt: &str, reports: Option<&Reports>) -> Result<Beside> {
        let whole = |path: &Path, access: Access, text: &str| {
            let mut partial = Partial::new(path, access)?;
            partial.file().write_all(text.as_bytes()).map_err(Error::io("write", path))?;
            Ok::<Partial, Error>(partial)
        };
        let mut files = hierarchies::write_out(plan.source, base)?;
        let folder = (!files.is_empty()).then(|| hierarchies::folder(base));
        for (edition, paths, access) in reports.into_iter().flat_map(|reports| {
            let internal = (&reports.internal, Reports::internal_paths(base), Access::Private);
            [internal, (&reports.public, Reports::public_paths(base), Access::Shared)]
        }) {
            let [html, json] = paths;
            files.push(whole(&html, access, &edition.html)?);
            files.push(whole(&json, access, &edition.json)?);
        }
        files.push(whole(&Record::salt_path(base), Access::Private, &format!("{salt}\n"))?);
        files.push(whole(&Record::plan_path(base), Access::Private, &Recipe::new(plan).text())?);
        // A key that was there before has been written anew where it stands.
        if let (Some(key), None) = (plan.recoding.key(), &plan.key) {
            files.push(whole(&Record::key_path(base), Access::Private, &key.text())?);
        }
        files.push(whole(&Record::path(base), Access::Shared, &record.to_json())?);
        files.iter_mut().try_for_each(Partial::ready)?;
        let stale = if reports.is_none() { Reports::paths(base) } else { Vec::new() };
        Ok(Beside { files, folder, stale })
    }

    /// Gives these and a table their names.
    pub fn publish_with(self, mut table: Partial) -> Result<()> {
        table.ready()?;
        let mut old: Vec<Aside> = Vec::new();
        old.extend(table.set_aside()?);
        self.publish(old, || table.publish())
    }

    /// Gives these their names, and then a release its own, in whose place nothing stands but what has been set aside.
    pub fn publish(self, mut old: Vec<Aside>, release: impl FnOnce() -> Result<()>) -> Result<()> {
        let Beside { files, folder, stale } = self;
        let targets: Vec<PathBuf> = files.iter().filter_map(Partial::target).collect();
        let set_aside = || {
            for file in files.iter().rev() {
                old.extend(file.set_aside()?);
            }
            for file in &stale {
                old.extend(Aside::of(file)?);
            }
            Ok::<(), Error>(())
        };
        if let Err(error) = { set_aside }() {
            // Nothing new has a name yet.
            old.into_iter().rev().for_each(Aside::restore);
            return Err(error);
        }
        let made = folder.as_deref().map_or(Ok(()), hierarchies::make_private);
        let named = made.and_then(|()| files.into_iter().try_for_each(Partial::publish)).and_then(|()| release());
        named.inspect_err(|_| {
            targets.iter().rev().for_each(|target| drop(std::fs::remove_file(target)));
            // Only if nothing else is in it.
            folder.map(std::fs::remove_dir);
            old.into_iter().rev().for_each(Aside::restore);
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// What a reader finds: the files that are there by their own names.
    fn found(folder: &Path) -> BTreeMap<String, String> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
        let named = named.filter(|(name, _)| !name.starts_with('.'));
        named.map(|(name, path)| (name, std::fs::read_to_string(path).unwrap())).collect()
    }

    fn all(word: &str) -> BTreeMap<String, String> {
        ["out", "out.record.json", "out.salt"].map(|name| (name.to_string(), word.to_string())).into()
    }

    /// A folder with an old release, and a new one ready.
    fn ready() -> (tempfile::TempDir, Beside, Partial) {
        let folder = tempfile::tempdir().unwrap();
        all("old").iter().for_each(|(name, text)| std::fs::write(folder.path().join(name), text).unwrap());
        let new = |name: &str| {
            let mut partial = Partial::new(&folder.path().join(name), Access::Shared).unwrap();
            partial.file().write_all(b"new").unwrap();
            partial
        };
        let beside = Beside { files: vec![new("out.salt"), new("out.record.json")], folder: None, stale: Vec::new() };
        let table = new("out");
        (folder, beside, table)
    }

    #[test]
    fn there_is_no_table_while_names_change() {
        let (folder, beside, table) = ready();
        assert_eq!(found(folder.path()), all("old"));
        let old = table.set_aside().unwrap().into_iter().collect();
        let mut without = all("new");
        without.remove("out");
        let last = || {
            assert_eq!(found(folder.path()), without);
            table.publish()
        };
        beside.publish(old, last).unwrap();
        assert_eq!(found(folder.path()), all("new"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "what was set aside is gone");
    }

    #[test]
    fn a_release_that_gets_no_name_leaves_the_old_one() {
        let (folder, beside, table) = ready();
        let old = table.set_aside().unwrap().into_iter().collect();
        assert!(beside.publish(old, || Err(Error::Interrupted)).is_err());
        drop(table);
        assert_eq!(found(folder.path()), all("old"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    fn a_record_that_gets_no_name_leaves_the_old_one() {
        let (folder, mut beside, table) = ready();
        // Into a folder that is not there, which only the last rename finds out.
        let nowhere = folder.path().join("nowhere/out.record.json");
        beside.files[1] = Partial::within(folder.path(), &nowhere, Access::Shared).unwrap();
        assert!(beside.publish_with(table).is_err());
        assert_eq!(found(folder.path()), all("old"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
