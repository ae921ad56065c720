//! Which column depends on which: the forest of Chow and Liu (1968), the tree-shaped distribution nearest to a table.
//!
//! Edges weigh their mutual information less what chance alone would pretend: (values − 1)(values − 1) / rows, Akaike's
//! correction (Edwards, de Abreu, Labouriau 2010). A column whose values are all different would otherwise explain all
//! others. Where no edge is worth its weight, columns are drawn independently.

use rayon::prelude::*;

use crate::frequency::Frequency;

/// Rows with each pair of values that occurs: condition, value, rows; ordered.
pub type Pairs = Vec<(u32, u32, u64)>;

/// For each column the column that it depends on, with their mutual information in nats; nothing for a root.
pub fn parents(frequency: &Frequency) -> Vec<Option<(usize, f64)>> {
    let columns = frequency.columns.len();
    let pairs: Vec<(usize, usize)> = (0..columns).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let weighed = pairs.into_par_iter().map(|(a, b)| {
        let values = |column: usize| frequency.attributes[column].counts.len() as f64;
        let information = information(frequency, a, b);
        (information - (values(a) - 1.0) * (values(b) - 1.0) / frequency.rows as f64, information, a, b)
    });
    let mut edges: Vec<(f64, f64, usize, usize)> = weighed.filter(|edge| edge.0 > 0.0).collect();
    edges.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.2, x.3).cmp(&(y.2, y.3))));

    // Kruskal: the heaviest edge that joins two trees, until no such edge is left.
    let mut tree: Vec<usize> = (0..columns).collect();
    let mut neighbours: Vec<Vec<(usize, f64)>> = vec![Vec::new(); columns];
    for (_, information, a, b) in edges {
        let (of_a, of_b) = (tree[a], tree[b]);
        if of_a != of_b {
            tree.iter_mut().filter(|t| **t == of_b).for_each(|t| *t = of_a);
            neighbours[a].push((b, information));
            neighbours[b].push((a, information));
        }
    }
    // Each tree hangs from its first column.
    let mut parents = vec![None; columns];
    let mut seen = vec![false; columns];
    for root in 0..columns {
        let mut next = vec![root];
        while let Some(column) = next.pop() {
            seen[column] = true;
            for &(child, information) in neighbours[column].iter().filter(|(child, _)| !seen[*child]) {
                parents[child] = Some((column, information));
                next.push(child);
            }
        }
    }
    parents
}

/// Columns ordered so that each comes after the one that it depends on.
pub fn order(parents: &[Option<(usize, f64)>]) -> Vec<usize> {
    let depth = |mut column: usize| {
        let mut depth = 0;
        while let Some((parent, _)) = parents[column] {
            (column, depth) = (parent, depth + 1);
        }
        depth
    };
    let mut order: Vec<usize> = (0..parents.len()).collect();
    order.sort_by_key(|&column| (depth(column), column));
    order
}

/// The rows of each pair of values of two columns.
pub fn pairs(frequency: &Frequency, condition: usize, column: usize) -> Pairs {
    let (conditions, values) = (&frequency.columns[condition], &frequency.columns[column]);
    let tuples = conditions.iter().zip(values).zip(&frequency.counts);
    let mut pairs: Pairs = tuples.map(|((condition, value), rows)| (*condition, *value, *rows)).collect();
    pairs.sort_unstable();
    pairs.dedup_by(|next, kept| {
        let same = (next.0, next.1) == (kept.0, kept.1);
        kept.2 += if same { next.2 } else { 0 };
        same
    });
    pairs
}

/// Mutual information in nats; the sum's order is that of the values, so that every run finds the same forest.
fn information(frequency: &Frequency, a: usize, b: usize) -> f64 {
    let (of_a, of_b) = (&frequency.attributes[a].counts, &frequency.attributes[b].counts);
    let rows = frequency.rows as f64;
    let part = |&(x, y, n): &(u32, u32, u64)| {
        let independent = of_a[x as usize] as f64 * of_b[y as usize] as f64 / rows;
        n as f64 / rows * (n as f64 / independent).ln()
    };
    pairs(frequency, a, b).iter().map(part).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frequency::{Attribute, Packed};

    /// A table of whole tuples, each with its rows.
    fn table(columns: &[&[u32]], counts: &[u64]) -> Frequency {
        let attributes = columns.iter().map(|column| {
            let mut of_value = vec![0; 1 + *column.iter().max().unwrap() as usize];
            column.iter().zip(counts).for_each(|(value, rows)| of_value[*value as usize] += rows);
            Attribute { weight: 1.0, counts: of_value, numbers: None, leaves: None }
        });
        Frequency {
            rows: counts.iter().sum(),
            attributes: attributes.collect(),
            columns: columns.iter().map(|c| c.to_vec()).collect(),
            counts: counts.to_vec(),
            sensitive: Vec::new(),
            label: None,
            packed: Packed::default(),
            persons: None,
        }
    }

    #[test]
    fn a_copy_depends_and_a_coin_does_not() {
        // The second column is the first; the third is independent of both.
        let found = table(&[&[0, 0, 1, 1], &[0, 0, 1, 1], &[0, 1, 0, 1]], &[25, 25, 25, 25]);
        let parents = parents(&found);
        assert_eq!(parents[0], None);
        assert!(parents[1].is_some_and(|(parent, bits)| parent == 0 && (bits - 2f64.ln()).abs() < 1e-12));
        assert_eq!(parents[2], None);
        assert_eq!(order(&parents), [0, 2, 1]);
        assert_eq!(pairs(&found, 2, 0), [(0, 0, 25), (0, 1, 25), (1, 0, 25), (1, 1, 25)]);
    }

    #[test]
    fn a_column_of_different_values_explains_nothing() {
        let rows: Vec<u32> = (0..100).collect();
        let halves: Vec<u32> = rows.iter().map(|row| row % 2).collect();
        assert_eq!(parents(&table(&[&rows, &halves], &[1; 100])), [None, None]);
    }
}
