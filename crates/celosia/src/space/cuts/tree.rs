//! The groups that a hierarchy allows, as spans of places: a cut of a constrained attribute shows nothing else.

use rand::{Rng, RngExt};

use crate::space::Grouping;

/// The inner nodes of a hierarchy: spans of two places or more, each before those inside it.
///
/// In a valid cut every group is a place or one of these spans. So where two children of a span are told apart all of
/// them are (a group that reached over one of these bits, but not over all, would be no span), and the cut is the set of
/// its open spans: those whose children are told apart. A span inside a closed one is closed.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    spans: Vec<Span>,
}

/// A group of the hierarchy.
#[derive(Debug, Clone, PartialEq)]
struct Span {
    first: usize,
    last: usize,
    /// The span around it.
    parent: Option<usize>,
    /// The spans directly inside it.
    children: Vec<usize>,
    /// The bits between its children.
    between: Vec<usize>,
}

impl Tree {
    /// The tree of a hierarchy's levels, as the groups of the values at each place. Groups are runs already.
    pub(super) fn new(levels: &[Vec<(u32, u32)>], places: usize) -> Tree {
        let mut ends: Vec<(usize, usize)> = Vec::new();
        for level in levels {
            let mut first = 0;
            for place in 0..places {
                if place + 1 == places || level[place + 1] != level[place] {
                    ends.push((first, place));
                    first = place + 1;
                }
            }
        }
        ends.retain(|(first, last)| first < last);
        // Longer spans first, so that each stands behind the one around it.
        ends.sort_by_key(|(first, last)| (*first, usize::MAX - last));
        ends.dedup();
        let mut spans: Vec<Span> = Vec::new();
        let mut around: Vec<usize> = Vec::new();
        for (first, last) in ends {
            while around.last().is_some_and(|span| spans[*span].last < first) {
                around.pop();
            }
            let (number, parent) = (spans.len(), around.last().copied());
            if let Some(parent) = parent {
                spans[parent].children.push(number);
            }
            spans.push(Span { first, last, parent, children: Vec::new(), between: Vec::new() });
            around.push(number);
        }
        for number in 0..spans.len() {
            let span = &spans[number];
            // Children stand in their order, so the bits between them are what is left of the span.
            let mut between = Vec::new();
            let mut next = span.first;
            for child in &span.children {
                between.extend(next..spans[*child].first);
                next = spans[*child].last;
            }
            between.extend(next..span.last);
            spans[number].between = between;
        }
        Tree { spans }
    }

    /// Is every group of these bits a place or a span?
    pub(super) fn allows(&self, bits: &[u8]) -> bool {
        let mut first = 0;
        for place in 0..=bits.len() {
            if bits.get(place).is_none_or(|bit| *bit == 1) {
                // Spans stand in the order that they were sorted by.
                let key = |span: &Span| (span.first, usize::MAX - span.last);
                let is_span = || self.spans.binary_search_by_key(&(first, usize::MAX - place), key).is_ok();
                if first < place && !is_span() {
                    return false;
                }
                first = place + 1;
            }
        }
        true
    }

    /// How many valid cuts there are: a span is shown whole, or its children are cut in any way.
    pub(super) fn cuts(&self) -> u128 {
        let mut cuts = vec![1u128; self.spans.len()];
        for number in (0..self.spans.len()).rev() {
            let inside = self.spans[number].children.iter().map(|child| cuts[*child]);
            cuts[number] = inside.fold(1, u128::saturating_mul).saturating_add(1);
        }
        cuts.first().copied().unwrap_or(1)
    }

    /// Every valid cut.
    pub(super) fn all(&self, bits: usize) -> Vec<Vec<u8>> {
        let mut all = vec![vec![0; bits]];
        // A span is opened in a copy of each cut in which the span around it is open.
        for (number, span) in self.spans.iter().enumerate() {
            let mut more: Vec<Vec<u8>> =
                all.iter().filter(|cut| span.parent.is_none_or(|parent| self.is_open(cut, parent))).cloned().collect();
            more.iter_mut().for_each(|cut| self.open(cut, number));
            all.extend(more);
        }
        all
    }

    /// Chapter 1.4.5: from the root on, a node decides by lot whether its subtrees can be told apart.
    pub(super) fn random(&self, bits: &mut [u8], rng: &mut impl Rng) {
        for (number, span) in self.spans.iter().enumerate() {
            if span.parent.is_none_or(|parent| self.is_open(bits, parent)) && rng.random_bool(0.5) {
                self.open(bits, number);
            }
        }
    }

    /// The spans that can be opened or closed: the groups that are spans, and the open spans.
    pub(super) fn steps(&self, bits: &[u8]) -> Vec<usize> {
        let around = |span: &Span| span.parent.is_none_or(|parent| self.is_open(bits, parent));
        (0..self.spans.len()).filter(|number| around(&self.spans[*number])).collect()
    }

    /// Tells the children of a group apart, or joins all that lies in a span.
    pub(super) fn step(&self, bits: &mut [u8], span: usize) {
        match self.is_open(bits, span) {
            true => bits[self.spans[span].first..self.spans[span].last].fill(0),
            false => self.open(bits, span),
        }
    }

    /// Makes of any bits the valid cut that differs in the fewest of them, the coarser of two that are as near. Each span is
    /// either closed, which costs the ones inside it, or open, which costs the zeros between its children and whatever these
    /// cost: so one pass from the leaves up is enough.
    pub(super) fn repair(&self, bits: &mut [u8]) {
        let count = |wanted: u8, bits: &mut dyn Iterator<Item = u8>| bits.filter(|bit| *bit == wanted).count();
        let mut least = vec![0; self.spans.len()];
        let mut opens = vec![false; self.spans.len()];
        for (number, span) in self.spans.iter().enumerate().rev() {
            let closed = count(1, &mut bits[span.first..span.last].iter().copied());
            let inside: usize = span.children.iter().map(|child| least[*child]).sum();
            let open = count(0, &mut span.between.iter().map(|bit| bits[*bit])) + inside;
            (opens[number], least[number]) = (open < closed, open.min(closed));
        }
        bits.fill(0);
        for (number, span) in self.spans.iter().enumerate() {
            if opens[number] && span.parent.is_none_or(|parent| self.is_open(bits, parent)) {
                self.open(bits, number);
            }
        }
    }

    fn is_open(&self, bits: &[u8], span: usize) -> bool {
        self.spans[span].between.first().is_some_and(|bit| bits[*bit] == 1)
    }

    fn open(&self, bits: &mut [u8], span: usize) {
        self.spans[span].between.iter().for_each(|bit| bits[*bit] = 1);
    }
}

/// Places in the order in which a preorder walk of the hierarchy meets them: groups that are met earlier stand first.
pub(super) fn preorder(places: Vec<Vec<u32>>, levels: &[Grouping]) -> Vec<Vec<u32>> {
    let of = |grouping: &Grouping, place: usize| {
        places[place].first().map_or(0, |value| grouping.group_of[*value as usize]) as usize
    };
    // Where each group of each level is first met.
    let first_met = |grouping: &Grouping| {
        let mut met = vec![usize::MAX; grouping.groups];
        (0..places.len()).rev().for_each(|place| met[of(grouping, place)] = place);
        met
    };
    let met: Vec<Vec<usize>> = levels.iter().map(first_met).collect();
    let path = |place: usize| -> Vec<usize> {
        levels.iter().zip(&met).rev().map(|(grouping, met)| met[of(grouping, place)]).collect()
    };
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_cached_key(|place| path(*place));
    order.into_iter().map(|place| places[place].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Marital status as in figure 1.1 of the chapter: once married (three values) and never married are not married; spouse
    /// absent, civil spouse and AF spouse are married.
    fn marital_status() -> Tree {
        let levels = [[0, 1, 2, 3, 4, 5, 6], [0, 0, 0, 3, 4, 5, 6], [0, 0, 0, 0, 4, 4, 4], [0; 7]];
        Tree::new(&levels.map(|level| level.map(|group| (group, group)).to_vec()), 7)
    }

    #[test]
    fn repaired_bits_are_the_nearest_valid_ones() {
        let tree = marital_status();
        let valid = tree.all(6);
        let far = |a: &[u8], b: &[u8]| a.iter().zip(b).filter(|(a, b)| a != b).count();
        for number in 0..1u32 << 6 {
            let bits: Vec<u8> = (0..6).map(|bit| (number >> bit & 1) as u8).collect();
            let mut repaired = bits.clone();
            tree.repair(&mut repaired);
            assert!(tree.allows(&repaired), "{bits:?} became {repaired:?}");
            let least = valid.iter().map(|cut| far(cut, &bits)).min().unwrap_or(0);
            assert_eq!(far(&repaired, &bits), least, "{bits:?} became {repaired:?}");
            assert_eq!(repaired == bits, tree.allows(&bits));
        }
    }

    #[test]
    fn a_crossing_that_tears_once_married_apart_is_repaired() {
        // {divorced, widowed}, {separated, never married}, married: what the chapter says is no generalization (1.3.1).
        let mut torn = vec![0, 1, 0, 1, 0, 0];
        assert!(!marital_status().allows(&torn));
        marital_status().repair(&mut torn);
        assert_eq!(torn, [0, 0, 0, 1, 0, 0], "not married, married");
    }
}
