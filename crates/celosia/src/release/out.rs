//! Rows on their way out: read once more, recoded, shuffled unless they keep their order, and handed to a writer.

use std::sync::{Arc, Mutex};

use super::plan::Plan;
use super::recode::Shown;
use super::row::Recoder;
use super::rows::{Cell, Texts, next_cell};
use super::shuffle::Shuffle;
use super::tally::{Tally, Tallying};
use crate::error::Result;
use crate::study::Kind;
use crate::table::{Batch, Table, Writer, lock, unlocked};
use crate::watch::Watch;

/// Writes the released rows of a table. The writer comes back, to be finished, with what went out.
pub fn write_rows<'w>(
    plan: &Plan,
    table: &Table,
    writer: Writer<'w>,
    watch: &dyn Watch,
) -> Result<(Writer<'w>, Tally)> {
    let columns = plan.columns();
    let texts = Texts::new(columns.len());
    let tally = Tallying::new(&texts, columns.len(), plan.starred);
    let mut out = Out::new(&texts, writer, &columns, &plan.recoding.columns, tally);
    let positions: Vec<usize> = plan.recoding.columns.iter().map(|shown| shown.column.position).collect();
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
    let names = columns.iter().map(|(name, _)| name.as_str());
    let tally = out.tally.finish(names, &texts);
    Ok((out.writer, tally))
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
    tally: Tallying,
}

impl<'a, 'w> Out<'a, 'w> {
    fn new(
        texts: &'a Texts,
        writer: Writer<'w>,
        columns: &[(String, Kind)],
        shown: &'a [Shown<'a>],
        tally: Tallying,
    ) -> Out<'a, 'w> {
        let typed = columns.iter().map(|(_, kind)| *kind != Kind::String && writer.is_typed()).collect();
        Out { texts, writer, known: vec![Vec::new(); columns.len()], typed, shown, tally }
    }

    /// Learns the texts that were not there before.
    fn follow(&mut self) {
        for (column, (known, typed)) in self.known.iter_mut().zip(&self.typed).enumerate() {
            let (new, missing) = (self.texts.since(column, known.len()), &self.shown[column].missing);
            known.extend(new.into_iter().map(|text| Some(text).filter(|text| !(*typed && missing.is(text)))));
            self.tally.counts[column].resize(known.len(), 0);
        }
    }

    fn row(&mut self, mut row: &[u8]) -> Result<()> {
        let Out { writer, known, typed, shown, tally, .. } = self;
        let taken = tally.takes(row);
        if taken {
            tally.sample(row, |column, number| known[column].get(number).and_then(|text| text.as_deref()));
        }
        let counted = tally.counts.iter_mut().zip(&mut tally.beyond);
        let columns = known.iter().zip(typed.iter()).zip(shown.iter()).zip(counted);
        writer.row(columns.map(|(((known, typed), shown), (counts, beyond))| match next_cell(&mut row) {
            Cell::Number(number) => {
                counts.get_mut(number).into_iter().for_each(|rows| *rows += u64::from(taken));
                known.get(number).and_then(|text| text.as_deref())
            }
            Cell::Text(text) => {
                *beyond += u64::from(taken);
                Some(text).filter(|text| !(*typed && shown.missing.is(text)))
            }
        }))
    }
}
