//! Rows of a tuple that are alike, as slowly as they are told: by their value of the attribute beside, where classes take rows by it.

use crate::frequency::Frequency;

/// The values with their rows; one kind without a value where it does not matter.
pub(super) fn kinds(frequency: &Frequency, tuple: usize, by_value: bool) -> Vec<(Option<u32>, u64)> {
    let Some(beside) = frequency.beside().filter(|_| by_value) else { return vec![(None, frequency.counts[tuple])] };
    let of = beside.histograms.of(tuple);
    of.values.iter().zip(of.counts).map(|(value, rows)| (Some(*value), *rows)).collect()
}
