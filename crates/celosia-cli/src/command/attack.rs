//! `celosia attack`: what an attacker learns from a release with k alone, and what l and t change.

use std::collections::HashMap;

use celosia::error::{Error, Result};
use celosia::release::attack::{Alike, Attack, attack};
use celosia::report::{exposed_json, exposed_text};
use celosia::study::{Missing, Role, Study, StudyFile};
use celosia::table::Table;
use celosia::{hierarchy, inspect};
use serde_json::{Value, json};

use crate::arguments::{AttackArguments, inline};
use crate::given;
use crate::terminal::Terminal;

/// Classes that are printed.
const SHOWN: usize = 20;

pub fn run(arguments: &AttackArguments, terminal: &Terminal) -> Result<()> {
    given::table(&arguments.table)?;
    let reading = arguments.reading.reading()?;
    let table = Table::open_watched(&arguments.table, &reading, terminal)?;
    let mut groups =
        arguments.groups.iter().map(|text| alike(text, &table, arguments, terminal)).collect::<Result<Vec<_>>>()?;
    let sensitive = arguments.sensitive.iter().map(|column| {
        let own = groups.iter().position(|(of, _)| of == column).map(|place| groups.swap_remove(place).1);
        (column.clone(), own)
    });
    let asked = Attack {
        quasi: arguments.quasi.clone(),
        sensitive: sensitive.collect(),
        l: arguments.l.clone(),
        t: arguments.t.clone(),
        person: arguments.person.clone(),
        missing: match &arguments.missing_values {
            Some(spellings) => Missing { spellings: spellings.clone(), ..Missing::default() },
            None => Missing::default(),
        },
    };
    let found = attack(&table, &asked, terminal)?;
    let most = if arguments.all { usize::MAX } else { SHOWN };
    let texts = found.iter().map(|exposed| exposed_text(exposed, &asked.quasi, most, terminal.width()));
    terminal.say(texts.collect::<Vec<_>>().join("\n"));
    let columns: Vec<Value> = found.iter().map(exposed_json).collect();
    let table = arguments.table.display().to_string();
    terminal.object(&json!({ "table": table, "quasi": asked.quasi, "columns": columns }));
    terminal.note("these are values of people in the table: for those who may see it, not to be shared");
    Ok(())
}

/// The groups of like values of one sensitive column, from COLUMN=HIERARCHY.
fn alike(text: &str, table: &Table, arguments: &AttackArguments, terminal: &Terminal) -> Result<(String, Alike)> {
    let named = text.split_once('=').filter(|(column, _)| arguments.sensitive.iter().any(|s| s == column.trim()));
    let Some((column, spec)) = named else {
        let what = format!("\"{text}\" names no sensitive column");
        let hint = format!("write {}=FILE, as in `celosia hierarchy`", arguments.sensitive[0]);
        return Err(Error::study("--groups", what, hint));
    };
    let column = column.trim();
    table.column(column, "--groups")?;
    // The column alone, so that its values are counted and its hierarchy is built as everywhere else.
    let mut file = StudyFile::default();
    file.data.path = Some(arguments.table.clone());
    file.data.override_with(arguments.reading.keys());
    file.set_column(column, "role", Role::QuasiIdentifier.name().into());
    file.set_column(column, "hierarchy", inline("--groups", spec.trim(), false)?);
    let study = Study::check("--groups", &file)?;
    let counted = inspect::count(table, &study, terminal)?;
    let mut found = study.with_role(Role::QuasiIdentifier).zip(counted.domains);
    let Some((of, domain)) = found.next() else {
        return Err(Error::study("--groups", format!("no values of \"{column}\""), "name a column that has some"));
    };
    let hierarchy = hierarchy::build(&of.hierarchy, &domain)?;
    // Level 0 are the values, the last is all of them.
    let inner = 1..hierarchy.height().max(1);
    let path = |code: usize| inner.clone().map(|level| hierarchy.label(level, code).to_string()).collect();
    let alike: HashMap<String, Vec<String>> =
        domain.values.iter().enumerate().map(|(code, value)| (value.clone(), path(code))).collect();
    Ok((column.into(), alike))
}
