//! Russian dolls: what no node of a lattice can undercut at a level of privacy, proven from growing sets of attributes.
//!
//! The attributes are put in an order, one more each time. Of each such set, the *doll*, the least is found that its own columns
//! cost together, by nodes that lose no more rows than may be suppressed by these columns alone ([`search`]). That is a bound
//! for the whole table at any time, and with the last attribute it is the answer itself.
//!
//! **Proof.** Let A be some of the attributes, n a node with an outcome that is as private as asked, and S the rows that it
//! suppresses. *Asked* is what [`implied`] says that each kept class needs, and a part of a class that lacks it lacks it too: it
//! has no more rows and no more values. (So a model may be bounded that is not asked itself, where what is asked follows from it.)
//!
//! 1. *Rows.* On A alone classes are unions of those on all attributes. If one of them lacks what is asked, so do all its parts, and
//!    n keeps none: so the rows that are lost on A, L(A), lie in S. They are within the limit, because S is.
//! 2. *Cells.* The loss is a sum over cells, and none costs more than a suppressed one ([`made`] looks at each). So the cells of A
//!    cost at n, where S is suppressed, no less than where only L(A) is: no less than the least over all levels of A.
//! 3. *Sums.* Disjoint sets of attributes have disjoint cells. So their bounds add; an attribute outside costs at least what its
//!    cheapest level does that alone loses no more rows than may be.
//!
//! What a part of a doll's attributes at given levels has lost is lost by (1) whatever the others do, so the search drops these
//! rows and charges them; an open attribute has a finest level below which too many would be lost, and costs what that does. The
//! open ones together cost at least what the smaller dolls say.
//!
//! All prices are whole numbers, rounded down, so sums are exact, and a bound is one of the true loss too. Classes are told apart by
//! their values, never by a hash. A bound at a protection holds for all higher ones. How the search begins does not matter for
//! it: where it begins too low, what it proves is that nothing is lower.

mod implied;
mod local;
mod made;
mod search;
mod series;
mod state;
mod table;

pub use implied::{Implied, hindrance, implied};

use made::{Made, bits, made};
use series::{Nest, Series};
use table::{Rows, Values};

use crate::evaluate::Problem;
use crate::space::Node;

/// What hashes are mixed by.
const MIX: u64 = 0x517c_c1b7_2722_0a95;

/// Losses are rounded at the twelfth decimal, and sums of floats before that.
const ROOM: f64 = 1e-11;

/// The bound of one protection under the leading model, better and better.
pub struct Dolls<'p> {
    problem: &'p Problem,
    nest: Box<dyn Nest>,
    low: Vec<u8>,
    /// Units of a row that costs 1, and of a table of nothing but suppressed rows.
    scale: f64,
    most: u64,
    /// What rounding down may have taken from the cost of a node, in units.
    rounded: u64,
    protection: f64,
    /// The least loss that was told.
    known: f64,
}

impl<'p> Dolls<'p> {
    /// Nothing is proven yet. Nothing at all can be where the proof does not hold for the leading model or the leading metric, or
    /// where no node is as private, or where it takes more memory.
    pub fn new(problem: &'p Problem, protection: f64, bytes: u64) -> Option<Dolls<'p>> {
        let Implied { rows, values } = implied(problem.model(), protection)?;
        let rows = u32::try_from(rows).ok()?;
        let bits = if values > 1 { bits(problem) } else { None };
        let (nest, low, scale): (Box<dyn Nest>, Vec<u8>, f64) = match bits {
            Some((held, masks)) => {
                let kind = Values { least: u32::try_from(values).ok()?, masks };
                let Made { table, low, scale } = made(problem, kind, &held, bytes)?;
                (Box::new(Series::new(table)), low, scale)
            }
            None => {
                let held = vec![(); problem.frequency.distinct()];
                let Made { table, low, scale } = made(problem, Rows(rows), &held, bytes)?;
                (Box::new(Series::new(table)), low, scale)
            }
        };
        let rounded = problem.frequency.rows.checked_mul(problem.lattice.attributes() as u64 + 2)?;
        let most = nest.most();
        Some(Dolls { problem, nest, low, scale, most, rounded, protection, known: f64::INFINITY })
    }

    /// The protection that it is for.
    pub fn protection(&self) -> f64 {
        self.protection
    }

    /// A node was found with an outcome as private as asked that loses so much.
    pub fn know(&mut self, loss: f64) {
        self.known = self.known.min(loss);
        self.nest.know(self.units(loss).saturating_add(self.rounded));
    }

    /// The most units that no more than this is lost for. The loss is asked, and not worked out from two of its values: it rises with
    /// the cost, but where it is cut off at 0 (entropy) it is no straight line.
    fn units(&self, loss: f64) -> u64 {
        let most = loss + ROOM * loss.abs().max(1.0);
        let (mut enough, mut many) = (0, self.most);
        if self.loss(many) <= most {
            return many;
        }
        while enough + 1 < many {
            let middle = enough + (many - enough) / 2;
            *(if self.loss(middle) <= most { &mut enough } else { &mut many }) = middle;
        }
        many
    }

    /// What a table loses whose cells cost so many units.
    fn loss(&self, units: u64) -> f64 {
        self.problem.loss_of_cost(0, units as f64 / self.scale)
    }

    /// Goes on for a little, and no longer than there is time: a table may be so large that a little takes long. With the last
    /// attribute, these nodes cost no more than is known and have to be looked at; what is learnt from them should be told by
    /// [`know`](Dolls::know).
    pub fn go_on(&mut self, over: &(dyn Fn() -> bool + Sync)) -> Vec<Node> {
        let found = self.nest.go_on(over);
        let whole = |levels: Vec<u8>| levels.iter().zip(&self.low).map(|(level, low)| level + low).collect();
        found.into_iter().map(whole).collect()
    }

    /// Has the last attribute been solved? Then every node with an outcome as private as asked that loses no more than what is known
    /// has been handed out.
    pub fn is_done(&self) -> bool {
        self.nest.is_done()
    }

    /// The attributes that are solved, the newest first, each with what it and those behind it cost at least: a row of nothing but `*`
    /// costs 1.
    pub fn parts(&self) -> Vec<(usize, f64)> {
        self.nest.parts().into_iter().map(|(a, units)| (a, units as f64 / self.scale)).collect()
    }

    /// States gone through and nodes counted: what a budget of evaluations is charged.
    pub fn spent(&self) -> u64 {
        self.nest.spent()
    }

    /// No outcome as private as asked loses less.
    pub fn floor(&self) -> f64 {
        self.below(self.nest.bound())
    }

    /// The same by the solved attributes alone: what a certificate can say.
    pub fn proven(&self) -> f64 {
        self.below(self.nest.proven())
    }

    fn below(&self, units: u64) -> f64 {
        let loss = self.loss(units);
        // What is known was looked for with room for rounding, so more may be excluded than that.
        (loss - ROOM * loss.abs().max(1.0)).min(self.known).max(self.loss(0))
    }
}
