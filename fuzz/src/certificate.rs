//! Certificates: one that was read is written as it was, and one that is accepted has the true answer.

use celosia::certify::{self, Certificate, Question, Shown};
use celosia::flow::Flow;
use celosia::search::{self, Limits};
use celosia::space::Node;
use celosia::study::Search;
use celosia::watch::Silent;

use crate::problem;

thread_local! {
    static FLOW: Flow = problem::open();
}

/// Bytes as a certificate of the small problem.
pub fn certificate(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(certificate) = Certificate::parse("certificate", text) else { return };
    let again = Certificate::parse("certificate", &certificate.text()).expect("what was written can be read");
    assert!(nearly_same(&certificate, &again), "{certificate:?} is written as {again:?}");
    FLOW.with(|flow| {
        let about = certificate.is_about(&flow.claim());
        if about.and_then(|()| certify::check(&flow.problem, &certificate, &Silent)).is_ok() {
            assert_eq!(flat(&certificate.front), flat(&answer(flow, certificate.question)), "another answer");
        }
    });
}

/// The same, but for the last bit of a number: the checker allows that much too (`LAST_BIT` in `certify/check.rs`).
fn nearly_same(one: &Certificate, other: &Certificate) -> bool {
    let [one, other] = [one, other].map(|certificate| format!("{certificate:?}"));
    let words = |text: &str| text.split([' ', ',', '[', ']', '(', ')']).map(String::from).collect::<Vec<_>>();
    let same = |one: &String, other: &String| match (one.parse::<f64>(), other.parse::<f64>()) {
        (Ok(one), Ok(other)) => one == other || (one - other).abs() <= one.abs() * f64::EPSILON,
        _ => one == other,
    };
    let [one, other] = [words(&one), words(&other)];
    one.len() == other.len() && one.iter().zip(&other).all(|(one, other)| same(one, other))
}

/// True certificates: of the front, and of one question of each kind.
pub fn seeds() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let questions =
        [("front", Question::Front), ("privacy", Question::PrivacyAtLeast(2.0)), ("loss", Question::LossAtMost(0.5))];
    let seed = |(name, question)| ("certificate", name, proven(&problem::open(), question).text().into_bytes());
    questions.into_iter().map(seed).collect()
}

/// What exact search answers.
fn answer(flow: &Flow, question: Question) -> Vec<Shown> {
    proven(flow, question).front
}

fn proven(flow: &Flow, question: Question) -> Certificate {
    let asked = match question {
        Question::Front => search::Question::Front,
        Question::PrivacyAtLeast(level) => search::Question::Protection(flow.problem.model().protection(level)),
        Question::LossAtMost(loss) => search::Question::Loss(loss),
        Question::LeastLoss => search::Question::Protection(f64::NEG_INFINITY),
    };
    let limits = Limits { question: asked, ..Limits::from(Search { threads: 1, ..Search::default() }) };
    let exact = search::find("exact").expect("exact search is there");
    let front = (exact.run)(&flow.problem, &limits, &Silent).expect("a search without a limit ends");
    let certificate = certify::certificate(&flow.problem, flow.claim(), question, &front, &Silent);
    certificate.expect("a complete front has a certificate")
}

/// Every point and tie: its node, its suppressed rows, and its values as far as they are exact.
fn flat(points: &[Shown]) -> Vec<(Node, u64, Vec<String>)> {
    let of_point = |point: &Shown| {
        let values: Vec<String> = point.values.iter().map(|value| format!("{value:.9}")).collect();
        let ties = point.ties.iter().cloned().chain([(point.levels.clone(), point.suppressed)]);
        ties.map(|(node, suppressed)| (node, suppressed, values.clone())).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = points.iter().flat_map(of_point).collect();
    all.sort();
    all
}
