//! Clouds and marks on logarithmic axes, several panels to one SVG image.

use std::collections::BTreeSet;
use std::fmt::Write;

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
    pub series: Vec<Series>,
}

/// Panels in rows of so many. Points at 0 have no place on these axes: they are left out, and a line says so.
pub fn svg(title: &str, columns: usize, panels: &[Panel]) -> String {
    let columns = columns.max(1);
    let (width, height) = (WIDTH * columns as f64, HEAD + HEIGHT * panels.len().div_ceil(columns) as f64);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"11\" fill=\"#223\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{title}</text>\n"
    );
    // Writing to a String cannot fail.
    let mut at = LEFT;
    let mut named: Vec<&str> = Vec::new();
    for series in panels.iter().flat_map(|p| &p.series) {
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
    for (number, panel) in panels.iter().enumerate() {
        let (column, row) = ((number % columns) as f64, (number / columns) as f64);
        let _ = writeln!(
            out,
            "<g transform=\"translate({} {})\">\n{}</g>",
            column * WIDTH,
            HEAD + row * HEIGHT,
            draw(panel)
        );
    }
    let left_out = panels.iter().flat_map(|p| &p.series).flat_map(|s| &s.points).any(|p| !is_placed(p));
    if left_out {
        let note = "points at 0 have no place on logarithmic axes";
        let _ = writeln!(out, "<text x=\"{at:.1}\" y=\"46\" fill=\"#667\">{note}</text>");
    }
    out + "</svg>\n"
}

fn draw(panel: &Panel) -> String {
    let all = || panel.series.iter().flat_map(|s| s.points.iter().copied()).filter(is_placed);
    let (x, y) = (Scale::of(all().map(|p| p.0)), Scale::of(all().map(|p| p.1)));
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
            series.points.iter().filter(|p| is_placed(p)).map(|p| (right(p.0), up(p.1))).collect();
        out += &marks(series.mark, &placed);
        out.push('\n');
    }
    out
}

fn is_placed(point: &(f64, f64)) -> bool {
    point.0 > 0.0 && point.1 > 0.0 && point.0.is_finite() && point.1.is_finite()
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
    }
}

/// From numbers above 0 to 0 … 1, by their logarithms, with a little room at both ends.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn of(values: impl Iterator<Item = f64>) -> Scale {
        let (low, high) =
            values.map(f64::ln).fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        let room = if high > low { 0.04 * (high - low) } else { 1.0 };
        if low.is_finite() { Scale { low: low - room, high: high + room } } else { Scale { low: 0.0, high: 1.0 } }
    }

    fn place(&self, value: f64) -> f64 {
        (value.ln() - self.low) / (self.high - self.low)
    }

    /// Powers of ten; with others between them where those are fewer than three.
    fn ticks(&self) -> Vec<f64> {
        let decades =
            (self.low / std::f64::consts::LN_10).floor() as i32..=(self.high / std::f64::consts::LN_10) as i32 + 1;
        let of = |steps: &[f64]| -> Vec<f64> {
            let ticks = decades.clone().flat_map(|e| steps.iter().map(move |s| tick(*s, e)));
            ticks.filter(|t| (0.0..=1.0).contains(&self.place(*t))).collect()
        };
        let tried = [of(&[1.0]), of(&[1.0, 3.0]), of(&[1.0, 2.0, 5.0])];
        let enough = tried.into_iter().find(|ticks| ticks.len() > 2);
        enough.unwrap_or_else(|| of(&[1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0]))
    }
}

/// Divided by a power of ten where it is below 1, so that 0.3 reads "0.3".
fn tick(step: f64, exponent: i32) -> f64 {
    if exponent < 0 { step / 10f64.powi(-exponent) } else { step * 10f64.powi(exponent) }
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
        let ticks = |low: f64, high: f64| Scale::of([low, high].into_iter()).ticks();
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
