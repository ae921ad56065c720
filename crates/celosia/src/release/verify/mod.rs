//! What a table really guarantees, whoever made it: a recount by a separate, slow, obvious path.
//!
//! Nothing here uses the frequency table or the classes that the search used: rows are read as text and counted in
//! ordered maps. Only the models' definitions are shared.

mod count;
mod persons;
mod pycanon;
mod seen;
mod together;
mod trails;
mod wildcard;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use super::risk::{Risks, risks};
use crate::engine::{Engine, failed};
use crate::error::{Error, Result};
use crate::frequency::Histogram;
use crate::privacy::{Class, MODELS, Model, Over, Parameters, Sensitive};
use crate::require::Measured;
use crate::sql;
use crate::study::{Kind, Missing};
use crate::table::{Domain, Stated, Table, Told, infer, told};
use crate::watch::Watch;
pub(super) use count::Stars;
pub(super) use count::{ByTuple, Counted, Own, no_rows};
use count::{Gathered, count};
use pycanon::pycanon;
pub(crate) use seen::Seen;
#[cfg(test)]
pub(crate) use seen::SeenClass;
pub use wildcard::Wildcard;
use wildcard::wildcard;

/// What to do when a file is not what it was a moment ago.
pub(super) const CHANGED: &str =
    "the input seems to have changed while it was read; try again when nobody writes to it";

/// What is asked of a table.
#[derive(Debug, Clone)]
pub struct Question {
    /// Columns that others may know.
    pub quasi: Vec<String>,
    /// Columns that nobody should learn.
    pub sensitive: Vec<String>,
    /// The column that says whose row it is: then persons are counted, and not rows.
    pub person: Option<String>,
    /// Does everybody see that column, so that whole trails of persons must be shared?
    pub trails: bool,
    /// Constant of recursive (c,l)-diversity.
    pub c: f64,
    /// Bound of (alpha,k)-anonymity.
    pub alpha: f64,
    /// A record is at risk where its risk is above this.
    pub at_risk: f64,
    /// Up to how many columns are looked at together, for presets that ask how many rows show the same in these.
    pub together: usize,
    /// Threads; 0 means all cores.
    pub threads: usize,
    /// What is missing, where the original is not known: a missing sensitive cell adds nothing to diversity.
    pub missing: Missing,
    /// The sensitive attributes of the original table, where it is known; the table's own otherwise.
    pub reference: Option<Reference>,
}

/// The sensitive attributes of an original table.
#[derive(Debug, Clone)]
pub struct Reference {
    /// Values, in order.
    pub domains: Vec<Domain>,
    /// Rows with each value.
    pub totals: Vec<Vec<u64>>,
    /// Hierarchy of those that have one: value to group, per level.
    pub nearness: Vec<Option<Vec<Vec<u32>>>>,
    /// What the study says of how they are written.
    pub stated: Vec<Stated>,
    /// Rows of each person, where persons are counted; those that the table itself has where nothing is said.
    pub rows_of: Option<BTreeMap<String, u64>>,
    /// What the rows of each value weigh, where persons are counted.
    pub weighed: Vec<Vec<u64>>,
}

impl Reference {
    /// The same attributes as a table has them: only the values that occur in it, with its own rows, in the order of the
    /// type that they have by themselves, unless the study gives it.
    fn as_in(&self, classes: &ByTuple) -> Reference {
        let mut own = self.clone();
        for (attribute, domain) in own.domains.iter_mut().enumerate() {
            let rows = |value: &String| classes.values().filter_map(|c| c.sensitive[attribute].get(value)).sum::<u64>();
            let totals: Vec<u64> = domain.values.iter().map(rows).collect();
            let occurs = |code: &usize| totals[*code] > 0;
            let mut kept: Vec<usize> = (0..totals.len()).filter(occurs).collect();
            let is_missing = |code: &usize| domain.missing == Some(*code as u32);
            let real: Vec<&String> = kept.iter().filter(|c| !is_missing(c)).map(|c| &domain.values[*c]).collect();
            let Told { kind, writing, .. } = self.stated[attribute].tell(&real).safely();
            kept.sort_by(|a, b| {
                let by_value = || writing.compare(kind, &domain.values[*a], &domain.values[*b]);
                is_missing(a).cmp(&is_missing(b)).then_with(by_value)
            });
            let missing = kept.iter().position(is_missing).map(|place| place as u32);
            domain.missing = missing;
            domain.values = kept.iter().map(|code| domain.values[*code].clone()).collect();
            own.totals[attribute] = kept.iter().map(|code| totals[*code]).collect();
            // What is in the table by itself is weighed by itself.
            own.rows_of = None;
            for level in own.nearness[attribute].iter_mut().flatten() {
                *level = kept.iter().map(|code| level[*code]).collect();
            }
        }
        own
    }
}

/// What a table guarantees.
#[derive(Debug, Clone)]
pub struct Verified {
    /// Rows that were counted.
    pub rows: u64,
    /// Persons that were counted, where the table says whose rows they are: then class sizes, levels and risks are of persons.
    pub persons: Option<u64>,
    /// Where persons were counted class by class, though the table says whose rows they are: the fewest persons who share a whole
    /// trail, which is what those see who see that column.
    pub share_a_trail: Option<u64>,
    /// Are classes those of trails?
    pub trails: bool,
    /// Rows of nothing but `*`: suppressed, and not counted.
    pub starred: u64,
    /// Equivalence classes.
    pub classes: u64,
    /// How many classes have which size, in rows or persons, by rising size.
    pub sizes: BTreeMap<u64, u64>,
    /// The level of every model that can be told.
    pub levels: Vec<Level>,
    /// What rows could be if `*` were read as a wildcard, where that is another reading; by rows, whomever they are about.
    pub wildcard: Option<Wildcard>,
    /// The fewest rows that show the same in any one column, in any two, and so on: as far as was asked.
    pub shared: Vec<u64>,
    /// How many columns are quasi-identifiers, and how many sensitive.
    pub columns: [u64; 2],
    /// Re-identification risks.
    pub risks: Risks,
    /// The same under the keys that pycanon's reports use.
    pub pycanon: Value,
}

/// A model's level.
#[derive(Debug, Clone, Copy)]
pub struct Level {
    /// Name of the model.
    pub model: &'static str,
    /// Letter of its parameter.
    pub parameter: &'static str,
    /// Protection of the table; higher is better.
    pub protection: f64,
    /// The parameter that people know; infinite where no finite one holds.
    pub level: f64,
    /// The model's second parameter, where it has one: name and value.
    pub second: Option<(&'static str, f64)>,
}

/// A class with the values of its sensitive attributes as codes. Where persons are counted, rows are what they weigh.
struct Coded {
    rows: u64,
    sensitive: Vec<(Vec<u32>, Vec<u64>)>,
    persons: Option<persons::Crowd>,
}

impl Coded {
    fn protection(&self, model: &dyn Model) -> f64 {
        let sensitive: Vec<Histogram> =
            self.sensitive.iter().map(|(values, counts)| Histogram { values, counts }).collect();
        let class = Class { rows: self.rows, sensitive: &sensitive, persons: None };
        match &self.persons {
            None => model.protection(&class),
            Some(crowd) => crowd.asked(|crowd| model.protection(&Class { persons: Some(crowd), ..class })),
        }
    }
}

impl Question {
    /// The same of rows, where the person's column is not there any more.
    pub(super) fn of_rows(&self) -> Question {
        Question { person: None, trails: false, ..self.clone() }
    }
}

impl Verified {
    /// What presets look at.
    pub fn measured(&self) -> Measured {
        let levels = self.levels.iter().map(|level| (level.model.to_string(), level.level)).collect();
        Measured { sizes: self.sizes.clone(), levels, shared: self.shared.clone(), columns: self.columns }
    }

    /// The protection under a model, where it can be told.
    pub fn protection_of(&self, model: &str) -> Option<f64> {
        self.levels.iter().find(|l| l.model == model).map(|l| l.protection)
    }
}

/// Counts a table and says what it guarantees.
pub fn verify(table: &Table, question: &Question, watch: &dyn Watch) -> Result<Verified> {
    let (classes, starred) = classes_of(table, question, Stars::Suppressed, watch)?;
    Ok(Verified { wildcard: wildcard(&classes), ..judge(&classes, starred, question, None)? })
}

/// For whoever knows the original and what rows of nothing but `*` are: what the table guarantees by itself, and in
/// comparison with the original.
pub(super) fn recount(
    table: &Table,
    question: &Question,
    stars: Stars,
    watch: &dyn Watch,
) -> Result<(Verified, Verified, Seen)> {
    let (classes, starred) = classes_of(table, question, stars, watch)?;
    both(classes, starred, question)
}

/// Counts a table where it is and says what it guarantees.
pub fn verify_on(engine: &dyn Engine, from: &str, question: &Question, watch: &dyn Watch) -> Result<Verified> {
    let (classes, starred) = classes_on(engine, from, question, Stars::Suppressed, watch)?;
    Ok(Verified { wildcard: wildcard(&classes), ..judge(&classes, starred, question, None)? })
}

/// What classes that were counted with their persons guarantee, by themselves and in comparison with the original.
pub(super) fn recount_of(classes: ByTuple, starred: u64, question: &Question) -> Result<(Verified, Verified, Seen)> {
    both(classes, starred, question)
}

/// Classes with their persons, as a statement of ours counts them where the rows are.
pub(super) fn gathered(
    engine: &dyn Engine,
    statement: &sql::Statement,
    question: &Question,
    watch: &dyn Watch,
) -> Result<ByTuple> {
    let mut gathered = Gathered::new(question, Stars::Rows);
    sql::batches(engine, statement, watch, &mut |batch| gathered.take(batch))?;
    Ok(gathered.finish().0)
}

/// The recount of a release that an engine has written.
pub(super) fn recount_on(
    engine: &dyn Engine,
    from: &str,
    question: &Question,
    stars: Stars,
    watch: &dyn Watch,
) -> Result<(Verified, Verified, Seen)> {
    let (classes, starred) = classes_on(engine, from, question, stars, watch)?;
    both(classes, starred, question)
}

/// What classes guarantee by themselves, and in comparison with the original; and the classes.
fn both(classes: ByTuple, starred: u64, question: &Question) -> Result<(Verified, Verified, Seen)> {
    let own = question.reference.as_ref().map(|original| original.as_in(&classes));
    let by_itself = Question { reference: own, ..question.clone() };
    let (own, compared) = (judge(&classes, starred, &by_itself, None)?, judge(&classes, starred, question, None)?);
    Ok((own, compared, Seen::new(question, classes)))
}

pub(super) fn classes_on(
    engine: &dyn Engine,
    from: &str,
    question: &Question,
    stars: Stars,
    watch: &dyn Watch,
) -> Result<(ByTuple, u64)> {
    check(question)?;
    let all: Vec<String> = engine.columns(from, watch)?.into_iter().map(|(name, _)| name).collect();
    for (flag, names) in [("verify.quasi", &question.quasi), ("verify.sensitive", &question.sensitive)] {
        if let Some(name) = names.iter().find(|name| !all.contains(name)) {
            return Err(Error::UnknownColumn { column: name.clone(), place: flag.into(), known: all });
        }
    }
    if let Some(name) = question.person.iter().find(|name| !all.contains(name)) {
        return Err(Error::UnknownColumn { column: name.clone(), place: "verify.person".into(), known: all });
    }
    let columns = question.quasi.iter().chain(&question.sensitive).chain(&question.person);
    let columns: Vec<String> = columns.cloned().collect();
    let statement = sql::recount(sql::find(engine.dialect())?, from, &columns, &all);
    let mut gathered = Gathered::new(question, stars);
    sql::batches(engine, &statement, watch, &mut |batch| gathered.take(batch))?;
    let (classes, starred) = gathered.finish();
    if classes.is_empty() {
        return Err(failed(engine, "the table has no rows", "a table needs at least one row"));
    }
    Ok((classes, starred))
}

/// The same, with the risks of a journalist who knows the population that the table was drawn from.
pub fn verify_against(table: &Table, population: &Table, question: &Question, watch: &dyn Watch) -> Result<Verified> {
    let (classes, starred) = classes_of(table, question, Stars::Suppressed, watch)?;
    let of_population = Question { sensitive: Vec::new(), person: None, ..question.clone() };
    let (population, _) = classes_of(population, &of_population, Stars::Suppressed, watch)?;
    Ok(Verified { wildcard: wildcard(&classes), ..judge(&classes, starred, question, Some(&population))? })
}

/// The classes of a table that has any, for a question that makes sense.
pub(super) fn classes_of(
    table: &Table,
    question: &Question,
    stars: Stars,
    watch: &dyn Watch,
) -> Result<(ByTuple, u64)> {
    check(question)?;
    let (classes, starred) = count(table, question, stars, watch)?;
    if classes.is_empty() {
        return Err(table.header_only());
    }
    Ok((classes, starred))
}

fn check(question: &Question) -> Result<()> {
    if question.quasi.is_empty() {
        let hint = "name the columns that others may know, such as verify.quasi = \"age,sex,zip\"";
        return Err(Error::study("verify.quasi", "no quasi-identifier", hint));
    }
    if let Some(twice) = question.quasi.iter().find(|q| question.sensitive.contains(q)) {
        let what = format!("\"{twice}\" is a quasi-identifier and sensitive");
        return Err(Error::study("verify.sensitive", what, "give each column one role"));
    }
    if let Some(person) = &question.person
        && question.quasi.iter().chain(&question.sensitive).any(|name| name == person)
    {
        let what = format!("\"{person}\" is a person and has another role too");
        return Err(Error::study("verify.person", what, "give each column one role"));
    }
    for (flag, names) in [("verify.quasi", &question.quasi), ("verify.sensitive", &question.sensitive)] {
        if let Some((_, name)) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            return Err(Error::study(flag, format!("\"{name}\" is given twice"), "name each column once"));
        }
    }
    Ok(())
}

fn judge(classes: &ByTuple, starred: u64, question: &Question, population: Option<&ByTuple>) -> Result<Verified> {
    let by_trail = (question.trails && question.person.is_some()).then(|| trails::apart(classes));
    let share_a_trail = (question.person.is_some() && !question.trails).then(|| trails::least(classes));
    let classes = by_trail.as_ref().unwrap_or(classes);
    let domains: Vec<Values> = match &question.reference {
        Some(reference) => {
            reference.domains.iter().map(|d| Values { values: d.values.clone(), missing: d.missing }).collect()
        }
        None => (0..question.sensitive.len()).map(|s| Values::of(classes, s, &question.missing)).collect(),
    };
    let numeric: Vec<bool> =
        domains.iter().map(|d| matches!(infer(&d.real()), Kind::Integer | Kind::Decimal)).collect();
    let codes: Vec<HashMap<&str, u32>> = domains.iter().map(Values::codes).collect();
    // How missing is spelt matters where nobody says which values there are.
    let gaps = |text: &str| question.reference.is_none() && question.missing.is(text);
    // In one order, whatever table of the memory they come from, so that sums have the same last digits in every run.
    let mut ordered: Vec<_> = classes.iter().collect();
    ordered.sort_unstable_by_key(|(tuple, _)| *tuple);
    let code = |attribute: usize, value: &String| {
        let missing = domains[attribute].missing;
        let known = if gaps(value) { missing } else { codes[attribute].get(value.as_str()).copied() };
        known.ok_or_else(|| Error::earlier("recount", "a sensitive value that the original does not have", CHANGED))
    };
    let coded = |(_, class): &(&Vec<String>, &Counted)| {
        let of_attribute = |(attribute, histogram): (usize, &BTreeMap<String, u64>)| {
            let mut rows_of: BTreeMap<u32, u64> = BTreeMap::new();
            for (value, rows) in histogram {
                *rows_of.entry(code(attribute, value)?).or_insert(0) += rows;
            }
            Ok(rows_of.into_iter().unzip())
        };
        let sensitive = class.sensitive.iter().enumerate().map(of_attribute).collect::<Result<_>>()?;
        Ok(Coded { rows: class.rows, sensitive, persons: None })
    };
    let by_rows: Vec<Coded> = ordered.iter().map(coded).collect::<Result<_>>()?;
    let persons = question.person.as_ref().map(|_| {
        let known = question.reference.as_ref().and_then(|reference| reference.rows_of.as_ref());
        let missing: Vec<Option<u32>> = domains.iter().map(|domain| domain.missing).collect();
        persons::Persons::new(classes, known).coded(&ordered, &code, &missing)
    });
    let histograms = match persons.transpose()? {
        Some(by_persons) => by_persons,
        None => by_rows,
    };
    let reference: Vec<Sensitive> = match &question.reference {
        Some(r) if question.person.is_none() || r.rows_of.is_some() => {
            let totals = if question.person.is_some() { &r.weighed } else { &r.totals };
            totals
                .iter()
                .cloned()
                .zip(r.nearness.iter().cloned())
                .zip(&domains)
                .map(|((totals, levels), domain)| Sensitive { totals, levels, missing: domain.missing })
                .collect()
        }
        // By itself: what the table's own rows come to.
        own => domains
            .iter()
            .enumerate()
            .map(|(s, domain)| Sensitive {
                totals: totals(&histograms, s, domain.values.len()),
                levels: own.as_ref().and_then(|own| own.nearness[s].clone()),
                missing: domain.missing,
            })
            .collect(),
    };

    let parameters = Parameters { c: question.c, alpha: question.alpha };
    let mut levels = Vec::new();
    for model in MODELS {
        // A model that cannot be told here (no sensitive attribute, no hierarchy) is left out.
        if let Ok(made) = (model.build)(&parameters, &reference) {
            // A mean is over rows, whoever's they are.
            let rows = ordered.iter().map(|(_, class)| class.rows as f64);
            let protections = rows.zip(histograms.iter().map(|c| c.protection(made.as_ref())));
            let protection = match model.over {
                Over::Least => protections.map(|(_, p)| p).fold(f64::INFINITY, f64::min),
                Over::RowMean => {
                    let (sum, rows) = protections.fold((0.0, 0.0), |(s, n), (rows, p)| (s + rows * p, n + rows));
                    sum / rows
                }
            };
            let level = model.level(protection);
            let second = parameters.second(model.name);
            levels.push(Level { model: model.name, parameter: model.parameter, protection, level, second });
        }
    }
    let mut sizes = BTreeMap::new();
    classes.values().for_each(|class| *sizes.entry(class.size(question)).or_insert(0) += 1);
    let in_population = |tuple: &Vec<String>, rows: u64| {
        // The number of a trail stands behind what a class shows.
        let shows = &tuple[..question.quasi.len()];
        population.map_or(rows, |p| p.get(shows).map_or(rows, |class| class.rows.max(rows)))
    };
    let pair = |(t, c): &(&Vec<String>, &Counted)| (c.rows, c.size(question), in_population(t, c.size(question)));
    let pairs: Vec<(u64, u64, u64)> = ordered.iter().map(pair).collect();
    let pycanon = pycanon(&levels, &histograms, &reference, &numeric);
    Ok(Verified {
        rows: classes.values().map(|c| c.rows).sum(),
        persons: question.person.as_ref().map(|_| {
            let all: BTreeSet<&String> = classes.values().flat_map(|class| class.persons.keys()).collect();
            all.len() as u64
        }),
        share_a_trail,
        trails: by_trail.is_some(),
        starred,
        shared: if question.person.is_some() { Vec::new() } else { together::shared(&ordered, question.together) },
        columns: [question.quasi.len() as u64, question.sensitive.len() as u64],
        classes: classes.len() as u64,
        sizes,
        levels,
        wildcard: None,
        risks: risks(&pairs, question.at_risk, population.is_some()),
        pycanon,
    })
}

/// The values of a sensitive attribute, in the order of their type, the missing one last.
struct Values {
    values: Vec<String>,
    missing: Option<u32>,
}

impl Values {
    /// Those that a table itself has.
    fn of(classes: &ByTuple, attribute: usize, missing: &Missing) -> Values {
        let all: BTreeSet<&String> = classes.values().flat_map(|c| c.sensitive[attribute].keys()).collect();
        let (gaps, mut values): (Vec<&String>, Vec<&String>) = all.into_iter().partition(|value| missing.is(value));
        let Told { kind, writing, .. } = told(&values).safely();
        values.sort_by(|a, b| writing.compare(kind, a, b));
        let mut values: Vec<String> = values.into_iter().cloned().collect();
        let place = (!gaps.is_empty()).then_some(values.len() as u32);
        values.extend(place.map(|_| missing.shown().to_string()));
        Values { values, missing: place }
    }

    fn real(&self) -> Vec<&String> {
        let real = self.values.iter().enumerate().filter(|(code, _)| self.missing != Some(*code as u32));
        real.map(|(_, value)| value).collect()
    }

    fn codes(&self) -> HashMap<&str, u32> {
        self.values.iter().map(String::as_str).zip(0..).collect()
    }
}

fn totals(histograms: &[Coded], attribute: usize, values: usize) -> Vec<u64> {
    let mut totals = vec![0; values];
    for class in histograms {
        let (values, counts) = &class.sensitive[attribute];
        values.iter().zip(counts).for_each(|(value, n)| totals[*value as usize] += n);
    }
    totals
}

/// Names of the models that look at sensitive attributes, for telling a reader what was not asked.
pub fn models_without_answer(verified: &Verified) -> Vec<&'static str> {
    let told = |name: &str| verified.levels.iter().any(|l| l.model == name);
    MODELS.iter().map(|m| m.name).filter(|name| !told(name)).collect()
}
