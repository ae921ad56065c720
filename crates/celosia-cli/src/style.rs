//! Colours: which words have one, and whether they are shown. Nothing is said by colour alone, and text of the data never
//! brings a colour of its own.

use std::borrow::Cow;
use std::io::Write;

use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use clap::builder::Styles;

/// What --color takes.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum Color {
    /// On a terminal, unless the environment says otherwise (NO_COLOR, CLICOLOR_FORCE, TERM=dumb)
    #[default]
    Auto,
    /// Into files and pipes too
    Always,
    /// Nowhere
    Never,
}

impl Color {
    /// What was typed, before anything of the command line is understood: what is said of it has colours too.
    pub fn typed() -> Color {
        let words: Vec<String> = std::env::args().skip(1).take_while(|word| word != "--").collect();
        let pairs = words
            .iter()
            .zip(words.iter().skip(1))
            .filter(|(flag, _)| *flag == "--color")
            .map(|(_, value)| value.as_str());
        let value = words.iter().filter_map(|word| word.strip_prefix("--color=")).chain(pairs).last();
        value.and_then(|value| Color::from_str(value, false).ok()).unwrap_or_default()
    }

    /// From now on, for all that is printed.
    pub fn choose(self) {
        match self {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

/// What a part of a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    Plain,
    /// A heading, the head of a table.
    Head,
    /// An error, a refusal.
    Bad,
    /// A warning, what is not complete.
    Doubt,
    /// What is complete, what holds.
    Good,
    /// A note or a hint.
    Aside,
    /// The point that stands out.
    Mark,
}

impl Paint {
    const fn style(self) -> Style {
        let bold = Style::new().bold();
        match self {
            Paint::Plain => Style::new(),
            Paint::Head => bold,
            Paint::Bad => colour(bold, AnsiColor::Red),
            Paint::Doubt => colour(bold, AnsiColor::Yellow),
            Paint::Good => colour(bold, AnsiColor::Green),
            Paint::Aside => colour(bold, AnsiColor::Cyan),
            Paint::Mark => colour(bold, AnsiColor::Magenta),
        }
    }
}

const fn colour(style: Style, colour: AnsiColor) -> Style {
    style.fg_color(Some(anstyle::Color::Ansi(colour)))
}

/// The help, in the same colours.
pub const HELP: Styles = Styles::plain()
    .header(Paint::Head.style())
    .usage(Paint::Head.style())
    .literal(Paint::Aside.style())
    .error(Paint::Bad.style())
    .valid(Paint::Good.style())
    .invalid(Paint::Doubt.style());

/// Words that begin a line, each with its colour.
const WORDS: [(&str, Paint); 5] = [
    ("error:", Paint::Bad),
    ("refused:", Paint::Bad),
    ("warning:", Paint::Doubt),
    ("note:", Paint::Aside),
    ("hint:", Paint::Aside),
];

/// Marks that stand anywhere in a line.
const MARKS: [(&str, Paint); 1] = [("◆ knee", Paint::Mark)];

/// A text in parts, each painted or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(Vec<(Paint, String)>);

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        let mut painted = Text::default();
        text.split_inclusive('\n').for_each(|line| painted.line(line));
        painted
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Text {
        text.as_str().into()
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        text.as_str().into()
    }
}

impl Text {
    /// A table: its first line is the head.
    pub fn table(text: &str) -> Text {
        let (head, rows) = text.split_at(text.find('\n').unwrap_or(text.len()));
        Text::default().and(Paint::Head, head).then(rows)
    }

    /// Lines under headings: a line is one where it begins at the margin and the next does not.
    pub fn sections(text: &str) -> Text {
        let mut painted = Text::default();
        let mut lines = text.split_inclusive('\n').peekable();
        while let Some(line) = lines.next() {
            let is_head = !line.starts_with([' ', '\n']) && lines.peek().is_some_and(|next| next.starts_with(' '));
            painted = if is_head { painted.and(Paint::Head, line.trim_end()).then("\n") } else { painted.then(line) };
        }
        painted
    }

    /// More of it, painted.
    pub fn and(mut self, paint: Paint, text: &str) -> Text {
        self.push(paint, text);
        self
    }

    /// More of it, in which only the words that begin a line and the marks are painted.
    pub fn then(mut self, text: impl Into<Text>) -> Text {
        text.into().0.iter().for_each(|(paint, part)| self.push(*paint, part));
        self
    }

    fn line(&mut self, line: &str) {
        let mut rest = line;
        if let Some((word, paint)) = WORDS.iter().find(|(word, _)| rest.starts_with(word)) {
            self.push(*paint, word);
            rest = &rest[word.len()..];
        }
        while let Some((at, mark, paint)) =
            MARKS.iter().filter_map(|(mark, paint)| Some((rest.find(mark)?, mark, paint))).min_by_key(|(at, ..)| *at)
        {
            self.push(Paint::Plain, &rest[..at]);
            self.push(*paint, mark);
            rest = &rest[at + mark.len()..];
        }
        self.push(Paint::Plain, rest);
    }

    fn push(&mut self, paint: Paint, text: &str) {
        match self.0.last_mut() {
            _ if text.is_empty() => {}
            Some((last, before)) if *last == paint => *before += text,
            _ => self.0.push((paint, text.into())),
        }
    }

    /// The text as bytes to print. Names and values may hold anything: where `tame`, they command no terminal.
    fn printed(&self, coloured: bool, tame: bool) -> String {
        let part = |(paint, text): &(Paint, String)| {
            let text = if tame { printable(text).into() } else { Cow::from(text) };
            match paint.style() {
                style if coloured && *paint != Paint::Plain => format!("{style}{text}{style:#}"),
                _ => text.into_owned(),
            }
        };
        self.0.iter().map(part).collect()
    }

    /// Prints it to standard output or error, in colours where they are wanted. A file or a pipe gets every byte of it,
    /// as what is printed there is run, read or compared.
    pub fn print<S: RawStream + AsLockedWrite>(&self, to: S, tame: bool) -> std::io::Result<()> {
        let mut to = to;
        let coloured = AutoStream::choice(&to) != ColorChoice::Never;
        let text = self.printed(coloured, tame || to.is_terminal());
        if coloured {
            // Consoles of Windows that know no such bytes are told in their own way.
            let mut to = AutoStream::always(to);
            to.write_all(text.as_bytes())?;
            return to.flush();
        }
        to.write_all(text.as_bytes())?;
        to.flush()
    }
}

/// Names and values may hold anything, but they must not command the terminal.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && !"\n\t".contains(c) { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_begin_a_line_and_marks_are_painted() {
        let text = Text::from("note: a warning: b\n  3  0.5  ◆ knee\nwarning: c");
        let parts: Vec<(Paint, &str)> = text.0.iter().map(|(paint, text)| (*paint, text.as_str())).collect();
        let wanted = [
            (Paint::Aside, "note:"),
            (Paint::Plain, " a warning: b\n  3  0.5  "),
            (Paint::Mark, "◆ knee"),
            (Paint::Plain, "\n"),
            (Paint::Doubt, "warning:"),
            (Paint::Plain, " c"),
        ];
        assert_eq!(parts, wanted);
        assert_eq!(text.printed(false, true), "note: a warning: b\n  3  0.5  ◆ knee\nwarning: c");
        assert!(text.printed(true, true).starts_with("\u{1b}[1m\u{1b}[36mnote:\u{1b}[0m a warning: b\n"));
    }

    #[test]
    fn heads_are_painted_and_bodies_are_not() {
        let heads = |text: &Text| -> Vec<String> {
            text.0.iter().filter(|(paint, _)| *paint == Paint::Head).map(|(_, text)| text.clone()).collect()
        };
        assert_eq!(heads(&Text::table("column  type\nage     integer\n")), ["column  type"]);
        let text = Text::sections("5 rows\n\nGuarantees\n  k = 2\n\nSizes\n  3\nend\n");
        assert_eq!(heads(&text), ["Guarantees", "Sizes"]);
        assert_eq!(text.printed(false, false), "5 rows\n\nGuarantees\n  k = 2\n\nSizes\n  3\nend\n");
    }

    #[test]
    fn the_data_brings_no_colour_of_its_own() {
        let text = Text::from("error: ").and(Paint::Good, "\u{1b}[31mx").then("\u{1b}[0m");
        assert_eq!(
            text.printed(true, true),
            "\u{1b}[1m\u{1b}[31merror:\u{1b}[0m \u{1b}[1m\u{1b}[32m\u{fffd}[31mx\u{1b}[0m\u{fffd}[0m"
        );
        assert_eq!(text.printed(false, false), "error: \u{1b}[31mx\u{1b}[0m", "a file gets every byte");
    }
}
