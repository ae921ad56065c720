//! What single cells cost by the leading metric: shown at a level, and suppressed.

use super::Problem;
use super::price::share;

impl Problem {
    /// What each value's cell of an attribute adds to a row's price at a level; nothing where all are free.
    pub fn cell_prices(&self, attribute: usize, level: usize) -> Option<&[f64]> {
        self.priced[0].prices_of(attribute, level)
    }

    /// What a suppressed row costs, where a row of nothing but `*` costs 1.
    pub fn suppressed_row(&self) -> f64 {
        self.price_of_suppression(&self.priced[0])
    }

    /// The weight of an attribute, of all together 1.
    pub fn weight(&self, attribute: usize) -> f64 {
        share(&self.frequency, attribute)
    }
}
