//! Limits are limits: what counts against a budget, what a search does when the time is up in the middle of its work, and
//! columns of more values than the memory holds cuts of. No test here looks at a clock: time is told by how often it is asked.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;
use std::time::Duration;

use celosia::flow::Flow;
use celosia::front::Front;
use celosia::search::{self, Budget, Clock, Limits, Question};
use celosia::space::Space;
use celosia::study::{Evolution, Search, Study, StudyFile};
use celosia::watch::Silent;

/// Numbers below a bound that look random and are always the same.
fn numbers(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

/// A study of a table whose columns have these numbers of values; `more` are further lines of TOML, at the top.
fn open(values: &[u64], rows: usize, more: &str) -> celosia::error::Result<Flow> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.csv");
    let mut draw = numbers(11);
    let names: Vec<String> = (0..values.len()).map(|column| format!("q{column}")).collect();
    let mut text = names.join(",") + "\n";
    for _ in 0..rows {
        text += &(values.iter().map(|below| draw(*below).to_string()).collect::<Vec<_>>().join(",") + "\n");
    }
    std::fs::write(&path, text).unwrap();
    let columns = names.iter().map(|name| format!("[columns.{name}]\nrole = \"quasi-identifier\"\n"));
    let mut file = StudyFile::parse("people", &format!("{}{more}", columns.collect::<String>())).unwrap();
    file.data.path = Some(path);
    Flow::open(Study::check("people", &file)?, &Silent)
}

fn run(flow: &Flow, search: &str, limits: Limits) -> Front {
    (search::find(search).unwrap().run)(&flow.problem, &limits, &Silent).unwrap()
}

fn evaluations(most: u64) -> Budget {
    Budget { evaluations: Some(most), time: None }
}

/// The milliseconds of a clock that moves when it is asked.
fn asked(millis: u64) -> Limits {
    let budget = Budget { evaluations: None, time: Some(Duration::from_millis(millis)) };
    Limits {
        clock: Some(Clock::Asked(Arc::default())),
        ..Limits::from(Search { budget, threads: 2, ..Search::default() })
    }
}

/// Two searches did the same.
fn same(one: &Front, other: &Front) {
    assert_eq!(one.points, other.points);
    assert_eq!((one.found.evaluated, one.found.looks), (other.found.evaluated, other.found.looks));
}

/// The study's whole front.
fn whole(flow: &Flow) -> Front {
    flow.front(&flow.request(), &Silent).unwrap()
}

#[test]
fn looks_at_a_part_of_the_rows_count_as_evaluations() {
    // Where nothing may be suppressed, nothing is looked at by parts.
    let flow = open(&[5; 10], 3000, "[suppression]\nlimit = \"1%\"\n").unwrap();
    let mut looks = 0;
    for most in [3, 50, 200, 800] {
        let limits = |threads| Limits {
            question: Question::Protection(5.0),
            ..Limits::from(Search { threads, budget: evaluations(most), ..Search::default() })
        };
        let front = run(&flow, "exact", limits(1));
        assert!(front.found.evaluated + front.found.looks <= most, "{most}: {:?}", front.found);
        same(&front, &run(&flow, "exact", limits(2)));
        looks += front.found.looks;
    }
    assert!(looks > 100, "this table was chosen because most nodes are decided by a part of its rows: {looks}");
}

#[test]
fn exact_search_ends_in_the_middle_of_a_stage() {
    let flow = open(&[5; 10], 3000, "").unwrap();
    let front = run(&flow, "exact", asked(40));
    // Each look asks for the time first, so there are not more of them than milliseconds, beside both ends of the lattice.
    assert!(front.found.evaluated + front.found.looks <= 42, "{:?}", front.found);
    assert!(front.found.why().contains("the budget of 0.04 s was spent"), "{}", front.found.why());
}

#[test]
fn a_budget_that_is_spent_before_the_search_shows_one_point() {
    for (search, space) in [("exact", "lattice"), ("evolve", "cuts"), ("nsga2", "cuts")] {
        let more = format!("[search]\nbudget = \"0.000001ms\"\nalgorithm = \"{search}\"\nspace = \"{space}\"\n");
        let front = whole(&open(&[30, 30, 30], 500, &more).unwrap());
        assert!(!front.points.is_empty() && !front.found.complete, "{search}: {:?}", front.found);
        assert!(front.found.evaluated <= 3, "{search}: {:?}", front.found);
    }
}

#[test]
fn a_generation_without_time_for_it_does_not_take_place() {
    let flow = open(&[12; 5], 400, "").unwrap();
    let folder = tempfile::tempdir().unwrap();
    for search in ["evolve", "nsga2"] {
        let evolution = Evolution { population: 24, generations: Some(12), ..Evolution::default() };
        let limits = Limits { space: Space::Cuts, ..Limits::from(Search { evolution, seed: 7, ..Search::default() }) };
        let whole = run(&flow, search, limits.clone());
        let checkpoint = Some(folder.path().join(search));
        let part = run(
            &flow,
            search,
            Limits {
                settings: Search { evolution, checkpoint: checkpoint.clone(), seed: 7, ..asked(200).settings },
                space: Space::Cuts,
                ..asked(200)
            },
        );
        assert!(part.found.why().contains("the budget of 0.2 s was spent"), "{}", part.found.why());
        assert!(part.found.evaluated <= 200 && part.found.evaluated < whole.found.evaluated, "{:?}", part.found);
        // What was under way when the time was up has left nothing behind.
        let rest =
            run(&flow, search, Limits { settings: Search { checkpoint, resume: true, ..limits.settings }, ..limits });
        same(&rest, &whole);
    }
}

#[test]
fn wide_cuts_have_generations_of_a_bounded_size() {
    let flow = open(&[6000, 9], 9000, "[search]\nspace = \"cuts\"\n").unwrap();
    assert!(flow.problem.cuts.bits() > 4000 && !flow.problem.cuts.are_joined(), "they fit into 2 GB");
    let limits = |threads| Limits {
        space: Space::Cuts,
        ..Limits::from(Search { budget: evaluations(3500), threads, ..Search::default() })
    };
    let front = run(&flow, "evolve", limits(2));
    // All neighbours of one cut would be more than the budget, and no generation would take place.
    assert!((1500..=3500).contains(&front.found.evaluated), "{:?}", front.found);
    same(&front, &run(&flow, "evolve", limits(1)));
}

#[test]
fn a_full_memory_ends_evolution() {
    let flow = open(&[12; 5], 400, "").unwrap();
    let front = run(
        &flow,
        "evolve",
        Limits { space: Space::Cuts, ..Limits::from(Search { memory: 100_000, ..Search::default() }) },
    );
    assert!(front.found.why().contains("memory") && !front.points.is_empty(), "{}", front.found.why());
}

#[test]
fn values_are_joined_until_their_cuts_fit_and_the_lattice_stays() {
    let memory = "[search]\nspace = \"cuts\"\nmemory = \"1MB\"\nbudget = 800\n";
    let flow = open(&[3000, 20], 2000, memory).unwrap();
    let places: Vec<usize> = flow.problem.cuts.attributes.iter().map(|places| places.len()).collect();
    assert!(places.iter().sum::<usize>() <= 60, "{places:?}");
    assert!(flow.problem.cuts.attributes[0].joined_from.unwrap() > 1000, "{places:?}");
    let front = flow.front(&flow.request(), &Silent).unwrap();
    let lattice = whole(&open(&[3000, 20], 2000, "").unwrap());
    for node in &lattice.points {
        let (protection, loss) = (node.outcome.protection, node.outcome.loss.value);
        let is_there = front.points.iter().any(|p| p.outcome.protection >= protection && p.outcome.loss.value <= loss);
        assert!(is_there, "k = {protection} at {loss} of the lattice is gone");
    }
    // As long as there is memory, nothing is joined.
    assert!(!open(&[3000, 20], 2000, "[search]\nspace = \"cuts\"\n").unwrap().problem.cuts.are_joined());
}
