//! From the file as it is written to the study as it is meant: the only door, and everything is checked at it.

use super::column::check_column;
use super::{
    Budget, Column, Data, Evolution, Limit, MEMORY, Names, Objectives, Output, Problem, Role, Rule, Search, SearchFile,
    Study, StudyFile, Suppression, parse_budget, parse_limit, parse_memory,
};
use crate::error::{Error, Result, suggestion};

/// The search that has a depth, and a rule of its own.
const POKA: &str = "poka";

/// Lattices that exhaustive search takes unless told otherwise: a few minutes on two cores for a table like Adult.
pub const MAX_NODES: u64 = 1_000_000;

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
        let key = |key: &str| format!("{place}, {key}");
        let data = Data::check(place, &file.data, given)?;
        let mut columns = Vec::new();
        for (name, column) in file.column_files(place)? {
            columns.push(check_column(&key(&format!("[columns.{name}]")), name, &column)?);
        }
        check_roles(place, &columns)?;
        let objectives = &file.objectives;
        let problem = objectives.problem.as_deref();
        let problem = problem.map(|name| Problem::find(&key("objectives.problem"), name)).transpose()?;
        let limit = match (problem, &file.suppression.limit) {
            (Some(problem), _) => problem.limit(place, &file.suppression, objectives)?,
            (None, None) => Limit::Rows(0),
            (None, Some(limit)) => parse_limit(&key("suppression.limit"), &as_text(limit))?,
        };
        let search = check_search(place, &file.search)?;
        let (privacy, loss) = (key("objectives.privacy"), key("objectives.loss"));
        Ok(Study {
            name: file.name.clone().unwrap_or_else(|| "study".into()),
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
            },
            suppression: Suppression {
                rule: check_rule(
                    &key("suppression.rule"),
                    problem.map(|problem| problem.rule.name()).or(file.suppression.rule.as_deref()),
                    search.algorithm.as_deref(),
                )?,
                limit,
            },
            search,
            output: Output {
                front: file.output.front.clone(),
                report: file.output.report.clone(),
                chart: file.output.chart.clone(),
                release: file.output.release.clone(),
            },
        })
    }
}

/// Depth, budget and memory, and the names of the search and the space as they are: their lists stand further down.
fn check_search(place: &str, file: &SearchFile) -> Result<Search> {
    let key = |key: &str| format!("{place}, search.{key}");
    let algorithm = file.algorithm.as_deref();
    let depth = match file.depth {
        Some(_) if algorithm != Some(POKA) => {
            let what = format!("{} search has no depth", algorithm.unwrap_or("the default"));
            return Err(Error::study(key("depth"), what, "leave it out, or choose --search poka"));
        }
        Some(depth) => Some(u32::try_from(depth).ok().filter(|d| *d > 0).ok_or_else(|| {
            let hint = "give 1 or more steps, or leave it out for the mean number of levels";
            Error::study(key("depth"), format!("{depth} is out of range"), hint)
        })?),
        None => None,
    };
    Ok(Search {
        algorithm: file.algorithm.clone(),
        space: file.space.clone(),
        threads: file.threads.unwrap_or(0),
        max_nodes: file.max_nodes.unwrap_or(MAX_NODES),
        seed: file.seed.unwrap_or(0),
        depth,
        budget: match &file.budget {
            Some(budget) => parse_budget(&key("budget"), &as_text(budget))?,
            None => Budget::default(),
        },
        memory: match &file.memory {
            Some(memory) => parse_memory(&key("memory"), &as_text(memory))?,
            None => MEMORY,
        },
        evolution: check_evolution(place, file)?,
        checkpoint: file.checkpoint.clone(),
        resume: check_resume(place, file)?,
    })
}

/// Settings of the evolutionary searches.
fn check_evolution(place: &str, file: &SearchFile) -> Result<Evolution> {
    let error = |key: &str, what: String, hint: &str| Error::study(format!("{place}, search.{key}"), what, hint);
    let standard = Evolution::default();
    let rate = |key: &str, given: Option<f64>, standard: f64| match given {
        Some(rate) if !(0.0..=1.0).contains(&rate) => {
            Err(error(key, format!("{rate} is no probability"), "give a number from 0 to 1"))
        }
        given => Ok(given.unwrap_or(standard)),
    };
    let refuse = |key: &str, what: String, hint: &str| Err(error(key, what, hint));
    let evolution = Evolution {
        population: file.population.unwrap_or(standard.population),
        generations: file.generations,
        crossover: rate("crossover", file.crossover, standard.crossover)?,
        mutation: rate("mutation", file.mutation, standard.mutation)?,
    };
    match evolution {
        Evolution { population: 0 | 1, .. } => {
            let what = format!("a population of {} has no two parents", evolution.population);
            refuse("population", what, "give 2 or more; the chapter takes 200")
        }
        Evolution { population, .. } if population > 1_000_000 => {
            refuse("population", format!("{population} cuts do not live at a time"), "give 1000000 or fewer")
        }
        Evolution { generations: Some(0), .. } => refuse(
            "generations",
            "no generation leaves nothing to search".into(),
            "give 1 or more; the chapter takes 250",
        ),
        evolution => Ok(evolution),
    }
}

fn check_resume(place: &str, file: &SearchFile) -> Result<bool> {
    let resume = file.resume.unwrap_or(false);
    if resume && file.checkpoint.is_none() {
        let (what, hint) = ("there is no checkpoint to go on from", "name it with --checkpoint FILE");
        return Err(Error::study(format!("{place}, search.resume"), what, hint));
    }
    Ok(resume)
}

/// As needed, unless the search is POkA: that is defined for one outcome per node (5.1).
fn check_rule(place: &str, given: Option<&str>, algorithm: Option<&str>) -> Result<Rule> {
    let rule = given.map(|rule| one_of(place, rule, &Rule::NAMES)).transpose()?;
    match (rule, algorithm == Some(POKA)) {
        (Some(Rule::AsNeeded | Rule::AtWeightedK), true) => Err(needs_tolerance(place)),
        (None, true) => Ok(Rule::Tolerance),
        (rule, _) => Ok(rule.unwrap_or(Rule::AsNeeded)),
    }
}

/// POkA was asked for with suppression as needed.
pub fn needs_tolerance(place: &str) -> Error {
    let what = "POkA compares nodes that have one k each, and as needed a node has several";
    Error::study(place, what, "add --rule tolerance (rule = \"tolerance\"), or choose another search")
}

/// A value that may be written with or without quotes.
pub(super) fn as_text(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}

fn check_roles(place: &str, columns: &[Column]) -> Result<()> {
    if !columns.iter().any(|c| c.role == Role::QuasiIdentifier) {
        return Err(Error::study(
            place,
            "no column is a quasi-identifier",
            "give at least one column role = \"quasi-identifier\" (or --quasi NAME): what others may know of a person",
        ));
    }
    let classes: Vec<&str> = columns.iter().filter(|c| c.role == Role::Class).map(|c| c.name.as_str()).collect();
    if classes.len() > 1 {
        let what = format!("{} columns have the role class: {}", classes.len(), classes.join(", "));
        return Err(Error::study(place, what, "a classifier has one label; give the others another role"));
    }
    Ok(())
}

/// A column delimiter: one ASCII character, or "tab".
pub fn delimiter(place: &str, text: &str) -> Result<u8> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [one] if *one != b'"' && *one != b'\n' && *one != b'\r' => Ok(*one),
        _ => Err(Error::study(place, format!("\"{text}\" is not a delimiter"), "give one ASCII character, or \"tab\"")),
    }
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
        assert_eq!(study.suppression, Suppression { rule: Rule::AsNeeded, limit: Limit::Rows(0) });
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
