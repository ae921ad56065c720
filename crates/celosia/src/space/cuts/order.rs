//! In which order the values of a column are cut, and which of them are never told apart.

use super::tree::preorder;
use crate::error::{Error, Result};
use crate::hierarchy::Hierarchy;
use crate::space::Grouping;
use crate::study::{Column, Kind};
use crate::table::Domain;

/// The values of an attribute in the order in which they are cut.
#[derive(Debug, Clone)]
pub struct Order {
    /// The values, those at one place together.
    pub places: Vec<Vec<u32>>,
    /// May groups be those of the hierarchy only?
    pub constrained: bool,
    /// Does the study say in which steps its values stand?
    pub granular: bool,
    /// How many places there were before neighbours were joined to fit into memory.
    pub joined_from: Option<usize>,
    /// The code of the missing value, where it stays alone.
    pub missing: Option<u32>,
}

impl Order {
    /// Values at these places; groups may be those of the hierarchy only, if so.
    pub fn new(places: Vec<Vec<u32>>, constrained: bool) -> Order {
        Order { places, constrained, granular: false, joined_from: None, missing: None }
    }

    /// What a study says of a quasi-identifier: numbers and dates stand in their order, in steps of the granularity where
    /// there is one; text as its hierarchy lists it, so that the groups of all levels are runs.
    pub fn of(column: &Column, domain: &Domain, hierarchy: &Hierarchy, levels: &[Grouping]) -> Result<Order> {
        let text = domain.kind == Kind::String;
        let constrained = column.cuts.constrained.unwrap_or(text);
        let alone = together(&hierarchy.order, &levels[0]);
        let places = match column.cuts.granularity {
            Some(_) if constrained || text => {
                let what = "a granularity is for numbers and dates that are cut freely";
                let hint = "leave it out, or give the column type = \"integer\", \"decimal\" or \"date\"";
                return Err(Error::study(format!("[columns.{}], granularity", column.name), what, hint));
            }
            Some(width) => granules(domain, &hierarchy.order, width),
            None if text || constrained => preorder(alone, levels),
            None => alone,
        };
        let granular = column.cuts.granularity.is_some();
        // Where the study says what a missing cell joins, it stands among the others.
        let missing = domain.missing.filter(|_| domain.joins.is_none());
        Ok(Order { granular, missing, ..Order::new(places, constrained) })
    }
}

/// The values that the lowest level does not tell apart together, each group where its first value stands.
fn together(order: &[u32], lowest: &Grouping) -> Vec<Vec<u32>> {
    let mut place_of: Vec<Option<usize>> = vec![None; lowest.groups];
    let mut places: Vec<Vec<u32>> = Vec::new();
    for value in order {
        let place = *place_of[lowest.group_of[*value as usize] as usize].get_or_insert(places.len());
        if place == places.len() {
            places.push(Vec::new());
        }
        places[place].push(*value);
    }
    places
}

/// Values between two multiples of the width together, as "20–24" for 5. A missing value has a place of its own, behind that
/// of the value that it stands behind.
fn granules(domain: &Domain, order: &[u32], width: f64) -> Vec<Vec<u32>> {
    let granule = |code: u32| domain.number(code as usize).map(|number| (number / width).floor());
    let (gaps, real): (Vec<u32>, Vec<u32>) = order.iter().partition(|code| domain.missing == Some(**code));
    let mut places: Vec<Vec<u32>> = real.chunk_by(|a, b| granule(*a) == granule(*b)).map(<[u32]>::to_vec).collect();
    for missing in gaps {
        let before = order.iter().take_while(|code| **code != missing).last();
        let behind = before.and_then(|before| places.iter().position(|place| place.contains(before)));
        places.insert(behind.map_or(0, |place| place + 1), vec![missing]);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn granules_are_multiples_of_the_width() {
        let mut ages = Domain::of("age", Kind::Integer, &["17", "20", "24", "25", "40"]);
        let in_order = [0, 1, 2, 3, 4];
        assert_eq!(granules(&ages, &in_order, 5.0), [vec![0], vec![1, 2], vec![3], vec![4]]);
        ages.missing = Some(4);
        assert_eq!(granules(&ages, &in_order, 100.0), [vec![0, 1, 2, 3], vec![4]]);
        // Behind the granule of the value that it joins, which it does not cut in two.
        assert_eq!(granules(&ages, &[0, 1, 4, 2, 3], 5.0), [vec![0], vec![1, 2], vec![4], vec![3]]);
        assert_eq!(granules(&ages, &[4, 0, 1, 2, 3], 100.0), [vec![4], vec![0, 1, 2, 3]]);
    }
}
