//! A study that is there already: what a person wrote in it stays, and columns that it does not know are added.

use super::Inspection;
use crate::error::Result;
use crate::study::StudyFile;

/// What became of a study that was there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// Columns of which it speaks, kept as they stand.
    pub columns: usize,
    /// Columns that it did not know.
    pub new: Vec<String>,
    /// Columns of which it speaks, and which the table does not have.
    pub gone: Vec<String>,
}

impl Inspection {
    /// Keeps what a study says of columns: it stands over what is proposed. `place` is what errors call the study.
    pub fn keep(&mut self, place: &str, file: &StudyFile) -> Result<Kept> {
        let mut kept = Kept::default();
        // Each section is checked as a study's own is.
        file.column_files(place)?;
        for column in &mut self.columns {
            match file.columns.get(column.name()) {
                Some(section) => {
                    column.kept = Some(section.as_table().cloned().unwrap_or_default());
                    kept.columns += 1;
                }
                None => kept.new.push(column.name().to_string()),
            }
        }
        let known = |name: &String| self.columns.iter().any(|column| column.name() == name);
        kept.gone = file.columns.keys().filter(|name| !known(name)).cloned().collect();
        Ok(kept)
    }
}
