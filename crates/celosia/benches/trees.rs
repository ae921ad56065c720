//! Generalization sets: the nine combinations and the optimum on Adult, and a column of a million values, in one run.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::path::Path;
use std::time::Instant;

use celosia::sets::optimal::optimal;
use celosia::sets::{Column, Key, Method, TREES, WALKS, Walk, sets, walk};
use celosia::study::Reading;
use celosia::tree::{Asked, Question, answer, compare};
use celosia::watch::Silent;

fn main() {
    adult();
    for values in [250_000, 500_000, 1_000_000] {
        large(values);
    }
}

fn adult() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/adult/adult.csv");
    let asked = |column: &str| Asked { column: column.into(), k: 3 };
    let question = Question {
        table,
        reading: Reading::default(),
        missing: Some("drop".into()),
        allow_loss: false,
        columns: vec![asked("age"), asked("hours-per-week")],
        method: Method::Optimal,
        walk: Walk::In,
        key: Key::Value,
    };
    let started = Instant::now();
    let together = answer(&question, 1, &Silent).unwrap();
    println!("Adult, age and hours-per-week: read and counted in {:.1} ms", started.elapsed().as_secs_f64() * 1e3);
    let started = Instant::now();
    for k in [3, 5, 10] {
        for column in &together.columns {
            std::hint::black_box(compare(&column.column, Key::Value, k).unwrap());
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("nine combinations and the optimum of each order, k = 3, 5, 10, both columns: {:.2} ms", seconds * 1e3);
}

/// Ten rows per value on average, arriving in rising order: the worst case of a plain search tree.
fn large(values: u64) {
    let counts: Vec<u64> = (0..values).map(|n| 1 + n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % 19).collect();
    let column = Column::in_order(counts);
    println!("\n{} rows, {values} values, k = 100", column.rows());
    println!("{:<9} {:>10} {:>10} {:>10} {:>10} {:>8}", "tree", "build s", "walks s", "rules s", "optimum s", "sets");
    for tree in TREES {
        let started = Instant::now();
        let built = (tree.build)(&column, Key::Value);
        let build = started.elapsed().as_secs_f64();
        let (mut walks, mut rules, mut best, mut count) = (0.0, 0.0, 0.0, 0);
        for (_, order) in WALKS {
            let started = Instant::now();
            let order = walk(&built, *order);
            walks += started.elapsed().as_secs_f64();
            let started = Instant::now();
            count = sets(&order, column.counts(), 100).unwrap().sets.len();
            rules += started.elapsed().as_secs_f64();
            let started = Instant::now();
            std::hint::black_box(optimal(&order, column.counts(), 100).unwrap());
            best += started.elapsed().as_secs_f64();
        }
        println!("{:<9} {build:>10.3} {walks:>10.3} {rules:>10.3} {best:>10.3} {count:>8}", tree.name);
    }
}
