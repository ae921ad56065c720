//! Several fronts of one problem on one chart, for a terminal and as SVG: one mark each, and a legend.

use std::collections::HashMap;
use std::fmt::Write;

use super::axis::{Axis, most_loss_of};
use super::canvas::{BELOW, Canvas, MARGIN};
use super::image::escape;
use super::svg::{Sheet, close, floors_line, stairs};
use crate::privacy::About;

/// A front as it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// Protection and loss of its points, from the least private to the most private.
    pub points: Vec<(f64, f64)>,
}

/// Marks in a terminal; whoever compares more fronts sees letters.
const MARKS: [char; 12] = ['●', '○', '×', '+', '△', '□', 'a', 'b', 'c', 'd', 'e', 'f'];
/// Where points of several fronts fall into one cell.
const SEVERAL: char = '■';

/// Colours that differ for the colour-blind too (Okabe and Ito).
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#222233"];

/// The mark of a curve in a terminal.
pub fn mark(curve: usize) -> char {
    MARKS[curve % MARKS.len()]
}

/// The curves as lines of text: a mark for each point, over the staircase of the best of all, and a bound that none of them can
/// lie under.
pub fn overlay(curves: &[Curve], bound: Option<&Curve>, model: &About, loss: &str, width: usize) -> String {
    let mut canvas = Canvas::new(axis(curves, model), most_loss(curves), width);
    canvas.floors(bound.iter().flat_map(|bound| bound.points.iter().copied()), BELOW);
    canvas.stairs(best(curves).into_iter());
    let mut taken: HashMap<usize, usize> = HashMap::new();
    let mut several = false;
    for (number, curve) in curves.iter().enumerate() {
        for (protection, loss) in &curve.points {
            let Some(cell) = canvas.cell(*protection, *loss) else { continue };
            let shared = *taken.entry(cell).or_insert(number) != number;
            several |= shared;
            canvas.mark(*protection, *loss, if shared { SEVERAL } else { mark(number) });
        }
    }
    let names = curves.iter().enumerate().map(|(number, curve)| format!("{} {}", mark(number), curve.name));
    let names = names.chain(several.then(|| format!("{SEVERAL} several")));
    let names: Vec<String> = names.chain(bound.map(|bound| format!("{BELOW} {}", bound.name))).collect();
    let mut lines = vec![String::new()];
    for name in names {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(&name),
            Some(line) if line.chars().count() + name.chars().count() + MARGIN + 5 <= width => {
                *line += &format!("   {name}")
            }
            _ => lines.push(name),
        }
    }
    let legend: String = lines.iter().map(|line| format!("{:>MARGIN$}  {line}\n", "")).collect();
    canvas.framed(model, loss) + &legend
}

/// The curves as SVG, each in its colour, with a legend; a bound is dashed.
pub fn overlay_svg(curves: &[Curve], bound: Option<&Curve>, model: &About, loss: &str, title: &str) -> String {
    let sheet = Sheet::new(axis(curves, model), most_loss(curves));
    let mut out = sheet.open(model, title);
    for (number, curve) in curves.iter().enumerate() {
        let placed: Vec<(f64, f64)> = curve.points.iter().filter_map(|(p, loss)| sheet.place(*p, *loss)).collect();
        let _ = writeln!(
            out,
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.6\"{}/>\n<path d=\"{}\" {}/>",
            stairs(&placed),
            COLOURS[number % COLOURS.len()],
            // Where staircases coincide, those below are seen through the gaps.
            if number == 0 { String::new() } else { format!(" stroke-dasharray=\"{} 4\"", 2 + 2 * (number % 4)) },
            placed.iter().map(|at| shape(number, *at)).collect::<String>(),
            paint(number)
        );
    }
    // The plot has its empty corner at the upper left: much privacy costs much.
    for (number, curve) in curves.iter().enumerate() {
        let (x, y) = sheet.corner();
        let y = y + 18.0 * number as f64;
        let _ = writeln!(
            out,
            "<path d=\"{}\" {}/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            shape(number, (x, y)),
            paint(number),
            x + 12.0,
            y + 4.0,
            escape(&curve.name)
        );
    }
    if let Some(bound) = bound {
        let placed: Vec<(f64, f64)> = bound.points.iter().filter_map(|(p, loss)| sheet.place(*p, *loss)).collect();
        let (x, y) = sheet.corner();
        let _ = writeln!(
            out,
            "<path d=\"{}\" fill=\"none\" stroke=\"#555\" stroke-dasharray=\"4 3\"/>\n<text x=\"{:.1}\" y=\"{:.1}\" \
             fill=\"#555\">dashed: {}</text>",
            floors_line(&placed),
            x + 12.0,
            y + 18.0 * curves.len() as f64 + 4.0,
            escape(&bound.name)
        );
    }
    out + &close(model, loss)
}

fn axis(curves: &[Curve], model: &About) -> Axis {
    Axis::over(curves.iter().flat_map(|c| c.points.iter().map(|p| p.0)), model)
}

fn most_loss(curves: &[Curve]) -> f64 {
    most_loss_of(curves.iter().flat_map(|c| c.points.iter().map(|p| p.1)))
}

/// The points that no point of any curve beats, from the least private to the most private.
fn best(curves: &[Curve]) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = curves.iter().flat_map(|c| c.points.iter().copied()).collect();
    points.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)));
    let mut least = f64::INFINITY;
    points.retain(|(_, loss)| {
        *loss < least && {
            least = *loss;
            true
        }
    });
    points.reverse();
    points
}

/// A mark of a curve as a path; the first two fit into one another.
fn shape(number: usize, (x, y): (f64, f64)) -> String {
    let circle = |r: f64| format!("M{:.1} {y:.1}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0", x - r, d = 2.0 * r);
    match number % 6 {
        0 => circle(4.5),
        1 => circle(2.0),
        2 => format!("M{:.1} {:.1}l6 6m0 -6l-6 6", x - 3.0, y - 3.0),
        3 => format!("M{:.1} {y:.1}h10m-5 -5v10", x - 5.0),
        4 => format!("M{:.1} {:.1}l12 0l-6 -11z", x - 6.0, y + 4.0),
        _ => format!("M{:.1} {:.1}h11v11h-11z", x - 5.5, y - 5.5),
    }
}

fn paint(number: usize) -> String {
    let colour = COLOURS[number % COLOURS.len()];
    match number % 6 {
        1 => format!("fill=\"{colour}\""),
        _ => format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.3\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy;

    fn curves() -> Vec<Curve> {
        let curve = |name: &str, points: &[(f64, f64)]| Curve { name: name.into(), points: points.to_vec() };
        let first = curve("exact", &[(1.0, 0.0), (10.0, 0.2), (1000.0, 1.0)]);
        vec![first, curve("a < b", &[(10.0, 0.6), (1000.0, 1.0)]), curve("none", &[])]
    }

    #[test]
    fn the_best_of_all() {
        assert_eq!(best(&curves()), [(1.0, 0.0), (10.0, 0.2), (1000.0, 1.0)]);
    }

    #[test]
    fn one_mark_each_and_one_where_they_meet() {
        let text = overlay(&curves(), None, privacy::find("k-anonymity").unwrap(), "general-loss", 80);
        let (chart, legend) = text.split_once("k →").unwrap();
        assert_eq!(chart.matches('●').count(), 2);
        assert_eq!(chart.matches('○').count(), 1);
        assert_eq!(chart.matches(SEVERAL).count(), 1, "{text}");
        assert!(legend.contains("● exact") && legend.contains("○ a < b") && legend.contains("■ several"), "{text}");
    }

    #[test]
    fn names_are_escaped_and_nothing_is_not_a_number() {
        let image = overlay_svg(&curves(), None, privacy::find("k-anonymity").unwrap(), "general-loss", "t");
        assert!(image.contains("a &lt; b") && !image.contains("NaN") && image.ends_with("</svg>\n"));
        let empty = overlay_svg(&[], None, privacy::find("k-anonymity").unwrap(), "general-loss", "t");
        assert!(!empty.contains("NaN") && !empty.contains("inf"), "{empty}");
        let infinite = [Curve { name: "x".into(), points: vec![(f64::NEG_INFINITY, 0.0), (-0.5, f64::INFINITY)] }];
        assert!(!overlay_svg(&infinite, None, privacy::find("t-closeness").unwrap(), "l", "t").contains("inf"));
        overlay(&infinite, None, privacy::find("t-closeness").unwrap(), "l", 60);
    }
}
