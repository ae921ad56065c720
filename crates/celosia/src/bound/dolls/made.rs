//! A problem as dolls see it: prices as whole numbers, rounded down, and tuples joined that no level tells apart which may be
//! chosen.

use hashbrown::HashTable;

use super::table::{Column, Kind, Table};
use crate::evaluate::Problem;
use crate::frequency::Histograms;

/// A table, and how it stands to the problem.
pub struct Made<K: Kind> {
    pub table: Table<K>,
    /// The finest level of each attribute that alone does not lose too many rows: level 0 of the table.
    pub low: Vec<u8>,
    /// Units of a row that costs 1.
    pub scale: f64,
}

/// The most that a table costs, in units: sums of two stay below a word.
const MOST_UNITS: f64 = (1u64 << 61) as f64;

/// How much dearer than a suppressed row a row may come out by rounding.
const ROUNDING: f64 = 1e-12;

/// Makes the table: nothing where the steps of the proof do not hold, where its groups take more bytes, or where no node is within
/// the limit.
/// `held` is what each tuple holds of what classes need.
pub fn made<K: Kind>(problem: &Problem, kind: K, held: &[K::Held], bytes: u64) -> Option<Made<K>> {
    let (frequency, about) = (&problem.frequency, problem.metric());
    if problem.keeps_persons() || !(problem.is_bounded() && about.cells_only && about.additive && about.monotone) {
        return None;
    }
    let rows = u32::try_from(frequency.rows).ok().filter(|rows| *rows > 0)?;
    let tuples = u32::try_from(frequency.distinct()).ok()?;
    let attributes = problem.lattice.attributes();
    let row = problem.suppressed_row();
    let scale = (MOST_UNITS / (f64::from(rows) * row.max(1.0))).log2().floor().exp2();
    let limit = u32::try_from(problem.limit).unwrap_or(rows).min(rows);
    let mut low = Vec::new();
    for a in 0..attributes {
        // What all rows with a value hold together.
        let mut of_value = vec![(0u32, K::Held::default()); frequency.attributes[a].counts.len()];
        for ((value, n), held) in frequency.columns[a].iter().zip(&frequency.counts).zip(held) {
            let sum = &mut of_value[*value as usize];
            sum.0 += *n as u32;
            K::join(&mut sum.1, *held);
        }
        let is_allowed = |level: &u8| {
            let grouping = &problem.lattice.levels[a][usize::from(*level)];
            let mut sums = vec![(0u32, K::Held::default()); grouping.groups];
            for ((rows, held), group) in of_value.iter().zip(&grouping.group_of) {
                let sum = &mut sums[*group as usize];
                sum.0 += rows;
                K::join(&mut sum.1, *held);
            }
            let lost = sums.iter().filter(|(rows, held)| *rows > 0 && !kind.passes(*rows, *held));
            lost.map(|(rows, _)| u64::from(*rows)).sum::<u64>() <= u64::from(limit)
        };
        low.push((0..=problem.lattice.height(a)).find(is_allowed)?);
    }
    let firsts = joined(problem, &low, tuples);
    let levels: u64 = low.iter().zip(&problem.lattice.levels).map(|(low, of)| of.len() as u64 - u64::from(*low)).sum();
    if firsts.of.len() as u64 * levels * 4 > bytes {
        return None;
    }
    let mut counts = vec![0u32; firsts.of.len()];
    let mut together = vec![K::Held::default(); firsts.of.len()];
    for (tuple, joined) in firsts.joined.iter().enumerate() {
        counts[*joined as usize] += frequency.counts[tuple] as u32;
        K::join(&mut together[*joined as usize], held[tuple]);
    }
    let lost = suppressed_cells(problem)?;
    let columns = (0..attributes).map(|a| column(problem, (a, low[a]), &firsts.of, (lost[a], scale))).collect();
    Some(Made { table: Table { counts, held: together, columns, limit, kind }, low, scale })
}

/// Tuples that no level tells apart.
struct Joined {
    /// The number of each tuple's set.
    joined: Vec<u32>,
    /// A tuple of each set.
    of: Vec<u32>,
}

fn joined(problem: &Problem, low: &[u8], tuples: u32) -> Joined {
    let groups: Vec<(&[u32], &[u32])> = low
        .iter()
        .zip(&problem.lattice.levels)
        .zip(&problem.frequency.columns)
        .map(|((low, levels), column)| (&levels[usize::from(*low)].group_of[..], &column[..]))
        .collect();
    let group = |(group_of, column): &(&[u32], &[u32]), tuple: u32| group_of[column[tuple as usize] as usize];
    let hash = |tuple: u32| {
        let mix = |hash: u64, of| (hash.rotate_left(5) ^ u64::from(group(of, tuple))).wrapping_mul(super::MIX);
        groups.iter().fold(0, mix)
    };
    let mut known: HashTable<u32> = HashTable::new();
    let (mut joined, mut of) = (Vec::with_capacity(tuples as usize), Vec::new());
    for tuple in 0..tuples {
        let same =
            |number: &u32| groups.iter().all(|column| group(column, tuple) == group(column, of[*number as usize]));
        let number = match known.find(hash(tuple), same) {
            Some(number) => *number,
            None => {
                let number = of.len() as u32;
                known.insert_unique(hash(tuple), number, |other| hash(of[*other as usize]));
                of.push(tuple);
                number
            }
        };
        joined.push(number);
    }
    Joined { joined, of }
}

/// What a suppressed row's cell of each attribute is taken to cost: as much as the dearest one that is shown, and a part of what the row
/// costs beyond these; nothing where shown cells together may cost more than a suppressed row.
///
/// Only what rows cost is given, so any such parts will do. Those by weight would not: a metric may have columns whose cells cost
/// more than their weight, and others that cost less.
fn suppressed_cells(problem: &Problem) -> Option<Vec<f64>> {
    let dearest = |a: usize| {
        let levels = (0..problem.lattice.levels[a].len()).filter_map(|level| problem.cell_prices(a, level));
        levels.flatten().copied().fold(0.0, f64::max)
    };
    let dearest: Vec<f64> = (0..problem.lattice.attributes()).map(dearest).collect();
    let (row, shown) = (problem.suppressed_row(), dearest.iter().sum::<f64>());
    let parts = dearest.iter().enumerate().map(|(a, of)| of + (row - shown).max(0.0) * problem.weight(a));
    (shown <= row * (1.0 + ROUNDING)).then(|| parts.collect())
}

/// The column of an attribute from its finest level on.
fn column(problem: &Problem, (a, low): (usize, u8), tuples: &[u32], (suppressed, scale): (f64, f64)) -> Column {
    let lost = (suppressed * scale).floor() as u64;
    let attribute = &problem.frequency.attributes[a];
    let mut column = Column { groups: Vec::new(), sizes: Vec::new(), prices: Vec::new(), lost, costs: Vec::new() };
    for level in usize::from(low)..problem.lattice.levels[a].len() {
        let grouping = &problem.lattice.levels[a][level];
        let mut of_group = vec![0u64; grouping.groups];
        let mut rows = vec![0u64; grouping.groups];
        let prices = problem.cell_prices(a, level);
        for (value, group) in grouping.group_of.iter().enumerate() {
            let price = prices.map_or(0.0, |prices| prices[value]);
            of_group[*group as usize] = ((price * scale).floor() as u64).min(lost);
            rows[*group as usize] += attribute.counts[value];
        }
        let values = &problem.frequency.columns[a];
        column.groups.push(tuples.iter().map(|tuple| grouping.group_of[values[*tuple as usize] as usize]).collect());
        column.sizes.push(grouping.groups);
        column.costs.push(of_group.iter().zip(&rows).map(|(price, rows)| price * rows).sum());
        column.prices.push(of_group);
    }
    column
}

/// The most values of all sensitive attributes together that are told apart, a bit each.
const BITS: usize = 128;

/// The values of each tuple as bits, and those of each attribute; nothing where there are too many. Missing ones have no bit.
pub fn bits(problem: &Problem) -> Option<(Vec<u128>, Vec<u128>)> {
    let sensitive = &problem.frequency.sensitive;
    let mut bits = vec![0u128; problem.frequency.distinct()];
    let (mut masks, mut first) = (Vec::new(), 0);
    for tracked in sensitive {
        if first + tracked.totals.len() > BITS {
            return None;
        }
        let bit = |value: u32| if tracked.missing == Some(value) { 0 } else { 1u128 << (first + value as usize) };
        masks.push((0..tracked.totals.len() as u32).map(bit).fold(0, |all, bit| all | bit));
        let histograms: &Histograms = &tracked.histograms;
        for (tuple, bits) in bits.iter_mut().enumerate() {
            *bits |= histograms.of(tuple).values.iter().map(|value| bit(*value)).fold(0, |all, bit| all | bit);
        }
        first += tracked.totals.len();
    }
    Some((bits, masks))
}
