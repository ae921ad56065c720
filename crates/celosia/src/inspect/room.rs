//! Whether what is proposed can be searched: levels of the hierarchies, coarser starts where there are many, and the search.

use super::{Column, Inspection};
use crate::error::Result;
use crate::hierarchy;
use crate::meaning::Proposed;
use crate::study::{Role, Study, StudyFile};

/// A lattice of so many nodes is searched to its end in seconds; a larger one may be, and has a budget in case it is not. Measured:
/// on 20,000 rows of 27 quasi-identifiers (10^12 nodes) five seconds found a loss of 0.87 at k = 5, and twenty 0.84.
const NODES: f64 = 1e6;

/// Groups of fewer rows are too small for any release that is worth its name.
const RARE: u64 = 5;

/// How a table is searched.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Room {
    /// Per column the level at which it starts: 0, or above it where there are very many combinations.
    pub floors: Vec<usize>,
    /// Combinations of levels that are left.
    pub nodes: f64,
    /// Does the search need a budget?
    pub budget: bool,
}

impl Inspection {
    /// Makes sure that each proposed hierarchy can be built, and says how the whole can be searched.
    pub(super) fn make_room(&mut self) -> Room {
        let mut levels = vec![1usize; self.columns.len()];
        for (column, levels) in self.columns.iter_mut().zip(&mut levels) {
            if column.kept.is_none() && column.found.role == Role::QuasiIdentifier {
                *levels = column.make_buildable();
            }
        }
        let mut room = Room { floors: vec![0; levels.len()], ..Room::default() };
        let nodes =
            |floors: &[usize]| levels.iter().zip(floors).map(|(levels, floor)| (levels - floor) as f64).product();
        room.nodes = nodes(&room.floors);
        for (i, column) in self.columns.iter().enumerate() {
            if room.nodes > NODES && levels[i] >= 4 && column.is_rare() {
                room.floors[i] = 1;
            }
        }
        room.nodes = nodes(&room.floors);
        room.budget = room.nodes > NODES;
        room
    }
}

impl Column {
    /// Do too many rows have values that are rare, so that the values themselves can hardly be shown?
    fn is_rare(&self) -> bool {
        let rare: u64 = self.look.seen.domain.counts.iter().filter(|rows| **rows < RARE).sum();
        rare as f64 > 0.05 * self.look.seen.present() as f64
    }

    /// How many levels the proposed hierarchy has, with the values themselves. What cannot be built is shown or hidden.
    fn make_buildable(&mut self) -> usize {
        let levels = match &self.found.hierarchy {
            // A file covers the values that were counted, and of very many not all were.
            Some(Proposed::File(_) | Proposed::WithoutMeaning(_)) if self.look.seen.capped => None,
            Some(Proposed::File(rows) | Proposed::WithoutMeaning(rows)) => rows.first().map(Vec::len),
            Some(Proposed::Key(key)) => self.levels(key).ok(),
            None => None,
        };
        levels.unwrap_or_else(|| {
            self.found.hierarchy = Some(Proposed::Key("flat".into()));
            2
        })
    }

    fn levels(&self, key: &toml::Value) -> Result<usize> {
        let mut file = StudyFile::default();
        file.data.path = Some("table".into());
        file.set_column(self.name(), "role", Role::QuasiIdentifier.name().into());
        file.set_column(self.name(), "hierarchy", key.clone());
        for (key, value) in &self.found.keys {
            file.set_column(self.name(), key, value.clone());
        }
        let study = Study::check("the proposed study", &file)?;
        let spec = study.columns.first().map(|column| column.hierarchy.clone());
        Ok(hierarchy::build(&spec.unwrap_or(crate::study::HierarchySpec::Auto), &self.look.seen.domain)?.levels.len())
    }
}
