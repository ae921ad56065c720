//! All tables and figures in one go, and what they say of the papers in one table: theirs, ours, whether it holds.

use serde_json::{Value, json};

use super::{About, Holds, Options, REPRODUCTIONS, Reproduced, Statement};
use crate::error::Result;
use crate::report::columns::{Column, Columns};
use crate::say::count;
use crate::watch::Watch;

/// A table or figure that was made.
pub type Made = (&'static About, Reproduced);

/// Runs every target, in the order of the list; `done` gets each as soon as it is there.
pub fn all(
    options: &Options,
    watch: &dyn Watch,
    done: &mut dyn FnMut(&About, &Reproduced) -> Result<()>,
) -> Result<Vec<Made>> {
    let mut made = Vec::new();
    for (place, about) in REPRODUCTIONS.iter().enumerate() {
        watch.check()?;
        watch.note(&format!("{} of {}: {}, {}", place + 1, REPRODUCTIONS.len(), about.name, about.shows));
        let reproduced = (about.run)(options, watch)?;
        done(about, &reproduced)?;
        made.push((about, reproduced));
    }
    Ok(made)
}

/// The table of all statements, and how many hold.
pub fn summary_text(made: &[Made], width: usize) -> String {
    let statements: Vec<&Statement> = made.iter().flat_map(|(_, reproduced)| &reproduced.statements).collect();
    format!("{}\n{}", statements_text(&statements, width), counted(&statements))
}

/// Statements as a table; nothing where there is none.
pub fn statements_text(statements: &[&Statement], width: usize) -> String {
    if statements.is_empty() {
        return String::new();
    }
    let heads = ["place: claim [reading]", "theirs", "ours"].map(Column::text);
    let mut table = Columns::new([Column::left("holds")].into_iter().chain(heads));
    for s in statements {
        let reading = if s.reading.is_empty() { String::new() } else { format!(" [{}]", s.reading) };
        table.row([
            s.holds.to_string(),
            format!("{}: {}{reading}", s.place, s.claim),
            s.theirs.clone(),
            s.ours.clone(),
        ]);
    }
    table.text(width)
}

/// The same for programs: every statement with its target, and what each target found.
pub fn summary_json(made: &[Made]) -> Value {
    let statements = made.iter().flat_map(|(about, reproduced)| {
        reproduced.statements.iter().map(|statement| {
            let mut line = statement.json();
            line["target"] = json!(about.name);
            line
        })
    });
    let targets = made.iter().map(|(about, reproduced)| {
        json!({ "name": about.name, "shows": about.shows, "reference": about.reference, "found": reproduced.json })
    });
    json!({ "statements": statements.collect::<Vec<_>>(), "targets": targets.collect::<Vec<_>>() })
}

fn counted(statements: &[&Statement]) -> String {
    let of = |holds: Holds| statements.iter().filter(|s| s.holds == holds).count();
    format!(
        "{}: {} hold, {} hold in kind, {} do not\n",
        count(statements.len() as u64, "statement", "statements"),
        of(Holds::Yes),
        of(Holds::InKind),
        of(Holds::No)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made() -> Vec<Made> {
        let statement = |claim: &str, holds| Statement {
            claim: claim.into(),
            place: "paper, table 1".into(),
            theirs: "1".into(),
            ours: "2".into(),
            holds,
            reading: "as one may read it".into(),
        };
        let statements = vec![statement("first", Holds::Yes), statement("second", Holds::No)];
        let reproduced = Reproduced { text: String::new(), json: json!({ "n": 1 }), svg: String::new(), statements };
        vec![(&REPRODUCTIONS[0], reproduced)]
    }

    #[test]
    fn one_table_of_all_statements() {
        let text = summary_text(&made(), 100);
        assert!(text.contains("paper, table 1: second [as one may read it]"), "{text}");
        assert!(statements_text(&made()[0].1.statements.iter().collect::<Vec<_>>(), 100).contains("theirs"));
        assert!(text.ends_with("2 statements: 1 hold, 0 hold in kind, 1 do not\n"), "{text}");
        assert_eq!(statements_text(&[], 100), "");
    }

    #[test]
    fn one_object_of_all_targets() {
        let found = summary_json(&made());
        assert_eq!(found["statements"][1]["holds"], "no");
        assert_eq!(found["statements"][0]["target"], REPRODUCTIONS[0].name);
        assert_eq!(found["targets"][0]["found"]["n"], 1);
    }
}
