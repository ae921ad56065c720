//! The front as one SVG image, for papers and slides.

use std::fmt::Write;

use super::axis::{Axis, bound, most_loss, outcomes};
use super::image::{escape, head};
use super::ticks::ticks;
use crate::choose::Crossing;
use crate::evaluate::Outcome;
use crate::front::Front;
use crate::privacy::About;
use crate::say::short;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 56.0;

/// The front as SVG: a staircase, its points, the knee; points that are best only thanks to a further objective are
/// lighter. Where the front comes within the figures of a preset stands a line.
pub fn svg(
    front: &Front,
    model: &About,
    loss: &str,
    title: &str,
    (knee, crossings): (Option<usize>, &[Crossing]),
) -> String {
    let sheet = Sheet::new(Axis::of(front, model), most_loss(front));
    let mut out = sheet.open(model, title);
    let at = |o: &&Outcome| sheet.place(o.protection, o.loss.value);
    let (corners, light) = outcomes(front);
    for (px, py) in light.iter().filter_map(at) {
        let _ = writeln!(out, "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"2\" fill=\"#bcd3b8\"/>");
    }
    if !light.is_empty() {
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"22\" text-anchor=\"end\" opacity=\"0.7\">light: best thanks to a further objective</text>",
            WIDTH - RIGHT
        );
    }
    for (number, crossing) in crossings.iter().enumerate() {
        let Some((px, _)) = crossing.point.and_then(|point| at(&&front.points[point].outcome)) else { continue };
        let _ = writeln!(
            out,
            "<path d=\"M{px:.1} {TOP}V{}\" stroke=\"#36c\" stroke-dasharray=\"4 3\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#36c\">{}</text>",
            HEIGHT - BOTTOM,
            px + 4.0,
            TOP + 12.0 + 14.0 * number as f64,
            escape(&crossing.name)
        );
    }
    let placed: Vec<(f64, f64)> = corners.iter().filter_map(at).collect();
    if let Some((below, words)) = bound(front) {
        let below: Vec<(f64, f64)> = below.into_iter().filter_map(|(p, loss)| sheet.place(p, loss)).collect();
        if !below.is_empty() {
            let _ = writeln!(
                out,
                "<path d=\"{}\" fill=\"#7a4\" fill-opacity=\"0.12\"/>\n<path d=\"{}\" fill=\"none\" stroke=\"#58a\" \
                 stroke-dasharray=\"4 3\"/>\n<text x=\"{}\" y=\"{}\" fill=\"#58a\">dashed: {}</text>",
                band(&placed, &below),
                floors_line(&below),
                LEFT + 16.0,
                TOP + 14.0,
                escape(&words)
            );
        }
    }
    let path = stairs(&placed);
    let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"#7a4\" stroke-width=\"1.5\"/>");
    for (px, py) in &placed {
        let _ = writeln!(out, "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"3\" fill=\"#363\"/>");
    }
    if let Some((px, py)) = knee.and_then(|k| at(&&front.points[k].outcome)) {
        let _ = writeln!(
            out,
            "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"7\" fill=\"none\" stroke=\"#c30\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#c30\">knee</text>",
            px + 10.0,
            py + 16.0
        );
    }
    out + &close(model, loss)
}

/// A sheet with axes, which fronts are drawn on.
pub struct Sheet {
    axis: Axis,
    /// The largest loss.
    most: f64,
}

impl Sheet {
    pub fn new(axis: Axis, most: f64) -> Sheet {
        Sheet { axis, most }
    }

    /// Where a point lies on the sheet, if it does.
    pub fn place(&self, protection: f64, loss: f64) -> Option<(f64, f64)> {
        self.axis.place(protection).filter(|_| loss.is_finite()).map(|place| (self.x(place), self.y(loss)))
    }

    /// The upper left corner of the plot, a little inside.
    pub fn corner(&self) -> (f64, f64) {
        (LEFT + 16.0, TOP + 14.0)
    }

    fn x(&self, place: f64) -> f64 {
        LEFT + place * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, loss: f64) -> f64 {
        HEIGHT - BOTTOM - loss / self.most * (HEIGHT - TOP - BOTTOM)
    }

    /// The beginning of the image: title, grid and ticks.
    pub fn open(&self, model: &About, title: &str) -> String {
        let mut out = head((WIDTH, HEIGHT), 12, LEFT, title);
        // Writing to a String cannot fail.
        for value in ticks(0.0, self.most) {
            let at = self.y(value);
            let _ = writeln!(
                out,
                "<path d=\"M{LEFT} {at:.1}H{}\" stroke=\"#dde\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 8.0,
                at + 4.0,
                short(value)
            );
        }
        for tick in self.axis.ticks() {
            if let Some(place) = self.axis.place(tick) {
                let _ = writeln!(
                    out,
                    "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                    self.x(place),
                    HEIGHT - BOTTOM + 20.0,
                    short(model.level(tick))
                );
            }
        }
        out
    }
}

/// The end of the image: what the axes are.
pub fn close(model: &About, loss: &str) -> String {
    format!(
        "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{} (more private to the right)</text>\n\
         <text transform=\"translate(18 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n</svg>\n",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 12.0,
        escape(&format!("{} of {}", model.parameter, model.name)),
        (TOP + HEIGHT - BOTTOM) / 2.0,
        escape(loss)
    )
}

/// A staircase through corners on the sheet, as a path.
pub fn stairs(corners: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (i, (px, py)) in corners.iter().enumerate() {
        let _ = if i == 0 { write!(path, "M{px:.1} {py:.1}") } else { write!(path, "V{py:.1}H{px:.1}") };
    }
    path
}

/// What lies between a staircase and its floors. A floor holds for all that is more private, up to the next.
fn band(corners: &[(f64, f64)], floors: &[(f64, f64)]) -> String {
    let mut path = stairs(corners);
    if let Some((_, last)) = floors.last() {
        let _ = write!(path, "V{last:.1}");
    }
    for (px, py) in floors.iter().rev().skip(1) {
        let _ = write!(path, "V{py:.1}H{px:.1}");
    }
    path + "Z"
}

/// The floors alone, as a path.
pub fn floors_line(floors: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (i, (px, py)) in floors.iter().enumerate() {
        let _ = if i == 0 { write!(path, "M{px:.1} {py:.1}") } else { write!(path, "H{px:.1}V{py:.1}") };
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_goes_up_the_front_and_back_along_the_floors() {
        let (corners, floors) = ([(0.0, 9.0), (5.0, 4.0)], [(0.0, 9.0), (5.0, 6.0)]);
        assert_eq!(band(&corners, &floors), "M0.0 9.0V4.0H5.0V6.0V9.0H0.0Z");
        // What is proven at one level says nothing of lower ones.
        assert_eq!(floors_line(&floors), "M0.0 9.0H5.0V6.0");
    }
}
