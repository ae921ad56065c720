//! The space of cuts (Dewri et al., chapter 1.4.2): the values of an attribute stand in an order, and a bit for each pair
//! of neighbours says whether a group ends between them. Every node of the lattice whose groups are runs is a cut too.

pub mod fit;
mod order;
mod tree;
mod vary;

pub use order::Order;
pub use tree::Tree;

use super::{Cut, Grouping, Lattice, Node, leaves};

/// All cuts of all attributes.
#[derive(Debug, Clone)]
pub struct Cuts {
    /// How each attribute may be cut.
    pub attributes: Vec<Places>,
}

/// The values of one attribute in the order in which they are cut.
#[derive(Debug, Clone)]
pub struct Places {
    /// Place of each value. Values that share a place are never told apart.
    pub place_of: Vec<u32>,
    /// Which groups are allowed, where a hierarchy says so; otherwise every run of places is.
    pub tree: Option<Tree>,
    /// How many places there were before neighbours were joined to fit into memory.
    pub joined_from: Option<usize>,
    /// Per level of the hierarchy and place, the lowest and the highest group of its values.
    levels: Vec<Vec<(u32, u32)>>,
    /// First bit.
    start: usize,
    /// How many bits: one less than there are places.
    bits: usize,
    /// Where leaves count, those that the table lacks: the first and the last place of the values that they come with.
    absent: Option<Vec<(usize, usize, u64)>>,
}

impl Cuts {
    /// The cuts of attributes in these orders. Groups of a constrained attribute are made to stand side by side, as a
    /// preorder walk of the hierarchy meets them.
    pub fn new(lattice: &Lattice, orders: Vec<Order>) -> Cuts {
        let mut start = 0;
        let attribute = |(order, levels): (Order, &Vec<Grouping>)| {
            let places = Places::new(order, levels, start);
            start += places.bits;
            places
        };
        Cuts { attributes: orders.into_iter().zip(&lattice.levels).map(attribute).collect() }
    }

    /// The cuts of attributes whose values stand in the order of their codes, and whose groups may be any runs.
    pub fn free(lattice: &Lattice) -> Cuts {
        let order = |levels: &Vec<Grouping>| {
            Order::new((0..levels[0].group_of.len() as u32).map(|value| vec![value]).collect(), false)
        };
        Cuts::new(lattice, lattice.levels.iter().map(order).collect())
    }

    /// How many bits a cut has.
    pub fn bits(&self) -> usize {
        self.attributes.iter().map(|places| places.bits).sum()
    }

    /// Were values joined to fit into memory? Then nodes of the lattice that tell them apart are no cuts.
    pub fn are_joined(&self) -> bool {
        self.attributes.iter().any(|places| places.joined_from.is_some())
    }

    /// How many valid cuts there are.
    pub fn size(&self) -> u128 {
        self.attributes.iter().map(Places::size).fold(1, u128::saturating_mul)
    }

    /// The logarithm of that to base 2, which has no end where numbers of 128 bits have one.
    pub fn log2_size(&self) -> f64 {
        let of = |places: &Places| match &places.tree {
            Some(tree) => (tree.cuts() as f64).log2(),
            None => places.bits as f64,
        };
        self.attributes.iter().map(of).sum()
    }

    /// Is every group of every attribute allowed?
    pub fn is_valid(&self, cut: &Cut) -> bool {
        let allowed = |places: &Places| match &places.tree {
            Some(tree) => tree.allows(places.of(cut)),
            None => true,
        };
        cut.len() == self.bits() && cut.iter().all(|bit| *bit < 2) && self.attributes.iter().all(allowed)
    }

    /// The grouping of each attribute.
    pub fn groupings(&self, cut: &Cut) -> Vec<Grouping> {
        self.attributes.iter().map(|places| places.grouping(places.of(cut))).collect()
    }

    /// The cut that shows what a node of the lattice shows; nothing where that is not a cut.
    pub fn of_node(&self, lattice: &Lattice, node: &Node) -> Option<Cut> {
        let mut cut = Vec::with_capacity(self.bits());
        for (places, grouping) in self.attributes.iter().zip(lattice.groupings(node)) {
            cut.extend(places.cut_of(grouping)?);
        }
        let cut = Cut::from(cut);
        self.is_valid(&cut).then_some(cut)
    }

    /// The cut that tells all places apart.
    pub fn finest(&self) -> Cut {
        vec![1; self.bits()].into()
    }

    /// The cut that shows nothing.
    pub fn coarsest(&self) -> Cut {
        vec![0; self.bits()].into()
    }

    /// Every valid cut, in a fixed order. Only for small spaces.
    pub fn all(&self) -> Vec<Cut> {
        let mut all = vec![Vec::new()];
        for places in &self.attributes {
            let parts = places.all();
            let longer = |cut: &Vec<u8>| parts.iter().map(|part| [cut.as_slice(), part].concat()).collect::<Vec<_>>();
            all = all.iter().flat_map(longer).collect();
        }
        all.into_iter().map(Cut::from).collect()
    }
}

impl Places {
    fn new(order: Order, levels: &[Grouping], start: usize) -> Places {
        let counted = leaves(levels);
        let mut places = order.places;
        if order.constrained {
            places = tree::preorder(places, levels);
        }
        let mut place_of = vec![0; levels[0].group_of.len()];
        for (place, values) in places.iter().enumerate() {
            values.iter().for_each(|value| place_of[*value as usize] = place as u32);
        }
        let of_level = |grouping: &Grouping| {
            let groups = |values: &Vec<u32>| {
                let groups = || values.iter().map(|value| grouping.group_of[*value as usize]);
                (groups().min().unwrap_or(0), groups().max().unwrap_or(0))
            };
            places.iter().map(groups).collect::<Vec<_>>()
        };
        let levels: Vec<Vec<(u32, u32)>> = levels.iter().map(of_level).collect();
        let tree = order.constrained.then(|| Tree::new(&levels, places.len()));
        let joined_from = order.joined_from;
        let ends = |(values, n): (Vec<u32>, u64)| {
            let at = || values.iter().map(|value| place_of[*value as usize] as usize);
            (at().min().unwrap_or(0), at().max().unwrap_or(0), n)
        };
        let absent = counted.map(|leaves| leaves.absent.into_iter().map(ends).collect());
        Places { tree, joined_from, levels, start, bits: places.len().saturating_sub(1), absent, place_of }
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.bits + 1
    }

    /// No two places to tell apart?
    pub fn is_empty(&self) -> bool {
        self.bits == 0
    }

    /// Where this attribute's bits stand in a cut.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.bits
    }

    fn of<'c>(&self, cut: &'c [u8]) -> &'c [u8] {
        &cut[self.range()]
    }

    fn size(&self) -> u128 {
        match &self.tree {
            Some(tree) => tree.cuts(),
            None => 1u128.checked_shl(self.bits as u32).unwrap_or(u128::MAX),
        }
    }

    fn all(&self) -> Vec<Vec<u8>> {
        match &self.tree {
            Some(tree) => tree.all(self.bits),
            None => (0..1u64 << self.bits).map(|n| (0..self.bits).map(|bit| (n >> bit & 1) as u8).collect()).collect(),
        }
    }

    /// The groups that the attribute's bits make. A group lies as high as the lowest level whose groups hold it whole.
    fn grouping(&self, bits: &[u8]) -> Grouping {
        let mut group_at = Vec::with_capacity(self.len());
        let mut heights = Vec::new();
        let mut first = 0;
        for place in 0..self.len() {
            group_at.push(heights.len() as u32);
            if bits.get(place).is_none_or(|bit| *bit == 1) {
                heights.push(self.height(first, place));
                first = place + 1;
            }
        }
        let mut leaves = Vec::new();
        if let Some(absent) = &self.absent {
            leaves.resize(heights.len(), 0);
            self.place_of.iter().for_each(|place| leaves[group_at[*place as usize] as usize] += 1);
            // Groups are runs of places, so one that holds the first and the last holds all.
            for (first, _, n) in absent.iter().filter(|(first, last, _)| group_at[*first] == group_at[*last]) {
                leaves[group_at[*first] as usize] += n;
            }
        }
        let group_of = self.place_of.iter().map(|place| group_at[*place as usize]).collect();
        Grouping { group_of, groups: heights.len(), heights, leaves }
    }

    fn height(&self, first: usize, last: usize) -> f64 {
        let holds = |level: &&Vec<(u32, u32)>| {
            let group = level[first].0;
            level[first..=last].iter().all(|(lowest, highest)| *lowest == group && *highest == group)
        };
        let top = (self.levels.len() - 1).max(1);
        self.levels.iter().position(|level| holds(&level)).unwrap_or(top) as f64 / top as f64
    }

    /// The bits whose groups are those of a grouping; nothing where a group is no run of places.
    fn cut_of(&self, grouping: &Grouping) -> Option<Vec<u8>> {
        let mut at: Vec<Option<u32>> = vec![None; self.len()];
        for (value, place) in self.place_of.iter().enumerate() {
            let group = grouping.group_of[value];
            if *at[*place as usize].get_or_insert(group) != group {
                return None;
            }
        }
        let bits: Vec<u8> = at.windows(2).map(|pair| u8::from(pair[0] != pair[1])).collect();
        let runs = bits.iter().filter(|bit| **bit == 1).count() + 1;
        (runs == grouping.groups).then_some(bits)
    }
}
