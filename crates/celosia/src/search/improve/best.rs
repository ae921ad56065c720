//! The best classes found: what happened since they were is written down, and taken back on a copy when somebody asks.

use super::classes::{Classes, Shift};

/// More shifts than this many for each tuple are not written down: a copy takes no more room.
const SHIFTS: usize = 4;

pub struct Best {
    pub loss: f64,
    since: Vec<Shift>,
    /// The classes themselves, once too much has happened since.
    copy: Option<Vec<Vec<(u32, u64)>>>,
}

impl Best {
    /// These classes are the best so far.
    pub fn new(loss: f64, lists: Vec<Vec<(u32, u64)>>) -> Self {
        Best { loss, since: Vec::new(), copy: Some(lists) }
    }

    /// Something was shifted, and kept.
    pub fn look_at(&mut self, classes: &Classes) {
        // Less by rounding alone is not better.
        if classes.loss() < self.loss - 1e-9 {
            self.loss = classes.loss();
            self.since.clear();
            self.copy = None;
        } else if self.copy.is_none() {
            self.since.extend_from_slice(classes.shifts());
            if self.since.len() > SHIFTS * classes.boxes.tuples() {
                self.copy = Some(self.lists(classes));
                self.since = Vec::new();
            }
        }
    }

    /// The classes as they were, in an order that does not tell how they came about: by their first tuples.
    pub fn lists(&self, classes: &Classes) -> Vec<Vec<(u32, u64)>> {
        if let Some(copy) = &self.copy {
            return copy.clone();
        }
        let mut lists = classes.lists();
        lists.iter_mut().for_each(|list| list.sort_unstable());
        for shift in self.since.iter().rev() {
            for (class, less) in [(shift.to, true), (shift.from, false)] {
                let list = &mut lists[class as usize];
                match list.binary_search_by_key(&shift.tuple, |(tuple, _)| *tuple) {
                    Ok(at) if less && list[at].1 <= shift.rows => drop(list.remove(at)),
                    Ok(at) if less => list[at].1 -= shift.rows,
                    Ok(at) => list[at].1 += shift.rows,
                    Err(at) => list.insert(at, (shift.tuple, shift.rows)),
                }
            }
        }
        // The suppressed stay the first.
        let mut classes = lists.split_off(1);
        classes.retain(|list| !list.is_empty());
        classes.sort_unstable();
        lists.extend(classes);
        lists
    }
}
