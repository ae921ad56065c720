//! Choosing a point of a front: a privacy level, a maximal loss, the knee, a number; and advice in plain words.

mod advice;
mod flat;
mod generalize;
mod knee;
mod minimal;
mod presets;
mod specialize;
mod steep;

pub use advice::{Advice, LEAST_LOSS, advise, say_level};
pub use flat::{Flat, flat_regions};
pub use generalize::generalize;
pub use knee::{Knee, knee};
pub use minimal::{Minimal, height, minimal};
pub use presets::{Crossing, crossings, measured};
pub use specialize::{Change, Step, specialize};
pub use steep::{Steep, steep_stretches};

use crate::error::{Error, Result};
use crate::evaluate::Outcome;
use crate::front::Front;
use crate::privacy::{About, Goal};

/// What a publisher asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Choice {
    /// The least loss with at least this privacy level (k, l, t, …), of the first loss and the first model.
    Privacy(f64),
    /// The most privacy with at most this loss, of the first model and the first loss.
    MaxLoss(f64),
    /// The least loss of all: under what is required, the point that costs least.
    LeastLoss,
    /// The knee of the front.
    Knee,
    /// The point of this number, counted from 1 in the order of the front.
    Point(usize),
}

/// The point that a choice means, as an index into the front. Of points that serve a choice equally well, the one with
/// the better further values is meant.
pub fn choose(front: &Front, model: &About, choice: Choice) -> Result<usize> {
    let points = &front.points;
    match choice {
        Choice::Privacy(level) => {
            let asked = model.protection(level);
            let least_loss = |o: &Outcome| (-o.loss.value, o.further.clone(), o.protection);
            best(front, |o| o.protection >= asked, least_loss).ok_or_else(|| {
                let best = points.first().map_or(String::new(), |p| say_level(model, p.outcome.protection));
                let bound = if model.goal == Goal::Max { "at least" } else { "at most" };
                Error::No {
                    what: format!("no point has {} of {bound} {level}", model.name),
                    hint: format!("the most private point has {best}; allow more suppression, or ask for less"),
                }
            })
        }
        Choice::MaxLoss(loss) => {
            let most_privacy = |o: &Outcome| (o.protection, o.further.clone(), -o.loss.value);
            best(front, |o| o.loss.value <= loss, most_privacy).ok_or_else(|| Error::No {
                what: format!("no point has a loss of at most {loss}"),
                hint: match points.iter().map(|p| p.outcome.loss.value).reduce(f64::min) {
                    Some(least) => format!("the least loss is {least:.6}"),
                    None => String::new(),
                },
            })
        }
        Choice::LeastLoss => {
            let least_loss = |o: &Outcome| (-o.loss.value, o.protection, o.further.clone());
            best(front, |_| true, least_loss).ok_or_else(nothing_meets)
        }
        Choice::Knee => knee(front, model).map(|k| k.point).ok_or_else(|| Error::No {
            what: "the front has no knee".into(),
            hint: "choose by a level, a loss or a number".into(),
        }),
        Choice::Point(number) if (1..=points.len()).contains(&number) => Ok(number - 1),
        Choice::Point(number) => Err(Error::No {
            what: format!("there is no point {number}"),
            hint: format!("points are numbered 1 to {} in the order of the front", points.len()),
        }),
    }
}

/// Why there is no point at all.
fn nothing_meets() -> Error {
    Error::No { what: "no point meets what is required".into(), hint: "require less, or allow more suppression".into() }
}

/// Of the points that are good enough the one with the greatest key; of equals the first.
fn best<K: PartialOrd>(front: &Front, enough: impl Fn(&Outcome) -> bool, key: impl Fn(&Outcome) -> K) -> Option<usize> {
    let mut best: Option<(usize, K)> = None;
    for (index, point) in front.points.iter().enumerate().filter(|(_, p)| enough(&p.outcome)) {
        let here = key(&point.outcome);
        if best.as_ref().is_none_or(|(_, known)| here > *known) {
            best = Some((index, here));
        }
    }
    best.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::{Found, Point};
    use crate::loss::Loss;
    use crate::space::Node;

    /// Points of k, loss and −t, in a front's order.
    fn front(values: &[(f64, f64, f64)]) -> Front {
        let point = |(protection, loss, further): &(f64, f64, f64)| Point {
            place: Node::default().into(),
            outcome: Outcome {
                protection: *protection,
                loss: Loss { value: *loss, raw: *loss },
                further: vec![*further],
                threshold: f64::NEG_INFINITY,
                thresholds: vec![],
                suppressed: 0,
                classes: 50,
            },
            ties: vec![],
        };
        let found = Found { complete: true, ..Found::default() };
        Front { points: values.iter().map(point).collect(), found }
    }

    #[test]
    fn further_values_decide_between_equals() {
        let model = crate::privacy::find("k-anonymity").unwrap();
        // Points 1 and 3 lose as little; point 3 has the better t, though the smaller k.
        let front = front(&[(9.0, 0.3, -0.4), (9.0, 0.5, -0.1), (6.0, 0.3, -0.2), (5.0, 0.1, -0.5)]);
        let chosen = |choice| choose(&front, model, choice).unwrap();
        assert_eq!(chosen(Choice::Privacy(6.0)), 2);
        assert_eq!(chosen(Choice::Privacy(7.0)), 0);
        assert_eq!(chosen(Choice::Privacy(1.0)), 3);
        // Of the points with k = 9 the second has the better t.
        assert_eq!(chosen(Choice::MaxLoss(0.9)), 1);
        assert_eq!(chosen(Choice::MaxLoss(0.4)), 0);
        assert!(choose(&front, model, Choice::Privacy(10.0)).is_err());
        assert!(choose(&front, model, Choice::MaxLoss(0.05)).is_err_and(|e| e.hint().contains("0.100000")));
    }

    #[test]
    fn advice_says_that_it_looks_at_two_of_three() {
        let model = crate::privacy::find("k-anonymity").unwrap();
        let front = front(&[(9.0, 0.3, -0.4), (9.0, 0.5, -0.1), (6.0, 0.3, -0.2), (5.0, 0.1, -0.5)]);
        let sentences = advise(&front, model, 50).sentences;
        assert!(sentences[0].contains("4 points in 3 objectives"), "{sentences:?}");
        assert!(sentences[0].contains("looks at two of them, k-anonymity and the first loss"), "{sentences:?}");
        assert!(sentences[1].starts_with("In these there are 2 best trade-offs, from k = 5"), "{sentences:?}");
    }
}
