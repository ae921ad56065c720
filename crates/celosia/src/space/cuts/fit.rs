//! Cuts that fit into memory: where columns have more values than that, neighbours are joined into steps.
//!
//! A column keeps the order of its values, and the bounds of the lowest level of its hierarchy that has few enough groups:
//! nodes from that level up stay cuts. Free columns are cut further between these, at equal steps, as far as they may.

use super::Order;
use crate::error::{Error, Result};
use crate::space::Grouping;
use crate::study::Evolution;

/// Points of a front that must have room before a search begins; where there are more it ends when the memory is full.
const POINTS: u64 = 1000;
/// Bytes that a point takes for each bit: where it is kept, explored, written down and shown.
const OF_POINT: u64 = 8;
/// Bytes that a bit of a brood or of a population takes.
const OF_CUT: u64 = 2;
/// Bytes of a group, its height, its price and what is worked out on the way, for each thread.
const OF_GROUPING: u64 = 64;
/// Bytes that a place takes in orders, levels and trees.
const OF_PLACE: u64 = 256;
/// The space may take this part of the memory; the others are for the tuples and what is remembered.
const PART: u64 = 2;

/// Bytes that each bit of a space takes while it is searched, about.
pub fn bytes_per_bit(evolution: &Evolution, brood: usize, threads: usize) -> u64 {
    let cuts = (2 * evolution.population + brood) as u64;
    OF_CUT * cuts + OF_POINT * POINTS + OF_GROUPING * threads as u64 + OF_PLACE
}

/// How many places all attributes may have together within `memory` bytes.
pub fn most_places(memory: u64, bytes_per_bit: u64) -> usize {
    usize::try_from(memory / PART / bytes_per_bit.max(1)).unwrap_or(usize::MAX)
}

/// Joins values of the longest orders until all have at most `most` places together. Orders that the study has given a
/// granularity stay as they are.
pub fn fit(orders: &mut [Order], levels: &[Vec<Grouping>], most: usize) {
    let places = |orders: &[Order], cap: usize| -> usize {
        let of = |order: &Order| if order.granular { order.places.len() } else { order.places.len().min(cap) };
        orders.iter().map(of).sum()
    };
    if places(orders, usize::MAX) <= most {
        return;
    }
    // The largest cap under which all fit, or the least.
    let (mut low, mut high) = (1, orders.iter().map(|order| order.places.len()).max().unwrap_or(1));
    while low < high {
        let middle = (low + high).div_ceil(2);
        match places(orders, middle) <= most {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    for (order, levels) in orders.iter_mut().zip(levels) {
        if !order.granular && order.places.len() > low {
            order.join(low, levels);
        }
    }
}

/// An error where orders that the study has given a granularity do not fit.
pub fn check(orders: &[Order], names: &[&str], most: usize) -> Result<()> {
    let places: usize = orders.iter().map(|order| order.places.len()).sum();
    let widest =
        orders.iter().zip(names).filter(|(order, _)| order.granular).max_by_key(|(order, _)| order.places.len());
    match widest.filter(|_| places > most) {
        None => Ok(()),
        Some((order, name)) => {
            let what = format!(
                "it leaves {} steps, {places} with those of the other columns; the memory holds about {most}",
                order.places.len()
            );
            let hint =
                "give a larger granularity or more search.memory, or leave it out: then values are joined as needed";
            Err(Error::limit(format!("[columns.{name}], granularity"), what, hint))
        }
    }
}

impl Order {
    /// Joins neighbouring places until there are at most `most`.
    fn join(&mut self, most: usize, levels: &[Grouping]) {
        let before = self.places.len();
        let group = |grouping: &Grouping, place: usize| grouping.group_of[self.places[place][0] as usize];
        let is_missing = |place: usize| self.missing.is_some_and(|missing| self.places[place].contains(&missing));
        let ends = |grouping: &Grouping, place: usize| {
            let apart = !self.constrained && (is_missing(place - 1) || is_missing(place));
            apart || group(grouping, place - 1) != group(grouping, place)
        };
        let runs = |grouping: &Grouping| 1 + (1..before).filter(|place| ends(grouping, *place)).count();
        // Of a column that must have fewer places than even its top leaves, with the missing values apart, the top is taken.
        let level = levels.iter().map(|grouping| (grouping, runs(grouping))).find(|(_, runs)| *runs <= most);
        let level = level.or_else(|| levels.last().map(|top| (top, runs(top))));
        // Between the groups of the level at equal steps: so there are at most as many more as are left.
        let width = match (self.constrained, level.map_or(0, |(_, runs)| runs)) {
            (true, _) => usize::MAX,
            (false, runs) if runs < most => before.div_ceil(most - runs),
            (false, _) => usize::MAX,
        };
        let mut joined: Vec<Vec<u32>> = Vec::new();
        let mut since = 0;
        for place in 0..before {
            let begins = place == 0 || since == width || level.is_some_and(|(grouping, _)| ends(grouping, place));
            if begins {
                joined.push(Vec::new());
                since = 0;
            }
            since += 1;
            if let Some(last) = joined.last_mut() {
                last.extend(&self.places[place]);
            }
        }
        self.joined_from = Some(before);
        self.places = joined;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(values: u32, granular: bool, constrained: bool) -> Order {
        Order { granular, ..Order::new((0..values).map(|v| vec![v]).collect(), constrained) }
    }

    /// Values, groups of `width`, and all of them.
    fn levels(values: u32, width: u32) -> Vec<Grouping> {
        let level = |width: u32| {
            let group_of: Vec<u32> = (0..values).map(|v| v / width).collect();
            let groups = values.div_ceil(width) as usize;
            Grouping { group_of, groups, heights: vec![0.0; groups], leaves: Vec::new() }
        };
        vec![level(1), level(width), level(values)]
    }

    fn firsts(order: &Order) -> Vec<u32> {
        order.places.iter().map(|values| values[0]).collect()
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        let mut orders = [order(100, false, false), order(50, true, false)];
        fit(&mut orders, &[levels(100, 10), levels(50, 10)], 150);
        assert_eq!(orders.each_ref().map(|o| (o.places.len(), o.joined_from)), [(100, None), (50, None)]);
    }

    #[test]
    fn the_longest_are_joined_first_and_keep_the_bounds_of_a_level() {
        let mut orders = [order(100, false, false), order(20, false, false)];
        fit(&mut orders, &[levels(100, 25), levels(20, 5)], 60);
        assert_eq!((orders[0].joined_from, orders[1].joined_from), (Some(100), None));
        let firsts = firsts(&orders[0]);
        assert!(firsts.len() <= 40 && firsts.len() > 30, "{firsts:?}");
        assert!([0, 25, 50, 75].iter().all(|bound| firsts.contains(bound)), "{firsts:?}");
        assert_eq!(orders[0].places.concat(), (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn groups_of_a_hierarchy_are_joined_by_level_only() {
        let mut orders = [order(100, false, true)];
        fit(&mut orders, &[levels(100, 25)], 40);
        assert_eq!(firsts(&orders[0]), [0, 25, 50, 75]);
        fit(&mut orders, &[levels(100, 25)], 3);
        assert_eq!(firsts(&orders[0]), [0]);
    }

    #[test]
    fn missing_values_stay_alone() {
        let mut orders = [Order { missing: Some(99), ..order(100, false, false) }];
        fit(&mut orders, &[levels(100, 25)], 10);
        assert!(orders[0].places.len() <= 10);
        assert_eq!(orders[0].places.last(), Some(&vec![99]));
    }

    #[test]
    fn a_granularity_is_kept_and_refused_where_it_does_not_fit() {
        let mut orders = [order(100, true, false), order(80, false, false)];
        let levels = [levels(100, 25), levels(80, 20)];
        fit(&mut orders, &levels, 110);
        assert_eq!(orders[0].places.len(), 100);
        assert!(orders[1].places.len() <= 10);
        assert!(check(&orders, &["a", "b"], 110).is_ok());
        fit(&mut orders, &levels, 50);
        let error = check(&orders, &["a", "b"], 50).unwrap_err();
        assert!(
            error.to_string().contains("[columns.a], granularity") && error.hint().contains("search.memory"),
            "{error}"
        );
    }

    #[test]
    fn what_a_bit_takes_grows_with_what_is_kept_of_it() {
        let of = |population: usize| Evolution { population, ..Evolution::default() };
        assert!(bytes_per_bit(&of(200), 1000, 2) < bytes_per_bit(&of(2000), 1000, 2));
        // A column of 22,723 values fits into 2 GB, and one of a million does not.
        let most = most_places(2_000_000_000, bytes_per_bit(&of(200), 1000, 2));
        assert!((22_723..1_000_000).contains(&most), "{most}");
    }
}
