//! Boxes: where every label of a column is a range of places in one order of its values, what a class shows is one range per
//! column, and classes join by minimum and maximum.

/// A column.
#[derive(Debug, Clone)]
pub struct Axis {
    places: u32,
    /// The label of the smallest range that covers places lo..=hi, at lo * places + hi; nothing where every range is a label.
    labels: Option<Vec<(u32, u32)>>,
    /// What a cell costs that shows the label of lo..=hi, at lo * places + hi; the column's weight is in it.
    prices: Vec<f64>,
}

impl Axis {
    /// With as many places squared labels and prices; only those of lo..=hi with lo ≤ hi count.
    pub fn new(places: u32, labels: Option<Vec<(u32, u32)>>, prices: Vec<f64>) -> Axis {
        Axis { places, labels, prices }
    }

    /// How many places there are.
    pub fn places(&self) -> u32 {
        self.places
    }

    /// Is every range a label?
    pub fn is_free(&self) -> bool {
        self.labels.is_none()
    }

    /// The smallest label that covers these places.
    pub fn label(&self, lo: u32, hi: u32) -> (u32, u32) {
        match &self.labels {
            Some(labels) => labels[(lo * self.places + hi) as usize],
            None => (lo, hi),
        }
    }

    /// What a cell costs that shows it.
    pub fn price(&self, lo: u32, hi: u32) -> f64 {
        self.prices[(lo * self.places + hi) as usize]
    }
}

/// Tuples of a table as points, with their rows.
#[derive(Debug, Clone)]
pub struct Boxes {
    /// The columns.
    pub axes: Vec<Axis>,
    /// The place of each tuple on each axis, tuple after tuple.
    places: Vec<u32>,
    /// Rows of each tuple.
    pub counts: Vec<u64>,
    /// What a suppressed row costs: no less than any row that is kept.
    pub suppressed: f64,
}

impl Boxes {
    /// `places` says where each tuple lies on each axis, tuple after tuple.
    pub fn new(axes: Vec<Axis>, places: Vec<u32>, counts: Vec<u64>, suppressed: f64) -> Boxes {
        Boxes { axes, places, counts, suppressed }
    }

    /// How many tuples there are.
    pub fn tuples(&self) -> usize {
        self.counts.len()
    }

    /// The rows of all tuples.
    pub fn rows(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Where a tuple lies.
    pub fn place(&self, tuple: usize) -> &[u32] {
        &self.places[tuple * self.axes.len()..][..self.axes.len()]
    }

    /// What a row costs in a class that spans from `lo` to `hi`.
    pub fn price(&self, lo: &[u32], hi: &[u32]) -> f64 {
        self.axes.iter().zip(lo.iter().zip(hi)).map(|(axis, (lo, hi))| axis.price(*lo, *hi)).sum()
    }
}
