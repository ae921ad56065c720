//! The space of cuts: every operator gives valid cuts, lattice nodes are cuts, and cuts are evaluated as hashing every row
//! would have it.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use std::collections::HashSet;

use celosia::evaluate::{Batch, Family, Outcome, Problem, naive_outcomes_of};
use celosia::loss::METRICS;
use celosia::privacy::MODELS;
use celosia::space::cuts::Order;
use celosia::space::{Cut, Cuts, Grouping};
use celosia::study::{MutationPer, Rule};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use random::{Material, material, nodes};

const RULES: [Rule; 2] = [Rule::AsNeeded, Rule::Tolerance];

/// A problem whose cuts are free or constrained, attribute by attribute, as the bits of `mask` say; two values share a
/// place in free attributes whose bit of `joined` is set.
fn problem(material: &Material, pick: usize, mask: usize, joined: usize) -> Problem {
    let (model, metric) = (&MODELS[pick % MODELS.len()], &METRICS[pick / MODELS.len() % METRICS.len()]);
    let problem = material.problem(model.name, metric.name, RULES[pick % 2], material.suppressed);
    with_cuts(problem, mask, joined)
}

fn with_cuts(problem: Problem, mask: usize, joined: usize) -> Problem {
    let order = |(a, levels): (usize, &Vec<Grouping>)| {
        let mut places: Vec<Vec<u32>> = (0..levels[0].group_of.len() as u32).map(|value| vec![value]).collect();
        let constrained = mask >> a & 1 == 1;
        if !constrained && joined >> a & 1 == 1 && places.len() > 1 {
            let last = places.pop().unwrap();
            places.last_mut().unwrap().extend(last);
        }
        Order::new(places, constrained)
    };
    let orders = problem.lattice.levels.iter().enumerate().map(order).collect();
    let cuts = Cuts::new(&problem.lattice, orders);
    problem.with_cuts(cuts)
}

/// Valid by the definition: each group of a constrained attribute is a group of one of its levels.
fn is_valid_slowly(problem: &Problem, cut: &Cut) -> bool {
    let members = |grouping: &Grouping| -> HashSet<Vec<usize>> {
        let of =
            |group: usize| (0..grouping.group_of.len()).filter(|v| grouping.group_of[*v] == group as u32).collect();
        (0..grouping.groups).map(of).collect()
    };
    let attributes = problem.cuts.attributes.iter().zip(problem.cuts.groupings(cut)).zip(&problem.lattice.levels);
    attributes.into_iter().all(|((places, grouping), levels)| {
        let allowed: HashSet<Vec<usize>> = levels.iter().flat_map(members).collect();
        places.tree.is_none() || members(&grouping).is_subset(&allowed)
    })
}

fn same(fast: &[Outcome], slow: &[Outcome]) -> bool {
    let close = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-9 * a.abs().max(1.0);
    fast.len() == slow.len()
        && fast.iter().zip(slow).all(|(f, s)| {
            close(f.protection, s.protection)
                && close(f.loss.value, s.loss.value)
                && close(f.threshold, s.threshold)
                && (f.suppressed, f.classes) == (s.suppressed, s.classes)
                && f.further.iter().zip(&s.further).all(|(f, s)| close(*f, *s))
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Random cuts, children and mutants are valid, whatever the operator and however often it is applied.
    #[test]
    fn every_operator_gives_valid_cuts(
        material in material(), mask in 0usize..8, joined in 0usize..8, seed in any::<u64>(), turns in 1usize..12
    ) {
        let problem = problem(&material, 0, mask, joined);
        let cuts = &problem.cuts;
        let mut random = StdRng::seed_from_u64(seed);
        let (mut mother, mut father) = (cuts.random(&mut random), cuts.random(&mut random));
        for turn in 0..turns {
            let per = MutationPer::NAMES[(seed % 3) as usize].1;
            prop_assert!(cuts.is_valid(&mother) && is_valid_slowly(&problem, &mother), "{mother:?}");
            prop_assert!(cuts.is_valid(&father) && is_valid_slowly(&problem, &father), "{father:?}");
            for attribute in 0..cuts.attributes.len() {
                let finer = cuts.refined(&mother, attribute);
                prop_assert!(is_valid_slowly(&problem, &finer));
                for neighbour in cuts.neighbours(&mother, attribute) {
                    prop_assert!(cuts.is_valid(&neighbour) && is_valid_slowly(&problem, &neighbour));
                    prop_assert!(neighbour != mother);
                    prop_assert!(neighbour.iter().zip(&finer).all(|(n, f)| n <= f), "rolled up from the finer cut");
                    // What can be done can be undone, unless a closed node held open ones.
                    let back = cuts.neighbours(&neighbour, attribute);
                    let lost = mother.iter().sum::<u8>() > neighbour.iter().sum::<u8>();
                    prop_assert!(back.contains(&mother) || (lost && cuts.attributes[attribute].tree.is_some()));
                }
            }
            match turn % 6 {
                5 => cuts.cross_together(&mut mother, &mut father, &mut random),
                0 => cuts.cross(&mut mother, &mut father, &mut random),
                4 => cuts.cross_and_repair(&mut mother, &mut father, &mut random),
                1 => cuts.flip(&mut mother, 0.3, per, &mut random),
                2 => cuts.mix(&mut father, &mother, &mut random),
                _ => cuts.step(&mut father, &mut random),
            }
        }
    }

    /// Crossed together: of the joined bits of the free attributes, and of those of the constrained ones, one part comes from
    /// each parent, and there is one point between them.
    #[test]
    fn attributes_are_crossed_together_at_one_point(
        material in material(), mask in 0usize..8, joined in 0usize..8, seed in any::<u64>()
    ) {
        let problem = problem(&material, 0, mask, joined);
        let cuts = &problem.cuts;
        let mut random = StdRng::seed_from_u64(seed);
        let (mother, father) = (cuts.random(&mut random), cuts.random(&mut random));
        let (mut daughter, mut son) = (mother.clone(), father.clone());
        cuts.cross_together(&mut daughter, &mut son, &mut random);
        prop_assert!(is_valid_slowly(&problem, &daughter) && is_valid_slowly(&problem, &son));
        for held in [false, true] {
            let attributes = cuts.attributes.iter().filter(|places| places.tree.is_some() == held);
            let bits: Vec<usize> = attributes.flat_map(|places| places.range()).collect();
            let of = |cut: &Cut| bits.iter().map(|bit| cut[*bit]).collect::<Vec<u8>>();
            let (m, f, d, s) = (of(&mother), of(&father), of(&daughter), of(&son));
            let crossed = |at: usize| [&m[..at], &f[at..]].concat() == d && [&f[..at], &m[at..]].concat() == s;
            prop_assert!((0..=bits.len()).any(crossed), "{m:?} and {f:?} gave {d:?} and {s:?}");
        }
    }

    /// `all` lists every valid cut once, `size` counts them, and `is_valid` says what the definition says.
    #[test]
    fn all_cuts_are_the_valid_ones(material in material(), mask in 0usize..8, joined in 0usize..8) {
        let problem = problem(&material, 0, mask, joined);
        let bits = problem.cuts.bits();
        let listed: HashSet<Cut> = problem.cuts.all().into_iter().collect();
        prop_assert_eq!(listed.len() as u128, problem.cuts.size());
        prop_assert_eq!(listed.len(), problem.cuts.all().len());
        for n in 0..1u32 << bits {
            let cut: Cut = (0..bits).map(|bit| (n >> bit & 1) as u8).collect();
            prop_assert_eq!(problem.cuts.is_valid(&cut), is_valid_slowly(&problem, &cut), "{:?}", cut);
            prop_assert_eq!(problem.cuts.is_valid(&cut), listed.contains(&cut));
        }
    }

    /// A lattice node's cut shows that node's classes. Where attributes are constrained every node has a cut.
    #[test]
    fn a_nodes_cut_gives_its_classes(material in material(), mask in 0usize..8, joined in 0usize..8) {
        let problem = problem(&material, 0, mask, joined);
        let every = mask & 7 == 7;
        let mut found = 0;
        for node in nodes(&problem.lattice) {
            let cut = problem.cuts.of_node(&problem.lattice, &node);
            prop_assert!(cut.is_some() || !every, "{node:?}");
            if let Some(cut) = cut {
                found += 1;
                let of_cut = problem.classes_of(&problem.shown(&cut.into()));
                prop_assert_eq!(of_cut, problem.classes(&node), "{:?}", node);
            }
        }
        // The top is one group everywhere.
        prop_assert!(found > 0);
    }

    /// Evaluated in batches and in families, cuts come to what hashing every row says, for every model and metric; and a
    /// cut that shows a node's groups comes to what the node comes to, to the byte (but for precision, which looks at the
    /// levels themselves).
    #[test]
    fn batches_equal_hashing_every_row(
        material in material(), pick in 0usize..10_000, mask in 0usize..8, joined in 0usize..8, seed in any::<u64>()
    ) {
        let problem = problem(&material, pick, mask, joined);
        let batch = Batch::new(&problem, 1 + pick % 2).unwrap();
        let mut random = StdRng::seed_from_u64(seed);
        let cuts: Vec<Cut> = (0..6).map(|_| problem.cuts.random(&mut random)).collect();
        let alone = batch.evaluate(&cuts);
        for (cut, fast) in cuts.iter().zip(&alone) {
            let slow = naive_outcomes_of(&problem, &problem.shown(&cut.into()));
            prop_assert!(same(fast, &slow), "{cut:?}\n{fast:?}\n{slow:?}");
        }
        let families: Vec<Family> = (0..problem.cuts.attributes.len())
            .map(|a| Family { finer: problem.cuts.refined(&cuts[0], a), cuts: problem.cuts.neighbours(&cuts[0], a) })
            .collect();
        for (family, together) in families.iter().zip(batch.evaluate_families(&families, &|| false).unwrap()) {
            prop_assert_eq!(together, batch.evaluate(&family.cuts));
        }
        for node in nodes(&problem.lattice) {
            let cut = problem.cuts.of_node(&problem.lattice, &node);
            if let Some(cut) = cut.filter(|_| problem.metric().name != "precision") {
                let of_node = problem.outcomes(&node, &problem.classes(&node));
                prop_assert_eq!(&batch.evaluate(&[cut])[0], &of_node);
            }
        }
    }

    /// Suppression below weighted-k, with one and with several objectives.
    #[test]
    fn at_weighted_k_equals_the_definition(material in material(), mask in 0usize..8, further in any::<bool>()) {
        let models: &[&str] = if further { &["weighted-k", "k-anonymity", "t-closeness"] } else { &["weighted-k"] };
        let losses: &[&str] = if further { &["generalization-loss", "discernibility"] } else { &["general-loss"] };
        let problem = with_cuts(material.problem_of(models, losses, further, Rule::AtWeightedK, 0), mask, 0);
        for cut in problem.cuts.all() {
            let shown = problem.shown(&cut.into());
            let classes = problem.classes_of(&shown);
            let fast = problem.outcomes_of(&shown, &classes);
            prop_assert!(same(&fast, &naive_outcomes_of(&problem, &shown)));
            // The threshold suppresses what the outcome says, and all that is smaller than weighted-k.
            let gone = problem.suppressed(&classes, &fast[0]);
            let rows: u64 = gone.iter().zip(&classes.rows).filter(|(gone, _)| **gone).map(|(_, rows)| rows).sum();
            prop_assert_eq!(rows, fast[0].suppressed);
            let small = classes.rows.iter().map(|rows| (*rows as f64) < fast[0].protection - 1e-9);
            prop_assert_eq!(small.collect::<Vec<_>>(), gone);
        }
    }
}

/// Figure 1.2 of the chapter: a hierarchy, its preorder, and the cuts that it allows.
#[test]
fn a_hierarchy_of_three_levels_by_hand() {
    // Values a … e; {a, d} and {b, e} are groups of the first level, {a, d, c} of the second: preorder a d c b e.
    let grouping = |group_of: [u32; 5], groups: usize| Grouping {
        group_of: group_of.to_vec(),
        groups,
        heights: vec![0.0; groups],
        leaves: Vec::new(),
    };
    let levels = vec![
        grouping([0, 1, 2, 3, 4], 5),
        grouping([0, 1, 2, 0, 1], 3),
        grouping([0, 1, 0, 0, 1], 2),
        grouping([0; 5], 1),
    ];
    let lattice = celosia::space::Lattice { levels: vec![levels] };
    let order = Order::new((0..5).map(|value| vec![value]).collect(), true);
    let cuts = Cuts::new(&lattice, vec![order]);
    assert_eq!(cuts.attributes[0].place_of, [0, 3, 2, 1, 4]);
    // Bits: a|d d|c c|b b|e.
    let mut all = cuts.all();
    all.sort();
    let expected: [[u8; 4]; 7] = [
        [0, 0, 0, 0], // everything
        [0, 0, 1, 0], // {a, d, c} {b, e}
        [0, 0, 1, 1],
        [0, 1, 1, 0], // {a, d} {c} {b, e}
        [0, 1, 1, 1],
        [1, 1, 1, 0],
        [1, 1, 1, 1],
    ];
    assert_eq!(all, expected.map(|cut| Cut::from(cut.to_vec())));
    assert!(!cuts.is_valid(&vec![1, 0, 1, 0].into()), "{{d, c}} is no group of the hierarchy");
    assert_eq!(cuts.of_node(&lattice, &vec![2].into()), Some(vec![0, 0, 1, 0].into()));
}

/// A rate of 0.2 flips a fifth of the bits, a fifth of a bit per free column, or a fifth of a bit per child; constrained
/// columns never change.
#[test]
fn the_mutation_rate_is_one_of_bits_columns_or_children() {
    let place = |value: u32| vec![value];
    let level = |groups: u32, values: u32| Grouping {
        group_of: (0..values).map(|value| value * groups / values).collect(),
        groups: groups as usize,
        heights: vec![0.0; groups as usize],
        leaves: Vec::new(),
    };
    let sizes = [41, 6, 11];
    let levels: Vec<Vec<Grouping>> = sizes.iter().map(|n| vec![level(*n, *n), level(1, *n)]).collect();
    let lattice = celosia::space::Lattice { levels };
    let orders = sizes.iter().enumerate().map(|(at, n)| Order::new((0..*n).map(place).collect(), at == 1)).collect();
    let cuts = Cuts::new(&lattice, orders);
    let mut random = StdRng::seed_from_u64(5);
    let draws = 20_000;
    for (per, expected) in [(MutationPer::Bit, 0.2 * 50.0), (MutationPer::Column, 0.2 * 2.0), (MutationPer::Child, 0.2)]
    {
        let mut flipped = 0;
        for _ in 0..draws {
            let mut cut = cuts.coarsest();
            cuts.flip(&mut cut, 0.2, per, &mut random);
            assert!(cut[cuts.attributes[1].range()].iter().all(|bit| *bit == 0));
            flipped += cut.iter().map(|bit| u32::from(*bit)).sum::<u32>();
        }
        let mean = f64::from(flipped) / f64::from(draws);
        assert!((mean / expected - 1.0).abs() < 0.05, "{mean} of {expected} per {}", per.name());
    }
}
