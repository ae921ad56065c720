//! Tiny tables, where every partition of the rows can be tried.

use super::anneal::{Improve, Lists, Settings, cost_of, is_valid};
use super::dice::Dice;
use super::moves::Rules;
use super::neighbours::Neighbours;
use crate::space::{Axis, Boxes};

/// What a class costs: its rows at the price of its box.
fn cost(boxes: &Boxes, class: &[(u32, u64)]) -> f64 {
    let places = |axis: usize| class.iter().map(move |(tuple, _)| boxes.place(*tuple as usize)[axis]);
    let lo: Vec<u32> = (0..boxes.axes.len()).map(|axis| places(axis).min().unwrap_or(0)).collect();
    let hi: Vec<u32> = (0..boxes.axes.len()).map(|axis| places(axis).max().unwrap_or(0)).collect();
    class.iter().map(|(_, rows)| rows).sum::<u64>() as f64 * boxes.price(&lo, &hi)
}

/// Two to seven tuples of one to three rows; a number, a hierarchy of pairs, a flat hierarchy.
fn tiny(seed: u64) -> Boxes {
    let mut dice = Dice::new(seed, 7);
    let price = |(lo, hi): (u32, u32), places: u32| f64::from(hi - lo) / f64::from(places - 1) / 3.0;
    let pairs = |lo: u32, hi: u32| match (lo, hi) {
        _ if lo >= hi => (lo, lo),
        _ if lo / 2 == hi / 2 => (lo / 2 * 2, lo / 2 * 2 + 1),
        _ => (0, 5),
    };
    let flat = |lo: u32, hi: u32| if lo >= hi { (lo, lo) } else { (0, 2) };
    let axis = |places: u32, free: bool, label: &dyn Fn(u32, u32) -> (u32, u32)| {
        let labels: Vec<_> = (0..places * places).map(|i| label(i / places, i % places)).collect();
        let prices = labels.iter().map(|label| price(*label, places)).collect();
        Axis::new(places, (!free).then_some(labels), prices)
    };
    let axes = vec![axis(9, true, &|lo, hi| (lo.min(hi), hi.max(lo))), axis(6, false, &pairs), axis(3, false, &flat)];
    let mut tuples: Vec<[u32; 3]> =
        (0..2 + dice.below(6)).map(|_| [9, 6, 3].map(|places| dice.below(places) as u32)).collect();
    tuples.sort_unstable();
    tuples.dedup();
    let counts = tuples.iter().map(|_| 1 + dice.below(3) as u64).collect();
    Boxes::new(axes, tuples.concat(), counts, 1.0)
}

/// The least loss of all partitions of the rows that keep the rules, by the rows that are left.
fn least(boxes: &Boxes, rules: Rules) -> f64 {
    let counts: Vec<u64> = boxes.counts.clone();
    let size: u64 = counts.iter().map(|count| count + 1).product();
    let vector = |mut number: u64| -> Vec<u64> {
        let digit = |count: &u64| {
            let digit = number % (count + 1);
            number /= count + 1;
            digit
        };
        counts.iter().map(digit).collect()
    };
    let list = |vector: &[u64]| -> Vec<(u32, u64)> {
        (0..).zip(vector.iter().copied()).filter(|(_, rows)| *rows > 0).collect()
    };
    let may = |part: &[u64]| rules.split || part.iter().zip(&counts).all(|(rows, count)| *rows == 0 || rows == count);
    let vectors: Vec<Vec<u64>> = (0..size).map(vector).collect();
    let total = |part: &[u64]| part.iter().sum::<u64>();
    let class = |part: &Vec<u64>| {
        let holds = || rules.holds.is_none_or(|holds| holds(&list(part)));
        let is_class = total(part) >= rules.k && may(part) && holds();
        is_class.then(|| cost(boxes, &list(part)))
    };
    let costs: Vec<Option<f64>> = vectors.iter().map(class).collect();
    let mut best = vec![f64::INFINITY; size as usize];
    best[0] = 0.0;
    for number in 1..size as usize {
        let whole = &vectors[number];
        let first = whole.iter().position(|rows| *rows > 0).unwrap();
        for part in 1..=number {
            let Some(cost) = costs[part] else { continue };
            let fits = vectors[part].iter().zip(whole).all(|(part, whole)| part <= whole);
            if fits && vectors[part][first] > 0 {
                best[number] = best[number].min(cost + best[number - part]);
            }
        }
    }
    let suppressed = |part: usize| {
        let rows = total(&vectors[part]);
        let allowed = rows <= rules.suppressed && may(&vectors[part]);
        if allowed { rows as f64 * boxes.suppressed + best[size as usize - 1 - part] } else { f64::INFINITY }
    };
    (0..size as usize).map(suppressed).fold(f64::INFINITY, f64::min)
}

fn neighbours(boxes: &Boxes) -> Neighbours {
    Neighbours::new(boxes, &super::orders(boxes, 1))
}

/// All rows in one class.
fn one_class(boxes: &Boxes) -> Lists {
    Lists::new(boxes, vec![(0..).zip(boxes.counts.iter().copied()).collect()], Vec::new())
}

fn check(boxes: &Boxes, rules: Rules, improve: &Improve) {
    let found = improve.regions();
    let lists: Vec<_> = std::iter::once(&found.suppressed).chain(&found.classes).cloned().collect();
    assert!(is_valid(boxes, rules, &lists), "{lists:?}");
    assert!((found.loss - improve.loss()).abs() < 1e-9, "{} {}", found.loss, improve.loss());
    let saved = improve.saved();
    assert!(is_valid(boxes, rules, &saved.classes), "{saved:?}");
    assert!((cost_of(boxes, &saved.classes) - improve.loss_now()).abs() < 1e-9);
    assert!((cost_of(boxes, &saved.best) - improve.loss()).abs() < 1e-9);
}

/// How many of the tables on which it finds the least loss, and how many there were.
fn reached(tables: u64, rules: Rules) -> (u64, u64) {
    let (mut reached, mut all) = (0, 0);
    for seed in 0..tables {
        let boxes = tiny(seed);
        let neighbours = neighbours(&boxes);
        let Some(mut improve) = Improve::new(&boxes, &neighbours, rules, Settings::new(seed, 2000), &one_class(&boxes))
        else {
            continue;
        };
        for _ in 0..10 {
            improve.step(1400);
            check(&boxes, rules, &improve);
        }
        let least = least(&boxes, rules);
        assert!(improve.loss() > least - 1e-9, "table {seed}: {} is less than {least}", improve.loss());
        all += 1;
        reached += u64::from(improve.loss() < least + 1e-9);
    }
    (reached, all)
}

const PLAIN: Rules = Rules { k: 2, split: false, suppressed: 0, holds: None };

#[test]
fn tuples_that_stay_whole_reach_the_optimum() {
    for k in 2..5 {
        let (reached, all) = reached(150, Rules { k, ..PLAIN });
        assert!(reached * 100 >= all * 97 && all > 120, "k {k}: {reached} of {all}");
    }
}

#[test]
fn tuples_that_are_split_reach_the_optimum() {
    for k in 2..5 {
        let (reached, all) = reached(60, Rules { k, split: true, ..PLAIN });
        assert!(reached * 100 >= all * 97 && all > 48, "k {k}: {reached} of {all}");
    }
}

#[test]
fn suppression_reaches_the_optimum() {
    for (split, suppressed) in [(false, 1), (false, 3), (true, 1), (true, 3)] {
        let (reached, all) = reached(60, Rules { k: 3, split, suppressed, holds: None });
        assert!(reached * 100 >= all * 95 && all > 48, "split {split}, {suppressed}: {reached} of {all}");
    }
}

#[test]
fn a_model_of_ones_own_is_kept() {
    // Two different tuples at least, and no more than half of the rows from one of them.
    let holds = |class: &[(u32, u64)]| {
        let rows: u64 = class.iter().map(|(_, rows)| rows).sum();
        class.len() > 1 && class.iter().all(|(_, one)| 2 * one <= rows + 1)
    };
    let (reached, all) = reached(150, Rules { holds: Some(&holds), ..PLAIN });
    assert!(reached * 100 >= all * 90 && all > 100, "{reached} of {all}");
}

#[test]
fn it_goes_on_from_a_checkpoint_as_if_it_had_not_stopped() {
    for seed in 0..40 {
        let boxes = tiny(seed);
        let neighbours = neighbours(&boxes);
        let rules = Rules { k: 2, split: seed % 2 == 0, suppressed: seed % 3, holds: None };
        let settings = Settings::new(seed, 100);
        let start = one_class(&boxes);
        let Some(mut whole) = Improve::new(&boxes, &neighbours, rules, settings, &start) else { continue };
        let mut sliced = Improve::new(&boxes, &neighbours, rules, settings, &start).unwrap();
        whole.step(1000);
        for slice in [1, 98, 1, 1, 150, 349, 50, 350] {
            sliced.step(slice);
            let saved = sliced.saved();
            sliced = Improve::go_on(&boxes, &neighbours, rules, settings, saved).unwrap();
        }
        assert_eq!(whole.saved(), sliced.saved());
    }
}

#[test]
fn what_breaks_the_rules_is_no_start() {
    let boxes = tiny(3);
    let neighbours = neighbours(&boxes);
    let settings = Settings::new(0, 10);
    let begin = |classes: Vec<Vec<(u32, u64)>>, rules: Rules| {
        let start = Lists { classes, suppressed: Vec::new(), loss: 0.0 };
        Improve::new(&boxes, &neighbours, rules, settings, &start).is_some()
    };
    let all: Vec<(u32, u64)> = (0..).zip(boxes.counts.iter().copied()).collect();
    assert!(begin(vec![all.clone()], PLAIN));
    assert!(!begin(vec![all.clone()], Rules { k: 100, ..PLAIN }));
    assert!(!begin(vec![all[1..].to_vec()], PLAIN));
    assert!(!begin(vec![all.clone(), all[..1].to_vec()], PLAIN));
    assert!(!begin(vec![[all.clone(), vec![(99, 1)]].concat()], PLAIN));
    let nothing = Boxes::new(tiny(3).axes, Vec::new(), Vec::new(), 1.0);
    let start = Lists { classes: Vec::new(), suppressed: Vec::new(), loss: 0.0 };
    assert!(Improve::new(&nothing, &neighbours, PLAIN, settings, &start).is_none());
}

#[test]
fn classes_with_the_same_labels_are_one() {
    // Places 0 and 1 of the second column have the same label.
    let boxes = Boxes::new(tiny(0).axes, vec![4, 0, 2, 4, 1, 2], vec![4, 4], 1.0);
    let class = vec![(0, 2), (1, 2)];
    let found = Lists::new(&boxes, vec![class.clone(), class], Vec::new());
    assert_eq!(found.classes, vec![vec![(0, 4), (1, 4)]]);
    assert!((found.loss - 8.0 / 5.0 / 3.0).abs() < 1e-12);
}
