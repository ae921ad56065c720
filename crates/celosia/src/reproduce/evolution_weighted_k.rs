//! Figure 1.5 of the chapter on multi-objective disclosure control (figure 1 of the ICDE paper): weighted-k against
//! generalization loss, nothing suppressed, with the class sizes of its two ends.

use std::fmt::Write;

use serde_json::{Value, json};

use super::evolution_study::{Chapter, Effort, Found, Reading, front_json, series, values};
use super::scatter::{Axis, Mark, Panel, Series, svg_with_insets};
use super::statement::{Holds, Statement};
use super::{About, Options, Reproduced};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::front::{Front, Point};
use crate::say;
use crate::watch::Watch;

pub const FIGURE_1_5: About = About {
    name: "evolution-figure-1.5",
    shows: "weighted-k against generalization loss on Adult without suppression, with the class sizes of the two ends, under \
            nine readings of the settings",
    reference: "Dewri et al., chapter on multi-objective disclosure control, figure 1.5; ICDE 2008, figure 1",
    run: |options, watch| figure(options, Effort::published(), watch),
};

const PLACE: &str = "chapter 1.5, figure 1.5; ICDE VI, figure 1";

/// Which solutions the insets show. ICDE says "two extreme solutions" and, as the chapter, "the two example solutions".
const ENDS: &str = "the two extreme solutions are the ends of the front";

fn figure(options: &Options, effort: Effort, watch: &dyn Watch) -> Result<Reproduced> {
    let chapter = Chapter::open("weighted-k", None, options, effort, watch)?;
    let found = chapter.all(watch)?;
    let mut text =
        format!("Figure 1.5: weighted-k against generalization loss, nothing suppressed\n{}\n\n", chapter.conditions());
    text += &found.table();
    let problem = chapter.problem(Reading::usual());
    let examples = Example::two(problem, found.usual());
    text += "\nThe insets, both ends of the front: the share of rows in classes up to each size\n\n";
    let _ = writeln!(
        text,
        "{:>12} {:>8} {:>9} {:>9} {:>9} {:>9} {:>14}",
        "weighted-k", "loss", "≤ 10", "≤ 100", "≤ 1,000", "≤ 10,000", "largest step"
    );
    for example in &examples {
        let upto = |size: u64| format!("{:.1}%", 100.0 * example.share_up_to(size));
        // Writing to a String cannot fail.
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
    let panel = Panel {
        title: String::new(),
        x: "weighted-k".into(),
        y: "generalization loss".into(),
        axes: (Axis::Linear, Axis::Linear),
        series: series(&found),
    };
    let places = [(20.0, 12.0), (66.5, 55.0)];
    let insets = examples.iter().map(Example::panel).zip(places);
    let volumes = Panel {
        title: "hypervolume, a dot for each seed".into(),
        x: "reading, in the order of the table".into(),
        y: "hypervolume".into(),
        axes: (Axis::Linear, Axis::Linear),
        series: found.volumes(),
    };
    let insets: Vec<(Panel, (f64, f64))> = insets.chain([(volumes, (37.0, 55.0))]).collect();
    let image = svg_with_insets("Figure 1.5: Adult, nine attributes, nothing suppressed", &panel, &insets);
    let json = json!({
        "name": "Figure 1.5", "bits": chapter.flow.problem.cuts.bits(), "rows": problem.frequency.rows,
        "readings": found.json(), "reading": Reading::usual().name(),
        "nsga2": front_json(problem, found.usual()), "evolve": front_json(problem, &found.evolve.fronts[0]),
        "examples": examples.iter().map(Example::json).collect::<Vec<_>>(),
    });
    Ok(Reproduced { text, json, svg: image, statements: statements(&chapter, &found) })
}

fn statements(chapter: &Chapter, found: &Found) -> Vec<Statement> {
    let rises = found.statement(|front, _| {
        let (low, high) = ends(front);
        let rising = front.points.windows(2).all(|pair| {
            let ((k, loss), (next_k, next_loss)) = (values(&pair[0]), values(&pair[1]));
            k > next_k && loss > next_loss
        });
        Statement {
            claim: "loss rises as bigger classes are generated".into(),
            place: PLACE.into(),
            theirs: "increases".into(),
            ours: format!(
                "from {:.3} at weighted-k {} to {:.3} at {}, at every step",
                low.1,
                say::number(low.0.round()),
                high.1,
                say::number(high.0.round())
            ),
            holds: if rising { Holds::Yes } else { Holds::No },
            reading: String::new(),
        }
    });
    let abrupt = found.statement(|front, reading| {
        let steps: Vec<f64> = Example::two(chapter.problem(reading), front).iter().map(Example::largest_step).collect();
        Statement {
            claim: "class sizes of the solution that loses less rise continuously, those of the other abruptly".into(),
            place: PLACE.into(),
            theirs: "continuous, abrupt".into(),
            ours: format!("largest step {}", steps.iter().map(|s| percent(*s)).collect::<Vec<_>>().join(", then ")),
            // Abrupt: one size holds a tenth of all rows or more. Continuous: no size does.
            holds: match steps[..] {
                [low, high] if low < ABRUPT && high >= ABRUPT => Holds::Yes,
                [low, high] if high > low => Holds::InKind,
                _ => Holds::No,
            },
            reading: String::new(),
        }
    });
    let low_k = found.statement(|front, reading| {
        let shares: Vec<f64> =
            Example::two(chapter.problem(reading), front).iter().map(|e| e.share_up_to(100)).collect();
        Statement {
            claim: "low loss only where most rows are in classes of low k".into(),
            place: PLACE.into(),
            theirs: "most rows".into(),
            ours: format!(
                "rows in classes of up to 100: {}",
                shares.iter().map(|s| percent(*s)).collect::<Vec<_>>().join(", then ")
            ),
            holds: match shares[..] {
                [low, high] if low > 0.5 && high < 0.5 => Holds::Yes,
                [low, high] if low > high => Holds::InKind,
                _ => Holds::No,
            },
            reading: String::new(),
        }
    });
    let at_ends = |s: Statement| Statement { reading: format!("{}; {ENDS}", s.reading), ..s };
    let of_ends: Vec<Statement> = [abrupt, low_k].concat().into_iter().map(at_ends).collect();
    [rises, of_ends, vec![found.gain(PLACE)]].concat()
}

/// The part of all rows from which on a step of the distribution is called abrupt.
const ABRUPT: f64 = 0.1;

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The points of least and of most weighted-k.
fn ends(front: &Front) -> ((f64, f64), (f64, f64)) {
    let end = |point: Option<&Point>| point.map_or((0.0, 0.0), values);
    (end(front.points.last()), end(front.points.first()))
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
    /// The ends of the front, that of least loss first.
    fn two(problem: &Problem, front: &Front) -> Vec<Example> {
        [front.points.last(), front.points.first()].into_iter().flatten().map(|end| Example::of(problem, end)).collect()
    }

    fn of(problem: &Problem, point: &Point) -> Example {
        let classes = problem.classes_of(&problem.shown(&point.place));
        let mut sizes = std::collections::BTreeMap::new();
        classes.rows.iter().for_each(|rows| *sizes.entry(*rows).or_insert(0) += rows);
        let (weighted_k, loss) = values(point);
        Example { weighted_k, loss, sizes: sizes.into_iter().collect(), rows: problem.frequency.rows }
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

#[cfg(test)]
mod tests {
    use super::super::evolution_study::for_tests;
    use super::*;
    use crate::watch::Silent;

    #[test]
    fn steps_and_shares_of_a_distribution() {
        let example = Example { weighted_k: 1.0, loss: 0.1, sizes: vec![(1, 10), (5, 20), (70, 70)], rows: 100 };
        assert_eq!((example.largest_step(), example.share_up_to(5), example.share_up_to(69)), (0.7, 0.3, 0.3));
        assert_eq!(example.panel().series[0].points[..4], [(1.0, 0.0), (1.0, 0.1), (5.0, 0.1), (5.0, 0.3)]);
    }

    #[test]
    fn every_reading_is_run_and_said() {
        let found = figure(&for_tests(), Effort::small(), &Silent).unwrap();
        assert_eq!(found.json["readings"].as_array().unwrap().len(), super::super::evolution_study::READINGS.len() + 1);
        assert_eq!(found.json["bits"], 157);
        for reading in super::super::evolution_study::READINGS {
            assert!(found.text.contains(&reading.name()), "{}", found.text);
        }
        let claims: Vec<&str> = found.statements.iter().map(|s| s.claim.as_str()).collect();
        for claim in ["loss rises", "abruptly", "low loss only", "hypervolume"] {
            assert!(claims.iter().any(|c| c.contains(claim)), "{claims:?}");
        }
        let of_ends = |s: &&Statement| s.claim.contains("abruptly") || s.claim.contains("low loss");
        assert!(found.statements.iter().filter(of_ends).all(|s| s.reading.ends_with(ENDS)));
        assert!(found.svg.contains("hypervolume, a dot for each seed"));
    }

    #[test]
    fn the_insets_are_the_ends_of_the_front() {
        let usual = Reading::usual();
        let chapter = Chapter::open("weighted-k", None, &for_tests(), Effort::small(), &Silent).unwrap();
        let runs = chapter.nsga2(usual, 1, &Silent).unwrap();
        let front = &runs.fronts[0];
        let examples = Example::two(chapter.problem(usual), front);
        let losses = || front.points.iter().map(|point| values(point).1);
        let (least, most) = (losses().fold(f64::INFINITY, f64::min), losses().fold(0.0, f64::max));
        assert!(least < most, "{least}, {most}");
        assert_eq!(examples.iter().map(|e| e.loss).collect::<Vec<_>>(), [least, most]);
        assert!(examples[0].weighted_k < examples[1].weighted_k);
        assert!(examples.iter().all(|e| e.share_up_to(e.rows) == 1.0), "every row is in a class");
    }
}
