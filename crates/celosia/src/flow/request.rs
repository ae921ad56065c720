//! What is asked of a counted table: by which search, in which space, for which points, and what that may take.

use crate::choose::Choice;
use crate::space::Space;
use crate::study::{Budget, Search};

/// One search of a counted table. Requests change nothing, so any number of them can be made of one [`Flow`](super::Flow).
///
/// A request begins with a study's settings ([`Flow::request`](super::Flow::request)) or with the defaults. How far columns
/// of many values were joined for the space of cuts was decided by the memory of the study when the table was opened.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Request {
    /// The search, the space and their limits.
    pub settings: Search,
    /// The one point that is wanted; nothing: the whole front.
    pub choice: Option<Choice>,
}

impl From<Search> for Request {
    fn from(settings: Search) -> Request {
        Request { settings, choice: None }
    }
}

impl Request {
    /// By the search of this name, one of [`search::SEARCHES`](crate::search::SEARCHES), in the space that it is made for.
    pub fn search(mut self, name: &str) -> Request {
        self.settings.algorithm = Some(name.into());
        self.settings.space = None;
        self
    }

    /// In this space; where no search is named, by the one that suits it.
    pub fn space(mut self, space: Space) -> Request {
        self.settings.space = Some(space.name().into());
        self
    }

    /// Only the point that a choice means: exact search then computes no more of the front than that takes.
    pub fn only(mut self, choice: Choice) -> Request {
        self.choice = Some(choice);
        self
    }

    /// With what may be spent: a time, or a number of evaluations.
    pub fn budget(mut self, budget: Budget) -> Request {
        self.settings.budget = budget;
        self
    }

    /// With this seed of everything random.
    pub fn seed(mut self, seed: u64) -> Request {
        self.settings.seed = seed;
        self
    }

    /// On this number of threads; 0 means all cores.
    pub fn threads(mut self, threads: usize) -> Request {
        self.settings.threads = threads;
        self
    }
}
