//! From the parts of the hash table to the frequency table: codes become ranks, tuples are sorted.

use rayon::prelude::*;

use super::spill::Shard;
use super::tuples::Counts;
use super::{Attribute, Frequency, Histograms, Packed, Tracked};
use crate::error::Result;

/// Puts the parts together: the same table whatever the threads did. Parts are dropped as they are copied and columns
/// as they are ordered, so that the peak is little more than the parts or the table, whichever is larger.
pub fn assemble(
    parts: Vec<Shard>,
    ranks: &[Vec<u32>],
    tracked_ranks: &[Vec<u32>],
    sensitive: usize,
) -> Result<Frequency> {
    let (mut table, ends) = Unordered::new(parts, ranks, tracked_ranks)?;
    let mut order: Vec<u32> = (0..table.counts.len() as u32).collect();
    slices(&mut order, &ends).into_par_iter().for_each(|slice| sort(slice, &table.columns, ranks));
    table.reorder(&order);
    drop(order);

    let Unordered { columns, counts, entries } = table;
    let attributes = columns.iter().zip(ranks).map(|(column, rank)| {
        let mut of_value = vec![0; rank.len()];
        column.iter().zip(&counts).for_each(|(value, rows)| of_value[*value as usize] += rows);
        Attribute { weight: 1.0, counts: of_value, numbers: None, leaves: None }
    });
    let attributes = attributes.collect();
    let tracked = entries.into_iter().zip(tracked_ranks);
    let mut tracked: Vec<Tracked> =
        tracked.map(|(entries, rank)| histograms(entries, counts.len(), rank.len())).collect();
    let label = (tracked.len() > sensitive).then(|| tracked.remove(sensitive));
    let rows = counts.iter().sum();
    Ok(Frequency {
        rows,
        attributes,
        columns,
        counts,
        sensitive: tracked,
        label,
        packed: Packed::default(),
        persons: None,
    })
}

/// Tuples ordered by the first attribute alone, column by column, with the rows per tuple and value of the tracked
/// attributes.
struct Unordered {
    columns: Vec<Vec<u32>>,
    counts: Vec<u64>,
    entries: Vec<Vec<(u32, u32, u64)>>,
}

impl Unordered {
    /// The tuples, and where those with each value of the first attribute end. They lie together, so that they can be
    /// sorted value by value, side by side, in memory near the processor.
    fn new(mut parts: Vec<Shard>, ranks: &[Vec<u32>], tracked_ranks: &[Vec<u32>]) -> Result<(Unordered, Vec<u32>)> {
        let column = |part: &Counts, attribute: usize| {
            let codes = part.codes.iter().skip(attribute).step_by(ranks.len());
            codes.map(|code| ranks[attribute][*code as usize]).collect::<Vec<u32>>()
        };
        parts.par_iter_mut().try_for_each(Shard::finish)?;
        // How many tuples each value has is asked first, so that nothing has to grow. Of parts on the disk only one is
        // in memory at a time.
        let mut next = vec![0; ranks[0].len()];
        for part in &parts {
            part.first_codes(|code| next[ranks[0][code as usize] as usize] += 1)?;
        }
        let distinct = next.iter().map(|tuples| *tuples as usize).sum();
        starts(&mut next);
        let mut columns: Vec<Vec<u32>> = ranks.iter().map(|_| vec![0; distinct]).collect();
        let mut counts = vec![0; distinct];
        let mut entries: Vec<Vec<(u32, u32, u64)>> = tracked_ranks.iter().map(|_| Vec::new()).collect();
        for part in parts {
            let part = part.counted()?;
            let places: Vec<u32> = column(&part, 0).into_iter().map(|value| take(&mut next[value as usize])).collect();
            columns.par_iter_mut().enumerate().for_each(|(attribute, into)| {
                places.iter().zip(column(&part, attribute)).for_each(|(at, value)| into[*at as usize] = value);
            });
            places.iter().zip(&part.rows).for_each(|(at, rows)| counts[*at as usize] = *rows);
            for ((entries, rows), rank) in entries.iter_mut().zip(part.tracked).zip(tracked_ranks) {
                entries.extend(rows.into_iter().map(|(id, value, n)| (places[id as usize], rank[value as usize], n)));
            }
        }
        Ok((Unordered { columns, counts, entries }, next))
    }

    /// Puts the tuples into an order: which tuple comes first, which second, and so on.
    fn reorder(&mut self, order: &[u32]) {
        self.columns.par_iter_mut().for_each(|column| *column = order.iter().map(|&i| column[i as usize]).collect());
        self.counts = order.iter().map(|&i| self.counts[i as usize]).collect();
        if !self.entries.is_empty() {
            let mut position = vec![0u32; order.len()];
            order.iter().enumerate().for_each(|(at, &i)| position[i as usize] = at as u32);
            for entries in &mut self.entries {
                entries.par_iter_mut().for_each(|entry| entry.0 = position[entry.0 as usize]);
            }
        }
    }
}

/// Cuts a slice at these ends.
fn slices<'a>(mut rest: &'a mut [u32], ends: &[u32]) -> Vec<&'a mut [u32]> {
    let mut start = 0;
    let cut = ends.iter().map(|&end| {
        let (slice, behind) = std::mem::take(&mut rest).split_at_mut((end - start) as usize);
        (rest, start) = (behind, end);
        slice
    });
    cut.collect()
}

/// Sorts tuples that share the first value by the other attributes: by the last, then, keeping that order among
/// equals, by the one before, and so on. Where there are enough tuples, counting them takes only linear time.
fn sort(order: &mut [u32], columns: &[Vec<u32>], ranks: &[Vec<u32>]) {
    let mut sorted = vec![0; order.len()];
    for (column, rank) in columns.iter().zip(ranks).skip(1).rev() {
        if order.len() < rank.len() {
            order.sort_by_key(|&i| column[i as usize]);
            continue;
        }
        let mut next = vec![0; rank.len()];
        order.iter().for_each(|&i| next[column[i as usize] as usize] += 1);
        starts(&mut next);
        for &i in order.iter() {
            sorted[take(&mut next[column[i as usize] as usize]) as usize] = i;
        }
        order.copy_from_slice(&sorted);
    }
}

/// From how many there are of each value to where the first of each goes.
fn starts(counts: &mut [u32]) {
    let mut before = 0;
    for count in counts {
        before += std::mem::replace(count, before);
    }
}

/// The place that is next, which is no longer free.
fn take(next: &mut u32) -> u32 {
    *next += 1;
    *next - 1
}

fn histograms(mut entries: Vec<(u32, u32, u64)>, tuples: usize, values: usize) -> Tracked {
    entries.par_sort_unstable();
    let mut totals = vec![0; values];
    let mut starts = vec![0; tuples + 1];
    for (tuple, value, rows) in &entries {
        totals[*value as usize] += rows;
        starts[*tuple as usize + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let histograms = Histograms {
        starts,
        values: entries.iter().map(|e| e.1).collect(),
        counts: entries.iter().map(|e| e.2).collect(),
    };
    // Known where the domains are.
    Tracked { totals, missing: None, histograms }
}
