//! What POkA's section 4 claims, as properties: of random lattices whose k and loss keep its assumption, and of random tables.
//!
//! The paper assumes that k and loss never fall on upward edges (4.2). Its proofs of Lemma 2 and of the ground node property use
//! more: that they rise. Here both are attacked under the assumption that they need, and a table of two people shows that the
//! weaker one does not carry them.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use celosia::evaluate::Problem;
use celosia::privacy::MODELS;
use celosia::space::{Grouping, Lattice, Node};
use celosia::study::{DomainSize, Limit, Objectives, Rule, Suppression};
use proptest::prelude::*;
use random::{Material, material, nodes};

/// A lattice of which each node has a k and a loss.
#[derive(Debug)]
struct Valued {
    heights: Vec<u8>,
    nodes: Vec<(Vec<u8>, u32, u32)>,
}

/// Every node of a lattice, in an order in which each stands behind those below it.
fn all(heights: &[u8]) -> Vec<Vec<u8>> {
    heights.iter().fold(vec![Vec::new()], |nodes, height| {
        nodes.iter().flat_map(|node| (0..=*height).map(move |level| [&node[..], &[level]].concat())).collect()
    })
}

fn below(low: &[u8], high: &[u8]) -> bool {
    low.iter().zip(high).all(|(a, b)| a <= b)
}

impl Valued {
    /// Each node's k and loss are the largest of its lower neighbours' and as much more as drawn, `least` or more: with 0 they
    /// never fall, with 1 they rise.
    fn new(heights: Vec<u8>, drawn: &[(u32, u32)], least: u32) -> Valued {
        let mut found: Vec<(Vec<u8>, u32, u32)> = Vec::new();
        for (node, (k, loss)) in all(&heights).into_iter().zip(drawn.iter().cycle()) {
            let low = found.iter().filter(|(other, ..)| below(other, &node));
            let most = low.fold((1, 0), |(a, b), (_, k, loss)| (a.max(*k), b.max(*loss)));
            let least = if found.is_empty() { 0 } else { least };
            found.push((node, most.0 + least + k, most.1 + least + loss));
        }
        Valued { heights, nodes: found }
    }

    /// The optima as pairs of node N and next optimum M: the one with the largest k below N's that loses less (section 4).
    fn pairs(&self) -> Vec<(&[u8], &[u8])> {
        let beaten = |k: u32, l: u32| self.nodes.iter().any(|(_, a, b)| (*a >= k && *b < l) || (*a > k && *b <= l));
        let optima: Vec<_> = self.nodes.iter().filter(|(_, k, loss)| !beaten(*k, *loss)).collect();
        let mut pairs = Vec::new();
        for (node, k, loss) in &optima {
            let less = || optima.iter().filter(|(_, other, lost)| other < k && lost < loss);
            let next = less().map(|(_, other, _)| other).max();
            pairs.extend(less().filter(|(_, other, _)| Some(other) == next).map(|(m, ..)| (&node[..], &m[..])));
        }
        pairs
    }

    fn of(&self, node: &[u8]) -> (u32, u32) {
        self.nodes.iter().find(|(other, ..)| other == node).map(|(_, k, loss)| (*k, *loss)).unwrap()
    }
}

prop_compose! {
    fn heights()(heights in prop::collection::vec(1u8..4, 2..4)) -> Vec<u8> { heights }
}
prop_compose! {
    fn draws()(draws in prop::collection::vec((0u32..3, 0u32..3), 5..70)) -> Vec<(u32, u32)> { draws }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Height boundary property (4.2), under the paper's assumption: on the way up from a ground node of N and M to M no node
    /// is as private as N or loses as much.
    #[test]
    fn no_way_up_to_the_next_optimum_is_cut_off(heights in heights(), draws in draws()) {
        let lattice = Valued::new(heights, &draws, 0);
        for (base, next) in lattice.pairs() {
            let (k, loss) = lattice.of(base);
            let ground: Vec<u8> = base.iter().zip(next).map(|(n, m)| *n.min(m)).collect();
            for (node, other, lost) in &lattice.nodes {
                if below(&ground, node) && below(node, next) {
                    prop_assert!(*other < k && *lost < loss, "{node:?} between {ground:?} and {next:?}");
                }
            }
        }
    }

    /// The first level of pruning (4): no node above N is the next optimum, and there are as many as the product says.
    #[test]
    fn nodes_above_are_never_next(heights in heights(), draws in draws()) {
        let lattice = Valued::new(heights, &draws, 0);
        for (base, next) in lattice.pairs() {
            prop_assert!(!below(base, next));
            let above = lattice.nodes.iter().filter(|(node, ..)| below(base, node)).count();
            let product: usize = lattice.heights.iter().zip(base).map(|(top, n)| usize::from(top - n + 1)).product();
            prop_assert_eq!(above, product);
        }
    }

    /// Where k and loss rise on every edge, a next optimum below N is its neighbour (4), and a node of Gbest ∪ Gworst lies below
    /// both (4.3). Proof: were M two steps or more below N, a neighbour D of N would lie between, more private than M and
    /// less than N, and lose less than N; so would whatever beats D, and M would not be next. So M is not below N in every
    /// attribute of two, and keeps N's level in one: (0, …, n_j, …, 0) lies below both.
    #[test]
    fn where_k_and_loss_rise_the_ground_node_property_holds(heights in heights(), draws in draws()) {
        let lattice = Valued::new(heights, &draws, 1);
        for (base, next) in lattice.pairs() {
            let steps: u32 = base.iter().zip(next).map(|(n, m)| u32::from(n.abs_diff(*m))).sum();
            prop_assert!(!below(next, base) || steps == 1, "{next:?} below {base:?}");
            let is_ground = |node: &Vec<u8>| below(node, base) && below(node, next);
            let best = (0..base.len()).map(|j| (0..base.len()).map(|i| if i == j { 0 } else { base[i] }).collect());
            let worst = (0..base.len()).map(|j| (0..base.len()).map(|i| if i == j { base[i] } else { 0 }).collect());
            prop_assert!(best.chain(worst).any(|node| is_ground(&node)), "{base:?} and {next:?}");
        }
    }

    /// Lemma 2 is the same with two attributes: (n1, 0) or (0, n2).
    #[test]
    fn where_k_and_loss_rise_lemma_2_holds(a in 1u8..6, b in 1u8..6, draws in draws()) {
        let lattice = Valued::new(vec![a, b], &draws, 1);
        for (base, next) in lattice.pairs() {
            prop_assert!(next[0] >= base[0] || next[1] >= base[1], "{base:?} and {next:?}");
        }
    }

    /// Lemma 1: all attributes but one, taken together as one, leave the size of the smallest class as it is.
    #[test]
    fn lemma_1_holds(material in material(), pick in 0usize..1000) {
        let problem = material.problem("k-anonymity", "general-loss", Rule::AsNeeded, 0);
        let all = nodes(&problem.lattice);
        let node = &all[pick % all.len()];
        let width = node.len();
        let one = pick % width;
        // Every distinct combination of the others is a value of the second attribute.
        let others = |values: &[u32]| -> Vec<u32> { (0..width).filter(|a| *a != one).map(|a| values[a]).collect() };
        let mut domain: Vec<Vec<u32>> = material.rows.iter().map(|(values, _)| others(values)).collect();
        domain.sort_unstable();
        domain.dedup();
        let code = |values: &[u32]| domain.binary_search(&others(values)).unwrap() as u32;
        let rows = material.rows.iter().map(|(values, rest)| (vec![values[one], code(values)], *rest)).collect();
        let two = Material { rows, merges: vec![Vec::new(); 2], weights: vec![1.0; 2], suppressed: 0, gaps: false };
        // What each combination shows at the node, from the rows that have it.
        let frequency = &problem.frequency;
        let mut shown = vec![Vec::new(); domain.len()];
        let values_of = |a: usize| {
            let mut values: Vec<u32> = material.rows.iter().map(|(values, _)| values[a]).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        for (values, _) in &material.rows {
            let group = |a: usize| {
                let code = values_of(a).binary_search(&values[a]).unwrap();
                problem.lattice.levels[a][usize::from(node[a])].group_of[code]
            };
            shown[code(values) as usize] = (0..width).filter(|a| *a != one).map(group).collect::<Vec<u32>>();
        }
        let mut groups = shown.clone();
        groups.sort_unstable();
        groups.dedup();
        let group_of = shown.iter().map(|shown| groups.binary_search(shown).unwrap() as u32).collect();
        let second = Grouping { group_of, groups: groups.len(), heights: vec![0.0; groups.len()], leaves: Vec::new() };
        let first = problem.lattice.levels[one][usize::from(node[one])].clone();
        let objectives = Objectives {
            privacy: vec![MODELS[0].name.into()],
            loss: vec!["discernibility".into()],
            suppressed_rows: false,
            c: 3.0,
            alpha: 0.5,
            domain: DomainSize::Values,
            query_seed: 0,
        };
        let suppression = Suppression { rule: Some(Rule::AsNeeded), limit: Limit::Rows(0) };
        let counted = two.frequency();
        let near = vec![None; counted.sensitive.len()];
        let lattice = Lattice { levels: vec![vec![first], vec![second]] };
        let pair = Problem::new(counted, lattice, near, &objectives, &suppression).unwrap();
        let bottom: Node = vec![0, 0].into();
        let k = |problem: &Problem, node: &Node| problem.outcomes(node, &problem.classes(node))[0].protection;
        prop_assert_eq!(k(&problem, node), k(&pair, &bottom), "{:?} of {} tuples", node, frequency.distinct());
    }

    /// Under tolerance k never falls when an attribute is generalized: that half of the assumption is true of every table.
    #[test]
    fn by_tolerance_k_never_falls(material in material()) {
        let problem = material.problem("k-anonymity", "general-loss", Rule::Tolerance, material.suppressed);
        let k = |node: &Node| problem.outcomes(node, &problem.classes(node))[0].protection;
        for node in nodes(&problem.lattice) {
            for attribute in (0..node.len()).filter(|a| node[*a] < problem.lattice.height(*a)) {
                let mut above = node.clone();
                above[attribute] += 1;
                prop_assert!(k(&above) >= k(&node), "{node:?} {attribute}");
            }
        }
    }
}

/// Two people who share nothing: k is 1 at every node but the top. The next optimum below the top (1, 1) is (0, 0), and neither
/// (1, 0) nor (0, 1) lies below it: the lemma needs more than that k never falls.
#[test]
fn lemma_2_fails_where_k_stays() {
    let rows = vec![(vec![0, 0], [0; 3]), (vec![1, 1], [0; 3])];
    let pair = Material { rows, merges: vec![Vec::new(); 2], weights: vec![1.0; 2], suppressed: 0, gaps: false };
    let problem = pair.problem("k-anonymity", "general-loss", Rule::Tolerance, 0);
    let values: Vec<(f64, f64)> = nodes(&problem.lattice)
        .iter()
        .map(|node| problem.outcomes(node, &problem.classes(node)).remove(0))
        .map(|outcome| (outcome.protection, outcome.loss.value))
        .collect();
    assert_eq!(values, [(1.0, 0.0), (1.0, 0.5), (1.0, 0.5), (2.0, 1.0)], "(0, 0), (0, 1), (1, 0), (1, 1)");
}
