//! What a column costs at least where a class spans some places: the least price of a range that contains them. Where wider
//! ranges never cost less, as is usual, this is the price itself; nothing here depends on it.

use crate::space::Axis;

/// The least prices of one column.
#[derive(Debug)]
pub struct Floor {
    places: u32,
    least: Vec<f64>,
}

impl Floor {
    /// Goes from the widest ranges to the narrowest.
    pub fn new(axis: &Axis) -> Floor {
        let places = axis.places();
        let mut least = vec![f64::INFINITY; (places * places) as usize];
        for lo in 0..places {
            for hi in (lo..places).rev() {
                let mut price = axis.price(lo, hi);
                if lo > 0 {
                    price = price.min(least[((lo - 1) * places + hi) as usize]);
                }
                if hi + 1 < places {
                    price = price.min(least[(lo * places + hi + 1) as usize]);
                }
                least[(lo * places + hi) as usize] = price;
                least[(hi * places + lo) as usize] = price;
            }
        }
        Floor { places, least }
    }

    /// The least price of a range that contains two places, whichever is the lower.
    pub fn between(&self, one: u32, other: u32) -> f64 {
        self.least[(one * self.places + other) as usize]
    }
}
