//! Classes straight from the tuples, at speed: for spaces where no finer point is at hand.
//!
//! Attributes are joined one after the other into parts that list the combinations of values that occur; the last part
//! lists the tuples. A point numbers the groups of each part from those of the part before and of one attribute. Combinations
//! stand in the order in which that attribute's values are grouped (tuples are sorted by the first attribute, which is joined
//! last). So those of one of its groups mostly stand together, and an array over the groups of the part before is enough,
//! used again for each of them: it stays in the fastest cache.

use hashbrown::HashMap;

use super::{Classes, Scratch};
use crate::frequency::Frequency;
use crate::space::Grouping;

/// The tuples of a table, part by part.
pub struct Blocks {
    attributes: usize,
    /// Each after its halves; the last lists the tuples. None where there is one attribute.
    joined: Vec<Joined>,
}

/// A part that is made of another, or of an attribute, and of an attribute. Attributes come first in the numbering of parts.
struct Joined {
    halves: [usize; 2],
    /// For each combination, that of the first half and that of the second.
    of: [Vec<u32>; 2],
    /// The values of the second as they come, without repetition, and where each ends.
    runs: Vec<(u32, usize)>,
}

/// Memory for numbering that is used again and again.
#[derive(Default)]
pub(super) struct Numbering {
    /// What a place says counts only if it is above `below`: so nothing must be cleared.
    places: Vec<u32>,
    below: u32,
    hashed: HashMap<u64, u32>,
    /// Group of each combination of each part that is made of two.
    groups: Vec<Vec<u32>>,
}

impl Blocks {
    /// Joins the attributes of a table, whose values are grouped in the order of these places.
    pub fn new(frequency: &Frequency, places: &[&[u32]]) -> Blocks {
        let attributes = frequency.columns.len();
        let mut order: Vec<usize> = (0..attributes).collect();
        // Those with few values first: early parts are short.
        order.sort_by_key(|a| (*a == 0, frequency.attributes[*a].counts.len()));
        let mut joined: Vec<Joined> = Vec::new();
        let mut order = order.into_iter();
        // A part and the combination of each tuple in it.
        let mut last = order.next().map(|a| (a, frequency.columns[a].clone()));
        while let (Some(part), Some(attribute)) = (&last, order.next()) {
            let (part, of_tuple) =
                join(part, (attribute, &frequency.columns[attribute]), places[attribute], order.len() > 0);
            last = Some((attributes + joined.len(), of_tuple));
            joined.push(part);
        }
        // Every tuple is a combination of its own, so the last part lists them in the order of the table.
        Blocks { attributes, joined }
    }

    /// The classes of a point: those that `finest.roll_up` gives, to the byte.
    pub fn classes(
        &self,
        finest: &Classes,
        frequency: &Frequency,
        groupings: &[Grouping],
        scratch: &mut Scratch,
    ) -> Classes {
        // Of cells several may have one tuple, and which trails meet takes a look at all of them.
        let several = self.joined.split_last().filter(|_| finest.trails.is_none());
        let Some((last, inner)) = several else {
            return finest.roll_up(frequency, &groupings.iter().collect::<Vec<_>>(), scratch);
        };
        let mut numbering = std::mem::take(&mut scratch.numbering);
        numbering.groups.resize_with(self.joined.len(), Vec::new);
        let mut counts: Vec<usize> = groupings.iter().map(|grouping| grouping.groups).collect();
        for (number, part) in inner.iter().enumerate() {
            let mut groups = std::mem::take(&mut numbering.groups[number]);
            counts.push(self.number(part, groupings, &counts, &mut numbering, &mut groups));
            numbering.groups[number] = groups;
        }
        let mut class_of = std::mem::take(&mut scratch.class_of);
        let classes = self.number(last, groupings, &counts, &mut numbering, &mut class_of);
        first_of_each(&class_of, classes, &mut scratch.first);
        (scratch.class_of, scratch.numbering) = (class_of, numbering);
        finest.merged(frequency, scratch)
    }

    /// The group of each combination of a part.
    fn groups_of<'g>(&self, part: usize, groupings: &'g [Grouping], groups: &'g [Vec<u32>]) -> &'g [u32] {
        match part.checked_sub(self.attributes) {
            None => &groupings[part].group_of,
            Some(joined) => &groups[joined],
        }
    }

    /// Numbers the pairs of groups of a part's combinations in the order in which they come, into `numbers`; returns how
    /// many there are.
    fn number(
        &self,
        part: &Joined,
        groupings: &[Grouping],
        counts: &[usize],
        numbering: &mut Numbering,
        numbers: &mut Vec<u32>,
    ) -> usize {
        let Numbering { places, below, hashed, groups } = numbering;
        let [left, right] = part.halves.map(|half| self.groups_of(half, groupings, groups));
        let combinations = part.of[0].len();
        // Every number is written, so what stands there from last time need not be cleared.
        numbers.resize(combinations, 0);
        if !part.stands_together(right) {
            return number_hashed(part, left, right, hashed, numbers);
        }
        make_room(places, below, combinations, counts[part.halves[0]]);
        let found = number_placed(part, left, right, places, *below, numbers);
        *below += found;
        found as usize
    }
}

impl Joined {
    /// Do the combinations of each group of the second half stand together?
    fn stands_together(&self, right: &[u32]) -> bool {
        self.runs.windows(2).all(|two| right[two[0].0 as usize] <= right[two[1].0 as usize])
    }
}

/// Places for `groups` groups, of which none counts yet, and room above `below` for `numbers` numbers.
fn make_room(places: &mut Vec<u32>, below: &mut u32, numbers: usize, groups: usize) {
    if *below > u32::MAX / 2 - numbers as u32 {
        places.fill(0);
        *below = 0;
    }
    places.resize(places.len().max(groups), 0);
}

/// Where those of a right group stand together. No branch depends on what the places hold: half of the guesses would be
/// wrong.
fn number_placed(
    part: &Joined,
    left: &[u32],
    right: &[u32],
    places: &mut [u32],
    below: u32,
    numbers: &mut [u32],
) -> u32 {
    let (mut last, mut from) = (below, 0);
    for group in part.runs.chunk_by(|a, b| right[a.0 as usize] == right[b.0 as usize]) {
        let to = group.last().map_or(from, |(_, end)| *end);
        // What the places said of the groups before does not count.
        let start = last;
        for (combination, number) in part.of[0][from..to].iter().zip(&mut numbers[from..to]) {
            let place = &mut places[left[*combination as usize] as usize];
            let is_new = *place <= start;
            last += u32::from(is_new);
            let now = if is_new { last } else { *place };
            *place = now;
            *number = now - below - 1;
        }
        from = to;
    }
    last - below
}

/// The first of each number: the last that is written, from behind.
pub(super) fn first_of_each(numbers: &[u32], count: usize, first: &mut Vec<u32>) {
    first.clear();
    first.resize(count, 0);
    for (at, number) in (0..numbers.len() as u32).zip(numbers).rev() {
        first[*number as usize] = at;
    }
}

/// With a hash table, where they do not.
fn number_hashed(
    part: &Joined,
    left: &[u32],
    right: &[u32],
    hashed: &mut HashMap<u64, u32>,
    numbers: &mut [u32],
) -> usize {
    hashed.clear();
    let pairs = part.of[0].iter().zip(&part.of[1]).map(|(l, r)| (left[*l as usize], right[*r as usize]));
    for ((l, r), number) in pairs.zip(numbers) {
        let found = hashed.len() as u32;
        *number = *hashed.entry(u64::from(l) << 32 | u64::from(r)).or_insert(found);
    }
    hashed.len()
}

/// Joins a part and an attribute: the new part, and the combination of each tuple in it. Combinations stand in the order of
/// the attribute's places, or, in the last part, as the tuples do.
fn join(
    part: &(usize, Vec<u32>),
    (attribute, column): (usize, &[u32]),
    places: &[u32],
    sorted: bool,
) -> (Joined, Vec<u32>) {
    let tuples = || column.iter().copied().zip(part.1.iter().copied());
    let mut pairs: Vec<(u32, u32)> = tuples().collect();
    let mut of_tuple = Vec::new();
    if sorted {
        pairs.sort_unstable_by_key(|(value, combination)| (places[*value as usize], *value, *combination));
        pairs.dedup();
        let known: HashMap<(u32, u32), u32> = pairs.iter().copied().zip(0..).collect();
        of_tuple = tuples().map(|pair| known[&pair]).collect();
    }
    let (values, combinations): (Vec<u32>, Vec<u32>) = pairs.into_iter().unzip();
    let mut end = 0;
    let run = |run: &[u32]| {
        end += run.len();
        (run[0], end)
    };
    let runs = values.chunk_by(|a, b| a == b).map(run).collect();
    (Joined { halves: [part.0, attribute], of: [combinations, values], runs }, of_tuple)
}
