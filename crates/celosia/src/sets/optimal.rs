//! The best cuts of an order into sets: the one that loses least information, and the one with the smallest sets; exact, by
//! dynamic programming.
//!
//! **What is optimal.** Given an order of the values, the candidates are those that the four rules choose from: values
//! with k rows or more are left alone, and the others are cut into runs of that order, each with at least k rows. Among
//! them the information loss of the column (equations 1 and 2) is least: Σ over sets of rows × values. The rows of the
//! sets are the same for all candidates, so this minimises both the mean over those rows and the mean over all rows.
//! Where the rare values together do not reach k, there is one set, and the value that joins them is the least frequent
//! one that may (rules 3 and 4 take the first one).
//!
//! Nothing is said of other orders, nor of sets that are no runs: over all partitions the problem is NP-hard. Take an
//! instance of 3-partition, 3m counts between k/4 and k/2 that add up to mk. No two values reach k, so every set has three
//! or more and the cost is at least 3mk; it is 3mk only where all sets have three values, and so k rows each.
//!
//! **The smallest sets** (section III-B: "minimize the function tam(P_i) for all i, and find M"). The sizes of all sets add up
//! to the rows, whatever the cut, so sets are smaller on average only where there are more of them: M is the largest
//! possible, and among cuts with M sets Σ tam(P_i)² is least, which makes them as even as can be. Rule 1, which closes a set as
//! soon as it reaches k, finds that M in every order (each of its sets ends no later than the same set of any other cut); it
//! does not find the even sets. No partition at all, whatever the order, has more sets than ⌊rows / k⌋ ([`most_sets`]).
//!
//! **Why n log n.** With R the running sum of rows, a run from i to j costs w(i, j) = (R_j − R_i)(j − i), and the best
//! for the first j values is f(j) = min f(i) + w(i, j) over i with R_j − R_i ≥ k. For i < i', w(i, j) − w(i', j) =
//! (R_i' − R_i)(j − i) + (R_j − R_i')(i' − i) rises with j: once the later start is better, it stays better. So the
//! starts that are best for some end form a queue, and each knows until which end it is best (found by bisection). The same
//! holds for (R_j − R_i)² less a constant for each set, which is so large that one set more outweighs all squares: the
//! constants of two starts do not depend on j.

use std::collections::VecDeque;

use super::rules::{Sets, check};
use crate::error::Result;

/// The cut of an order of all values with the least information loss; see the top of this file for what that means.
pub fn optimal(order: &[u32], counts: &[u64], k: u64) -> Result<Sets> {
    cut(order, counts, k, &loss)
}

/// The cut of an order of all values with the most sets and, of those, the most even ones.
pub fn smallest(order: &[u32], counts: &[u64], k: u64) -> Result<Sets> {
    cut(order, counts, k, &size(counts.iter().sum()))
}

/// No partition of the values with fewer than k rows, in no order, has more sets of k rows than this. Where those values
/// together do not reach k, one of the others joins them.
pub fn most_sets(counts: &[u64], k: u64) -> u64 {
    let rare: u64 = counts.iter().filter(|rows| **rows < k).sum();
    if rare > 0 { (rare / k.max(1)).max(1) } else { 0 }
}

/// What a run costs by its rows and its values.
type Weigh<'a> = &'a dyn Fn(u64, usize) -> i128;

/// Information loss: rows × values.
fn loss(rows: u64, values: usize) -> i128 {
    i128::from(rows) * values as i128
}

/// The square of the rows, and less than nothing for being one set more.
fn size(all: u64) -> impl Fn(u64, usize) -> i128 {
    let more = i128::from(all).pow(2) + 1;
    move |rows, _| i128::from(rows).pow(2) - more
}

fn cut(order: &[u32], counts: &[u64], k: u64, weigh: Weigh) -> Result<Sets> {
    check(counts, k)?;
    let rows = |code: &u32| counts[*code as usize];
    let (rare, mut alone): (Vec<u32>, Vec<u32>) = order.iter().partition(|code| rows(code) < k);
    let mut sums: Vec<u64> = Vec::with_capacity(rare.len() + 1);
    sums.push(0);
    for code in &rare {
        sums.push(sums[sums.len() - 1] + rows(code));
    }
    if rare.is_empty() {
        return Ok(Sets { sets: Vec::new(), alone });
    }
    if sums[rare.len()] < k {
        let mut set = rare;
        let least = (0..alone.len()).min_by_key(|place| rows(&alone[*place]));
        set.extend(least.map(|place| alone.remove(place)));
        return Ok(Sets { sets: vec![set], alone });
    }
    let mut sets = Vec::new();
    let starts = Starts::best(&sums, k, weigh);
    let mut end = rare.len();
    while end > 0 {
        let start = starts[end] as usize;
        sets.push(rare[start..end].to_vec());
        end = start;
    }
    sets.reverse();
    Ok(Sets { sets, alone })
}

/// The starts that are best for some end, in the order in which they take over.
struct Starts<'a> {
    sums: &'a [u64],
    /// The least cost of the first j rare values; nothing where they do not reach k.
    cost: Vec<Option<i128>>,
    weigh: Weigh<'a>,
    /// A start, and the first end from which it beats those before it in the queue.
    queue: VecDeque<(usize, usize)>,
}

impl<'a> Starts<'a> {
    /// For each end the start of the last run of a best cut.
    fn best(sums: &'a [u64], k: u64, weigh: Weigh<'a>) -> Vec<u32> {
        let ends = sums.len();
        let mut starts = Starts { sums, cost: vec![None; ends], weigh, queue: VecDeque::new() };
        starts.cost[0] = Some(0);
        let mut best = vec![0; ends];
        let mut next = 0;
        for end in 1..ends {
            while next < end && sums[end] - sums[next] >= k {
                starts.admit(next, end);
                next += 1;
            }
            while starts.queue.get(1).is_some_and(|(_, from)| *from <= end) {
                starts.queue.pop_front();
            }
            if let Some((start, _)) = starts.queue.front() {
                best[end] = *start as u32;
                starts.cost[end] = Some(starts.price(*start, end));
            }
        }
        best
    }

    /// What the first `end` values cost if the last run begins at `start`.
    fn price(&self, start: usize, end: usize) -> i128 {
        self.cost[start].unwrap_or(i128::MAX / 2) + (self.weigh)(self.sums[end] - self.sums[start], end - start)
    }

    /// A start that may be used from this end on.
    fn admit(&mut self, start: usize, end: usize) {
        if self.cost[start].is_none() {
            return;
        }
        while let Some(&(last, from)) = self.queue.back() {
            let from = from.max(end);
            if self.price(start, from) <= self.price(last, from) {
                // Better from where the last one would have begun: the last one is never best.
                self.queue.pop_back();
                continue;
            }
            // The first end at which the new start is at least as good, if there is one.
            let (mut worse, mut better) = (from, self.sums.len());
            while better - worse > 1 {
                let middle = worse + (better - worse) / 2;
                if self.price(start, middle) <= self.price(last, middle) {
                    better = middle;
                } else {
                    worse = middle;
                }
            }
            if better < self.sums.len() {
                self.queue.push_back((start, better));
            }
            return;
        }
        self.queue.push_back((start, end));
    }
}

/// The slow, obvious version: the least Σ rows × values over every cut into runs, by looking at all starts.
#[cfg(test)]
pub(super) fn least_cost(counts: &[u64], k: u64) -> i128 {
    least(counts, k, &loss)
}

/// The same for the smallest sets: how many there are, and the sum of their squares.
#[cfg(test)]
pub(super) fn smallest_cost(counts: &[u64], k: u64) -> (usize, i128) {
    let mut cost: Vec<Option<(usize, i128)>> = vec![Some((0, 0))];
    for end in 1..=counts.len() {
        let price = |start: usize| {
            let rows: u64 = counts[start..end].iter().sum();
            let (sets, squares) = cost[start]?;
            (rows >= k).then(|| (sets + 1, squares + i128::from(rows).pow(2)))
        };
        let best = (0..end).filter_map(price).min_by_key(|(sets, squares)| (std::cmp::Reverse(*sets), *squares));
        cost.push(best);
    }
    cost[counts.len()].unwrap_or((0, 0))
}

#[cfg(test)]
fn least(counts: &[u64], k: u64, weigh: Weigh) -> i128 {
    let mut cost: Vec<Option<i128>> = vec![Some(0)];
    for end in 1..=counts.len() {
        let price = |start: usize| {
            let rows: u64 = counts[start..end].iter().sum();
            let before = cost[start]?;
            (rows >= k).then(|| before + weigh(rows, end - start))
        };
        let best = (0..end).filter_map(price).min();
        cost.push(best);
    }
    cost[counts.len()].unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_than_closing_at_once() {
        // The rules close {1, 1, 1} and take 2, 2 together: with k = 3 in the order 2 1 1 2 2 they cut 21|12|+2.
        let order = [0, 1, 2, 3, 4];
        let counts = [2, 1, 1, 2, 2];
        let by_rules = super::super::sets(&order, &counts, 3).unwrap();
        assert_eq!(by_rules.sets, [vec![0, 1], vec![2, 3, 4]]);
        // 21|122 costs 6 + 15; 211|22 costs 12 + 8.
        assert_eq!(optimal(&order, &counts, 3).unwrap().sets, [vec![0, 1, 2], vec![3, 4]]);
    }

    /// Section IV-A in the paper's own order, K = 4: 24 40 55 51 45 23 28 46 35, of which 28 occurs twice. The printed sets have
    /// 4 and 6 rows; two sets are the most that 10 rows make, and 5 and 5 rows are possible.
    #[test]
    fn the_printed_sets_are_most_and_not_smallest() -> Result<()> {
        let order: Vec<u32> = (0..9).collect();
        let counts = [1, 1, 1, 1, 1, 1, 2, 1, 1];
        assert_eq!(super::super::sets(&order, &counts, 4)?.sets, [vec![0, 1, 2, 3], vec![4, 5, 6, 7, 8]]);
        assert_eq!(smallest(&order, &counts, 4)?.sets, [vec![0, 1, 2, 3, 4], vec![5, 6, 7, 8]]);
        assert_eq!(most_sets(&counts, 4), 2);
        Ok(())
    }

    #[test]
    fn the_least_frequent_value_joins() {
        let found = optimal(&[0, 1, 2], &[1, 9, 4], 3).unwrap();
        assert_eq!((found.sets, found.alone), (vec![vec![0, 2]], vec![1]));
    }

    #[test]
    fn nothing_to_do_and_nothing_to_reach() {
        assert_eq!(optimal(&[0, 1], &[3, 3], 3).unwrap(), Sets { sets: vec![], alone: vec![0, 1] });
        assert!(optimal(&[0], &[1], 2).is_err());
    }
}
