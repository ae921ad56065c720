//! Merging sorted runs of tuples: equal tuples meet, their rows and histograms are added.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fs::File;
use std::io::{BufReader, Read, Result, Seek, SeekFrom};
use std::ops::Range;

/// A run on the disk. Several runs of a file are read in turn, so each knows where it is.
pub struct Run<'f>(BufReader<Part<'f>>);

struct Part<'f> {
    file: &'f File,
    left: Range<u64>,
}

impl Read for Part<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let most = buffer.len().min((self.left.end - self.left.start) as usize);
        self.file.seek(SeekFrom::Start(self.left.start))?;
        let read = self.file.read(&mut buffer[..most])?;
        self.left.start += read as u64;
        Ok(read)
    }
}

/// What is known of a tuple in one run.
#[derive(Default)]
struct Entry {
    tuple: Vec<u32>,
    rows: u64,
    histograms: Vec<Vec<(u32, u64)>>,
}

impl<'f> Run<'f> {
    /// A part of a file, of which `buffer` bytes are read at a time.
    pub fn new(file: &'f File, at: Range<u64>, buffer: usize) -> Run<'f> {
        Run(BufReader::with_capacity(buffer, Part { file, left: at }))
    }

    /// The next tuple, or nothing at the end.
    fn next(&mut self, attributes: usize, tracked: usize) -> Result<Option<Entry>> {
        if self.0.buffer().is_empty() && self.0.get_ref().left.is_empty() {
            return Ok(None);
        }
        let mut entry = Entry { tuple: vec![0; attributes], ..Entry::default() };
        for code in &mut entry.tuple {
            *code = self.code()?;
        }
        entry.rows = self.rows()?;
        for _ in 0..tracked {
            let values = self.code()?;
            let histogram = (0..values).map(|_| Ok((self.code()?, self.rows()?)));
            entry.histograms.push(histogram.collect::<Result<_>>()?);
        }
        Ok(Some(entry))
    }

    fn code(&mut self) -> Result<u32> {
        let mut bytes = [0; 4];
        self.0.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn rows(&mut self) -> Result<u64> {
        let mut bytes = [0; 8];
        self.0.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }
}

/// Hands on every distinct tuple of some runs in the order of codes, with all its rows and its whole histograms.
pub fn merge(
    mut runs: Vec<Run>,
    attributes: usize,
    tracked: usize,
    mut found: impl FnMut(&[u32], u64, &[Vec<(u32, u64)>]),
) -> Result<()> {
    let mut heads: Vec<Option<Entry>> =
        runs.iter_mut().map(|run| run.next(attributes, tracked)).collect::<Result<_>>()?;
    // The least tuple first; of equal ones any.
    let mut queue: BinaryHeap<Reverse<(Vec<u32>, usize)>> = heads
        .iter_mut()
        .enumerate()
        .filter_map(|(run, head)| head.as_mut().map(|head| Reverse((std::mem::take(&mut head.tuple), run))))
        .collect();
    while let Some(Reverse((tuple, run))) = queue.pop() {
        let mut rows = 0;
        let mut histograms: Vec<BTreeMap<u32, u64>> = vec![BTreeMap::new(); tracked];
        let mut from = Some(run);
        while let Some(run) = from {
            if let Some(head) = heads[run].take() {
                rows += head.rows;
                for (all, histogram) in histograms.iter_mut().zip(head.histograms) {
                    histogram.into_iter().for_each(|(value, n)| *all.entry(value).or_insert(0) += n);
                }
            }
            heads[run] = runs[run].next(attributes, tracked)?;
            if let Some(head) = &mut heads[run] {
                queue.push(Reverse((std::mem::take(&mut head.tuple), run)));
            }
            let same = queue.peek().filter(|Reverse((next, _))| *next == tuple).is_some();
            from = if same { queue.pop().map(|Reverse((_, run))| run) } else { None };
        }
        let histograms: Vec<Vec<(u32, u64)>> = histograms.into_iter().map(|all| all.into_iter().collect()).collect();
        found(&tuple, rows, &histograms);
    }
    Ok(())
}
