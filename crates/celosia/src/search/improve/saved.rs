//! Where a search stands in the middle of its rounds, as a checkpoint keeps it. Steps draw by the seed and their number alone, so a
//! search that goes on ends with what it would have ended with; a budget of time ends it wherever the machine is then.

use serde::{Deserialize, Serialize};

use super::Run;
use super::anneal::{Improve, Saved, Settings};
use super::neighbours::Neighbours;
use crate::front::Archive;
use crate::search::checkpoint::Stands;
use crate::space::{Boxes, Partition, Place, Share};

/// Where it stands.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    about: String,
    /// Rounds that are over.
    pub round: u32,
    /// What counts against a budget so far.
    pub evaluated: u64,
    /// The points that anneal in this round; none between two.
    pub chosen: Vec<usize>,
    runs: Vec<SavedRun>,
    taken: Vec<SavedPartition>,
}

/// A point that is improved. Numbers with decimals are kept by their bits.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedRun {
    seed: u64,
    length: u64,
    pass: u64,
    left: u64,
    gained: u64,
    before: u64,
    steps: u64,
    loss: u64,
    classes: Vec<Vec<(u32, u64)>>,
    best_loss: u64,
    best: Vec<Vec<(u32, u64)>>,
}

/// Classes of a point that nothing beat: the class of each tuple; tuple, class, value and rows of those that fall elsewhere.
#[derive(Debug, Serialize, Deserialize)]
struct SavedPartition(Vec<u32>, Vec<(u32, u32, Option<u32>, u64)>);

impl Stands for Standing {
    fn about(&mut self) -> &mut String {
        &mut self.about
    }

    fn is_sensible(&self) -> bool {
        self.chosen.iter().all(|at| *at < self.runs.len())
    }
}

impl Standing {
    /// Where these runs stand, with what was found.
    pub fn of(round: u32, evaluated: u64, chosen: &[usize], runs: &[Run], archive: &Archive) -> Standing {
        let partition = |place: &Place| match place {
            Place::Regions(regions) => {
                let shares = regions.shares().iter();
                let shares = shares.map(|share| (share.tuple, share.class, share.value, share.rows)).collect();
                Some(SavedPartition(regions.class_of().to_vec(), shares))
            }
            _ => None,
        };
        Standing {
            about: String::new(),
            round,
            evaluated,
            chosen: chosen.to_vec(),
            runs: runs.iter().map(Run::save).collect(),
            taken: archive.points().into_iter().filter_map(|point| partition(&point.place)).collect(),
        }
    }

    /// What was found before; nothing where it is none of this table.
    pub fn taken(&self, tuples: usize) -> Option<Vec<Partition>> {
        let partition = |SavedPartition(class_of, shares): &SavedPartition| {
            let share = |(tuple, class, value, rows): &(u32, u32, Option<u32>, u64)| Share {
                tuple: *tuple,
                class: *class,
                value: *value,
                rows: *rows,
            };
            let shares: Vec<Share> = shares.iter().map(share).collect();
            // Numbers of classes are places in lists.
            let most = 2 * (tuples + shares.len()) as u32;
            let small = class_of.iter().chain(shares.iter().map(|share| &share.class)).all(|class| *class < most);
            (class_of.len() == tuples && small).then(|| Partition { class_of: class_of.clone(), shares })
        };
        self.taken.iter().map(partition).collect()
    }

    /// Puts runs where they stood; nothing where these are others.
    pub fn resume<'a>(self, runs: &mut [Run<'a>], boxes: &'a Boxes, neighbours: &'a Neighbours) -> Option<()> {
        if self.runs.len() != runs.len() {
            return None;
        }
        for (run, saved) in runs.iter_mut().zip(self.runs) {
            run.go_on(saved, boxes, neighbours)?;
        }
        Some(())
    }
}

impl<'a> Run<'a> {
    fn save(&self) -> SavedRun {
        let Saved { steps, loss, classes, best_loss, best } = self.improve.saved();
        let Settings { seed, pass: length, .. } = self.settings;
        SavedRun {
            seed,
            length,
            pass: self.pass,
            left: self.left,
            gained: self.gained.to_bits(),
            before: self.before.to_bits(),
            steps,
            loss: loss.to_bits(),
            classes,
            best_loss: best_loss.to_bits(),
            best,
        }
    }

    fn go_on(&mut self, saved: SavedRun, boxes: &'a Boxes, neighbours: &'a Neighbours) -> Option<()> {
        let SavedRun { seed, length, pass, left, gained, before, steps, loss, classes, best_loss, best } = saved;
        let (loss, best_loss) = (f64::from_bits(loss), f64::from_bits(best_loss));
        if ![loss, best_loss].iter().all(|loss| loss.is_finite()) || pass == 0 || length == 0 {
            return None;
        }
        self.settings = Settings::new(seed, length);
        let saved = Saved { steps, loss, classes, best_loss, best };
        self.improve = Improve::go_on(boxes, neighbours, self.rules, self.settings, saved)?;
        (self.pass, self.left) = (pass, left);
        (self.gained, self.before) = (f64::from_bits(gained), f64::from_bits(before));
        Some(())
    }
}
