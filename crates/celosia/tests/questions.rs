//! One point instead of the whole front: the same point, from fewer nodes; and a front that was stopped early, which says
//! how far its losses may still fall.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use std::path::Path;

use celosia::choose::{Choice, choose};
use celosia::error::ErrorKind;
use celosia::evaluate::Problem;
use celosia::flow::Flow;
use celosia::front::Front;
use celosia::loss::METRICS;
use celosia::privacy::MODELS;
use celosia::search::{self, Budget, Limits, Question};
use celosia::study::{Rule, Search, Study, StudyFile};
use celosia::watch::Silent;
use proptest::prelude::*;
use random::material;

/// Adult with a search and a budget.
fn adult(search: Option<&str>, budget: Option<u64>) -> Flow {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/adult/study.toml");
    let mut file = StudyFile::read(&path).unwrap();
    file.search.algorithm = search.map(String::from);
    file.search.budget = budget.map(|nodes| (nodes as i64).into());
    Flow::open(Study::check("adult", &file).unwrap(), &Silent).unwrap()
}

/// The study's whole front.
fn whole(flow: &Flow) -> Front {
    flow.front(&flow.request(), &Silent).unwrap()
}

#[test]
fn on_adult_a_question_has_the_whole_fronts_answer_from_fewer_nodes() {
    let (flow, oracle) = (adult(None, None), adult(Some("exhaustive"), None));
    assert_eq!(flow.search_of(&flow.request()).unwrap().name, "exact", "the default");
    let (exact, every) =
        (flow.front(&flow.request(), &Silent).unwrap(), oracle.front(&oracle.request(), &Silent).unwrap());
    assert_eq!(exact.points, every.points);
    assert!(exact.found.evaluated < every.found.evaluated / 10, "{}", exact.found.evaluated);
    let levels = [1.0, 2.0, 3.0, 5.0, 9.5, 10.0, 51.0, 100.0, 1000.0, 30_162.0].map(Choice::Privacy);
    let losses = [0.0, 0.1, 0.3, 0.4919, 0.6, 0.9, 1.0, 7.0].map(Choice::MaxLoss);
    let model = flow.problem.model();
    for choice in levels.into_iter().chain(losses) {
        let answer = flow.front(&flow.request().only(choice), &Silent).unwrap();
        let chosen = choose(&every, model, choice).unwrap();
        assert_eq!(answer.points, [every.points[chosen].clone()], "{choice:?}, the node and its ties");
        assert!(answer.found.complete && answer.found.question.is_some(), "{choice:?}");
        assert!(answer.found.evaluated < exact.found.evaluated, "{choice:?}: {}", answer.found.evaluated);
    }
    let answer = oracle.front(&oracle.request().only(Choice::Privacy(10.0)), &Silent).unwrap();
    assert_eq!(
        answer.points,
        flow.front(&flow.request().only(Choice::Privacy(10.0)), &Silent).unwrap().points,
        "whatever the search"
    );
    assert_eq!(answer.found.question, Some(("k", 10.0)));
    // Nothing reaches these, and the end of the front is named.
    let no = flow.front(&flow.request().only(Choice::Privacy(30_163.0)), &Silent).unwrap_err();
    assert!(no.kind() == ErrorKind::Unreachable && no.hint().contains("k = 30,162"), "{no}: {}", no.hint());
    let no = flow.front(&flow.request().only(Choice::MaxLoss(-0.1)), &Silent).unwrap_err();
    assert!(no.kind() == ErrorKind::Unreachable && no.hint().contains("least loss is 0.0"), "{no}: {}", no.hint());
}

#[test]
fn gaps_of_a_front_that_was_stopped_early_are_true() {
    let every = whole(&adult(Some("exhaustive"), None));
    let least_loss = |protection: f64| {
        let enough = every.points.iter().filter(|p| p.outcome.protection >= protection);
        enough.map(|p| p.outcome.loss.value).fold(f64::INFINITY, f64::min)
    };
    for budget in [2, 10, 40, 100] {
        let front = whole(&adult(None, Some(budget)));
        assert!(!front.found.complete, "{budget} nodes");
        let gaps = front.found.gaps.clone().unwrap();
        assert_eq!(gaps.len(), front.points.len());
        for (point, gap) in front.points.iter().zip(&gaps) {
            let (loss, least) = (point.outcome.loss.value, least_loss(point.outcome.protection));
            assert!(*gap >= 0.0 && loss - gap <= least && least <= loss, "{loss} - {gap} against {least}");
        }
    }
    let hasty = adult(None, Some(2));
    let unanswered = hasty.front(&hasty.request().only(Choice::MaxLoss(-0.1)), &Silent).unwrap_err();
    assert_eq!(unanswered.kind(), ErrorKind::Unreachable);
}

/// The front of a search with a question.
fn front(search: &str, problem: &Problem, question: Question, budget: Option<u64>) -> Front {
    let budget = Budget { evaluations: budget, time: None };
    let limits = Limits { question, ..Limits::from(Search { threads: 1, budget, ..Search::default() }) };
    (search::find(search).unwrap().run)(problem, &limits, &Silent).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// On random tables, with one to three models and one or two metrics, and with ties: what is chosen from the answer is
    /// what is chosen from the whole front.
    #[test]
    fn questions_have_the_whole_fronts_answer(material in material(), pick in 0usize..10_000, at in 0usize..100) {
        let bounded: Vec<&str> = METRICS.iter().filter(|m| m.monotone).map(|m| m.name).collect();
        let models: Vec<&str> = (0..1 + pick % 3).map(|i| MODELS[(pick / 3 + 5 * i) % MODELS.len()].name).collect();
        let metrics: Vec<&str> = (0..1 + pick / 2 % 2).map(|i| bounded[(pick / 7 + 4 * i) % bounded.len()]).collect();
        let rule = if pick % 2 == 0 { Rule::AsNeeded } else { Rule::Tolerance };
        let problem = material.problem_of(&models, &metrics, pick / 5 % 2 == 1, rule, material.suppressed);
        let model = problem.model();
        let every = front("exhaustive", &problem, Question::Front, None);
        let asked = &every.points[at % every.points.len()].outcome;
        for (question, choice) in [
            (Question::Protection(asked.protection), Choice::Privacy(model.level(asked.protection))),
            (Question::Loss(asked.loss.value), Choice::MaxLoss(asked.loss.value)),
        ] {
            let answer = front("exact", &problem, question, None);
            prop_assert!(answer.found.complete);
            let here = &answer.points[choose(&answer, model, choice).unwrap()];
            prop_assert_eq!(here, &every.points[choose(&every, model, choice).unwrap()], "{:?}", question);
        }
        // A search that was stopped knows how far off it may be: with further objectives, beside what it has found.
        let early = front("exact", &problem, Question::Front, Some(1 + at as u64 % 6));
        let least_loss = |front: &Front, protection: f64| {
            let enough = front.points.iter().filter(|p| p.outcome.protection >= protection);
            enough.map(|p| p.outcome.loss.value).fold(f64::INFINITY, f64::min)
        };
        for (point, gap) in early.points.iter().zip(early.found.gaps.iter().flatten()) {
            let (protection, loss) = (point.outcome.protection, point.outcome.loss.value);
            let (least, found) = (least_loss(&every, protection), least_loss(&early, protection));
            prop_assert!((loss - gap).min(found) <= least, "{loss} - {gap} and {found} against {least}");
        }
    }
}
