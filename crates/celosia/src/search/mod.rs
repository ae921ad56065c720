//! Searches: one algorithm per file, one line per algorithm in [`SEARCHES`]. They see a problem, and not one another:
//! where one begins with what another found, as `evolve` does with the exact front of the lattice, `flow` hands it
//! over, for at most a quarter of the budget, counted in evaluations so that the seed decides it too.

mod budget;
mod checkpoint;
mod climb;
mod dolls;
mod evolve;
mod exact;
mod exhaustive;
mod improve;
mod mondrian;
mod named;
mod nsga2;
mod partition;
mod poka;
mod population;
mod regional;
mod whole;

pub use crate::study::Budget;
pub use budget::Clock;
pub(crate) use dolls::{prove, searched};
pub use evolve::NEIGHBOURS;
pub use exact::simple;
pub use named::{Named, default_for, named};
pub use poka::average_depth;
pub(crate) use poka::with_bases;

use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::front::Front;
use crate::space::{Cut, Language, Node, Space};
use crate::study::{Rule, Search};
use crate::threads;
use crate::watch::Watch;
use std::sync::Arc;

/// Every search. The command's values and the help iterate this list.
pub static SEARCHES: &[About] = &[
    exact::EXACT,
    climb::CLIMB,
    exhaustive::EXHAUSTIVE,
    poka::POKA,
    evolve::EVOLVE,
    nsga2::NSGA2,
    partition::PARTITION,
    improve::IMPROVE,
    mondrian::MONDRIAN,
];

/// What everybody should know of a search, and how it is run.
pub struct About {
    /// Its name in studies, flags and JSON.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub does: &'static str,
    /// What its result proves.
    pub proves: &'static str,
    /// The spaces that it searches, the one that it is made for first.
    pub spaces: &'static [Space],
    /// The spaces that it searches where no search is named: of several the first in [`SEARCHES`] that can.
    pub default_in: &'static [Space],
    /// What it needs of a problem.
    pub needs: Needs,
    /// What it takes and gives beside the front.
    pub offers: Offers,
    /// Runs it.
    pub run: fn(&Problem, &Limits, &dyn Watch) -> Result<Front>,
}

/// What a search needs of a problem.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Needs {
    /// Bounds that exclude nodes: objectives that are monotone, and a rule that keeps them so.
    pub bounds: bool,
    /// One privacy model and one loss metric, and no further objective.
    pub two_objectives: bool,
    /// The one rule of suppression that it is defined for, and why.
    pub rule: Option<(Rule, &'static str)>,
}

impl Needs {
    /// It takes any problem.
    pub const NOTHING: Needs = Needs { bounds: false, two_objectives: false, rule: None };
}

/// What a search takes and gives beside the front.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Offers {
    /// A complete front comes with the nodes that prove it, for a certificate.
    pub proof: bool,
    /// It writes down how far it is, and goes on from there.
    pub checkpoints: bool,
    /// It has a depth.
    pub depth: bool,
    /// It starts from a node that a study may name ([`Limits::base`]).
    pub base: bool,
    /// It begins with what a search of the lattice found ([`Limits::start`]).
    pub start: bool,
    /// It begins with nodes that climbing found ([`Limits::nodes`]).
    pub nodes: bool,
    /// It is better the longer it goes on, and has something at any time.
    pub anytime: bool,
    /// It goes on as long as it may, so that nobody runs it who did not ask for it.
    pub patience: bool,
}

impl Offers {
    /// A front, and that is all.
    pub const NOTHING: Offers = Offers {
        proof: false,
        checkpoints: false,
        depth: false,
        base: false,
        start: false,
        nodes: false,
        anytime: false,
        patience: false,
    };
}

impl About {
    /// Why it cannot run on a problem, if it cannot.
    pub fn hindrance(&self, problem: &Problem) -> Option<String> {
        if self.needs.bounds && !problem.is_bounded() {
            return Some("an objective is not monotone".into());
        }
        if self.needs.two_objectives && problem.requires() {
            return Some("it knows no requirements".into());
        }
        if self.needs.two_objectives && problem.objectives().len() > 2 {
            return Some("it compares one level with one loss".into());
        }
        let (rule, _) = self.needs.rule.filter(|(rule, _)| *rule != problem.rule)?;
        Some(format!("it needs suppression.rule = \"{}\"", rule.name()))
    }
}

/// What a search is told: the study's settings, and what is asked of this run.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Threads, budget, memory, seed and whatever else a study says.
    pub settings: Search,
    /// The space to search, for a search of several.
    pub space: Space,
    /// What is asked.
    pub question: Question,
    /// What a budget of time is measured by; nothing where it begins with the search.
    pub clock: Option<Clock>,
    /// The node of the lattice that a search starts from; the top where there is none.
    pub base: Option<Node>,
    /// What classes may show of each column, in the space of regions.
    pub languages: Arc<Languages>,
    /// Cuts that a search may begin with: the front of the lattice.
    pub start: Vec<Cut>,
    /// Nodes of the lattice that a search may begin with, because they are good.
    pub nodes: Vec<Node>,
    /// What finding them has cost, in evaluations and in looks at a part of the rows.
    pub spent: u64,
}

/// What classes may show of each column, in the space of regions.
#[derive(Default)]
pub struct Languages {
    /// Of all rows.
    pub of_all: Vec<Language>,
    /// The same where only these rows of each value are released.
    pub of_released: Option<Box<Remake>>,
}

/// Makes languages anew, from the rows of each value of each column.
pub type Remake = dyn Fn(&[Vec<u64>]) -> Result<Vec<Language>> + Send + Sync;

impl std::fmt::Debug for Languages {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.of_all.fmt(f)
    }
}

/// What is asked of a search: the whole front, or one point of it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Question {
    /// Every best trade-off.
    #[default]
    Front,
    /// The least loss with at least this protection.
    Protection(f64),
    /// The most protection with at most this loss.
    Loss(f64),
}

impl From<Search> for Limits {
    fn from(settings: Search) -> Self {
        Limits { settings, ..Limits::default() }
    }
}

impl Limits {
    /// The number of threads that 0 stands for.
    pub fn threads(&self) -> usize {
        threads::used(self.settings.threads)
    }
}

/// The search of a name.
pub fn find(name: &str) -> Result<&'static About> {
    let found = SEARCHES.iter().find(|s| s.name == name);
    found.ok_or_else(|| Error::unknown("search.algorithm", "search", name, SEARCHES.iter().map(|s| s.name)))
}
