//! Rows on their way out: read once more, recoded, shuffled unless they keep their order, and handed to a writer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::by_class::Lots;
use super::in_order::{self, in_order};
use super::numbers;
use super::plan::Plan;
use super::recode::Shown;
use super::row::Recoder;
use super::rows::{Cell, Texts, next_cell};
use super::shuffle::{Shuffle, generator};
use super::tally::{Tally, Tallying};
use crate::error::Result;
use crate::study::Kind;
use crate::table::{Batch, Encoder, Part, Table, Writer, lock, unlocked};
use crate::threads;
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
    let with_bounds = if plan.numbers { numbers::columns(plan) } else { Vec::new() };
    let line = Line { tally, bounds: with_bounds.into_iter().map(|(at, _)| (at, HashMap::new())).collect() };
    let mut out = Out::new(&texts, writer, &columns, &plan.recoding.columns, line);
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
        let shuffle = Shuffle::new(search.memory);
        table.scan(&positions, search.threads, watch, || {
            let (mut recoder, mut scatter) = (recoder(), None);
            let shuffle = &shuffle;
            move |batch: &Batch| {
                let scatter = match &mut scatter {
                    Some(scatter) => scatter,
                    None => scatter.insert(shuffle.scatter()?),
                };
                scatter.add(recoder.rows(batch)?)
            }
        })?;
        out.follow();
        watch.begin("writing", source.read);
        out.write_shuffled(&shuffle, threads::used(search.threads), watch)?;
    }
    let names = columns.iter().map(|(name, _)| name.as_str());
    let tally = out.line.tally.finish(names, &texts);
    Ok((out.writer, tally))
}

/// Rows that are written between two signs of life.
const TOLD: u64 = 1 << 13;

/// Where rows go: the texts that their numbers stand for, and the writer.
struct Out<'a, 'w> {
    texts: &'a Texts,
    writer: Writer<'w>,
    cells: Cells<'a>,
    line: Line,
}

/// What the cells of rows stand for.
struct Cells<'a> {
    /// The texts of each column as far as they are known; nothing for missing values of typed columns.
    known: Vec<Vec<Option<Arc<str>>>>,
    /// Typed columns have a place for missing values that are no text; CSV shows them as they were.
    typed: Vec<bool>,
    shown: &'a [Shown<'a>],
}

/// One thread's part: what went out, and the columns whose bounds are written, with those of each text that was met.
#[derive(Clone)]
struct Line {
    tally: Tallying,
    bounds: Vec<(usize, HashMap<usize, Bounds>)>,
}

/// Bounds of a label, as numbers.
type Bounds = [Option<String>; 2];

/// A line that is added to those of other threads when its thread has no more to do.
struct Counting<'c> {
    line: Line,
    counted: &'c Mutex<Vec<Tallying>>,
}

impl Drop for Counting<'_> {
    fn drop(&mut self) {
        let none = self.line.tally.empty();
        lock(self.counted).push(std::mem::replace(&mut self.line.tally, none));
    }
}

impl<'a, 'w> Out<'a, 'w> {
    fn new(
        texts: &'a Texts,
        writer: Writer<'w>,
        columns: &[(String, Kind)],
        shown: &'a [Shown<'a>],
        line: Line,
    ) -> Out<'a, 'w> {
        let typed = columns.iter().map(|(_, kind)| *kind != Kind::String && writer.is_typed()).collect();
        Out { texts, writer, cells: Cells { known: vec![Vec::new(); shown.len()], typed, shown }, line }
    }

    /// Learns the texts that were not there before.
    fn follow(&mut self) {
        let Cells { known, typed, shown } = &mut self.cells;
        for (column, (known, typed)) in known.iter_mut().zip(typed).enumerate() {
            let (new, missing) = (self.texts.since(column, known.len()), &shown[column].missing);
            known.extend(new.into_iter().map(|text| Some(text).filter(|text| !(*typed && missing.is(text)))));
        }
    }

    /// Writes a row where it is.
    fn row(&mut self, row: &[u8]) -> Result<()> {
        let Out { writer, cells, line, .. } = self;
        line.row(cells, row, writer)
    }

    /// Writes shuffled rows: threads encode runs of buckets, which are written in their order. How long a run is follows from the
    /// number of rows alone, so that only the shuffle decides what is written.
    fn write_shuffled(&mut self, shuffle: &Shuffle, threads: usize, watch: &dyn Watch) -> Result<()> {
        let Out { writer, cells, line, .. } = self;
        let encoders = writer.encoders();
        let runs = shuffle.rows().div_ceil(encoders.rows() as u64).clamp(1, shuffle.buckets() as u64) as usize;
        let run = shuffle.buckets().div_ceil(runs);
        let counted: Mutex<Vec<Tallying>> = Mutex::default();
        let own = Line { tally: line.tally.empty(), bounds: line.bounds.clone() };
        let (cells, tally) = (&*cells, &mut line.tally);
        let take = |(part, sample): (Part, Vec<Vec<String>>)| {
            tally.show(sample);
            writer.append(part)
        };
        in_order(shuffle.buckets().div_ceil(run), threads, take, || {
            let mut counting = Counting { line: own.clone(), counted: &counted };
            let encoders = &encoders;
            move |piece: usize, out: &mut in_order::Out<_, _>| {
                let (mut encoder, mut random) = (encoders.encoder()?, generator()?);
                let line = &mut counting.line;
                let mut waiting = 0;
                let mut write = |row: &[u8]| {
                    waiting += 1;
                    if waiting == TOLD {
                        watch.check()?;
                        watch.rows(TOLD);
                        watch.advance(TOLD);
                        waiting = 0;
                    }
                    if line.row(cells, row, &mut encoder)? {
                        out.hand((encoder.part()?, line.tally.take_sample()))?;
                    }
                    Ok(())
                };
                let buckets = piece * run..shuffle.buckets().min((piece + 1) * run);
                buckets.into_iter().try_for_each(|bucket| shuffle.bucket(bucket, &mut random, &mut write))?;
                out.hand((encoder.part()?, line.tally.take_sample()))
            }
        })?;
        let text = |column: usize, number: usize| cells.known[column].get(number).and_then(|text| text.as_deref());
        unlocked(counted).into_iter().for_each(|counted| line.tally.add(counted, text));
        Ok(())
    }
}

/// What takes the values of rows.
trait Sink {
    type Done;
    fn take<'v>(&mut self, values: impl Iterator<Item = Option<&'v str>>) -> Result<Self::Done>;
}

impl Sink for Writer<'_> {
    type Done = ();
    fn take<'v>(&mut self, values: impl Iterator<Item = Option<&'v str>>) -> Result<()> {
        self.row(values)
    }
}

impl Sink for Encoder {
    type Done = bool;
    fn take<'v>(&mut self, values: impl Iterator<Item = Option<&'v str>>) -> Result<bool> {
        self.row(values)
    }
}

impl Line {
    fn row<S: Sink>(&mut self, cells: &Cells, mut row: &[u8], to: &mut S) -> Result<S::Done> {
        let Cells { known, typed, shown } = cells;
        self.tally.take(row, |column, number| known[column].get(number).and_then(|text| text.as_deref()));
        if !self.bounds.is_empty() {
            return self.row_with_bounds(cells, row, to);
        }
        to.take(known.iter().zip(typed).zip(*shown).map(|((known, typed), shown)| match next_cell(&mut row) {
            Cell::Number(number) => known.get(number).and_then(|text| text.as_deref()),
            Cell::Text(text) => Some(text).filter(|text| !(*typed && shown.missing.is(text))),
        }))
    }

    /// The same with the bounds of labels behind it.
    fn row_with_bounds<S: Sink>(&mut self, cells: &Cells, mut row: &[u8], to: &mut S) -> Result<S::Done> {
        let Cells { known, typed, shown } = cells;
        let found: Vec<Cell> = known.iter().map(|_| next_cell(&mut row)).collect();
        for (column, of_number) in &mut self.bounds {
            if let Cell::Number(number) = &found[*column] {
                let text = || known[*column].get(*number).and_then(|text| text.as_deref()).unwrap_or_default();
                of_number.entry(*number).or_insert_with(|| numbers::bounds(text()));
            }
        }
        let labels =
            found.iter().zip(known).zip(typed.iter().zip(*shown)).map(|((cell, known), (typed, shown))| match cell {
                Cell::Number(number) => known.get(*number).and_then(|text| text.as_deref()),
                Cell::Text(text) => Some(*text).filter(|text| !(*typed && shown.missing.is(text))),
            });
        let numbers = self.bounds.iter().flat_map(|(column, of_number)| {
            let bounds = match &found[*column] {
                Cell::Number(number) => of_number.get(number),
                Cell::Text(_) => None,
            };
            [0, 1].map(|end| Some(bounds.and_then(|bounds| bounds[end].as_deref()).unwrap_or_default()))
        });
        to.take(labels.chain(numbers))
    }
}
