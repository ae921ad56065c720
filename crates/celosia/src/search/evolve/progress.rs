//! How much better the archive becomes: its hypervolume, generation after generation.

use rand::RngExt;

use crate::evaluate::Problem;
use crate::front::{Archive, UnitBox, hypervolume};
use crate::search::population::lot;

/// The search has stalled when over this number of generations …
const GENERATIONS: usize = 25;
/// … the hypervolume has grown by less than this part of itself.
const GAIN: f64 = 2e-4;
/// With more objectives than three the exact volume takes too long. Of these places in the unit box, drawn once, the
/// share that is dominated stands for it: it grows as the volume does, and never falls.
const PLACES: usize = 8192;

/// The hypervolume of the last generations.
pub struct Progress<'a> {
    problem: &'a Problem,
    scales: UnitBox,
    /// The last one at the end.
    pub hypervolumes: Vec<f64>,
    places: Vec<Vec<f64>>,
}

impl<'a> Progress<'a> {
    /// Goes on from these.
    pub fn new(problem: &'a Problem, hypervolumes: &[f64]) -> Self {
        let objectives = problem.objectives().len();
        let mut random = lot(0, 0);
        let place = |_| (0..objectives).map(|_| random.random::<f64>()).collect();
        let places = if objectives > 3 { (0..PLACES).map(place).collect() } else { Vec::new() };
        Progress { problem, scales: UnitBox::of(problem), hypervolumes: hypervolumes.to_vec(), places }
    }

    /// Measures the archive after a generation.
    pub fn measure(&mut self, archive: &Archive) -> f64 {
        let place = |point: &&crate::front::Point| self.scales.place(&self.problem.values(&point.outcome));
        let points: Vec<Vec<f64>> = archive.points().iter().map(place).collect();
        let now = if self.places.is_empty() {
            hypervolume(&points)
        } else {
            let covers = |place: &Vec<f64>| points.iter().any(|p| p.iter().zip(place).all(|(p, x)| p >= x));
            self.places.iter().filter(|place| covers(place)).count() as f64 / PLACES as f64
        };
        if self.hypervolumes.len() > GENERATIONS {
            self.hypervolumes.remove(0);
        }
        self.hypervolumes.push(now);
        now
    }

    /// Has it grown too little for too long?
    pub fn has_stalled(&self) -> bool {
        let (Some(first), Some(last)) = (self.hypervolumes.first(), self.hypervolumes.last()) else { return false };
        self.hypervolumes.len() > GENERATIONS && last - first < GAIN * last
    }
}
