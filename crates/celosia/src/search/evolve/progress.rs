//! How much better the archive becomes: its hypervolume, or how good its answer to a question is, generation after generation.

use rand::RngExt;

use crate::evaluate::Problem;
use crate::front::{Archive, UnitBox, hypervolume};
use crate::search::Question;
use crate::search::checkpoint::State;
use crate::search::population::lot;

/// The search has stalled when over this number of generations …
const GENERATIONS: usize = 25;
/// … the hypervolume has grown by less than this part of itself.
const GAIN: f64 = 2e-4;
/// Beginning anew so often in a row without any gain means that nothing more is to be expected, …
const ANEW: usize = 5;
/// … where less than this part is no gain.
const NO_GAIN: f64 = 1e-5;
/// With more objectives than three the exact volume takes too long. Of these places in the unit box, drawn once, the
/// share that is dominated stands for it: it grows as the volume does, and never falls.
const PLACES: usize = 8192;

/// The hypervolume of the last generations.
pub struct Progress<'a> {
    problem: &'a Problem,
    scales: UnitBox,
    /// The last one at the end.
    pub hypervolumes: Vec<f64>,
    /// What there was each time that the search began anew, the last times.
    pub anew: Vec<f64>,
    places: Vec<Vec<f64>>,
    question: Question,
}

impl<'a> Progress<'a> {
    /// Goes on from these.
    pub fn new(problem: &'a Problem, question: Question, saved: Option<&State>) -> Self {
        let objectives = problem.objectives().len();
        let mut random = lot(0, 0);
        let place = |_| (0..objectives).map(|_| random.random::<f64>()).collect();
        let places = if objectives > 3 { (0..PLACES).map(place).collect() } else { Vec::new() };
        let hypervolumes = saved.map(|state| state.hypervolumes.clone()).unwrap_or_default();
        let anew = saved.map(|state| state.anew.clone()).unwrap_or_default();
        Progress { problem, scales: UnitBox::of(problem), hypervolumes, anew, places, question }
    }

    /// Measures the archive after a generation.
    pub fn measure(&mut self, archive: &Archive) -> f64 {
        let now = self.now(archive, self.is_focused());
        if self.hypervolumes.len() > GENERATIONS {
            self.hypervolumes.remove(0);
        }
        self.hypervolumes.push(now);
        now
    }

    fn now(&self, archive: &Archive, focused: bool) -> f64 {
        let points = archive.points();
        let outcomes = points.iter().map(|point| &point.outcome);
        match self.question {
            _ if !focused => {}
            Question::Front => {}
            Question::Protection(least) => {
                let enough = outcomes.filter(|outcome| outcome.protection >= least);
                return 1.0 - enough.map(|outcome| outcome.loss.value).fold(1.0, f64::min);
            }
            Question::Loss(most) => {
                // What is more private dominates more of the box.
                let allowed = outcomes.filter(|outcome| outcome.loss.value <= most);
                let place = |o: &crate::evaluate::Outcome| self.scales.place(&self.problem.values(o))[0];
                return allowed.map(place).fold(0.0, f64::max);
            }
        }
        let place = |point: &&crate::front::Point| self.scales.place(&self.problem.values(&point.outcome));
        let points: Vec<Vec<f64>> = points.iter().map(place).collect();
        if self.places.is_empty() {
            return hypervolume(&points);
        }
        let covers = |place: &Vec<f64>| points.iter().any(|p| p.iter().zip(place).all(|(p, x)| p >= x));
        self.places.iter().filter(|place| covers(place)).count() as f64 / PLACES as f64
    }

    /// Has nothing been measured since the search began, or began anew?
    pub fn is_new(&self) -> bool {
        self.hypervolumes.is_empty()
    }

    /// Is there a question that the search has not focused on yet?
    pub fn may_focus(&self) -> bool {
        self.question != Question::Front && self.anew.is_empty()
    }

    /// Is it all about the answer to a question?
    pub fn is_focused(&self) -> bool {
        self.question != Question::Front && !self.anew.is_empty()
    }

    /// Begins anew, unless that has led to nothing several times. Does it?
    pub fn begin_anew(&mut self, archive: &Archive) -> bool {
        let now = self.now(archive, self.question != Question::Front);
        let before = self.anew.len().checked_sub(ANEW).map(|at| self.anew[at]);
        if before.is_some_and(|before| now - before <= NO_GAIN * now) {
            return false;
        }
        if self.anew.len() >= ANEW {
            self.anew.remove(0);
        }
        self.anew.push(now);
        self.hypervolumes.clear();
        true
    }

    /// Has it grown too little for too long?
    pub fn has_stalled(&self) -> bool {
        let (Some(first), Some(last)) = (self.hypervolumes.first(), self.hypervolumes.last()) else { return false };
        self.hypervolumes.len() > GENERATIONS && last - first < GAIN * last
    }
}
