//! SVG images: how every one begins, and text that may stand in it.

/// The beginning of an image on white, in one hand for all: its size, the size of its text, and its title.
pub fn head((width, height): (f64, f64), font_size: u8, left: f64, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"{font_size}\" fill=\"#223\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{left}\" y=\"22\" font-size=\"15\">{}</text>\n",
        escape(title)
    )
}

/// Text that may stand in an image or a page.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_text() {
        let found = head((720.0, 420.0), 12, 64.0, "a < b & c");
        assert!(found.starts_with("<svg ") && found.contains("viewBox=\"0 0 720 420\""), "{found}");
        assert!(found.contains(">a &lt; b &amp; c</text>"), "{found}");
    }
}
