//! The bounds against the best of all partitions of tiny tables, and the check against bounds that were tampered with.

use std::collections::HashMap;

use proptest::prelude::*;

use super::cheapest::cheapest;
use super::check::check;
use super::dual::{Bound, Effort, dual, sum};
use super::labels::Labels;
use super::nearest::nearest;
use crate::space::{Axis, Boxes};

/// What a column is.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Free,
    Hierarchy,
    /// Cells of two places, and the whole.
    Cells,
}

#[derive(Debug, Clone)]
struct Table {
    columns: Vec<(Kind, u32, u64)>,
    tuples: Vec<(Vec<u32>, u64)>,
    /// Do wider labels never cost less?
    fair: bool,
}

fn table() -> impl Strategy<Value = Table> {
    let kind = prop_oneof![Just(Kind::Free), Just(Kind::Hierarchy), Just(Kind::Cells)];
    let columns = prop::collection::vec((kind, 2u32..6, any::<u64>()), 2..4);
    let tuples = prop::collection::vec((prop::collection::vec(0u32..1000, 3), 1u64..4), 1..9);
    (columns, tuples, prop::bool::weighted(0.8)).prop_map(|(columns, mut tuples, fair)| {
        for (places, _) in &mut tuples {
            places.truncate(columns.len());
            places.iter_mut().zip(&columns).for_each(|(place, column)| *place %= column.1);
        }
        tuples.sort();
        tuples.dedup_by(|one, other| one.0 == other.0);
        // So many rows that all partitions can be gone through.
        let mut states = 1;
        tuples.retain(|(_, rows)| {
            states *= rows + 1;
            states <= 2000
        });
        Table { columns, tuples, fair }
    })
}

/// A number that looks random, from 0 to 1.
fn noise(seed: u64, lo: u32, hi: u32) -> f64 {
    let mut x = seed ^ (u64::from(lo) << 32 | u64::from(hi)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    ((x ^ (x >> 29)) % 1000) as f64 / 1000.0
}

fn axis((kind, places, seed): (Kind, u32, u64), fair: bool) -> Axis {
    let middle = 1 + (seed % u64::from(places - 1)) as u32;
    let label = |lo: u32, hi: u32| match kind {
        Kind::Free => (lo, hi),
        Kind::Hierarchy if lo == hi => (lo, hi),
        Kind::Hierarchy if hi < middle => (0, middle - 1),
        Kind::Hierarchy if lo >= middle => (middle, places - 1),
        Kind::Cells if lo / 2 == hi / 2 => (lo / 2 * 2, (lo / 2 * 2 + 1).min(places - 1)),
        Kind::Hierarchy | Kind::Cells => (0, places - 1),
    };
    let (mut labels, mut prices) = (Vec::new(), Vec::new());
    for (one, other) in (0..places).flat_map(|lo| (0..places).map(move |hi| (lo, hi))) {
        let (lo, hi) = label(one.min(other), one.max(other));
        labels.push((lo, hi));
        let width = f64::from(hi - lo) / f64::from(places - 1);
        let bend = 0.3 + 2.0 * noise(seed, 99, 99);
        prices.push(if fair { width.powf(bend) } else { noise(seed, lo, hi) });
    }
    Axis::new(places, (kind != Kind::Free).then_some(labels), prices)
}

fn boxes(table: &Table) -> Boxes {
    let axes: Vec<Axis> = table.columns.iter().map(|column| axis(*column, table.fair)).collect();
    let places = table.tuples.iter().flat_map(|tuple| tuple.0.clone()).collect();
    let suppressed = axes.len() as f64;
    Boxes::new(axes, places, table.tuples.iter().map(|tuple| tuple.1).collect(), suppressed)
}

/// What a class of these rows costs, each tuple so many.
fn class(boxes: &Boxes, rows: &[u64]) -> f64 {
    let tuples: Vec<usize> = (0..rows.len()).filter(|tuple| rows[*tuple] > 0).collect();
    let place = |axis: usize| tuples.iter().map(move |tuple| boxes.place(*tuple)[axis]);
    let lo: Vec<u32> = (0..boxes.axes.len()).filter_map(|axis| place(axis).min()).collect();
    let hi: Vec<u32> = (0..boxes.axes.len()).filter_map(|axis| place(axis).max()).collect();
    let labels = boxes.axes.iter().zip(lo.iter().zip(&hi)).map(|(axis, (lo, hi))| axis.label(*lo, *hi));
    let (lo, hi): (Vec<u32>, Vec<u32>) = labels.unzip();
    rows.iter().sum::<u64>() as f64 * boxes.price(&lo, &hi)
}

/// The least loss of the rows that are left: the first of them is suppressed, or is in some class of k or more of them.
fn best(boxes: &Boxes, k: u64, left: &[u64], known: &mut HashMap<Vec<u64>, f64>) -> f64 {
    let Some(first) = left.iter().position(|rows| *rows > 0) else { return 0.0 };
    if let Some(best) = known.get(left) {
        return *best;
    }
    let mut rest = left.to_vec();
    rest[first] -= 1;
    let mut least = boxes.suppressed + best(boxes, k, &rest, known);
    // All classes, counted up like a number with a digit for each tuple.
    let mut rows = vec![0; left.len()];
    rows[first] = 1;
    loop {
        if rows.iter().sum::<u64>() >= k {
            let rest: Vec<u64> = left.iter().zip(&rows).map(|(left, rows)| left - rows).collect();
            least = least.min(class(boxes, &rows) + best(boxes, k, &rest, known));
        }
        let Some(digit) = (first..left.len()).find(|digit| rows[*digit] < left[*digit]) else { break };
        rows[first..digit].fill(0);
        rows[digit] += 1;
        rows[first] = rows[first].max(1);
    }
    known.insert(left.to_vec(), least);
    least
}

fn optimum(boxes: &Boxes, k: u64) -> f64 {
    best(boxes, k, &boxes.counts, &mut HashMap::new())
}

fn dual_of(boxes: &Boxes, k: u64, start: &[f64]) -> Option<Bound> {
    let labels: Vec<Labels> = boxes.axes.iter().map(Labels::new).collect();
    let effort = Effort { walk: 1 << 30, work: 3_000_000, should_stop: &|| false };
    dual(boxes, &labels, k, start, &effort)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_partition_loses_less(table in table(), k in 1u64..6) {
        let boxes = boxes(&table);
        let labels: Vec<Labels> = boxes.axes.iter().map(Labels::new).collect();
        let optimum = optimum(&boxes, k);
        let near = nearest(&boxes, &[k], 1 << 40).remove(0).unwrap();
        let cheap = cheapest(&boxes, &labels, k, 1 << 40).unwrap();
        prop_assert!(near.iter().zip(&cheap).all(|(near, cheap)| *near <= cheap + 1e-12));
        prop_assert!(sum(&cheap, &boxes) <= optimum + 1e-9);
        let slack = 1e-8 * boxes.suppressed * boxes.rows() as f64;
        prop_assert!(check(&boxes, k, &cheap, sum(&cheap, &boxes) - slack).is_ok());
        prop_assert!(check(&boxes, k, &near, sum(&near, &boxes) - slack).is_ok());
        for start in [cheap.clone(), vec![0.0; boxes.tuples()], vec![boxes.suppressed; boxes.tuples()]] {
            let found = dual_of(&boxes, k, &start).unwrap();
            prop_assert!(found.sum <= optimum + 1e-9, "{} {}", found.sum, optimum);
            prop_assert!(check(&boxes, k, &found.prices, found.sum - slack).is_ok());
        }
        let found = dual_of(&boxes, k, &cheap).unwrap();
        // What a start that is feasible loses by being lowered.
        prop_assert!(found.sum >= sum(&cheap, &boxes) - 20.0 * slack);
        // Feasible for k, feasible for more.
        prop_assert!(check(&boxes, k + 1, &found.prices, found.sum - slack).is_ok());
    }

    /// Whatever the prices: those that the check lets pass prove no more than is true.
    #[test]
    fn the_check_believes_nothing(
        table in table(),
        k in 1u64..6,
        changes in prop::collection::vec((0usize..9, -0.2f64..0.4), 1..4),
    ) {
        let boxes = boxes(&table);
        let optimum = optimum(&boxes, k);
        let mut prices = dual_of(&boxes, k, &vec![0.0; boxes.tuples()]).unwrap().prices;
        for (tuple, change) in changes {
            let tuple = tuple % prices.len();
            prices[tuple] += change;
        }
        let claimed = sum(&prices, &boxes) - 1e-8 * boxes.suppressed * boxes.rows() as f64;
        let answer = check(&boxes, k, &prices, claimed);
        prop_assert!(answer.is_err() || claimed <= optimum);
        prop_assert!(claimed <= optimum + 1e-9 || answer.is_err());
    }

    /// Where the walk finds nothing the check finds nothing, and the other way round.
    #[test]
    fn walk_and_check_agree(table in table(), k in 1u64..6, prices in prop::collection::vec(0.0f64..0.6, 9)) {
        let boxes = boxes(&table);
        let labels: Vec<Labels> = boxes.axes.iter().map(Labels::new).collect();
        let prices = &prices[..boxes.tuples()];
        let found = super::walk::Walk::new(&boxes, &labels, k).exceeded(prices, 1e-9, u64::MAX, &mut 0).unwrap();
        let answer = check(&boxes, k, prices, -1e9);
        // The check lets pass a little more. Where wider ranges cost less the walk is the stricter.
        prop_assert!(!found.is_empty() || answer.is_ok(), "{:?}", answer);
        prop_assert!(!table.fair || found.is_empty() == answer.is_ok(), "{:?} {:?}", found, answer);
    }
}

/// Two rows far apart, classes of two: each is worth what the whole column costs, and no more.
#[test]
fn two_rows() {
    let prices = vec![0.0, 0.5, 0.5, 0.0];
    let boxes = Boxes::new(vec![Axis::new(2, None, prices)], vec![0, 1], vec![1, 1], 1.0);
    let found = dual_of(&boxes, 2, &[0.0, 0.0]).unwrap();
    assert!((found.sum - 1.0).abs() < 1e-6, "{}", found.sum);
    assert!(check(&boxes, 2, &[0.5, 0.5], 1.0 - 1e-8).is_ok());
    assert!(check(&boxes, 2, &[0.9, 0.1], 1.0 - 1e-8).is_ok());
    for (prices, claimed) in [([0.5, 0.6], 0.0), ([0.5, 0.5], 1.1), ([1.1, -0.2], 0.5), ([f64::NAN, 0.0], 0.0)] {
        assert!(check(&boxes, 2, &prices, claimed).is_err());
    }
    assert!(check(&boxes, 2, &[0.5, 0.5], f64::NAN).is_err());
    assert!(check(&boxes, 2, &[0.5], 0.1).is_err());
    assert!(check(&boxes, 0, &[0.5, 0.5], 0.1).is_err());
}

/// Too many pairs: no bound, whatever the number of tuples.
#[test]
fn nothing_is_found_where_no_look_may_be_taken() {
    let table = Table {
        columns: vec![(Kind::Free, 8, 1), (Kind::Free, 8, 2)],
        tuples: (0..64).map(|at| (vec![at % 8, at / 8], 1)).collect(),
        fair: true,
    };
    let boxes = boxes(&table);
    assert!(nearest(&boxes, &[2, 3, 40], 0).iter().all(Option::is_none));
    assert!(nearest(&boxes, &[2, 3, 40], u64::MAX).iter().all(Option::is_some));
}

/// Too many boxes: no bound, and the answer does not depend on threads.
#[test]
fn limits_hold() {
    let table = Table {
        columns: vec![(Kind::Free, 5, 1), (Kind::Free, 5, 2)],
        tuples: (0..25).map(|at| (vec![at % 5, at / 5], 1)).collect(),
        fair: true,
    };
    let boxes = boxes(&table);
    let labels: Vec<Labels> = boxes.axes.iter().map(Labels::new).collect();
    assert!(cheapest(&boxes, &labels, 3, 50).is_none());
    assert!(nearest(&boxes, &[3, 4], 5).iter().all(Option::is_none));
    let effort = Effort { walk: 50, work: 1000, should_stop: &|| false };
    assert!(dual(&boxes, &labels, 3, &[1.0; 25], &effort).is_none());
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let of = |threads| pool(threads).install(|| dual_of(&boxes, 3, &[0.1; 25])).unwrap();
    let (one, four) = (of(1), of(4));
    assert_eq!((one.prices, one.sum), (four.prices, four.sum));
}
