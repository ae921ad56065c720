//! Which classes can be suppressed: the weakest, within the limit.

use super::Problem;
use crate::classes::Classes;

impl Problem {
    /// The classes that can go, weakest first: all of equal strength together, as long as at most the limit's rows go
    /// (POkA 5.1; chapter 1.4.1.2). And the strength above which too many would have to, if there is one. Strength is the
    /// protection of each class, or how far it reaches.
    pub(super) fn weakest(&self, classes: &Classes, strength: &[f64]) -> (Vec<u32>, Option<f64>) {
        // A class larger than the limit stays, and so does all that is at least as strong.
        let wall = (0..classes.len())
            .filter(|c| classes.rows[*c] > self.limit)
            .map(|c| strength[c])
            .fold(f64::INFINITY, f64::min);
        let mut weak: Vec<u32> = (0..classes.len() as u32).filter(|c| strength[*c as usize] < wall).collect();
        let weaker = |a: &u32, b: &u32| strength[*a as usize].total_cmp(&strength[*b as usize]).then(a.cmp(b));
        // Every class has a row or more, so no more classes than the limit and one can matter: the sort is of few.
        let enough = usize::try_from(self.limit).unwrap_or(usize::MAX).saturating_add(1);
        if enough < weak.len() {
            weak.select_nth_unstable_by(enough, weaker);
            weak.truncate(enough);
        }
        weak.sort_unstable_by(weaker);
        let mut rows = 0;
        for at in 0..weak.len() {
            rows += classes.rows[weak[at] as usize];
            if rows > self.limit {
                let stop = strength[weak[at] as usize];
                let end = weak.partition_point(|c| strength[*c as usize] < stop);
                weak.truncate(end);
                return (weak, Some(stop));
            }
        }
        (weak, (wall < f64::INFINITY).then_some(wall))
    }
}
