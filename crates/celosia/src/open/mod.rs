//! Opening a study's rows, wherever they are: counted once, and each column as it was found, with its hierarchy.

mod count;
mod hierarchies;
mod source;

pub use count::{floors_before, open_rows};
pub use source::{Column, Held, Input, Quasi, Sensitive, Source, inputs};

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::error::Result;
use crate::frequency::Frequency;
use crate::study::Study;
use crate::table::Table;
use crate::watch::Watch;

/// What the caller hands over to reach the rows.
pub enum Given {
    /// Nothing: the study names files.
    Nothing,
    /// A session with the engine that the study names.
    Engine(Arc<dyn Engine>),
    /// The rows themselves, whatever the study names.
    Table(Table),
}

/// Rows that were counted, and what is known of their columns.
pub struct Opened {
    /// The columns, and how to reach the rows again.
    pub source: Source,
    /// The frequency table: all that a search sees of the rows.
    pub frequency: Frequency,
    /// How long the work took that came after the last row was read: a budget of time covers it.
    pub took: Duration,
}

/// Opens and counts what the study names or the caller hands over, and builds the hierarchies.
pub fn open(study: Study, given: Given, watch: &dyn Watch) -> Result<Opened> {
    let counted = count::count(study, given, watch)?;
    let began = Instant::now();
    let took = counted.counted.took;
    let (source, frequency) = hierarchies::with_hierarchies(counted, watch)?;
    Ok(Opened { source, frequency, took: took + began.elapsed() })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};

    use super::*;
    use crate::study::{Kind, StudyFile};
    use crate::watch::Silent;

    /// People in memory, opened under a study of these columns.
    fn opened(columns: &str) -> Result<Opened> {
        let text = format!("[data]\nmissing = {{ rows = 'drop' }}\n{columns}");
        let study = Study::check_given("people", &StudyFile::parse("people", &text)?)?;
        let text = |values: [&'static str; 3]| Arc::new(StringArray::from(values.to_vec())) as ArrayRef;
        let batch = RecordBatch::try_from_iter([
            ("name", text(["Ann", "Bob", "Cid"])),
            ("ill", text(["yes", "no", "?"])),
            ("age", Arc::new(Int64Array::from(vec![30, 40, 50])) as ArrayRef),
            ("shoe", text(["38", "44", "42"])),
            ("town", text(["Ulm", "Ulm", "Bonn"])),
        ]);
        let batch = batch.map_err(|e| crate::error::Error::study("test", e.to_string(), ""))?;
        open(study, Given::Table(Table::from_batches(vec![batch])?), &Silent)
    }

    #[test]
    fn a_column_is_one_struct() -> Result<()> {
        let columns = "[columns.town]\nrole='quasi-identifier'\n[columns.name]\nrole='identifier'\n\
                       [columns.age]\nrole='quasi-identifier'\n[columns.ill]\nrole='sensitive'\n";
        let Source { columns, unnamed, read, dropped, .. } = opened(columns)?.source;
        let found = columns.iter().map(|c| (c.said.name.as_str(), c.position, c.number, c.quasi(), c.stored));
        assert_eq!(
            found.collect::<Vec<_>>(),
            [
                ("town", 4, 0, Some(0), None),
                ("name", 0, 0, None, None),
                ("age", 2, 1, Some(1), Some(Kind::Integer)),
                ("ill", 1, 0, None, None),
            ]
        );
        assert_eq!(unnamed, ["shoe"]);
        assert_eq!((read, dropped), (3, 1));
        let values: Vec<_> = columns.iter().map(|c| c.domain().map(|domain| domain.values.join(" "))).collect();
        assert_eq!(values, [Some("Ulm".into()), None, Some("30 40".into()), Some("no yes".into())]);
        Ok(())
    }

    #[test]
    fn a_column_that_is_not_there_is_named() {
        let error = opened("[columns.twon]\nrole='quasi-identifier'\n").map(drop).unwrap_err();
        assert_eq!(error.to_string(), "study study: the table has no column \"twon\"");
        assert!(error.hint().contains("town"), "{}", error.hint());
    }
}
