//! The front, the advice and a verification as text for a terminal.

use std::fmt::Write;

use super::columns::{Column, Columns, width as width_of};
use super::shape::{head, shown_in_words, vector};

use crate::choose::Advice;
use crate::evaluate::{Aim, Objective, Problem};
use crate::front::Front;
use crate::open::Source;
use crate::release::Risk;
use crate::release::verify::{Verified, Wildcard, models_without_answer};
use crate::say::{self, count, percent, thousands};
use crate::study::Role;

/// The points of which all are described in words, if a front has no more; …
const DESCRIBED: usize = 8;
/// … and about how many of a longer front.
const OF_MANY: usize = 5;

/// What a table of points holds.
#[derive(Debug, Clone, Copy)]
pub struct Shown {
    /// The point to be marked.
    pub knee: Option<usize>,
    /// About how many points: long fronts show their ends, the knee and evenly spaced points between.
    pub most: usize,
    /// Do levels, or numbers of groups, stand beside each point?
    pub numbers: bool,
}

/// The front as a table: number, privacy, loss, how much less may be possible where a search ended early, further
/// objectives, rows suppressed, and levels or numbers of groups where they are asked for.
pub fn front_table(source: &Source, problem: &Problem, front: &Front, asked: Shown) -> String {
    let Shown { knee, most, numbers } = asked;
    let names: Vec<&str> = source.study.with_role(Role::QuasiIdentifier).map(|c| c.name.as_str()).collect();
    let shown = spread(front.points.len(), knee, most);
    // Suppressed rows have a column anyway.
    let further: Vec<(usize, Objective)> =
        problem.objectives().into_iter().enumerate().skip(2).filter(|(_, o)| o.aim != Aim::Rows).collect();
    let heads: String = further.iter().map(|(_, o)| format!("{:>10}  ", o.name)).collect();
    let gaps = front.found.gaps.as_deref();
    let least = front.found.least.as_ref().filter(|_| gaps.is_none()).map(|least| &least.of_points[..]);
    let head = head(front.found.space);
    let gap = match (gaps, least) {
        (Some(_), _) => format!("{:>10}  ", "gap"),
        (None, Some(_)) => format!("{:>10}  ", "bound"),
        (None, None) => String::new(),
    };
    let mut text = format!(
        "{:>5}  {:>10}  {:>12}  {gap}{heads}{:>10}  {:>9}{}\n",
        "point",
        problem.model().parameter,
        problem.metric().name,
        "suppressed",
        "classes",
        if numbers { format!("  {head}") } else { String::new() },
    );
    let count = shown.len();
    for i in shown {
        let point = &front.points[i];
        let level = say::number(problem.model().level(point.outcome.protection));
        let values = problem.values(&point.outcome);
        let cells = further.iter().map(|(i, o)| {
            let text = if o.aim == Aim::Privacy { say::number(values[*i]) } else { format!("{:.6}", values[*i]) };
            format!("{text:>width$}  ", width = o.name.chars().count().max(10))
        });
        let cells: String = cells.collect();
        let gap = gaps.or(least).map_or(String::new(), |gaps| format!("{:>10.6}  ", gaps[i]));
        let vector = match numbers {
            true => format!("  {}", vector(source, problem, front.found.space, &point.place)),
            false => String::new(),
        };
        let ties =
            if point.ties.is_empty() { String::new() } else { format!("  (+{} with equal values)", point.ties.len()) };
        let mark = if knee == Some(i) { "  ◆ knee" } else { "" };
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{:>5}  {level:>10}  {:>12.6}  {gap}{cells}{:>10}  {:>9}{vector}{ties}{mark}",
            i + 1,
            point.outcome.loss.value,
            thousands(point.outcome.suppressed as f64),
            thousands(point.outcome.classes as f64),
        );
    }
    if numbers {
        let _ = writeln!(text, "       {head} of [{}]", names.join(", "));
    }
    if let Some(least) = &front.found.least {
        let what = if gaps.is_some() { "the loss less the gap" } else { "the bound" };
        let _ = writeln!(text, "       no recoding whose labels are {} loses less than {what}", least.labels);
    }
    if count < front.points.len() {
        let _ = writeln!(text, "       {count} of {} points are shown", front.points.len());
    }
    text
}

/// What the columns show at some points, in words: at all where they are few, else at both ends, the knee and some between.
pub fn shown_text(source: &Source, problem: &Problem, front: &Front, knee: Option<usize>, width: usize) -> String {
    let points = spread(front.points.len(), knee, if front.points.len() > DESCRIBED { OF_MANY } else { DESCRIBED });
    let mut text = String::new();
    for i in points {
        let mark = if knee == Some(i) { "◆" } else { " " };
        let said = shown_in_words(source, problem, &front.points[i].place).replace(" · ", "\u{a0}· ");
        let said = wrap(&said, width.saturating_sub(9).max(20));
        let mut lines = said.lines();
        let _ = writeln!(text, "{mark}{:>4}   {}", i + 1, lines.next().unwrap_or(""));
        lines.for_each(|line| text += &format!("        {line}\n"));
    }
    if text.is_empty() { text } else { format!("What the columns show\n{text}") }
}

/// Indices to show: all, or the ends, the knee and evenly spaced ones.
fn spread(points: usize, knee: Option<usize>, most: usize) -> Vec<usize> {
    if points <= most || most < 2 {
        return (0..points).collect();
    }
    let mut shown: Vec<usize> = (0..most).map(|i| i * (points - 1) / (most - 1)).chain(knee).collect();
    shown.sort_unstable();
    shown.dedup();
    shown
}

/// The advice as one paragraph, wrapped.
pub fn advice_text(advice: &Advice, width: usize) -> String {
    wrap(&advice.sentences.join(" "), width)
}

/// Breaks text at spaces.
pub fn wrap(text: &str, width: usize) -> String {
    let (mut out, mut column) = (String::new(), 0);
    // "k = 12" stays on one line.
    let glued = text.replace(" = ", "\u{a0}=\u{a0}");
    for word in glued.split([' ', '\n']).filter(|word| !word.is_empty()) {
        let length = width_of(word);
        if column > 0 && column + 1 + length > width {
            out.push('\n');
            column = 0;
        }
        if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += length;
    }
    out.push('\n');
    out.replace('\u{a0}', " ")
}

/// A verification for a reader with a terminal of `width` columns.
pub fn verified_text(verified: &Verified, width: usize) -> String {
    let classes = count(verified.classes, "class", "classes");
    let of_whom = verified.persons.map_or(String::new(), |n| format!(" of {}", count(n, "person", "persons")));
    let mut text = format!("{}{of_whom} in {classes}", count(verified.rows, "row", "rows"));
    if verified.starred > 0 {
        let share = percent(verified.starred as f64 / (verified.rows + verified.starred) as f64);
        let rows = count(verified.starred, "row", "rows");
        text += &format!("; {rows} ({share} of all) wholly suppressed (*) and not counted");
    }
    text += "\n";
    text += "\nWhat it guarantees\n";
    let mut levels = Columns::new([Column::left(""), Column::text("")]).indented(2);
    for level in &verified.levels {
        let number = match level.level {
            x if x.is_infinite() => "∞ (nothing guaranteed)".to_string(),
            x if x.fract() == 0.0 => thousands(x),
            x => format!("{x:.6}"),
        };
        let second = level.second.map(|(name, value)| format!("  for {name} = {value}")).unwrap_or_default();
        levels.row([level.model.to_string(), format!("{} = {number}{second}", level.parameter)]);
    }
    text += &levels.text(width);
    if let Some(Wildcard { k, hidden }) = verified.wildcard {
        let rows = if verified.persons.is_some() { " rows" } else { "" };
        let said = format!(
            "* is a value of its own here; read as a wildcard that matches every value, as sdcMicro reads it, it would be k = {}{rows} \
             ({} of the cells are *)",
            thousands(k as f64),
            percent(hidden),
        );
        text += &indent(&wrap(&said, width - 2));
    }
    let counted = match verified.persons {
        Some(_) if verified.trails => {
            "whole trails are compared: k persons have the same rows, each as often as it comes, and a class is the rows of one tuple \
             of theirs; in models of shares a row weighs one over the rows of its person"
        }
        Some(_) => "persons are counted, not rows; in models of shares a row weighs one over the rows of its person",
        None => {
            "rows are counted, for nothing here says whose they are (--person COLUMN): where a person has several, these levels \
             say too much"
        }
    };
    text += &indent(&wrap(counted, width - 2));
    if let Some(least) = verified.share_a_trail {
        let trails = format!(
            "who sees the column of persons sees whole trails, and there is one that {} only (--trails)",
            if least == 1 { "1 person has".to_string() } else { format!("{} persons have", thousands(least as f64)) }
        );
        text += &indent(&wrap(&trails, width - 2));
    }
    let silent = models_without_answer(verified);
    if !silent.is_empty() {
        let why = "need a sensitive attribute (--sensitive), or a hierarchy of one";
        text += &indent(&wrap(&format!("not told: {} ({why})", silent.join(", ")), width - 2));
    }
    text += "\nClass sizes\n";
    text += &class_sizes(verified, width);
    let risks = &verified.risks;
    let heads = ["highest".to_string(), "average".to_string(), format!("records above {}", percent(risks.threshold))];
    let heads = [Column::left("Risk of being found")].into_iter().chain(heads.map(Column::right));
    let mut table = Columns::new(heads);
    for (name, risk) in [("  prosecutor", &risks.prosecutor), ("  journalist", &risks.journalist)] {
        let Risk { highest, average, at_risk } = risk;
        table.row([name.to_string(), percent(*highest), percent(*average), percent(*at_risk)]);
    }
    table.row(["  marketer", "", &percent(risks.marketer), ""]);
    text += &format!("\n{}", table.text(width));
    if !risks.population_known {
        let bounds = "journalist and marketer: upper bounds, as no population table was given (--population)";
        text += &indent(&wrap(bounds, width - 2));
    }
    text
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// The histogram of class sizes: sizes in steps that double, with the rows that they hold.
pub fn class_sizes(verified: &Verified, width: usize) -> String {
    let mut bins: Vec<(u64, u64, u64)> = Vec::new();
    for (size, classes) in &verified.sizes {
        let low = 1u64 << size.ilog2();
        match bins.last_mut() {
            Some(bin) if bin.0 == low => {
                bin.1 += classes;
                bin.2 += size * classes;
            }
            _ => bins.push((low, *classes, size * classes)),
        }
    }
    let most = bins.iter().map(|b| b.2).max().unwrap_or(1).max(1);
    let heads = [Column::right(""), Column::right(""), Column::right(""), Column::left("")];
    let mut text = Columns::new(heads).indented(2);
    // What is beside the bars is not wider than this where numbers have up to eight digits.
    let longest = width.saturating_sub(52).clamp(8, 30) as u64;
    for (low, classes, rows) in bins {
        let range = if low == 1 {
            "1".to_string()
        } else {
            format!("{}–{}", thousands(low as f64), thousands((2 * low - 1) as f64))
        };
        let bar = "█".repeat((rows * longest).div_ceil(most) as usize);
        let (one, many) = if verified.persons.is_some() { ("person ", "persons") } else { ("row ", "rows") };
        text.row([range, count(classes, "class  ", "classes"), count(rows, one, many), bar]);
    }
    text.text(width)
}
