//! `celosia inspect`: a first look at an unknown table, and a study file to start from.

use std::path::{Path, PathBuf};

use celosia::error::{Error, Result};
use celosia::inspect::{self, Look, Proposal, look, propose, study_toml};
use celosia::release::{output, write_text};
use celosia::say::{count, thousands};
use celosia::study::{Missing, MissingFile, Role, Study, StudyFile, delimiter};
use celosia::table::{STANDARD, Table, is_standard_input};
use serde_json::json;

use crate::arguments::Inspect;
use crate::given;
use crate::terminal::Terminal;

pub fn run(arguments: &Inspect, terminal: &Terminal) -> Result<()> {
    given::table(&arguments.table)?;
    let separator = arguments.delimiter.as_deref().map(|d| delimiter("--delimiter", d)).transpose()?;
    let output = arguments.output.clone().unwrap_or_else(|| default_output(&arguments.table));
    if output.exists() && !arguments.force {
        let hint = "choose another with -o, or write over it with --force";
        return Err(Error::study(output.display().to_string(), "the study file exists already", hint));
    }
    terminal.make_way([&output])?;
    let table = Table::open_watched(&arguments.table, separator, terminal)?;
    let nameless = is_nameless(&table, &arguments.table);
    output::check(&output, table.paths().map(PathBuf::from).chain([arguments.table.clone()]))?;
    let looks = look(&table, &Missing::default(), terminal)?;
    let mut proposals: Vec<Proposal> = looks.iter().map(propose).collect();
    let path = if nameless { STANDARD.into() } else { data_path(&arguments.table, &output)? };
    if proposals.iter().all(|p| p.role != Role::QuasiIdentifier) {
        return Err(Error::No {
            what: "no column looks like something that others may know".into(),
            hint: "write a study by hand: [columns.NAME] role = \"quasi-identifier\"".into(),
        });
    }
    let mut file = StudyFile::default();
    file.data.path = Some(arguments.table.clone());
    file.data.delimiter = arguments.delimiter.clone();
    for (look, proposal) in looks.iter().zip(&proposals) {
        file.set_column(&look.name, "role", proposal.role.name().into());
    }
    let mut counted = |missing: &str| {
        file.data.missing = Some(MissingFile { rows: Some(missing.into()), ..MissingFile::default() });
        inspect::count(&table, &Study::check("the proposed study", &file)?, terminal)
    };
    let missing = "keep";
    let counted = counted(missing)?;
    let mut text = study_toml(&path, missing, &looks, &mut proposals, &counted.domains);
    if let Some(delimiter) = &arguments.delimiter {
        text = text.replacen("[data]\n", &format!("[data]\ndelimiter = {}\n", json!(delimiter)), 1);
    }
    // What is written must be what `front` reads.
    Study::check("the proposed study", &StudyFile::parse("the proposed study", &text)?)?;
    write_text(&output, &text)?;

    let frequency = &counted.frequency;
    let unique: u64 = frequency.counts.iter().filter(|n| **n == 1).sum();
    let k = frequency.counts.iter().copied().min().unwrap_or(0);
    terminal.say(&columns_text(&looks, &proposals));
    terminal.say(&format!(
        "\nAs it stands: {}{}, {} of the quasi-identifiers, k = {k}; {} unique ({:.1}%).\n",
        count(frequency.rows, "row", "rows"),
        match counted.dropped {
            0 => String::new(),
            n => format!(" without a missing value ({} left out)", thousands(n as f64)),
        },
        count(frequency.distinct() as u64, "distinct tuple", "distinct tuples"),
        count(unique, "row is", "rows are"),
        100.0 * unique as f64 / frequency.rows as f64
    ));
    terminal.object(&json!({
        "table": arguments.table.display().to_string(),
        "study": output.display().to_string(),
        "rows": counted.read,
        "dropped": counted.dropped,
        "distinct": frequency.distinct(),
        "k": k,
        "unique": unique as f64 / frequency.rows as f64,
        "columns": looks.iter().zip(&proposals).map(|(l, p)| json!({
            "name": l.name, "type": l.kind.name(), "distinct": l.distinct, "missing": l.missing,
            "role": p.role.name(), "why": p.why,
        })).collect::<Vec<_>>(),
    }));
    terminal.wrote(&output, "");
    let next = if nameless { ", with the same rows on standard input or in --data FILE" } else { "" };
    terminal.hint(&format!("read its roles, then `celosia front {}`{next}", output.display()));
    Ok(())
}

fn columns_text(looks: &[Look], proposals: &[Proposal]) -> String {
    let width = looks.iter().map(|l| l.name.chars().count()).max().unwrap_or(6).clamp(6, 40);
    let mut text =
        format!("{:<width$}  {:<8} {:>8} {:>8}  {:<16}  why\n", "column", "type", "values", "missing", "role");
    for (look, proposal) in looks.iter().zip(proposals) {
        text += &format!(
            "{:<width$}  {:<8} {:>8} {:>8}  {:<16}  {}\n",
            look.name,
            look.kind.name(),
            thousands(look.distinct as f64),
            thousands(look.missing as f64),
            proposal.role.name(),
            proposal.why
        );
    }
    text
}

/// Is this a pipe that nobody can name again, as standard input and what a shell writes as /dev/fd/63 are?
fn is_nameless(table: &Table, path: &Path) -> bool {
    table.inputs().any(|input| !input.is_file()) && (is_standard_input(path) || path.canonicalize().is_err())
}

fn default_output(table: &Path) -> PathBuf {
    if is_standard_input(table) || table.canonicalize().is_err() && table.exists() {
        return PathBuf::from("stdin.toml");
    }
    let name = table.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    // people.csv.gz is about people; a pattern's stars are no name.
    let stem: String = name.split('.').next().unwrap_or("study").chars().filter(|c| !"*?[]".contains(*c)).collect();
    PathBuf::from(format!("{}.toml", if stem.is_empty() { "study" } else { &stem }))
}

/// The table's path as the study file should name it: relative where both lie in one folder, whole otherwise.
fn data_path(table: &Path, study: &Path) -> Result<String> {
    let folder = |p: &Path| match p.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    let (of_table, of_study) = (folder(table), folder(study));
    let whole = |p: &Path| p.canonicalize().map_err(Error::io("open", p));
    let name = table.file_name().map(PathBuf::from).unwrap_or_default();
    let of_table = if of_table.to_string_lossy().contains(['*', '?', '[']) { of_table } else { whole(&of_table)? };
    let path = if of_table == whole(&of_study)? { name } else { of_table.join(name) };
    Ok(path.display().to_string())
}
