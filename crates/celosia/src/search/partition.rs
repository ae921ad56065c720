//! Classes with labels of their own, for every k in one go: a tree of boxes gives an order of the tuples in which neighbours are
//! alike, and dynamic programming the best stretches of it. For other models the tree itself has the classes.

use super::regional::{Search, start};
use super::{About, Limits, Needs, Offers};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::front::Front;
use crate::space::Space;
use crate::watch::Watch;

pub const PARTITION: About = About {
    name: "partition",
    does: "orders the rows by a tree of boxes, and takes the best stretches of that order for each k; for other models the best \
           nodes of such trees",
    proves: "nothing: points may be missing or beaten",
    spaces: &[Space::Regions],
    default_in: &[Space::Regions],
    needs: Needs::NOTHING,
    offers: Offers::NOTHING,
    run,
};

fn run(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    let mut search = Search::begin(problem, limits, watch)?;
    start(&mut search)?;
    Ok(search.end(PARTITION.name))
}
