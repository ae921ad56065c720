//! What `inspect` shows: a line per column, what the columns single out, and the same as JSON.

use std::path::Path;

use celosia::inspect::{Column, Counted, Inspection, Kept};
use celosia::say::{count, thousands};
use celosia::table::Doubt;
use serde_json::{Value, json};

/// Lines of columns that are shown where nobody asked for all.
const SHOWN: usize = 40;

/// A table of the columns. Those behind the first are counted, unless all are asked for; what is not certain is shown always.
pub fn columns(found: &Inspection, all: bool, width: usize) -> String {
    let longest = |text: &dyn Fn(&Column) -> String, least: usize, most: usize| {
        found.columns.iter().map(|c| text(c).chars().count()).max().unwrap_or(0).clamp(least, most)
    };
    let roles = longest(&role, 4, 18);
    // On a narrow terminal names and kinds are cut before the reason is.
    let names = longest(&|c| c.name().to_string(), 6, (width / 4).max(14));
    let kinds = longest(&|c| c.found.kind.clone(), 5, (width / 4).max(14));
    let why = width.saturating_sub(names + roles + kinds + 20);
    let mut text =
        format!("{:<names$}  {:<roles$}  {:<kinds$}  {:>7} {:>7}", "column", "role", "taken for", "values", "missing");
    text += if why >= 16 { "  why\n" } else { "\n" };
    let mut folded = 0;
    for (i, column) in found.columns.iter().enumerate() {
        if !all && i >= SHOWN && found.columns.len() > SHOWN + 4 && !column.is_question() {
            folded += 1;
            continue;
        }
        let seen = &column.look.seen;
        let line = format!(
            "{:<names$}  {:<roles$}  {:<kinds$}  {:>7} {:>7}",
            cut(column.name(), names),
            role(column),
            cut(&column.found.kind, kinds),
            figure(column.look.values, seen.capped),
            figure(seen.missing, false),
        );
        text += &line;
        text += &if why >= 16 { format!("  {}\n", cut(&reason(column), why)) } else { "\n".into() };
    }
    if folded > 0 {
        text += &format!("… and {folded} more: --all\n");
    }
    text
}

/// The role, with a mark where a person should look.
fn role(column: &Column) -> String {
    format!("{}{}", column.role().name(), if column.is_question() { " ?" } else { "" })
}

fn reason(column: &Column) -> String {
    if column.kept.is_some() { "as your study says".into() } else { column.found.why.clone() }
}

fn figure(number: u64, about: bool) -> String {
    let text = match number {
        0..=9_999_999 => thousands(number as f64),
        _ => format!("{}M", number / 1_000_000),
    };
    if about { format!("~{text}") } else { text }
}

fn cut(text: &str, width: usize) -> String {
    let text = text.replace('\n', " ");
    match text.chars().count() > width {
        true => text.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
        false => text,
    }
}

/// How rare the rows are as they stand, and which columns make them so.
pub fn risk(found: &Inspection, counted: &Counted) -> String {
    let frequency = &counted.frequency;
    let (unique, k) = uniqueness(counted);
    let mut text = format!(
        "\nAs it stands: {}, {} of the quasi-identifiers, k = {k}{}; {} unique ({:.1}%).\n",
        count(frequency.rows, "row", "rows"),
        count(frequency.distinct() as u64, "distinct tuple", "distinct tuples"),
        if frequency.persons.is_some() { " (persons)" } else { "" },
        count(unique, "row is", "rows are"),
        100.0 * unique as f64 / frequency.rows.max(1) as f64
    );
    let mut adding: Vec<(&str, f64)> =
        found.columns.iter().filter_map(|c| Some((c.name(), c.adds.filter(|a| *a > 0.001)?))).collect();
    adding.sort_by(|a, b| b.1.total_cmp(&a.1));
    if adding.len() > 1 {
        let first: Vec<String> =
            adding.iter().take(3).map(|(name, adds)| format!("{name} ({:.1}%)", 100.0 * adds)).collect();
        text += &format!(
            "In sets of up to {} columns {:.1}% of {} are singled out; most of it comes with {}.\n",
            found.uniques.size,
            100.0 * found.uniques.singled as f64 / found.uniques.rows.max(1) as f64,
            count(found.uniques.rows as u64, "row looked at", "rows looked at"),
            first.join(", ")
        );
    }
    text
}

/// Rows whose tuple nobody else has, and the k of the table as it stands: of persons where these are counted.
fn uniqueness(counted: &Counted) -> (u64, u64) {
    let frequency = &counted.frequency;
    let size =
        |tuple: usize| frequency.persons.as_ref().map_or(frequency.counts[tuple], |persons| persons.count(tuple));
    let alone = (0..frequency.distinct()).filter(|tuple| size(*tuple) == 1).map(|tuple| frequency.counts[tuple]);
    (alone.sum(), (0..frequency.distinct()).map(size).min().unwrap_or(0))
}

/// What became of the study that was there.
pub fn kept(kept: &Kept) -> String {
    let mut text = format!("kept {} as the study had them", count(kept.columns as u64, "column", "columns"));
    if !kept.new.is_empty() {
        text += &format!("; added {}", some(&kept.new));
    }
    if !kept.gone.is_empty() {
        text += &format!("; the table has no {} any more: take them out of the study", some(&kept.gone));
    }
    text + "; --force starts anew"
}

fn some(names: &[String]) -> String {
    match names {
        [first @ .., _, _] if names.len() > 6 => format!("{} and {} more", first[..4].join(", "), names.len() - 4),
        _ => names.join(", "),
    }
}

/// How cells were read that may be meant otherwise: what was taken for missing, what may be, and dates of two readings.
pub fn readings(found: &Inspection) -> Vec<String> {
    let new = || found.columns.iter().filter(|column| column.kept.is_none());
    let each = |spellings: &dyn Fn(&Column) -> &[String]| {
        let said = |column: &Column| format!("{} ({})", column.name(), quoted(spellings(column)));
        some(&new().filter(|column| !spellings(column).is_empty()).map(said).collect::<Vec<_>>())
    };
    let taken = each(&|column| &column.look.spellings);
    let perhaps = each(&|column| &column.look.sentinels);
    let doubtful = |doubt: Doubt| {
        let names = new().filter(|column| column.doubt() == Some(doubt)).map(|column| column.name().to_string());
        some(&names.collect::<Vec<_>>())
    };
    let (dates, marks) = (doubtful(Doubt::DayOrMonth), doubtful(Doubt::DecimalOrThousands));
    let texts = [
        (!taken.is_empty()).then(|| format!("taken for missing, as the study says in missing: {taken}")),
        (!perhaps.is_empty()).then(|| {
            format!("these may stand for missing and are taken as they are; name them in missing if so: {perhaps}")
        }),
        (!dates.is_empty()).then(|| {
            format!("day or month first? Both fit, and the day is taken; say format = \"mm/dd/yyyy\" if not, or --ask: {dates}")
        }),
        (!marks.is_empty()).then(|| {
            format!("decimals or thousands behind the mark? Both fit; give --decimal . or --decimal , to say which: {marks}")
        }),
    ];
    texts.into_iter().flatten().collect()
}

fn quoted(values: &[String]) -> String {
    some(&values.iter().map(|value| format!("\"{}\"", cut(value, 20))).collect::<Vec<_>>())
}

/// All of it.
pub fn object(found: &Inspection, counted: &Counted, kept: Option<&Kept>, table: &Path, output: &Path) -> Value {
    let (unique, k) = uniqueness(counted);
    let column = |column: &Column| {
        let seen = &column.look.seen;
        json!({
            "name": column.name(), "type": column.look.kind().name(), "kind": column.found.kind, "distinct": column.look.values,
            "counted": !seen.capped, "missing": seen.missing, "role": column.role().name(), "why": reason(column),
            "sure": !column.is_question(), "kept": column.kept.is_some(), "alone": column.alone(), "adds": column.adds,
            "missing-spellings": column.look.spellings, "sentinels": column.look.sentinels,
        })
    };
    json!({
        "table": table.display().to_string(),
        "study": output.display().to_string(),
        "rows": counted.read,
        "dropped": counted.dropped,
        "distinct": counted.frequency.distinct(),
        "k": k,
        "unique": unique as f64 / counted.frequency.rows.max(1) as f64,
        "singled-out": {
            "rows-looked-at": found.uniques.rows, "columns-at-most": found.uniques.size, "rows": found.uniques.singled,
        },
        "kept": kept.map(|kept| json!({ "columns": kept.columns, "new": kept.new, "gone": kept.gone })),
        "columns": found.columns.iter().map(column).collect::<Vec<_>>(),
    })
}
