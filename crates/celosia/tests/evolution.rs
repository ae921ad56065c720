//! The evolutionary searches: the true front of small spaces, the same bytes on any number of threads, and a search that
//! goes on from a checkpoint as if it had not been stopped.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use std::collections::HashSet;

use celosia::evaluate::Problem;
use celosia::front::{Front, dominates};
use celosia::search::{self, Budget, Limits, Question};
use celosia::space::{Cut, Space};
use celosia::study::{Evolution, Rule, Search};
use celosia::watch::Silent;
use proptest::prelude::*;
use random::{Material, material};

fn of_cuts(settings: Search) -> Limits {
    Limits { space: Space::Cuts, ..settings.into() }
}

fn run(name: &str, problem: &Problem, settings: &Search) -> Front {
    (search::find(name).unwrap().run)(problem, &of_cuts(settings.clone()), &Silent).unwrap()
}

/// A table with five attributes of eight values: 2^35 cuts.
fn wide(seed: u64) -> Material {
    let mut state = seed;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % below) as u32
    };
    let mut row = || ((0..5).map(|_| draw(8).min(draw(8))).collect::<Vec<u32>>(), [draw(3), draw(3), draw(3)]);
    let rows = (0..300).map(|_| row()).collect();
    let merges = vec![vec![(0..8).map(|group| group / 2).collect(), (0..8).map(|group| group / 2).collect()]; 5];
    Material { rows, merges, weights: vec![1.0; 5], suppressed: 6, gaps: true }
}

fn small_population(population: usize, generations: u64) -> Search {
    let evolution = Evolution { population, generations: Some(generations), ..Evolution::default() };
    Search { evolution, seed: 7, threads: 1, ..Search::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// Small spaces are visited whole: the front is the true one, ties and all, and says so.
    #[test]
    fn evolve_finds_the_true_front_of_small_spaces(material in material(), pick in 0usize..100) {
        let rule = [Rule::AsNeeded, Rule::Tolerance][pick % 2];
        let losses = [["general-loss"], ["discernibility"], ["classification-error"]][pick % 3];
        let models: &[&str] = if pick % 5 == 0 { &["k-anonymity", "t-closeness"] } else { &["k-anonymity"] };
        let problem = material.problem_of(models, &losses, false, rule, material.suppressed);
        let evolved = run("evolve", &problem, &Search::default());
        let all = run("exhaustive", &problem, &Search::default());
        prop_assert!(evolved.found.complete && all.found.complete);
        prop_assert_eq!(&evolved.points, &all.points);
        // The oracle of both: every cut by hashing, compared with each other.
        let outcomes: Vec<_> = problem.cuts.all().iter().flat_map(|cut| problem.outcomes_at(&cut.into())).collect();
        let best = outcomes.iter().filter(|o| !outcomes.iter().any(|other| dominates(other, o))).count();
        prop_assert_eq!(best, all.points.iter().map(|p| 1 + p.ties.len()).sum::<usize>());
    }
}

/// Evolution itself, where it may visit only half of the cuts, comes within a hundredth of the true front's hypervolume.
#[test]
fn evolution_finds_the_front_of_small_spaces_without_visiting_them() {
    for seed in 0..12 {
        let mut material = wide(seed);
        material.rows.iter_mut().for_each(|(quasi, _)| quasi.iter_mut().for_each(|value| *value /= 2));
        material.rows.iter_mut().for_each(|(quasi, _)| quasi.truncate(4));
        material.merges.truncate(4);
        material.weights.truncate(4);
        let problem = material.problem("k-anonymity", "general-loss", Rule::AsNeeded, material.suppressed);
        let size = problem.cuts.size() as u64;
        assert!(size >= 4096, "{size}");
        let limits = Search { budget: Budget { evaluations: Some(size / 2), time: None }, ..small_population(40, 400) };
        let evolved = run("evolve", &problem, &limits);
        assert!(!evolved.found.complete && evolved.found.evaluated <= size / 2);
        let all = run("exhaustive", &problem, &Search::default());
        let (found, whole) = (evolved.hypervolume(&problem), all.hypervolume(&problem));
        assert!(found <= whole + 1e-12 && found >= 0.99 * whole, "{found} of {whole}: {}", evolved.found.why());
    }
}

/// A search without a budget ends where it stalls; with one it goes on as long as that helps, and what it has is no worse.
#[test]
fn a_budget_is_used_while_it_helps() {
    let problem = wide(5).problem("k-anonymity", "general-loss", Rule::AsNeeded, 6);
    let settings =
        Search { seed: 3, evolution: Evolution { population: 24, ..Evolution::default() }, ..Search::default() };
    let stalled = run("evolve", &problem, &settings);
    let most = 4 * stalled.found.evaluated;
    let budget = Budget { evaluations: Some(most), time: None };
    let patient = run("evolve", &problem, &Search { budget, ..settings.clone() });
    assert!(stalled.found.why().contains("stalled"), "{}", stalled.found.why());
    assert!(patient.found.evaluated > stalled.found.evaluated, "{}", patient.found.why());
    assert!(patient.hypervolume(&problem) >= stalled.hypervolume(&problem));
    // It ends by itself in the end.
    let budget = Budget { evaluations: Some(u64::MAX), time: None };
    let long = run("evolve", &problem, &Search { budget, ..settings });
    assert!(long.found.why().contains("stalled") || long.found.why().contains("no new cut"), "{}", long.found.why());
}

/// A question is answered at least as well as by the front of the same budget.
#[test]
fn a_question_focuses() {
    let loss = |front: &Front, k: f64| {
        let enough = front.points.iter().filter(|point| point.outcome.protection >= k);
        enough.map(|point| point.outcome.loss.value).fold(f64::INFINITY, f64::min)
    };
    let (mut better, mut worse) = (0, 0);
    for seed in 0..6 {
        let problem = wide(seed).problem("k-anonymity", "general-loss", Rule::AsNeeded, 6);
        let budget = Budget { evaluations: Some(1500), time: None };
        let settings = Search { budget, seed, ..small_population(24, 1000) };
        let front = run("evolve", &problem, &settings);
        let limits = Limits { question: Question::Protection(7.0), ..of_cuts(settings) };
        let answer = (search::find("evolve").unwrap().run)(&problem, &limits, &Silent).unwrap();
        better += u32::from(loss(&answer, 7.0) < loss(&front, 7.0));
        worse += u32::from(loss(&answer, 7.0) > loss(&front, 7.0));
    }
    assert!(better >= worse, "{better} better, {worse} worse");
}

#[test]
fn no_cut_is_evaluated_twice_and_every_point_is_what_it_says() {
    let problem = wide(3).problem("k-anonymity", "general-loss", Rule::AsNeeded, 6);
    for name in ["evolve", "nsga2"] {
        let front = run(name, &problem, &small_population(40, 30));
        assert!(!front.found.complete && !front.points.is_empty(), "{name}");
        for point in &front.points {
            assert!(problem.cuts.is_valid(point.place.cut().unwrap()), "{name}");
            assert!(problem.outcomes_at(&point.place).contains(&point.outcome), "{name}");
            assert!(front.points.iter().all(|other| !dominates(&other.outcome, &point.outcome)), "{name}");
        }
        let distinct: HashSet<&Cut> = front.points.iter().filter_map(|p| p.place.cut()).collect();
        // Of random cuts of this table none has a k above 1, so plain NSGA-II may find no other.
        assert!(distinct.len() > 3 || name == "nsga2", "{name}");
    }
}

#[test]
fn threads_do_not_matter_and_the_seed_does() {
    for losses in
        [&["general-loss"][..], &["general-loss", "discernibility"], &["general-loss", "discernibility", "entropy"]]
    {
        let problem = wide(5).problem_of(&["k-anonymity", "t-closeness"], losses, false, Rule::AsNeeded, 6);
        for name in ["evolve", "nsga2"] {
            let one = run(name, &problem, &small_population(24, 12));
            let two = run(name, &problem, &Search { threads: 2, ..small_population(24, 12) });
            assert_eq!((&one.points, one.found.evaluated), (&two.points, two.found.evaluated), "{name}");
            let other = run(name, &problem, &Search { seed: 8, ..small_population(24, 12) });
            assert_ne!(one.points, other.points, "{name}");
        }
    }
}

#[test]
fn a_resumed_search_ends_as_one_that_was_never_stopped() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (models, rule)) in
        [(&["k-anonymity"][..], Rule::AsNeeded), (&["weighted-k", "k-anonymity"], Rule::AtWeightedK)]
            .into_iter()
            .enumerate()
    {
        let problem = wide(11).problem_of(models, &["general-loss"], true, rule, 6);
        for name in ["evolve", "nsga2"] {
            let whole = run(name, &problem, &small_population(24, 20));
            let path = folder.path().join(format!("{name}-{number}.json"));
            let limits = |generations: u64, resume: bool| Search {
                checkpoint: Some(path.clone()),
                resume,
                ..small_population(24, generations)
            };
            for (generations, resume) in [(5, false), (6, true), (13, true)] {
                assert_ne!(run(name, &problem, &limits(generations, resume)).points, whole.points, "{name}");
            }
            let last = run(name, &problem, &limits(20, true));
            assert_eq!((&last.points, last.found.evaluated), (&whole.points, whole.found.evaluated), "{name}");
        }
    }
}

#[test]
fn a_search_that_spends_its_budget_can_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let problem = wide(13).problem("k-anonymity", "general-loss", Rule::Tolerance, 6);
    for name in ["evolve", "nsga2"] {
        let path = folder.path().join(format!("{name}.json"));
        let budget = Budget { evaluations: Some(300), time: None };
        let limits = Search { checkpoint: Some(path.clone()), budget, ..small_population(24, 40) };
        let part = run(name, &problem, &limits);
        assert!(part.found.evaluated <= 300 && part.found.why().contains("budget of 300"), "{}", part.found.why());
        let rest = run(name, &problem, &Search { resume: true, budget: Budget::default(), ..limits });
        let whole = run(name, &problem, &small_population(24, 40));
        assert_eq!(rest.points, whole.points, "{name}");
    }
}

#[test]
fn checkpoints_of_other_studies_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint.json");
    let material = wide(17);
    let problem = |material: &Material, metric| material.problem("k-anonymity", metric, Rule::AsNeeded, 6);
    let limits = Search { checkpoint: Some(path.clone()), ..small_population(24, 3) };
    run("evolve", &problem(&material, "general-loss"), &limits);
    let refused = |name: &str, problem: &Problem, limits: Search| {
        let limits = of_cuts(limits);
        let error = (search::find(name).unwrap().run)(problem, &limits, &Silent).unwrap_err();
        assert!(!error.hint().is_empty());
        error.to_string()
    };
    let resume = Search { resume: true, ..limits.clone() };
    let mut other = material.clone();
    other.rows[0].0[0] ^= 1;
    let mut heavier = material.clone();
    heavier.weights[1] = 2.0;
    let general = problem(&material, "general-loss");
    for (message, expected) in [
        (refused("evolve", &problem(&other, "general-loss"), resume.clone()), "of another study"),
        (refused("evolve", &problem(&heavier, "general-loss"), resume.clone()), "of another study"),
        (refused("evolve", &problem(&material, "precision"), resume.clone()), "of another study"),
        (refused("evolve", &general, Search { seed: 8, ..resume.clone() }), "of another study"),
        (refused("nsga2", &general, resume.clone()), "of another study"),
        (refused("evolve", &general, limits.clone()), "is there already"),
    ] {
        assert!(message.contains(expected), "{message}");
    }
    std::fs::write(&path, "{}").unwrap();
    assert!(refused("evolve", &general, resume.clone()).contains("this is no checkpoint"));
    std::fs::remove_file(&path).unwrap();
    assert!(refused("evolve", &general, resume).contains("cannot read the checkpoint"));
}

#[test]
fn damaged_checkpoints_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint.json");
    let problem = wide(17).problem("k-anonymity", "general-loss", Rule::AsNeeded, 6);
    for name in ["evolve", "nsga2"] {
        let _ = std::fs::remove_file(&path);
        let limits = Search { checkpoint: Some(path.clone()), ..small_population(24, 3) };
        run(name, &problem, &limits);
        let written = std::fs::read(&path).unwrap();
        let limits = of_cuts(Search { resume: true, ..limits });
        let resumed = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            (search::find(name).unwrap().run)(&problem, &limits, &Silent)
        };
        // A generation that did not take place, a bit of a cut, an end that is missing.
        let number = String::from_utf8(written.clone()).unwrap().find("\"generation\":3").unwrap() + 13;
        let bit = String::from_utf8(written.clone()).unwrap().find("[\"").unwrap() + 2;
        for (at, byte) in [(number, b'2'), (bit, written[bit] ^ 1)] {
            let mut changed = written.clone();
            changed[at] = byte;
            let error = resumed(&changed).unwrap_err().to_string();
            assert!(error.contains("the checkpoint is damaged") || error.contains("no checkpoint"), "{name}: {error}");
        }
        assert!(resumed(&written[..written.len() - 10]).is_err(), "{name}");
        assert!(resumed(&written).is_ok(), "{name}");
    }
}
