//! What pages are built of: text that is safe in markup, tables with bars, lists, facts.

use crate::report::escape;

/// Text that may stand in markup and in an attribute.
pub fn text(text: &str) -> String {
    escape(text).replace('"', "&quot;").replace('\'', "&#39;")
}

/// A cell of a table.
pub enum Cell {
    /// What the row is about.
    Head(String),
    /// Text.
    Text(String),
    /// A number, to the right.
    Number(String),
    /// Bars: of the release, and of the original where it is shown. Shares of the longest one.
    Bars(f64, Option<f64>),
    /// A label, and what it stands for below it.
    Label(String, Option<String>),
    /// What the row is about, and more of it below.
    Explained(String, String),
    /// A level, to the right, with a word or two of it below; whether they are good.
    Level(String, &'static str, bool),
}

/// What stands over bars.
pub const BARS: &str = "|";

/// A table; names of columns that begin with `#` are over numbers.
pub fn table(heads: &[&str], rows: Vec<Vec<Cell>>) -> String {
    let head = |head: &&str| match head.strip_prefix('#') {
        None if *head == BARS => "<th scope=\"col\" class=\"bars\"></th>".to_string(),
        Some(head) => format!("<th scope=\"col\" class=\"n\">{}</th>", text(head)),
        None => format!("<th scope=\"col\">{}</th>", text(head)),
    };
    let cell = |cell: &Cell| match cell {
        Cell::Head(said) => format!("<th scope=\"row\">{}</th>", text(said)),
        Cell::Text(said) => format!("<td>{}</td>", text(said)),
        Cell::Number(said) => format!("<td class=\"n\">{}</td>", text(said)),
        Cell::Bars(is, was) => {
            let was = was.map(|was| bar("bar was", was)).unwrap_or_default();
            format!("<td class=\"bars\">{}{was}</td>", bar("bar", *is))
        }
        Cell::Label(label, below) => {
            let below = below.as_ref().map(|below| format!("<small>{}</small>", text(below))).unwrap_or_default();
            format!("<td class=\"label\">{}{below}</td>", text(label))
        }
        Cell::Explained(said, below) => format!("<th scope=\"row\">{}<small>{}</small></th>", text(said), text(below)),
        Cell::Level(said, below, good) => {
            let class = if *good { " class=\"yes\"" } else { "" };
            format!("<td class=\"n\">{}<small{class}>{}</small></td>", text(said), text(below))
        }
    };
    let row = |row: &Vec<Cell>| format!("<tr>{}</tr>\n", row.iter().map(cell).collect::<String>());
    format!(
        "<table><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table>\n",
        heads.iter().map(head).collect::<String>(),
        rows.iter().map(row).collect::<String>(),
    )
}

fn bar(class: &str, width: f64) -> String {
    let some = if width > 0.0 { " some" } else { "" };
    format!("<i class=\"{class}{some}\" style=\"--w:{:.4}\"></i>", width.clamp(0.0, 1.0))
}

/// A section with its heading.
pub fn card(id: &str, title: &str, inside: &str) -> String {
    format!(
        "<section class=\"card\" id=\"{id}\" aria-labelledby=\"{id}-title\">\n<h2 id=\"{id}-title\">{}</h2>\n{inside}</section>\n",
        text(title)
    )
}

/// A paragraph.
pub fn paragraph(said: &str) -> String {
    format!("<p>{}</p>\n", text(said))
}

/// A quieter one.
pub fn muted(said: &str) -> String {
    format!("<p class=\"muted\">{}</p>\n", text(said))
}

/// Sentences, one below the other.
pub fn list(class: &str, sentences: &[String]) -> String {
    let item = |sentence: &String| format!("<li>{}</li>\n", text(sentence));
    format!("<ul class=\"{class}\">\n{}</ul>\n", sentences.iter().map(item).collect::<String>())
}

/// Names beside what they stand for.
pub fn facts<'f>(facts: impl IntoIterator<Item = (&'f str, String)>) -> String {
    let fact = |(what, said): (&str, String)| format!("<div><dt>{}</dt><dd>{}</dd></div>\n", text(what), text(&said));
    format!("<dl class=\"facts-list\">\n{}</dl>\n", facts.into_iter().map(fact).collect::<String>())
}

/// A large number over its name.
pub fn big(number: &str, name: &str) -> String {
    format!("<div><b>{}</b><span>{}</span></div>\n", text(number), text(name))
}

/// What is folded away until somebody asks; on paper it is open.
pub fn folded(summary: &str, inside: &str) -> String {
    format!("<details><summary>{}</summary>{inside}</details>\n", text(summary))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text() {
        let evil = "<img src=x onerror='a()'>\"&";
        let made = table(&[evil, "#n"], vec![vec![Cell::Head(evil.into()), Cell::Number("1".into())]])
            + &card("a", evil, "")
            + &list("plain", &[evil.into()])
            + &facts([(evil, evil.to_string())])
            + &folded(evil, "");
        assert!(!made.contains("<img") && !made.contains("'a()'"), "{made}");
        assert!(made.contains("&lt;img src=x onerror=&#39;a()&#39;&gt;&quot;&amp;"));
    }

    #[test]
    fn bars_are_shares() {
        let made = table(&["x"], vec![vec![Cell::Bars(0.5, Some(7.0))]]);
        assert!(made.contains("--w:0.5000") && made.contains("bar was some\" style=\"--w:1.0000"), "{made}");
    }
}
