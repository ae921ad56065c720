//! The front as a chart for a terminal, in braille dots.

use super::axis::{Axis, bound, most_loss, outcomes};
use super::canvas::{BELOW, Canvas, LIGHT, MARGIN};
use crate::choose::{Crossing, say_level};
use crate::front::Front;
use crate::privacy::About;

/// Stands for a preset.
const LINE: char = '┆';

/// The front as lines of text, `width` columns wide: a staircase of dots, the knee marked; points that are best only
/// thanks to a further objective are lighter. Where the front comes within the figures of a preset stands a line.
pub fn chart(
    front: &Front,
    model: &About,
    loss: &str,
    (knee, crossings): (Option<usize>, &[Crossing]),
    width: usize,
) -> String {
    let mut canvas = Canvas::new(Axis::of(front, model), most_loss(front), width);
    let (corners, light) = outcomes(front);
    let below = bound(front);
    canvas.floors(below.iter().flat_map(|(corners, _)| corners.iter().copied()), BELOW);
    light.iter().for_each(|o| canvas.mark(o.protection, o.loss.value, LIGHT));
    canvas.stairs(corners.iter().map(|o| (o.protection, o.loss.value)));
    if let Some(outcome) = knee.map(|k| &front.points[k].outcome) {
        canvas.mark(outcome.protection, outcome.loss.value, '◆');
    }
    let lines = || crossings.iter().filter_map(|crossing| Some((crossing, &front.points[crossing.point?].outcome)));
    lines().for_each(|(_, outcome)| canvas.line(outcome.protection, LINE));
    let mut text = canvas.framed(model, loss);
    for (crossing, outcome) in lines() {
        let from = say_level(model, outcome.protection);
        text += &format!("{:>MARGIN$}  {LINE} {}: from {from} on\n", "", crossing.name);
    }
    if knee.is_some() {
        text += &format!("{:>MARGIN$}  ◆ the knee\n", "");
    }
    if let Some((_, words)) = below.filter(|(corners, _)| !corners.is_empty()) {
        text += &format!("{:>MARGIN$}  {BELOW} {words}\n", "");
    }
    if !light.is_empty() {
        text += &format!("{:>MARGIN$}  {LIGHT} best thanks to a further objective\n", "");
    }
    text
}
