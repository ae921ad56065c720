//! Hierarchies that were made from the data, written out beside a release. From then on they are settings: whoever releases
//! again with these files shows the same groups, whatever has become of the rows that made them.
//!
//! They hold every value of their columns, so they are as private as the salt.

use std::path::{Path, PathBuf};

use super::Source;
use super::record::beside;
use super::write::write_private;
use crate::error::{Error, Result};
use crate::hierarchy::write::to_csv;
use crate::study::Role;

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

/// Writes them; nothing where every hierarchy was given.
pub(super) fn write_out(source: &Source, output: &Path) -> Result<()> {
    let files = files(source, output);
    if files.is_empty() {
        return Ok(());
    }
    make_private(&folder(output))?;
    for (quasi, file) in files {
        write_private(&file, &to_csv(&source.domains[quasi], &source.hierarchies[quasi]))?;
    }
    Ok(())
}

fn make_private(folder: &Path) -> Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(Error::io("make", folder))
}
