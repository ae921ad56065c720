//! Braille dots and marks between axes, for charts in a terminal.

use super::axis::Axis;
use super::ticks::ticks;
use crate::privacy::About;
use crate::say::short;

/// A mark that gives way to the staircase.
pub const LIGHT: char = '·';

/// The mark of a bound, which gives way to the staircase too.
pub const BELOW: char = '╌';

/// Columns left of a chart, for the labels of losses.
pub const MARGIN: usize = 7;
/// Lines of a chart.
const HEIGHT: usize = 14;

/// A canvas of braille characters, each of two by four dots, between axes.
pub struct Canvas {
    axis: Axis,
    /// The largest loss.
    most: f64,
    width: usize,
    height: usize,
    cells: Vec<u8>,
    marks: Vec<Option<char>>,
}

impl Canvas {
    /// A canvas that takes, with its labels, `width` columns.
    pub fn new(axis: Axis, most: f64, width: usize) -> Canvas {
        let (width, height) = (width.clamp(40, 120) - MARGIN - 2, HEIGHT);
        Canvas { axis, most, width, height, cells: vec![0; width * height], marks: vec![None; width * height] }
    }

    /// A staircase through corners of protection and loss, from the least private to the most private.
    pub fn stairs(&mut self, corners: impl Iterator<Item = (f64, f64)>) {
        let mut before: Option<(f64, f64)> = None;
        for (protection, loss) in corners {
            let Some((x, y)) = self.place(protection, loss) else { continue };
            // To have more privacy than the point before costs what this point costs: up first, then to the right.
            if let Some((x0, y0)) = before {
                let steps = self.width * 2;
                (0..=steps).for_each(|i| self.dot(x0 + (x - x0) * i as f64 / steps as f64, y));
                (0..=steps).for_each(|i| self.dot(x0, y0 + (y - y0) * i as f64 / steps as f64));
            }
            self.dot(x, y);
            before = Some((x, y));
        }
    }

    /// Marks the cells of a staircase of floors, without what rises between two corners: each holds for all that is more private, up
    /// to the next.
    pub fn floors(&mut self, corners: impl Iterator<Item = (f64, f64)>, mark: char) {
        let mut before: Option<(usize, usize)> = None;
        for (protection, loss) in corners {
            let Some((x, y)) = self.place(protection, loss) else { continue };
            let (dot, row) = self.dot_of(x, y);
            let (column, row) = (dot / 2, row / 4);
            if let Some((from, height)) = before {
                (from..column).for_each(|at| self.marks[height * self.width + at] = Some(mark));
            }
            self.marks[row * self.width + column] = Some(mark);
            before = Some((column, row));
        }
    }

    /// Marks the cell of a point.
    pub fn mark(&mut self, protection: f64, loss: f64, mark: char) {
        if let Some(cell) = self.cell(protection, loss) {
            self.marks[cell] = Some(mark);
        }
    }

    /// An upright line of marks at a protection, behind everything else.
    pub fn line(&mut self, protection: f64, mark: char) {
        let Some(foot) = self.cell(protection, 0.0) else { return };
        for cell in (foot % self.width..self.cells.len()).step_by(self.width) {
            if self.cells[cell] == 0 && self.marks[cell].is_none() {
                self.marks[cell] = Some(mark);
            }
        }
    }

    /// The cell that a point falls into, where it has one.
    pub fn cell(&self, protection: f64, loss: f64) -> Option<usize> {
        let (x, y) = self.place(protection, loss)?;
        let (column, row) = self.dot_of(x, y);
        Some(row / 4 * self.width + column / 2)
    }

    /// Where a point lies, in 0 … 1 from the lower left.
    fn place(&self, protection: f64, loss: f64) -> Option<(f64, f64)> {
        self.axis.place(protection).filter(|_| loss.is_finite()).map(|x| (x, loss / self.most))
    }

    /// The dot of a place. What lies beyond the axes, as a number at the end of what a float holds may, lies at their ends.
    fn dot_of(&self, x: f64, y: f64) -> (usize, usize) {
        let (x, y) = (x.clamp(0.0, 1.0), y.clamp(0.0, 1.0));
        let column = (x * (self.width * 2 - 1) as f64).round() as usize;
        let row = ((1.0 - y) * (self.height * 4 - 1) as f64).round() as usize;
        (column, row)
    }

    fn dot(&mut self, x: f64, y: f64) {
        let (column, row) = self.dot_of(x, y);
        let bit = [[0, 3], [1, 4], [2, 5], [6, 7]][row % 4][column % 2];
        self.cells[row / 4 * self.width + column / 2] |= 1 << bit;
    }

    fn row(&self, row: usize) -> String {
        let cells = row * self.width..(row + 1) * self.width;
        let dots = |cell: usize| char::from_u32(0x2800 + u32::from(self.cells[cell])).unwrap_or(' ');
        let mark =
            |cell: usize| self.marks[cell].filter(|mark| ![LIGHT, BELOW].contains(mark) || self.cells[cell] == 0);
        let text: String = cells.map(|cell| mark(cell).unwrap_or_else(|| dots(cell))).collect();
        text.replace('\u{2800}', " ")
    }

    /// The canvas with its axes, as lines of text.
    pub fn framed(&self, model: &About, loss: &str) -> String {
        let mut text = format!("{:>MARGIN$} {loss}\n", "");
        let label_at = |row: usize| {
            let here = |tick: &f64| ((1.0 - tick / self.most) * (self.height - 1) as f64).round() as usize == row;
            ticks(0.0, self.most).into_iter().rev().find(here).map(short).unwrap_or_default()
        };
        for row in 0..self.height {
            let label = label_at(row);
            let line = if label.is_empty() { "│" } else { "┤" };
            text += format!("{label:>MARGIN$} {line}{}", self.row(row)).trim_end();
            text.push('\n');
        }
        let mut base: Vec<char> = "─".repeat(self.width).chars().collect();
        let mut labels: Vec<char> = " ".repeat(self.width + 8).chars().collect();
        let mut free = 0;
        for tick in self.axis.ticks() {
            let Some(x) = self.axis.place(tick) else { continue };
            let column = (x.clamp(0.0, 1.0) * (self.width - 1) as f64).round() as usize;
            base[column] = '┬';
            let label = short(model.level(tick));
            let start = column.saturating_sub(label.chars().count() / 2);
            if start >= free {
                labels.resize(labels.len().max(start + label.chars().count()), ' ');
                label.chars().enumerate().for_each(|(i, c)| labels[start + i] = c);
                free = start + label.chars().count() + 1;
            }
        }
        let labels: String = labels.into_iter().collect();
        text += &format!("{:>MARGIN$} └{}\n", "", base.into_iter().collect::<String>());
        text += &format!("{:>MARGIN$}  {}  {} →\n", "", labels.trim_end(), model.parameter);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy;

    #[test]
    fn no_number_is_beyond_the_canvas() {
        let model = privacy::find("k-anonymity").unwrap();
        for extreme in [-3.0, 1e300, f64::MAX, f64::MIN_POSITIVE, f64::NAN, f64::INFINITY] {
            let axis = Axis::over([1.0, extreme, 40.0].into_iter(), model);
            let mut canvas = Canvas::new(axis, 0.5, 80);
            canvas.stairs([(1.0, 0.0), (2.0, extreme), (extreme, 0.4), (40.0, 0.5)].into_iter());
            canvas.mark(extreme, extreme, '◆');
            assert!(canvas.framed(model, "loss").contains("loss"), "{extreme}");
        }
    }
}
