//! Moves: what a step of the search tries. Each shifts rows since the mark and says whether something is worth looking at; the
//! search then keeps it or takes it back.

use super::classes::{Classes, Home, SUPPRESSED};
use super::dice::Dice;
use super::neighbours::Neighbours;
use crate::search::regional::Tree;

/// May the rows of these tuples share a class? Beside k.
pub type Holds<'a> = &'a (dyn Fn(&[(u32, u64)]) -> bool + Sync);

/// What makes classes valid.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    pub k: u64,
    /// May rows of a tuple go to several classes?
    pub split: bool,
    /// So many rows may be suppressed.
    pub suppressed: u64,
    pub holds: Option<Holds<'a>>,
}

/// How many rows are tried that could repair a class, from the class that took its rows and from neighbours each.
const REPAIRS: usize = 8;
/// How often in a row a class is repaired.
const PATCHES: usize = 4;
/// A class of more tuples is dissolved less often, so that this takes no more time than other moves.
const DISSOLVED: usize = 32;
/// How many classes are tried for each tuple of a class that is dissolved.
const TARGETS: usize = 16;
/// For larger k a class is founded less often, for the same reason.
const FOUNDED: u64 = 64;
/// A tuple is drawn again so often where all its classes cost nothing.
const DRAWN: usize = 3;
/// One in so many moves takes as many rows as their class can do without, and one any number; the others take all.
const SOME: usize = 16;
/// One in so many neighbours of a tuple whose rows are in several classes is the tuple itself.
const ITSELF: usize = 4;

pub struct Mover<'m, 'a> {
    pub classes: &'m mut Classes<'a>,
    pub tree: &'m mut Tree<'a>,
    pub neighbours: &'m Neighbours,
    pub rules: Rules<'a>,
    pub dice: Dice,
    /// What is kept may cost this much more.
    pub limit: f64,
}

impl Mover<'_, '_> {
    /// Tries a move. Rows may have been shifted where it fails, too.
    pub fn step(&mut self) -> bool {
        let kind = self.dice.unit();
        if kind < 0.03 {
            self.recut()
        } else if self.rules.suppressed > 0 && kind < 0.08 {
            self.suppress()
        } else if kind < 0.7 {
            self.relocate()
        } else if kind < 0.8 {
            self.dissolve()
        } else {
            self.found()
        }
    }

    /// Is every class that was touched as it must be?
    pub fn is_valid(&self) -> bool {
        self.classes.touched().all(|class| match class {
            SUPPRESSED => self.classes.rows(class) <= self.rules.suppressed,
            _ => self.classes.members(class).is_empty() || self.holds(class),
        })
    }

    fn holds(&self, class: u32) -> bool {
        class == SUPPRESSED
            || self.classes.rows(class) >= self.rules.k
                && self.rules.holds.is_none_or(|holds| holds(self.classes.members(class)))
    }

    /// Rows that the class can do without.
    fn spare(&self, class: u32) -> u64 {
        match class {
            SUPPRESSED => self.classes.rows(class),
            _ => self.classes.rows(class).saturating_sub(self.rules.k),
        }
    }

    /// Any tuple; more often one that costs something.
    pub fn tuple(&mut self) -> u32 {
        let mut tuple = 0;
        for _ in 0..DRAWN {
            tuple = self.dice.below(self.classes.boxes.tuples()) as u32;
            if self.classes.homes(tuple).iter().any(|home| self.classes.cost(home.class) > 0.0) {
                break;
            }
        }
        tuple
    }

    pub fn home(&mut self, tuple: u32) -> Option<Home> {
        self.dice.pick(self.classes.homes(tuple))
    }

    /// A neighbour of the tuple, or the tuple itself where its rows are in several classes.
    fn neighbour(&mut self, tuple: u32) -> Option<u32> {
        let itself = self.classes.homes(tuple).len() > 1 && self.dice.below(ITSELF) == 0;
        if itself { Some(tuple) } else { self.dice.pick(self.neighbours.of(tuple)) }
    }

    /// A class that a neighbour of the tuple is in.
    pub fn class_nearby(&mut self, tuple: u32) -> Option<u32> {
        let neighbour = self.neighbour(tuple)?;
        Some(self.home(neighbour)?.class)
    }

    /// Rows of a tuple go to a neighbour's class.
    fn relocate(&mut self) -> bool {
        let tuple = self.tuple();
        let (Some(home), Some(to)) = (self.home(tuple), self.class_nearby(tuple)) else { return false };
        let (from, held) = (home.class, self.classes.held(home));
        if from == to {
            return false;
        }
        let rows = self.some_of(held, self.spare(from));
        self.give(tuple, from, to, rows)
    }

    /// Some rows out of those that are held: more often all, or as many as their class can do without.
    fn some_of(&mut self, held: u64, spare: u64) -> u64 {
        if !self.rules.split || held == 1 {
            return held;
        }
        match self.dice.below(SOME) {
            0 if spare > 0 => spare.min(held),
            1 => 1 + self.dice.below(held as usize) as u64,
            _ => held,
        }
    }

    fn give(&mut self, tuple: u32, from: u32, to: u32, rows: u64) -> bool {
        let joining = self.classes.joining(tuple, to, rows);
        // Nothing that leaves can gain more than its class costs.
        if joining - self.classes.cost(from) > self.limit {
            return false;
        }
        let left = self.classes.rows(from) - rows;
        let stays = left == 0 || left >= self.rules.k || from == SUPPRESSED;
        if stays && joining - self.classes.leaving(tuple, from, rows) > self.limit {
            return false;
        }
        self.classes.shift(tuple, from, to, rows);
        left == 0 || self.holds(from) || self.repair(from, Some(to), tuple)
    }

    /// A class that lacks rows takes some from `other` or from neighbours, which must not lack rows afterwards; the tuple that
    /// has just left stays out.
    fn repair(&mut self, class: u32, other: Option<u32>, left: u32) -> bool {
        for _ in 0..PATCHES {
            if self.classes.members(class).is_empty() {
                return true;
            }
            let need = self.rules.k.saturating_sub(self.classes.rows(class)).max(1);
            let mut best: Option<(f64, u32, u32, u64)> = None;
            if let Some(other) = other {
                let number = self.classes.members(other).len();
                let first = if number > REPAIRS { self.dice.below(number) } else { 0 };
                for i in 0..number.min(REPAIRS) {
                    let (tuple, held) = self.classes.members(other)[(first + i) % number];
                    self.weigh((tuple, held), other, class, left, need, &mut best);
                }
            }
            for _ in 0..REPAIRS {
                let Some((member, _)) = self.dice.pick(self.classes.members(class)) else { break };
                let Some(tuple) = self.neighbour(member) else { continue };
                let Some(home) = self.home(tuple) else { continue };
                self.weigh((tuple, self.classes.held(home)), home.class, class, left, need, &mut best);
            }
            let Some((_, tuple, from, rows)) = best else { return false };
            self.classes.shift(tuple, from, class, rows);
            if self.holds(class) {
                return true;
            }
        }
        false
    }

    /// What it would cost if a class took rows of this tuple.
    fn weigh(
        &mut self,
        (tuple, held): (u32, u64),
        from: u32,
        to: u32,
        left: u32,
        need: u64,
        best: &mut Option<(f64, u32, u32, u64)>,
    ) {
        if from == to || tuple == left {
            return;
        }
        let spare = self.spare(from);
        let rows = match self.rules.split {
            true if held == self.classes.rows(from) && held <= need => held,
            true => held.min(need).min(spare),
            false if held <= spare || held == self.classes.rows(from) => held,
            false => 0,
        };
        if rows == 0 {
            return;
        }
        let change = self.classes.joining(tuple, to, rows) - self.classes.leaving(tuple, from, rows);
        // Too few rows cost more of the same.
        let change = if rows < need && change > 0.0 { change * need as f64 / rows as f64 } else { change };
        if best.is_none_or(|best| change < best.0) {
            *best = Some((change, tuple, from, rows));
        }
    }

    /// All tuples of a class go where it costs least.
    fn dissolve(&mut self) -> bool {
        let tuple = self.tuple();
        let Some(Home { class, .. }) = self.home(tuple) else { return false };
        let number = self.classes.members(class).len();
        if class == SUPPRESSED || self.dice.below(number) >= DISSOLVED {
            return false;
        }
        let mut room = self.limit + self.classes.cost(class);
        while let Some((tuple, rows)) = self.classes.members(class).first().copied() {
            let Some((cost, to)) = self.cheapest(tuple, class, rows) else { return false };
            room -= cost;
            if room < 0.0 {
                return false;
            }
            self.classes.shift(tuple, class, to, rows);
        }
        true
    }

    /// The class nearby in which the rows cost least; they are suppressed where that costs less and there is room.
    fn cheapest(&mut self, tuple: u32, not: u32, rows: u64) -> Option<(f64, u32)> {
        let room = not != SUPPRESSED && self.classes.rows(SUPPRESSED) + rows <= self.rules.suppressed;
        let mut best = room.then(|| (self.classes.joining(tuple, SUPPRESSED, rows), SUPPRESSED));
        for _ in 0..TARGETS {
            let to = self.class_nearby(tuple)?;
            if to == not || to == SUPPRESSED {
                continue;
            }
            let cost = self.classes.joining(tuple, to, rows);
            if best.is_none_or(|best| cost < best.0) {
                best = Some((cost, to));
            }
        }
        best
    }

    /// A new class around a tuple, from rows that other classes can do without.
    fn found(&mut self) -> bool {
        if self.dice.below(self.rules.k as usize) as u64 >= FOUNDED {
            return false;
        }
        let tuple = self.tuple();
        let Some(home) = self.home(tuple) else { return false };
        let (from, held) = (home.class, self.classes.held(home));
        if from != SUPPRESSED && held == self.classes.rows(from) {
            return false;
        }
        let new = self.classes.vacant();
        // All rows of the tuple come together half of the time.
        let all = !self.rules.split || self.dice.below(2) == 0;
        self.classes.shift(tuple, from, new, if all { held } else { held.min(self.rules.k) });
        for home in self.classes.homes(tuple).to_vec() {
            let rows = self.classes.held(home).min(self.spare(home.class));
            if all && home.class != new && rows > 0 {
                self.classes.shift(tuple, home.class, new, rows);
            }
        }
        // The neighbours, then the neighbours of those who came, and so on.
        let mut next = 0;
        while !self.holds(new) && next < self.classes.members(new).len() {
            let (around, _) = self.classes.members(new)[next];
            next += 1;
            for i in 0..self.neighbours.of(around).len() {
                self.draw_in(self.neighbours.of(around)[i], new);
                if self.holds(new) {
                    break;
                }
            }
        }
        self.holds(new) && (self.holds(from) || self.repair(from, None, tuple))
    }

    /// Spare rows of a tuple go to a new class; one in four stays away, so that no two attempts are alike.
    fn draw_in(&mut self, tuple: u32, new: u32) {
        if self.dice.below(4) == 0 {
            return;
        }
        let need = self.rules.k.saturating_sub(self.classes.rows(new)).max(1);
        let Some(home) = self.home(tuple) else { return };
        let (held, spare) = (self.classes.held(home), self.spare(home.class));
        if home.class == new {
            return;
        }
        let rows = match self.rules.split {
            true => held.min(spare).min(need),
            false if held <= spare => held,
            false => 0,
        };
        if rows > 0 {
            self.classes.shift(tuple, home.class, new, rows);
        }
    }

    /// Rows of a tuple are suppressed, and others are not any more where they are too many.
    fn suppress(&mut self) -> bool {
        let tuple = self.tuple();
        let Some(home) = self.home(tuple) else { return false };
        let (from, held) = (home.class, self.classes.held(home));
        let rows = self.some_of(held, self.spare(from)).min(self.rules.suppressed);
        if from == SUPPRESSED || !self.rules.split && rows < held {
            return false;
        }
        for _ in 0..PATCHES {
            let many = (self.classes.rows(SUPPRESSED) + rows).saturating_sub(self.rules.suppressed);
            if many == 0 {
                return self.give(tuple, from, SUPPRESSED, rows);
            }
            let Some((out, held)) = self.dice.pick(self.classes.members(SUPPRESSED)) else { return false };
            let some = if self.rules.split { held.min(many) } else { held };
            let Some((_, to)) = self.cheapest(out, SUPPRESSED, some) else { return false };
            self.classes.shift(out, SUPPRESSED, to, some);
        }
        false
    }
}
