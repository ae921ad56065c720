//! What an attacker learns from a release who knows the quasi-identifiers of one person: with k alone, and what l and t change.
//!
//! The attacks of Dewri et al., section 1.3.1. A linking attack ends at a class, whatever k is. From there:
//!
//! - **homogeneity**: the class has one sensitive value, and it is certain;
//! - **background knowledge**: values of the class can be ruled out, until one is left;
//! - **skewness**: the class shows a value far more often than the table, and a guess gains by it;
//! - **similarity**: the values differ, and all of them lie in one group of a hierarchy of theirs.
//!
//! l-diversity (definition 1.4) and t-closeness (definition 1.5) are shown as what is left when the classes that break them are
//! left out. A missing value tells nothing, so it makes no class diverse and is no one's certain value. Rows are counted by the
//! slow path of `verify`, from text.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::verify::{Question, Stars, classes_of};
use crate::error::{Error, Result};
use crate::frequency::Histogram;
use crate::privacy::{self, About, Class, Model, Parameters, Sensitive};
use crate::study::Missing;
use crate::table::Table;
use crate::watch::Watch;

/// How many values an attacker may be able to rule out.
pub const RULED_OUT: [usize; 2] = [1, 2];

/// What is asked of a release.
#[derive(Debug, Clone, Default)]
pub struct Attack {
    /// Columns that the attacker knows.
    pub quasi: Vec<String>,
    /// Columns that the attacker wants to know, each with the groups of its values that mean nearly the same, if they are
    /// known.
    pub sensitive: Vec<(String, Option<Alike>)>,
    /// Levels of l-diversity to show.
    pub l: Vec<f64>,
    /// Levels of t-closeness to show.
    pub t: Vec<f64>,
    /// The column that says whose row it is, where k shall count persons.
    pub person: Option<String>,
    /// What is missing.
    pub missing: Missing,
}

/// For each value the groups that it joins, from the narrowest to the widest that is not all values.
pub type Alike = HashMap<String, Vec<String>>;

/// What an attacker learns of one sensitive column.
#[derive(Debug, Clone)]
pub struct Exposed {
    /// The column.
    pub column: String,
    /// Its rows.
    pub rows: u64,
    /// Its classes.
    pub classes: u64,
    /// Rows of the smallest class, or its persons.
    pub k: u64,
    /// Is k one of persons?
    pub persons: bool,
    /// What a guess of the most frequent value is right for, without any quasi-identifier.
    pub blind: f64,
    /// With k alone, then with each l and each t.
    pub stages: Vec<Stage>,
    /// Classes that give something away, the worst first.
    pub exposed: Vec<ExposedClass>,
}

/// What is left, and what it gives away, where classes that break a requirement are left out.
#[derive(Debug, Clone)]
pub struct Stage {
    /// The requirement: nothing more than k, or a model and its level.
    pub requires: Option<(&'static str, f64)>,
    /// Rows that are left.
    pub rows: u64,
    /// Classes that are left.
    pub classes: u64,
    /// Rows whose value is certain: homogeneity.
    pub certain: u64,
    /// Rows whose value is certain once so many values of [`RULED_OUT`] are ruled out, those above included.
    pub ruled_out: [u64; 2],
    /// The share of rows for which guessing the most frequent value of the class is right.
    pub guess: f64,
    /// The largest share of a value in a class.
    pub surest: f64,
    /// The value whose share in a class is furthest above its share in the table.
    pub skewed: Option<Skewed>,
    /// Rows whose value is not certain and whose group of like values is; nothing where no groups are known.
    pub alike: Option<u64>,
}

/// A value that a class shows more often than the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Skewed {
    /// The value.
    pub value: String,
    /// Its share in the table.
    pub in_table: f64,
    /// Its share in the class.
    pub in_class: f64,
}

/// A class that gives something away.
#[derive(Debug, Clone)]
pub struct ExposedClass {
    /// What it shows in the quasi-identifiers.
    pub shows: Vec<String>,
    /// Its rows.
    pub rows: u64,
    /// Its values with their rows, the most frequent first.
    pub values: Vec<(String, u64)>,
    /// The group that holds all of its values, where there is one below the whole.
    pub group: Option<String>,
}

/// A class as the attacker sees it.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub shows: Vec<String>,
    pub values: BTreeMap<String, u64>,
}

/// Attacks a release, one sensitive column after the other.
pub fn attack(table: &Table, asked: &Attack, watch: &dyn Watch) -> Result<Vec<Exposed>> {
    if asked.sensitive.is_empty() {
        let hint = "name the columns that nobody should learn, such as verify.sensitive = \"disease\"";
        return Err(Error::study("verify.sensitive", "no sensitive column", hint));
    }
    for (place, levels, least, most) in [("attack.l", &asked.l, 1.0, f64::MAX), ("attack.t", &asked.t, 0.0, 1.0)] {
        if let Some(level) = levels.iter().find(|level| !(least..=most).contains(*level)) {
            let hint = if most == 1.0 { "give a number from 0 to 1" } else { "give 1 or more" };
            return Err(Error::study(place, format!("{level} is out of range"), hint));
        }
    }
    let Parameters { c, alpha } = Parameters::default();
    let question = Question {
        quasi: asked.quasi.clone(),
        sensitive: asked.sensitive.iter().map(|(column, _)| column.clone()).collect(),
        person: asked.person.clone(),
        trails: false,
        c,
        alpha,
        at_risk: 1.0,
        together: 0,
        threads: 0,
        missing: asked.missing.clone(),
        reference: None,
    };
    let (classes, _) = classes_of(table, &question, Stars::Suppressed, watch)?;
    let mut of_columns = Vec::new();
    for (place, (column, alike)) in asked.sensitive.iter().enumerate() {
        let mut seen: Vec<Seen> = classes
            .iter()
            .map(|(shows, class)| Seen { shows: shows.clone(), values: class.sensitive[place].clone() })
            .collect();
        // In one order, whatever table of the memory they come from.
        seen.sort_by(|a, b| a.shows.cmp(&b.shows));
        let mut exposed = exposed(column, &seen, alike.as_ref(), asked)?;
        if asked.person.is_some() {
            exposed.k = classes.values().map(|class| class.size(&question)).min().unwrap_or(0);
            exposed.persons = true;
        }
        of_columns.push(exposed);
    }
    Ok(of_columns)
}

/// What classes give away of one column.
pub(crate) fn exposed(column: &str, seen: &[Seen], alike: Option<&Alike>, asked: &Attack) -> Result<Exposed> {
    let view = View::new(seen, &asked.missing);
    let everyone: Vec<usize> = (0..seen.len()).collect();
    let mut stages = vec![view.stage(None, &everyone, alike)];
    for (name, levels) in [("frequency-l-diversity", &asked.l), ("t-closeness", &asked.t)] {
        let about = privacy::find(name)?;
        for level in levels {
            let left = view.that_hold(about, *level)?;
            stages.push(view.stage(Some((about.name, *level)), &left, alike));
        }
    }
    let mut worst: Vec<ExposedClass> = everyone.iter().filter_map(|class| view.gives_away(*class, alike)).collect();
    // One value before several, then the larger class.
    worst.sort_by_key(|class| (class.values.len(), std::cmp::Reverse(class.rows)));
    Ok(Exposed {
        column: column.into(),
        rows: view.rows,
        classes: seen.len() as u64,
        k: view.sizes.iter().copied().min().unwrap_or(0),
        persons: false,
        blind: view.totals.values().copied().max().unwrap_or(0) as f64 / view.rows.max(1) as f64,
        stages,
        exposed: worst,
    })
}

/// Classes with what is known of the whole table.
struct View<'a> {
    seen: &'a [Seen],
    missing: &'a Missing,
    sizes: Vec<u64>,
    rows: u64,
    /// Rows with each value that is not missing.
    totals: BTreeMap<&'a str, u64>,
    /// All values as codes; missing cells are one code.
    codes: HashMap<&'a str, u32>,
    sensitive: Vec<Sensitive>,
}

impl<'a> View<'a> {
    fn new(seen: &'a [Seen], missing: &'a Missing) -> View<'a> {
        let sizes: Vec<u64> = seen.iter().map(|class| class.values.values().sum()).collect();
        let all: BTreeSet<&str> = seen.iter().flat_map(|class| class.values.keys()).map(String::as_str).collect();
        let (gaps, real): (Vec<&str>, Vec<&str>) = all.into_iter().partition(|value| missing.is(value));
        let gap = (!gaps.is_empty()).then_some(real.len() as u32);
        let mut codes: HashMap<&str, u32> =
            real.iter().enumerate().map(|(code, value)| (*value, code as u32)).collect();
        codes.extend(gaps.iter().map(|value| (*value, real.len() as u32)));
        let mut counts = vec![0; real.len() + usize::from(gap.is_some())];
        let mut totals: BTreeMap<&str, u64> = BTreeMap::new();
        for (value, rows) in seen.iter().flat_map(|class| &class.values) {
            counts[codes[value.as_str()] as usize] += rows;
            if !missing.is(value) {
                *totals.entry(value).or_insert(0) += rows;
            }
        }
        let sensitive = vec![Sensitive { totals: counts, levels: None, missing: gap }];
        View { seen, missing, rows: sizes.iter().sum(), sizes, totals, codes, sensitive }
    }

    /// The values of a class that are not missing, the most frequent first.
    fn values(&self, class: usize) -> Vec<(&'a str, u64)> {
        let known = self.seen[class].values.iter().filter(|(value, _)| !self.missing.is(value));
        let mut values: Vec<(&str, u64)> = known.map(|(value, rows)| (value.as_str(), *rows)).collect();
        values.sort_by_key(|(value, rows)| (std::cmp::Reverse(*rows), *value));
        values
    }

    /// The classes that reach a level of a model.
    fn that_hold(&self, about: &About, level: f64) -> Result<Vec<usize>> {
        let model = (about.build)(&Parameters::default(), &self.sensitive)?;
        let asked = about.protection(level) - 1e-12;
        Ok((0..self.seen.len()).filter(|class| self.protection(*class, model.as_ref()) >= asked).collect())
    }

    fn protection(&self, class: usize, model: &dyn Model) -> f64 {
        let mut coded: BTreeMap<u32, u64> = BTreeMap::new();
        for (value, rows) in &self.seen[class].values {
            *coded.entry(self.codes[value.as_str()]).or_insert(0) += rows;
        }
        let (values, counts): (Vec<u32>, Vec<u64>) = coded.into_iter().unzip();
        let histogram = Histogram { values: &values, counts: &counts };
        model.protection(&Class { rows: self.sizes[class], sensitive: &[histogram], persons: None })
    }

    fn stage(&self, requires: Option<(&'static str, f64)>, left: &[usize], alike: Option<&Alike>) -> Stage {
        let rows: u64 = left.iter().map(|class| self.sizes[*class]).sum();
        let (mut certain, mut ruled_out, mut right) = (0, [0; 2], 0);
        let (mut surest, mut skewed, mut in_group) = (0.0f64, None::<Skewed>, 0);
        for &class in left {
            let (values, size) = (self.values(class), self.sizes[class]);
            let distinct = values.len();
            certain += if distinct == 1 { values[0].1 } else { 0 };
            for (rows, out) in ruled_out.iter_mut().zip(RULED_OUT) {
                let known: u64 = values.iter().map(|(_, rows)| rows).sum();
                *rows += if (1..=out + 1).contains(&distinct) { known } else { 0 };
            }
            right += values.first().map_or(0, |(_, rows)| *rows);
            for (value, rows) in &values {
                let (in_class, in_table) = (*rows as f64 / size as f64, self.totals[value] as f64 / self.rows as f64);
                surest = surest.max(in_class);
                let gain = |s: &Skewed| s.in_class - s.in_table;
                if skewed.as_ref().is_none_or(|s| in_class - in_table > gain(s)) {
                    skewed = Some(Skewed { value: value.to_string(), in_table, in_class });
                }
            }
            if distinct > 1 && alike.and_then(|alike| group(&values, alike)).is_some() {
                in_group += values.iter().map(|(_, rows)| rows).sum::<u64>();
            }
        }
        let guess = if rows == 0 { 0.0 } else { right as f64 / rows as f64 };
        let alike = alike.map(|_| in_group);
        Stage { requires, rows, classes: left.len() as u64, certain, ruled_out, guess, surest, skewed, alike }
    }

    /// A class whose value, or whose group of values, is certain.
    fn gives_away(&self, class: usize, alike: Option<&Alike>) -> Option<ExposedClass> {
        let values = self.values(class);
        let group = alike.and_then(|alike| group(&values, alike));
        (values.len() == 1 || values.len() > 1 && group.is_some()).then(|| ExposedClass {
            shows: self.seen[class].shows.clone(),
            rows: self.sizes[class],
            values: values.iter().map(|(value, rows)| (value.to_string(), *rows)).collect(),
            group: group.filter(|_| values.len() > 1).map(String::from),
        })
    }
}

/// The narrowest group that holds all of these values.
fn group<'g>(values: &[(&str, u64)], alike: &'g Alike) -> Option<&'g str> {
    let paths: Vec<&'g Vec<String>> = values.iter().map(|(value, _)| alike.get(*value)).collect::<Option<_>>()?;
    let (first, others) = paths.split_first()?;
    let all = |level: &usize| others.iter().all(|path| path.get(*level) == first.get(*level));
    (0..first.len()).find(all).map(|level| first[level].as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(shows: &str, values: &[(&str, u64)]) -> Seen {
        Seen { shows: vec![shows.into()], values: values.iter().map(|(v, n)| (v.to_string(), *n)).collect() }
    }

    fn asked() -> Attack {
        Attack { l: vec![2.0], t: vec![0.35], ..Attack::default() }
    }

    #[test]
    fn each_attack_by_hand() {
        let alike: Alike = [("ulcer", "stomach"), ("gastritis", "stomach"), ("flu", "lungs"), ("cold", "lungs")]
            .map(|(value, group)| (value.to_string(), vec![group.to_string()]))
            .into();
        let classes = [
            seen("20s", &[("flu", 3)]),
            seen("30s", &[("ulcer", 2), ("gastritis", 2)]),
            seen("40s", &[("flu", 2), ("cold", 1), ("ulcer", 1)]),
            seen("50s", &[("cold", 1), ("?", 3)]),
        ];
        let found = exposed("disease", &classes, Some(&alike), &asked()).unwrap();
        assert_eq!((found.rows, found.classes, found.k), (15, 4, 3));
        let alone = &found.stages[0];
        // Homogeneity: the twenties, and the one known value of the fifties.
        assert_eq!(alone.certain, 4);
        // One value ruled out: the thirties too; two: the forties.
        assert_eq!(alone.ruled_out, [8, 12]);
        assert_eq!(alone.alike, Some(4));
        // Right for 3 + 2 + 2 + 1 of 15; without the class flu is right for 5.
        assert!((alone.guess - 8.0 / 15.0).abs() < 1e-12 && (found.blind - 5.0 / 15.0).abs() < 1e-12);
        assert_eq!(alone.skewed.as_ref().map(|s| (s.value.as_str(), s.in_class)), Some(("flu", 1.0)));
        // l = 2 leaves the thirties and the forties, and nothing is certain; the stomach still is.
        let l = &found.stages[1];
        assert_eq!((l.rows, l.classes, l.certain, l.alike), (8, 2, 0, Some(4)));
        // t: the forties show flu 1/6, cold 7/60 and ulcers 1/20 more often than the table, 1/3 in all; the others 2/3.
        assert_eq!((found.stages[2].rows, found.stages[2].alike), (4, Some(0)));
        let groups: Vec<_> = found.exposed.iter().map(|c| (c.shows[0].as_str(), c.group.as_deref())).collect();
        assert_eq!(groups, [("50s", None), ("20s", None), ("30s", Some("stomach"))]);
    }

    #[test]
    fn what_is_missing_is_nobodys_value() {
        let found = exposed("disease", &[seen("20s", &[("", 4)])], None, &asked()).unwrap();
        assert_eq!((found.stages[0].certain, found.stages[0].guess, found.stages[0].alike), (0, 0.0, None));
        assert!(found.exposed.is_empty());
    }
}
