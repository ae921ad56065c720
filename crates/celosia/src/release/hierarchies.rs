//! Hierarchies that were made from the data, written out beside a release. From then on they are settings: whoever releases
//! again with these files shows the same groups, whatever has become of the rows that made them.
//!
//! They hold every value of their columns, so they are as private as the salt.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::Source;
use super::record::beside;
use crate::error::{Error, Result};
use crate::hierarchy::write::to_csv;
use crate::study::Role;
use crate::table::{Access, Partial, folder_of};

/// Where the hierarchies of an output stand: a folder.
pub fn folder(output: &Path) -> PathBuf {
    beside(output, ".hierarchies")
}

/// The file of each quasi-identifier whose hierarchy was made from the data.
pub fn files(source: &Source, output: &Path) -> Vec<(usize, PathBuf)> {
    let columns = source.study.with_role(Role::QuasiIdentifier).enumerate();
    let made = columns.filter(|(_, column)| column.hierarchy.is_made_from_data());
    // Numbered, because two names may look the same where only plain letters are left of them.
    let name = |(quasi, name): (usize, &str)| {
        let plain: String =
            name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).take(60).collect();
        (quasi, folder(output).join(format!("{:02}-{plain}.csv", quasi + 1)))
    };
    made.map(|(quasi, column)| name((quasi, &column.name))).collect()
}

/// Writes them under temporary names beside the output; none where every hierarchy was given.
pub(super) fn write_out(source: &Source, output: &Path) -> Result<Vec<Partial>> {
    let write = |(quasi, file): (usize, PathBuf)| {
        let mut partial = Partial::within(folder_of(output), &file, Access::Private)?;
        let text = to_csv(&source.domains[quasi], &source.hierarchies[quasi]);
        partial.file().write_all(text.as_bytes()).map_err(Error::io("write", &file))?;
        Ok(partial)
    };
    files(source, output).into_iter().map(write).collect()
}

/// Makes the folder that they get their names in, for its owner alone.
pub(super) fn make_private(folder: &Path) -> Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(Error::io("make", folder))
}
