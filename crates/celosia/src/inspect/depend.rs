//! Columns that follow from one another: a code and its name, an age and its band, a date of birth and an age. Released side by
//! side, one would tell what the other hides.

use hashbrown::HashMap;

use super::sample::{MISSING, Sample};

/// Rows that are compared at most, and cells of all comparisons.
const ROWS: usize = 20_000;
const WORK: usize = 60_000_000;

/// How two columns go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// Each value of one has one value of the other, and the other way round.
    Same,
    /// Each value of the first has one value of the second, which is coarser.
    Finer,
    /// Each value of the second has one value of the first.
    Coarser,
}

/// Ties between columns of a sample.
pub struct Ties<'s> {
    sample: &'s Sample,
    rows: usize,
    /// The first row of each person, and which columns are the same in all rows of a person.
    persons: Option<(Vec<usize>, Vec<bool>)>,
}

impl<'s> Ties<'s> {
    /// For `pairs` comparisons. A person's rows agree in whatever is the person's, so that a date of birth and a place would seem to
    /// be tied: such columns are compared by one row of each person, whom the column `key` tells.
    pub fn new(sample: &'s Sample, pairs: usize, key: Option<usize>) -> Ties<'s> {
        let rows = sample.rows.min(ROWS).min(WORK / pairs.max(1)).max(50.min(sample.rows));
        let persons = key.map(|key| persons(&sample.columns, key, rows));
        Ties { sample, rows, persons }
    }

    /// The rows by which two columns are compared.
    fn places(&self, a: usize, b: usize) -> Vec<usize> {
        match &self.persons {
            Some((first, same)) if same[a] && same[b] => first.clone(),
            _ => (0..self.rows).collect(),
        }
    }

    /// How two columns go together, if they do, and more surely than by chance.
    pub fn between(&self, a: usize, b: usize) -> Option<Tie> {
        match (self.determines(a, b), self.determines(b, a)) {
            (true, true) => Some(Tie::Same),
            (true, false) => Some(Tie::Finer),
            (false, true) => Some(Tie::Coarser),
            (false, false) => None,
        }
    }

    /// Has each value of `a` one value of `b`, in all rows but one in two hundred? It takes rows enough that chance cannot be
    /// the reason: that a further row of a value of `a` has the same `b` must be far rarer than it is.
    fn determines(&self, a: usize, b: usize) -> bool {
        let places = self.places(a, b);
        let (a, b) = (&self.sample.columns[a], &self.sample.columns[b]);
        let mut of_b: HashMap<u32, f64> = HashMap::new();
        let mut together: HashMap<u32, HashMap<u32, usize>> = HashMap::new();
        let mut rows = 0.0;
        for (a, b) in places.into_iter().map(|row| (&a[row], &b[row])).filter(|(a, b)| **a != MISSING && **b != MISSING)
        {
            *of_b.entry(*b).or_default() += 1.0;
            *together.entry(*a).or_default().entry(*b).or_default() += 1;
            rows += 1.0;
        }
        if of_b.len() < 2 || together.len() < 2 || rows < 20.0 {
            return false;
        }
        // A value that nearly all rows have is agreed on by chance: rows outside it must show the tie too.
        let most = of_b.iter().max_by(|a, b| a.1.total_cmp(b.1).then(a.0.cmp(b.0))).map(|(value, _)| *value);
        let (mut exceptions, mut tests, mut telling) = (0.0, 0.0, 0.0);
        for values in together.values() {
            let of_a: usize = values.values().sum();
            let (common, agreed) =
                values.iter().max_by_key(|(value, rows)| (**rows, **value)).map_or((0, 0), |(v, n)| (*v, *n));
            exceptions += (of_a - agreed) as f64;
            tests += of_a as f64 - 1.0;
            telling += if Some(common) != most { of_a as f64 - 1.0 } else { 0.0 };
        }
        let by_chance: f64 = of_b.values().map(|n| (n / rows) * (n / rows)).sum();
        // Where nearly every row has its own value, the few that agree are of one event, and say nothing of the others.
        let sure = tests * -(by_chance.ln()) > 20.0 && telling >= 5.0 && tests >= rows / 2.0;
        sure && exceptions <= rows / 200.0 && exceptions <= telling / 10.0
    }

    /// Do two columns of numbers add up, row by row, to one of two neighbouring numbers: a year of birth and an age?
    pub fn add_up(&self, a: usize, b: usize, number: impl Fn(usize, u32) -> Option<f64>) -> bool {
        let rows = || self.sample.columns[a][..self.rows].iter().zip(&self.sample.columns[b][..self.rows]);
        let mut sums: HashMap<i64, usize> = HashMap::new();
        let mut all = 0;
        for (x, y) in rows().filter(|(x, y)| **x != MISSING && **y != MISSING) {
            if let (Some(x), Some(y)) = (number(a, *x), number(b, *y)) {
                *sums.entry((x + y).floor() as i64).or_default() += 1;
                all += 1;
            }
        }
        let two = sums.iter().map(|(sum, n)| n + sums.get(&(sum + 1)).copied().unwrap_or(0)).max().unwrap_or(0);
        all >= 10 && two as f64 >= 0.98 * all as f64
    }
}

/// The first row of each value of `key`, and per column whether it says the same in nearly all rows of one.
fn persons(columns: &[Vec<u32>], key: usize, rows: usize) -> (Vec<usize>, Vec<bool>) {
    let mut first_of: HashMap<u32, usize> = HashMap::new();
    let first_row: Vec<usize> = columns[key][..rows]
        .iter()
        .enumerate()
        .map(|(row, code)| if *code == MISSING { row } else { *first_of.entry(*code).or_insert(row) })
        .collect();
    let differs =
        |column: &Vec<u32>| first_row.iter().enumerate().filter(|(row, at)| column[*row] != column[**at]).count();
    let same = columns.iter().map(|column| 200 * differs(column) <= rows).collect();
    (first_row.iter().enumerate().filter(|(row, at)| row == *at).map(|(row, _)| row).collect(), same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_and_its_name_are_the_same_and_a_band_is_coarser() {
        let ages: Vec<u32> = (0..400).map(|row| row * 7 % 60).collect();
        let bands: Vec<u32> = ages.iter().map(|age| age / 10).collect();
        let names: Vec<u32> = bands.iter().map(|band| 100 - band).collect();
        let other: Vec<u32> = (0..400).map(|row| row / 7 % 4).collect();
        let sample = Sample::of(vec![ages, bands, names, other]);
        let ties = Ties::new(&sample, 6, None);
        assert_eq!(ties.between(1, 2), Some(Tie::Same));
        assert_eq!(ties.between(0, 1), Some(Tie::Finer));
        assert_eq!(ties.between(2, 0), Some(Tie::Coarser));
        assert_eq!(ties.between(0, 3), None);
    }

    #[test]
    fn chance_is_no_tie() {
        // Hardly a value stands in two rows; and nearly every row has the same value of the other.
        let keys: Vec<u32> = (0..60).map(|row| row % 55).collect();
        let few: Vec<u32> = (0..60).map(|row| row % 2).collect();
        let rare: Vec<u32> = (0..60).map(|row| u32::from(row == 3)).collect();
        let sample = Sample::of(vec![keys, few.clone(), rare, few]);
        let ties = Ties::new(&sample, 3, None);
        assert_eq!(ties.between(0, 1), None);
        assert_eq!(ties.between(1, 2), None);
        assert_eq!(ties.between(1, 3), Some(Tie::Same));
    }

    #[test]
    fn what_is_a_persons_is_compared_by_persons() {
        // 300 persons of four rows: nearly each has a place and a day of birth of their own, and nothing ties the two.
        let persons: Vec<u32> = (0..1200).map(|row| row / 4).collect();
        let places: Vec<u32> = persons.iter().map(|person| person * 7 % 300).collect();
        let born: Vec<u32> = persons.iter().map(|person| person * 11 % 299).collect();
        let bands: Vec<u32> = persons.iter().map(|person| person % 30).collect();
        let names: Vec<u32> = bands.iter().map(|band| 100 - band).collect();
        let sample = Sample::of(vec![persons, places, born, bands, names]);
        assert!(Ties::new(&sample, 4, None).between(1, 2).is_some());
        let ties = Ties::new(&sample, 4, Some(0));
        assert_eq!(ties.between(1, 2), None);
        assert_eq!(ties.between(3, 4), Some(Tie::Same));
    }

    #[test]
    fn years_of_birth_and_ages_add_up() {
        let ages: Vec<u32> = (0..100).map(|row| row * 13 % 70).collect();
        let born: Vec<u32> = ages.iter().enumerate().map(|(row, age)| 2020 - age - (row % 2) as u32).collect();
        let other: Vec<u32> = (0..100).map(|row| 1950 + row * 31 % 50).collect();
        let sample = Sample::of(vec![ages, born, other]);
        let ties = Ties::new(&sample, 2, None);
        let number = |_: usize, code: u32| Some(f64::from(code));
        assert!(ties.add_up(0, 1, number) && !ties.add_up(0, 2, number));
    }
}
