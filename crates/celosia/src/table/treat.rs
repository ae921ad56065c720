//! Columns that a study treats: whoever scans the table sees what the treatment makes of their values, and nothing else. So
//! counting, releasing and checking mean the same by a value.

use std::sync::Arc;

use hashbrown::HashMap;

use super::Table;
use super::batch::{Batch, Span};
use crate::error::{Error, Place, Result};
use crate::study::{Kind, Missing, Role, Study, Treatment};

/// What becomes of one column.
#[derive(Debug, Clone)]
pub(super) struct Treat {
    position: usize,
    treatment: Treatment,
    missing: Missing,
    decimal: Option<char>,
}

impl Table {
    /// The table as a study treats it.
    pub fn treated(self, study: &Study) -> Result<Table> {
        let treated = study.columns.iter().filter(|column| !column.treatment.is_none());
        let said = treated
            .map(|column| (column.name.as_str(), column.treatment.clone(), study.missing(column), column.decimal));
        self.treated_by(&study.place, said)
    }

    /// The same by columns with their treatments, what is missing and the mark before decimals; `place` is who asks.
    pub(crate) fn treated_by<'c>(
        mut self,
        place: &str,
        said: impl IntoIterator<Item = (&'c str, Treatment, Missing, Option<char>)>,
    ) -> Result<Table> {
        let mut all = Vec::new();
        for (name, treatment, missing, decimal) in said {
            let position = self.column(name, place)?;
            // A rounded number is one, but a whole one may have got decimals from a bound.
            self.kinds[position] = match self.kinds[position] {
                Some(Kind::Decimal) if !treatment.makes_text() => Some(Kind::Decimal),
                _ => None,
            };
            all.push(Treat { position, treatment, missing, decimal });
        }
        self.treats = Arc::new(all);
        Ok(self)
    }

    /// The table as it is, whatever a study makes of it.
    pub fn untreated(&self) -> Table {
        Table { treats: Arc::default(), ..self.clone() }
    }
}

/// Does what these treatments say to a batch of columns.
pub(super) fn treat(treats: &[Treat], columns: &[usize], batch: &mut Batch) -> Result<()> {
    for (column, position) in columns.iter().enumerate() {
        if let Some(treat) = treats.iter().find(|treat| treat.position == *position) {
            treat.column(batch, column)?;
        }
    }
    Ok(())
}

impl Treat {
    fn column(&self, batch: &mut Batch, column: usize) -> Result<()> {
        let (added, made) = self.made(batch, column).map_err(|value| {
            let keys = batch.columns[column].keys.as_ref();
            let row = keys.and_then(|keys| keys.iter().position(|key| *key as usize == value)).unwrap_or(value);
            no_number(batch.place(row))
        })?;
        if batch.text.len() + added.len() > u32::MAX as usize {
            return Err(Error::Table {
                place: batch.place(0),
                what: "a treated column is too long to be read at once".into(),
                hint: "write the table in smaller pieces, or leave the treatment out".into(),
            });
        }
        batch.text.push_str(&added);
        for span in &mut batch.columns[column].spans {
            *span = made.get(span).copied().unwrap_or(*span);
        }
        Ok(())
    }

    /// What stands behind the batch's text afterwards, and where the new value of each old one will be; or which of the values
    /// cannot be treated.
    fn made(&self, batch: &Batch, column: usize) -> std::result::Result<(String, HashMap<Span, Span>), usize> {
        let Batch { text, columns, .. } = batch;
        let mut added = String::new();
        let mut made: HashMap<Span, Span> = HashMap::new();
        let mut known: HashMap<&str, Span> = HashMap::new();
        for (place, span) in columns[column].spans.iter().enumerate() {
            let value = &text[span.0 as usize..span.1 as usize];
            if made.contains_key(span) || self.missing.is(value) {
                continue;
            }
            let new = match known.get(value) {
                Some(same) => *same,
                None => {
                    let Some(new) = self.treatment.of(value, self.decimal) else {
                        // A value of a dictionary that no row has is nobody's.
                        let is_used = columns[column].keys.as_ref().is_none_or(|keys| keys.contains(&(place as u32)));
                        if is_used {
                            return Err(place);
                        }
                        continue;
                    };
                    let start = (text.len() + added.len()) as u32;
                    added.push_str(&new);
                    (start, (text.len() + added.len()) as u32)
                }
            };
            known.insert(value, new);
            made.insert(*span, new);
        }
        Ok((added, made))
    }
}

fn no_number(place: Place) -> Error {
    Error::Table {
        place,
        what: "a value that is no number, in a column that the study rounds or bounds".into(),
        hint: "name its spelling in missing, or treat the column with mask or keep".into(),
    }
}

/// Is there something to treat where this machine does not read the rows?
pub(crate) fn only_here(study: &Study) -> Result<()> {
    if let Some(column) = study.columns.iter().find(|column| column.rows_per_person.is_some()) {
        let place = format!("{}, [columns.{}], rows-per-person", study.place, column.name);
        let what = "which rows of a person are taken is drawn by this machine, and the rows are elsewhere";
        return Err(Error::study(place, what, "draw them in a view or a query there, or read the table from files"));
    }
    let treated = study.columns.iter().find(|column| !column.treatment.is_none() && column.role != Role::Identifier);
    let Some(column) = treated else { return Ok(()) };
    let place = format!("{}, [columns.{}]", study.place, column.name);
    let what = format!(
        "\"{}\" is treated, which is done to rows that this machine reads, and these are elsewhere",
        column.name
    );
    Err(Error::study(place, what, "treat it in a view or a query there, or release from files"))
}
