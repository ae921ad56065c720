//! t-closeness with hierarchical distance: two values are as far apart as the level at which they first fall into one
//! group, divided by the height H of the hierarchy.
//!
//! Li et al. add height(N)/H · min(pos_extra(N), neg_extra(N)) over the inner nodes N. The same distance, simpler:
//! give each edge of the tree the length 1/(2H), so that the way from value to value is their distance. Across the
//! edge above a group must go the difference of its shares, |q − p|, whence the earth mover's distance is Σ |q − p| /
//! (2H) over all groups of all levels below the top: **the mean of the equal distances of those levels**. A property
//! test compares it with a solver of the transport problem.
//!
//! **Monotone.** By convexity, as shown for all distances in the parent module.
//!
//! **Cost.** One pass over the values that the class shows per level, in memory that each thread keeps.

use std::cell::RefCell;

use crate::error::{Error, Result};
use crate::frequency::Histogram;
use crate::privacy::{
    About, Class, Compares, Goal, Model, Over, Parameters, Prior, Sensitive, needs_sensitive, weakest,
};

pub const HIERARCHICAL: About = About {
    name: "t-closeness-hierarchical",
    parameter: "t",
    measures: "how far the sensitive values of a group can be from those of everybody, values of a branch being alike",
    definition: "t = the largest over classes of the mean over levels below the top of ½ Σ |q − p|, the shares of the \
                 level's groups being q in the class and p in the table; missing is a value of its own",
    range: "0 (every class is like the table) to 1; smaller is more private",
    reference: "Li, Li and Venkatasubramanian, t-closeness (ICDE 2007), hierarchical distance",
    goal: Goal::Min,
    sensitive: true,
    compares: Compares::Distance,
    holders: false,
    sizes: false,
    over: Over::Least,
    monotone: true,
    build,
};

struct Hierarchical {
    attributes: Vec<Vec<Level>>,
}

/// A level below the top: the group of each value, and the table's rows per group.
struct Level {
    group: Vec<u32>,
    prior: Prior,
}

fn build(_: &Parameters, sensitive: &[Sensitive]) -> Result<Box<dyn Model>> {
    needs_sensitive(HIERARCHICAL.name, sensitive)?;
    let attributes = sensitive.iter().enumerate().map(|(i, s)| below_top(i, s)).collect::<Result<_>>()?;
    Ok(Box::new(Hierarchical { attributes }))
}

fn below_top(attribute: usize, sensitive: &Sensitive) -> Result<Vec<Level>> {
    let refuse = |what: &str| {
        let what = format!("{}: sensitive attribute {} {what}", HIERARCHICAL.name, attribute + 1);
        let hint = "give every sensitive column a hierarchy up to one group, or use t-closeness or t-closeness-ordered";
        Error::study("privacy", what, hint)
    };
    let levels = sensitive.levels.as_ref().ok_or_else(|| refuse("has no hierarchy"))?;
    let (top, below) = levels.split_last().ok_or_else(|| refuse("has a hierarchy without levels"))?;
    if levels.iter().any(|group| group.len() != sensitive.totals.len()) {
        return Err(refuse("has a hierarchy that does not cover its values"));
    }
    if top.iter().any(|group| *group != top[0]) {
        return Err(refuse("has a hierarchy that does not end in one group"));
    }
    let level = |group: &Vec<u32>| {
        let mut totals = vec![0; group.iter().max().map_or(0, |&last| last as usize + 1)];
        group.iter().zip(&sensitive.totals).for_each(|(&g, total)| totals[g as usize] += total);
        Level { group: group.clone(), prior: Prior::new(&totals) }
    };
    Ok(below.iter().map(level).collect())
}

thread_local! {
    /// Rows of the class per group; all 0 between uses.
    static IN_GROUP: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

impl Model for Hierarchical {
    fn protection(&self, class: &Class) -> f64 {
        self.reach(class, 0)
    }

    /// Level by level, as in `equal.rs`.
    fn reach(&self, class: &Class, removable: u64) -> f64 {
        let (gone, left) = class.remainder(removable);
        IN_GROUP.with_borrow_mut(|in_group| {
            weakest(class, |attribute, histogram| {
                let levels = &self.attributes[attribute];
                // A hierarchy of one level has one value, and no distance.
                let Some(Level { prior, .. }) = levels.first() else { return 0.0 };
                let gone = gone as f64 * prior.rows;
                let more = |level| (excess(level, histogram, left, in_group) - gone).max(0.0);
                let more: f64 = levels.iter().map(more).sum();
                -more / (prior.rows * left as f64 * levels.len() as f64)
            })
        })
    }
}

/// The equal distance of a level, times the rows of class and table: as in `equal.rs`, only groups that the class
/// shows more often than the table count.
fn excess(level: &Level, histogram: &Histogram, rows: u64, in_group: &mut Vec<u64>) -> f64 {
    in_group.resize(in_group.len().max(level.prior.totals.len()), 0);
    for (&value, &count) in histogram.values.iter().zip(histogram.counts) {
        in_group[level.group[value as usize] as usize] += count;
    }
    let mut more = 0.0;
    for &value in histogram.values {
        // The first value of a group takes the group's rows; its other values find 0, which is never an excess.
        let group = level.group[value as usize] as usize;
        more += level.prior.excess(group, std::mem::take(&mut in_group[group]), rows).max(0.0);
    }
    more
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::tests::{attribute, level};

    /// A part of the diseases of Li et al.: flu, bronchitis | pulmonary embolism || stomach cancer.
    fn diseases(totals: &[u64]) -> Sensitive {
        let levels = vec![vec![0, 1, 2, 3], vec![0, 0, 1, 2], vec![0, 0, 0, 1], vec![0, 0, 0, 0]];
        Sensitive { levels: Some(levels), ..attribute(totals) }
    }

    #[test]
    fn distances_of_li_et_al() {
        // Half the table has flu, half another disease, and the class has only flu: half of it must move that far.
        let half = |other: usize| {
            let mut totals = [1, 0, 0, 0];
            totals[other] = 1;
            level(&HIERARCHICAL, &[diseases(&totals)], &[vec![1, 0, 0, 0]])
        };
        assert_eq!(half(1), 1.0 / 3.0 / 2.0);
        assert_eq!(half(2), 2.0 / 3.0 / 2.0);
        assert_eq!(half(3), 3.0 / 3.0 / 2.0);
    }

    #[test]
    fn nearest_goes_first() {
        // Shares 1/2, 0, 0, 1/2 against 1/4 each. From flu 1/4 goes to bronchitis (1/3); from stomach cancer 1/4 goes
        // to pulmonary embolism (1).
        assert_eq!(level(&HIERARCHICAL, &[diseases(&[2, 2, 2, 2])], &[vec![1, 0, 0, 1]]), 1.0 / 12.0 + 1.0 / 4.0);
    }

    #[test]
    fn one_value_is_no_distance() {
        let table = [Sensitive { levels: Some(vec![vec![0]]), ..attribute(&[5]) }];
        assert_eq!(level(&HIERARCHICAL, &table, &[vec![2]]), 0.0);
    }

    #[test]
    fn without_hierarchy_says_what_to_do() {
        let error =
            build(&Parameters::default(), &[diseases(&[1, 1, 1, 1]), attribute(&[1, 1])]).err().expect("refused");
        assert!(error.to_string().contains("sensitive attribute 2 has no hierarchy"), "{error}");
        assert!(error.hint().contains("t-closeness-ordered"));
    }

    #[test]
    fn hierarchy_must_cover_the_values_and_end_in_one_group() {
        for levels in [vec![], vec![vec![0, 1]], vec![vec![0, 1, 2], vec![0, 0, 0]]] {
            let table = [Sensitive { levels: Some(levels), ..attribute(&[1, 1]) }];
            assert!(build(&Parameters::default(), &table).is_err());
        }
    }
}
