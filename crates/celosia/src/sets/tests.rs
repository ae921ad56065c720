//! Property tests of trees, walks, rules and the best cut, on random columns.

use proptest::prelude::*;

use super::avl::Avl;
use super::optimal::{least_cost, most_sets, optimal, smallest, smallest_cost};
use super::search_tree::by_insertion;
use super::*;

/// A column of 1 to `most` values with random counts, arriving in random order.
fn columns(most: usize) -> impl Strategy<Value = Column> {
    (prop::collection::vec(1u64..30, 1..=most), any::<u64>()).prop_map(|(counts, seed)| {
        let mut arrival: Vec<u32> = (0..counts.len() as u32).collect();
        // Any fixed shuffle serves.
        arrival
            .sort_by_key(|code| (u64::from(*code) + 1).wrapping_mul(seed | 1).rotate_left(23).wrapping_mul(seed | 1));
        Column { counts, arrival }
    })
}

fn cost(sets: &Sets, counts: &[u64]) -> i128 {
    let rows = |set: &Vec<u32>| set.iter().map(|code| i128::from(counts[*code as usize])).sum::<i128>();
    sets.sets.iter().map(|set| rows(set) * set.len() as i128).sum()
}

/// How many sets, and the sum of the squares of their rows.
fn sizes(sets: &Sets, counts: &[u64]) -> (usize, i128) {
    let rows = |set: &Vec<u32>| set.iter().map(|code| i128::from(counts[*code as usize])).sum::<i128>();
    (sets.sets.len(), sets.sets.iter().map(|set| rows(set).pow(2)).sum())
}

/// Every value once, every set k rows, no set that is two.
fn hold(found: &Sets, column: &Column, k: u64) {
    let mut codes: Vec<u32> = found.all().flatten().copied().collect();
    codes.sort_unstable();
    assert!(codes.into_iter().eq(0..column.len() as u32), "every value in exactly one set");
    let rows = |set: &[u32]| set.iter().map(|code| column.counts[*code as usize]).sum::<u64>();
    assert!(found.all().all(|set| rows(set) >= k), "every set has k rows");
    for set in &found.sets {
        assert!(set.len() > 1);
        assert!((1..set.len()).all(|cut| rows(&set[..cut]) < k || rows(&set[cut..]) < k), "no set is two");
    }
    assert_eq!(found.group_of(column.len()).len(), column.len());
}

fn every_combination(column: &Column, k: u64) {
    for tree in TREES {
        for (_, key) in KEYS {
            let built = (tree.build)(column, *key);
            for (_, order) in WALKS {
                let walked = walk(&built, *order);
                if k > column.rows() {
                    assert!(sets(&walked, &column.counts, k).is_err());
                    continue;
                }
                let found = sets(&walked, &column.counts, k).unwrap();
                hold(&found, column, k);
                let best = optimal(&walked, &column.counts, k).unwrap();
                hold(&best, column, k);
                assert!(cost(&best, &column.counts) <= cost(&found, &column.counts));
                let small = smallest(&walked, &column.counts, k).unwrap();
                hold(&small, column, k);
                let (of_rules, of_smallest) = (sizes(&found, &column.counts), sizes(&small, &column.counts));
                // The rules find as many sets as there can be, in any order; not always the most even ones.
                assert_eq!(of_smallest.0, of_rules.0);
                assert!(of_smallest.1 <= of_rules.1 || of_rules.0 == 1);
                assert!(of_smallest.0 as u64 <= most_sets(&column.counts, k));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn sets_hold_on_small_columns(column in columns(40), k in 1u64..60) {
        every_combination(&column, k);
    }

    #[test]
    fn a_search_tree_is_what_insertion_makes(column in columns(300)) {
        for (_, key) in KEYS {
            prop_assert_eq!((search_tree::SEARCH_TREE.build)(&column, *key), by_insertion(&column, *key));
        }
    }

    #[test]
    fn avl_order_and_balance_hold_after_every_insertion(column in columns(120)) {
        for (_, key) in KEYS {
            let mut avl = Avl::new(&column, *key);
            for (before, code) in column.arrival().iter().enumerate() {
                avl.insert(*code);
                prop_assert!(avl.holds());
                prop_assert_eq!(avl.len(), before + 1);
            }
        }
    }

    #[test]
    fn in_order_walks_of_search_trees_rise(column in columns(200)) {
        for tree in TREES.iter().filter(|tree| tree.keyed) {
            for (_, key) in KEYS {
                prop_assert_eq!(walk(&(tree.build)(&column, *key), Walk::In), column.sorted(*key));
            }
        }
    }

    #[test]
    fn huffman_is_indifferent_to_the_walk(column in columns(200)) {
        let tree = (huffman::HUFFMAN.build)(&column, Key::Value);
        prop_assert_eq!(walk(&tree, Walk::Pre), walk(&tree, Walk::In));
        prop_assert_eq!(walk(&tree, Walk::In), walk(&tree, Walk::Post));
    }

    #[test]
    fn the_best_cut_is_the_least_of_all(counts in prop::collection::vec(1u64..20, 1..80), k in 20u64..100) {
        prop_assume!(counts.iter().sum::<u64>() >= k);
        let order: Vec<u32> = (0..counts.len() as u32).collect();
        let found = optimal(&order, &counts, k).unwrap();
        prop_assert_eq!(cost(&found, &counts), least_cost(&counts, k));
        let found = smallest(&order, &counts, k).unwrap();
        prop_assert_eq!(sizes(&found, &counts), smallest_cost(&counts, k));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn sets_hold_on_large_columns(column in columns(10_000), k in 1u64..2_000) {
        every_combination(&column, k);
    }
}

#[test]
fn names_are_found_and_slips_are_named() {
    assert_eq!(find_tree("avl").map(|tree| tree.name).ok(), Some("avl"));
    assert_eq!(find_walk("post").ok(), Some(Walk::Post));
    assert_eq!(find_key("frequency").ok(), Some(Key::Frequency));
    assert_eq!(find_tree("hufman").err().map(|e| e.hint()).as_deref(), Some("did you mean \"huffman\"?"));
    assert!(Column::new(vec![1, 1], vec![0, 0]).is_err());
}
