//! `celosia generate`: a synthetic table of any size like that of a study, and a study to run on it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use celosia::error::{Error, Result};
use celosia::generate::{self, Column, Place, SYNTHETIC, Shape};
use celosia::open::inputs;
use celosia::release::{output, write_text};
use celosia::report::columns::{self, Columns};
use celosia::report::wrap;
use celosia::say::{count, thousands};
use celosia::study::{Study, StudyFile};
use celosia::table::Table;
use serde_json::json;

use crate::arguments::{GenerateArguments, is_study};
use crate::style::Text;
use crate::terminal::Terminal;

pub fn run(arguments: &GenerateArguments, terminal: &Terminal) -> Result<()> {
    let rows = parse_rows(&arguments.rows)?;
    let like = &arguments.like;
    if !is_study(like) {
        let hint = "write a study with `celosia inspect TABLE` first: it says which columns there are";
        return Err(Error::study("--like", format!("{} is not a study file (.toml)", like.display()), hint));
    }
    let file = StudyFile::read(like)?;
    let study = Study::check(&like.display().to_string(), &file)?;
    let place = generate::place(&arguments.output)?;
    let table = Table::open_watched(study.data.files()?, &study.data.reading, terminal)?;
    let beside = study_beside(&place);
    let reads: Vec<PathBuf> = inputs(Some(&table), &study).into_iter().chain([like.clone()]).collect();
    match &place {
        Place::File(path) => output::check(path, reads.clone())?,
        // Checked as a file of that name would be: its folder is there, and it is not among the inputs.
        Place::Folder(folder) if !folder.exists() => output::check(folder, reads.clone())?,
        Place::Folder(_) => {}
    }
    output::check(&beside, reads)?;
    if beside.exists() {
        let hint = "move it away, or choose another name with -o";
        return Err(Error::study(beside.display().to_string(), "the study beside the output exists already", hint));
    }

    terminal.thread_limit(arguments.threads);
    let shape = generate::learn(&table, &study, arguments.threads, terminal)?;
    let began = Instant::now();
    let files = generate::generate(&shape, rows, arguments.seed, &place, arguments.threads, terminal)?;
    let seconds = began.elapsed().as_secs_f64();
    let command = format!("celosia generate --rows {} --seed {}", arguments.rows, arguments.seed);
    write_text(&beside, &generate::study_toml(&file, &arguments.output, &beside, &command)?)?;

    let rate = rows as f64 / seconds.max(1e-3);
    terminal.say(Text::table(&columns_text(&shape, terminal.width())));
    let said = format!(
        "{} like the {} of {}, in {}: {seconds:.1} s, {} rows a second",
        count(rows, "synthetic row", "synthetic rows"),
        thousands(shape.rows as f64),
        like.display(),
        count(files, "file", "files"),
        thousands(rate.round())
    );
    let what = format!("{}.", sentence(SYNTHETIC));
    terminal.say(format!("\n{}{}", wrap(&said, terminal.width()), wrap(&what, terminal.width())));
    terminal.object(&json!({
        "synthetic": true,
        "note": SYNTHETIC,
        "output": arguments.output.display().to_string(),
        "study": beside.display().to_string(),
        "rows": rows,
        "seed": arguments.seed,
        "files": files,
        "source_rows": shape.rows,
        "seconds": seconds,
        "rows_per_second": rate,
        "columns": shape.columns.iter().map(column_json).collect::<Vec<_>>(),
    }));
    terminal.wrote(&arguments.output, "");
    terminal.wrote(&beside, ", the same study on these rows");
    terminal.hint(&format!("now `celosia front {}`", beside.display()));
    Ok(())
}

/// The study goes beside the output under its name, never into the folder, where it would be taken for data.
fn study_beside(place: &Place) -> PathBuf {
    match place {
        Place::File(path) => path.with_extension("toml"),
        Place::Folder(folder) => {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            folder.parent().unwrap_or(Path::new("")).join(format!("{name}.toml"))
        }
    }
}

fn columns_text(shape: &Shape, width: usize) -> String {
    let mut table = Columns::new([
        columns::Column::name("column"),
        columns::Column::left("type"),
        columns::Column::right("values"),
        columns::Column::text("drawn"),
    ]);
    for column in &shape.columns {
        let drawn = match &column.depends_on {
            _ if column.is_numbered() => "running numbers".to_string(),
            Some((parent, nats)) => format!("given {parent} (mutual information {nats:.3})"),
            None => "by itself".to_string(),
        };
        let values = if column.is_numbered() { "-".into() } else { thousands(column.values.len() as f64) };
        table.row([column.name.clone(), column.kind.name().to_string(), values, drawn]);
    }
    table.text(width)
}

fn column_json(column: &Column) -> serde_json::Value {
    json!({
        "name": column.name,
        "type": column.kind.name(),
        "values": if column.is_numbered() { None } else { Some(column.values.len()) },
        "given": column.depends_on.as_ref().map(|(parent, _)| parent),
        "mutual_information": column.depends_on.as_ref().map(|(_, nats)| nats),
    })
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Reads 1000, 30K, 5M, 1.5M, 100M, 1G.
fn parse_rows(text: &str) -> Result<u64> {
    let text = text.trim().replace('_', "");
    let (number, unit) = match text.to_ascii_uppercase().chars().last() {
        Some('K') => (&text[..text.len() - 1], 1e3),
        Some('M') => (&text[..text.len() - 1], 1e6),
        Some('G' | 'B') => (&text[..text.len() - 1], 1e9),
        _ => (text.as_str(), 1.0),
    };
    match number.parse::<f64>().map(|n| n * unit) {
        Ok(rows) if (1.0..=1e12).contains(&rows) && rows.fract() == 0.0 => Ok(rows as u64),
        _ => Err(Error::study("--rows", format!("\"{text}\" is not a number of rows"), "write 1000, 30K, 5M or 100M")),
    }
}
