//! Nodes per second on Adult, fast against naive (every row hashed for every node), in one run.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use celosia::evaluate::naive_outcomes;
use celosia::flow::Flow;
use celosia::study::{Study, StudyFile};
use celosia::watch::Silent;

/// One node in this number is evaluated naively; every node takes the same time there, so a sample is enough.
const SAMPLE: usize = 64;

fn main() {
    let study = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/adult/study.toml");
    println!("Adult, 30,162 rows, 8 quasi-identifiers, 17,920 nodes, 1 % suppression as needed");
    println!(
        "{:<22} {:<22} {:>8} {:>14} {:>14} {:>8}",
        "privacy", "loss", "threads", "fast nodes/s", "naive nodes/s", "ratio"
    );
    for (privacy, loss) in [
        ("k-anonymity", "general-loss"),
        ("k-anonymity", "discernibility"),
        ("t-closeness", "general-loss"),
        ("k-anonymity", "usefulness"),
    ] {
        let mut file = StudyFile::read(&study).unwrap();
        file.objectives.privacy = Some(privacy.into());
        file.objectives.loss = Some(loss.into());
        file.search.algorithm = Some("exhaustive".into());
        let flow = Flow::open(Study::check("adult", &file).unwrap(), &Silent).unwrap();
        let front = flow.front(&flow.request(), &Silent).unwrap();
        let fast = front.found.evaluated as f64 / front.found.seconds;
        let naive = naive_nodes_per_second(&flow, front.found.threads);
        println!(
            "{privacy:<22} {loss:<22} {:>8} {fast:>14.0} {naive:>14.1} {:>8.0}",
            front.found.threads,
            fast / naive
        );
    }
}

fn naive_nodes_per_second(flow: &Flow, threads: usize) -> f64 {
    let lattice = &flow.problem.lattice;
    let size = lattice.size() as usize;
    let node = |mut number: usize| -> Vec<u8> {
        let level = |attribute: usize| {
            let levels = lattice.levels[attribute].len();
            let level = number % levels;
            number /= levels;
            level as u8
        };
        (0..lattice.attributes()).map(level).collect()
    };
    let sample: Vec<Vec<u8>> = (0..size).step_by(SAMPLE + 1).map(node).collect();
    let next = AtomicUsize::new(0);
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(node) = sample.get(next.fetch_add(1, Ordering::Relaxed)) {
                    std::hint::black_box(naive_outcomes(&flow.problem, node));
                }
            });
        }
    });
    sample.len() as f64 / started.elapsed().as_secs_f64()
}
