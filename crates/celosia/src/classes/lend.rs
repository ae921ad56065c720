//! Rows of tuples that fall into other classes than the rest: they are classes of their own before classes are merged.

use super::Classes;
use crate::frequency::{Frequency, Histogram, Histograms};
use crate::space::Share;

impl Classes {
    /// Tuples that lend rows: each share is a class of its own, behind all of them.
    pub(super) fn lending(self, frequency: &Frequency, shares: &[Share]) -> Classes {
        let Classes { mut first, mut rows, sensitive, label, mut extents, persons, trails } = self;
        for share in shares {
            rows[share.tuple as usize] -= share.rows;
            rows.push(share.rows);
            first.push(share.tuple);
            if let Some(extents) = &mut extents {
                extents.extend(
                    frequency.columns.iter().map(|column| (column[share.tuple as usize], column[share.tuple as usize])),
                );
            }
        }
        let lend = |histograms: Histograms| lending(&histograms, shares);
        let (sensitive, label) = (sensitive.into_iter().map(lend).collect(), label.map(lend));
        Classes { first, rows, sensitive, label, extents, persons, trails }
    }
}

/// The histograms of tuples without the rows that they lend, then those of these rows.
fn lending(of: &Histograms, shares: &[Share]) -> Histograms {
    let mut lent = Histograms::default();
    lent.make_room(of.starts.len() + shares.len(), of.values.len() + shares.len());
    let mut rest = shares;
    for tuple in 0..of.starts.len().saturating_sub(1) {
        let (own, others) = rest.split_at(rest.partition_point(|share| share.tuple as usize == tuple));
        rest = others;
        let Histogram { values, counts } = of.of(tuple);
        for (value, rows) in values.iter().zip(counts) {
            let gone = own.iter().filter(|share| share.value == Some(*value)).map(|share| share.rows).sum::<u64>();
            if rows - gone > 0 {
                lent.values.push(*value);
                lent.counts.push(rows - gone);
            }
        }
        lent.starts.push(lent.values.len());
    }
    for share in shares {
        if let Some(value) = share.value {
            lent.values.push(value);
            lent.counts.push(share.rows);
        }
        lent.starts.push(lent.values.len());
    }
    lent
}
