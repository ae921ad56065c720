//! What went out: the texts of each released column with their rows, and the first rows, counted while a release is written.
//! What the report of a release says of columns is this, so it costs no further pass over the rows, and nothing in it comes
//! from elsewhere than the release: not even whether a column has too many different texts to tell.

use std::collections::BTreeMap;

use super::rows::{Cell, Rows, Texts, next_cell};
use crate::hierarchy::TOP;

/// Rows of a release that a report shows.
const SAMPLE: usize = 10;
/// The most bytes of different texts of a column that went out, before it is said to have too many.
const MANY: usize = 1 << 24;

/// What went out, column by column in the order of the release. Rows of stars are not counted.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// The columns.
    pub columns: Vec<Went>,
    /// The first rows.
    pub sample: Vec<Vec<String>>,
}

/// What went out of one column.
#[derive(Debug, Clone, Default)]
pub struct Went {
    /// Its name.
    pub name: String,
    /// Its texts in their order, each with its rows; nothing where there are too many different ones.
    pub texts: Option<Vec<(String, u64)>>,
}

/// Counts rows as they go out.
#[derive(Clone)]
pub(super) struct Tallying {
    columns: Vec<Counts>,
    sample: Vec<Vec<String>>,
    /// What a suppressed row looks like, where such rows go out.
    star: Option<Vec<u8>>,
}

/// Rows by text of one column.
#[derive(Default, Clone)]
struct Counts {
    /// By the number of the text, where it has one.
    by_number: Vec<u64>,
    /// Of other texts. Which texts have no number depends on rows that do not go out, so they are counted alike.
    by_text: BTreeMap<String, u64>,
    /// What the different texts take.
    bytes: usize,
}

impl Counts {
    fn add_number(&mut self, number: usize, rows: u64, length: impl Fn() -> usize) {
        if self.by_number.len() <= number {
            self.by_number.resize(number + 1, 0);
        }
        if self.by_number[number] == 0 {
            self.bytes += length() + 64;
        }
        self.by_number[number] += rows;
    }

    fn add_text(&mut self, text: &str, rows: u64) {
        match self.by_text.get_mut(text) {
            Some(known) => *known += rows,
            None => {
                self.bytes += text.len() + 64;
                self.by_text.insert(text.into(), rows);
            }
        }
    }
}

impl Tallying {
    pub(super) fn new(texts: &Texts, columns: usize, starred: bool) -> Tallying {
        let star = || {
            let mut rows = Rows::default();
            (0..columns).for_each(|column| rows.push_number(texts.number(column, TOP, true).unwrap_or(0)));
            rows.end();
            rows.row(0).to_vec()
        };
        let columns = (0..columns).map(|_| Counts::default()).collect();
        Tallying { columns, sample: Vec::new(), star: starred.then(star) }
    }

    /// Counts a row; `text` is what the number of a column's text stands for.
    pub(super) fn take<'t>(&mut self, row: &[u8], text: impl Fn(usize, usize) -> Option<&'t str>) {
        if self.star.as_deref() == Some(row) {
            return;
        }
        let mut cells = row;
        for (column, counts) in self.columns.iter_mut().enumerate() {
            match next_cell(&mut cells) {
                _ if counts.bytes > MANY => {}
                Cell::Number(number) => counts.add_number(number, 1, || text(column, number).map_or(0, str::len)),
                Cell::Text(text) => counts.add_text(text, 1),
            }
        }
        if self.sample.len() < SAMPLE {
            let mut cells = row;
            let cell = |column: usize| match next_cell(&mut cells) {
                Cell::Number(number) => text(column, number).unwrap_or_default().to_string(),
                Cell::Text(text) => text.to_string(),
            };
            self.sample.push((0..self.columns.len()).map(cell).collect());
        }
    }

    pub(super) fn finish<'n>(self, names: impl Iterator<Item = &'n str>, texts: &Texts) -> Tally {
        let went = |(column, (name, counts)): (usize, (&str, Counts))| {
            let Counts { by_number, mut by_text, bytes } = counts;
            let known = if bytes > MANY { Vec::new() } else { texts.since(column, 0) };
            for (text, rows) in known.iter().zip(by_number).filter(|(_, rows)| *rows > 0) {
                *by_text.entry(text.to_string()).or_insert(0) += rows;
            }
            Went { name: name.into(), texts: (bytes <= MANY).then(|| by_text.into_iter().collect()) }
        };
        let columns = names.zip(self.columns).enumerate().map(went).collect();
        Tally { columns, sample: self.sample }
    }

    /// The same with nothing counted.
    pub(super) fn empty(&self) -> Tallying {
        let columns = self.columns.iter().map(|_| Counts::default()).collect();
        Tallying { columns, sample: Vec::new(), star: self.star.clone() }
    }

    /// The first rows that were counted since they were taken last: those of a part of the release.
    pub(super) fn take_sample(&mut self) -> Vec<Vec<String>> {
        std::mem::take(&mut self.sample)
    }

    /// Shows the first rows of the next part of the release.
    pub(super) fn show(&mut self, sample: Vec<Vec<String>>) {
        self.sample.extend(sample);
        self.sample.truncate(SAMPLE);
    }

    /// Adds what another counted; `text` is what the number of a column's text stands for.
    pub(super) fn add<'t>(&mut self, other: Tallying, text: impl Fn(usize, usize) -> Option<&'t str>) {
        for (column, (counts, more)) in self.columns.iter_mut().zip(other.columns).enumerate() {
            if more.bytes > MANY {
                counts.bytes = more.bytes;
            }
            if counts.bytes > MANY {
                continue;
            }
            counts.by_number.resize(counts.by_number.len().max(more.by_number.len()), 0);
            for (number, rows) in more.by_number.into_iter().enumerate().filter(|(_, rows)| *rows > 0) {
                counts.add_number(number, rows, || text(column, number).map_or(0, str::len));
            }
            more.by_text.into_iter().for_each(|(text, rows)| counts.add_text(&text, rows));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tally of rows of one column: numbers of texts, or texts.
    fn tally(texts: &Texts, cells: &[Result<&str, &str>]) -> Tally {
        let mut tallying = Tallying::new(texts, 1, false);
        let known = |text: &str| texts.number(0, text, true).unwrap();
        for cell in cells {
            let mut rows = Rows::default();
            match cell {
                Ok(numbered) => rows.push_number(known(numbered)),
                Err(text) => rows.push_text(text),
            }
            rows.end();
            let list = texts.since(0, 0);
            tallying.take(rows.row(0), |_, number| list.get(number).map(|text| &**text));
        }
        tallying.finish(["a"].into_iter(), texts)
    }

    #[test]
    fn a_text_counts_alike_with_and_without_a_number() {
        let (few, many) = (Texts::new(1), Texts::new(1));
        many.number(0, "of a row that does not go out", true);
        let rows = [Ok("x"), Ok("y"), Ok("x")];
        let expected = Some(vec![("x".to_string(), 2), ("y".to_string(), 1)]);
        assert_eq!(tally(&few, &rows).columns[0].texts, expected);
        assert_eq!(tally(&many, &[Err("x"), Ok("y"), Ok("x")]).columns[0].texts, expected);
        assert_eq!(tally(&few, &rows).sample, [["x"], ["y"], ["x"]]);
    }

    #[test]
    fn threads_count_what_one_would() {
        let texts = Texts::new(1);
        let name = |number: u32| format!("a text of some length that makes it long {number:04}");
        // All together are too many for a column; each half is not.
        for number in [3000, 2 * (MANY / 100) as u32] {
            let mut halves = [0, 1].map(|_| Tallying::new(&texts, 1, false));
            let mut one = Tallying::new(&texts, 1, false);
            for n in 0..number {
                texts.number(0, &name(n), true);
            }
            let list = texts.since(0, 0);
            let text = |_: usize, number: usize| list.get(number).map(|text| &**text);
            for n in 0..number {
                let mut rows = Rows::default();
                rows.push_number(n);
                rows.end();
                one.take(rows.row(0), text);
                halves[(n % 2) as usize].take(rows.row(0), text);
                // What both have counts once.
                halves[0].take(rows.row(0), text);
                one.take(rows.row(0), text);
            }
            let [mut first, second] = halves;
            let finished = |tallying: Tallying| tallying.finish(["a"].into_iter(), &texts).columns.remove(0).texts;
            first.add(second, text);
            let (first, one) = (finished(first), finished(one));
            assert_eq!(one.is_none(), number > 3000);
            assert_eq!(first, one);
        }
    }

    #[test]
    fn too_many_texts_are_not_told() {
        let texts = Texts::new(1);
        let long = "x".repeat(MANY);
        assert_eq!(tally(&texts, &[Err(&long)]).columns[0].texts, None);
        assert_eq!(tally(&texts, &[Ok(&long), Err("x")]).columns[0].texts, None);
    }
}
