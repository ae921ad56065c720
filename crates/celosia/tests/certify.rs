//! Certificates on random problems: true ones are accepted, and whatever is changed in them is refused.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use celosia::certify::{self, Certificate, Checked, Claim, Listed, Question, Shown};
use celosia::error::{Error, ErrorKind, Result};
use celosia::evaluate::{Ceiling, Problem};
use celosia::front::{Archive, Front, Stopped};
use celosia::loss::METRICS;
use celosia::privacy::{MODELS, Parameters};
use celosia::search::{self, Limits};
use celosia::space::Node;
use celosia::study::{Rule, Search};
use celosia::watch::Silent;
use proptest::prelude::*;
use random::{Material, material, nodes};

const NAMES: [&str; 3] = ["age", "zip", "sex"];

/// One or two monotone models, one or two metrics, both rules.
fn problem(material: &Material, pick: usize) -> Problem {
    let metrics: Vec<&str> = METRICS.iter().filter(|m| m.monotone).map(|m| m.name).collect();
    let model = |i: usize| MODELS[(pick + 5 * i) % MODELS.len()].name;
    let metric = |i: usize| metrics[(pick / MODELS.len() + 4 * i) % metrics.len()];
    let more = usize::from(pick % 4 == 3);
    let models: Vec<&str> = (0..=more * (pick / 4 % 2)).map(model).collect();
    let metrics: Vec<&str> = (0..=more * (pick / 8 % 2)).map(metric).collect();
    let rule = [Rule::AsNeeded, Rule::Tolerance][pick / 16 % 2];
    material.problem_of(&models, &metrics, more == 1 && pick / 32 % 2 == 1, rule, material.suppressed)
}

fn claim(problem: &Problem) -> Claim {
    let names = &NAMES[..problem.lattice.attributes()];
    Claim::new(problem, "random", names, &Parameters { c: 3.0, alpha: 0.6 })
}

fn search(problem: &Problem, algorithm: &str, question: search::Question) -> Front {
    let limits = Limits { question, ..Limits::from(Search { threads: 1, ..Search::default() }) };
    (search::find(algorithm).unwrap().run)(problem, &limits, &Silent).unwrap()
}

/// The certificate of exact search.
fn exact(problem: &Problem) -> Certificate {
    let front = search(problem, "exact", search::Question::Front);
    certify::certificate(problem, claim(problem), Question::Front, &front, &Silent).unwrap()
}

/// Reads the file and checks it, as the command does.
fn check(problem: &Problem, certificate: &Certificate) -> Result<Checked> {
    let read = Certificate::parse("test", &certificate.text()).unwrap();
    read.is_about(&claim(problem))?;
    certify::check(problem, &read, &Silent)
}

/// The answer must be no; what it says.
fn refused(problem: &Problem, certificate: &Certificate) -> String {
    match check(problem, certificate) {
        Err(Error::No { what, .. }) => what,
        other => panic!("accepted or unreadable: {other:?}"),
    }
}

/// The nodes and suppressed rows of a front, ties included.
fn flat(points: &[Shown]) -> Vec<(Node, u64)> {
    let of_point = |p: &Shown| p.ties.iter().cloned().chain([(p.levels.clone(), p.suppressed)]).collect::<Vec<_>>();
    let mut all: Vec<(Node, u64)> = points.iter().flat_map(of_point).collect();
    all.sort();
    all
}

/// A certificate that lists these nodes, with true values and the best points among them: honest, but perhaps no proof.
fn listing(problem: &Problem, listed: &[Node]) -> (Certificate, Archive) {
    let mut archive = Archive::default();
    let list = |node: &Node| {
        let outcomes = problem.outcomes(node, &problem.classes(node));
        for outcome in &outcomes {
            archive.offer(node, outcome.clone());
        }
        Listed::new(problem, node, &outcomes)
    };
    let nodes = listed.iter().map(list).collect();
    let points = archive.clone().into_points();
    let shown = points.iter().map(|p| Shown {
        levels: p.place.node().unwrap().clone(),
        suppressed: p.outcome.suppressed,
        values: problem.values(&p.outcome),
        ties: p.ties.iter().map(|(place, outcome)| (place.node().unwrap().clone(), outcome.suppressed)).collect(),
    });
    (Certificate::new(claim(problem), Question::Front, shown.collect(), nodes), archive)
}

/// Do the bounds of exact search, from all these nodes at once, leave something of a node that nothing beats?
fn open(problem: &Problem, listed: &[Node], archive: &Archive, node: &Node) -> bool {
    let generalizes = |a: &Node, b: &Node| a.iter().zip(b).all(|(a, b)| a >= b);
    let above = listed.iter().filter(|m| generalizes(m, node)).map(|m| problem.ceiling(m, &problem.classes(m)));
    let above: Vec<Ceiling> = above.collect();
    let below = listed.iter().filter(|l| generalizes(node, l)).map(|l| problem.remainders(l, &problem.classes(l)));
    let below: Vec<Vec<f64>> = below.collect();
    let least: Vec<f64> = (problem.cells(node).into_iter().zip(problem.metrics()).enumerate())
        .map(|(m, (cells, about))| {
            let none = if about.cells_only { 0.0 } else { f64::NEG_INFINITY };
            problem.floor(m, cells, below.iter().map(|l| l[m]).fold(none, f64::max))
        })
        .collect();
    let further: Vec<f64> = (0..problem.models().len() - 1)
        .map(|model| above.iter().map(|c| c.further[model]).fold(f64::INFINITY, f64::min))
        .collect();
    let levels = above.iter().flat_map(|c| c.steps.iter().map(|s| s.protection)).chain([f64::INFINITY]);
    levels.into_iter().any(|p| {
        let steps: Option<Vec<_>> = above.iter().map(|c| c.steps.iter().find(|s| s.protection >= p)).collect();
        let Some(steps) = steps else { return false };
        let adds = |m: usize| {
            let of_step = steps.iter().map(|s| if m == 0 { s.adds } else { s.adds_further[m - 1] });
            least[m] + of_step.fold(0.0, f64::max)
        };
        let mut values = further.clone();
        values.extend((1..least.len()).map(|m| -adds(m)));
        let rows = steps.iter().map(|s| s.suppressed).max().unwrap_or(0);
        values.extend(problem.suppressed_rows.then_some(-(rows as f64)));
        !archive.beats(p, adds(0), &values)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// What exact search proves is accepted: fronts and questions, read back from the file.
    #[test]
    fn certificates_of_exact_search_hold(material in material(), pick in 0usize..10_000, at: prop::sample::Index) {
        let problem = problem(&material, pick);
        let certificate = exact(&problem);
        prop_assert_eq!(&Certificate::parse("test", &certificate.text()).unwrap(), &certificate);
        let checked = check(&problem, &certificate).unwrap();
        prop_assert_eq!(checked.points, certificate.front.len());
        prop_assert_eq!(checked.recomputed as u128 + checked.excluded, problem.lattice.size());
        if problem.objectives().len() > 2 {
            return Ok(());
        }
        let front = search(&problem, "exhaustive", search::Question::Front);
        let outcome = &at.get(&front.points).outcome;
        let level = problem.model().level(outcome.protection);
        let questions = [
            (search::Question::Protection(outcome.protection), Question::PrivacyAtLeast(level)),
            (search::Question::Loss(outcome.loss.value), Question::LossAtMost(outcome.loss.value)),
        ];
        for (asked, question) in questions {
            // A level that is infinite cannot be asked for on a command line.
            if !level.is_finite() {
                continue;
            }
            let found = search(&problem, "exact", asked);
            let certificate = certify::certificate(&problem, claim(&problem), question, &found, &Silent).unwrap();
            prop_assert_eq!(check(&problem, &certificate).unwrap().points, 1, "{:?}", question);
        }
    }

    /// A list of nodes with true values is accepted only if no point is missing; and a node that it is refused for is open.
    #[test]
    fn no_list_hides_a_point(material in material(), pick in 0usize..10_000, keep in prop::collection::vec(0u8..100, 64)) {
        let problem = problem(&material, pick);
        let threshold = 20 + (pick % 80) as u8;
        let mut listed = nodes(&problem.lattice);
        listed = listed.into_iter().enumerate().filter(|(i, _)| keep[i % 64] < threshold).map(|(_, node)| node).collect();
        let (certificate, archive) = listing(&problem, &listed);
        match check(&problem, &certificate) {
            Ok(_) => {
                let (truth, _) = listing(&problem, &nodes(&problem.lattice));
                prop_assert_eq!(flat(&certificate.front), flat(&truth.front));
            }
            Err(Error::No { what, .. }) => {
                let named = what.strip_prefix("not covered: ").unwrap_or_else(|| panic!("{what}"));
                let node: Node = named.split(", ").map(|l| l.rsplit_once(' ').unwrap().1.parse().unwrap()).collect();
                prop_assert!(!listed.contains(&node));
                prop_assert!(open(&problem, &listed, &archive, &node), "{what}");
            }
            Err(other) => panic!("{other}"),
        }
    }

    /// Any number that is changed is noticed, and so is a point or a tie that goes or comes.
    #[test]
    fn changes_are_refused(
        material in material(), pick in 0usize..10_000, at: prop::sample::Index, more: prop::sample::Index, down: bool
    ) {
        let problem = problem(&material, pick);
        let certificate = exact(&problem);
        let change = |x: &mut f64| *x = if x.is_finite() { *x + if down { -1e-9 } else { 1e-9 } } else { 7.0 };

        let mut changed = certificate.clone();
        let node = at.index(changed.nodes.len());
        let name = changed.claim.name(&changed.nodes[node].levels);
        let outcome = more.index(changed.nodes[node].outcomes.len());
        let width = changed.nodes[node].outcomes[outcome].1.0.len();
        change(&mut changed.nodes[node].outcomes[outcome].1.0[at.index(width)]);
        prop_assert!(refused(&problem, &changed).starts_with(&name));

        let mut changed = certificate.clone();
        changed.nodes[node].outcomes[outcome].0 += 1;
        prop_assert!(refused(&problem, &changed).contains("suppressed rows in the certificate"));

        let mut changed = certificate.clone();
        changed.nodes[node].outcomes.remove(outcome);
        prop_assert!(refused(&problem, &changed).contains("outcomes in the certificate"));

        let mut changed = certificate.clone();
        let point = at.index(changed.front.len());
        change(&mut changed.front[point].values[more.index(width)]);
        prop_assert!(refused(&problem, &changed).starts_with("not a point of the front"));

        let mut changed = certificate.clone();
        changed.front[point].suppressed += 1;
        prop_assert!(refused(&problem, &changed).starts_with("not a point of the front"));

        let mut changed = certificate.clone();
        changed.front.remove(point);
        prop_assert!(refused(&problem, &changed).starts_with("missing in the front"));

        let mut changed = certificate.clone();
        let twice = changed.front[point].clone();
        changed.front.push(twice);
        prop_assert!(refused(&problem, &changed).starts_with("not a point of the front"));

        if let Some(tied) = certificate.front.iter().position(|point| !point.ties.is_empty()) {
            let mut changed = certificate.clone();
            changed.front[tied].ties.pop();
            prop_assert!(refused(&problem, &changed).starts_with("missing in the front"));
        }

        // Nodes of the front that are no longer listed.
        let mut changed = certificate.clone();
        let gone = changed.front[point].levels.clone();
        changed.nodes.retain(|listed| listed.levels != gone);
        prop_assert!(refused(&problem, &changed).starts_with("not a point of the front"));
    }
}

/// A few hundred rows, attributes of several levels: a lattice where most nodes are excluded.
fn large() -> Material {
    let mut state = 7u64;
    let mut draw = |below: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(below)) as u32
    };
    let mut row = || ((0..3).map(|_| draw(16).min(draw(16))).collect(), [draw(3), draw(3), draw(3)]);
    let rows = (0..600).map(|_| row()).collect();
    let merges = vec![vec![(0..16).map(|group| group / 2).collect(); 3]; 3];
    Material { rows, merges, weights: vec![1.0; 3], suppressed: 6, gaps: true }
}

#[test]
fn nodes_that_are_needed_are_missed() {
    for metric in ["general-loss", "discernibility", "usefulness"] {
        let problem = large().problem("k-anonymity", metric, Rule::AsNeeded, 6);
        let certificate = exact(&problem);
        assert!((certificate.nodes.len() as u128) < problem.lattice.size(), "{metric}: something is excluded");
        check(&problem, &certificate).unwrap();
        let of_front: Vec<Node> = flat(&certificate.front).into_iter().map(|(node, _)| node).collect();
        let mut uncovered = 0;
        for at in (0..certificate.nodes.len()).filter(|at| !of_front.contains(&certificate.nodes[*at].levels)) {
            let mut changed = certificate.clone();
            changed.nodes.remove(at);
            match check(&problem, &changed) {
                Ok(_) => {}
                Err(no) => {
                    assert!(no.to_string().starts_with("not covered: age "), "{no}");
                    uncovered += 1;
                }
            }
        }
        assert!(uncovered > 0, "{metric}: no node was needed");
    }
}

#[test]
fn another_problem_is_bad_input() {
    let material = large();
    let problem = material.problem("k-anonymity", "general-loss", Rule::AsNeeded, 6);
    let certificate = exact(&problem);
    let about = |model: &str, metric: &str, rule, limit| {
        let other = material.problem(model, metric, rule, limit);
        certificate.is_about(&claim(&other)).err().map(|e| (e.kind(), e.to_string())).unwrap()
    };
    let says = |(kind, what): (ErrorKind, String), fact: &str| {
        assert_eq!(kind, ErrorKind::Data);
        assert!(what.contains(fact), "{what}");
    };
    says(
        about("t-closeness", "general-loss", Rule::AsNeeded, 6),
        "objectives 1.name: \"k-anonymity\" in the certificate",
    );
    says(about("k-anonymity", "precision", Rule::AsNeeded, 6), "objectives 2.name");
    says(about("k-anonymity", "general-loss", Rule::Tolerance, 6), "suppression.rule: \"as-needed\"");
    says(
        about("k-anonymity", "general-loss", Rule::AsNeeded, 7),
        "suppression.limit: 6 in the certificate, 7 in the study",
    );
    let text = certificate.text();
    for (from, to) in [
        ("\"certificate\": 1", "\"certificate\": 2"),
        ("\"nodes\"", "\"knots\""),
        ("\"levels\":[0", "\"levels\":[99"),
        ("\"levels\":[", "\"levels\":[0,"),
    ] {
        let read = Certificate::parse("test", &text.replacen(from, to, 1));
        let kind = read.and_then(|read| read.is_about(&claim(&problem))).err().map(|e| e.kind());
        assert_eq!(kind, Some(ErrorKind::Data), "{from} → {to}");
    }
}

#[test]
fn a_front_without_a_proof_has_no_certificate() {
    let problem = large().problem("k-anonymity", "general-loss", Rule::AsNeeded, 6);
    let mut front = search(&problem, "exhaustive", search::Question::Front);
    let why = |front: &Front| match certify::certificate(&problem, claim(&problem), Question::Front, front, &Silent) {
        Err(Error::No { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    assert!(why(&front).contains("exhaustive search gives no proof"));
    (front.found.complete, front.found.stopped) = (false, Stopped::Told);
    assert!(why(&front).contains("not complete: it was told to stop"));
}
