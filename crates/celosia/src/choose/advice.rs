//! Advice in plain words: what the ends cost, where the knee is, where privacy is nearly free and where it is dear.

use super::{Flat, Knee, Steep, flat_regions, knee, steep_stretches};
use crate::front::{Front, Point};
use crate::privacy::{About, Goal};
use crate::say::{self, count, thousands};

/// What a publisher should know before choosing.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// Sentences, each true by itself.
    pub sentences: Vec<String>,
    /// The knee.
    pub knee: Option<Knee>,
    /// Flat regions, best first.
    pub flat: Vec<Flat>,
    /// Steep stretches, the worst first.
    pub steep: Vec<Steep>,
}

/// A privacy level with its letter: "k = 12", "t = 0.25".
pub fn say_level(model: &About, protection: f64) -> String {
    format!("{} = {}", model.parameter, say::number(model.level(protection)))
}

/// Advice for a front; `rows` is the number of rows of the table. With more than two objectives it looks at the first
/// model and the first loss, and says so.
pub fn advise(front: &Front, model: &About, rows: u64) -> Advice {
    let mut sentences: Vec<String> = stopped_early(front).into_iter().collect();
    if let (Some(asked), Some(point)) = (front.found.question, front.points.first()) {
        sentences.push(say_answer(asked, point, model, rows));
        return Advice { sentences, knee: None, flat: Vec::new(), steep: Vec::new() };
    }
    let (knee, flat, steep) = (knee(front, model), flat_regions(front, model), steep_stretches(front, model));
    let say = |p: &Point| say_level(model, p.outcome.protection);
    let loss = |p: &Point| p.outcome.loss.value;
    let plane = front.plane();
    let on_plane: Vec<&Point> = plane.iter().map(|i| &front.points[*i]).collect();
    let further = front.points.first().map_or(0, |p| p.outcome.further.len());
    if further > 0 {
        sentences.push(format!(
            "The front has {} in {} objectives; this advice looks at two of them, {} and the first loss.",
            count(front.points.len() as u64, "point", "points"),
            further + 2,
            model.name
        ));
    }
    if let (Some(most), Some(least)) = (on_plane.first(), on_plane.last()) {
        sentences.push(match plane.len() {
            1 if further > 0 => format!("In these one point is best: {} at a loss of {:.3}.", say(most), loss(most)),
            1 => format!("There is one point only: {} at a loss of {:.3}.", say(most), loss(most)),
            n => format!(
                "{} {n} {}, from {} at a loss of {:.3} to {} at {:.3}.",
                if further > 0 { "In these there are" } else { "There are" },
                // Only a proof says that they are the best of all.
                if front.found.complete { "best trade-offs" } else { "trade-offs that nothing found beats" },
                say(least),
                loss(least),
                say(most),
                loss(most)
            ),
        });
    }
    if let Some(knee) = knee {
        let point = &front.points[knee.point];
        let suppressed = say_left_out(point, rows);
        let (more, less) = match model.goal {
            Goal::Max => (format!("twice that {}", model.parameter), "half of it".to_string()),
            Goal::Min => {
                let (letter, step) = (model.parameter, knee.step);
                (format!("a {letter} lower by {step:.3}"), format!("one higher by {step:.3}"))
            }
        };
        sentences.push(format!(
            "The front bends at {}, which costs {:.3} ({suppressed}): {more} would cost {:.3} more, {less} \
             would save only {:.3}.",
            say(point),
            loss(point),
            knee.costs,
            knee.saves
        ));
    }
    let mut flat_in_order = flat.clone();
    flat_in_order.sort_by_key(|f| std::cmp::Reverse(f.from));
    for region in &flat_in_order {
        let (from, to) = (&front.points[region.from], &front.points[region.to]);
        sentences.push(format!(
            "{} costs {:.3}; {} costs only {:.3} more.",
            say(from),
            loss(from),
            say(to),
            (loss(to) - loss(from)).max(0.0)
        ));
    }
    let mut steep_in_order = steep.clone();
    steep_in_order.sort_by_key(|s| std::cmp::Reverse(s.from));
    for stretch in &steep_in_order {
        let (from, to) = (say(&front.points[stretch.from]), say(&front.points[stretch.to]));
        sentences.push(format!(
            "The front is steep from {from} to {to}: that little privacy costs {:.3}; rather stay at {from}.",
            stretch.rise
        ));
    }
    // A step within a steep stretch has been spoken of.
    let spoken_of = |step: usize| steep.iter().any(|s| s.to <= plane[step] && plane[step + 1] <= s.from);
    if let Some(step) = dearest_step(&on_plane).filter(|step| !spoken_of(*step)) {
        let (before, after) = (on_plane[step + 1], on_plane[step]);
        sentences.push(format!(
            "The dearest single step is from {} to {}: it adds {:.3} to the loss.",
            say(before),
            say(after),
            loss(after) - loss(before)
        ));
    }
    let unique = on_plane.last().filter(|p| model.name == "k-anonymity" && p.outcome.protection < 2.0);
    if let Some(point) = unique {
        sentences.push(format!("At {} someone is unique: that point protects nobody.", say(point)));
    }
    Advice { sentences, knee, flat, steep }
}

/// What a front that was asked for the least loss of all says that it was asked.
pub const LEAST_LOSS: &str = "least-loss";

/// The rows that a point leaves out: "237 of 30,162 rows are left out".
fn say_left_out(point: &Point, rows: u64) -> String {
    match point.outcome.suppressed {
        0 => "no row is left out".to_string(),
        n => {
            let is = if n == 1 { "is" } else { "are" };
            format!("{} of {} {is} left out", thousands(n as f64), count(rows, "row", "rows"))
        }
    }
}

/// What was asked, and what the answer costs.
fn say_answer((letter, asked): (&str, f64), point: &Point, model: &About, rows: u64) -> String {
    let (loss, left_out) = (point.outcome.loss.value, say_left_out(point, rows));
    let level = say_level(model, point.outcome.protection);
    if letter == LEAST_LOSS {
        return format!("Of what meets all that is required the least loss is {loss:.3}, with {level} ({left_out}).");
    }
    if letter != model.parameter {
        return format!(
            "Asked for a loss of at most {asked}: the most privacy is {level}, which costs {loss:.3} ({left_out})."
        );
    }
    let bound = if model.goal == Goal::Max { "at least" } else { "at most" };
    format!(
        "Asked for {letter} of {bound} {}: the least loss is {loss:.3}, with {level} ({left_out}).",
        say::given(asked)
    )
}

/// That a search did not end by itself, and how far its losses may be from the least, where it knows.
fn stopped_early(front: &Front) -> Option<String> {
    let gap = front.found.gaps.as_ref()?.iter().copied().reduce(f64::max)?;
    // Upwards: it is a bound.
    let gap = (gap * 1e3).ceil() / 1e3;
    Some(format!("Stopped early: {}. Losses may still fall by at most {gap:.3}.", front.found.why()))
}

/// The index of the point up to which a single step adds most to the loss.
fn dearest_step(points: &[&Point]) -> Option<usize> {
    let rise = |i: &usize| points[*i].outcome.loss.value - points[i + 1].outcome.loss.value;
    let steps = (1..points.len()).map(|i| i - 1).filter(|i| points[i + 1].outcome.protection.is_finite());
    steps.max_by(|a, b| rise(a).total_cmp(&rise(b)))
}
