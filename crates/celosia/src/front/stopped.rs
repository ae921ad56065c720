//! Why a search ended, and what that leaves open.

use std::fmt;

use crate::space::Space;
use crate::study::{Budget, Depth};

/// Why a search ended.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum Stopped {
    /// Everything in the space was evaluated.
    AllEvaluated(Space),
    /// Every node that was not evaluated is excluded from the front by proven bounds.
    Excluded,
    /// The same for the least loss with a privacy level.
    ExcludedByPrivacy,
    /// The same for the most privacy with a loss.
    ExcludedByLoss,
    /// The same as for privacy, from growing sets of attributes, without a list of nodes that exclude the others.
    ExcludedByParts,
    /// The budget was spent.
    Spent(Budget),
    /// The caller wanted it to stop.
    Told,
    /// There was nothing to evaluate.
    #[default]
    Nothing,
    /// As many generations as were asked for are over.
    Generations(u64),
    /// The hypervolume has not grown for a while.
    Stalled {
        /// The generations until then.
        generations: u64,
    },
    /// Nothing came up that was not evaluated before.
    NothingNew {
        /// The generations until then.
        generations: u64,
    },
    /// Nothing better came up for a while.
    NoBetter {
        /// Evaluations since something did.
        evaluations: u64,
    },
    /// What it keeps would take more memory than it may.
    Memory {
        /// Bytes that it may take.
        bytes: u64,
    },
    /// As many levels were tried as were meant to be.
    Levels {
        /// Levels.
        tried: u64,
    },
    /// As many rounds as were meant to be are over.
    Rounds {
        /// Rounds.
        rounds: u64,
    },
    /// POkA came back to a node that it had started from.
    CameBack,
    /// POkA reached the least k that protects anyone.
    LeastK(f64),
    /// POkA found no next node.
    NoNext {
        /// The letter of the model's parameter.
        parameter: &'static str,
        /// The level that it had reached.
        level: f64,
        /// The loss that no node undercuts.
        loss: f64,
    },
}

/// What a search that ended so leaves open.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum Open {
    /// Nothing: it is proven that no point is missing.
    #[default]
    Nothing,
    /// Points may be missing or beaten.
    Points,
    /// The same, after a part of all there is.
    Part {
        /// Evaluated.
        evaluated: u64,
        /// All that there are.
        of: u128,
        /// In this space.
        space: Space,
    },
    /// The same, in a lattice of so many nodes.
    Large {
        /// Its nodes.
        nodes: u128,
        /// Is the budget the one that large lattices have where none is given?
        unasked: bool,
    },
    /// The same, and a part of the budget went into looks at a part of the rows.
    Looks(u64),
    /// Points that POkA does not look at may be missing: those that lie below its base nodes, or beyond its depth.
    BeyondDepth {
        /// The depth.
        depth: Depth,
        /// Did it start below the top?
        lower: bool,
        /// Nodes that it took although others beat them.
        beaten: usize,
        /// Nodes that it took.
        taken: usize,
    },
}

/// Lattices with more nodes are large: they are climbed, and for a limited time.
pub const LARGE: u128 = 2_000_000;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::AllEvaluated(space) => write!(f, "every {} was evaluated", space.point()),
            Stopped::Excluded => write!(f, "every other node is excluded"),
            Stopped::ExcludedByPrivacy => write!(f, "every other node is less private than asked, or loses more"),
            Stopped::ExcludedByLoss => write!(f, "every other node loses more than asked, or is less private"),
            Stopped::ExcludedByParts => {
                write!(
                    f,
                    "no other node as private as asked loses as little, by bounds from growing sets of attributes"
                )
            }
            Stopped::Spent(Budget { evaluations: Some(most), time: None }) => {
                write!(f, "the budget of {most} evaluations was spent")
            }
            Stopped::Spent(Budget { evaluations: None, time: Some(most) }) => {
                write!(f, "the budget of {} s was spent", most.as_secs_f64())
            }
            Stopped::Spent(_) => write!(f, "the budget was spent"),
            Stopped::Told => write!(f, "it was told to stop"),
            Stopped::Nothing => write!(f, "there was nothing to evaluate"),
            Stopped::Generations(generations) => write!(f, "{generations} generations are over"),
            Stopped::Stalled { generations } => write!(f, "the hypervolume stalled after {generations} generations"),
            Stopped::NothingNew { generations } => write!(f, "no new cut was found after {generations} generations"),
            Stopped::NoBetter { evaluations } => write!(f, "{evaluations} evaluations found nothing better"),
            Stopped::Memory { bytes } => write!(f, "the memory of {} MB was filled", bytes / 1_000_000),
            Stopped::Levels { tried } => write!(f, "{tried} levels of privacy were tried"),
            Stopped::Rounds { rounds } => write!(f, "{rounds} rounds of improving are over"),
            Stopped::CameBack => write!(f, "it came back to a node that it had started from"),
            Stopped::LeastK(level) => write!(f, "k = {level} was reached, where POkA ends"),
            Stopped::NoNext { parameter, level, loss } => {
                write!(f, "from {parameter} = {level} it found no node that loses less than {loss:.6}")
            }
        }
    }
}

/// Follows what [`Stopped`] says.
impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const POINTS: &str = "points may be missing or beaten";
        match self {
            Open::Nothing => Ok(()),
            Open::Points => write!(f, "; {POINTS}"),
            Open::Part { evaluated, of, space } => write!(f, " after {evaluated} of {of} {}s; {POINTS}", space.point()),
            Open::Large { nodes, unasked } => {
                if *unasked {
                    write!(f, ", as for all lattices of more than {LARGE} nodes where search.budget says nothing")?;
                }
                write!(f, "; this one has {nodes}, so {POINTS}")
            }
            Open::Looks(looks) => write!(f, ", {looks} of it on looks at a part of the rows; {POINTS}"),
            Open::BeyondDepth { depth, lower, beaten, taken } => {
                write!(
                    f,
                    "; points may be missing that lie two steps or more straight below a node that it took, where Function 1 "
                )?;
                write!(f, "never looks, or beside it beyond depth {depth}")?;
                if *lower {
                    write!(f, "; it did not start from the top, so more private points are missing")?;
                }
                match beaten {
                    0 => Ok(()),
                    n => write!(f, "; {n} of the {taken} nodes that it took are beaten by others and not shown"),
                }
            }
        }
    }
}
