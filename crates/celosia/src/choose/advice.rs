//! Advice in plain words: what the ends cost, where the knee is, where privacy is nearly free.

use super::{Flat, Knee, flat_regions, knee};
use crate::front::{Front, Point};
use crate::privacy::{About, Goal};

/// What a publisher should know before choosing.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// Sentences, each true by itself.
    pub sentences: Vec<String>,
    /// The knee.
    pub knee: Option<Knee>,
    /// Flat regions, best first.
    pub flat: Vec<Flat>,
}

/// A privacy level with its letter: "k = 12", "t = 0.25".
pub fn say_level(model: &About, protection: f64) -> String {
    let level = model.level(protection);
    let number = if level.is_infinite() {
        "∞".to_string()
    } else if level.fract() == 0.0 {
        thousands(level)
    } else {
        format!("{level:.3}")
    };
    format!("{} = {number}", model.parameter)
}

/// Advice for a front; `rows` is the number of rows of the table.
pub fn advise(front: &Front, model: &About, rows: u64) -> Advice {
    let (knee, flat) = (knee(front, model), flat_regions(front, model));
    let mut sentences = Vec::new();
    let say = |p: &Point| say_level(model, p.outcome.protection);
    let loss = |p: &Point| p.outcome.loss.value;
    if let (Some(most), Some(least)) = (front.points.first(), front.points.last()) {
        sentences.push(match front.points.len() {
            1 => format!("There is one point only: {} at a loss of {:.3}.", say(most), loss(most)),
            n => format!(
                "There are {n} best trade-offs, from {} at a loss of {:.3} to {} at {:.3}.",
                say(least),
                loss(least),
                say(most),
                loss(most)
            ),
        });
    }
    if let Some(knee) = knee {
        let point = &front.points[knee.point];
        let suppressed = match point.outcome.suppressed {
            0 => "no row is left out".to_string(),
            n => {
                let is = if n == 1 { "is" } else { "are" };
                format!("{} of {} {is} left out", thousands(n as f64), count(rows, "row", "rows"))
            }
        };
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
    if let Some((before, after)) = dearest_step(front) {
        sentences.push(format!(
            "The dearest single step is from {} to {}: it adds {:.3} to the loss.",
            say(before),
            say(after),
            loss(after) - loss(before)
        ));
    }
    let unique = front.points.last().filter(|p| model.name == "k-anonymity" && p.outcome.protection < 2.0);
    if let Some(point) = unique {
        sentences.push(format!("At {} someone is unique: that point protects nobody.", say(point)));
    }
    Advice { sentences, knee, flat }
}

/// The neighbouring points between which the loss rises most, the less private first.
fn dearest_step(front: &Front) -> Option<(&Point, &Point)> {
    let steps = front.points.windows(2).filter(|w| w[1].outcome.protection.is_finite());
    let rise = |w: &&[Point]| w[0].outcome.loss.value - w[1].outcome.loss.value;
    steps.max_by(|a, b| rise(a).total_cmp(&rise(b))).map(|w| (&w[1], &w[0]))
}

/// A number with its noun: "1 row", "30,162 rows".
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number as f64), if number == 1 { one } else { many })
}

/// 30162 as "30,162".
pub fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |d| ("-", d));
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(c);
    }
    format!("{sign}{text}")
}
