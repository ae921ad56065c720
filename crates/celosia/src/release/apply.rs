//! The recoding of an earlier release, done on rows that have come since, by the plan that was kept. Values that the plan does not
//! know are hidden. What the result guarantees is measured, and nothing of it was promised. Where the study counts persons, they are
//! counted while the rows are recoded, before their column is taken out, and what was written must have just these classes.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use hashbrown::HashMap;

use super::beside::{self, Asked, Beside};
use super::persons;
use super::recipe::{self, Recipe};
use super::rows::{Cell, Rows, next_cell};
use super::shuffle::Shuffle;
use super::there::record_base;
use super::verify::{ByTuple, Question, Stars, Verified, classes_of, no_rows, recount_of, verify};
use crate::error::{Error, Result};
use crate::hierarchy::TOP;
use crate::study::{Kind, MEMORY, Missing, Role};
use crate::table::{Access, Batch, Form, NameLock, Partial, Table, Writer, lock, unlocked};
use crate::watch::Watch;

/// What became of new rows.
#[derive(Debug, Clone)]
pub struct Applied {
    /// Rows that were left out, because the study drops those with a missing value.
    pub dropped: u64,
    /// Rows with a hidden value that the plan does not know.
    pub hidden: u64,
    /// What the result guarantees.
    pub verified: Verified,
    /// Whom the columns that are shown as they are single out.
    pub beside: Vec<Beside>,
}

/// Recodes a table by a plan, and writes it: read back and counted before it gets its name.
pub fn apply(recipe: &Recipe, table: &Table, output: &Path, keep_order: bool, watch: &dyn Watch) -> Result<Applied> {
    let table = treated(recipe, table)?;
    let names = recipe.columns.iter().map(|column| &column.name).chain(recipe.person());
    let positions: Vec<usize> = names.map(|name| table.column(name, "the plan")).collect::<Result<_>>()?;
    let _mine = record_base(output).as_deref().map(NameLock::take).transpose()?;
    let (dropped, hidden) = (AtomicU64::new(0), AtomicU64::new(0));
    let (shuffle, ordered) = (Shuffle::new(MEMORY), Mutex::new(Rows::default()));
    let by_person = Mutex::new(ByTuple::new());
    table.scan(&positions, if keep_order { 1 } else { 0 }, watch, || {
        let (mut worker, mut scatter) = (Worker::new(recipe), None);
        let (dropped, hidden, shuffle, ordered) = (&dropped, &hidden, &shuffle, &ordered);
        let by_person = &by_person;
        move |batch: &Batch| {
            let rows = worker.rows(batch)?;
            dropped.fetch_add(rows.dropped, Ordering::Relaxed);
            hidden.fetch_add(rows.hidden, Ordering::Relaxed);
            let mut counted = lock(by_person);
            for (tuple, values, person) in rows.persons {
                counted.entry(tuple).or_insert_with(|| no_rows(values.len())).add(Some(person), &values, 1);
            }
            drop(counted);
            if keep_order {
                let mut ordered = lock(ordered);
                rows.rows.iter().for_each(|row| ordered.push(row));
                return Ok(());
            }
            let scatter = match &mut scatter {
                Some(scatter) => scatter,
                None => scatter.insert(shuffle.scatter()?),
            };
            scatter.add(&rows.rows)
        }
    })?;
    let columns: Vec<(String, Kind)> =
        recipe.columns.iter().map(|column| (column.name.clone(), Kind::String)).collect();
    let mut partial = Partial::new(output, Access::Shared)?;
    let form = Form::like(output, table.style());
    let mut writer = Writer::of_form(output, form, partial.file(), &columns)?;
    let mut write = |mut row: &[u8]| {
        writer.row(columns.iter().map(|_| match next_cell(&mut row) {
            Cell::Text(text) => Some(text),
            Cell::Number(_) => None,
        }))
    };
    match keep_order {
        true => unlocked(ordered).iter().try_for_each(&mut write)?,
        false => shuffle.shuffled(&mut write)?,
    }
    writer.finish()?;
    let written = Table::open(partial.path(), &form.reading())?;
    let asked = |column: &super::recipe::Column| Asked { name: column.name.clone(), missing: column.missing() };
    let shown = recipe.columns.iter().filter(|column| column.sets.is_none());
    let question = Question {
        quasi: recipe.with_role(Role::QuasiIdentifier),
        sensitive: recipe.with_role(Role::Sensitive),
        person: recipe.person().cloned(),
        trails: false,
        c: 3.0,
        alpha: 0.5,
        at_risk: 0.2,
        together: 0,
        threads: 0,
        missing: recipe.columns.first().map(|column| column.missing()).unwrap_or_default(),
        reference: None,
    };
    let verified = match recipe.person() {
        None => verify(&written, &question, watch)?,
        Some(_) => verified_by_person(&written, recipe, unlocked(by_person), &question, watch)?,
    };
    let asked: Vec<Asked> = shown.map(asked).collect();
    let beside = beside::measure(&written, &asked, &question.quasi, None, 0, watch)?;
    for found in &beside {
        let unprotected = recipe.columns.iter().any(|column| column.name == found.name && column.is_unprotected());
        if let Some(why) = found.refused(unprotected, recipe.singled_out()) {
            let hint = "release these rows by a study, which can treat the column or say that it is meant";
            return Err(Error::study(format!("the plan, {}", found.name), why, hint));
        }
    }
    partial.publish()?;
    Ok(Applied { dropped: dropped.into_inner(), hidden: hidden.into_inner(), verified, beside })
}

/// What was counted with its persons, where it is what was written.
fn verified_by_person(
    written: &Table,
    recipe: &Recipe,
    mut counted: ByTuple,
    question: &Question,
    watch: &dyn Watch,
) -> Result<Verified> {
    let (found, _) = classes_of(written, &question.of_rows(), Stars::Rows, watch)?;
    persons::same(&found, &counted).map_err(|found| {
        Error::earlier(
            "recount",
            format!("what was written is not what was recoded: {found}"),
            "try again when nobody writes to it",
        )
    })?;
    // Where nothing but quasi-identifiers is shown, a row of which the plan knows no value shows nothing.
    let shows_nothing = |tuple: &Vec<String>| tuple.iter().all(|label| label == TOP);
    let mut starred = 0;
    if recipe.columns.iter().all(|column| column.sets.is_some()) && !counted.keys().all(shows_nothing) {
        counted.retain(|tuple, class| {
            let kept = !shows_nothing(tuple);
            starred += if kept { 0 } else { class.rows };
            kept
        });
    }
    Ok(recount_of(counted, starred, question)?.0)
}

/// The table as the study of the plan treats it.
fn treated(recipe: &Recipe, table: &Table) -> Result<Table> {
    let mut all = Vec::new();
    for column in &recipe.columns {
        let treatment = column.treatment()?;
        if !treatment.is_none() {
            all.push((column.name.as_str(), treatment, column.missing(), recipe.decimal));
        }
    }
    table.clone().treated_by("the plan", all)
}

/// One thread's part of the work.
struct Worker<'a> {
    columns: Vec<Known<'a>>,
    /// The classes, where each has labels of its own.
    classes: Option<&'a [Vec<u32>]>,
    /// The class of each combination of values that was met: its number, or none that holds it.
    met: HashMap<Vec<Box<str>>, Option<usize>>,
    /// How the person of a row may be missing, where persons are counted.
    person: Option<Missing>,
}

/// A column with what its values show.
struct Known<'a> {
    missing: Missing,
    counted: bool,
    sensitive: bool,
    /// Labels, and which of them each value shows.
    sets: Option<Shows<'a>>,
}

/// Labels, and which of them each value shows.
type Shows<'a> = (Vec<&'a str>, HashMap<&'a str, Vec<u32>>);

/// The classes of the combinations that the table had.
fn met(recipe: &Recipe) -> HashMap<Vec<Box<str>>, Option<usize>> {
    let boxed = |values: &[String]| values.iter().map(|value| Box::from(value.as_str())).collect();
    recipe.tuples.iter().map(|(values, class)| (boxed(values), class.map(|class| class as usize))).collect()
}

#[derive(Default)]
struct Made {
    rows: Rows,
    /// What each row shows of the quasi-identifiers, its sensitive values and whose it is, where persons are counted.
    persons: Vec<(Vec<String>, Vec<String>, String)>,
    dropped: u64,
    hidden: u64,
}

impl<'a> Worker<'a> {
    fn new(recipe: &'a Recipe) -> Worker<'a> {
        let known = |column: &'a super::recipe::Column| {
            let sets = column.sets.as_ref().map(|sets| {
                let mut of: HashMap<&str, Vec<u32>> = HashMap::new();
                for (number, set) in sets.iter().enumerate() {
                    set.values.iter().for_each(|value| of.entry(value).or_default().push(number as u32));
                }
                (sets.iter().map(|set| set.label.as_str()).collect(), of)
            });
            let sensitive = column.role == Role::Sensitive.name();
            Known { missing: column.missing(), counted: column.counted, sensitive, sets }
        };
        let (columns, classes) = (recipe.columns.iter().map(known).collect(), recipe.classes.as_deref());
        let person = recipe.person.as_ref().map(recipe::Person::missing);
        Worker { columns, classes, met: met(recipe), person }
    }

    fn rows(&mut self, batch: &Batch) -> Result<Made> {
        let mut made = Made::default();
        let Worker { columns, classes, met, person } = self;
        for row in 0..batch.rows() {
            let values: Vec<&str> = columns
                .iter()
                .enumerate()
                .map(|(column, known)| {
                    let value = batch.value(column, row);
                    if known.counted { known.missing.read_as(value) } else { value }
                })
                .collect();
            let drops = |(known, value): (&Known, &&str)| known.counted && known.missing.drops(value);
            let whose = person.as_ref().map(|missing| (missing, batch.value(columns.len(), row)));
            let of_nobody = whose.is_some_and(|(missing, whose)| missing.drops(whose));
            if of_nobody || columns.iter().zip(&values).any(drops) {
                made.dropped += 1;
                continue;
            }
            let class = class_of(columns, *classes, met, &values, batch, row)?;
            let mut hides = false;
            let mut quasi = 0;
            let (mut shown, mut sensitive) = (Vec::new(), Vec::new());
            for (known, value) in columns.iter().zip(values) {
                let Some((labels, of)) = &known.sets else {
                    made.rows.push_text(value);
                    sensitive.extend((whose.is_some() && known.sensitive).then(|| value.to_string()));
                    continue;
                };
                let set = match (*classes, class) {
                    (Some(classes), Some(class)) => Some(classes[class][quasi]),
                    (Some(_), None) => None,
                    (None, _) => of.get(value).and_then(|sets| sets.first().copied()),
                };
                hides |= set.is_none();
                let label = set.map_or(TOP, |set| labels[set as usize]);
                made.rows.push_text(label);
                shown.extend(whose.is_some().then(|| label.to_string()));
                quasi += 1;
            }
            made.persons.extend(whose.map(|(_, whose)| (shown, sensitive, whose.to_string())));
            made.hidden += u64::from(hides);
            made.rows.end();
        }
        Ok(made)
    }
}

/// The class whose sets hold all values of a row, where classes have labels of their own; none where no class does.
fn class_of(
    columns: &[Known],
    classes: Option<&[Vec<u32>]>,
    met: &mut HashMap<Vec<Box<str>>, Option<usize>>,
    values: &[&str],
    batch: &Batch,
    row: usize,
) -> Result<Option<usize>> {
    let Some(classes) = classes else { return Ok(None) };
    let of_quasi = columns.iter().zip(values).filter(|(known, _)| known.sets.is_some());
    let key: Vec<Box<str>> = of_quasi.clone().map(|(_, value)| Box::from(*value)).collect();
    if let Some(class) = met.get(&key) {
        return Ok(*class);
    }
    let none = Vec::new();
    let sets: Vec<&Vec<u32>> =
        of_quasi.map(|(known, value)| known.sets.as_ref().and_then(|(_, of)| of.get(value)).unwrap_or(&none)).collect();
    let holds = |class: &&Vec<u32>| class.iter().zip(&sets).all(|(set, of_value)| of_value.contains(set));
    let mut held = classes.iter().enumerate().filter(|(_, class)| holds(class)).map(|(number, _)| number);
    let class = held.next();
    if held.next().is_some() {
        return Err(Error::Table {
            place: batch.place(row),
            what: "the row fits several classes of the plan, whose labels overlap".into(),
            hint:
                "release the new rows by the study; only where classes do not overlap can a plan of regions be applied"
                    .into(),
        });
    }
    met.insert(key, class);
    Ok(class)
}
