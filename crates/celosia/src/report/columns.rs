//! A table for a terminal of any width: side by side where it fits, else heads folded, long names cut in the middle, long
//! texts folded or put below their row, and at last rows broken into several lines. Nothing is wider than the terminal.

use unicode_width::UnicodeWidthStr;

/// Blanks between two columns.
const GAP: usize = 2;
/// How far what belongs to a row is moved in on the lines below it.
const INDENT: usize = 4;
/// A text that would have less room beside its row goes below it.
const FOLDED: usize = 28;
/// Names are cut to no less than this.
const CUT: usize = 12;

/// The head of a column, and what becomes of its cells where there is not enough room.
pub struct Column {
    head: String,
    right: bool,
    narrow: Narrow,
}

/// What a column does where there is not enough room.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Narrow {
    /// Its cells stay whole, as numbers must.
    Whole,
    /// Its cells lose their middle.
    Cut,
    /// Its cells go on in the next line, or below the row.
    Fold,
}

impl Column {
    /// A column of short texts.
    pub fn left(head: impl Into<String>) -> Column {
        Column { head: head.into(), right: false, narrow: Narrow::Whole }
    }

    /// A column of numbers.
    pub fn right(head: impl Into<String>) -> Column {
        Column { head: head.into(), right: true, narrow: Narrow::Whole }
    }

    /// A column of names, which lose their middle where there is not enough room.
    pub fn name(head: impl Into<String>) -> Column {
        Column { head: head.into(), right: false, narrow: Narrow::Cut }
    }

    /// A column of sentences or lists, which go on in the next line or below their row.
    pub fn text(head: impl Into<String>) -> Column {
        Column { head: head.into(), right: false, narrow: Narrow::Fold }
    }
}

/// A table of texts that is laid out when the width is known.
pub struct Columns {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
    indent: usize,
}

impl Columns {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Columns {
        Columns { columns: columns.into_iter().collect(), rows: Vec::new(), indent: 0 }
    }

    /// Moves all of it in.
    pub fn indented(self, indent: usize) -> Columns {
        Columns { indent, ..self }
    }

    /// Adds a row; cells that are left out are empty.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let mut row: Vec<String> = cells.into_iter().map(|cell| tame(&cell.into())).collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    /// The table, no line of it wider than `width` if that is at least 40. A column in which nothing stands is left out, and
    /// so is the head where no column has one.
    pub fn text(&self, width: usize) -> String {
        let room = width.saturating_sub(self.indent);
        let used: Vec<usize> = (0..self.columns.len()).filter(|column| !self.is_empty(*column)).collect();
        let layout = self.layout(&used, room);
        let mut text = String::new();
        if used.iter().any(|column| !self.columns[*column].head.is_empty()) {
            let heads: Vec<String> = self.columns.iter().map(|column| column.head.clone()).collect();
            self.lines(&heads, &layout, room, true, &mut text);
        }
        for row in &self.rows {
            self.lines(row, &layout, room, false, &mut text);
        }
        text
    }

    fn is_empty(&self, column: usize) -> bool {
        self.columns[column].head.is_empty() && self.rows.iter().all(|row| row[column].is_empty())
    }

    /// Where each column stands and how wide it is.
    fn layout(&self, used: &[usize], room: usize) -> Layout {
        let cells = |column: usize| self.rows.iter().map(move |row| width(&row[column])).max().unwrap_or(0);
        let head = |column: usize| width(&self.columns[column].head);
        let word = |column: usize| self.columns[column].head.split(' ').map(width).max().unwrap_or(0);
        let of = |narrow: Narrow| move |column: &&usize| self.columns[**column].narrow == narrow;

        let mut widths: Vec<usize> = (0..self.columns.len()).map(|column| cells(column).max(head(column))).collect();
        if total(used, &widths) <= room {
            return Layout::beside(used, widths);
        }
        used.iter().for_each(|&column| widths[column] = cells(column).max(word(column)));
        if total(used, &widths) <= room {
            return Layout::beside(used, widths);
        }
        // Texts take what the others leave, and names give way to them.
        let texts: Vec<usize> = used.iter().filter(of(Narrow::Fold)).copied().collect();
        let names: Vec<usize> = used.iter().filter(of(Narrow::Cut)).copied().collect();
        for shrinks in [false, true] {
            let mut tried = widths.clone();
            for &text in &texts {
                tried[text] = tried[text].min(FOLDED.max(word(text)));
            }
            if shrinks {
                shrink(&mut tried, &names, used, room);
            }
            if !texts.is_empty() && total(used, &tried) <= room {
                // What is left over goes to the texts, from the first.
                for &text in &texts {
                    let left = room - total(used, &tried);
                    tried[text] += left.min(widths[text] - tried[text]);
                }
                return Layout::beside(used, tried);
            }
        }
        let beside: Vec<usize> = used.iter().copied().filter(|column| !texts.contains(column)).collect();
        shrink(&mut widths, &names, &beside, room);
        let mut lines: Vec<Vec<usize>> = vec![Vec::new()];
        for column in beside {
            let last = lines.len() - 1;
            let indent = if last == 0 { 0 } else { INDENT };
            let with: Vec<usize> = lines[last].iter().copied().chain([column]).collect();
            if !lines[last].is_empty() && indent + total(&with, &widths) > room {
                lines.push(vec![column]);
            } else {
                lines[last] = with;
            }
        }
        Layout { lines, below: texts, widths }
    }

    /// One row, or the heads, as it is laid out.
    fn lines(&self, row: &[String], layout: &Layout, room: usize, is_head: bool, text: &mut String) {
        for (number, line) in layout.lines.iter().enumerate() {
            let indent = self.indent + if number == 0 { 0 } else { INDENT };
            let parts: Vec<Vec<String>> = line
                .iter()
                .map(|&column| match self.columns[column].narrow {
                    _ if is_head => fold(&row[column], layout.widths[column]),
                    Narrow::Cut => vec![cut(&row[column], layout.widths[column])],
                    Narrow::Fold => fold(&row[column], layout.widths[column]),
                    Narrow::Whole => vec![row[column].clone()],
                })
                .collect();
            let height = parts.iter().map(Vec::len).max().unwrap_or(0).max(1);
            for step in 0..height {
                let mut out = " ".repeat(indent);
                for (place, (&column, part)) in line.iter().zip(&parts).enumerate() {
                    // Heads end where their cells begin.
                    let step = if is_head { (step + part.len()).checked_sub(height) } else { Some(step) };
                    let part = step.and_then(|step| part.get(step)).map_or("", String::as_str);
                    let blanks = " ".repeat(layout.widths[column].saturating_sub(width(part)));
                    out += &" ".repeat(if place == 0 { 0 } else { GAP });
                    let (before, after) =
                        if self.columns[column].right { (blanks, String::new()) } else { (String::new(), blanks) };
                    out += &format!("{before}{part}{after}");
                }
                text.push_str(out.trim_end());
                text.push('\n');
            }
        }
        if !is_head {
            let below = layout.below.iter().filter(|column| !row[**column].is_empty());
            for line in below.flat_map(|&column| fold(&row[column], room.saturating_sub(INDENT).max(1))) {
                text.push_str(&format!("{}{line}\n", " ".repeat(self.indent + INDENT)));
            }
        }
    }
}

/// Where the columns of a table stand.
struct Layout {
    /// Columns beside one another; more lines than one where a row is broken.
    lines: Vec<Vec<usize>>,
    /// Columns whose texts stand below their row.
    below: Vec<usize>,
    widths: Vec<usize>,
}

impl Layout {
    fn beside(columns: &[usize], widths: Vec<usize>) -> Layout {
        Layout { lines: vec![columns.to_vec()], below: Vec::new(), widths }
    }
}

/// The width of columns beside one another.
fn total(columns: &[usize], widths: &[usize]) -> usize {
    columns.iter().map(|column| widths[*column]).sum::<usize>() + GAP * columns.len().saturating_sub(1)
}

/// Takes from the widest of these names until all columns fit or the names are as narrow as they may be.
fn shrink(widths: &mut [usize], names: &[usize], columns: &[usize], room: usize) {
    while total(columns, widths) > room {
        let Some(&widest) = names.iter().max_by_key(|name| widths[**name]).filter(|name| widths[**name] > CUT) else {
            return;
        };
        widths[widest] -= 1;
    }
}

/// How many places a text takes in a terminal: two for each letter of Chinese, Japanese or Korean, none for an accent.
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// A name without its middle where it is wider than this: `patient_id…n_number`. Both ends of a name tell it from others.
pub fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_string();
    }
    let letters: Vec<char> = text.chars().collect();
    // Letters may join with their neighbours: what counts is the width of the whole.
    let without = |kept: usize| -> String {
        let last = letters.len() - kept / 2;
        letters[..kept.div_ceil(2)].iter().chain(&['…']).chain(&letters[last..]).collect()
    };
    (0..letters.len().min(most)).rev().map(without).find(|name| width(name) <= most).unwrap_or_default()
}

/// A text in lines of at most this width, broken at blanks and, where a word alone is wider, within it.
pub fn fold(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let joined = lines.last().map(|line| format!("{line} {word}")).filter(|line| width(line) <= most);
        match (joined, lines.last_mut()) {
            (Some(joined), Some(line)) => *line = joined,
            _ => lines.extend(broken(word, most)),
        }
    }
    if lines.is_empty() { vec![String::new()] } else { lines }
}

/// A word in parts of at most this width.
fn broken(word: &str, most: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    for letter in word.chars() {
        let last = parts.len() - 1;
        parts[last].push(letter);
        if width(&parts[last]) > most && parts[last].chars().count() > 1 {
            parts[last].pop();
            parts.push(letter.into());
        }
    }
    parts
}

/// A cell is one line, and commands no terminal.
fn tame(cell: &str) -> String {
    cell.chars()
        .map(|letter| match letter {
            '\n' | '\t' => ' ',
            letter if letter.is_control() => char::REPLACEMENT_CHARACTER,
            letter => letter,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn looks() -> Columns {
        let mut table = Columns::new([
            Column::name("column"),
            Column::left("type"),
            Column::right("values"),
            Column::left("role"),
            Column::text("why"),
        ]);
        table.row(["age", "integer", "73", "quasi-identifier", "others may know it"]);
        let why = "its name says that it numbers people, and no two rows share a value";
        table.row(["patient_identification_number", "integer", "101,766", "person", why]);
        table
    }

    #[test]
    fn wide_enough_for_all() {
        let wanted = "\
column                         type      values  role              why
age                            integer       73  quasi-identifier  others may know it
patient_identification_number  integer  101,766  person            its name says that it numbers people, and no two rows share a value
";
        assert_eq!(looks().text(140), wanted);
    }

    #[test]
    fn texts_fold_beside_their_row_while_there_is_room() {
        let wanted = "\
column                         type      values  role              why
age                            integer       73  quasi-identifier  others may know it
patient_identification_number  integer  101,766  person            its name says that it numbers
                                                                   people, and no two rows share
                                                                   a value
";
        assert_eq!(looks().text(96), wanted);
    }

    #[test]
    fn at_sixty_texts_go_below_and_names_lose_their_middle() {
        let wanted = "\
column                    type      values  role
age                       integer       73  quasi-identifier
    others may know it
patient_iden…tion_number  integer  101,766  person
    its name says that it numbers people, and no two rows
    share a value
";
        assert_eq!(looks().text(60), wanted);
    }

    #[test]
    fn heads_fold_and_rows_that_are_still_too_wide_are_broken() {
        let mut table =
            Columns::new(["tree", "loss of sets", "loss of column", "above own optimum"].map(Column::right));
        table.row(["huffman", "0.12345678", "0.12345678", "100.0%"]);
        let lines = [
            "                                   above",
            "            loss of     loss of      own",
            "   tree        sets      column  optimum",
            "huffman  0.12345678  0.12345678   100.0%",
        ];
        assert_eq!(table.text(50), lines.map(|line| format!("{line}\n")).concat());
        table.columns[0] = Column::left("way to make a tree");
        table.rows[0][0] = "huffman by frequency".into();
        let lines = [
            "                         loss of",
            "way to make a tree          sets",
            "                  above",
            "       loss of      own",
            "        column  optimum",
            "huffman by frequency  0.12345678",
            "    0.12345678   100.0%",
        ];
        assert_eq!(table.text(40), lines.map(|line| format!("{line}\n")).concat());
    }

    #[test]
    fn wide_letters_take_two_places() {
        let mut table = Columns::new([Column::name(""), Column::right("")]);
        table.row(["東京都", "1"]);
        table.row(["Ürzig", "22"]);
        assert_eq!(table.text(60), "東京都   1\nÜrzig   22\n");
        assert_eq!(cut("東京都千代田区", 9), "東京…田区");
        assert_eq!(cut("e\u{301}a\u{300}", 2), "e\u{301}a\u{300}", "accents take none");
        assert_eq!((cut("abc", 3), cut("abcdef", 5), cut("abc", 1)), ("abc".into(), "ab…ef".into(), "…".into()));
    }

    #[test]
    fn cells_are_one_line_and_columns_of_nothing_are_left_out() {
        let mut table = Columns::new([Column::left(""), Column::left("a"), Column::left("")]).indented(2);
        table.row(["", "x\ny\u{1b}[2J"]);
        assert_eq!(table.text(60), "  a\n  x y\u{fffd}[2J\n");
    }

    proptest! {
        /// No line is wider than the terminal, and nothing but the middle of names is lost.
        #[test]
        fn everything_fits(
            rows in prop::collection::vec(("\\PC{0,50}", "[a-z東]{0,40}", "[0-9]{0,12}", "[a-zé ,]{0,200}"), 0..5),
            room in 40..130_usize,
        ) {
            let mut table = Columns::new([
                Column::name("name"), Column::name("of whom"), Column::right("number of rows"), Column::text("why"),
            ]);
            rows.iter().for_each(|(a, b, c, d)| table.row([a, b, c, d].map(String::as_str)));
            let text = table.text(room);
            for line in text.lines() {
                prop_assert!(width(line) <= room, "{room}: {} {line}", width(line));
            }
            for (.., number, why) in &rows {
                prop_assert!(text.contains(number.as_str()));
                prop_assert!(why.split(' ').all(|word| width(word) > 20 || text.contains(word)), "{why}");
            }
        }
    }
}
