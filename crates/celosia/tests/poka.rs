//! POkA against a literal transcription of its Functions, on random problems.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use celosia::evaluate::{Outcome, Problem};
use celosia::front::{Archive, Front, dominates};
use celosia::loss::{METRICS, Needs};
use celosia::privacy::MODELS;
use celosia::search::{self, Budget, Limits};
use celosia::space::Node;
use celosia::study::{Depth, Rule, Search};
use celosia::watch::{Silent, Watch};
use proptest::prelude::*;
use random::{Material, material, nodes};

fn poka(problem: &Problem, depth: u32) -> Front {
    let limits = Limits::from(Search { depth: Some(Depth::Steps(depth)), ..Search::default() });
    (search::find("poka").unwrap().run)(problem, &limits, &Silent).unwrap()
}

/// A different model and metric each time.
fn problem(material: &Material, pick: usize) -> Problem {
    // What counts of the whole table say is no loss that POkA compares.
    let metrics: Vec<_> = METRICS.iter().filter(|metric| metric.needs != Needs::Counts).collect();
    let (model, metric) = (&MODELS[pick % MODELS.len()], metrics[pick / MODELS.len() % metrics.len()]);
    material.problem(model.name, metric.name, Rule::Tolerance, material.suppressed)
}

/// Steps from the bottom of the lattice to its top.
fn height(problem: &Problem) -> u32 {
    (0..problem.lattice.attributes()).map(|a| u32::from(problem.lattice.height(a))).sum()
}

/// Functions 1 to 3 of the paper as they stand, without the lists of section 5.3. `None` is (NULL, 0, 0).
struct Literal<'p> {
    problem: &'p Problem,
    depth: u32,
    values: BTreeMap<Node, Outcome>,
    evaluated: BTreeSet<Node>,
    base: Node,
}

impl<'p> Literal<'p> {
    fn new(problem: &'p Problem, depth: u32) -> Self {
        let value = |node: Node| {
            let outcome = problem.outcomes(&node, &problem.classes(&node)).pop().unwrap();
            (node, outcome)
        };
        let values = nodes(&problem.lattice).into_iter().map(value).collect();
        Literal { problem, depth, values, evaluated: BTreeSet::new(), base: Node::default() }
    }

    fn evaluate(&mut self, node: &Node) -> (f64, f64) {
        self.evaluated.insert(node.clone());
        (self.values[node].protection, self.values[node].loss.value)
    }

    fn distance(&self, node: &Node) -> u32 {
        self.base.iter().zip(node).map(|(n, c)| u32::from(n.abs_diff(*c))).sum()
    }

    fn better(&self, best: Option<Node>, found: Option<Node>) -> Option<Node> {
        let Some(q) = &found else { return best };
        let Some(n) = &best else { return found };
        let (q, n) = (&self.values[q], &self.values[n]);
        let wins = q.protection > n.protection || (q.protection == n.protection && q.loss.value < n.loss.value);
        if wins { found } else { best }
    }

    /// Function 1.
    fn height_search(&mut self, p: &Node, use_node: bool) -> Option<Node> {
        let mut best = use_node.then(|| p.clone());
        for i in 0..p.len() {
            if p[i] == self.problem.lattice.height(i) {
                continue;
            }
            let mut c = p.clone();
            c[i] += 1;
            let below = c.iter().zip(&self.base).all(|(c, n)| c <= n);
            let q = if below && self.distance(&c) > 1 {
                self.height_search(&c, false)
            } else {
                let (k, loss) = self.evaluate(&c);
                let base = &self.values[&self.base];
                if k < base.protection && loss < base.loss.value { self.height_search(&c, true) } else { None }
            };
            best = self.better(best, q);
        }
        best
    }

    /// Function 2.
    fn depth_search(&mut self, p: &Node) -> Option<Node> {
        let mut best = None;
        for i in 0..p.len() {
            if p[i] == 0 {
                continue;
            }
            let mut c = p.clone();
            c[i] -= 1;
            let q = if self.distance(&c) == self.depth {
                if self.depth == 1 {
                    self.evaluate(&c);
                    self.height_search(&c, true)
                } else {
                    self.height_search(&c, false)
                }
            } else {
                self.depth_search(&c)
            };
            best = self.better(best, q);
        }
        best
    }

    /// Function 3, which ends at k ≤ 2 where the model has a k, at NULL, and where it would go round in a circle.
    fn search(&mut self) -> Vec<Node> {
        let mut found: Vec<Node> = Vec::new();
        let mut next = Some((0..self.problem.lattice.attributes()).map(|a| self.problem.lattice.height(a)).collect());
        while let Some(node) = next.filter(|n| !found.contains(n)) {
            let (k, _) = self.evaluate(&node);
            found.push(node.clone());
            if self.problem.model().parameter == "k" && k <= 2.0 {
                break;
            }
            self.base = node.clone();
            next = self.depth_search(&node);
        }
        found
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The lists of section 5.3 save visits and change nothing: the same points, the same number of evaluations.
    #[test]
    fn the_lists_change_nothing(material in material(), pick in 0usize..1000, depth in 1u32..5) {
        let problem = problem(&material, pick);
        let depth = depth.min(height(&problem));
        let mut literal = Literal::new(&problem, depth);
        let collected = literal.search();
        let mut archive = Archive::default();
        for node in &collected {
            archive.offer(node, literal.values[node].clone());
        }
        let front = poka(&problem, depth);
        prop_assert_eq!(&front.points, &archive.into_points());
        prop_assert_eq!(front.found.evaluated, literal.evaluated.len() as u64);
        prop_assert!(!front.found.complete);
    }

    /// Every point is an outcome of its node, the top is among the points or beaten, and no true optimum is worse.
    #[test]
    fn points_are_real(material in material(), pick in 0usize..1000, depth in 1u32..9) {
        let problem = problem(&material, pick);
        let front = poka(&problem, depth.min(height(&problem)));
        let optima = (search::find("exhaustive").unwrap().run)(&problem, &Limits::default(), &Silent).unwrap();
        for point in &front.points {
            let outcomes = problem.outcomes_at(&point.place);
            prop_assert!(outcomes.contains(&point.outcome), "{point:?}");
            let better = |optimum: &Outcome| optimum.protection >= point.outcome.protection
                && optimum.loss.value <= point.outcome.loss.value;
            prop_assert!(optima.points.iter().any(|o| better(&o.outcome)), "{point:?}");
            prop_assert!(!optima.points.iter().any(|o| dominates(&point.outcome, &o.outcome)), "{point:?}");
        }
        prop_assert!(u128::from(front.found.evaluated) <= problem.lattice.size());
    }

    /// From depth 2 on each step is to a node that is less private and loses less, so none of P beats another.
    #[test]
    fn deeper_than_one_every_step_descends(material in material(), pick in 0usize..1000, depth in 2u32..9) {
        let problem = problem(&material, pick);
        prop_assume!(height(&problem) >= 2);
        let depth = depth.min(height(&problem));
        let mut literal = Literal::new(&problem, depth.min(4));
        let collected = literal.search();
        for pair in collected.windows(2) {
            let (before, after) = (&literal.values[&pair[0]], &literal.values[&pair[1]]);
            prop_assert!(after.protection < before.protection && after.loss.value < before.loss.value);
        }
        prop_assert!(!poka(&problem, depth).found.why().contains("beaten by others"));
    }

    /// A budget is kept, and said.
    #[test]
    fn a_budget_is_kept(material in material(), pick in 0usize..1000, most in 1u64..30) {
        let problem = problem(&material, pick);
        for name in ["poka", "exhaustive"] {
            let run = search::find(name).unwrap().run;
            let budget = Budget { evaluations: Some(most), time: None };
            let all = run(&problem, &Limits::default(), &Silent).unwrap();
            let front = run(&problem, &Limits::from(Search { threads: 2, budget, ..Search::default() }), &Silent).unwrap();
            prop_assert_eq!(front.found.evaluated, most.min(all.found.evaluated), "{}", name);
            let spent = all.found.evaluated > most;
            prop_assert_eq!(front.found.why().contains(&format!("the budget of {most} evaluations was spent")), spent);
            prop_assert_eq!(front.found.complete, !spent && name == "exhaustive");
            prop_assert!(spent || front.points == all.points);
        }
    }
}

/// Two attributes of four values, every combination with as many rows as its place says.
fn square() -> Material {
    let rows = (0u32..16).flat_map(|place| vec![(vec![place / 4, place % 4], [0, 0, 0]); place as usize + 1]).collect();
    let halves = vec![vec![0, 0, 1, 1, 2]];
    Material { rows, merges: vec![halves.clone(), halves], weights: vec![1.0, 1.0], suppressed: 0, gaps: false }
}

#[test]
fn what_poka_is_not_defined_for_is_refused() {
    let run = search::find("poka").unwrap().run;
    let refused = |problem: &Problem, depth: Option<u32>, facts: &[&str]| {
        let error =
            run(problem, &Limits::from(Search { depth: depth.map(Depth::Steps), ..Search::default() }), &Silent)
                .unwrap_err();
        let said = format!("{error} {}", error.hint());
        assert!(facts.iter().all(|fact| said.contains(fact)), "{said}");
    };
    let tolerance = square().problem("k-anonymity", "general-loss", Rule::Tolerance, 0);
    refused(&tolerance, Some(0), &["depth", "0 is out of range", "1 to 4"]);
    refused(&tolerance, Some(5), &["5 is out of range", "1 to 4"]);
    let needed = square().problem("k-anonymity", "general-loss", Rule::AsNeeded, 3);
    refused(&needed, None, &["POkA", "suppression.rule = \"tolerance\""]);
    let two = square().problem_of(&["k-anonymity", "t-closeness"], &["general-loss"], false, Rule::Tolerance, 0);
    refused(&two, None, &["one privacy level with one loss"]);
}

/// A caller that wants to stop once a number of steps is done.
struct Impatient(AtomicU64);

impl Watch for Impatient {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, steps: u64) {
        self.0.fetch_sub(steps, Ordering::Relaxed);
    }
    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn who_is_told_to_stop_returns_what_there_is() {
    let problem = square().problem("k-anonymity", "general-loss", Rule::Tolerance, 0);
    let run = search::find("poka").unwrap().run;
    let all = poka(&problem, 2);
    assert!(all.found.evaluated > 5 && all.points.len() > 2, "{all:?}");
    let front = run(&problem, &Limits::default(), &Impatient(AtomicU64::new(5))).unwrap();
    assert_eq!(front.found.evaluated, 5);
    assert!(front.found.why().starts_with("it was told to stop"), "{}", front.found.why());
    assert!(!front.points.is_empty() && front.points.iter().all(|p| all.points.contains(p)));
    let late =
        Limits::from(Search { budget: Budget { evaluations: None, time: Some(Duration::ZERO) }, ..Search::default() });
    assert!(run(&problem, &late, &Silent).unwrap().found.why().starts_with("the budget of 0 s was spent"));
}

#[test]
fn depths_have_names() {
    let problem = square().problem("k-anonymity", "general-loss", Rule::Tolerance, 0);
    let run = |depth| {
        let limits = Limits::from(Search { depth: Some(depth), ..Search::default() });
        (search::find("poka").unwrap().run)(&problem, &limits, &Silent).unwrap()
    };
    let points = |depth| (run(depth).points, run(depth).found.evaluated);
    // Two attributes of two levels: their mean is 2. At the top the most levels that one has are 2, and so are those of all but
    // one; at (1, 2) they are 2 and 2, at (1, 1) they are 1 and 1.
    assert_eq!(points(Depth::Average), points(Depth::Steps(2)));
    let (best, worst) = (run(Depth::Best), run(Depth::Worst));
    assert_eq!(best.points, worst.points);
    assert!(best.found.why().contains("beyond depth best") && worst.found.why().contains("beyond depth worst"));
    assert!(best.points.len() >= run(Depth::Steps(1)).points.len());
}

/// From any node: it is the first point or beaten, nothing more private is looked for, and the search from the top is that
/// from the top named.
#[test]
fn a_start_node_takes_the_place_of_the_top() {
    let problem = square().problem("k-anonymity", "general-loss", Rule::Tolerance, 0);
    let run = |base: Option<Node>| {
        let limits = Limits { base, ..Limits::from(Search::default()) };
        (search::find("poka").unwrap().run)(&problem, &limits, &Silent).unwrap()
    };
    assert_eq!(run(Some(vec![2, 2].into())).points, run(None).points);
    let k = |node: &Node| problem.outcomes(node, &problem.classes(node))[0].protection;
    for node in nodes(&problem.lattice).into_iter().filter(|node| k(node) > 2.0) {
        let front = run(Some(node.clone()));
        assert!(front.points.iter().all(|point| point.outcome.protection <= k(&node)), "{node:?}");
        assert!(front.points.len() > 1 || front.found.why().contains("found no node"), "{node:?}");
        let lower = node != run(None).points[0].place.node().unwrap().clone();
        assert_eq!(front.found.why().contains("did not start from the top"), lower, "{node:?}");
    }
}
