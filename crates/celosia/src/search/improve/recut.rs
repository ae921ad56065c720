//! Recutting: neighbouring classes are pooled and cut anew, by the tree and the dynamic programme that made the start. The larger
//! the classes, the more this finds that no move of single tuples does.

use super::classes::{Home, SUPPRESSED};
use super::moves::Mover;
use crate::search::regional::cuts;

/// The most classes that are pooled with the first.
const POOLED: usize = 4;
/// Columns weigh up to the root of this less or more, so that no two attempts are alike.
const WEIGHTS: f64 = 4.0;
/// Most often nothing new comes out, and costs the same but for rounding.
const SAME: f64 = 1e-12;

impl Mover<'_, '_> {
    /// Some neighbouring classes become others.
    pub fn recut(&mut self) -> bool {
        let Some(old) = self.pooled() else { return false };
        let mut all: Vec<(u32, u64)> = old.iter().flat_map(|class| self.classes.members(*class)).copied().collect();
        all.sort_unstable();
        all.dedup_by(|more, one| {
            let same = more.0 == one.0;
            one.1 += if same { more.1 } else { 0 };
            same
        });
        let (mut others, alone): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, rows)| *rows < self.rules.k);
        for weight in &mut self.tree.weights {
            *weight = WEIGHTS.powf(self.dice.unit() - 0.5);
        }
        self.tree.grow(&mut others);
        let Some((loss, ends)) = cuts(self.classes.boxes, &others, self.rules.k) else { return false };
        let change = loss - old.iter().map(|class| self.classes.cost(*class)).sum::<f64>();
        if change > self.limit || change.abs() < SAME {
            return false;
        }
        for list in ends.windows(2).map(|ends| &others[ends[0]..ends[1]]).chain(alone.chunks(1)) {
            let class = self.classes.vacant();
            for (tuple, _) in list {
                for home in self.classes.homes(*tuple).to_vec() {
                    if old.contains(&home.class) {
                        self.classes.shift(*tuple, home.class, class, self.classes.held(home));
                    }
                }
            }
        }
        true
    }

    /// A class and some of its neighbours.
    fn pooled(&mut self) -> Option<Vec<u32>> {
        let tuple = self.tuple();
        let Home { class, .. } = self.home(tuple)?;
        let mut pooled = vec![class];
        for _ in 0..1 + self.dice.below(POOLED) {
            let (member, _) = self.dice.pick(self.classes.members(class))?;
            let near = self.class_nearby(member)?;
            if near != SUPPRESSED && !pooled.contains(&near) {
                pooled.push(near);
            }
        }
        (class != SUPPRESSED && pooled.len() > 1).then_some(pooled)
    }
}
