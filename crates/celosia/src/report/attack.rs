//! What an attacker learns from a release, as text and JSON. These show values of the data: they are for those who may see the
//! table.

use serde_json::{Value, json};

use super::columns::{Column, Columns};
use super::wrap;
use crate::release::attack::{Exposed, ExposedClass, Skewed, Stage};
use crate::say::{count, percent, thousands};

/// Values of a class that are printed.
const SHOWN: usize = 8;

/// Each column for a terminal: a column of figures for each requirement, and the classes that give something away.
pub fn exposed_text(exposed: &Exposed, quasi: &[String], most: usize, width: usize) -> String {
    let Exposed { column, rows, classes, k, persons, blind, stages, .. } = exposed;
    let mut text = wrap(
        &format!(
            "{column}: {} in {}, k = {}{}; who knows {} of one person finds the class, and is right about the person with a \
             probability of at most 1/{}",
            count(*rows, "row", "rows"),
            count(*classes, "class", "classes"),
            thousands(*k as f64),
            if *persons { " persons" } else { "" },
            quasi.join(", "),
            thousands(*k as f64),
        ),
        width,
    );
    text.push('\n');
    let heads = stages.iter().map(|stage| Column::right(required(stage)));
    let mut table = Columns::new([Column::text("what the attacker learns")].into_iter().chain(heads));
    let mut line = |name: &str, of: &dyn Fn(&Stage) -> String| {
        table.row(std::iter::once(name.to_string()).chain(stages.iter().map(of)));
    };
    let share = |rows: u64, of: u64| match of {
        0 => "–".to_string(),
        of => format!("{} ({})", thousands(rows as f64), percent(rows as f64 / of as f64)),
    };
    line("rows that are left", &|s| share(s.rows, *rows));
    line("homogeneity: the value is certain", &|s| share(s.certain, s.rows));
    line("background knowledge: certain once one value is ruled out", &|s| share(s.ruled_out[0], s.rows));
    line("certain once two values are ruled out", &|s| share(s.ruled_out[1], s.rows));
    line("the best guess is right for", &|s| if s.rows == 0 { "–".into() } else { percent(s.guess) });
    line("at worst, the guess is right with", &|s| if s.rows == 0 { "–".into() } else { percent(s.surest) });
    line("skewness: a value's share, table → class", &|s| s.skewed.as_ref().map_or("–".into(), shares));
    if stages.iter().any(|stage| stage.alike.is_some()) {
        line("similarity: only the group of like values is certain", &|s| share(s.alike.unwrap_or(0), s.rows));
    }
    text += &table.text(width);
    let said =
        format!("Without the quasi-identifiers, guessing the most frequent value is right for {}.", percent(*blind));
    text += &format!("\n{}", wrap(&said, width));
    text + &classes_text(&exposed.exposed, most, width)
}

fn required(stage: &Stage) -> String {
    match stage.requires {
        None => "k alone".into(),
        Some(("t-closeness", t)) => format!("and t ≤ {t}"),
        Some((_, l)) => format!("and l ≥ {l}"),
    }
}

fn shares(skewed: &Skewed) -> String {
    format!("{} → {}", percent(skewed.in_table), percent(skewed.in_class))
}

fn classes_text(classes: &[ExposedClass], most: usize, width: usize) -> String {
    if classes.is_empty() {
        return "\nNo class gives a value away.\n".into();
    }
    let mut table = Columns::new([Column::right("rows"), Column::text("class"), Column::text("what is certain")]);
    for class in classes.iter().take(most) {
        let values: Vec<&str> = class.values.iter().take(SHOWN).map(|(value, _)| value.as_str()).collect();
        let certain = match &class.group {
            Some(group) => format!("{group}: one of {}", values.join(", ")),
            None => values.join(", "),
        };
        table.row([thousands(class.rows as f64), class.shows.join(", "), certain]);
    }
    if classes.len() > most {
        table.row(["…".to_string(), format!("{} more; --json lists them all", classes.len() - most)]);
    }
    format!("\nClasses that give something away\n{}", table.text(width))
}

/// The same for programs.
pub fn exposed_json(exposed: &Exposed) -> Value {
    let stage = |stage: &Stage| {
        let skewed = stage
            .skewed
            .as_ref()
            .map(|s| json!({ "value": s.value, "share_in_table": s.in_table, "share_in_class": s.in_class }));
        json!({
            "model": stage.requires.map(|(model, _)| model), "level": stage.requires.map(|(_, level)| level),
            "rows": stage.rows, "classes": stage.classes, "certain": stage.certain,
            "certain_once_one_is_ruled_out": stage.ruled_out[0], "certain_once_two_are_ruled_out": stage.ruled_out[1],
            "guess_is_right_for": stage.guess, "largest_share": stage.surest, "skewed": skewed,
            "group_is_certain": stage.alike,
        })
    };
    let class = |class: &ExposedClass| {
        let values: Vec<Value> =
            class.values.iter().map(|(value, rows)| json!({ "value": value, "rows": rows })).collect();
        json!({ "shows": class.shows, "rows": class.rows, "values": values, "group": class.group })
    };
    json!({
        "column": exposed.column, "rows": exposed.rows, "classes": exposed.classes, "k": exposed.k,
        "counts": if exposed.persons { "persons" } else { "rows" },
        "guess_without_quasi_identifiers": exposed.blind,
        "stages": exposed.stages.iter().map(stage).collect::<Vec<_>>(),
        "exposed": exposed.exposed.iter().map(class).collect::<Vec<_>>(),
    })
}
