//! Clouds and marks on axes, several panels to one SVG image.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::report::{self, ticks, ticks_by_ratio};

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 48.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 44.0;
/// Room above all panels, for the title and the legend.
const HEAD: f64 = 62.0;

/// How the points of a series are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// One pixel each, however many fall on it: for thousands of points.
    Cloud,
    /// An open circle.
    Ring,
    /// A small filled circle, which fits into a ring.
    Dot,
    /// A line from point to point.
    Line,
}

/// How numbers become places on an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// By their logarithms; only numbers above 0 have a place.
    Logarithmic,
    /// By themselves.
    Linear,
}

impl Axis {
    fn of(self, value: f64) -> f64 {
        match self {
            Axis::Logarithmic => value.ln(),
            Axis::Linear => value,
        }
    }
}

/// Points of one kind.
pub struct Series {
    pub name: String,
    pub mark: Mark,
    pub points: Vec<(f64, f64)>,
}

/// One chart of the image.
pub struct Panel {
    pub title: String,
    pub x: String,
    pub y: String,
    /// The axes of x and y.
    pub axes: (Axis, Axis),
    pub series: Vec<Series>,
}

/// Both axes logarithmic.
pub const LOGARITHMIC: (Axis, Axis) = (Axis::Logarithmic, Axis::Logarithmic);

/// One large panel with small ones inside it, each at its place, in hundredths of the image.
pub fn svg_with_insets(title: &str, panel: &Panel, insets: &[(Panel, (f64, f64))]) -> String {
    let (width, height) = (2.6 * WIDTH, 2.6 * HEIGHT + HEAD);
    let mut out = head(title, width, height, panel.series.iter());
    // Writing to a String cannot fail.
    let _ = writeln!(out, "<g transform=\"translate(0 {}) scale(2.6)\" font-size=\"6\">\n{}</g>", HEAD, draw(panel));
    for (inset, (x, y)) in insets {
        let _ = writeln!(
            out,
            "<g transform=\"translate({:.1} {:.1}) scale(0.72)\"><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\" \
             stroke=\"#ccd\"/>\n{}</g>",
            x / 100.0 * width,
            y / 100.0 * height,
            draw(inset)
        );
    }
    out + "</svg>\n"
}

/// Panels in `columns` columns. Points at 0 have no place on these axes: they are left out, and a line says so.
pub fn svg(title: &str, columns: usize, panels: &[Panel]) -> String {
    let columns = columns.max(1);
    let (width, height) = (WIDTH * columns as f64, HEAD + HEIGHT * panels.len().div_ceil(columns) as f64);
    let mut out = head(title, width, height, panels.iter().flat_map(|p| &p.series));
    for (number, panel) in panels.iter().enumerate() {
        let (column, row) = ((number % columns) as f64, (number / columns) as f64);
        // Writing to a String cannot fail.
        let _ = writeln!(
            out,
            "<g transform=\"translate({} {})\">\n{}</g>",
            column * WIDTH,
            HEAD + row * HEIGHT,
            draw(panel)
        );
    }
    let left_out = panels.iter().any(|p| p.series.iter().flat_map(|s| &s.points).any(|point| !is_placed(p, point)));
    if left_out {
        let note = "points at 0 have no place on logarithmic axes";
        let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"60\" fill=\"#667\">{note}</text>");
    }
    out + "</svg>\n"
}

/// The beginning of an image: its title and a legend of all series.
fn head<'s>(title: &str, width: f64, height: f64, series: impl Iterator<Item = &'s Series>) -> String {
    let mut out = report::head((width, height), 11, LEFT, title);
    // Writing to a String cannot fail.
    let mut at = LEFT;
    let mut named: Vec<&str> = Vec::new();
    for series in series {
        if !named.contains(&series.name.as_str()) {
            named.push(&series.name);
            // One pixel alone would not be seen.
            let (x, y) = (at + 5.0, 42.0);
            let sample = match series.mark {
                Mark::Cloud => {
                    marks(series.mark, &[(x - 3.0, y), (x, y - 2.0), (x, y + 3.0), (x + 2.0, y), (x + 3.0, y - 3.0)])
                }
                _ => marks(series.mark, &[(x, y)]),
            };
            let _ = writeln!(out, "{sample}<text x=\"{:.1}\" y=\"46\">{}</text>", at + 15.0, series.name);
            at += 40.0 + 6.0 * series.name.chars().count() as f64;
        }
    }
    out
}

fn draw(panel: &Panel) -> String {
    let all = || panel.series.iter().flat_map(|s| s.points.iter().copied()).filter(|point| is_placed(panel, point));
    let (x, y) = (Scale::of(panel.axes.0, all().map(|p| p.0)), Scale::of(panel.axes.1, all().map(|p| p.1)));
    let right = |value: f64| LEFT + x.place(value) * (WIDTH - LEFT - RIGHT);
    let up = |value: f64| HEIGHT - BOTTOM - y.place(value) * (HEIGHT - TOP - BOTTOM);
    let (floor, end) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    let mut out = format!("<text x=\"{LEFT}\" y=\"{:.1}\" font-size=\"12\">{}</text>\n", TOP - 10.0, panel.title);
    for tick in y.ticks() {
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {at:.1}H{end}\" stroke=\"#e4e6ee\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>",
            LEFT - 6.0,
            up(tick) + 4.0,
            at = up(tick),
        );
    }
    for tick in x.ticks() {
        let _ = writeln!(
            out,
            "<path d=\"M{at:.1} {floor}V{TOP}\" stroke=\"#e4e6ee\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{tick}</text>",
            floor + 15.0,
            at = right(tick),
        );
    }
    let _ = writeln!(
        out,
        "<path d=\"M{LEFT} {TOP}V{floor}H{end}\" fill=\"none\" stroke=\"#889\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text transform=\"translate(11 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        (LEFT + end) / 2.0,
        floor + 32.0,
        panel.x,
        (TOP + floor) / 2.0,
        panel.y
    );
    for series in &panel.series {
        let placed: Vec<(f64, f64)> =
            series.points.iter().filter(|p| is_placed(panel, p)).map(|p| (right(p.0), up(p.1))).collect();
        out += &marks(series.mark, &placed);
        out.push('\n');
    }
    out
}

fn is_placed(panel: &Panel, point: &(f64, f64)) -> bool {
    panel.axes.0.of(point.0).is_finite() && panel.axes.1.of(point.1).is_finite()
}

/// The marks of a series as one path.
fn marks(mark: Mark, points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    let circle = |path: &mut String, (x, y): (f64, f64), r: f64| {
        let _ = write!(path, "M{:.1} {y:.1}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0", x - r, d = 2.0 * r);
    };
    match mark {
        Mark::Cloud => {
            let pixels: BTreeSet<(i64, i64)> =
                points.iter().map(|(x, y)| (y.round() as i64, x.round() as i64)).collect();
            let mut pixels = pixels.into_iter().peekable();
            while let Some((y, x)) = pixels.next() {
                // Neighbours in a row are one stroke.
                let mut length = 1;
                while pixels.next_if_eq(&(y, x + length)).is_some() {
                    length += 1;
                }
                let _ = write!(path, "M{x} {y}h{length}");
            }
            format!("<path d=\"{path}\" stroke=\"#9ab\" stroke-width=\"1\"/>")
        }
        Mark::Ring => {
            points.iter().for_each(|p| circle(&mut path, *p, 4.0));
            format!("<path d=\"{path}\" fill=\"none\" stroke=\"#285\" stroke-width=\"1.2\"/>")
        }
        Mark::Dot => {
            points.iter().for_each(|p| circle(&mut path, *p, 2.0));
            format!("<path d=\"{path}\" fill=\"#c30\"/>")
        }
        Mark::Line => {
            for (number, (x, y)) in points.iter().enumerate() {
                let _ = write!(path, "{}{x:.1} {y:.1}", if number == 0 { 'M' } else { 'L' });
            }
            format!("<path d=\"{path}\" fill=\"none\" stroke=\"#46b\" stroke-width=\"1.2\"/>")
        }
    }
}

/// From numbers to 0 … 1, with a little room at both ends.
struct Scale {
    axis: Axis,
    low: f64,
    high: f64,
}

impl Scale {
    fn of(axis: Axis, values: impl Iterator<Item = f64>) -> Scale {
        let values = values.map(|value| axis.of(value));
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        let room = if high > low { 0.04 * (high - low) } else { 1.0 };
        let (low, high) = if low.is_finite() { (low - room, high + room) } else { (0.0, 1.0) };
        Scale { axis, low, high }
    }

    fn place(&self, value: f64) -> f64 {
        (self.axis.of(value) - self.low) / (self.high - self.low)
    }

    fn ticks(&self) -> Vec<f64> {
        match self.axis {
            Axis::Logarithmic => ticks_by_ratio(self.low.exp(), self.high.exp()),
            Axis::Linear => ticks(self.low, self.high),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_is_drawn_once_and_neighbours_are_one_stroke() {
        let cloud = marks(Mark::Cloud, &[(3.0, 7.0), (4.2, 7.1), (3.1, 6.9), (9.0, 7.0)]);
        assert!(cloud.contains("d=\"M3 7h2M9 7h1\""), "{cloud}");
    }

    #[test]
    fn ticks_read_well_and_lie_inside() {
        let ticks = |low: f64, high: f64| Scale::of(Axis::Logarithmic, [low, high].into_iter()).ticks();
        assert_eq!(Scale::of(Axis::Linear, [0.0, 30_162.0].into_iter()).ticks(), [0.0, 10_000.0, 20_000.0, 30_000.0]);
        assert_eq!(Scale::of(Axis::Linear, [0.1, 0.55].into_iter()).ticks(), [0.1, 0.2, 0.3, 0.4, 0.5]);
        assert_eq!(ticks(1.0, 30_162.0), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
        assert_eq!(ticks(0.18, 1.0), [0.2, 0.5, 1.0]);
        assert_eq!(ticks(0.15, 0.25), [0.15, 0.2, 0.25]);
        assert!(!ticks(5.0, 5.0).is_empty());
    }

    #[test]
    fn points_without_a_place_are_left_out() {
        let series = |mark, points: &[(f64, f64)]| Series { name: "s".into(), mark, points: points.to_vec() };
        let panel = |points: &[(f64, f64)]| Panel {
            title: "t".into(),
            x: "x".into(),
            y: "y".into(),
            axes: LOGARITHMIC,
            series: vec![series(Mark::Ring, points)],
        };
        let rings = |points: &[(f64, f64)]| draw(&panel(points)).matches("a4 4 0 1 0 8 0").count();
        assert_eq!(rings(&[(1.0, 0.0), (2.0, 0.5), (30.0, 1.0), (0.0, 1.0)]), 2);
        assert_eq!(rings(&[]), 0);
        let image = svg("t", 2, &[panel(&[(1.0, 1.0)]), panel(&[(1.0, 1.0)]), panel(&[(2.0, 3.0)])]);
        assert_eq!(image.matches("<g ").count(), 3);
        assert_eq!(image.matches("y=\"46\"").count(), 1, "one name in the legend");
        assert!(image.starts_with("<svg") && image.ends_with("</svg>\n"));
    }
}
