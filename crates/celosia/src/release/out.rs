//! Rows on their way out: read once more, recoded, shuffled unless they keep their order, and handed to a writer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::by_class::Lots;
use super::numbers;
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
    let tally = Tallying::new(&texts, plan.recoding.columns.len(), plan.starred);
    let mut out = Out::new(&texts, writer, &columns, &plan.recoding.columns, tally);
    if plan.numbers {
        out.bounds = numbers::columns(plan).into_iter().map(|(at, _)| (at, HashMap::new())).collect();
    }
    let positions = plan.recoding.positions();
    let lots = Lots::new()?;
    let recoder = || Recoder::new(&plan.recoding, &texts, &lots, plan.starred);
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
    /// The columns whose bounds are written, with those of each text that was met.
    bounds: Vec<(usize, HashMap<usize, Bounds>)>,
}

/// Bounds of a label, as numbers.
type Bounds = [Option<String>; 2];

impl<'a, 'w> Out<'a, 'w> {
    fn new(
        texts: &'a Texts,
        writer: Writer<'w>,
        columns: &[(String, Kind)],
        shown: &'a [Shown<'a>],
        tally: Tallying,
    ) -> Out<'a, 'w> {
        let typed = columns.iter().map(|(_, kind)| *kind != Kind::String && writer.is_typed()).collect();
        Out { texts, writer, known: vec![Vec::new(); shown.len()], typed, shown, tally, bounds: Vec::new() }
    }

    /// Learns the texts that were not there before.
    fn follow(&mut self) {
        for (column, (known, typed)) in self.known.iter_mut().zip(&self.typed).enumerate() {
            let (new, missing) = (self.texts.since(column, known.len()), &self.shown[column].missing);
            known.extend(new.into_iter().map(|text| Some(text).filter(|text| !(*typed && missing.is(text)))));
        }
    }

    fn row(&mut self, mut row: &[u8]) -> Result<()> {
        let known = &self.known;
        self.tally.take(row, |column, number| known[column].get(number).and_then(|text| text.as_deref()));
        if !self.bounds.is_empty() {
            return self.row_with_bounds(row);
        }
        let Out { writer, known, typed, shown, .. } = self;
        writer.row(known.iter().zip(typed.iter()).zip(shown.iter()).map(|((known, typed), shown)| {
            match next_cell(&mut row) {
                Cell::Number(number) => known.get(number).and_then(|text| text.as_deref()),
                Cell::Text(text) => Some(text).filter(|text| !(*typed && shown.missing.is(text))),
            }
        }))
    }

    /// The same with the bounds of labels behind it.
    fn row_with_bounds(&mut self, mut row: &[u8]) -> Result<()> {
        let Out { writer, known, typed, shown, bounds, .. } = self;
        let cells: Vec<Cell> = known.iter().map(|_| next_cell(&mut row)).collect();
        for (column, of_number) in bounds.iter_mut() {
            if let Cell::Number(number) = &cells[*column] {
                let text = || known[*column].get(*number).and_then(|text| text.as_deref()).unwrap_or_default();
                of_number.entry(*number).or_insert_with(|| numbers::bounds(text()));
            }
        }
        let labels = cells.iter().zip(known.iter()).zip(typed.iter().zip(shown.iter())).map(
            |((cell, known), (typed, shown))| match cell {
                Cell::Number(number) => known.get(*number).and_then(|text| text.as_deref()),
                Cell::Text(text) => Some(*text).filter(|text| !(*typed && shown.missing.is(text))),
            },
        );
        let numbers = bounds.iter().flat_map(|(column, of_number)| {
            let found = match &cells[*column] {
                Cell::Number(number) => of_number.get(number),
                Cell::Text(_) => None,
            };
            [0, 1].map(|end| Some(found.and_then(|bounds| bounds[end].as_deref()).unwrap_or_default()))
        });
        writer.row(labels.chain(numbers))
    }
}
