//! What figures 4, 5 and 6 of POkA and section 6 say of them, beside what we find.

use super::poka_experiment::{DISCERNIBILITY, Experiment, KEPT, Trial};
use super::poka_figures::Run;
use super::{Holds, Statement};

fn statement(claim: &str, place: &str, theirs: &str, ours: String, holds: Holds, reading: &str) -> Statement {
    let (claim, place, theirs, reading) = (claim.into(), format!("POkA, {place}"), theirs.into(), reading.into());
    Statement { claim, place, theirs, ours, holds, reading }
}

fn yes(holds: bool) -> Holds {
    if holds { Holds::Yes } else { Holds::No }
}

/// Figure 4 and section 6.1, with the mean share of nodes under both readings of the classification error.
pub fn of_losses(runs: &[Run], means: [f64; 2]) -> Vec<Statement> {
    let mut all = Vec::new();
    for run in runs {
        let (found, optima) = (run.trial.protecting(&run.experiment), run.experiment.protecting());
        let reading = if run.loss.letters.starts_with("CE") { cost(run.loss.name == KEPT.name) } else { "k ≥ 2" };
        let ours = format!("{found} of {optima} optima, {} points beaten", run.trial.beaten);
        let (theirs, holds) = match run.loss.name == DISCERNIBILITY.name {
            true => ("one or two cases of sub-optimal or no identification", found < optima || run.trial.beaten > 0),
            false => ("all solutions are true optima", run.trial.beaten == 0),
        };
        // One point, the top, is a true optimum, and shows nothing.
        let holds = if holds && run.trial.front.points.len() > 1 { Holds::Yes } else { Holds::No };
        let close = run.loss.name == DISCERNIBILITY.name && holds == Holds::Yes && run.trial.beaten > 2;
        let holds = if close { Holds::InKind } else { holds };
        all.push(statement(&format!("points of POkA, {}", run.name()), "figure 4", theirs, ours, holds, reading));
        let decades = run.decades();
        // Over the decades up to 10,000: what is above are few nodes near the top.
        let falls = decades[..4].windows(2).all(|pair| pair[1] <= pair[0]);
        let ours = format!("{:?} nodes with k of 1 to 9, 10 to 99, 100 to 999, 1,000 to 9,999", &decades[..4]);
        all.push(statement("search space", "section 6.1", "denser towards lower k", ours, yes(falls), &run.name()));
    }
    for (mean, kept) in means.into_iter().zip([false, true]) {
        let ours = format!("{:.1} %", 100.0 * mean);
        let holds = if (0.175..0.225).contains(&mean) { Holds::Yes } else { Holds::No };
        all.push(statement(
            "nodes evaluated, mean over three losses",
            "section 6.3",
            "around 20 %",
            ours,
            holds,
            cost(kept),
        ));
    }
    all
}

fn cost(kept: bool) -> &'static str {
    if kept { "suppressed rows cost nothing in CE" } else { "suppressed rows cost 1 in CE" }
}

/// Figure 5 and section 6.2: depths 1, 2 and 3.
pub fn of_depths(experiment: &Experiment, trials: &[Trial]) -> Vec<Statement> {
    let optima = experiment.protecting();
    let claims = ["missed a number of optima", "some misidentification", "all optima"];
    let line = |(trial, theirs): (&Trial, &str)| {
        let found = trial.protecting(experiment);
        let holds = yes(if trial.depth == 3 { found == optima } else { found < optima });
        let ours = format!("{found} of {optima}");
        statement(&format!("optima at depth {}", trial.depth), "figure 5", theirs, ours, holds, "general loss, k ≥ 2")
    };
    trials.iter().zip(claims).map(line).collect()
}

/// Figure 6 and section 6.3: two to eight attributes.
pub fn of_lattices(runs: &[Run]) -> Vec<Statement> {
    let shares: Vec<f64> = runs.iter().map(|run| run.trial.share(&run.experiment)).collect();
    let falls = shares.windows(2).filter(|pair| pair[1] < pair[0]).count();
    let (first, last) = (shares.first().copied().unwrap_or(0.0), shares.last().copied().unwrap_or(0.0));
    let ours =
        format!("{:.1} % to {:.1} %, falling in {falls} of {} steps", 100.0 * first, 100.0 * last, shares.len() - 1);
    let holds = if falls + 1 == shares.len() { Holds::Yes } else { Holds::InKind };
    let holds = if last < first { holds } else { Holds::No };
    vec![statement(
        "share of nodes evaluated, 2 to 8 attributes",
        "figure 6",
        "drops as lattices grow",
        ours,
        holds,
        "attributes in the order of table 2",
    )]
}
