//! Figure 1.6 of the chapter on multi-objective disclosure control: k against loss with 10 % of the rows suppressed, the
//! steepest part magnified three times; with what a weighted sum of both would have found.

use std::fmt::Write;

use serde_json::json;

use super::evolution_study::{Chapter, Effort, Found, Reading, front_json, series, values};
use super::scatter::{Axis, Mark, Panel, Series, svg};
use super::statement::{Holds, Statement};
use super::{About, Options, Reproduced};
use crate::choose::{flat_regions, steep_stretches};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::front::{Front, Point, UnitBox};
use crate::privacy;
use crate::say::{self, count, thousands};
use crate::watch::Watch;

pub const FIGURE_1_6: About = About {
    name: "evolution-figure-1.6",
    shows: "k against loss on Adult with 10 % suppression, the steepest part magnified three times, under nine readings of the \
            settings",
    reference: "Dewri et al., chapter on multi-objective disclosure control, figure 1.6",
    run: |options, watch| figure(options, Effort::published(), watch),
};

const PLACE: &str = "chapter 1.5, figure 1.6";
const LINEAR: (Axis, Axis) = (Axis::Linear, Axis::Linear);
/// The figure has all solutions and three magnifications.
const PLOTS: usize = 4;

fn figure(options: &Options, effort: Effort, watch: &dyn Watch) -> Result<Reproduced> {
    let chapter = Chapter::open("tolerance", Some("10%"), options, effort, watch)?;
    let found = chapter.all(watch)?;
    let problem = chapter.problem(Reading::usual());
    let mut text = format!(
        "Figure 1.6: k against loss, at most {} of the rows suppressed\n{}\n\n",
        thousands(problem.limit as f64),
        chapter.conditions()
    );
    text += &found.table();
    text += "\nEach plot magnifies the steepest part of the one before, in the points of nsga2\n\n";
    let _ = writeln!(text, "{:>6} {:>18} {:>22} {:>8} {:>13}", "plot", "k", "loss", "points", "flat regions");
    let plots = plots(found.usual());
    let mut plots_json = Vec::new();
    for (number, points) in plots.iter().enumerate() {
        let flat = flat(points, problem.model());
        let (k, loss) = (ends(points, |p| values(p).0), ends(points, |p| values(p).1));
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{:>6} {:>18} {:>22} {:>8} {flat:>13}",
            number + 1,
            format!("{} to {}", say::number(k.0), say::number(k.1)),
            format!("{:.4} to {:.4}", loss.0, loss.1),
            points.len(),
        );
        let [k, loss] = [k, loss].map(|(low, high)| [low, high]);
        plots_json.push(json!({ "k": k, "loss": loss, "points": points.len(), "flat_regions": flat }));
    }
    text += "\nA region is flat where k rises by a third or more while the loss rises by 1.5% of the plot's range at most.\n";
    let json = json!({
        "name": "Figure 1.6", "bits": chapter.flow.problem.cuts.bits(), "limit": problem.limit, "plots": plots_json,
        "readings": found.json(), "reading": Reading::usual().name(),
        "nsga2": front_json(problem, found.usual()), "evolve": front_json(problem, &found.evolve.fronts[0]),
    });
    let svg = image(&plots, &found);
    Ok(Reproduced { text, json, svg, statements: statements(&chapter, &found) })
}

fn image(plots: &[Vec<Point>], found: &Found) -> String {
    let panel = |(number, points): (usize, &Vec<Point>)| Panel {
        title: match number {
            0 => "all solutions".into(),
            _ => format!("magnified {}", count(number as u64, "time", "times")),
        },
        x: "k".into(),
        y: "loss".into(),
        axes: LINEAR,
        series: vec![Series { name: "nsga2".into(), mark: Mark::Dot, points: points.iter().map(values).collect() }],
    };
    let mut panels: Vec<Panel> = plots.iter().enumerate().map(panel).collect();
    panels[0].series = series(found);
    panels.push(Panel {
        title: "hypervolume, a dot for each seed".into(),
        x: "reading, in the order of the table".into(),
        y: "hypervolume".into(),
        axes: LINEAR,
        series: found.volumes(),
    });
    svg("Figure 1.6: Adult, nine attributes, 10 % suppression", 2, &panels)
}

fn statements(chapter: &Chapter, found: &Found) -> Vec<Statement> {
    let model = chapter.flow.problem.model();
    let flat = found.statement(|front, _| {
        let with = plots(front).iter().filter(|points| flat(points, model) > 0).count();
        Statement {
            claim: "each plot shows locally flat regions".into(),
            place: PLACE.into(),
            theirs: "4 of 4 plots".into(),
            ours: format!("{with} of 4 plots"),
            holds: match with {
                PLOTS => Holds::Yes,
                0 => Holds::No,
                _ => Holds::InKind,
            },
            reading: String::new(),
        }
    });
    let steep = found.statement(|front, _| {
        let steep = steep_stretches(front, model);
        let said = steep.first().map(|s| (values(&front.points[s.from]).0, values(&front.points[s.to]).0, s.rise));
        Statement {
            claim: "on rising parts a publisher pays much for little privacy".into(),
            place: PLACE.into(),
            theirs: "rising parts exist".into(),
            ours: match said {
                Some((from, to, rise)) => {
                    format!("from k = {} to {} the loss rises by {rise:.3}", say::number(from), say::number(to))
                }
                None => "no stretch is steep by our rule".into(),
            },
            holds: if steep.is_empty() { Holds::No } else { Holds::Yes },
            reading: String::new(),
        }
    });
    let limit = found.statement(|front, reading| {
        let (most, limit) =
            (front.points.iter().map(|p| p.outcome.suppressed).max().unwrap_or(0), chapter.problem(reading).limit);
        Statement {
            claim: "suppression stays within the limit η (equation 1.6)".into(),
            place: "chapter 1.4.1.2".into(),
            theirs: "at most 10 %".into(),
            ours: format!("at most {} of {} rows", thousands(most as f64), thousands(limit as f64)),
            holds: if most <= limit { Holds::Yes } else { Holds::No },
            reading: String::new(),
        }
    });
    let sums = found.statement(|front, reading| {
        let (on_hull, all) = (hull(chapter.problem(reading), front), front.points.len());
        Statement {
            claim: "a weighted sum of the objectives gives one solution from one run".into(),
            place: "chapter 1.4".into(),
            theirs: "so trade-offs take many runs".into(),
            ours: format!("whatever the weights, {on_hull} of these {all} solutions at most"),
            holds: if on_hull < all { Holds::Yes } else { Holds::No },
            reading: String::new(),
        }
    });
    [flat, steep, limit, sums, vec![found.gain(PLACE)]].concat()
}

/// How many points of a front some weighting of the two objectives prefers, both from their worst to their best: the corners
/// of the convex hull.
fn hull(problem: &Problem, front: &Front) -> usize {
    let scales = UnitBox::of(problem);
    let places = front.points.iter().map(|point| scales.place(&problem.values(&point.outcome)));
    corners(places.map(|place| (place[0], place[1])).collect())
}

/// The corners that a line meets first that comes from the upper right.
fn corners(mut points: Vec<(f64, f64)>) -> usize {
    points.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)));
    let mut hull: Vec<(f64, f64)> = Vec::new();
    for point in points {
        if hull.last().is_some_and(|last| point.1 <= last.1) {
            continue;
        }
        while let [.., before, last] = hull[..] {
            // Does the way from the one before to the new point pass above the last one, or through it?
            let cross = (last.0 - before.0) * (point.1 - before.1) - (last.1 - before.1) * (point.0 - before.0);
            if cross > 0.0 {
                break;
            }
            hull.pop();
        }
        hull.push(point);
    }
    hull.len()
}

/// All points, and three times the steepest quarter of the plot before.
fn plots(front: &Front) -> Vec<Vec<Point>> {
    let mut plots = vec![front.points.clone()];
    while plots.len() < PLOTS {
        plots.push(steepest(&plots[plots.len() - 1]));
    }
    plots
}

/// Flat regions of a plot by itself.
fn flat(points: &[Point], model: &privacy::About) -> usize {
    flat_regions(&Front { points: points.to_vec(), found: Default::default() }, model).len()
}

fn ends(points: &[Point], of: impl Fn(&Point) -> f64) -> (f64, f64) {
    points.iter().map(of).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
}

/// The quarter of the k of these points in which the loss rises most.
fn steepest(points: &[Point]) -> Vec<Point> {
    let k = |point: &Point| point.outcome.protection;
    let (least, most) = ends(points, k);
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

#[cfg(test)]
mod tests {
    use super::super::evolution_study::for_tests;
    use super::*;
    use crate::watch::Silent;

    #[test]
    fn corners_of_a_staircase() {
        // The middle point lies below the line between the others, then above it, then on it.
        assert_eq!(corners(vec![(0.0, 1.0), (0.4, 0.4), (1.0, 0.0)]), 2);
        assert_eq!(corners(vec![(0.0, 1.0), (0.6, 0.6), (1.0, 0.0)]), 3);
        assert_eq!(corners(vec![(0.0, 1.0), (0.5, 0.5), (1.0, 0.0)]), 2);
        assert_eq!(corners(vec![(0.5, 0.5)]), 1);
        assert_eq!(corners(vec![]), 0);
    }

    #[test]
    fn every_reading_is_run_and_said() {
        let found = figure(&for_tests(), Effort::small(), &Silent).unwrap();
        assert_eq!(found.json["readings"].as_array().unwrap().len(), super::super::evolution_study::READINGS.len() + 1);
        assert_eq!((&found.json["bits"], &found.json["limit"]), (&json!(157), &json!(3016)));
        assert_eq!(found.json["plots"].as_array().unwrap().len(), PLOTS);
        let claims: Vec<&str> = found.statements.iter().map(|s| s.claim.as_str()).collect();
        for claim in ["locally flat", "rising parts", "limit η", "weighted sum", "hypervolume"] {
            assert!(claims.iter().any(|c| c.contains(claim)), "{claims:?}");
        }
        let within = found.statements.iter().find(|s| s.claim.contains("limit η")).unwrap();
        assert_eq!((within.holds, within.reading.as_str()), (Holds::Yes, super::super::evolution_study::ALL));
    }
}
