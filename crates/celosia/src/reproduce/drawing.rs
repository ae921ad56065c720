//! Boxes, lines and text as one SVG image: trees, bit strings and steps of worked examples.

use std::fmt::Write;

use crate::report::{escape, head};

/// Room above, for the title.
const TOP: f64 = 36.0;

/// An image in the making. Places count from the upper left corner below the title.
pub struct Drawing {
    size: (f64, f64),
    title: String,
    parts: String,
}

impl Drawing {
    /// An empty image with room of this size.
    pub fn new(title: &str, width: f64, height: f64) -> Drawing {
        Drawing { size: (width, height + TOP), title: title.into(), parts: String::new() }
    }

    /// A line; it lies below what is drawn later.
    pub fn line(&mut self, (x, y): (f64, f64), (to_x, to_y): (f64, f64)) {
        // Writing to a String cannot fail.
        let _ = writeln!(
            self.parts,
            "<path d=\"M{x:.1} {:.1}L{to_x:.1} {:.1}\" stroke=\"#89a\" fill=\"none\"/>",
            y + TOP,
            to_y + TOP
        );
    }

    /// Text whose middle is here.
    pub fn text(&mut self, (x, y): (f64, f64), text: &str) {
        let _ = writeln!(
            self.parts,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            y + TOP + 4.0,
            escape(text)
        );
    }

    /// A box with a text in it, whose middle is here.
    pub fn node(&mut self, (x, y): (f64, f64), text: &str, colour: &str) {
        let width = 7.0 * text.chars().count() as f64 + 12.0;
        let _ = writeln!(
            self.parts,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"20\" rx=\"4\" fill=\"{colour}\" stroke=\"#89a\"/>",
            x - width / 2.0,
            y + TOP - 10.0
        );
        self.text((x, y), text);
    }

    /// The image.
    pub fn finish(self) -> String {
        head(self.size, 11, 16.0, &self.title) + &self.parts + "</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_there_and_is_text() {
        let mut drawing = Drawing::new("a < b", 100.0, 50.0);
        drawing.line((0.0, 0.0), (10.0, 10.0));
        drawing.node((20.0, 20.0), "x & y", "#fff");
        let svg = drawing.finish();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert!(
            svg.contains("a &lt; b") && svg.contains("x &amp; y") && svg.contains("viewBox=\"0 0 100 86\""),
            "{svg}"
        );
    }
}
