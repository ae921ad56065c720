//! From the file as it is written to the study as it is meant: the only door, and everything is checked at it.

use super::column::check_column;
use super::{
    Column, Data, DomainSize, Limit, Names, Objectives, Output, Problem, Role, Rule, Search, Study, StudyFile,
    Suppression, parse_limit,
};
use crate::error::{Error, Result, suggestion};
use crate::require::{Demand, Requirement};

impl Study {
    /// Checks a study file; `place` is what errors call it.
    pub fn check(place: &str, file: &StudyFile) -> Result<Study> {
        Study::checked(place, file, false)
    }

    /// The same for a study whose rows are handed over as a table: it need not say where they are.
    pub fn check_given(place: &str, file: &StudyFile) -> Result<Study> {
        Study::checked(place, file, true)
    }

    fn checked(place: &str, file: &StudyFile, given: bool) -> Result<Study> {
        let mut columns = Vec::new();
        for (name, column) in file.column_files(place)? {
            columns.push(check_column(&format!("{place}, [columns.{name}]"), name, &column)?);
        }
        Study::assemble(place, file, columns, given)
    }

    /// The same with columns that are checked already, in place of the file's.
    pub(super) fn assemble(place: &str, file: &StudyFile, mut columns: Vec<Column>, given: bool) -> Result<Study> {
        let key = |key: &str| format!("{place}, {key}");
        let data = Data::check(place, &file.data, given)?;
        columns.iter_mut().for_each(|column| column.decimal = data.decimal);
        check_roles(place, &columns)?;
        let objectives = &file.objectives;
        let problem = objectives.problem.as_deref();
        let problem = problem.map(|name| Problem::find(&key("objectives.problem"), name)).transpose()?;
        let limit = match (problem, &file.suppression.limit) {
            (Some(problem), _) => problem.limit(place, &file.suppression, objectives)?,
            (None, None) => Limit::Rows(0),
            (None, Some(limit)) => parse_limit(&key("suppression.limit"), &in_rows(&as_text(limit)))?,
        };
        let (presets, require) = super::require::check(place, file)?;
        counts_alike(&key("suppression.limit"), file, &columns, &require)?;
        let limit = super::require::limit(limit, file.suppression.limit.is_some(), &require);
        let (privacy, loss) = (key("objectives.privacy"), key("objectives.loss"));
        Ok(Study {
            name: file.name.clone().unwrap_or_else(|| "study".into()),
            place: place.into(),
            secret: None,
            data,
            columns,
            objectives: Objectives {
                privacy: match problem {
                    Some(problem) => Problem::with(problem.privacy, objectives.privacy.as_ref(), &privacy)?,
                    None => Names::check(objectives.privacy.as_ref(), &privacy, "k-anonymity")?,
                },
                loss: match problem {
                    Some(problem) => Problem::with(problem.loss, objectives.loss.as_ref(), &loss)?,
                    None => Names::check(objectives.loss.as_ref(), &loss, "general-loss")?,
                },
                suppressed_rows: objectives.suppressed_rows.unwrap_or(problem.is_some_and(|p| p.suppressed_rows)),
                c: positive(&key("objectives.c"), objectives.c, 3.0, f64::INFINITY)?,
                alpha: positive(&key("objectives.alpha"), objectives.alpha, 0.5, 1.0)?,
                domain: match &objectives.domain {
                    Some(name) => one_of(&key("objectives.domain"), name, &DomainSize::NAMES)?,
                    None => DomainSize::default(),
                },
                query_seed: objectives.query_seed.unwrap_or(0),
            },
            require,
            presets,
            suppression: Suppression {
                rule: match (problem, file.suppression.rule.as_deref()) {
                    (Some(problem), _) => Some(problem.rule),
                    (None, Some(rule)) => Some(one_of(&key("suppression.rule"), rule, &Rule::NAMES)?),
                    (None, None) => None,
                },
                limit,
            },
            search: Search::check(place, &file.search)?,
            output: Output {
                front: file.output.front.clone(),
                report: file.output.report.clone(),
                chart: file.output.chart.clone(),
                release: file.output.release.clone(),
                singled_out: match &file.output.singled_out {
                    Some(limit) => parse_limit(&key("output.singled-out"), &as_text(limit))?,
                    None => Output::default().singled_out,
                },
            },
        })
    }
}

/// A value that may be written with or without quotes.
pub(super) fn as_text(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}

fn check_roles(place: &str, columns: &[Column]) -> Result<()> {
    if let Some((_, twice)) = columns.iter().enumerate().find(|(i, c)| columns[..*i].iter().any(|d| d.name == c.name)) {
        let what = format!("\"{}\" is named twice", twice.name);
        return Err(Error::study(place, what, "give each column one role"));
    }
    if !columns.iter().any(|c| c.role == Role::QuasiIdentifier) {
        return Err(Error::study(
            place,
            "no column is a quasi-identifier",
            "give at least one column role = \"quasi-identifier\": what others may know of a person",
        ));
    }
    let classes: Vec<&str> = columns.iter().filter(|c| c.role == Role::Class).map(|c| c.name.as_str()).collect();
    if classes.len() > 1 {
        let what = format!("{} columns have the role class: {}", classes.len(), classes.join(", "));
        return Err(Error::study(place, what, "a classifier has one label; give the others another role"));
    }
    let persons: Vec<&str> = columns.iter().filter(|c| c.role == Role::Person).map(|c| c.name.as_str()).collect();
    if persons.len() > 1 {
        let what = format!("{} columns have the role person: {}", persons.len(), persons.join(", "));
        let hint =
            "a row is counted as one person's; give the others the role identifier, which is not released either";
        return Err(Error::study(place, what, hint));
    }
    Ok(())
}

/// A number of persons as a number of what is counted.
pub(super) fn in_rows(limit: &str) -> String {
    let number = ["persons", "person"].into_iter().find_map(|noun| limit.trim().strip_suffix(noun));
    number.map_or_else(|| limit.to_string(), |number| format!("{number} rows"))
}

/// Where persons stay in the release they go with all their rows, and a limit of suppression counts them; elsewhere it counts rows.
fn counts_alike(place: &str, file: &StudyFile, columns: &[Column], require: &[Requirement]) -> Result<()> {
    let keeps = columns.iter().any(|column| column.pseudonym);
    let text = file.suppression.limit.as_ref().map(as_text).unwrap_or_default();
    let says = |noun: &str| text.trim().ends_with(noun) || text.trim().ends_with(&format!("{noun}s"));
    if keeps && says("row") {
        let what =
            "persons are shown as pseudonyms, so who is suppressed goes with all rows, and the limit counts persons";
        return Err(Error::study(
            place,
            what,
            "write a share of the persons (1%), or a number of them (\"25 persons\")",
        ));
    }
    if !keeps && says("person") {
        let what = "rows are suppressed, and the limit counts them";
        return Err(Error::study(place, what, "write a share of the rows (1%), or a number of them (\"250 rows\")"));
    }
    let of_rows = require.iter().any(|required| matches!(required.demand, Demand::Suppressed(_)));
    if keeps && of_rows {
        let what = "suppressed is a share of the rows, and persons who are shown as pseudonyms go with all of theirs";
        return Err(Error::study("require", what, "give suppression.limit, which counts persons then"));
    }
    Ok(())
}

/// The mark before decimals.
pub fn decimal(place: &str, text: &str) -> Result<char> {
    one_of(place, text, &[(".", '.'), (",", ',')])
}

pub(super) fn positive(place: &str, value: Option<f64>, default: f64, most: f64) -> Result<f64> {
    match value {
        None => Ok(default),
        Some(v) if v > 0.0 && v <= most && v.is_finite() => Ok(v),
        Some(v) => {
            let range = if most.is_finite() { format!("above 0 and at most {most}") } else { "above 0".into() };
            Err(Error::study(place, format!("{v} is out of range"), format!("give a number {range}")))
        }
    }
}

/// One of a list of names, or an error that names the nearest.
pub(super) fn one_of<T: Copy>(place: &str, name: &str, known: &[(&'static str, T)]) -> Result<T> {
    known.iter().find(|(n, _)| *n == name).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(n, _)| *n).collect();
        Error::study(place, format!("\"{name}\" is not known here"), suggestion(name, &names))
    })
}

#[cfg(test)]
mod tests {
    use super::super::HierarchySpec;
    use super::*;

    fn check(text: &str) -> Result<Study> {
        Study::check("s.toml", &StudyFile::parse("s.toml", text)?)
    }

    #[test]
    fn the_smallest_study_is_enough() {
        let study = check("[data]\npath='p.csv'\n[columns.age]\nrole='quasi-identifier'\n").unwrap();
        assert_eq!(study.data.missing.spellings, ["", "?"]);
        assert_eq!(study.suppression, Suppression { rule: None, limit: Limit::Rows(0) });
        assert_eq!(study.columns[0].hierarchy, HierarchySpec::Auto);
    }

    #[test]
    fn errors_say_where_and_what_next() {
        let cases = [
            ("[columns.age]\nrole='quasi-identifier'\n", "[data]: no path"),
            ("[data]\npath='p'\n", "no column is a quasi-identifier"),
            ("[data]\npath='p'\n[columns.a]\nrole='quasi'\n", "[columns.a], role: \"quasi\" is not known here"),
            ("[data]\npath='p'\n[columns.a]\nweight=1\n", "[columns.a]: no role"),
            (
                "[data]\npath='p'\n[columns.a]\nrole='quasi-identifier'\nhierarchy={intervall=[5]}\n",
                "unknown key \"intervall\"",
            ),
            (
                "[data]\npath='p'\n[columns.a]\nrole='quasi-identifier'\n[suppression]\nlimit=1\n",
                "suppression.limit: \"1\" is ambiguous",
            ),
            (
                "[data]\npath='p'\n[columns.a]\nrole='class'\n[columns.b]\nrole='class'\n[columns.c]\nrole='quasi-identifier'",
                "2 columns have the role class",
            ),
        ];
        for (text, expected) in cases {
            let error = check(text).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert!(!error.hint().is_empty(), "{error}");
        }
    }
}
