//! How a release gets its name: the table, its record and the record's salt are of one run, or are not all there.
//!
//! A reader takes the three for one release when all three are there, and only the record can tell whether they belong
//! together: it has the hash of the table, and the salted hash of the input. So the record is what makes a release complete.
//! It is the first to lose its name and the last to get it:
//!
//! | step | table | record | salt | what a reader finds if the process is killed here |
//! |---|---|---|---|---|
//! | all three are whole, under temporary names | old | old | old | the old release |
//! | the old record is set aside | old | – | old | a table without a record |
//! | the old salt is set aside | old | – | – | the same |
//! | the salt gets its name | old | – | new | the same |
//! | the table gets its name | new | – | new | the same: the new table, recounted already |
//! | the record gets its name | new | new | new | the new release |
//!
//! The table's name is never empty in between, and each name changes at once (a rename). Writers of one name exclude one
//! another ([`NameLock`](crate::table::NameLock)), so no two runs take these steps in turn. Where a step fails, the steps
//! before it are undone; once the new table has its name the old one is gone, so then the new one goes too.

use std::io::Write;
use std::path::Path;

use super::record::Record;
use crate::error::{Error, Result};
use crate::table::{Access, Partial};

/// Record and salt, written whole, before they get their names.
pub struct Beside {
    record: Partial,
    salt: Partial,
}

impl Beside {
    /// Writes both under temporary names.
    pub fn new(base: &Path, record: &Record, salt: &str) -> Result<Beside> {
        let whole = |path: &Path, access: Access, text: &str| {
            let mut partial = Partial::new(path, access)?;
            partial.file().write_all(text.as_bytes()).map_err(Error::io("write", path))?;
            Ok::<Partial, Error>(partial)
        };
        Ok(Beside {
            salt: whole(&Record::salt_path(base), Access::Private, &format!("{salt}\n"))?,
            record: whole(&Record::path(base), Access::Shared, &record.to_json())?,
        })
    }

    /// Gives the release its name, and both of these theirs. `take_back` undoes `release`, as far as that can be done.
    pub fn publish(self, release: impl FnOnce() -> Result<()>, take_back: impl FnOnce()) -> Result<()> {
        let Beside { record, salt } = self;
        let salt_name = salt.target();
        let old_record = record.set_aside()?;
        let old_salt = match salt.set_aside() {
            Ok(old) => old,
            Err(error) => {
                old_record.into_iter().for_each(|old| old.restore());
                return Err(error);
            }
        };
        if let Err(error) = salt.publish().and_then(|()| release()) {
            remove(salt_name.as_deref());
            old_salt.into_iter().chain(old_record).for_each(|old| old.restore());
            return Err(error);
        }
        record.publish().inspect_err(|_| {
            take_back();
            remove(salt_name.as_deref());
        })
    }
}

/// Takes a file away again, if it is there.
pub fn remove(path: Option<&Path>) {
    path.map(std::fs::remove_file);
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
        let beside = Beside { record: new("out.record.json"), salt: new("out.salt") };
        let release = new("out");
        (folder, beside, release)
    }

    #[test]
    fn there_is_no_record_while_names_change() {
        let (folder, beside, release) = ready();
        assert_eq!(found(folder.path()), all("old"));
        let step =
            |table: &str| [("out", table), ("out.salt", "new")].map(|(n, t)| (n.to_string(), t.to_string())).into();
        let publish = || {
            assert_eq!(found(folder.path()), step("old"));
            release.publish()?;
            assert_eq!(found(folder.path()), step("new"));
            Ok(())
        };
        beside.publish(publish, || panic!("nothing failed")).unwrap();
        assert_eq!(found(folder.path()), all("new"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "what was set aside is gone");
    }

    #[test]
    fn a_release_that_gets_no_name_leaves_the_old_one() {
        let (folder, beside, release) = ready();
        let refuse = || Err(Error::Interrupted);
        assert!(beside.publish(refuse, || panic!("there is nothing to take back")).is_err());
        drop(release);
        assert_eq!(found(folder.path()), all("old"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    fn without_its_record_nothing_of_a_release_stays() {
        let (folder, beside, release) = ready();
        let target = release.target();
        let publish = || {
            release.publish()?;
            // A folder in the record's place, so that it cannot get its name.
            std::fs::create_dir(folder.path().join("out.record.json")).unwrap();
            std::fs::write(folder.path().join("out.record.json/full"), "").unwrap();
            Ok(())
        };
        assert!(beside.publish(publish, || remove(target.as_deref())).is_err());
        std::fs::remove_dir_all(folder.path().join("out.record.json")).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
