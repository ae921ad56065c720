//! Where the rows are and how to read them: `[data]`, checked.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::check::{as_text, decimal, one_of};
use super::{DataFile, Delimiter, Missing, Reading, parse_timeout};
use crate::error::{Error, Result};
use crate::input::is_standard;

/// Where the rows are and how to read them.
#[derive(Debug, Clone)]
pub struct Data {
    /// Who reads or counts them.
    pub origin: Origin,
    /// What a statement would read; a name where the study gives one.
    pub rows: Option<Rows>,
    /// Rows per value of the columns with a floor, counted elsewhere too.
    pub values: Option<PathBuf>,
    /// How files are written, where that is not told from them.
    pub reading: Reading,
    /// The mark before decimals, `.` or `,`; told from the values where not given.
    pub decimal: Option<char>,
    /// Which values are missing, and what becomes of them.
    pub missing: Missing,
}

/// Who reads or counts the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// This machine: a file, a folder or a glob.
    Files(PathBuf),
    /// Someone else has counted them, by the statements that `celosia sql` prints: the frequency table.
    Frequency(PathBuf),
    /// A system elsewhere, which this machine asks.
    Engine {
        /// Its name, one of [`ENGINES`].
        engine: &'static str,
        /// Where it listens.
        url: String,
        /// How long it may be silent before it is given up; for ever where not given.
        timeout: Option<Duration>,
    },
    /// A table of a system that this machine does not reach.
    Elsewhere,
    /// Nobody is named: whoever opens the study hands them over.
    Given,
}

/// Engines that hold rows elsewhere and count them there.
pub const ENGINES: &[&str] = &["spark"];

/// Rows that an engine can read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rows {
    /// A file, a folder or a pattern, in the engine's own file systems.
    Path {
        /// Where.
        path: String,
        /// What kind of files: parquet, delta, csv, …
        format: String,
        /// Column delimiter of text files.
        delimiter: Option<char>,
    },
    /// A table or a view, as a statement would name it.
    Table(String),
    /// What a query gives.
    Query(String),
}

impl Data {
    /// The files that this machine reads.
    pub fn files(&self) -> Result<&Path> {
        let place = "[data]";
        match &self.origin {
            Origin::Files(path) => Ok(path),
            Origin::Frequency(_) => Err(Error::study(
                place,
                "a frequency table has counts, not rows",
                "give the table itself, or let its engine do this, by statements of SQL",
            )),
            Origin::Engine { engine, .. } => Err(Error::study(
                place,
                format!("the rows are in {engine}, and this reads files"),
                "fronts, releases, comparisons, certificates and checks work there; for this give data.path",
            )),
            Origin::Elsewhere => Err(Error::study(
                place,
                "the rows are in a table that only its engine can read",
                "run the counting statement there, and give its result as data.frequency",
            )),
            Origin::Given => Err(Error::study(
                place,
                "the study names no rows, and none were handed over",
                "add data.path = \"people.csv\", or open the study with a table (Flow::open_table)",
            )),
        }
    }

    /// Checks `[data]`; `place` is what errors call the study. Where rows are handed over, what it says of their origin
    /// does not matter.
    pub(super) fn check(place: &str, file: &DataFile, given: bool) -> Result<Data> {
        let key = |key: &str| format!("{place}, data.{key}");
        let reading = Reading::check(place, file)?;
        let origin = if given { Origin::Given } else { origin(place, file)? };
        if let (Origin::Engine { engine, .. }, Some(only_here)) = (&origin, reading.only_here()) {
            let what = format!("{engine} reads files in its own way, and knows no such setting");
            let hint = "leave it out, or read the file on this machine (data.engine = \"local\")";
            return Err(Error::study(key(only_here), what, hint));
        }
        Ok(Data {
            rows: if given { None } else { rows(place, file, &reading)? },
            origin,
            values: file.values.clone().filter(|_| !given),
            reading,
            decimal: file.decimal.as_deref().map(|d| decimal(&key("decimal"), d)).transpose()?,
            missing: Missing::check(&key("missing.rows"), file.missing.as_ref())?,
        })
    }
}

fn origin(place: &str, file: &DataFile) -> Result<Origin> {
    let key = |key: &str| format!("{place}, data.{key}");
    if let Some(counts) = &file.frequency {
        return Ok(Origin::Frequency(counts.clone()));
    }
    match file.engine.as_deref() {
        None if file.url.is_some() => {
            let what = "an address, but no engine that listens there";
            return Err(Error::study(key("url"), what, "add data.engine = \"spark\""));
        }
        None if file.timeout.is_some() => {
            let what = "a limit to the silence of an engine, but no engine";
            return Err(Error::study(key("timeout"), what, "leave it out, or name the engine too"));
        }
        None | Some("local") => {}
        Some(name) => {
            let engines: Vec<(&'static str, &'static str)> = ENGINES.iter().map(|name| (*name, *name)).collect();
            let engine = one_of(&key("engine"), name, &[engines.as_slice(), &[("local", "local")]].concat())?;
            let url = file.url.clone().ok_or_else(|| {
                let hint = "add data.url = \"sc://host:15002\"";
                Error::study(key("engine"), format!("{engine} has no address"), hint)
            })?;
            let timeout = file.timeout.as_ref().map(|t| parse_timeout(&key("timeout"), &as_text(t))).transpose()?;
            return Ok(Origin::Engine { engine, url, timeout });
        }
    }
    match (&file.path, file.table.is_some() || file.query.is_some()) {
        (Some(path), _) => Ok(Origin::Files(path.clone())),
        (None, true) => Ok(Origin::Elsewhere),
        (None, false) => Err(Error::study(format!("{place}, [data]"), "no path", "add data.path = \"people.csv\"")),
    }
}

/// The one thing that a statement reads.
fn rows(place: &str, file: &DataFile, reading: &Reading) -> Result<Option<Rows>> {
    match (&file.table, &file.query, &file.path) {
        (Some(_), Some(_), _) => {
            let what = "a table and a query are two sources";
            Err(Error::study(format!("{place}, data.query"), what, "give one of them"))
        }
        (Some(table), None, _) => Ok(Some(Rows::Table(table.clone()))),
        (None, Some(query), _) => Ok(Some(Rows::Query(query.trim().trim_end_matches(';').into()))),
        // No other system can read what comes in here.
        (None, None, Some(path)) if is_standard(path) => Ok(None),
        (None, None, Some(path)) => {
            let (path, by_name) = (place_of(path), format_of(path));
            let format = file.format.clone().unwrap_or(by_name);
            let delimiter = match reading.delimiter {
                Some(Delimiter::Byte(byte)) => Some(char::from(byte)),
                Some(Delimiter::Blanks) | None => None,
            };
            Ok(Some(Rows::Path { path, format, delimiter }))
        }
        (None, None, None) => Ok(None),
    }
}

/// A path as another machine would say it: whole, and addresses such as `s3a://…` as they are.
fn place_of(path: &Path) -> String {
    let text = path.display().to_string();
    if text.contains("://") { text } else { std::path::absolute(path).map_or(text, |path| path.display().to_string()) }
}

/// Text by its name; anything else is Parquet, as folders of engines are.
fn format_of(path: &Path) -> String {
    let ending = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let is_text = ["csv", "tsv", "txt"].contains(&ending.as_str());
    if is_text { "csv".into() } else { "parquet".into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Study, StudyFile};

    fn data(keys: &str) -> Result<Data> {
        let text = format!("[data]\n{keys}\n[columns.age]\nrole='quasi-identifier'\n");
        Ok(Study::check("s", &StudyFile::parse("s", &text)?)?.data)
    }

    #[test]
    fn where_the_rows_are() -> Result<()> {
        assert_eq!(data("path='p.csv'")?.origin, Origin::Files("p.csv".into()));
        assert_eq!(data("path='p.csv'\nengine='local'")?.origin, Origin::Files("p.csv".into()));
        let spark = data("engine='spark'\nurl='sc://h'\ntable='db.people'")?;
        assert_eq!(spark.origin, Origin::Engine { engine: "spark", url: "sc://h".into(), timeout: None });
        let patient = data("engine='spark'\nurl='sc://h'\ntimeout='10m'")?.origin;
        assert!(matches!(patient, Origin::Engine { timeout: Some(time), .. } if time == Duration::from_secs(600)));
        assert_eq!(spark.rows, Some(Rows::Table("db.people".into())));
        let counted = data("path='p.csv'\nfrequency='f.csv'")?;
        assert_eq!(counted.origin, Origin::Frequency("f.csv".into()));
        assert_eq!(data("table='people'")?.origin, Origin::Elsewhere);
        let bucket = data("engine='spark'\nurl='sc://h'\npath='s3a://b/people'\nformat='delta'")?;
        let rows = Rows::Path { path: "s3a://b/people".into(), format: "delta".into(), delimiter: None };
        assert_eq!(bucket.rows, Some(rows));
        Ok(())
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (keys, expected) in [
            ("", "no path"),
            ("engine='sparc'\npath='p'", "\"sparc\" is not known here"),
            ("engine='spark'\npath='p'", "spark has no address"),
            ("path='p'\nurl='sc://h'", "no engine that listens there"),
            ("path='p'\ntimeout='10m'", "but no engine"),
            ("path='p'\nengine='spark'\nurl='sc://h'\ntimeout=600", "data.timeout: \"600\" is no time"),
            ("table='t'\nquery='SELECT 1'", "two sources"),
        ] {
            assert!(data(keys).is_err_and(|e| e.to_string().contains(expected)), "{keys}");
        }
    }

    #[test]
    fn missing_has_blanks_around_it_and_one_spelling() -> Result<()> {
        let missing = data("path='p'\nmissing={values=['NA','?']}")?.missing;
        assert_eq!(["?", " ?\t", "NA", ""].map(|value| missing.is(value)), [true, true, true, false]);
        assert_eq!(missing.shown(), "NA");
        Ok(())
    }
}
