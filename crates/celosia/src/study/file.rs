//! The study file as it is written: every key optional, unknown keys refused with the nearest known one.
//!
//! Flags of the command fill the same structure, so a flag and a key can never mean different things.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Names;
use crate::error::{Error, Result, suggestion};
use crate::input::{self, is_standard};
use crate::require::is_path;
use crate::sets::Method;

/// The file. `columns` keeps the file's order.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct StudyFile {
    /// Name of the study; the file's name where not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Presets in force: names, names with a context, or files of one's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presets: Option<Names>,
    /// `[data]`.
    pub data: DataFile,
    /// `[columns.NAME]`.
    pub columns: toml::Table,
    /// `[objectives]`.
    #[serde(skip_serializing_if = "ObjectivesFile::is_empty")]
    pub objectives: ObjectivesFile,
    /// `[require]`: levels of models, `risk`, `average-risk`, `suppressed`.
    #[serde(skip_serializing_if = "toml::Table::is_empty")]
    pub require: toml::Table,
    /// `[suppression]`.
    #[serde(skip_serializing_if = "SuppressionFile::is_empty")]
    pub suppression: SuppressionFile,
    /// `[search]`.
    #[serde(skip_serializing_if = "SearchFile::is_empty")]
    pub search: SearchFile,
    /// `[output]`.
    #[serde(skip_serializing_if = "OutputFile::is_empty")]
    pub output: OutputFile,
}

/// Declares a section whose keys are all optional.
macro_rules! section {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
        #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
        pub struct $name {
            $($(#[$field_doc])* #[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<$type>,)*
        }

        impl $name {
            /// Nothing given?
            pub fn is_empty(&self) -> bool {
                *self == Self::default()
            }

            /// Takes every key that `over` gives; keeps its own otherwise.
            pub fn override_with(&mut self, over: $name) {
                $(if over.$field.is_some() { self.$field = over.$field; })*
            }
        }
    };
}

section! {
    /// `[data]`: where the rows are and how to read them.
    DataFile {
        /// A file, a folder or a glob, relative to the study file.
        path: PathBuf,
        /// One character, "tab", or "blanks" for runs of blanks.
        delimiter: String,
        /// Does a text table or a sheet begin with the names of its columns? Told from its first rows where not given.
        header: bool,
        /// utf-8, utf-16le, utf-16be, windows-1252 or iso-8859-1; told from the bytes where not given.
        encoding: String,
        /// The mark before decimals: "." or ","; told from the values where not given.
        decimal: String,
        /// The sheet of a workbook, by its name or its number from 1; the first where not given.
        sheet: toml::Value,
        /// Which spellings are missing values, and what happens to them.
        missing: MissingFile,
        /// Who holds the rows: "local" (default) or "spark".
        engine: String,
        /// Where that engine listens, such as "sc://host:15002".
        url: String,
        /// How long that engine may be silent before it is given up: "30s", "10m", "1h"; for ever where not given.
        timeout: toml::Value,
        /// A table or view of the engine, in place of a path.
        table: String,
        /// A query of the engine, in place of a path.
        query: String,
        /// What kind of files an engine finds at the path: parquet, delta, csv, …; told from the name where not given.
        format: String,
        /// A frequency table that an engine counted (`celosia sql`), in place of the rows.
        frequency: PathBuf,
        /// Rows per value of the columns with a floor, counted by an engine.
        values: PathBuf,
    }
}

section! {
    /// `missing = { values = ["", "?"], rows = "keep" }`.
    MissingFile {
        /// Spellings that count as missing; default empty and `?`.
        values: Vec<String>,
        /// "keep" (default) or "drop".
        rows: String,
        /// May more than a third of the rows be dropped?
        allow_loss: bool,
    }
}

section! {
    /// `[columns.NAME]`.
    ColumnFile {
        /// identifier, person, quasi-identifier, sensitive, class, insensitive, left-out, free-text.
        role: String,
        /// integer, decimal, date, string; inferred where not given.
        r#type: String,
        /// How dates and times are written, such as "dd/mm/yyyy"; told from all values where not given.
        format: String,
        /// Further spellings of missing, or `{ values = ["NA"], joins = "VALUE" }`: with whose groups a missing cell goes.
        missing: toml::Value,
        /// Weight in sums over attributes; default 1.
        weight: f64,
        /// "auto", a file's name, or a table such as `{ interval = [5, 10] }`.
        hierarchy: serde_json::Value,
        /// The finest level worth considering: a number or, of dates, a unit such as "year". Applied before counting.
        floor: toml::Value,
        /// In the space of cuts: may groups be those of the hierarchy only?
        constrained: bool,
        /// In the space of cuts: the finest step at which numbers are told apart.
        granularity: f64,
        /// In the space of regions: hierarchy, intervals, runs, sets or cells, where not as `[search]` says.
        labels: String,
        /// Of a column that is shown as it is: how many digits of its numbers stay, or `{ step = 500 }`.
        round: toml::Value,
        /// Lower numbers are shown as this one.
        bottom: f64,
        /// Higher numbers are shown as this one.
        top: f64,
        /// How many characters are shown: the first, or `{ last = 2 }`.
        mask: toml::Value,
        /// The values that are shown; all others are "other".
        keep: Vec<String>,
        /// Is the column shown as it is, whomever it singles out?
        unprotected: bool,
        /// Of the person column: is it released as pseudonyms, random, one per person? Then whole trails must be shared.
        pseudonym: bool,
        /// Of the person column: the most rows of one person that are taken into the study, which of them is drawn.
        rows_per_person: u64,
    }
}

section! {
    /// `[objectives]`.
    ObjectivesFile {
        /// One of the chapter's problems: objectives and a rule that belong together.
        problem: String,
        /// Name of the privacy model, or a list of several.
        privacy: Names,
        /// Name of the loss metric, or a list of several.
        loss: Names,
        /// Is the number of suppressed rows an objective of its own?
        suppressed_rows: bool,
        /// Constant of recursive (c,l)-diversity.
        c: f64,
        /// Bound of (alpha,k)-anonymity.
        alpha: f64,
        /// What the size of a domain is: "values" (default), those of the table, or "leaves", those that hierarchies list.
        domain: String,
        /// Seed of the random range counts that query-error asks.
        query_seed: u64,
    }
}

section! {
    /// `[suppression]`.
    SuppressionFile {
        /// as-needed or tolerance.
        rule: String,
        /// "1%", "0.01" or "250 rows".
        limit: toml::Value,
    }
}

section! {
    /// `[search]`.
    SearchFile {
        /// Name of the algorithm.
        algorithm: String,
        /// Name of the space.
        space: String,
        /// In the space of regions: hierarchy, intervals, runs, sets or cells.
        labels: String,
        /// In the space of regions: round or tight.
        bounds: String,
        /// strict or relaxed: which Mondrian it is.
        mondrian: String,
        /// In the space of regions: are better bounds on the loss found, which takes time?
        prove: bool,
        /// Threads; 0 means all cores.
        threads: usize,
        /// Exhaustive search refuses lattices with more nodes.
        max_nodes: u64,
        /// Seed of everything random.
        seed: u64,
        /// Depth of POkA's search: a number of steps, "average", "best" or "worst".
        depth: toml::Value,
        /// The node that POkA starts from, by the level of each column; the top where not given.
        start: toml::Value,
        /// "60s", "5m", "1h", or a number of evaluations.
        budget: toml::Value,
        /// "2GB", "500MB", or a number of bytes.
        memory: toml::Value,
        /// Cuts that live at a time.
        population: usize,
        /// Generations.
        generations: u64,
        /// How often two parents are crossed.
        crossover: f64,
        /// together, valid or repaired: where columns are crossed.
        crossing: String,
        /// How many bits are flipped for each of what `mutation-per` says.
        mutation: f64,
        /// bit, column or child: what the mutation rate is a rate of.
        mutation_per: String,
        /// Where an evolutionary search writes down how far it is.
        checkpoint: PathBuf,
        /// Does it go on from there?
        resume: bool,
    }
}

section! {
    /// `[output]`.
    OutputFile {
        /// The front as JSON.
        front: PathBuf,
        /// The report as one HTML file.
        report: PathBuf,
        /// The chart as SVG.
        chart: PathBuf,
        /// The released table.
        release: PathBuf,
        /// "1%", "0.01" or "5 rows": the most rows that a column which is shown as it is may single out; default 1%.
        singled_out: toml::Value,
    }
}

impl SearchFile {
    /// Keys with their values, as they stand in one line; `place` is what errors call it.
    pub(crate) fn of_pairs(place: &str, pairs: &[(&str, &str)]) -> Result<SearchFile> {
        let value = |text: &str| match (text.parse(), text.parse()) {
            (Ok(whole), _) => toml::Value::Integer(whole),
            (_, Ok(number)) => toml::Value::Float(number),
            _ => text.into(),
        };
        let table: toml::Table = pairs.iter().map(|(key, text)| (key.to_string(), value(text))).collect();
        toml::Value::Table(table).try_into().map_err(|e: toml::de::Error| explain(place, e.message(), String::new()))
    }
}

impl StudyFile {
    /// Reads a study file. Relative paths in it become relative to the current folder.
    pub fn read(path: &Path) -> Result<StudyFile> {
        let text = input::read(path).and_then(|bytes| {
            let hint = "a study is a TOML file, saved as UTF-8";
            String::from_utf8(bytes).map_err(|_| Error::study(path.display().to_string(), "it is not UTF-8 text", hint))
        })?;
        let mut file = StudyFile::parse(&path.display().to_string(), &text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        file.relative_to(folder);
        if file.name.is_none() {
            file.name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        }
        Ok(file)
    }

    /// Parses a study; `place` is what errors call it.
    pub fn parse(place: &str, text: &str) -> Result<StudyFile> {
        let file: StudyFile = from_toml(place, text)?;
        for (name, column) in &file.columns {
            column_file(place, name, column)?;
        }
        Ok(file)
    }

    /// The columns with their keys, in the file's order.
    pub fn column_files(&self, place: &str) -> Result<Vec<(String, ColumnFile)>> {
        self.columns.iter().map(|(name, value)| Ok((name.clone(), column_file(place, name, value)?))).collect()
    }

    /// Sets one key of one column, as a flag does; adds the column where the file has none of that name.
    pub fn set_column(&mut self, column: &str, key: &str, value: toml::Value) {
        let entry = self.columns.entry(column).or_insert_with(|| toml::Value::Table(toml::Table::new()));
        if let toml::Value::Table(table) = entry {
            table.insert(key.into(), value);
        }
    }

    /// The column that has the role of a person, as it is written.
    pub fn person(&self) -> Option<&str> {
        let has_role = |value: &toml::Value| value.get("role").and_then(toml::Value::as_str) == Some("person");
        self.columns.iter().find(|(_, value)| has_role(value)).map(|(name, _)| name.as_str())
    }

    fn relative_to(&mut self, folder: &Path) {
        let (output, search) = (&mut self.output, &mut self.search);
        let outputs = [&mut output.front, &mut output.report, &mut output.chart, &mut output.release];
        let data = &mut self.data;
        let inputs = [&mut data.path, &mut data.frequency, &mut data.values, &mut search.checkpoint];
        for path in inputs.into_iter().chain(outputs).flatten() {
            // Addresses of an engine's own file systems (s3a://…) are whole already, and standard input lies nowhere.
            if !path.to_string_lossy().contains("://") && !is_standard(path) {
                *path = folder.join(&path);
            }
        }
        for preset in self.presets.iter_mut().flat_map(|names| &mut names.0) {
            if is_path(preset) {
                *preset = folder.join(&preset).display().to_string();
            }
        }
        for name in self.hierarchy_files() {
            if !is_standard(Path::new(name)) {
                *name = folder.join(&name).display().to_string();
            }
        }
    }

    /// The names of files that hierarchies are read from.
    pub fn hierarchy_files(&mut self) -> Vec<&mut String> {
        let made = |name: &str| ["auto", "flat"].contains(&name) || Method::all().any(|method| method.name() == name);
        let mut files = Vec::new();
        for hierarchy in self.columns.iter_mut().filter_map(|(_, column)| column.get_mut("hierarchy")) {
            match hierarchy {
                toml::Value::String(name) if !made(name) => files.push(name),
                toml::Value::Table(table) => files.extend(table.iter_mut().filter_map(|(key, value)| match value {
                    toml::Value::String(name) if ["file", "taxonomy"].contains(&key.as_str()) => Some(name),
                    _ => None,
                })),
                _ => {}
            }
        }
        files
    }
}

fn column_file(place: &str, name: &str, value: &toml::Value) -> Result<ColumnFile> {
    let place = format!("{place}, [columns.{name}]");
    value.clone().try_into().map_err(|e: toml::de::Error| explain(&place, e.message(), String::new()))
}

/// Parses TOML; an unknown key becomes an error that names the nearest known one.
fn from_toml<T: DeserializeOwned>(place: &str, text: &str) -> Result<T> {
    toml::from_str(text).map_err(|e: toml::de::Error| {
        let before = |end: usize| text.get(..end).unwrap_or_default();
        let line = e.span().map(|span| format!(", line {}", before(span.start).matches('\n').count() + 1));
        let line = line.unwrap_or_default();
        if e.message() == "duplicate key" {
            let key = e.span().and_then(|span| text.get(span)).unwrap_or_default().trim();
            let hint = "give each column one section with one role, and each key one value";
            return Error::study(format!("{place}{line}"), format!("\"{key}\" is given twice"), hint);
        }
        explain(place, e.message(), line)
    })
}

/// serde says "unknown field `rol`, expected one of `role`, `type`": the names stand between backticks.
fn explain(place: &str, message: &str, line: String) -> Error {
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let place = format!("{place}{line}");
    match (message.starts_with("unknown field"), names.split_first()) {
        (true, Some((unknown, known))) => {
            Error::study(place, format!("unknown key \"{unknown}\""), suggestion(unknown, known))
        }
        _ => Error::study(place, plain(message.trim()), "see docs/guide.md for the study file's keys"),
    }
}

/// A message of serde in words that a publisher knows.
fn plain(message: &str) -> String {
    const WORDS: [(&str, &str); 8] = [
        ("invalid type: ", "found "),
        ("invalid value: ", "found "),
        ("expected f64", "expected a number"),
        ("expected u64", "expected a whole number"),
        ("expected usize", "expected a whole number"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected a section"),
        ("expected path string", "expected a path in quotes"),
    ];
    let message = match message.split_once("expected struct ") {
        Some((found, _)) => format!("{found}expected a section"),
        None => message.to_string(),
    };
    WORDS.iter().fold(message, |message, (theirs, ours)| message.replace(theirs, ours))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_names_the_nearest() {
        let e = StudyFile::parse("s.toml", "[data]\npath = \"a.csv\"\ndelimeter = \";\"\n").unwrap_err();
        assert_eq!(e.to_string(), "s.toml, line 3: unknown key \"delimeter\"");
        assert_eq!(e.hint(), "did you mean \"delimiter\"?");
        let e = StudyFile::parse("s.toml", "[columns.age]\nrol = \"quasi-identifier\"\n").unwrap_err();
        assert_eq!(e.to_string(), "s.toml, [columns.age]: unknown key \"rol\"");
        let e = StudyFile::parse("s.toml", "[colums.age]\nrole = \"quasi-identifier\"\n").unwrap_err();
        assert_eq!(e.hint(), "did you mean \"columns\"?");
    }

    #[test]
    fn files_of_hierarchies_are_relative_to_the_study_and_methods_are_no_files() {
        let text = "[columns.a]\nhierarchy = 'huffman'\n[columns.b]\nhierarchy = 'b.csv'\n[columns.c]\n\
                    hierarchy = { taxonomy = 'c.json' }\n[columns.d]\nhierarchy = 'auto'\n";
        let mut file = StudyFile::parse("s", text).unwrap();
        file.relative_to(Path::new("folder"));
        assert_eq!(file.hierarchy_files(), ["folder/b.csv", "folder/c.json"]);
    }

    #[test]
    fn columns_keep_their_order_and_flags_override() {
        let mut file = StudyFile::parse("s", "[columns.b]\nrole='class'\n[columns.a]\nrole='sensitive'\n").unwrap();
        let names: Vec<String> = file.column_files("s").unwrap().into_iter().map(|c| c.0).collect();
        assert_eq!(names, ["b", "a"]);
        file.set_column("a", "role", "insensitive".into());
        assert_eq!(file.column_files("s").unwrap()[1].1.role.as_deref(), Some("insensitive"));
    }
}
