//! From a column's values to codes while the rows are read, and to the ordered domain when all are known.

use std::hash::BuildHasher;
use std::path::PathBuf;
use std::sync::Arc;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::error::{Error, Place, Result};
use crate::study::{Column, Kind, Missing};
use crate::table::{Domain, Doubt, Told, Writing};

/// A column's values in the order in which they turned up; which thread came first decides the code, so codes are
/// replaced by ranks before anyone sees them.
pub struct Dictionary {
    /// Which values are missing.
    rule: Missing,
    codes: HashTable<u32>,
    hasher: DefaultHashBuilder,
    values: Vec<Arc<str>>,
    /// File and line of each value's first row that counts.
    seen: Vec<(usize, u64)>,
    /// The code of missing.
    missing: Option<u32>,
}

impl Dictionary {
    /// No value yet, of a column of which these are missing.
    pub fn new(rule: Missing) -> Dictionary {
        let (codes, hasher) = (HashTable::new(), DefaultHashBuilder::default());
        Dictionary { rule, codes, hasher, values: Vec::new(), seen: Vec::new(), missing: None }
    }

    /// The code of a value that was seen there, and the value to know it by.
    pub fn code(&mut self, value: &str, seen: (usize, u64)) -> (u32, Arc<str>) {
        if self.rule.is(value) {
            return (self.missing(seen), value.into());
        }
        let Dictionary { codes, hasher, values, .. } = self;
        let hash = hasher.hash_one(value);
        let known = codes.find(hash, |&code| *values[code as usize] == *value).copied();
        let code = known.unwrap_or_else(|| {
            let code = values.len() as u32;
            values.push(value.into());
            self.seen.push(seen);
            codes.insert_unique(hash, code, |&code| hasher.hash_one(&*values[code as usize]));
            code
        });
        self.see(code, seen);
        (code, self.values[code as usize].clone())
    }

    /// The code of missing, which is one value however it is spelt.
    fn missing(&mut self, seen: (usize, u64)) -> u32 {
        let code = *self.missing.get_or_insert_with(|| {
            self.values.push(self.rule.shown().into());
            self.seen.push(seen);
            self.values.len() as u32 - 1
        });
        self.see(code, seen);
        code
    }

    fn see(&mut self, code: u32, seen: (usize, u64)) {
        let first = &mut self.seen[code as usize];
        *first = seen.min(*first);
    }

    /// The domain in the order of its texts, of a column whose values are names and nothing else, and the rank of each code.
    pub fn by_text(self, column: &Column) -> (Domain, Vec<u32>) {
        // There may be as many as rows: most comparisons end at their first bytes, which stand together.
        let first = |value: &str| {
            let mut bytes = [0; 8];
            bytes.iter_mut().zip(value.bytes()).for_each(|(into, byte)| *into = byte);
            u64::from_be_bytes(bytes)
        };
        let mut order: Vec<(u64, u32)> = self.values.iter().map(|value| first(value)).zip(0..).collect();
        let whole = |code: u32| &self.values[code as usize];
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| whole(a.1).cmp(whole(b.1))));
        let order: Vec<u32> = order.into_iter().map(|(_, code)| code).collect();
        let mut rank = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(code, place)| rank[*code as usize] = place);
        let domain = Domain {
            column: column.name.clone(),
            kind: Kind::String,
            writing: Writing::default(),
            doubt: None,
            values: order.iter().map(|code| self.values[*code as usize].to_string()).collect(),
            counts: Vec::new(),
            seen: Vec::new(),
            missing: None,
            spellings: self.rule.spellings,
            joins: None,
        };
        (domain, rank)
    }

    /// The domain in the order of the column's type, and the rank of each code.
    pub fn ordered(self, column: &Column, paths: &[PathBuf]) -> Result<(Domain, Vec<u32>)> {
        let missing = self.missing;
        let is_missing = |code: usize| missing == Some(code as u32);
        let real: Vec<&str> =
            (0..self.values.len()).filter(|&code| !is_missing(code)).map(|code| &*self.values[code]).collect();
        let Told { kind, writing, doubt, .. } = column.stated().tell(&real).safely();
        let place = |code: usize| {
            let (file, line) = self.seen[code];
            Place { file, line, path: paths.get(file).cloned().unwrap_or_default() }
        };
        if !writing.fits(kind, &real) {
            let wrong = |&code: &usize| !is_missing(code) && writing.number(kind, &self.values[code]).is_none();
            if let Some(code) = (0..self.values.len()).filter(wrong).min_by_key(|&code| self.seen[code]) {
                return Err(misfit(place(code), column, &self.values[code], kind, &writing, doubt));
            }
        }
        // Numbers are read once, not at every comparison; ties (large integers, other spellings) are looked at closely.
        let numbers: Vec<f64> = self.values.iter().map(|v| writing.number(kind, v).unwrap_or(0.0)).collect();
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_unstable_by(|&a, &b| {
            let last = is_missing(a).cmp(&is_missing(b));
            let by_number = || numbers[a].total_cmp(&numbers[b]);
            last.then_with(by_number).then_with(|| writing.compare(kind, &self.values[a], &self.values[b]))
        });
        let mut rank = vec![0; order.len()];
        for (r, code) in order.iter().enumerate() {
            rank[*code] = r as u32;
        }
        let domain = Domain {
            column: column.name.clone(),
            kind,
            writing,
            doubt,
            values: order.iter().map(|&code| self.values[code].to_string()).collect(),
            // Known when the tuples are counted.
            counts: vec![0; order.len()],
            seen: order.iter().map(|&code| place(code)).collect(),
            missing: missing.map(|code| rank[code as usize]),
            spellings: self.rule.spellings,
            joins: column.missing.joins.clone(),
        };
        Ok((domain, rank))
    }
}

/// The error for a value that is not what its column holds.
fn misfit(place: Place, column: &Column, value: &str, kind: Kind, writing: &Writing, doubt: Option<Doubt>) -> Error {
    let (name, kind) = (&column.name, kind.name());
    let what = format!("\"{value}\" in column \"{name}\" is not of type {kind}");
    let (what, hint) = match (&writing.format, doubt) {
        // So few values that only they settle how the others are read.
        (_, Some(doubt)) => {
            (what, format!("correct the value, list it as missing, or settle this: {}", doubt.question()))
        }
        (Some(format), None) => (
            format!("{what}, written {}", format.as_str()),
            "correct the value, list it as missing, or change the column's format".into(),
        ),
        (None, None) => (what, "correct the value, list it as missing, or change the column's type".into()),
    };
    Error::Table { place, what, hint }
}
