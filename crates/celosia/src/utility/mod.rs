//! What readers get wrong who compute with a release in place of the table: counts and means of random ranges, and a classifier
//! trained on it. Losses price cells; this is what the prices buy, in any space.
//!
//! Only counts are needed, and no row is read again. What a cell shows is spread evenly over the values that it leaves open; the
//! mean of a column takes the middle of what each cell shows.

mod classifier;
mod means;

pub use classifier::Classifier;

use crate::classes::{Classes, Scratch, Track};
use crate::evaluate::Problem;
use crate::front::Point;
use crate::loss::{MOST_COLUMNS, Queries};
use crate::space::{Sets, Shown};

/// What a release of a point is good for.
#[derive(Debug, Clone, PartialEq)]
pub struct Utility {
    /// The mean relative error of random range counts over one, two, … columns.
    pub counts: Vec<f64>,
    /// The same of all of them.
    pub all_counts: f64,
    /// The mean error of means of random ranges, in standard deviations of their columns; nothing where no column has numbers.
    pub means: Option<f64>,
    /// A classifier of the class attribute, where the study has one.
    pub classifier: Option<Classifier>,
}

/// The classes that a point keeps, and what they show.
struct Kept {
    sets: Vec<Sets>,
    /// Per class the number of the set that each column shows, and its rows.
    classes: Vec<(Vec<u32>, u64)>,
}

impl Utility {
    /// That of a point, by the counts that a seed draws.
    pub fn of(problem: &Problem, point: &Point, seed: u64) -> Utility {
        let queries = Queries::new(&problem.frequency, seed);
        let shown = problem.shown(&point.place);
        let classes = problem.classes_of(&shown);
        let gone = problem.suppressed(&classes, &point.outcome);
        let answers = problem.answers(&queries, &shown, &classes, &|class| !gone[class]);
        let errors: Vec<(usize, f64)> =
            queries.list().iter().zip(answers).map(|(q, answer)| (q.runs.len(), queries.error(q, answer))).collect();
        let mean = |of: &dyn Fn(usize) -> bool| {
            let some: Vec<f64> = errors.iter().filter(|(columns, _)| of(*columns)).map(|(_, error)| *error).collect();
            (!some.is_empty()).then(|| some.iter().sum::<f64>() / some.len() as f64)
        };
        let counts = (1..=MOST_COLUMNS).map_while(|columns| mean(&|of| of == columns)).collect();
        let numbers = problem.sets_of_classes(&shown, &classes);
        let rows = numbers.into_iter().zip(classes.rows.iter().copied()).zip(&gone);
        let kept = Kept {
            sets: shown.sets(&problem.frequency),
            classes: rows.filter(|(_, gone)| !**gone).map(|(class, _)| class).collect(),
        };
        Utility {
            counts,
            all_counts: mean(&|_| true).unwrap_or(0.0),
            means: means::error(problem, &queries, &kept),
            classifier: labelled(problem, &shown).map(|labels| Classifier::of(problem, &kept, &labels, &gone)),
        }
    }
}

/// The classes with the histogram of the class attribute, where there is one.
fn labelled(problem: &Problem, shown: &Shown) -> Option<Classes> {
    problem.frequency.label.as_ref()?;
    // The classes that were judged, in their order.
    let track = Track { label: true, persons: problem.keeps_persons(), ..Track::default() };
    Some(match shown {
        Shown::ByColumn(groupings) => Classes::finest(&problem.frequency, track).roll_up(
            &problem.frequency,
            &groupings.iter().collect::<Vec<_>>(),
            &mut Scratch::default(),
        ),
        // Of a tuple whose rows go to several classes its labels are counted where most of it goes.
        Shown::ByClass(regions) => {
            let mut classes = Classes::of_partition(
                &problem.frequency,
                track,
                regions.class_of(),
                regions.classes(),
                &mut Scratch::default(),
            );
            classes.rows =
                Classes::of_regions(&problem.frequency, Track::default(), regions, &mut Scratch::default()).rows;
            classes
        }
    })
}
