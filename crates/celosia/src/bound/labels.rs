//! The labels of a column in the order in which boxes are gone through: each below the smallest one that contains it, and
//! where every range is a label, what ranges from each place on cost at least.

use super::floor::Floor;
use crate::space::Axis;

/// A label, and the labels right below it.
#[derive(Debug)]
pub struct Label {
    pub lo: u32,
    pub hi: u32,
    pub price: f64,
    pub below: Vec<Label>,
}

/// All labels of a column.
#[derive(Debug)]
pub enum Labels {
    /// Those of a hierarchy: the widest, the others below them.
    Listed(Vec<Label>),
    /// Every range.
    Free(Ranges),
}

/// What ranges cost.
#[derive(Debug)]
pub struct Ranges {
    pub places: u32,
    prices: Vec<f64>,
    /// The least price of a range that starts at lo and ends at hi or later, at lo * places + hi.
    beyond: Vec<f64>,
}

impl Labels {
    pub fn new(axis: &Axis) -> Labels {
        let places = axis.places();
        if axis.is_free() {
            return Labels::Free(Ranges::new(axis));
        }
        let mut listed: Vec<(u32, u32)> = (0..places).flat_map(|lo| (lo..places).map(move |hi| (lo, hi))).collect();
        listed.retain(|(lo, hi)| axis.label(*lo, *hi) == (*lo, *hi));
        // The narrowest last, so that what contains a label stands before it.
        listed.sort_by_key(|(lo, hi)| (std::cmp::Reverse(hi - lo), *lo));
        let mut top = Vec::new();
        for (lo, hi) in listed {
            place(&mut top, Label { lo, hi, price: axis.price(lo, hi), below: Vec::new() });
        }
        Labels::Listed(top)
    }

    /// The least price of a label.
    pub fn least(&self) -> f64 {
        match self {
            Labels::Listed(top) => least(top),
            Labels::Free(ranges) => {
                (0..ranges.places).map(|lo| ranges.least_from(lo, lo)).fold(f64::INFINITY, f64::min)
            }
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        fn count(labels: &[Label]) -> usize {
            labels.iter().map(|label| 1 + count(&label.below)).sum()
        }
        match self {
            Labels::Listed(top) => count(top),
            Labels::Free(ranges) => (ranges.places as usize * (ranges.places as usize + 1)) / 2,
        }
    }
}

/// Puts a label below the first that contains it. Where labels overlap any one that contains it will do.
fn place(top: &mut Vec<Label>, label: Label) {
    match top.iter_mut().find(|above| above.lo <= label.lo && label.hi <= above.hi) {
        Some(above) => place(&mut above.below, label),
        None => top.push(label),
    }
}

fn least(labels: &[Label]) -> f64 {
    labels.iter().map(|label| label.price.min(least(&label.below))).fold(f64::INFINITY, f64::min)
}

impl Ranges {
    /// Where a wider range costs less than one in it, the one in it is taken to cost as little: what has no tuple at an end
    /// then needs no look.
    fn new(axis: &Axis) -> Ranges {
        let places = axis.places();
        let floor = Floor::new(axis);
        let mut prices = vec![f64::INFINITY; (places * places) as usize];
        let mut beyond = prices.clone();
        for lo in 0..places {
            let mut least = f64::INFINITY;
            for hi in (lo..places).rev() {
                let at = (lo * places + hi) as usize;
                prices[at] = floor.between(lo, hi);
                least = least.min(prices[at]);
                beyond[at] = least;
            }
        }
        Ranges { places, prices, beyond }
    }

    pub fn price(&self, lo: u32, hi: u32) -> f64 {
        self.prices[(lo * self.places + hi) as usize]
    }

    /// The least price of a range from `lo` to `hi` or farther.
    pub fn least_from(&self, lo: u32, hi: u32) -> f64 {
        self.beyond[(lo * self.places + hi) as usize]
    }

    /// The place after the last one where a range from `lo` may end that costs less than `price`; `lo` if there is none.
    pub fn end(&self, lo: u32, price: f64) -> u32 {
        let from = &self.beyond[(lo * self.places + lo) as usize..((lo + 1) * self.places) as usize];
        lo + from.partition_point(|least| *least < price) as u32
    }
}
