//! What evolution must show on the Adult table: at least what exact search proves of the lattice, and more than NSGA-II
//! as published finds with as many evaluations.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use celosia::flow::Flow;
use celosia::front::Front;
use celosia::search::Budget;
use celosia::space::Space;
use celosia::study::{Study, StudyFile};
use celosia::watch::Silent;

fn adult(problem: &str, limit: Option<&str>) -> Flow {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/adult/study.toml");
    let mut file = StudyFile::read(&path).unwrap();
    file.objectives = Default::default();
    file.objectives.problem = Some(problem.into());
    file.suppression.rule = None;
    file.suppression.limit = limit.map(Into::into);
    Flow::open(Study::check("adult", &file).unwrap(), &Silent).unwrap()
}

/// A front of a search with `evaluations` evaluations at most.
fn front(flow: &Flow, search: &str, seed: u64, evaluations: u64) -> Front {
    let budget = Budget { evaluations: Some(evaluations), time: None };
    let request = flow.request().search(search).seed(seed).budget(budget);
    let front = flow.front(&request, &Silent).unwrap();
    assert!(front.found.evaluated <= evaluations, "{search}: {}", front.found.evaluated);
    front
}

/// Is each point of the other front weakly dominated?
fn covers(front: &Front, other: &Front) -> bool {
    other.points.iter().all(|o| {
        front.points.iter().any(|p| {
            p.outcome.protection >= o.outcome.protection
                && p.outcome.loss.value <= o.outcome.loss.value
                && p.outcome.further.iter().zip(&o.outcome.further).all(|(p, o)| p >= o)
        })
    })
}

/// Problem `tolerance` with 1 %, 50,000 evaluations, five seeds.
#[test]
fn evolve_covers_the_lattice_and_beats_nsga2() {
    let flow = adult("tolerance", Some("1%"));
    assert_eq!(flow.problem.cuts.bits(), 144);
    let exact = front(&flow, "exact", 0, 50_000);
    assert!(exact.found.complete);
    for seed in 1..=5 {
        let evolved = front(&flow, "evolve", seed, 50_000);
        let published = front(&flow, "nsga2", seed, 50_000);
        assert!(covers(&evolved, &exact), "seed {seed}");
        let of = |front: &Front| front.hypervolume(&flow.problem);
        assert!(of(&evolved) > of(&exact) && of(&evolved) > of(&published), "seed {seed}");
    }
}

/// The chapter's third problem has three objectives, and evolution finds a front of them.
#[test]
fn the_overview_has_three_objectives() {
    let flow = adult("overview", None);
    let evolved = front(&flow, "evolve", 0, 5_000);
    let names: Vec<&str> = flow.problem.objectives().iter().map(|o| o.name).collect();
    assert_eq!(names, ["weighted-k", "generalization-loss", "suppressed-rows"]);
    // Both ends of the space: everything as it is, and nothing shown.
    assert!(evolved.points.iter().any(|p| p.outcome.protection == 30_162.0 && p.outcome.suppressed == 0));
    assert!(evolved.points.iter().any(|p| p.outcome.loss.value == 0.0));
    assert!(evolved.points.len() > 50);
}

/// k and t at once, what the chapter names as future work: evolution starts from the lattice's front of both.
#[test]
fn several_privacy_models_at_once() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/adult/study.toml");
    let mut file = StudyFile::read(&path).unwrap();
    file.objectives.privacy = Some(vec!["k-anonymity".to_string(), "t-closeness".to_string()].into());
    let flow = Flow::open(Study::check("adult", &file).unwrap(), &Silent).unwrap();
    let evolved = front(&flow, "evolve", 0, 2_000);
    assert_eq!(flow.problem.objectives().len(), 3);
    assert!(evolved.points.len() > 20);
    assert!(evolved.points.iter().all(|p| p.place.space() == Space::Cuts && p.outcome.further.len() == 1));
}
