//! How cuts are drawn and varied. Every operator takes valid cuts and gives valid cuts.

use rand::{Rng, RngExt};

use super::{Cuts, Places};
use crate::space::Cut;
use crate::study::MutationPer;

impl Cuts {
    /// A random valid cut: free bits by lot, constrained attributes from their root down (chapter 1.4.5).
    pub fn random(&self, rng: &mut impl Rng) -> Cut {
        let mut cut = self.coarsest();
        for places in &self.attributes {
            let bits = &mut cut[places.range()];
            match &places.tree {
                Some(tree) => tree.random(bits, rng),
                None => bits.iter_mut().for_each(|bit| *bit = u8::from(rng.random_bool(0.5))),
            }
        }
        cut
    }

    /// Crosses two parents, attribute by attribute, at one point each (chapter 1.4.4): at any bit of a free attribute; in a
    /// constrained one at a bit where a group ends in both, so that both parts of both are valid (Lunacek et al.).
    pub fn cross(&self, mother: &mut Cut, father: &mut Cut, rng: &mut impl Rng) {
        for places in self.attributes.iter().filter(|places| !places.is_empty()) {
            let range = places.range();
            let point = if places.tree.is_none() {
                Some(rng.random_range(range.clone()))
            } else {
                let both: Vec<usize> = range.clone().filter(|bit| mother[*bit] == 1 && father[*bit] == 1).collect();
                (!both.is_empty()).then(|| both[rng.random_range(0..both.len())])
            };
            if let Some(point) = point {
                mother[point..range.end].swap_with_slice(&mut father[point..range.end]);
            }
        }
    }

    /// The same at any bit of every attribute; what is no valid cut then becomes the nearest that is (Iyengar, in chapter
    /// 1.4.4).
    pub fn cross_and_repair(&self, mother: &mut Cut, father: &mut Cut, rng: &mut impl Rng) {
        for places in self.attributes.iter().filter(|places| !places.is_empty()) {
            let range = places.range();
            let point = rng.random_range(range.clone());
            mother[point..range.end].swap_with_slice(&mut father[point..range.end]);
            if let Some(tree) = &places.tree {
                tree.repair(&mut mother[range.clone()]);
                tree.repair(&mut father[range]);
            }
        }
    }

    /// The same as [`Cuts::cross`], but at one point of all free attributes together, as their strings are joined (chapter 1.4.2),
    /// and at one of all constrained ones: between two of them, or where a group ends in both parents.
    pub fn cross_together(&self, mother: &mut Cut, father: &mut Cut, rng: &mut impl Rng) {
        for held in [false, true] {
            let attributes = || self.attributes.iter().filter(|places| places.tree.is_some() == held);
            let bits: Vec<usize> = attributes().flat_map(Places::range).collect();
            let begins = |bit: usize| attributes().any(|places| places.start == bit);
            let ends_in_both = |bit: usize| mother[bit] == 1 && father[bit] == 1;
            let allowed = |at: &usize| !held || begins(bits[*at]) || ends_in_both(bits[*at]);
            let points: Vec<usize> = (0..bits.len()).filter(allowed).collect();
            if !points.is_empty() {
                let point = points[rng.random_range(0..points.len())];
                bits[point..].iter().for_each(|bit| std::mem::swap(&mut mother[*bit], &mut father[*bit]));
            }
        }
    }

    /// Flips bits of the free attributes, as many in expectation as the rate says per bit, attribute or cut; constrained
    /// attributes stay (chapter 1.5).
    pub fn flip(&self, cut: &mut Cut, rate: f64, per: MutationPer, rng: &mut impl Rng) {
        let free = || self.attributes.iter().filter(|places| places.tree.is_none());
        let all: usize = free().map(|places| places.bits).sum();
        for places in free() {
            let probability = match per {
                MutationPer::Bit => rate,
                MutationPer::Column => rate / places.bits as f64,
                MutationPer::Child => rate / all as f64,
            };
            for bit in &mut cut[places.range()] {
                *bit ^= u8::from(rng.random_bool(probability));
            }
        }
    }

    /// Takes whole attributes from another cut, each by lot.
    pub fn mix(&self, cut: &mut Cut, other: &Cut, rng: &mut impl Rng) {
        for places in &self.attributes {
            if rng.random_bool(0.5) {
                cut[places.range()].copy_from_slice(&other[places.range()]);
            }
        }
    }

    /// One small random change: a group split or two joined, a bound moved by one place, or a node of a hierarchy opened or
    /// closed.
    pub fn step(&self, cut: &mut Cut, rng: &mut impl Rng) {
        // An attribute counts as often as it has bits, so that each bound is moved as often as any other.
        let Some(bit) = (self.bits() > 0).then(|| rng.random_range(0..self.bits())) else { return };
        let Some(places) = self.attributes.iter().find(|places| places.range().contains(&bit)) else { return };
        let bits = &mut cut[places.range()];
        match &places.tree {
            Some(tree) => {
                let steps = tree.steps(bits);
                if !steps.is_empty() {
                    tree.step(bits, steps[rng.random_range(0..steps.len())]);
                }
            }
            None => {
                let bit = bit - places.range().start;
                let next = if rng.random_bool(0.5) { bit + 1 } else { bit.wrapping_sub(1) };
                match bits.get(next) {
                    Some(other) if *other != bits[bit] && rng.random_bool(0.5) => bits.swap(bit, next),
                    _ => bits[bit] ^= 1,
                }
            }
        }
    }

    /// All cuts that differ in one group of one attribute: split in two, or joined with the next; in a constrained attribute
    /// a node opened or closed. All are coarser than the cut with that attribute as it is.
    pub fn neighbours(&self, cut: &Cut, attribute: usize) -> Vec<Cut> {
        self.neighbours_of(cut, attribute, |_| true)
    }

    /// The same, but where a cut has more bits than are wanted in all, about `wanted` drawn by lot.
    pub fn some_neighbours(&self, cut: &Cut, attribute: usize, wanted: usize, rng: &mut impl Rng) -> Vec<Cut> {
        match self.bits() <= wanted {
            true => self.neighbours(cut, attribute),
            false => {
                let share = wanted as f64 / self.bits() as f64;
                self.neighbours_of(cut, attribute, |_| rng.random_bool(share))
            }
        }
    }

    /// The neighbours whose bits, or spans, are taken.
    fn neighbours_of(&self, cut: &Cut, attribute: usize, mut take: impl FnMut(usize) -> bool) -> Vec<Cut> {
        let places = &self.attributes[attribute];
        let changed = |change: &dyn Fn(&mut [u8])| {
            let mut neighbour = cut.clone();
            change(&mut neighbour[places.range()]);
            neighbour
        };
        match &places.tree {
            Some(tree) => {
                let steps = tree.steps(&cut[places.range()]).into_iter().filter(|span| take(*span));
                steps.map(|span| changed(&|bits| tree.step(bits, span))).collect()
            }
            None => {
                let bits = (0..places.bits).filter(|bit| take(*bit));
                bits.map(|bit| changed(&|bits| bits[bit] ^= 1)).collect()
            }
        }
    }

    /// The same cut with one attribute as fine as can be: every neighbour in that attribute can be rolled up from it.
    pub fn refined(&self, cut: &Cut, attribute: usize) -> Cut {
        let mut refined = cut.clone();
        refined[Places::range(&self.attributes[attribute])].fill(1);
        refined
    }
}
