//! Checkpoints: a changed one is refused, or the search that goes on from it ends, with points that are what they say.

use std::path::PathBuf;

use celosia::error::Result;
use celosia::evaluate::Problem;
use celosia::flow::Flow;
use celosia::front::{Front, dominates};
use celosia::search::{self, Budget, Limits};
use celosia::space::Space;
use celosia::study::{Evolution, Search};
use celosia::watch::Silent;
use sha2::{Digest, Sha256};

use crate::place::{file, file_of, no_file};
use crate::problem;

/// Stands in a corpus for what a checkpoint says that it is about: a hash that changes with the version.
const ABOUT: &str = "@ABOUT@";
/// Stands in a corpus for the hash of the first line, so that what is behind it is reached.
const HASH: &str = "@HASH@";

thread_local! {
    static BOTH: [Searched; 2] = [Searched::new("nsga2"), Searched::new("evolve")];
}

/// A search of the small problem, and the checkpoint that it writes.
struct Searched {
    flow: Flow,
    search: &'static search::About,
    about: String,
}

/// Bytes as a checkpoint of either search; the first byte says of which.
pub fn checkpoint(bytes: &[u8]) {
    let [which, text @ ..] = bytes else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    BOTH.with(|both| {
        let searched = &both[usize::from(which % 2)];
        let text = text.replace(ABOUT, &searched.about);
        let first = text.split('\n').next().unwrap_or_default();
        let hash: String = Sha256::digest(first).iter().map(|byte| format!("{byte:02x}")).collect();
        let (hashed, ours) = (text.replace(HASH, &hash), text.contains(&hash));
        for generations in [None, Some(6)] {
            let front = searched.run(file("checkpoint.json", hashed.as_bytes()), true, generations);
            assert!(front.is_err() || ours || text != hashed, "a changed checkpoint was gone on from");
            if let Ok(front) = front {
                true_points(&searched.flow.problem, &front);
            }
        }
    });
}

/// Half-way checkpoints of both searches.
pub fn seeds() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let seed = |(which, name): (u8, &'static str)| {
        let searched = Searched::new(name);
        let text = std::fs::read_to_string(file_of("first.json")).expect("a checkpoint");
        let text = text.split('\n').next().unwrap_or_default().replace(&searched.about, ABOUT);
        ("checkpoint", name, format!("{which}{text}\n{HASH}").into_bytes())
    };
    [(0, "nsga2"), (1, "evolve")].into_iter().map(seed).collect()
}

impl Searched {
    fn new(search: &str) -> Searched {
        let search = search::find(search).expect("the search is there");
        let mut searched = Searched { flow: problem::open(), search, about: String::new() };
        let path = no_file("first.json");
        let whole = searched.run(no_file("whole.json"), false, Some(6)).expect("a search ends");
        searched.run(path.clone(), false, Some(3)).expect("half a search ends");
        let text = std::fs::read_to_string(&path).expect("it has written a checkpoint");
        searched.about = text.split('"').nth(3).expect("the first key is what it is about").into();
        let resumed = searched.run(file("again.json", text.as_bytes()), true, Some(6)).expect("it goes on");
        assert_eq!(whole.points, resumed.points, "a search that goes on ends as it would have ended");
        searched
    }

    fn run(&self, checkpoint: PathBuf, resume: bool, generations: Option<u64>) -> Result<Front> {
        let evolution = Evolution { population: 6, generations, ..Evolution::default() };
        let settings = Search {
            threads: 1,
            // Fewer than there are cuts, so that evolution takes place.
            budget: Budget { evaluations: Some(120), time: None },
            evolution,
            checkpoint: Some(checkpoint),
            resume,
            ..Search::default()
        };
        let limits = Limits { space: Space::Cuts, ..settings.into() };
        (self.search.run)(&self.flow.problem, &limits, &Silent)
    }
}

/// Cuts of the space, with outcomes that they have, none of which beats another.
fn true_points(problem: &Problem, front: &Front) {
    assert!(!front.found.complete, "evolution proves nothing");
    for point in &front.points {
        assert!(point.place.cut().is_some_and(|cut| problem.cuts.is_valid(cut)));
        assert!(problem.outcomes_at(&point.place).contains(&point.outcome), "an outcome of its cut");
        assert!(front.points.iter().all(|other| !dominates(&other.outcome, &point.outcome)), "nothing beats it");
    }
}
