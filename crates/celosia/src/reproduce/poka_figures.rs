//! Figures 4, 5 and 6 of POkA: three losses, three depths, two to eight attributes.

use std::fmt::Write;

use serde_json::{Value, json};

use super::poka_experiment::{
    ALL, CLASSIFICATION, DISCERNIBILITY, Experiment, GENERAL, KEPT, Loss, Trial, points_json, values,
};
use super::scatter::{LOGARITHMIC, Mark, Panel, Series, svg};
use super::{About, Options, Reproduced, bars, poka_statements};
use crate::error::Result;
use crate::front::{Point, dominates};
use crate::say::thousands;
use crate::tree;
use crate::watch::Watch;

pub const FIGURE_4: About = About {
    name: "poka-figure-4",
    shows: "search space, true optima and POkA's points on Adult for general loss, discernibility and classification error",
    reference: "Dewri et al., POkA (CIKM 2009), figure 4",
    run: figure_4,
};

pub const FIGURE_5: About = About {
    name: "poka-figure-5",
    shows: "true optima and POkA's points on Adult at depths 1, 2 and 3",
    reference: "Dewri et al., POkA (CIKM 2009), figure 5",
    run: figure_5,
};

pub const FIGURE_6: About = About {
    name: "poka-figure-6",
    shows: "share of the nodes that POkA evaluates on Adult with 2 to 8 attributes",
    reference: "Dewri et al., POkA (CIKM 2009), figure 6",
    run: figure_6,
};

/// Section 6.3: around 20 % of the nodes on average over the three losses.
const PAPER_SHARE: f64 = 0.2;

fn figure_4(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let mut runs = Vec::new();
    for loss in [GENERAL, DISCERNIBILITY, CLASSIFICATION, KEPT] {
        let experiment = Experiment::open(loss, ALL, options, watch)?;
        let trials = experiment.trials(&[experiment.average_depth()], watch)?;
        runs.extend(trials.into_iter().next().map(|trial| Run { loss, experiment, trial }));
    }
    let mut text = String::from("Figure 4: true optima and what POkA finds of them, for three losses\n");
    let first = runs.first().map(|r| format!("{}; depth {} (= d_avg)\n\n", r.experiment.conditions(), r.trial.depth));
    text += &first.unwrap_or_default();
    text += &summary(runs.iter().map(|r| (r.name(), &r.experiment, &r.trial)));
    // The paper does not say whether a suppressed row is an error of the classifier.
    let mean_with = |letters: &str| {
        let three =
            runs.iter().filter(|r| [GENERAL.letters, DISCERNIBILITY.letters, letters].contains(&r.loss.letters));
        three.map(|r| r.trial.share(&r.experiment)).sum::<f64>() / 3.0
    };
    let means = [mean_with(CLASSIFICATION.letters), mean_with(KEPT.letters)];
    text += &format!(
        "On average over three losses {:.1}% of the nodes are evaluated where a suppressed row costs as an\n\
         error of the classifier, and {:.1}% where it costs nothing. The paper says around {:.0}%; its figure\n\
         has no numbers.\n",
        100.0 * means[0],
        100.0 * means[1],
        100.0 * PAPER_SHARE
    );
    for run in &runs {
        text += &run.plateau();
        text += &run.beaten();
    }
    text += &dense(&runs);
    text += "POkA ends as soon as k is 2 or less, so it does not look for k = 1.\n\n\
             The true optima (● POkA finds it, ○ it does not):\n\n";
    let columns: Vec<Vec<String>> = runs
        .iter()
        .map(|run| {
            let head = [run.loss.name.to_string(), format!("{:>7} {:>9}", "k", "loss")];
            head.into_iter().chain(marked(&run.experiment, std::slice::from_ref(&run.trial))).collect()
        })
        .collect();
    text += &beside(&columns);

    let space = |run: &Run| Panel {
        title: format!("{}: search space", run.name()),
        x: "k".into(),
        y: run.loss.name.into(),
        axes: LOGARITHMIC,
        series: vec![
            Series {
                name: "node".into(),
                mark: Mark::Cloud,
                points: run.experiment.space.iter().map(|(_, o)| (o.protection, o.loss.value)).collect(),
            },
            series(OPTIMA, Mark::Ring, &run.experiment.optima),
        ],
    };
    let panels: Vec<Panel> = runs.iter().map(space).chain(runs.iter().map(Run::panel)).collect();
    let image = svg("Figure 4: POkA on Adult, three losses and two readings of one", 4, &panels);
    let json = json!({
        "name": "Figure 4", "rule": "tolerance", "paper": { "mean_share": PAPER_SHARE }, "mean_share": means[0],
        "mean_share_where_suppressed_rows_cost_nothing": means[1],
        "losses": runs.iter().map(Run::json).collect::<Vec<_>>(),
    });
    let statements = poka_statements::of_losses(&runs, means);
    Ok(Reproduced { text, json, svg: image, statements })
}

fn figure_5(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let experiment = Experiment::open(GENERAL, ALL, options, watch)?;
    let trials = experiment.trials(&[1, 2, 3], watch)?;
    let mut text = format!(
        "Figure 5: true optima and what POkA finds of them at depths 1, 2 and 3 (= d_avg)\n{}; {}\n\n",
        experiment.conditions(),
        GENERAL.name
    );
    text += &summary(trials.iter().map(|t| (format!("depth {}", t.depth), &experiment, t)));
    text += "The paper's figure has no numbers; those of its Table 3 stand in poka-table-3.\n\n\
             The true optima, and whether POkA finds them (●) or not (○) at depths 1, 2 and 3:\n\n";
    let lines = marked(&experiment, &trials);
    let head = format!("{:>7} {:>9} 1 2 3", "k", "loss");
    let columns: Vec<Vec<String>> =
        lines.chunks(lines.len().div_ceil(3).max(1)).map(|c| [std::slice::from_ref(&head), c].concat()).collect();
    text += &beside(&columns);

    let panels: Vec<Panel> =
        trials.iter().map(|t| panel(format!("depth {}", t.depth), GENERAL, &experiment, t)).collect();
    let image = svg("Figure 5: POkA on Adult at depths 1, 2 and 3", 3, &panels);
    let json = json!({
        "name": "Figure 5", "loss": GENERAL.name, "rule": "tolerance", "limit": experiment.problem.limit,
        "nodes": experiment.nodes(), "front": points_json(&experiment.optima),
        "depths": trials.iter().map(|t| t.json(&experiment)).collect::<Vec<_>>(),
    });
    let statements = poka_statements::of_depths(&experiment, &trials);
    Ok(Reproduced { text, json, svg: image, statements })
}

fn figure_6(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let mut runs = Vec::new();
    for attributes in 2..=ALL {
        let experiment = Experiment::open(DISCERNIBILITY, attributes, options, watch)?;
        let trials = experiment.trials(&[experiment.average_depth()], watch)?;
        runs.extend(trials.into_iter().next().map(|trial| Run { loss: DISCERNIBILITY, experiment, trial }));
    }
    let attributes = |run: &Run| run.experiment.attributes.len();
    let last = |run: &Run| run.experiment.attributes.last().cloned().unwrap_or_default();
    let name = |run: &Run| match run.experiment.attributes.as_slice() {
        [first, second] => format!("2: {first}, {second}"),
        _ => format!("{}: … and {}", attributes(run), last(run)),
    };
    let conditions = runs.first().map(|r| r.experiment.conditions()).unwrap_or_default();
    let mut text = format!(
        "Figure 6: share of the nodes that POkA evaluates with 2 to 8 attributes\n{conditions}; {}; depth d_avg\n\n",
        DISCERNIBILITY.name
    );
    text += &summary(runs.iter().map(|r| (name(r), &r.experiment, &r.trial)));
    let lines: Vec<(String, f64)> =
        runs.iter().map(|r| (format!("{} attributes", attributes(r)), r.trial.share(&r.experiment))).collect();
    let rises = lines.windows(2).rposition(|pair| pair[1].1 >= pair[0].1).map_or(0, |last| last + 1);
    text += &format!(
        "The paper's figure has no numbers, and it does not say which attributes it took; here they come in\n\
         the order of its Table 2. It finds that the share falls as lattices grow: here from {} on.\n\n\
         share of the nodes evaluated\n",
        lines.get(rises).map_or("", |(name, _)| name)
    );
    text += &tree::bars(&lines, options.width);

    let groups: Vec<(String, Vec<f64>)> = lines.iter().map(|(name, share)| (name.clone(), vec![*share])).collect();
    let image = bars::svg("Figure 6: share of the nodes that POkA evaluates", &["ours".into()], &groups);
    let json = json!({
        "name": "Figure 6", "loss": DISCERNIBILITY.name, "rule": "tolerance",
        "lattices": runs.iter().map(Run::json).collect::<Vec<_>>(),
    });
    let statements = poka_statements::of_lattices(&runs);
    Ok(Reproduced { text, json, svg: image, statements })
}

/// A loss with its search space and what POkA found in it.
pub struct Run {
    pub loss: Loss,
    pub experiment: Experiment,
    pub trial: Trial,
}

/// Decades of k, each up to here.
const DECADES: [(&str, f64); 5] =
    [("1 to 9", 10.0), ("10 to 99", 100.0), ("100 to 999", 1e3), ("1,000 to 9,999", 1e4), ("and more", f64::INFINITY)];

impl Run {
    /// Nodes of each decade of k.
    pub fn decades(&self) -> [usize; 5] {
        let mut found = [0; 5];
        for (_, outcome) in &self.experiment.space {
            found[DECADES.iter().position(|(_, end)| outcome.protection < *end).unwrap_or(4)] += 1;
        }
        found
    }

    /// The loss with the paper's letters for it.
    pub fn name(&self) -> String {
        format!("{} ({})", self.loss.name, self.loss.letters)
    }

    fn panel(&self) -> Panel {
        panel(format!("{}: POkA, depth {}", self.name(), self.trial.depth), self.loss, &self.experiment, &self.trial)
    }

    /// Says so where POkA cannot even leave the top.
    fn plateau(&self) -> String {
        let [top] = &self.trial.front.points[..] else { return String::new() };
        format!(
            "With {} POkA ends where it starts: none of the {} neighbours of the top\n\
             loses less than its {:.6}, and Function 1 goes on only where less is lost. The paper does\n\
             not say how it left this plateau.\n",
            self.loss.name,
            self.experiment.attributes.len(),
            values(top).1
        )
    }

    /// Names the points that POkA takes for optima and that are none.
    fn beaten(&self) -> String {
        let (optima, points) = (&self.experiment.optima, &self.trial.front.points);
        let is_beaten = |p: &&Point| optima.iter().any(|o| dominates(&o.outcome, &p.outcome));
        let beaten: Vec<String> = points.iter().filter(is_beaten).map(|p| format!("{}", values(p).0)).collect();
        match beaten.len() {
            0 => String::new(),
            _ => format!("With {} true optima beat POkA's points at k = {}.\n", self.loss.name, beaten.join(", ")),
        }
    }

    fn json(&self) -> Value {
        json!({
            "loss": self.loss.name, "attributes": self.experiment.attributes, "nodes": self.experiment.nodes(),
            "limit": self.experiment.problem.limit, "front": points_json(&self.experiment.optima),
            "poka": self.trial.json(&self.experiment),
        })
    }
}

/// How many nodes each decade of k has, for each loss.
fn dense(runs: &[Run]) -> String {
    let mut text = String::from("The search space is denser at low k (6.1); nodes with k\n");
    let heads: String = DECADES.iter().map(|(name, _)| format!("{name:>16}")).collect();
    let _ = writeln!(text, "{:<14}{heads}", "");
    for run in runs {
        let numbers: String = run.decades().iter().map(|n| format!("{:>16}", thousands(*n as f64))).collect();
        let _ = writeln!(text, "{:<14}{numbers}", run.loss.letters);
    }
    text
}

/// A line for each run: how large, how much of it evaluated, what was found.
fn summary<'r>(runs: impl Iterator<Item = (String, &'r Experiment, &'r Trial)>) -> String {
    let mut text = format!(
        "{:<42} {:>6} {:>5} {:>14} {:>9} {:>9} {:>6}\n",
        "", "nodes", "depth", "evaluated", "of optima", "of k ≥ 2", "beaten"
    );
    for (name, experiment, trial) in runs {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{name:<42} {:>6} {:>5} {:>6} {:>6.1}% {:>9} {:>9} {:>6}",
            thousands(experiment.nodes() as f64),
            trial.depth,
            thousands(trial.front.found.evaluated as f64),
            100.0 * trial.share(experiment),
            format!("{} of {}", trial.hits(), experiment.optima.len()),
            format!("{} of {}", trial.protecting(experiment), experiment.protecting()),
            trial.beaten,
        );
    }
    text + "(of optima, of k ≥ 2: true optima among POkA's points; beaten: points that a true optimum beats)\n"
}

/// A line for each true optimum: its values, and for each trial whether it was found.
fn marked(experiment: &Experiment, trials: &[Trial]) -> Vec<String> {
    let line = |(number, optimum): (usize, &Point)| {
        let (k, loss) = values(optimum);
        let marks = trials.iter().map(|t| if t.found[number] { " ●" } else { " ○" });
        format!("{:>7} {loss:>9.6}{}", thousands(k), marks.collect::<String>())
    };
    experiment.optima.iter().enumerate().map(line).collect()
}

/// Columns of text side by side.
fn beside(columns: &[Vec<String>]) -> String {
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..rows {
        let mut line = String::new();
        for column in columns {
            let width = column.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
            let _ = write!(line, "{:<width$}    ", column.get(row).map_or("", String::as_str));
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

const OPTIMA: &str = "true optimum";

fn panel(title: String, loss: Loss, experiment: &Experiment, trial: &Trial) -> Panel {
    Panel {
        title,
        x: "k".into(),
        y: loss.name.into(),
        axes: LOGARITHMIC,
        series: vec![
            series(OPTIMA, Mark::Ring, &experiment.optima),
            series("point of POkA", Mark::Dot, &trial.front.points),
        ],
    }
}

fn series(name: &str, mark: Mark, points: &[Point]) -> Series {
    Series { name: name.into(), mark, points: points.iter().map(values).collect() }
}
