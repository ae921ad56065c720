//! Neighbours: tuples that may share a class with a tuple. Exact ones take the square of the tuples; those who stand near in
//! one of several leaf orders replace them.

use crate::space::Boxes;

/// The most neighbours of a tuple.
const MOST: usize = 60;
/// Tuples are looked at that stand this near in one of the orders.
const WINDOW: usize = 12;

/// Of each tuple, the nearest first.
pub struct Neighbours {
    tuples: Vec<u32>,
    /// Where the neighbours of each tuple begin.
    begins: Vec<usize>,
}

impl Neighbours {
    /// Of the tuples near in some order, those whose common class is cheapest.
    pub fn new(boxes: &Boxes, orders: &[Vec<u32>]) -> Self {
        let mut positions: Vec<Vec<u32>> = orders.iter().map(|_| vec![0; boxes.tuples()]).collect();
        for (order, positions) in orders.iter().zip(&mut positions) {
            order.iter().enumerate().for_each(|(i, tuple)| positions[*tuple as usize] = i as u32);
        }
        let (mut tuples, mut begins) = (Vec::new(), vec![0]);
        let mut near: Vec<(f64, u32)> = Vec::new();
        for tuple in 0..boxes.tuples() {
            near.clear();
            for (order, positions) in orders.iter().zip(&positions) {
                let at = positions[tuple] as usize;
                let window = &order[at.saturating_sub(WINDOW)..(at + WINDOW + 1).min(order.len())];
                near.extend(window.iter().filter(|other| **other as usize != tuple).map(|other| (0.0, *other)));
            }
            near.sort_unstable_by_key(|(_, other)| *other);
            near.dedup_by_key(|(_, other)| *other);
            near.iter_mut().for_each(|(price, other)| *price = pair(boxes, tuple, *other as usize));
            near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            tuples.extend(near.iter().take(MOST).map(|(_, other)| *other));
            begins.push(tuples.len());
        }
        Neighbours { tuples, begins }
    }

    pub fn of(&self, tuple: u32) -> &[u32] {
        let tuple = tuple as usize;
        &self.tuples[self.begins[tuple]..self.begins[tuple + 1]]
    }
}

/// What a row costs in a class of two tuples.
fn pair(boxes: &Boxes, one: usize, other: usize) -> f64 {
    let places = boxes.place(one).iter().zip(boxes.place(other));
    boxes.axes.iter().zip(places).map(|(axis, (a, b))| axis.price(*a.min(b), *a.max(b))).sum()
}
