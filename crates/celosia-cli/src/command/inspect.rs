//! `celosia inspect`: a first look at an unknown table, and a study file to start from.

mod ask;
mod show;

use std::path::{Path, PathBuf};

use celosia::error::{Error, Result};
use celosia::inspect::{self, Counted, Inspection, Kept, Place, Treated, Written};
use celosia::release::{output, write_text};
use celosia::say::count;
use celosia::study::{DataFile, Delimiter, Encoding, Missing, Reading, Role, Sheet, Study, StudyFile, decimal};
use celosia::table::{Destination, STANDARD, Table, is_standard_input};

use crate::arguments::Inspect;
use crate::given;
use crate::terminal::Terminal;

pub fn run(arguments: &Inspect, terminal: &Terminal) -> Result<()> {
    given::table(&arguments.table)?;
    let decimal = arguments.decimal.as_deref().map(|mark| decimal("--decimal", mark)).transpose()?;
    let output = arguments.output.clone().unwrap_or_else(|| default_output(&arguments.table));
    let there = if arguments.force { None } else { there(&output, &arguments.table)? };
    terminal.make_way([&output])?;
    if arguments.ask && is_standard_input(&arguments.table) {
        let hint = "save the table as a file, or leave out --ask and answer in the study";
        return Err(Error::study("--ask", "standard input holds the table, so there is no place for answers", hint));
    }
    // A study that is there knows how its table is written.
    let mut keys = there.as_ref().map_or_else(DataFile::default, |(file, _)| file.data.clone());
    keys.override_with(arguments.reading.keys());
    let reading = Reading::check("", &keys)?;
    let table = Table::open_watched(&arguments.table, &reading, terminal)?;
    let nameless = is_nameless(&table, &arguments.table);
    output::check(&output, table.paths().map(PathBuf::from).chain([arguments.table.clone()]))?;
    let mut found = inspect::inspect(&table, &Missing::default(), decimal, 0, terminal)?;
    let kept = there.as_ref().map(|(file, _)| found.keep(&output.display().to_string(), file)).transpose()?;
    if arguments.ask {
        ask::ask(&mut found, terminal)?;
    }
    if !found.has_quasi_identifier() {
        return Err(Error::No {
            what: "no column looks like something that others may know".into(),
            hint: "write a study by hand: [columns.NAME] role = \"quasi-identifier\"".into(),
        });
    }
    let place = place(arguments, &table, &reading, nameless, &output)?;
    let written = match &there {
        Some((_, text)) => added(text, found.addition(&place)),
        None => found.study(&place),
    };
    let counted = write(&table, &written, there.is_some(), &output, terminal)?;
    say(arguments, &found, &counted, kept.as_ref(), &table, &output, terminal);
    let files = written.files.len();
    if files > 0 {
        terminal.note(&format!(
            "{} of hierarchies, ready to edit, in {}/",
            count(files as u64, "file", "files"),
            place.folder
        ));
    }
    let treated: Vec<&str> = found
        .columns
        .iter()
        .filter(|column| column.treated(found.decimal) != Treated::AsItIs)
        .map(|column| column.name())
        .collect();
    if !treated.is_empty() {
        terminal.note(&format!(
            "{} by values that no other row has, so the study rounds, masks, lists or leaves out: {}",
            if treated.len() == 1 { "a column singles people out" } else { "columns single people out" },
            treated.join(", ")
        ));
    }
    let next = if nameless { ", with the same rows on standard input or in --data FILE" } else { "" };
    terminal.hint(&format!("read its roles, then `celosia front {}`{next}", output.display()));
    Ok(())
}

/// The study that is there already, and its text: one about this table, or an error.
fn there(output: &Path, table: &Path) -> Result<Option<(StudyFile, String)>> {
    if !output.exists() || !is_file(output)? {
        return Ok(None);
    }
    let refuse = |what: &str| {
        let hint = "choose another with -o, or write over it with --force";
        Err(Error::study(output.display().to_string(), what, hint))
    };
    let Ok(file) = StudyFile::read(output) else {
        return refuse("it exists already, and it is no study that can be read");
    };
    let same = |path: &Path| match (path.canonicalize(), table.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => path.components().eq(table.components()) || is_standard_input(path) && is_standard_input(table),
    };
    if !file.data.path.as_deref().is_some_and(same) {
        return refuse("it exists already, and it is about another table");
    }
    let text = std::fs::read_to_string(output).map_err(Error::io("read", output))?;
    Ok(Some((file, text)))
}

/// A study with further columns behind it.
fn added(text: &str, addition: Written) -> Written {
    let line = if addition.text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    Written { text: format!("{text}{line}{}", addition.text), files: addition.files }
}

/// What the study says of its data.
fn place(arguments: &Inspect, table: &Table, reading: &Reading, nameless: bool, output: &Path) -> Result<Place> {
    let path = if nameless { STANDARD.into() } else { data_path(&arguments.table, output)? };
    let mut data = vec![("path", toml::Value::from(path))];
    data.extend(written_keys(table, reading));
    if let Some(decimal) = &arguments.decimal {
        data.push(("decimal", decimal.as_str().into()));
    }
    let named = if is_file(output)? { output.to_path_buf() } else { default_output(&arguments.table) };
    let stem = named.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Place { data, folder: format!("{stem}-hierarchies") })
}

/// The keys of `[data]` that say how the table is written, but for what most tables are: what was told from it, or by a flag, is
/// not told anew by whoever reads the study.
fn written_keys(table: &Table, given: &Reading) -> Vec<(&'static str, toml::Value)> {
    let told = table.reading();
    let common = Delimiter::Byte(b',');
    let delimiter = given.delimiter.or(told.delimiter.filter(|told| *told != common));
    let header = given.header.or(told.header.filter(|header| !header));
    let encoding = given.encoding.or(told.encoding).filter(|encoding| *encoding != Encoding::UTF_8);
    let sheet = given.sheet.as_ref().map(|sheet| match sheet {
        Sheet::Name(name) => name.as_str().into(),
        Sheet::Number(number) => toml::Value::Integer(*number as i64),
    });
    let keys = [
        ("delimiter", delimiter.map(|delimiter| delimiter.key().into())),
        ("header", header.map(toml::Value::Boolean)),
        ("encoding", encoding.map(|encoding| encoding.key().into())),
        ("sheet", sheet),
    ];
    keys.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
}

/// Writes the study and its files, and counts the table by it: what is written is what `front` reads. Files that a person may have
/// edited stay as they are.
fn write(table: &Table, written: &Written, keeps: bool, output: &Path, terminal: &Terminal) -> Result<Counted> {
    let name = output.display().to_string();
    let folder = output.parent().unwrap_or(Path::new(""));
    StudyFile::parse("the proposed study", &written.text)?;
    let files = written.files.iter().map(|(file, text)| (folder.join(file), text));
    let files: Vec<(PathBuf, &String)> = files.filter(|(path, _)| !(keeps && path.exists())).collect();
    let there: Vec<bool> = files.iter().map(|(path, _)| path.exists()).collect();
    let done = write_files(&files).and_then(|()| write_text(output, &written.text));
    if done.is_err() {
        // A study that could not be written leaves no files beside it.
        for ((path, _), there) in files.iter().zip(there).filter(|(_, there)| !there) {
            let _ = std::fs::remove_file(path);
            let _ = path.parent().map(std::fs::remove_dir).filter(|_| !there);
        }
    }
    done?;
    let mut file = if is_file(output)? {
        StudyFile::read(output)?
    } else {
        StudyFile::parse("the proposed study", &written.text)?
    };
    file.data.path.get_or_insert_with(|| STANDARD.into());
    inspect::count(table, &Study::check(&name, &file)?, terminal)
}

fn write_files(files: &[(PathBuf, &String)]) -> Result<()> {
    for (path, text) in files {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
        }
        write_text(path, text)?;
    }
    Ok(())
}

fn say(
    arguments: &Inspect,
    found: &Inspection,
    counted: &Counted,
    kept: Option<&Kept>,
    table: &Table,
    output: &Path,
    terminal: &Terminal,
) {
    terminal.say(show::columns(found, arguments.all, terminal.width()));
    terminal.say(show::risk(found, counted));
    let mut object = show::object(found, counted, kept, &arguments.table, output);
    object["notes"] = table.notices().into();
    terminal.object(&object);
    terminal.wrote(output, "");
    if let Some(kept) = kept {
        terminal.note(&show::kept(kept));
    }
    for note in show::readings(found) {
        terminal.note(&note);
    }
    let open = found.questions().count();
    if open > 0 && !arguments.ask {
        let columns = count(open as u64, "column is", "columns are");
        terminal.note(&format!("{columns} not certain, marked ?: answer with --ask, or in the study at \"# ?\""));
    }
    if let Some(person) = found.columns.iter().find(|c| c.role() == Role::Person) {
        terminal.note(&format!("{} says whose row it is: privacy counts persons, not rows", person.name()));
    }
}

/// Can the study be read where it was written? What goes to a pipe or a device is gone.
fn is_file(output: &Path) -> Result<bool> {
    Ok(Destination::of(output)?.is_file())
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
