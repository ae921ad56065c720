//! Rows on their way out: read once more, recoded, shuffled unless they keep their order, and handed to a writer.

use std::sync::{Arc, Mutex};

use super::plan::Plan;
use super::recode::Shown;
use super::row::Recoder;
use super::rows::{Cell, Texts, next_cell};
use super::shuffle::Shuffle;
use crate::error::Result;
use crate::study::Kind;
use crate::table::{Batch, Table, Writer, lock, unlocked};
use crate::watch::Watch;

/// Writes the released rows of a table. The writer comes back, to be finished.
pub fn write_rows<'w>(plan: &Plan, table: &Table, writer: Writer<'w>, watch: &dyn Watch) -> Result<Writer<'w>> {
    let columns = plan.columns();
    let texts = Texts::new(columns.len());
    let mut out = Out::new(&texts, writer, &columns, &plan.recoding.columns);
    let positions = plan.recoding.positions();
    let recoder = || Recoder::new(&plan.recoding, &texts, plan.starred);
    if plan.options.keep_order {
        // One thread: rows come in order.
        let shared = Mutex::new(&mut out);
        table.scan(&positions, 1, watch, || {
            let mut recoder = recoder();
            let shared = &shared;
            move |batch: &Batch| {
                let rows = recoder.rows(batch)?;
                let mut out = lock(shared);
                out.follow();
                rows.iter().try_for_each(|row| out.row(row))
            }
        })?;
    } else {
        let source = plan.source;
        let search = &source.study.search;
        let shuffle = Mutex::new(Shuffle::new(source.read, search.memory)?);
        table.scan(&positions, search.threads, watch, || {
            let mut recoder = recoder();
            let shuffle = &shuffle;
            move |batch: &Batch| {
                let rows = recoder.rows(batch)?;
                lock(shuffle).add(rows)
            }
        })?;
        out.follow();
        watch.begin("writing", source.read);
        let mut waiting = 0;
        unlocked(shuffle).shuffled(|row| {
            waiting += 1;
            if waiting == TOLD {
                watch.check()?;
                watch.rows(TOLD);
                watch.advance(TOLD);
                waiting = 0;
            }
            out.row(row)
        })?;
    }
    Ok(out.writer)
}

/// Rows that are written between two signs of life.
const TOLD: u64 = 1 << 13;

/// Where rows go: the texts that their numbers stand for, and the writer.
struct Out<'a, 'w> {
    texts: &'a Texts,
    writer: Writer<'w>,
    /// The texts of each column as far as they are known; nothing for missing values of typed columns.
    known: Vec<Vec<Option<Arc<str>>>>,
    /// Typed columns have a place for missing values that are no text; CSV shows them as they were.
    typed: Vec<bool>,
    shown: &'a [Shown<'a>],
}

impl<'a, 'w> Out<'a, 'w> {
    fn new(texts: &'a Texts, writer: Writer<'w>, columns: &[(String, Kind)], shown: &'a [Shown<'a>]) -> Out<'a, 'w> {
        let typed = columns.iter().map(|(_, kind)| *kind != Kind::String && writer.is_typed()).collect();
        Out { texts, writer, known: vec![Vec::new(); columns.len()], typed, shown }
    }

    /// Learns the texts that were not there before.
    fn follow(&mut self) {
        for (column, (known, typed)) in self.known.iter_mut().zip(&self.typed).enumerate() {
            let (new, missing) = (self.texts.since(column, known.len()), &self.shown[column].missing);
            known.extend(new.into_iter().map(|text| Some(text).filter(|text| !(*typed && missing.is(text)))));
        }
    }

    fn row(&mut self, mut row: &[u8]) -> Result<()> {
        let Out { writer, known, typed, shown, .. } = self;
        writer.row(known.iter().zip(typed.iter()).zip(shown.iter()).map(|((known, typed), shown)| {
            match next_cell(&mut row) {
                Cell::Number(number) => known.get(number).and_then(|text| text.as_deref()),
                Cell::Text(text) => Some(text).filter(|text| !(*typed && shown.missing.is(text))),
            }
        }))
    }
}
