//! Hierarchies that were made from the data, written out beside a release. From then on they are settings: whoever releases
//! again with these files shows the same groups, whatever has become of the rows that made them.
//!
//! They hold every value of their columns, so they are as private as the salt.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::record::beside;
use crate::error::{Error, Result};
use crate::hierarchy::write::to_csv;
use crate::open::{Quasi, Source};
use crate::table::{Access, Partial, folder_of};

/// Where the hierarchies of an output stand: a folder.
pub fn folder(output: &Path) -> PathBuf {
    beside(output, ".hierarchies")
}

/// The file of each quasi-identifier whose hierarchy was made from the data.
pub fn files(source: &Source, output: &Path) -> Vec<PathBuf> {
    made(source).map(|(number, quasi)| file(number, &quasi, output)).collect()
}

/// The quasi-identifiers whose hierarchies were made from the data, with their numbers.
pub(super) fn made(source: &Source) -> impl Iterator<Item = (usize, Quasi<'_>)> {
    source.quasi().enumerate().filter(|(_, quasi)| quasi.said.hierarchy.is_made_from_data())
}

/// Numbered, because two names may look the same where only plain letters are left of them.
fn file(number: usize, quasi: &Quasi, output: &Path) -> PathBuf {
    let letters = quasi.said.name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' });
    folder(output).join(format!("{:02}-{}.csv", number + 1, letters.take(60).collect::<String>()))
}

/// Writes them under temporary names beside the output; none where every hierarchy was given.
pub(super) fn write_out(source: &Source, output: &Path) -> Result<Vec<Partial>> {
    let write = |(number, quasi): (usize, Quasi)| {
        let file = file(number, &quasi, output);
        let mut partial = Partial::within(folder_of(output), &file, Access::Private)?;
        let text = to_csv(quasi.domain, quasi.hierarchy);
        partial.file().write_all(text.as_bytes()).map_err(Error::io("write", &file))?;
        Ok(partial)
    };
    made(source).map(write).collect()
}

/// Makes the folder that they get their names in, for its owner alone.
pub(super) fn make_private(folder: &Path) -> Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(Error::io("make", folder))
}
