//! The check of floors: each set of columns in turn, every combination of their levels that could cost less than is claimed.
//!
//! 1. A row in a class that lacks what is asked, by some columns, lies in one that lacks it by all columns: it is suppressed in every
//!    node with these levels. These must be no more rows than may be suppressed.
//! 2. A suppressed cell is the dearest: so the columns cost at least what they do where only those rows are suppressed.
//! 3. Sets without a common column have no common cell, so what they cost adds up. So the open columns of a combination cost at least
//!    what the claim before says of those behind.
//!
//! Nothing is taken from the search: what is asked of classes, what cells cost, the classes and the way through the combinations are
//! worked out here. What is claimed may exceed what is found by rounding alone.

use rayon::prelude::*;

use super::file::{Floor, Floors};
use super::state::{At, Column, Needed, State, Table};
use crate::certify::Shown;
use crate::error::{Error, Result};
use crate::evaluate::{Outcome, Problem, naive_evaluation, naive_loss, naive_prices};
use crate::privacy::Over;
use crate::space::Node;
use crate::watch::Watch;

/// What a certificate of floors that holds was checked by.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedFloors {
    /// What was checked of each level.
    pub floors: Vec<CheckedFloor>,
    /// Combinations that were gone through.
    pub combinations: u64,
    /// Nodes that were recomputed row by row, where an answer is proven.
    pub recomputed: usize,
    /// Is there an answer that was proven?
    pub answered: bool,
}

/// A floor that holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CheckedFloor {
    /// The level, as people know it.
    pub level: f64,
    /// What nothing as private loses less than.
    pub loss: f64,
    /// The columns that it was proven from.
    pub columns: usize,
}

/// Units of a row of nothing but `*`, as many as a table of so many rows leaves room for.
fn units(rows: u64, row: f64) -> f64 {
    ((1u64 << 60) as f64 / (rows as f64 * row.max(1.0))).log2().floor().exp2()
}

/// What rounding may hide of a cost, in parts of what all rows cost that are suppressed.
const ROOM: f64 = 1e-11;

/// Checks a certificate of this problem. The answer is no at the first thing that does not hold.
pub fn check_floors(problem: &Problem, certificate: &Floors, watch: &dyn Watch) -> Result<CheckedFloors> {
    let about = problem.metric();
    let holds =
        about.cells_only && about.additive && about.monotone && problem.is_bounded() && !problem.keeps_persons();
    if !holds || problem.model().over != Over::Least {
        return Err(no(format!("{} under {} has no such floors", about.name, problem.model().name)));
    }
    let steps = certificate.floors.iter().map(|floor| floor.columns.len() as u64).sum();
    watch.begin("checking", steps);
    let mut checked = CheckedFloors { floors: Vec::new(), combinations: 0, recomputed: 0, answered: false };
    for floor in &certificate.floors {
        let bound = Bound::new(problem, certificate, floor)?;
        let (loss, combinations) = bound.check(problem, watch)?;
        checked.floors.push(CheckedFloor { level: floor.level, loss, columns: floor.columns.len() });
        checked.combinations += combinations;
        if !certificate.answer.is_empty() {
            let (nodes, combinations) = bound.nodes(problem, &certificate.answer, watch)?;
            checked.combinations += combinations;
            checked.recomputed = nodes.len();
            checked.answered = true;
            same_answer(problem, certificate, floor, &nodes, watch)?;
        }
    }
    Ok(checked)
}

fn no(what: String) -> Error {
    let hint = "the certificate proves nothing: it is damaged, was changed, or was made from another table";
    Error::No { what, hint: hint.into() }
}

/// What a class needs to be as private as a level under the leading model, by the definitions of the models.
fn needed(problem: &Problem, level: f64) -> Option<Needed> {
    let whole = (level - 1e-9).ceil();
    let whole = (1.0..1e15).contains(&whole).then_some(whole as u64)?;
    let values = u32::try_from(whole).ok()?;
    match problem.model().name {
        "k-anonymity" | "alpha-k-anonymity" => Some(Needed { rows: whole, values: 0 }),
        // As many values take as many rows.
        "distinct-l-diversity" | "entropy-l-diversity" | "frequency-l-diversity" => {
            Some(Needed { rows: whole, values })
        }
        _ => None,
    }
}

/// The table of a problem: prices in whole numbers, rounded down.
fn table(problem: &Problem, needed: Needed) -> Result<(Table, f64)> {
    let frequency = &problem.frequency;
    let (all, columns) = (frequency.rows, problem.lattice.attributes());
    let free = naive_loss(problem, 0.0, all);
    let (full, gone) = (naive_loss(problem, all as f64, all), naive_loss(problem, 0.0, 0));
    if full <= free {
        return Err(no("cells cost nothing".into()));
    }
    // Above what is free a loss is a straight line up to what rows of nothing but `*` cost, and suppressed ones lie on it.
    let half = naive_loss(problem, all as f64 * 1.5, all) - full;
    let row = 1.0 + (gone - full) / (2.0 * half);
    let levels = |a: usize| 0..problem.lattice.levels[a].len();
    let prices: Vec<Vec<Vec<f64>>> =
        (0..columns).map(|a| levels(a).map(|level| naive_prices(problem, a, level as u8)).collect()).collect();
    let dearest = |levels: &Vec<Vec<f64>>| levels.iter().flatten().copied().fold(0.0, f64::max);
    let dearest: Vec<f64> = prices.iter().map(dearest).collect();
    let left = row - dearest.iter().sum::<f64>();
    if left < -1e-12 * row {
        return Err(no("a row that is shown may cost more than one that is suppressed".into()));
    }
    let scale = units(all, row);
    let weights: f64 = frequency.attributes.iter().map(|attribute| attribute.weight).sum();
    let column = |a: usize| {
        let weight = frequency.attributes[a].weight / weights;
        let suppressed = ((dearest[a] + left.max(0.0) * weight) * scale).floor() as u64;
        let tuples = &frequency.columns[a];
        let group_of = |level: usize| &problem.lattice.levels[a][level].group_of;
        let groups = levels(a).map(|level| tuples.iter().map(|value| group_of(level)[*value as usize]).collect());
        let price = |prices: &Vec<f64>, value: &u32| ((prices[*value as usize] * scale).floor() as u64).min(suppressed);
        let shown = prices[a].iter().map(|prices| tuples.iter().map(|value| price(prices, value)).collect());
        Column { groups: groups.collect(), prices: shown.collect(), suppressed }
    };
    let bits = |tuple: usize| -> Vec<Box<[u64]>> {
        let of = frequency.sensitive.iter().map(|tracked| {
            let mut bits = vec![0u64; tracked.totals.len().div_ceil(64).max(1)];
            let here = tracked.histograms.of(tuple).values.iter();
            here.filter(|v| tracked.missing != Some(**v)).for_each(|v| bits[*v as usize / 64] |= 1 << (v % 64));
            bits.into_boxed_slice()
        });
        of.collect()
    };
    let values = if needed.values > 1 { (0..frequency.distinct()).map(bits).collect() } else { Vec::new() };
    let columns = (0..columns).map(column).collect();
    Ok((Table { columns, rows: frequency.counts.clone(), values, needed, limit: problem.limit }, scale))
}

/// A floor to be checked.
struct Bound {
    table: Table,
    scale: f64,
    /// The columns of the claim, the last one first that was taken in, and what is claimed in units.
    order: Vec<usize>,
    claimed: Vec<u64>,
    level: f64,
    loss: f64,
}

/// One walk through combinations.
struct Walk<'a> {
    table: &'a Table,
    order: &'a [usize],
    /// What the columns from each on cost at least; the first place says nothing.
    behind: &'a [u64],
    /// Every combination that costs less is wanted.
    below: u64,
    watch: &'a dyn Watch,
}

/// Combinations that cost less, and how many were gone through.
type Walked = (Vec<Vec<usize>>, u64);

impl Bound {
    fn new(problem: &Problem, certificate: &Floors, floor: &Floor) -> Result<Bound> {
        let Some(needed) = needed(problem, floor.level) else {
            return Err(no(format!("nothing is known of what a class needs for {}", floor.level)));
        };
        let (table, scale) = table(problem, needed)?;
        let room = (ROOM * problem.frequency.rows as f64 * scale) as u64;
        let claimed = floor.columns.iter().map(|part| ((part.cost.max(0.0) * scale) as u64).saturating_sub(room));
        let order = floor.columns.iter().filter_map(|part| certificate.claim.column_of(&part.column)).collect();
        Ok(Bound { claimed: claimed.collect(), table, scale, order, level: floor.level, loss: floor.loss })
    }

    /// Checks each set of the chain, the smallest first. The loss that this proves, and how many combinations that took.
    fn check(&self, problem: &Problem, watch: &dyn Watch) -> Result<(f64, u64)> {
        let mut combinations = 0;
        let mut proven = vec![0];
        for at in (0..self.order.len()).rev() {
            let behind: Vec<u64> = std::iter::once(0).chain(proven.iter().copied()).collect();
            let order = &self.order[at..];
            let walk = Walk { table: &self.table, order, behind: &behind, below: self.claimed[at], watch };
            let (cheaper, gone) = walk.begin()?;
            combinations += gone;
            if let Some(levels) = cheaper.first() {
                let what =
                    format!("{}: {levels:?} of the last {} columns cost less than is claimed", self.level, order.len());
                return Err(no(what));
            }
            proven.insert(0, self.claimed[at]);
            watch.advance(1);
        }
        let (root, mut cost) = (self.table.root(), proven[0]);
        for a in (0..self.table.columns.len()).filter(|a| !self.order.contains(a)) {
            // Where a column has no level at all, nothing is as private.
            cost += self.table.finest(&root, a, 0).map_or(u64::MAX / 128, |(_, cost)| cost);
        }
        let loss = naive_loss(problem, cost as f64 / self.scale, problem.frequency.rows);
        match self.loss <= loss + ROOM * 4.0 {
            true => Ok((self.loss, combinations)),
            false => Err(no(format!("{}: a loss of {} is claimed, the columns prove {loss}", self.level, self.loss))),
        }
    }

    /// All nodes that cost no more than the answer loses.
    fn nodes(&self, problem: &Problem, answer: &[Shown], watch: &dyn Watch) -> Result<(Vec<Node>, u64)> {
        if self.order.len() < self.table.columns.len() {
            return Err(no("an answer is claimed, and not all columns are taken in".into()));
        }
        let rows = problem.frequency.rows;
        let least = answer.iter().filter_map(|point| point.values.get(problem.models().len())).copied();
        let least = least.fold(f64::INFINITY, f64::min);
        // The first cost that is certain to lose more.
        let (mut low, mut high) = (0u64, 1 << 61);
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            let more = naive_loss(problem, middle as f64 / self.scale, rows) > least + ROOM;
            *(if more { &mut high } else { &mut low }) = middle;
        }
        let rounded = rows.saturating_mul(self.order.len() as u64 + 2);
        let behind: Vec<u64> = std::iter::once(0).chain(self.claimed[1..].iter().copied()).chain([0]).collect();
        let below = high.saturating_add(rounded);
        let walk = Walk { table: &self.table, order: &self.order, behind: &behind, below, watch };
        let (found, combinations) = walk.begin()?;
        let node = |levels: &Vec<usize>| {
            let mut node = vec![0u8; levels.len()];
            self.order.iter().zip(levels).for_each(|(a, level)| node[*a] = *level as u8);
            Node::from(node)
        };
        Ok((found.iter().map(node).collect(), combinations))
    }
}

impl Walk<'_> {
    fn begin(&self) -> Result<Walked> {
        let mut root = self.table.root();
        let open: Vec<At> = self.order.iter().map(|a| (*a, 0)).collect();
        self.table.join(&mut root, &open);
        self.down(&root, &[], &open)
    }

    /// Goes through all levels of the columns that have none yet: `open` has each with the finest that is left.
    fn down(&self, state: &State, levels: &[At], open: &[At]) -> Result<Walked> {
        self.watch.check()?;
        let at = levels.len();
        let Some((a, _)) = open.first() else {
            let found =
                if state.cost < self.below { vec![levels.iter().map(|(_, level)| *level).collect()] } else { vec![] };
            return Ok((found, 1));
        };
        // What each open column costs by itself.
        let mut alone = Vec::new();
        for (a, from) in open {
            let Some(finest) = self.table.finest(state, *a, *from) else { return Ok((Vec::new(), 1)) };
            alone.push(finest);
        }
        let open: Vec<At> = open.iter().zip(&alone).map(|((a, _), (level, _))| (*a, *level)).collect();
        let mut state = state.clone();
        self.table.join(&mut state, &open);
        let more = |level: usize| -> Result<Option<Walked>> {
            let Some(next) = self.table.split(&state, levels, (*a, level)) else { return Ok(None) };
            // The open columns after this one cost what each does alone, or those from some place on what is proven of them together.
            let (mut sum, mut rest) = (0, self.behind[at + 1]);
            for (place, (_, cost)) in alone.iter().enumerate().skip(1) {
                sum += cost;
                rest = rest.max(sum + self.behind[at + place + 1]);
            }
            if next.cost + rest >= self.below {
                return Ok(None);
            }
            let levels = [levels, &[(*a, level)]].concat();
            self.down(&next, &levels, &open[1..]).map(Some)
        };
        let range = open[0].1..self.table.columns[*a].groups.len();
        let parts: Vec<Result<Option<Walked>>> = match at < 3 {
            true => range.into_par_iter().map(more).collect(),
            false => range.map(more).collect(),
        };
        let mut all = (Vec::new(), 1);
        for part in parts {
            if let Some((found, combinations)) = part? {
                all.0.extend(found);
                all.1 += combinations;
            }
        }
        Ok(all)
    }
}

/// Two sums in different orders, each rounded at the twelfth decimal, may differ by one unit there.
const UNIT: f64 = 1.5e-12;

/// A number that was written and read again may differ in its last bit.
fn equal(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= 1e-15 * other.abs().max(1.0)
}

/// Is the answer of the file what the nodes give that cost no more: is none of them better, and is each listed that is as good?
fn same_answer(
    problem: &Problem,
    certificate: &Floors,
    floor: &Floor,
    nodes: &[Node],
    watch: &dyn Watch,
) -> Result<()> {
    let [answer] = &certificate.answer[..] else {
        return Err(no(format!("{}: {} answers", floor.level, certificate.answer.len())));
    };
    let [level, loss] = answer.values[..] else {
        return Err(no("an answer of other than two values".into()));
    };
    let protection = problem.model().protection(level);
    let least = problem.model().protection(floor.level);
    let outcomes = |node: &Node| -> Result<Vec<Outcome>> {
        watch.check()?;
        Ok(naive_evaluation(problem, node).0)
    };
    let all = nodes.par_iter().map(outcomes).collect::<Result<Vec<_>>>()?;
    let name = |node: &Node| certificate.claim.name(node);
    let ties = answer.ties.iter().map(|(node, suppressed)| (node, *suppressed));
    let mut listed: Vec<(&Node, u64)> = ties.chain([(&answer.levels, answer.suppressed)]).collect();
    for (node, outcome) in nodes.iter().zip(&all).flat_map(|(node, of)| of.iter().map(move |outcome| (node, outcome))) {
        let (here, loses) = (outcome.protection, outcome.loss.value);
        if here < least {
            continue;
        }
        if loses < loss - UNIT || equal(loses, loss) && here > protection && !equal(here, protection) {
            return Err(no(format!("{}: {} is better than the answer", floor.level, name(node))));
        }
        let near = (here - protection).abs() <= UNIT * protection.abs().max(1.0) && (loses - loss).abs() <= UNIT;
        match listed.iter().position(|one| near && *one == (node, outcome.suppressed)) {
            Some(place) => drop(listed.swap_remove(place)),
            None if equal(here, protection) && equal(loses, loss) => {
                return Err(no(format!("{}: missing in the answer: {}", floor.level, name(node))));
            }
            None => {}
        }
    }
    match listed.first() {
        None => Ok(()),
        Some((node, _)) => Err(no(format!("{}: not the answer: {}", floor.level, name(node)))),
    }
}
