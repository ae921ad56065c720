//! A box that is held on to, and the projection on what it demands: no k rows of it may be worth more than they cost in it.

/// A box, the tuples that have been among its dearest, and how much each is pushed down by it.
#[derive(Debug)]
pub struct Held {
    /// What k rows cost in it, and k.
    cost: f64,
    k: f64,
    pub members: Vec<u32>,
    counts: Vec<f32>,
    /// How far the price of each member is pushed down.
    pub push: Vec<f32>,
    /// Where the k dearest end, as of the last projection.
    end: f64,
    /// For how many steps it pushed nothing.
    pub idle: u32,
}

/// Room for a projection.
#[derive(Debug, Default)]
pub struct Room {
    prices: Vec<f64>,
}

/// Sums over the members whose price is above a threshold: rows, and what they exceed it by.
fn above(prices: &[f64], counts: &[f32], threshold: f64) -> (f64, f64) {
    let (mut rows, mut sum) = (0.0, 0.0);
    for (price, count) in prices.iter().zip(counts) {
        let over = (price - threshold).max(0.0);
        sum += f64::from(*count) * over;
        rows += if over > 0.0 { f64::from(*count) } else { 0.0 };
    }
    (rows, sum)
}

impl Held {
    pub fn new(price: f64, k: u64) -> Held {
        let k = k as f64;
        Held { cost: price * k, k, members: Vec::new(), counts: Vec::new(), push: Vec::new(), end: 0.0, idle: 0 }
    }

    /// Takes in tuples that are not yet members.
    pub fn extend(&mut self, tuples: &[u32], counts: &[u64], prices: &[f64]) {
        self.idle = 0;
        for tuple in tuples {
            if !self.members.contains(tuple) {
                self.members.push(*tuple);
                self.counts.push(counts[*tuple as usize] as f32);
                self.push.push(0.0);
            }
        }
        self.end = tuples.iter().map(|tuple| prices[*tuple as usize]).fold(f64::INFINITY, f64::min);
    }

    /// Takes its push back, and pushes anew: as little as makes the k dearest rows worth no more than they cost, which is
    /// the same for all that stay above a threshold and down to the threshold for those that would fall below.
    pub fn project(&mut self, prices: &mut [f64], room: &mut Room) {
        let z = &mut room.prices;
        z.clear();
        z.extend(self.members.iter().zip(&self.push).map(|(tuple, push)| prices[*tuple as usize] + f64::from(*push)));
        let (end, push) = self.solve(z);
        self.end = end;
        for ((tuple, old), z) in self.members.iter().zip(&mut self.push).zip(z) {
            let new = if push > 0.0 { (*z - end).clamp(0.0, push) as f32 } else { 0.0 };
            if new != *old {
                prices[*tuple as usize] = *z - f64::from(new);
                *old = new;
            }
        }
        self.idle = if push > 0.0 { 0 } else { self.idle };
    }

    /// The threshold and the push. With the threshold t the push is (sum of what is above t) / k + t − cost / k, and t is
    /// right where k · t and what is above t + push add up to the cost; the difference rises with t.
    fn solve(&self, z: &[f64]) -> (f64, f64) {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut t = self.end;
        for round in 0..60 {
            let (rows, sum) = above(z, &self.counts, t);
            // Any threshold shows that the k largest are no more than this.
            let most = self.k * t + sum;
            if most <= self.cost {
                return (t, 0.0);
            }
            let push = (most - self.cost) / self.k;
            if rows < self.k {
                // Too high: the k-th dearest is below.
                high = high.min(t);
                let step = (t - low) / 2.0;
                let lowest = z.iter().copied().fold(f64::INFINITY, f64::min);
                t = if rows == 0.0 || !step.is_finite() { lowest.min(t - 1e-9) } else { t - step };
                continue;
            }
            let (rows_above, sum_above) = above(z, &self.counts, t + push);
            let off = self.k * t + sum_above - self.cost;
            if off.abs() <= 1e-12 * self.k || round == 59 {
                return (t, push);
            }
            if off > 0.0 {
                high = t
            } else {
                low = t
            }
            let slope = self.k - rows_above * (2.0 - rows / self.k);
            let next = t - off / slope;
            let inside = slope > 0.0 && next > low && next < high;
            t = if inside {
                next
            } else if low.is_finite() && high.is_finite() {
                (low + high) / 2.0
            } else if off > 0.0 {
                t - push.max(1e-9)
            } else {
                t + push.max(1e-9)
            };
        }
        let (_, sum) = above(z, &self.counts, t);
        (t, ((self.k * t + sum - self.cost) / self.k).max(0.0))
    }
}
