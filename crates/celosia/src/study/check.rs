//! From the file as it is written to the study as it is meant: the only door, and everything is checked at it.

use std::path::PathBuf;

use super::{
    Budget, Column, ColumnFile, CutsSpec, Data, DateUnit, Evolution, HierarchySpec, Intervals, Kind, Limit, MEMORY,
    MaskFrom, MissingRule, Names, Objectives, Output, Problem, Role, Rule, Search, SearchFile, SetsSpec, Study,
    StudyFile, Suppression, Tree, parse_budget, parse_limit, parse_memory,
};
use crate::error::{Error, Result, suggestion};
use crate::sets::{KEYS, Method, WALKS, Walk};

/// The search that has a depth, and a rule of its own.
const POKA: &str = "poka";

/// Lattices that exhaustive search takes unless told otherwise: a few minutes on two cores for a table like Adult.
pub const MAX_NODES: u64 = 1_000_000;

impl Study {
    /// Checks a study file; `place` is what errors call it.
    pub fn check(place: &str, file: &StudyFile) -> Result<Study> {
        let key = |key: &str| format!("{place}, {key}");
        let data = Data {
            path: file.data.path.clone().ok_or_else(|| {
                Error::study(key("[data]"), "no path", "add path = \"people.csv\" under [data], or give --data")
            })?,
            delimiter: file.data.delimiter.as_deref().map(|d| delimiter(&key("data.delimiter"), d)).transpose()?,
            missing: match file.data.missing.as_ref().and_then(|m| m.values.clone()) {
                Some(values) => values,
                None => vec![String::new(), "?".into()],
            },
            missing_rule: match file.data.missing.as_ref().and_then(|m| m.rows.as_deref()) {
                None => MissingRule::Drop,
                Some(rule) => one_of(
                    &key("data.missing.rows"),
                    rule,
                    &[("drop", MissingRule::Drop), ("keep", MissingRule::Keep)],
                )?,
            },
        };
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

fn check_column(place: &str, name: String, file: &ColumnFile) -> Result<Column> {
    let key = |key: &str| format!("{place}, {key}");
    let role = match &file.role {
        Some(role) => one_of(&key("role"), role, &Role::NAMES)?,
        None => {
            let names: Vec<&str> = Role::NAMES.iter().map(|(name, _)| *name).collect();
            return Err(Error::study(place, "no role", format!("add role = one of: {}", names.join(", "))));
        }
    };
    let kind = file.r#type.as_deref().map(|t| one_of(&key("type"), t, &Kind::NAMES)).transpose()?;
    let hierarchy = match &file.hierarchy {
        Some(value) => hierarchy_spec(&key("hierarchy"), value)?,
        None => HierarchySpec::Auto,
    };
    let granularity =
        file.granularity.map(|g| positive(&key("granularity"), Some(g), 1.0, f64::INFINITY)).transpose()?;
    if granularity.is_some() && file.constrained == Some(true) {
        let what = "a constrained column is told apart as its hierarchy says, not by a granularity";
        return Err(Error::study(key("granularity"), what, "leave out the granularity, or constrained = true"));
    }
    let cuts = CutsSpec { constrained: file.constrained, granularity };
    Ok(Column { name, role, kind, weight: positive(&key("weight"), file.weight, 1.0, 1e6)?, hierarchy, cuts })
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

/// `"auto"`, a file's name, or a table with one builder and its options.
pub(super) fn hierarchy_spec(place: &str, value: &serde_json::Value) -> Result<HierarchySpec> {
    use serde_json::Value;
    let refuse = |what: String| {
        let hint = "write \"auto\", \"flat\", a file's name, or one of { interval = [5, 10] }, { cuts = [[18, 65]] }, \
                    { mask = \"right\" }, { date = [\"month\", \"year\"] }, { order = [4] }, { huffman = 5 }, { taxonomy = … }";
        Error::study(place, what, hint)
    };
    let table = match value {
        Value::String(text) if text == "auto" => return Ok(HierarchySpec::Auto),
        Value::String(text) if text == "flat" => return Ok(HierarchySpec::Flat),
        Value::String(text) if Method::all().any(|method| method.name() == text) => {
            let method = Method::find(text)?;
            return Ok(HierarchySpec::Sets(SetsSpec { method, walk: Walk::In, key: None, start: None }));
        }
        Value::String(text) if text.ends_with(".toml") || text.ends_with(".json") => {
            return Ok(HierarchySpec::TaxonomyFile(PathBuf::from(text)));
        }
        Value::String(text) => return Ok(HierarchySpec::File(PathBuf::from(text))),
        Value::Object(table) => table,
        other => return Err(refuse(format!("{other} is not a hierarchy"))),
    };
    let methods = Method::all().map(Method::name);
    let builders: Vec<&str> =
        ["file", "interval", "cuts", "mask", "date", "order", "taxonomy"].into_iter().chain(methods).collect();
    let options: &[&str] = match table.keys().find(|k| builders.contains(&k.as_str())).map(String::as_str) {
        Some("interval") => &["interval", "origin", "bottom", "top"],
        Some("cuts") => &["cuts", "bottom", "top"],
        Some("mask") => &["mask", "characters"],
        Some("file") => &["file"],
        Some("date") => &["date"],
        Some("order") => &["order"],
        Some("taxonomy") => &["taxonomy"],
        Some(method) => &[method, "walk", "key"],
        None => &builders,
    };
    let named: Vec<&str> = table.keys().map(String::as_str).filter(|k| builders.contains(k)).collect();
    if let [first, second, ..] = named[..] {
        return Err(refuse(format!("{first} and {second} are two ways to build one hierarchy")));
    }
    if let Some(unknown) = table.keys().find(|k| !options.contains(&k.as_str())) {
        return Err(Error::study(place, format!("unknown key \"{unknown}\""), suggestion(unknown, options)));
    }
    let Some(builder) = table.keys().find(|k| builders.contains(&k.as_str())) else {
        return Err(refuse("the table names no builder".into()));
    };
    let number = |key: &str| match table.get(key) {
        None => Ok(None),
        Some(v) => v.as_f64().map(Some).ok_or_else(|| refuse(format!("{key} must be a number"))),
    };
    let numbers = |v: &Value| -> Result<Vec<f64>> {
        let list = v.as_array().ok_or_else(|| refuse(format!("{builder} must be a list of numbers")))?;
        list.iter().map(|n| n.as_f64().ok_or_else(|| refuse(format!("{n} is not a number")))).collect()
    };
    let whole = |v: &Value| -> Result<Vec<usize>> {
        let list = v.as_array().ok_or_else(|| refuse("a list of whole numbers is needed".into()))?;
        let natural = |n: &Value| n.as_u64().map(|n| n as usize).filter(|n| *n > 0);
        list.iter().map(|n| natural(n).ok_or_else(|| refuse(format!("{n} is not a positive whole number")))).collect()
    };
    let value = &table[builder];
    Ok(match builder.as_str() {
        "file" => match value {
            Value::String(name) => HierarchySpec::File(PathBuf::from(name)),
            other => return Err(refuse(format!("{other} is not a file's name"))),
        },
        "interval" => HierarchySpec::Interval(Intervals {
            widths: numbers(value)?,
            cuts: Vec::new(),
            origin: number("origin")?.unwrap_or(0.0),
            bottom: number("bottom")?,
            top: number("top")?,
        }),
        "cuts" => {
            let levels = value.as_array().ok_or_else(|| refuse("cuts must be a list of lists of numbers".into()))?;
            // One flat list is one level.
            let cuts = if levels.iter().all(|l| l.is_number()) {
                vec![numbers(value)?]
            } else {
                levels.iter().map(numbers).collect::<Result<_>>()?
            };
            let (bottom, top) = (number("bottom")?, number("top")?);
            HierarchySpec::Interval(Intervals { widths: Vec::new(), cuts, origin: 0.0, bottom, top })
        }
        "mask" => HierarchySpec::Mask {
            from: match value.as_str() {
                Some("right") => MaskFrom::Right,
                Some("left") => MaskFrom::Left,
                _ => return Err(refuse(format!("mask = {value}: say \"right\" or \"left\""))),
            },
            characters: table.get("characters").map(whole).transpose()?.unwrap_or_default(),
        },
        "date" => {
            let units = value.as_array().ok_or_else(|| refuse("date must be a list of units".into()))?;
            let unit = |u: &Value| one_of(place, u.as_str().unwrap_or_default(), &DateUnit::NAMES);
            HierarchySpec::Date(units.iter().map(unit).collect::<Result<_>>()?)
        }
        "order" => HierarchySpec::Order(whole(value)?),
        "taxonomy" => match value {
            Value::String(name) => HierarchySpec::TaxonomyFile(PathBuf::from(name)),
            tree => HierarchySpec::Taxonomy(Tree::from_json(tree).map_err(refuse)?),
        },
        method => {
            let start = value.as_u64().filter(|k| *k > 1);
            let start =
                start.ok_or_else(|| refuse(format!("{method} = {value}: the least rows of a set are 2 or more")))?;
            let word = |key: &str| table.get(key).map(|v| v.as_str().unwrap_or_default());
            HierarchySpec::Sets(SetsSpec {
                method: Method::find(method)?,
                walk: word("walk").map(|name| one_of(place, name, WALKS)).transpose()?.unwrap_or(Walk::In),
                key: word("key").map(|name| one_of(place, name, KEYS)).transpose()?,
                start: Some(start),
            })
        }
    })
}

/// A column delimiter: one ASCII character, or "tab".
pub fn delimiter(place: &str, text: &str) -> Result<u8> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [one] if *one != b'"' && *one != b'\n' && *one != b'\r' => Ok(*one),
        _ => Err(Error::study(place, format!("\"{text}\" is not a delimiter"), "give one ASCII character, or \"tab\"")),
    }
}

fn positive(place: &str, value: Option<f64>, default: f64, most: f64) -> Result<f64> {
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
fn one_of<T: Copy>(place: &str, name: &str, known: &[(&'static str, T)]) -> Result<T> {
    known.iter().find(|(n, _)| *n == name).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(n, _)| *n).collect();
        Error::study(place, format!("\"{name}\" is not known here"), suggestion(name, &names))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<Study> {
        Study::check("s.toml", &StudyFile::parse("s.toml", text)?)
    }

    #[test]
    fn the_smallest_study_is_enough() {
        let study = check("[data]\npath='p.csv'\n[columns.age]\nrole='quasi-identifier'\n").unwrap();
        assert_eq!(study.data.missing, ["", "?"]);
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

    #[test]
    fn every_hierarchy_form_is_read() {
        let spec = |toml: &str| {
            let value: serde_json::Value =
                toml::from_str::<serde_json::Value>(&format!("h = {toml}")).unwrap()["h"].clone();
            hierarchy_spec("h", &value).unwrap()
        };
        assert_eq!(spec("'auto'"), HierarchySpec::Auto);
        assert_eq!(spec("'a.csv'"), HierarchySpec::File("a.csv".into()));
        assert_eq!(spec("'a.json'"), HierarchySpec::TaxonomyFile("a.json".into()));
        let five = Intervals { widths: vec![5.0], top: Some(90.0), ..Intervals::default() };
        assert_eq!(spec("{ interval = [5], top = 90 }"), HierarchySpec::Interval(five));
        let cuts = Intervals { cuts: vec![vec![18.0, 65.0], vec![65.0]], ..Intervals::default() };
        assert_eq!(spec("{ cuts = [[18, 65], [65]] }"), HierarchySpec::Interval(cuts));
        assert_eq!(spec("{ mask = 'left' }"), HierarchySpec::Mask { from: MaskFrom::Left, characters: vec![] });
        assert_eq!(spec("{ date = ['month', 'year'] }"), HierarchySpec::Date(vec![DateUnit::Month, DateUnit::Year]));
        let sets = |method, key, start| {
            let method = Method::find(method).unwrap();
            HierarchySpec::Sets(SetsSpec { method, walk: Walk::In, key, start })
        };
        assert_eq!(spec("'huffman'"), sets("huffman", None, None));
        assert_eq!(spec("{ optimal = 5 }"), sets("optimal", None, Some(5)));
        assert_eq!(spec("{ avl = 3, key = 'value' }"), sets("avl", Some(crate::sets::Key::Value), Some(3)));
        assert_eq!(spec("{ order = [2, 4] }"), HierarchySpec::Order(vec![2, 4]));
    }
}
