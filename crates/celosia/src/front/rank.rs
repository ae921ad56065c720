//! Which of many outcomes to prefer: by non-dominated rank, then by how much room each has (NSGA-II: Deb et al. 2002;
//! chapter 1.4.3). Values are such that higher is better.

use std::cmp::Ordering;

/// The rank of each: 0 for those that nothing beats, 1 for those that only rank 0 beats, and so on.
pub fn ranks(values: &[Vec<f64>]) -> Vec<usize> {
    match values.first().map_or(0, Vec::len) {
        2 => ranks_of_two(values),
        _ => ranks_of_several(values),
    }
}

/// With two objectives: by falling first value, then falling second, each goes behind the last rank that holds something
/// at least as good in the second, because all that came before is at least as good in the first.
fn ranks_of_two(values: &[Vec<f64>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| before(&values[*a], &values[*b]));
    // The best second value of each rank so far; it falls from rank to rank.
    let mut best: Vec<f64> = Vec::new();
    let mut ranks = vec![0; values.len()];
    let mut last: Option<usize> = None;
    for at in order {
        // Equal values share their rank: neither beats the other.
        ranks[at] = match last.filter(|last| values[*last] == values[at]) {
            Some(last) => ranks[last],
            None => best.partition_point(|second| *second >= values[at][1]),
        };
        match best.get_mut(ranks[at]) {
            Some(best) => *best = best.max(values[at][1]),
            None => best.push(values[at][1]),
        }
        last = Some(at);
    }
    ranks
}

/// Falling values, the first one first.
fn before(a: &[f64], b: &[f64]) -> Ordering {
    b.partial_cmp(a).unwrap_or(Ordering::Equal)
}

/// The fast non-dominated sort: how many beat each, and whom each beats.
fn ranks_of_several(values: &[Vec<f64>]) -> Vec<usize> {
    let mut beaten_by = vec![0usize; values.len()];
    let mut beats: Vec<Vec<usize>> = vec![Vec::new(); values.len()];
    for a in 0..values.len() {
        for b in a + 1..values.len() {
            match compare(&values[a], &values[b]) {
                Some(Ordering::Greater) => {
                    beats[a].push(b);
                    beaten_by[b] += 1;
                }
                Some(Ordering::Less) => {
                    beats[b].push(a);
                    beaten_by[a] += 1;
                }
                _ => {}
            }
        }
    }
    let mut ranks = vec![0; values.len()];
    let mut rank: Vec<usize> = (0..values.len()).filter(|a| beaten_by[*a] == 0).collect();
    let mut number = 0;
    while !rank.is_empty() {
        let mut next = Vec::new();
        for a in rank {
            ranks[a] = number;
            for b in &beats[a] {
                beaten_by[*b] -= 1;
                if beaten_by[*b] == 0 {
                    next.push(*b);
                }
            }
        }
        rank = next;
        number += 1;
    }
    ranks
}

/// Greater: a is at least as good in all and better in one. Nothing where each is better in one.
fn compare(a: &[f64], b: &[f64]) -> Option<Ordering> {
    let (mut better, mut worse) = (false, false);
    for (a, b) in a.iter().zip(b) {
        better |= a > b;
        worse |= a < b;
    }
    match (better, worse) {
        (true, true) => None,
        (true, false) => Some(Ordering::Greater),
        (false, true) => Some(Ordering::Less),
        (false, false) => Some(Ordering::Equal),
    }
}

/// The crowding distance of each of some outcomes of one rank: the sum over objectives of how far its neighbours on both
/// sides lie apart, as a share of the rank's range. The ends of the range have all the room there is.
pub fn crowding(values: &[&[f64]]) -> Vec<f64> {
    let mut distance = vec![0.0; values.len()];
    for objective in 0..values.first().map_or(0, |v| v.len()) {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|a, b| values[*a][objective].total_cmp(&values[*b][objective]));
        let (first, last) = (order[0], order[order.len() - 1]);
        let range = values[last][objective] - values[first][objective];
        distance[first] = f64::INFINITY;
        distance[last] = f64::INFINITY;
        if range > 0.0 && range.is_finite() {
            for three in order.windows(3) {
                distance[three[1]] += (values[three[2]][objective] - values[three[0]][objective]) / range;
            }
        }
    }
    distance
}

/// The best `wanted` of many, by rank, the last rank by room; the number of each with its rank and its room.
pub fn survivors(values: &[Vec<f64>], wanted: usize) -> Vec<(usize, usize, f64)> {
    let ranks = ranks(values);
    let mut by_rank: Vec<Vec<usize>> = Vec::new();
    for (at, rank) in ranks.iter().enumerate() {
        by_rank.resize(by_rank.len().max(rank + 1), Vec::new());
        by_rank[*rank].push(at);
    }
    let mut survivors = Vec::with_capacity(wanted);
    for (rank, members) in by_rank.into_iter().enumerate() {
        if survivors.len() >= wanted {
            break;
        }
        let room = crowding(&members.iter().map(|at| values[*at].as_slice()).collect::<Vec<_>>());
        let mut members: Vec<(usize, usize, f64)> =
            members.into_iter().zip(room).map(|(at, room)| (at, rank, room)).collect();
        if survivors.len() + members.len() > wanted {
            // Most room first; a stable sort, so that the result has one order.
            members.sort_by(|a, b| b.2.total_cmp(&a.2));
            members.truncate(wanted - survivors.len());
        }
        survivors.extend(members);
    }
    survivors
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Peels fronts off, one after the other, comparing each with each.
    fn peeled(values: &[Vec<f64>]) -> Vec<usize> {
        let mut ranks = vec![usize::MAX; values.len()];
        for rank in 0.. {
            let left: Vec<usize> = (0..values.len()).filter(|a| ranks[*a] == usize::MAX).collect();
            if left.is_empty() {
                break;
            }
            let beaten = |a: &usize| left.iter().any(|b| compare(&values[*b], &values[*a]) == Some(Ordering::Greater));
            left.iter().filter(|a| !beaten(a)).for_each(|a| ranks[*a] = rank);
        }
        ranks
    }

    proptest! {
        /// Both sorts give what the quadratic one gives, for two and for more objectives, with many ties.
        #[test]
        fn ranks_are_peeled_fronts(
            (width, raw) in (1usize..5).prop_flat_map(|width|
                (Just(width), prop::collection::vec(prop::collection::vec(0u8..9, width), 0..90)))
        ) {
            let values: Vec<Vec<f64>> = raw.iter().map(|v| v.iter().map(|x| f64::from(*x)).collect()).collect();
            prop_assert_eq!(ranks(&values), peeled(&values), "{} objectives", width);
            prop_assert_eq!(ranks_of_several(&values), peeled(&values));
        }

        /// Survivors are of the best ranks, and of the last rank those with most room.
        #[test]
        fn no_survivor_is_of_a_worse_rank_than_one_who_went(
            raw in prop::collection::vec(prop::array::uniform2(0u8..30), 1..60), wanted in 1usize..60
        ) {
            let values: Vec<Vec<f64>> = raw.iter().map(|v| v.iter().map(|x| f64::from(*x)).collect()).collect();
            let ranks = ranks(&values);
            let chosen = survivors(&values, wanted);
            prop_assert_eq!(chosen.len(), wanted.min(values.len()));
            let worst = chosen.iter().map(|(_, rank, _)| *rank).max().unwrap();
            let gone = (0..values.len()).filter(|at| chosen.iter().all(|(a, ..)| a != at));
            prop_assert!(gone.into_iter().all(|at| ranks[at] >= worst));
        }
    }

    #[test]
    fn crowding_is_the_cuboid_of_the_neighbours() {
        // Range 4 and 4: the middle one has neighbours 4 apart in both objectives, the second 2 and 3.
        let values: [&[f64]; 4] = [&[0.0, 4.0], &[1.0, 2.0], &[2.0, 1.0], &[4.0, 0.0]];
        assert_eq!(crowding(&values), [f64::INFINITY, 0.5 + 0.75, 0.75 + 0.5, f64::INFINITY]);
    }
}
