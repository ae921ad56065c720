//! Flags that stand for keys of the study file. A flag fills the same structure as its key and wins over it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use celosia::error::{Error, Result};
use celosia::study::{DataFile, MissingFile, ObjectivesFile, OutputFile, Study, StudyFile, SuppressionFile};
use celosia::study::{PROBLEMS, Problem};
use celosia::table::is_standard_input;
use celosia::{loss, privacy};

use super::reading::ReadingFlags;
use super::search::SearchFlags;
use crate::given;

#[derive(Args)]
pub struct StudyFlags {
    /// A study file (.toml), or a table with roles given by flags; - is a table on standard input
    #[arg(value_name = "STUDY")]
    pub study: PathBuf,

    /// The table: a file, a folder, a pattern, a pipe, or - for standard input
    #[arg(long, value_name = "TABLE", help_heading = "Data")]
    data: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingFlags,
    /// The mark before decimals, . or , [default: told from the values]
    #[arg(long, value_name = "CHARACTER", help_heading = "Data")]
    decimal: Option<String>,
    /// Rows with a missing value: keep (missing is a value of its own) or drop [default: keep]
    #[arg(long, value_name = "RULE", help_heading = "Data")]
    missing: Option<String>,
    /// Spellings of missing values [default: empty and ?]
    #[arg(long, value_name = "SPELLINGS", value_delimiter = ',', help_heading = "Data")]
    missing_values: Option<Vec<String>>,
    /// With --missing drop: more than a third of the rows may go
    #[arg(long, help_heading = "Data")]
    allow_loss: bool,
    /// Who holds the rows: local, or spark (then also --url)
    #[arg(long, value_name = "NAME", help_heading = "Data")]
    engine: Option<String>,
    /// Where that engine listens, such as sc://host:15002
    #[arg(long, value_name = "URL", help_heading = "Data")]
    url: Option<String>,
    /// Give up when that engine has been silent for this time, such as 10m [default: wait]
    #[arg(long, value_name = "TIME", help_heading = "Data")]
    timeout: Option<String>,
    /// A table or view of the engine, in place of a path
    #[arg(long, value_name = "NAME", help_heading = "Data")]
    table: Option<String>,
    /// A query of the engine, in place of a path
    #[arg(long, value_name = "SQL", conflicts_with = "table", help_heading = "Data")]
    query: Option<String>,
    /// What kind of files the engine finds at the path: parquet, delta, csv [default: by the name]
    #[arg(long, value_name = "NAME", help_heading = "Data")]
    format: Option<String>,
    /// A frequency table that another engine counted with the statement of `celosia sql`: CSV or Parquet
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    frequency: Option<PathBuf>,
    /// With --frequency and floors: the rows per value, counted with the first statement of `celosia sql`
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    values: Option<PathBuf>,

    /// Columns that others may know: generalized
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', help_heading = "Columns")]
    quasi: Vec<String>,
    /// Columns that nobody should learn: kept, protected by models that look at them
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', help_heading = "Columns")]
    sensitive: Vec<String>,
    /// The label of a classifier: kept
    #[arg(long, value_name = "COLUMN", help_heading = "Columns")]
    class: Vec<String>,
    /// Columns that name people: dropped
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', help_heading = "Columns")]
    identifier: Vec<String>,
    /// The column that says whose row it is: dropped, and privacy counts persons, not rows
    #[arg(long, value_name = "COLUMN", help_heading = "Columns")]
    person: Vec<String>,
    /// Release that column after all, as pseudonyms: random, one per person, their key in a file of its own. Then whole trails must
    /// be shared: all rows of a person, each as often as it comes
    #[arg(long, help_heading = "Columns")]
    pseudonym: bool,
    /// Take at most so many rows of each person into the study; which of them a secret draws, in STUDY-rows.secret
    #[arg(long, value_name = "ROWS", help_heading = "Columns")]
    rows_per_person: Option<u64>,
    /// Columns that are kept as they are, unprotected
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', help_heading = "Columns")]
    insensitive: Vec<String>,
    /// A column's type: integer, decimal, date, time or string
    #[arg(long = "type", value_name = "COLUMN=TYPE", help_heading = "Columns")]
    types: Vec<String>,
    /// How a column's dates or times are written, such as 'born=dd/mm/yyyy' [default: told from the values]
    #[arg(long, value_name = "COLUMN=FORMAT", help_heading = "Columns")]
    written: Vec<String>,
    /// A column's weight in losses
    #[arg(long, value_name = "COLUMN=NUMBER", help_heading = "Columns")]
    weight: Vec<String>,
    /// A column's hierarchy: a file, auto, flat, or inline such as 'age={ interval = [5, 10] }'
    #[arg(long, value_name = "COLUMN=HIERARCHY", help_heading = "Columns")]
    hierarchy: Vec<String>,
    /// The finest level of a column that is worth considering; values are taken to it before they are counted
    #[arg(long, value_name = "COLUMN=LEVEL", help_heading = "Columns")]
    floor: Vec<String>,
    /// Columns that are shown as they are, whomever they single out
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', help_heading = "Columns")]
    unprotected: Vec<String>,
    /// Round a column that is shown as it is: income=2 keeps two digits, 'income={ step = 500 }' rounds to steps
    #[arg(long, value_name = "COLUMN=HOW", help_heading = "Columns")]
    round: Vec<String>,
    /// Show higher numbers of such a column as this one
    #[arg(long, value_name = "COLUMN=NUMBER", help_heading = "Columns")]
    top: Vec<String>,
    /// Show lower numbers of such a column as this one
    #[arg(long, value_name = "COLUMN=NUMBER", help_heading = "Columns")]
    bottom: Vec<String>,
    /// Show only some characters of such a column: code=3 the first three, 'code={ last = 2 }' the last two
    #[arg(long, value_name = "COLUMN=HOW", help_heading = "Columns")]
    mask: Vec<String>,
    /// The most rows that a column which is shown as it is may single out: 1%, 0.01 or "5 rows" [default: 1%]
    #[arg(long, value_name = "LIMIT", help_heading = "Columns")]
    singled_out: Option<String>,
    /// In the space of cuts, columns whose groups must be those of their hierarchy [default: text]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', help_heading = "Columns")]
    constrained: Vec<String>,
    /// In the space of cuts, columns that may be cut anywhere [default: numbers and dates]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', help_heading = "Columns")]
    unconstrained: Vec<String>,
    /// In the space of cuts, by how much a column's numbers are told apart at the finest
    #[arg(long, value_name = "COLUMN=NUMBER", help_heading = "Columns")]
    granularity: Vec<String>,

    #[arg(long, value_name = "NAME", help_heading = "Objectives", help = problems())]
    problem: Option<String>,

    #[arg(long, value_name = "MODELS", value_delimiter = ',', help_heading = "Objectives", help = several("Privacy model", privacy::MODELS.iter().map(|m| m.name)))]
    privacy: Option<Vec<String>>,
    #[arg(long, value_name = "METRICS", value_delimiter = ',', help_heading = "Objectives", help = several("Loss metric", loss::METRICS.iter().map(|m| m.name)))]
    loss: Option<Vec<String>>,
    /// Count suppressed rows as an objective of its own
    #[arg(long, help_heading = "Objectives")]
    suppressed_rows: bool,
    /// Constant of recursive (c,l)-diversity [default: 3]
    #[arg(long, value_name = "NUMBER", help_heading = "Objectives")]
    c: Option<f64>,
    /// Bound of (alpha,k)-anonymity [default: 0.5]
    #[arg(long, value_name = "SHARE", help_heading = "Objectives")]
    alpha: Option<f64>,
    /// What losses divide by: the values that the table has, or all leaves that hierarchies list, in the table or not:
    /// values or leaves [default: values]
    #[arg(long, value_name = "NAME", help_heading = "Objectives")]
    domain: Option<String>,
    /// Seed of the random range counts that the loss query-error asks [default: 0]
    #[arg(long, value_name = "NUMBER", help_heading = "Objectives")]
    query_seed: Option<u64>,
    /// The most rows that may be left out: 1%, 0.01 or "250 rows" [default: none]
    #[arg(long, value_name = "LIMIT", help_heading = "Objectives")]
    suppression: Option<String>,
    /// How suppression is spent: as-needed, at each level of all models; tolerance, on the classes that are weakest by the
    /// first model; at-weighted-k, on classes of fewer rows than weighted-k, without a limit
    #[arg(long, value_name = "RULE", help_heading = "Objectives")]
    rule: Option<String>,

    /// What every point must meet, on top of what is asked: levels of models, and risk, average-risk or suppressed, such as
    /// k-anonymity=10,distinct-l-diversity=3 or risk=0.09. Any number of them
    #[arg(long, value_name = "NAME=LEVEL", value_delimiter = ',', help_heading = "Objectives")]
    require: Vec<String>,
    /// A preset of a regulator or a standard: its name (`celosia presets` lists them), with its context as in
    /// ipc-ontario:controls=high,motives=low,invasion=medium, or a file of your own, such as ./ours.toml. Any number of them
    #[arg(long, value_name = "PRESET", help_heading = "Objectives")]
    preset: Vec<String>,

    #[command(flatten)]
    pub search: SearchFlags,
}

/// A flag's help that lists the values it takes.
pub(super) fn list<'n>(what: &str, names: impl Iterator<Item = &'n str>) -> String {
    format!("{what}: {}", names.collect::<Vec<_>>().join(", "))
}

/// The chapter's problems with what they ask.
fn problems() -> String {
    let names = PROBLEMS.iter().map(|problem| format!("{}: {}", problem.name, problem.asks));
    format!("Objectives and rule of a problem of the chapter. {}", names.collect::<Vec<_>>().join("; "))
}

/// The same for a flag that takes several.
fn several<'n>(what: &str, names: impl Iterator<Item = &'n str>) -> String {
    format!("{} (or several, separated by commas; the first leads)", list(what, names))
}

impl StudyFlags {
    /// The study: the file's keys, overridden by flags, checked.
    pub fn study(&self) -> Result<Study> {
        Study::check(&self.study.display().to_string(), &self.file()?)
    }

    /// The study file with the flags in it, not checked yet. Rows may lie elsewhere; if not, what was named must be here.
    pub fn file(&self) -> Result<StudyFile> {
        let elsewhere =
            self.engine.is_some() || self.table.is_some() || self.query.is_some() || self.frequency.is_some();
        if !is_study(&self.study) && !elsewhere {
            given::study_or_table(&self.study, !self.quasi.is_empty())?;
        }
        self.keys()
    }

    /// The study of a table that need not be here, as statements for it can be printed without it.
    pub fn study_of_any_table(&self) -> Result<Study> {
        Study::check(&self.study.display().to_string(), &self.keys()?)
    }

    /// The study file with the flags in it.
    fn keys(&self) -> Result<StudyFile> {
        let mut file = if is_study(&self.study) {
            StudyFile::read(&self.study)?
        } else {
            let stem = if is_standard_input(&self.study) { Some("stdin".as_ref()) } else { self.study.file_stem() };
            let name = stem.map(|stem| stem.to_string_lossy().into_owned());
            let data = DataFile { path: Some(self.study.clone()), ..DataFile::default() };
            StudyFile { name, data, ..StudyFile::default() }
        };
        self.override_columns(&mut file)?;
        let mut missing = file.data.missing.take().unwrap_or_default();
        missing.override_with(MissingFile {
            values: self.missing_values.clone(),
            rows: self.missing.clone(),
            allow_loss: self.allow_loss.then_some(true),
        });
        file.data.override_with(DataFile {
            path: self.data.clone(),
            decimal: self.decimal.clone(),
            missing: Some(missing),
            engine: self.engine.clone(),
            url: self.url.clone(),
            timeout: self.timeout.clone().map(Into::into),
            table: self.table.clone(),
            query: self.query.clone(),
            format: self.format.clone(),
            frequency: self.frequency.clone(),
            values: self.values.clone(),
            ..self.reading.keys()
        });
        // A source given by a flag takes the place of the study's, of whatever kind that is.
        if self.table.is_some() {
            file.data.query = None;
        }
        if self.query.is_some() {
            file.data.table = None;
        }
        if self.data.is_some() {
            file.data.table = self.table.clone();
            file.data.query = self.query.clone();
        }
        if let Some(name) = &self.problem {
            // A problem replaces the study's objectives; what other flags name stands beside it.
            file.objectives = ObjectivesFile {
                privacy: None,
                loss: None,
                problem: None,
                suppressed_rows: None,
                ..file.objectives.clone()
            };
            file.suppression.rule = None;
            if !Problem::find("--problem", name)?.limited {
                file.suppression.limit = None;
            }
        }
        file.objectives.override_with(ObjectivesFile {
            problem: self.problem.clone(),
            privacy: self.privacy.clone().map(Into::into),
            loss: self.loss.clone().map(Into::into),
            suppressed_rows: self.suppressed_rows.then_some(true),
            c: self.c,
            alpha: self.alpha,
            domain: self.domain.clone(),
            query_seed: self.query_seed,
        });
        file.suppression.override_with(SuppressionFile {
            rule: self.rule.clone(),
            limit: self.suppression.clone().map(Into::into),
        });
        file.output.override_with(OutputFile {
            singled_out: self.singled_out.clone().map(Into::into),
            ..OutputFile::default()
        });
        for text in &self.require {
            let Some((name, level)) = text.split_once('=') else {
                let hint = "write NAME=LEVEL, such as k-anonymity=10 or risk=0.09";
                return Err(Error::study("--require", format!("\"{text}\" names no level"), hint));
            };
            file.require.insert(name.trim().into(), level.trim().into());
        }
        if !self.preset.is_empty() {
            file.presets = Some(self.preset.clone().into());
        }
        file.search.override_with(self.search.keys()?);
        Ok(file)
    }

    fn override_columns(&self, file: &mut StudyFile) -> Result<()> {
        let roles = [
            ("--quasi", "quasi-identifier", &self.quasi),
            ("--sensitive", "sensitive", &self.sensitive),
            ("--class", "class", &self.class),
            ("--identifier", "identifier", &self.identifier),
            ("--person", "person", &self.person),
            ("--insensitive", "insensitive", &self.insensitive),
        ];
        let mut given: BTreeMap<&str, &str> = BTreeMap::new();
        for (flag, role, columns) in roles {
            for column in columns {
                if let Some(first) = given.insert(column, flag) {
                    let what = format!("\"{column}\" has a role already, from {first}");
                    return Err(Error::study(flag, what, "give each column one role"));
                }
                file.set_column(column, "role", role.into());
            }
        }
        let of_person = [
            ("--pseudonym", "pseudonym", self.pseudonym.then_some(toml::Value::Boolean(true))),
            (
                "--rows-per-person",
                "rows-per-person",
                self.rows_per_person.map(|most| toml::Value::Integer(most as i64)),
            ),
        ];
        for (flag, key, value) in of_person {
            let Some(value) = value else { continue };
            let Some(person) = file.person().map(String::from) else {
                let hint = "name it: --person COLUMN";
                return Err(Error::study(flag, "no column says whose row it is", hint));
            };
            file.set_column(&person, key, value);
        }
        for (flag, key, settings) in [
            ("--type", "type", &self.types),
            ("--written", "format", &self.written),
            ("--weight", "weight", &self.weight),
            ("--hierarchy", "hierarchy", &self.hierarchy),
            ("--granularity", "granularity", &self.granularity),
            ("--floor", "floor", &self.floor),
            ("--round", "round", &self.round),
            ("--top", "top", &self.top),
            ("--bottom", "bottom", &self.bottom),
            ("--mask", "mask", &self.mask),
        ] {
            for setting in settings {
                let Some((column, value)) = setting.split_once('=') else {
                    let hint = format!("write {flag} COLUMN=VALUE");
                    return Err(Error::study(flag, format!("\"{setting}\" names no column"), hint));
                };
                if key == "hierarchy" && BUILDERS.contains(&value.trim()) && !Path::new(value.trim()).exists() {
                    let what = format!("\"{}\" alone says too little", value.trim());
                    let hint =
                        "write what it takes, such as 'age={ interval = [5, 10] }'; or name a file, auto or flat";
                    return Err(Error::study("--hierarchy", what, hint));
                }
                let value = match value.trim().parse::<i64>() {
                    Ok(level) if ["floor", "round", "mask"].contains(&key) => toml::Value::Integer(level),
                    _ => inline(flag, value.trim(), matches!(key, "weight" | "granularity" | "top" | "bottom"))?,
                };
                file.set_column(column.trim(), key, value);
            }
        }
        self.unprotected.iter().for_each(|column| file.set_column(column, "unprotected", true.into()));
        for (constrained, columns) in [(true, &self.constrained), (false, &self.unconstrained)] {
            for column in columns {
                file.set_column(column, "constrained", constrained.into());
            }
        }
        Ok(())
    }
}

/// Ways to make a hierarchy that need more than their name.
const BUILDERS: [&str; 6] = ["interval", "date", "mask", "order", "taxonomy", "tree"];

/// A study file, by its name; anything else is a table.
pub fn is_study(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml"))
}

/// A value given on the command line: inline TOML where it looks like it, text otherwise.
pub fn inline(flag: &str, text: &str, number: bool) -> Result<toml::Value> {
    if !number && !text.starts_with(['{', '[']) {
        return Ok(text.into());
    }
    let parsed: std::result::Result<toml::Table, _> = toml::from_str(&format!("value = {text}"));
    match parsed.ok().and_then(|mut table| table.remove("value")) {
        Some(toml::Value::Integer(whole)) if number => Ok(toml::Value::Float(whole as f64)),
        Some(value) => Ok(value),
        None => Err(Error::study(flag, format!("\"{text}\" cannot be read"), "write it as in a study file, in quotes")),
    }
}
