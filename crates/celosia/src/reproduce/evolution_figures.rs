//! Figures 1.5 and 1.6 of the chapter on multi-objective disclosure control: NSGA-II on Adult with nine attributes, and
//! what `evolve` adds. The chapter prints no numbers, so what it says in words is measured instead.

use std::fmt::Write;

use serde_json::{Value, json};

use super::scatter::{Axis, Mark, Panel, Series, svg, svg_with_insets};
use super::{About, Options, Reproduced};
use crate::choose::flat_regions;
use crate::error::Result;
use crate::flow::Flow;
use crate::front::{Found, Front, Point};
use crate::say::{self, count, thousands};
use crate::study::{Study, StudyFile};
use crate::watch::Watch;

pub const FIGURE_1_5: About = About {
    name: "evolution-figure-1.5",
    shows: "weighted-k against generalization loss on Adult without suppression, with the class sizes of two solutions",
    reference: "Dewri et al., chapter on multi-objective disclosure control, figure 1.5",
    run: figure_1_5,
};

pub const FIGURE_1_6: About = About {
    name: "evolution-figure-1.6",
    shows: "k against loss on Adult with 10 % suppression, the steepest part magnified three times",
    reference: "Dewri et al., chapter on multi-objective disclosure control, figure 1.6",
    run: figure_1_6,
};

const LINEAR: (Axis, Axis) = (Axis::Linear, Axis::Linear);

/// The chapter's study (1.5): nine attributes, of which four are held to their hierarchies.
fn flow(problem: &str, limit: Option<&str>, options: &Options, watch: &dyn Watch) -> Result<Flow> {
    let mut file = StudyFile::read(&options.adult.with_file_name("study.toml"))?;
    file.set_column("occupation", "role", "quasi-identifier".into());
    for (constrained, columns) in [
        (false, &["age", "education", "race", "sex", "salary-class"][..]),
        (true, &["workclass", "marital-status", "occupation", "native-country"]),
    ] {
        for column in columns {
            file.set_column(column, "constrained", constrained.into());
        }
    }
    file.objectives = Default::default();
    file.objectives.problem = Some(problem.into());
    file.suppression = Default::default();
    file.suppression.limit = limit.map(Into::into);
    file.search.seed = Some(options.seed);
    file.search.space = Some("cuts".into());
    Flow::open(Study::check("the chapter's study", &file)?, watch)
}

/// What both searches find.
fn fronts(flow: &Flow, watch: &dyn Watch) -> Result<[Front; 2]> {
    let run = |name: &str| {
        let front = flow.front(&flow.request().search(name), watch)?;
        // Half a search would look like a whole one in a figure.
        watch.check().map(|()| front)
    };
    Ok([run("nsga2")?, run("evolve")?])
}

fn figure_1_5(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let flow = flow("weighted-k", None, options, watch)?;
    let [published, evolved] = fronts(&flow, watch)?;
    let mut text =
        format!("Figure 1.5: weighted-k against generalization loss, nothing suppressed\n{}\n\n", conditions(&flow));
    text += &summary(&flow, &[&published, &evolved]);
    // Two solutions that lie well apart: at a third and at two thirds of the loss.
    let examples: Vec<Example> =
        [1.0 / 3.0, 2.0 / 3.0].iter().filter_map(|share| Example::near(&flow, &published, *share)).collect();
    text += "\nThe insets: the share of rows in classes up to each size\n\n";
    let _ = writeln!(
        text,
        "{:>12} {:>8} {:>9} {:>9} {:>9} {:>9} {:>14}",
        "weighted-k", "loss", "≤ 10", "≤ 100", "≤ 1,000", "≤ 10,000", "largest step"
    );
    for example in &examples {
        let upto = |size: u64| format!("{:.1}%", 100.0 * example.share_up_to(size));
        let _ = writeln!(
            text,
            "{:>12} {:>8.4} {:>9} {:>9} {:>9} {:>9} {:>14}",
            say::number(example.weighted_k.round()),
            example.loss,
            upto(10),
            upto(100),
            upto(1000),
            upto(10_000),
            format!("{:.1}%", 100.0 * example.largest_step()),
        );
    }
    let abrupt = examples.windows(2).all(|pair| pair[1].largest_step() > pair[0].largest_step());
    text += &format!(
        "\nThe chapter: the solution that loses less has classes of all sizes and a distribution that rises\n\
         continuously; that of the other rises abruptly. Here the largest single step of the second is {} than\n\
         that of the first: {}.\n",
        if abrupt { "larger" } else { "not larger" },
        if abrupt { "as in the chapter" } else { "not as in the chapter" },
    );
    let panel = Panel {
        title: String::new(),
        x: "weighted-k".into(),
        y: "generalization loss".into(),
        axes: LINEAR,
        series: both(&published, &evolved),
    };
    let places = [(20.0, 12.0), (66.5, 55.0)];
    let insets: Vec<(Panel, (f64, f64))> =
        examples.iter().zip(places).map(|(example, place)| (example.panel(), place)).collect();
    let image = svg_with_insets("Figure 1.5: Adult, nine attributes, nothing suppressed", &panel, &insets);
    let json = json!({
        "name": "Figure 1.5", "bits": flow.problem.cuts.bits(), "rows": flow.problem.frequency.rows,
        "nsga2": front_json(&flow, &published), "evolve": front_json(&flow, &evolved),
        "examples": examples.iter().map(Example::json).collect::<Vec<_>>(), "abrupt": abrupt,
    });
    Ok(Reproduced { text, json, svg: image, statements: Vec::new() })
}

fn figure_1_6(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let flow = flow("tolerance", Some("10%"), options, watch)?;
    let [published, evolved] = fronts(&flow, watch)?;
    let mut text = format!(
        "Figure 1.6: k against loss, at most {} of the rows suppressed\n{}\n\n",
        thousands(flow.problem.limit as f64),
        conditions(&flow)
    );
    text += &summary(&flow, &[&published, &evolved]);
    text += "\nEach plot magnifies the steepest part of the one before, in the points of nsga2\n\n";
    let _ = writeln!(text, "{:>6} {:>18} {:>22} {:>8} {:>13}", "plot", "k", "loss", "points", "flat regions");
    let mut shown = vec![published.points.clone()];
    for _ in 0..3 {
        let part = steepest(&shown[shown.len() - 1]);
        shown.push(part);
    }
    let mut plots = Vec::new();
    for (number, points) in shown.iter().enumerate() {
        let part = Front { points: points.clone(), found: Found::default() };
        let flat = flat_regions(&part, flow.problem.model()).len();
        let ends = |of: &dyn Fn(&Point) -> f64| {
            let values = points.iter().map(of);
            (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max))
        };
        let (k, loss) = (ends(&|p| p.outcome.protection), ends(&|p| p.outcome.loss.value));
        let _ = writeln!(
            text,
            "{:>6} {:>18} {:>22} {:>8} {flat:>13}",
            number + 1,
            format!("{} to {}", say::number(k.0), say::number(k.1)),
            format!("{:.4} to {:.4}", loss.0, loss.1),
            points.len(),
        );
        plots.push(json!({ "k": [k.0, k.1], "loss": [loss.0, loss.1], "points": points.len(), "flat_regions": flat }));
    }
    let flat = plots.iter().filter(|plot| plot["flat_regions"].as_u64() > Some(0)).count();
    text += &format!(
        "\nThe chapter: each plot shows locally flat regions. By our rule (k rises by a third or more while the loss rises\n\
         by 1.5% of the plot's range at most) {} of the 4 plots have some.\n",
        if flat == 4 { "all".into() } else { thousands(flat as f64) },
    );
    let panel = |(number, points): (usize, &Vec<Point>)| Panel {
        title: if number == 0 {
            "all solutions".into()
        } else {
            format!("magnified {}", count(number as u64, "time", "times"))
        },
        x: "k".into(),
        y: "loss".into(),
        axes: LINEAR,
        series: vec![Series { name: "nsga2".into(), mark: Mark::Dot, points: points.iter().map(values).collect() }],
    };
    let mut panels: Vec<Panel> = shown.iter().enumerate().map(panel).collect();
    panels[0].series = both(&published, &evolved);
    let image = svg("Figure 1.6: Adult, nine attributes, 10 % suppression", 2, &panels);
    let json = json!({
        "name": "Figure 1.6", "bits": flow.problem.cuts.bits(), "limit": flow.problem.limit, "plots": plots,
        "nsga2": front_json(&flow, &published), "evolve": front_json(&flow, &evolved),
    });
    Ok(Reproduced { text, json, svg: image, statements: Vec::new() })
}

/// The quarter of the k of these points in which the loss rises most.
fn steepest(points: &[Point]) -> Vec<Point> {
    let k = |point: &Point| point.outcome.protection;
    let (least, most) = points.iter().map(k).fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), k| (l.min(k), m.max(k)));
    let width = (most - least) / 4.0;
    let inside = |from: f64| points.iter().filter(move |p| (from..=from + width).contains(&p.outcome.protection));
    let rise = |from: f64| {
        let losses = inside(from).map(|p| p.outcome.loss.value);
        losses.clone().fold(f64::NEG_INFINITY, f64::max) - losses.fold(f64::INFINITY, f64::min)
    };
    let starts = points.iter().map(k).filter(|from| from + width <= most);
    let best = starts.map(|from| (rise(from), from)).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(Vec::new(), |(_, from)| inside(from).cloned().collect())
}

fn conditions(flow: &Flow) -> String {
    let (problem, evolution) = (&flow.problem, &flow.source.study.search.evolution);
    format!(
        "Adult, {} rows, nine attributes, {} bits; population {}, crossover {}, mutation {}",
        thousands(problem.frequency.rows as f64),
        problem.cuts.bits(),
        evolution.population,
        evolution.crossover,
        evolution.mutation
    )
}

fn summary(flow: &Flow, fronts: &[&Front]) -> String {
    let mut text = format!("{:>8} {:>8} {:>12} {:>12}\n", "", "points", "evaluated", "hypervolume");
    for front in fronts {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{:>8} {:>8} {:>12} {:>12.4}",
            front.found.algorithm,
            thousands(front.points.len() as f64),
            thousands(front.found.evaluated as f64),
            front.hypervolume(&flow.problem)
        );
    }
    text + "(the chapter prints no numbers; its solutions are those of nsga2)\n"
}

/// A solution with the sizes of its classes.
struct Example {
    weighted_k: f64,
    loss: f64,
    /// Class sizes, rising, with the rows in classes of that size.
    sizes: Vec<(u64, u64)>,
    rows: u64,
}

impl Example {
    /// The point whose loss is nearest to a share of the front's largest.
    fn near(flow: &Flow, front: &Front, share: f64) -> Option<Example> {
        let most = front.points.iter().map(|p| p.outcome.loss.value).fold(0.0, f64::max);
        let far = |p: &&Point| (p.outcome.loss.value - share * most).abs();
        let point = front.points.iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
        let classes = flow.problem.classes_of(&flow.problem.shown(&point.place));
        let mut sizes = std::collections::BTreeMap::new();
        classes.rows.iter().for_each(|rows| *sizes.entry(*rows).or_insert(0) += rows);
        let (weighted_k, loss) = values(point);
        Some(Example { weighted_k, loss, sizes: sizes.into_iter().collect(), rows: flow.problem.frequency.rows })
    }

    fn share_up_to(&self, size: u64) -> f64 {
        let rows: u64 = self.sizes.iter().take_while(|(s, _)| *s <= size).map(|(_, rows)| rows).sum();
        rows as f64 / self.rows as f64
    }

    fn largest_step(&self) -> f64 {
        self.sizes.iter().map(|(_, rows)| *rows).max().unwrap_or(0) as f64 / self.rows as f64
    }

    /// The cumulative distribution, as steps.
    fn panel(&self) -> Panel {
        let mut points = Vec::new();
        let mut below = 0;
        for (size, rows) in &self.sizes {
            points.push((*size as f64, below as f64 / self.rows as f64));
            below += rows;
            points.push((*size as f64, below as f64 / self.rows as f64));
        }
        Panel {
            title: format!("weighted-k {}, loss {:.3}", say::number(self.weighted_k.round()), self.loss),
            x: "k".into(),
            y: "share of rows in classes up to k".into(),
            axes: (Axis::Logarithmic, Axis::Linear),
            series: vec![Series { name: "rows".into(), mark: Mark::Line, points }],
        }
    }

    /// For programs. Sizes of classes are counts of the public Adult table.
    fn json(&self) -> Value {
        let sizes: Vec<Value> = self.sizes.iter().map(|(size, rows)| json!([size, rows])).collect();
        json!({ "weighted_k": self.weighted_k, "loss": self.loss, "largest_step": self.largest_step(), "sizes": sizes })
    }
}

fn values(point: &Point) -> (f64, f64) {
    (point.outcome.protection, point.outcome.loss.value)
}

fn both(published: &Front, evolved: &Front) -> Vec<Series> {
    let series = |name: &str, mark: Mark, front: &Front| Series {
        name: name.into(),
        mark,
        points: front.points.iter().map(values).collect(),
    };
    vec![series("evolve", Mark::Cloud, evolved), series("nsga2", Mark::Dot, published)]
}

fn front_json(flow: &Flow, front: &Front) -> Value {
    let points: Vec<Value> = front.points.iter().map(values).map(|(k, loss)| json!({ "k": k, "loss": loss })).collect();
    json!({
        "evaluated": front.found.evaluated, "why": front.found.why(),
        "hypervolume": front.hypervolume(&flow.problem), "points": points,
    })
}
