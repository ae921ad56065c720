//! Small lattices as one SVG image: every node a dot with its levels, more general ones further up, edges between neighbours.

use std::fmt::Write;

use crate::report::head;
use crate::space::Node;

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 330.0;
const TOP: f64 = 64.0;
const HEAD: f64 = 30.0;

/// A lattice, drawn with what its nodes and steps are.
pub struct Diagram {
    pub title: String,
    /// The colour of each node, beside its name and what is said of it.
    pub nodes: Vec<(Node, &'static str, String)>,
    /// Steps of a way through the lattice, drawn over the edges.
    pub way: Vec<(Node, Node)>,
}

/// The diagrams side by side, under a line that says what colours mean.
pub fn svg(title: &str, legend: &[(&str, &str)], diagrams: &[Diagram]) -> String {
    let width = WIDTH * diagrams.len().max(1) as f64;
    let mut out = head((width.max(620.0), HEIGHT + TOP + HEAD), 11, 16.0, title);
    for (number, (colour, name)) in legend.iter().enumerate() {
        let x = 16.0 + 150.0 * number as f64;
        // Writing to a String cannot fail.
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.0}\" cy=\"44\" r=\"5\" fill=\"{colour}\"/><text x=\"{:.0}\" y=\"48\">{name}</text>",
            x + 10.0
        );
    }
    for (number, diagram) in diagrams.iter().enumerate() {
        let _ = writeln!(out, "<g transform=\"translate({:.0} {TOP:.0})\">", WIDTH * number as f64);
        draw(&mut out, diagram);
        out += "</g>\n";
    }
    out + "</svg>\n"
}

fn draw(out: &mut String, diagram: &Diagram) {
    let _ = writeln!(out, "<text x=\"{:.0}\" y=\"16\" text-anchor=\"middle\">{}</text>", WIDTH / 2.0, diagram.title);
    let height = |node: &Node| node.iter().map(|level| u32::from(*level)).sum::<u32>();
    let top = diagram.nodes.iter().map(|(node, ..)| height(node)).max().unwrap_or(0);
    let at = |node: &Node| {
        let row: Vec<&Node> = diagram.nodes.iter().map(|(n, ..)| n).filter(|n| height(n) == height(node)).collect();
        let place = row.iter().position(|n| *n == node).unwrap_or(0) as f64 + 0.5;
        let x = WIDTH * place / row.len().max(1) as f64;
        let y = HEAD + 12.0 + (HEIGHT - 30.0) * f64::from(top - height(node)) / f64::from(top.max(1));
        (x, y)
    };
    let mut line = |from: &Node, to: &Node, style: &str| {
        let ((x1, y1), (x2, y2)) = (at(from), at(to));
        let _ = writeln!(out, "<path d=\"M{x1:.0} {y1:.0}L{x2:.0} {y2:.0}\" {style}/>");
    };
    for (low, ..) in &diagram.nodes {
        for (high, ..) in &diagram.nodes {
            let steps: u32 = low.iter().zip(high.iter()).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
            if steps == 1 && height(high) > height(low) {
                line(low, high, "stroke=\"#ccd\" fill=\"none\"");
            }
        }
    }
    for (from, to) in &diagram.way {
        line(from, to, "stroke=\"#c73\" stroke-width=\"3\" fill=\"none\"");
    }
    for (node, colour, said) in &diagram.nodes {
        let (x, y) = at(node);
        let name = levels(node);
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"5\" fill=\"{colour}\"><title>{name} {said}</title></circle>\
             <text x=\"{:.0}\" y=\"{:.0}\" font-size=\"9\">{name}</text>",
            x + 7.0,
            y + 3.0
        );
    }
}

/// "(1, 0, 1)".
pub fn levels(node: &[u8]) -> String {
    format!("({})", node.iter().map(u8::to_string).collect::<Vec<_>>().join(", "))
}
