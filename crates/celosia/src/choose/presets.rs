//! Where a front comes within the figures of a preset: "from here on".

use super::say_level;
use crate::evaluate::Problem;
use crate::front::{Front, Point};
use crate::require::{Measure, Measured, Preset};

/// Where a front comes within the figures of a preset.
#[derive(Debug, Clone, PartialEq)]
pub struct Crossing {
    /// The number of the preset among those in force.
    pub preset: usize,
    /// The point that is within every figure and loses least, by its index; nothing where none is, or where there is no figure.
    pub point: Option<usize>,
    /// The preset's name.
    pub name: String,
    /// All of it in a sentence.
    pub says: String,
}

/// What presets look at, of a point of a front. Levels of models are those against the table, before suppression.
pub fn measured(problem: &Problem, point: &Point, presets: &[Preset]) -> Measured {
    let rules = presets.iter().flat_map(|preset| &preset.rules);
    let models: Vec<&str> = rules
        .filter_map(|rule| if let Measure::Model(name) = &rule.measure { Some(name.as_str()) } else { None })
        .collect();
    let together = presets.iter().map(Preset::together).max().unwrap_or(0);
    problem.measured(&point.place, &point.outcome, &models, together)
}

/// Where the front comes within the figures of each preset.
pub fn crossings(problem: &Problem, front: &Front, presets: &[Preset]) -> Vec<Crossing> {
    if presets.is_empty() {
        return Vec::new();
    }
    let all: Vec<Measured> = front.points.iter().map(|point| measured(problem, point, presets)).collect();
    let crossing = |(number, preset): (usize, &Preset)| {
        let within = (0..all.len()).filter(|at| preset.within(&all[*at]) == Some(true));
        let loss = |at: usize| front.points[at].outcome.loss.value;
        let point = within.min_by(|a, b| loss(*a).total_cmp(&loss(*b)));
        let figures: Vec<String> = preset
            .rules
            .iter()
            .filter_map(|rule| Some(format!("{} {}", rule.measure.says(), rule.figure()?)))
            .collect();
        let figures = figures.join(" and ");
        let says = match point {
            _ if figures.is_empty() => format!("{}: it has no figure that a front could reach.", preset.named()),
            None => format!("{}: no point has {figures}.", preset.named()),
            Some(at) => {
                let point = &front.points[at];
                let level = say_level(problem.model(), point.outcome.protection);
                let from = if front.points.len() > 1 { "from here on " } else { "" };
                format!("{}: {from}{figures}: {level} costs {:.3} (point {}).", preset.named(), loss(at), at + 1)
            }
        };
        Crossing { preset: number, point, name: preset.id.clone(), says }
    };
    presets.iter().enumerate().map(crossing).collect()
}
