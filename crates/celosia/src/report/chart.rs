//! The front as a chart for a terminal, in braille dots.

use super::axis::{Axis, loss_axis, outcomes, short};
use crate::front::Front;
use crate::privacy::About;

/// A point that is best only thanks to a further objective.
const LIGHT: char = '·';

/// A canvas of braille characters: each holds two by four dots.
struct Canvas {
    width: usize,
    height: usize,
    cells: Vec<u8>,
    marks: Vec<Option<char>>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, height, cells: vec![0; width * height], marks: vec![None; width * height] }
    }

    /// Sets the dot at a place in 0 … 1, measured from the lower left.
    fn dot(&mut self, x: f64, y: f64) {
        let column = (x * (self.width * 2 - 1) as f64).round() as usize;
        let row = ((1.0 - y) * (self.height * 4 - 1) as f64).round() as usize;
        let bit = [[0, 3], [1, 4], [2, 5], [6, 7]][row % 4][column % 2];
        self.cells[row / 4 * self.width + column / 2] |= 1 << bit;
    }

    fn mark(&mut self, x: f64, y: f64, mark: char) {
        let column = (x * (self.width * 2 - 1) as f64).round() as usize;
        let row = ((1.0 - y) * (self.height * 4 - 1) as f64).round() as usize;
        self.marks[row / 4 * self.width + column / 2] = Some(mark);
    }

    fn row(&self, row: usize) -> String {
        let cells = row * self.width..(row + 1) * self.width;
        let dots = |cell: usize| char::from_u32(0x2800 + u32::from(self.cells[cell])).unwrap_or(' ');
        // A light mark gives way to the staircase.
        let mark = |cell: usize| self.marks[cell].filter(|mark| *mark != LIGHT || self.cells[cell] == 0);
        let text: String = cells.map(|cell| mark(cell).unwrap_or_else(|| dots(cell))).collect();
        text.replace('\u{2800}', " ")
    }
}

/// The front as lines of text, `width` columns wide: a staircase of dots, the knee marked; points that are best only
/// thanks to a further objective are lighter.
pub fn chart(front: &Front, model: &About, loss: &str, knee: Option<usize>, width: usize) -> String {
    let (margin, height) = (7, 14);
    let inner = width.clamp(40, 120) - margin - 2;
    let mut canvas = Canvas::new(inner, height);
    let axis = Axis::of(front, model);
    let (most, step) = loss_axis(front);
    let (corners, light) = outcomes(front);
    for outcome in &light {
        if let Some(x) = axis.place(outcome.protection) {
            canvas.mark(x, outcome.loss.value / most, LIGHT);
        }
    }
    let mut before: Option<(f64, f64)> = None;
    for outcome in corners {
        let Some(x) = axis.place(outcome.protection) else { continue };
        let y = outcome.loss.value / most;
        // To have more privacy than the point before costs what this point costs: up first, then to the right.
        if let Some((x0, y0)) = before {
            let steps = inner * 2;
            (0..=steps).for_each(|i| canvas.dot(x0 + (x - x0) * i as f64 / steps as f64, y));
            (0..=steps).for_each(|i| canvas.dot(x0, y0 + (y - y0) * i as f64 / steps as f64));
        }
        canvas.dot(x, y);
        before = Some((x, y));
    }
    if let Some(outcome) = knee.map(|k| &front.points[k].outcome)
        && let Some(x) = axis.place(outcome.protection)
    {
        canvas.mark(x, outcome.loss.value / most, '◆');
    }
    let mut text = format!("{:>margin$} {loss}\n", "");
    let label_at = |row: usize| {
        let ticks = (0..=((most / step + 1e-9) as usize)).map(|i| i as f64 * step);
        let here = |tick: &f64| ((1.0 - tick / most) * (height - 1) as f64).round() as usize == row;
        ticks.rev().find(here).map(short).unwrap_or_default()
    };
    for row in 0..height {
        let label = label_at(row);
        let line = if label.is_empty() { "│" } else { "┤" };
        text += format!("{label:>margin$} {line}{}", canvas.row(row)).trim_end();
        text.push('\n');
    }
    let mut base: Vec<char> = "─".repeat(inner).chars().collect();
    let mut labels: Vec<char> = " ".repeat(inner + 8).chars().collect();
    let mut free = 0;
    for tick in axis.ticks() {
        let Some(x) = axis.place(tick) else { continue };
        let column = (x * (inner - 1) as f64).round() as usize;
        base[column] = '┬';
        let label = short(model.level(tick));
        let start = column.saturating_sub(label.chars().count() / 2);
        if start >= free {
            label.chars().enumerate().for_each(|(i, c)| labels[start + i] = c);
            free = start + label.chars().count() + 1;
        }
    }
    let labels: String = labels.into_iter().collect();
    text += &format!("{:>margin$} └{}\n", "", base.into_iter().collect::<String>());
    text += &format!("{:>margin$}  {}  {} →\n", "", labels.trim_end(), model.parameter);
    if knee.is_some() {
        text += &format!("{:>margin$}  ◆ the knee\n", "");
    }
    if !light.is_empty() {
        text += &format!("{:>margin$}  {LIGHT} best thanks to a further objective\n", "");
    }
    text
}
