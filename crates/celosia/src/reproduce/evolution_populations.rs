//! "We ran the algorithm with different initial populations but did not notice any significant difference in the solutions
//! obtained" (chapter 1.5), measured: both figures' problems with ten seeds, each with a population of its own.

use std::fmt::Write;

use serde_json::json;

use super::evolution_study::{Chapter, Effort, Reading, Runs, values};
use super::scatter::{Axis, Mark, Panel, Series, svg};
use super::statement::{Holds, Statement};
use super::{About, Options, Reproduced};
use crate::compare::covers;
use crate::error::Result;
use crate::evaluate::Problem;
use crate::front::Front;
use crate::watch::Watch;

pub const POPULATIONS: About = About {
    name: "evolution-populations",
    shows: "how much ten initial populations matter to the solutions of both figures",
    reference: "Dewri et al., chapter on multi-objective disclosure control, 1.5: \"did not notice any significant difference\"",
    run: |options, watch| populations(options, Effort::published(), watch),
};

/// Populations unless told otherwise.
const POPULATION_SEEDS: usize = 10;
/// No significant difference: the hypervolumes spread over less than this part of their mean.
const LITTLE: f64 = 0.02;

fn populations(options: &Options, effort: Effort, watch: &dyn Watch) -> Result<Reproduced> {
    let options = Options { runs: Some(options.runs.unwrap_or(POPULATION_SEEDS).max(2)), ..options.clone() };
    let mut text = format!(
        "Initial populations: NSGA-II with {} of them ({})\n",
        options.runs.unwrap_or_default(),
        Reading::usual().name()
    );
    let (mut panels, mut problems, mut statements) = (Vec::new(), Vec::new(), Vec::new());
    for (figure, problem, limit, axis) in
        [("1.5", "weighted-k", None, "weighted-k"), ("1.6", "tolerance", Some("10%"), "k")]
    {
        let chapter = Chapter::open(problem, limit, &options, effort, watch)?;
        let runs = chapter.nsga2(Reading::usual(), chapter.seeds, watch)?;
        let ((least, most), mean) = (runs.range(), runs.mean());
        let spread = (most - least) / mean;
        let covered = covered(chapter.problem(Reading::usual()), &runs);
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "\nFigure {figure}: hypervolume {mean:.4} on average, from {least:.4} to {most:.4}: a spread of {:.1}%.\n\
             One run's solutions are at least as good as {:.0}% of another's, on average: the solutions differ, what they\n\
             are worth together does so little.",
            100.0 * spread,
            100.0 * covered,
        );
        statements.push(Statement {
            claim: format!("different initial populations, figure {figure}"),
            place: "chapter 1.5".into(),
            theirs: "no significant difference".into(),
            ours: format!("hypervolume {least:.4} to {most:.4}, a spread of {:.1} %", 100.0 * spread),
            holds: if spread < LITTLE { Holds::Yes } else { Holds::No },
            reading: format!(
                "less than 2 % of the hypervolume is no significant difference; {}",
                Reading::usual().name()
            ),
        });
        problems.push(json!({
            "figure": figure, "hypervolumes": runs.volumes, "mean": mean, "spread": spread, "covers_on_average": covered,
        }));
        panels.push(panel(figure, axis, &runs));
    }
    let json = json!({ "name": "Initial populations", "reading": Reading::usual().name(), "problems": problems });
    Ok(Reproduced { text, json, svg: svg("Ten initial populations", 2, &panels), statements })
}

fn panel(figure: &str, axis: &str, runs: &Runs) -> Panel {
    let of = |name: &str, mark: Mark, fronts: &[Front]| Series {
        name: name.into(),
        mark,
        points: fronts.iter().flat_map(|front| front.points.iter().map(values)).collect(),
    };
    let (first, others) = runs.fronts.split_at(1);
    Panel {
        title: format!("figure {figure}"),
        x: axis.into(),
        y: "loss".into(),
        axes: (Axis::Logarithmic, Axis::Linear),
        series: vec![of("the first", Mark::Dot, first), of("the others", Mark::Cloud, others)],
    }
}

/// The share of one run's points that another's are at least as good as, over all pairs.
fn covered(problem: &Problem, runs: &Runs) -> f64 {
    let objectives = problem.objectives();
    let points = |front: &Front| front.points.iter().map(|p| problem.values(&p.outcome)).collect::<Vec<_>>();
    let all: Vec<Vec<Vec<f64>>> = runs.fronts.iter().map(points).collect();
    let pairs =
        (0..all.len()).flat_map(|one| (0..all.len()).filter(move |other| *other != one).map(move |other| (one, other)));
    let shares: Vec<f64> = pairs.filter_map(|(one, other)| covers(&objectives, &all[one], &all[other])).collect();
    shares.iter().sum::<f64>() / shares.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::super::evolution_study::for_tests;
    use super::*;
    use crate::watch::Silent;

    #[test]
    fn both_problems_are_measured() {
        let options = Options { runs: Some(2), ..for_tests() };
        let found = populations(&options, Effort::small(), &Silent).unwrap();
        let problems = found.json["problems"].as_array().unwrap();
        assert_eq!((problems.len(), found.statements.len()), (2, 2));
        for problem in problems {
            let volumes = problem["hypervolumes"].as_array().unwrap();
            assert!(volumes.len() == 2 && volumes[0] != volumes[1], "another seed, another population: {volumes:?}");
        }
        assert!(found.statements.iter().all(|s| s.theirs == "no significant difference" && !s.ours.is_empty()));
    }
}
