//! The objectives of a problem by name, and an outcome in the numbers that people know.

use super::{Outcome, Problem};
use crate::loss;
use crate::privacy::{self, Goal};

/// One of the things that are traded off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Objective {
    /// Its name in studies, flags and JSON.
    pub name: &'static str,
    /// Which end is good.
    pub goal: Goal,
    /// What it is about.
    pub aim: Aim,
    /// Letter of a model's parameter: k, l, t, …
    pub parameter: Option<&'static str>,
    /// What it measures, in one sentence for a publisher.
    pub measures: &'static str,
}

/// What an objective is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// A privacy model.
    Privacy,
    /// A loss metric.
    Loss,
    /// The number of suppressed rows.
    Rows,
}

impl Aim {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Aim::Privacy => "privacy",
            Aim::Loss => "loss",
            Aim::Rows => "rows",
        }
    }
}

/// The number of suppressed rows, where it is an objective of its own.
const SUPPRESSED_ROWS: Objective = Objective {
    name: "suppressed-rows",
    goal: Goal::Min,
    aim: Aim::Rows,
    parameter: None,
    measures: "how many rows are left out",
};

impl Problem {
    /// The objectives: the first model and the first metric, which charts and choices go by, then the further models,
    /// the further metrics and the suppressed rows.
    pub fn objectives(&self) -> Vec<Objective> {
        let model = |about: &'static privacy::About| Objective {
            name: about.name,
            goal: about.goal,
            aim: Aim::Privacy,
            parameter: Some(about.parameter),
            measures: about.measures,
        };
        let metric = |about: &'static loss::About| Objective {
            name: about.name,
            goal: Goal::Min,
            aim: Aim::Loss,
            parameter: None,
            measures: about.measures,
        };
        let first = [model(self.model()), metric(self.metric())].into_iter();
        let further = self.models().skip(1).map(model).chain(self.metrics().skip(1).map(metric));
        first.chain(further).chain(self.suppressed_rows.then_some(SUPPRESSED_ROWS)).collect()
    }

    /// An outcome in the numbers that people know, in the order of [`Problem::objectives`]: levels, losses, rows.
    pub fn values(&self, outcome: &Outcome) -> Vec<f64> {
        let mut levels = self.protections_of(outcome).map(|(about, protection)| about.level(protection));
        let mut values: Vec<f64> = levels.by_ref().take(1).chain([outcome.loss.value]).collect();
        values.extend(levels);
        // Losses and rows are negated inside; plus zero, so that nothing lost does not read "-0".
        values.extend(outcome.further.iter().skip(self.judges.len() - 1).map(|value| -value + 0.0));
        values
    }

    /// The protection of an outcome under each model, the first one first.
    pub fn protections_of<'o>(
        &self,
        outcome: &'o Outcome,
    ) -> impl Iterator<Item = (&'static privacy::About, f64)> + use<'_, 'o> {
        self.models().zip(std::iter::once(outcome.protection).chain(outcome.further.iter().copied()))
    }
}
