//! Choosing a point of a front: a privacy level, a maximal loss, the knee, a number; and advice in plain words.

mod advice;
mod flat;
mod knee;

pub use advice::{Advice, advise, count, say_level, thousands};
pub use flat::{Flat, flat_regions};
pub use knee::{Knee, knee};

use crate::error::{Error, Result};
use crate::front::Front;
use crate::privacy::{About, Goal};

/// What a publisher asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Choice {
    /// The least loss with at least this privacy level (k, l, t, …).
    Privacy(f64),
    /// The most privacy with at most this loss.
    MaxLoss(f64),
    /// The knee of the front.
    Knee,
    /// The point of this number, counted from 1 in the order of the front.
    Point(usize),
}

/// The point that a choice means, as an index into the front.
pub fn choose(front: &Front, model: &About, choice: Choice) -> Result<usize> {
    let points = &front.points;
    match choice {
        // Points stand by falling protection and so by falling loss: the last that is private enough loses least.
        Choice::Privacy(level) => {
            let asked = model.protection(level);
            points.iter().rposition(|p| p.outcome.protection >= asked).ok_or_else(|| {
                let best = points.first().map_or(String::new(), |p| say_level(model, p.outcome.protection));
                let bound = if model.goal == Goal::Max { "at least" } else { "at most" };
                Error::No {
                    what: format!("no point has {} of {bound} {level}", model.name),
                    hint: format!("the most private point has {best}; allow more suppression, or ask for less"),
                }
            })
        }
        Choice::MaxLoss(loss) => points.iter().position(|p| p.outcome.loss.value <= loss).ok_or_else(|| Error::No {
            what: format!("no point has a loss of at most {loss}"),
            hint: match points.last() {
                Some(p) => format!("the least loss is {:.6}", p.outcome.loss.value),
                None => String::new(),
            },
        }),
        Choice::Knee => knee(front, model).map(|k| k.point).ok_or_else(|| Error::No {
            what: "the front has no knee".into(),
            hint: "choose by --k, --max-loss or --point".into(),
        }),
        Choice::Point(number) if (1..=points.len()).contains(&number) => Ok(number - 1),
        Choice::Point(number) => Err(Error::No {
            what: format!("there is no point {number}"),
            hint: format!("points are numbered 1 to {} in the order of the front", points.len()),
        }),
    }
}
