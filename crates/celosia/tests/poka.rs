//! POkA against a literal transcription of its Functions, on random problems and on Adult; the paper's tables.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use celosia::evaluate::{Outcome, Problem};
use celosia::front::{Archive, Front, dominates};
use celosia::loss::METRICS;
use celosia::privacy::MODELS;
use celosia::reproduce::{self, Options, Reproduced};
use celosia::search::{self, Budget, Limits};
use celosia::space::Node;
use celosia::study::{Rule, Search};
use celosia::watch::{Silent, Watch};
use proptest::prelude::*;
use random::{Material, material, nodes};

fn poka(problem: &Problem, depth: u32) -> Front {
    let limits = Limits::from(Search { depth: Some(depth), ..Search::default() });
    (search::find("poka").unwrap().run)(problem, &limits, &Silent).unwrap()
}

/// A different model and metric each time.
fn problem(material: &Material, pick: usize) -> Problem {
    let (model, metric) = (&MODELS[pick % MODELS.len()], &METRICS[pick / MODELS.len() % METRICS.len()]);
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
        let error = run(problem, &Limits::from(Search { depth, ..Search::default() }), &Silent).unwrap_err();
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

fn reproduce(name: &str) -> Reproduced {
    let adult = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/adult/adult_raw.csv");
    let options = Options { adult, width: 80, ..Options::default() };
    let found = (reproduce::find(name).unwrap().run)(&options, &Silent).unwrap();
    assert!(found.svg.starts_with("<svg") && found.svg.ends_with("</svg>\n"), "{name}");
    assert!(found.svg.len() < 100_000, "{name}: {} bytes", found.svg.len());
    let widest = found.text.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{name}: {widest:?}\n{}", found.text);
    found
}

/// The paper's numbers are those of its Table 3. Ours, on the hierarchies of data/adult, were found alike by a program of
/// their own in another language; the paper does not print its hierarchies, so they can only be near.
#[test]
fn table_3_is_reproduced() {
    let found = reproduce("poka-table-3");
    let paper = [(502, 22), (1945, 41), (4033, 45), (6544, 45), (9205, 45), (11_751, 45)];
    let ours = [(448, 14), (1980, 37), (4692, 41), (7695, 41), (10_741, 41), (13_429, 41)];
    let lines = found.json["depths"].as_array().unwrap();
    for (((paper, ours), line), depth) in paper.iter().zip(ours).zip(lines).zip(1..) {
        assert_eq!(line["depth"], depth);
        assert_eq!((&line["paper"]["evaluated"], &line["paper"]["true_optima"]), (&paper.0.into(), &paper.1.into()));
        assert_eq!((&line["evaluated"], &line["true_optima"]), (&ours.0.into(), &ours.1.into()));
        let far = (f64::from(ours.0) - f64::from(paper.0)).abs() / f64::from(paper.0);
        assert!(far < 0.2, "depth {depth}: {far}");
    }
    assert_eq!(lines.len(), 6);
    assert_eq!((&found.json["true_optima"], &found.json["paper"]["true_optima"]), (&42.into(), &45.into()));
    assert_eq!(lines[2]["missed_k"], serde_json::json!([1.0]), "k = 1 is below where POkA ends");
    assert!(found.text.contains("3 (= d_avg)") && found.text.contains("22.5%"), "{}", found.text);
}

#[test]
fn figure_4_shows_three_losses_and_a_plateau() {
    let found = reproduce("poka-figure-4");
    let losses = found.json["losses"].as_array().unwrap();
    let run = |number: usize| (losses[number]["nodes"].as_u64().unwrap(), &losses[number]["poka"]);
    let evaluated = |number: usize| run(number).1["evaluated"].as_u64().unwrap();
    assert_eq!([run(0).0, run(1).0, run(2).0], [17_920, 17_920, 8_960]);
    assert_eq!([evaluated(0), evaluated(1)], [4692, 2386]);
    // No neighbour of the top predicts any label better, so POkA sees the top, its seven neighbours, and nothing else.
    assert_eq!(evaluated(2), 8);
    assert!(
        run(2).1["why"].as_str().unwrap().contains("from k = 30162 it found no node that loses less than 0.248922")
    );
    assert!(found.text.contains("ends where it starts"), "{}", found.text);
    assert_eq!(run(1).1["beaten"], 4, "POkA 6.1: some nodes found for discernibility are no optima");
    assert_eq!(found.json["paper"]["mean_share"], 0.2);
    assert_eq!(found.svg.matches("<g ").count(), 6);
}

#[test]
fn figures_5_and_6_show_depths_and_attributes() {
    let found = reproduce("poka-figure-5");
    let optima = |line: &serde_json::Value| line["true_optima"].as_u64().unwrap();
    let depths: Vec<u64> = found.json["depths"].as_array().unwrap().iter().map(optima).collect();
    assert_eq!(depths, [14, 37, 41]);
    assert_eq!(found.svg.matches("<g ").count(), 3);

    let found = reproduce("poka-figure-6");
    let lattices = found.json["lattices"].as_array().unwrap();
    let nodes: Vec<u64> = lattices.iter().map(|l| l["nodes"].as_u64().unwrap()).collect();
    assert_eq!(nodes, [28, 112, 448, 896, 1792, 8960, 17_920]);
    let depth: Vec<u64> = lattices.iter().map(|l| l["poka"]["depth"].as_u64().unwrap()).collect();
    assert_eq!(depth, [5, 4, 4, 4, 3, 3, 3], "the mean of Table 2's lengths, rounded up");
    let share: Vec<f64> = lattices.iter().map(|l| l["poka"]["share"].as_f64().unwrap()).collect();
    assert!(share[1..].windows(2).all(|pair| pair[1] < pair[0]) && share[6] < 0.2, "{share:?}");
    assert!(found.text.contains("2: age, workclass") && found.text.contains("8: … and salary-class"), "{}", found.text);
}
