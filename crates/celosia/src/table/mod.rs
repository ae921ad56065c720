//! Reading and writing tables, streamed in batches: CSV, Parquet, Arrow IPC, record batches in memory; one file, a folder or a
//! glob.
//!
//! Every value enters as text, as it would stand in a CSV file; `frequency/` turns it into codes.

mod arrow;
mod batch;
mod begin;
mod blanks;
mod blocks;
mod cap;
mod cells;
#[cfg(test)]
mod chunk_tests;
mod codec;
mod damage;
mod delimiter;
mod destination;
mod domain;
mod empty;
mod encoding;
mod files;
mod first;
mod foreign;
mod header;
mod memory;
mod name_lock;
mod partial;
mod records;
#[cfg(feature = "sheets")]
mod sheet;
mod sweep;
mod text;
mod times;
mod treat;
mod typed;
mod workbook;
mod write;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use arrow_array::RecordBatch;
use hashbrown::HashMap;

pub use crate::input::{STANDARD, is_standard as is_standard_input};
pub(crate) use crate::input::{no_room, temporary};
pub use batch::Batch;
pub use codec::PARQUET as PARQUET_CODEC;
pub use damage::is_decoding;
pub use destination::{Destination, folder_of, is_standard};
pub use domain::Domain;
pub use memory::MEMORY;
pub use name_lock::NameLock;
pub use partial::{Access, Aside, Listed, Partial, PartialFolder, abandon, atomically};
pub(crate) use treat::only_here;
pub use write::{Form, Quotes, Style, Writer, unwritten};

pub use crate::writing::{Doubt, Stated, Told, Writing, date, infer, number, told, told_together};

use crate::error::{Error, Place, Result};
use crate::input::Input;
use crate::study::{Delimiter, Kind, Reading};
use crate::threads;
use crate::watch::{READING, Silent, Watch};
use files::{File, Format};
use memory::Memory;

/// A table that can be scanned: its files, or its rows in memory, and the header that they share.
#[derive(Debug, Clone)]
pub struct Table {
    rows: Rows,
    /// Column names.
    pub columns: Vec<String>,
    /// The type that the files themselves give a column, where they give one.
    pub kinds: Vec<Option<Kind>>,
    /// Where each name stands: there may be ten thousand.
    positions: Arc<HashMap<String, usize>>,
    /// What a study makes of its columns.
    treats: Arc<Vec<treat::Treat>>,
    /// Rows that it does not take, because their persons have too many.
    left_out: Arc<cap::LeftOut>,
}

/// Where the rows of a table are.
#[derive(Debug, Clone)]
enum Rows {
    Files(Vec<File>),
    Memory(Memory),
}

impl Table {
    /// A table of record batches, which have one schema. The columns are read where they lie and are not copied.
    pub fn from_batches(batches: Vec<RecordBatch>) -> Result<Table> {
        let (memory, header) = Memory::new(batches)?;
        let (columns, kinds): (Vec<String>, Vec<Option<Kind>>) = header.into_iter().unzip();
        let positions = Arc::new(positions(Path::new(MEMORY), &columns)?);
        Ok(Table {
            rows: Rows::Memory(memory),
            columns,
            kinds,
            positions,
            treats: Arc::default(),
            left_out: Arc::default(),
        })
    }

    /// Opens a file, a folder or a glob: reads the headers and checks that they are one table. What `reading` does not
    /// say is told from the first rows and bytes.
    pub fn open(path: &Path, reading: &Reading) -> Result<Table> {
        Table::open_watched(path, reading, &Silent)
    }

    /// The same where it may take long: `-` is standard input, and pipes are read to their end before anything else.
    pub fn open_watched(path: &Path, reading: &Reading, watch: &dyn Watch) -> Result<Table> {
        let mut reading = reading.clone();
        let mut files = Vec::new();
        let mut columns: Option<Vec<String>> = None;
        let mut kinds: Vec<Option<Kind>> = Vec::new();
        let mut places = HashMap::new();
        for path in files::resolve(path)? {
            let (file, header) = File::open(&path, &reading, watch)?;
            // All files of a table have a header, or none has.
            if let Format::Text(text) = &file.format {
                reading.header = Some(text.header);
            }
            let (header, of_file): (Vec<String>, Vec<Option<Kind>>) = header.into_iter().unzip();
            let of_names = positions(&path, &header)?;
            match &columns {
                None => {
                    columns = Some(header);
                    kinds = of_file;
                    places = of_names;
                }
                Some(first) if *first != header => {
                    return Err(Error::Table {
                        place: Place::file(&path),
                        what: format!(
                            "its columns ({}) differ from those of {} ({})",
                            header.join(", "),
                            files.first().map(|f: &File| f.input.path().display().to_string()).unwrap_or_default(),
                            first.join(", ")
                        ),
                        hint: "all files of a table need the same columns in the same order".into(),
                    });
                }
                Some(_) => {}
            }
            files.push(file);
        }
        let (columns, positions) = (columns.unwrap_or_default(), Arc::new(places));
        let table = Table {
            rows: Rows::Files(files),
            columns,
            kinds,
            positions,
            treats: Arc::default(),
            left_out: Arc::default(),
        };
        table.notices().iter().for_each(|notice| watch.note(notice));
        Ok(table)
    }

    /// What was decided where the study does not say how the files are to be read, and what they had that is not read: names of
    /// columns, and no values. A caller who watches hears them as they come.
    pub fn notices(&self) -> Vec<String> {
        let mut said: Vec<(String, usize)> = Vec::new();
        for file in self.files() {
            let late = file.turned_western().then(|| begin::WESTERN.to_string());
            for notice in file.notices.iter().cloned().chain(late).chain(file.empty_rows()) {
                match said.iter_mut().find(|(known, _)| *known == notice) {
                    Some((_, files)) => *files += 1,
                    None => said.push((notice, 1)),
                }
            }
        }
        let several = self.files().len() > 1;
        let say = |(notice, files): (String, usize)| match several {
            true => format!("{notice} (in {files} of {} files)", self.files().len()),
            false => notice,
        };
        said.into_iter().map(say).collect()
    }

    /// What was told from the files and would be told again: for whoever writes a study.
    pub fn reading(&self) -> Reading {
        let Some(File { format: Format::Text(text), sheet, .. }) = self.files().first() else {
            return Reading::default();
        };
        let is_sheet = sheet.is_some();
        Reading {
            delimiter: Some(text.parted_by).filter(|_| !is_sheet),
            header: Some(text.header),
            encoding: Some(text.opened.encoding.unwrap_or_else(|| text.opened.bytes.encoding())).filter(|_| !is_sheet),
            ..Reading::default()
        }
    }

    /// How its text is written, where it is text: what is made of it keeps that.
    pub fn style(&self) -> Style {
        match self.files().first() {
            Some(File { format: Format::Text(text), sheet: None, .. }) if text.parted_by != Delimiter::Blanks => {
                text.style
            }
            _ => Style::default(),
        }
    }

    /// The files, in the order in which they are read; none of a table in memory.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.inputs().map(Input::path)
    }

    /// The same, to be read byte by byte.
    pub fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.files().iter().map(|file| &file.input)
    }

    /// Are the rows in memory, and in no file?
    pub fn is_in_memory(&self) -> bool {
        matches!(self.rows, Rows::Memory(_))
    }

    /// What errors call the parts that its rows come from, in their order.
    pub fn names(&self) -> Vec<PathBuf> {
        if self.is_in_memory() { vec![MEMORY.into()] } else { self.paths().map(PathBuf::from).collect() }
    }

    /// The column delimiter of a table of text.
    pub fn delimiter(&self) -> Option<u8> {
        self.files().first().and_then(|file| match file.format {
            Format::Text(ref text) => Some(text.delimiter),
            Format::Parquet | Format::Ipc(_) => None,
        })
    }

    /// The error for a header without a row.
    pub fn header_only(&self) -> Error {
        header_only(self.names().first().map_or(Path::new(""), PathBuf::as_path))
    }

    fn files(&self) -> &[File] {
        match &self.rows {
            Rows::Files(files) => files,
            Rows::Memory(_) => &[],
        }
    }

    /// The position of a column, or an error that names the nearest; `place` is who asked.
    pub fn column(&self, name: &str, place: &str) -> Result<usize> {
        self.positions.get(name).copied().ok_or_else(|| Error::UnknownColumn {
            column: name.into(),
            place: place.into(),
            known: self.columns.clone(),
        })
    }

    /// Reads the given columns once, on `threads` threads (0: all cores). Each thread makes a worker and gives it batch
    /// after batch; one thread sees the rows in order. Memory: a few batches per thread.
    pub fn scan<W>(
        &self,
        columns: &[usize],
        threads: usize,
        watch: &dyn Watch,
        worker: impl Fn() -> W + Sync,
    ) -> Result<()>
    where
        W: FnMut(&Batch) -> Result<()>,
    {
        let (bytes, current) = match &self.rows {
            Rows::Files(files) => (files.iter().map(|file| file.rows().bytes()).sum(), None),
            Rows::Memory(memory) => (memory.bytes(), Some(Current::Memory(memory.pieces()))),
        };
        watch.begin(READING, bytes);
        let source = Mutex::new(Source { files: self.files(), next: 0, current, jobs: 0 });
        // Of several errors the one that comes first in the table, so that runs agree. All jobs before it are in
        // other hands already and are finished; all behind it are dropped.
        let failed: Mutex<Option<(u64, Error)>> = Mutex::new(None);
        let first_failure = AtomicU64::new(u64::MAX);
        let fail = |job: u64, error: Error| {
            let mut failed = lock(&failed);
            if failed.as_ref().is_none_or(|(first, _)| job < *first) {
                *failed = Some((job, error));
                first_failure.store(job, Ordering::Relaxed);
            }
        };
        let empty: Vec<AtomicU64> = self.files().iter().map(|_| AtomicU64::new(0)).collect();
        let run = || {
            let mut work = worker();
            loop {
                let (number, job) = {
                    let mut source = lock(&source);
                    if first_failure.load(Ordering::Relaxed) < u64::MAX {
                        return;
                    }
                    match source.next(columns) {
                        Ok(Some(job)) => (source.jobs, job),
                        Ok(None) => return,
                        Err(error) => return fail(source.jobs + 1, error),
                    }
                };
                let bytes = job.bytes();
                let done = job.batches(columns, &mut |mut batch: Batch| {
                    watch.check()?;
                    cap::cap(&self.left_out, &mut batch);
                    treat::treat(&self.treats, columns, &mut batch)?;
                    if batch.empty > 0 {
                        empty[batch.file].fetch_add(batch.empty, Ordering::Relaxed);
                    }
                    watch.rows(batch.rows() as u64);
                    if first_failure.load(Ordering::Relaxed) < number { Err(Error::Interrupted) } else { work(&batch) }
                });
                if let Err(error) = done {
                    return fail(number, error);
                }
                watch.advance(bytes);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads::used(threads) {
                // Where the system gives no more threads, fewer do it.
                let _ = std::thread::Builder::new().spawn_scoped(scope, run);
            }
            run();
        });
        match failed.into_inner() {
            Ok(Some((_, error))) => Err(error),
            _ => {
                let newly = self.files().iter().any(File::newly_western);
                if newly {
                    watch.note(begin::WESTERN);
                }
                let newly = self.files().iter().zip(&empty);
                newly
                    .filter_map(|(file, rows)| file.newly_empty(rows.load(Ordering::Relaxed)))
                    .for_each(|said| watch.note(&said));
                Ok(())
            }
        }
    }
}

/// The error for a table that has a header and no row.
pub fn header_only(path: &Path) -> Error {
    Error::Table {
        place: Place::file(path),
        what: "there is a header but no row".into(),
        hint: "a table needs at least one row below its header; where its only row is data, give data.header = false"
            .into(),
    }
}

/// What is behind a lock that nobody needs any more.
pub(crate) fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A lock that a panicking thread cannot poison for the others: the panic itself is reported by the scope.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Where each column stands; no two may have one name.
fn positions(path: &Path, header: &[String]) -> Result<HashMap<String, usize>> {
    let mut positions = HashMap::with_capacity(header.len());
    for (i, name) in header.iter().enumerate() {
        if let Some(first) = positions.insert(name.clone(), i) {
            return Err(Error::Table {
                place: Place::file(path),
                what: format!("columns {} and {} are both called \"{name}\"", first + 1, i + 1),
                hint: "give every column a name of its own".into(),
            });
        }
    }
    Ok(positions)
}

/// A piece of work for one thread: decoding happens outside the lock.
enum Job {
    Text(records::Chunk),
    Arrow(arrow::Piece),
    Memory(memory::Piece),
}

impl Job {
    fn batches(self, columns: &[usize], work: &mut impl FnMut(Batch) -> Result<()>) -> Result<()> {
        match self {
            Job::Text(chunk) => work(chunk.parse(columns)?),
            Job::Arrow(piece) => piece.batches(columns, work),
            Job::Memory(piece) => piece.batches(columns, work),
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Job::Text(chunk) => chunk.source_bytes,
            Job::Arrow(piece) => piece.bytes,
            Job::Memory(piece) => piece.bytes,
        }
    }
}

/// Hands out jobs, file after file.
struct Source<'a> {
    files: &'a [File],
    next: usize,
    current: Option<Current>,
    /// How many jobs were handed out.
    jobs: u64,
}

enum Current {
    Text(text::Chunks),
    Arrow(arrow::Pieces),
    Memory(memory::Pieces),
}

impl Source<'_> {
    fn next(&mut self, columns: &[usize]) -> Result<Option<Job>> {
        loop {
            let job = match &mut self.current {
                Some(Current::Text(chunks)) => chunks.next()?.map(Job::Text),
                Some(Current::Arrow(pieces)) => pieces.next()?.map(Job::Arrow),
                Some(Current::Memory(pieces)) => pieces.next().map(Job::Memory),
                None => None,
            };
            if job.is_some() {
                self.jobs += 1;
                return Ok(job);
            }
            let Some(file) = self.files.get(self.next) else { return Ok(None) };
            self.current = Some(match &file.format {
                Format::Text(text) => Current::Text(text::Chunks::open(file.rows(), self.next, text, text::CHUNK)?),
                Format::Parquet => Current::Arrow(arrow::Pieces::parquet(&file.input, self.next)?),
                Format::Ipc(form) => Current::Arrow(arrow::Pieces::ipc(&file.input, self.next, *form, columns)?),
            });
            self.next += 1;
        }
    }
}
