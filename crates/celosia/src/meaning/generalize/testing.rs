//! Columns for the tests of meanings, and what their hierarchies look like.

use super::{Found, Proposed, Seen, WAYS};
use crate::hierarchy::{self, Hierarchy};
use crate::meaning::MEANINGS;
use crate::study::HierarchySpec;
use crate::table::infer;

/// A column of invented values with their rows.
pub fn seen(name: &str, values: &[(&str, u64)]) -> Seen {
    let names: Vec<&str> = values.iter().map(|(value, _)| *value).collect();
    Seen::of(name, infer(&names), values)
}

/// The same, each value in as many rows.
pub fn evenly(name: &str, values: &[&str], rows: u64) -> Seen {
    seen(name, &values.iter().map(|value| (*value, rows)).collect::<Vec<_>>())
}

/// What the list of meanings says of a column, by the name of what gave it its groups.
pub fn meaning(seen: &Seen) -> (&'static str, Found) {
    let (name, found) = crate::meaning::recognise(seen);
    let about = MEANINGS.iter().find(|about| about.name == name).and_then(|about| (about.recognise)(seen));
    let way = || WAYS.iter().find(|way| (way.group)(seen).is_some()).map_or("none", |way| way.name);
    (if about.is_some_and(|found| found.hierarchy.is_some()) { name } else { way() }, found)
}

/// The hierarchy that is proposed for a column, built and checked.
pub fn built(seen: &Seen, found: &Found) -> Hierarchy {
    let mut domain = seen.domain.clone();
    if found.keys.iter().any(|(key, value)| *key == "type" && value.as_str() == Some("string")) {
        domain.kind = crate::study::Kind::String;
    }
    match found.hierarchy.as_ref().expect("a hierarchy") {
        Proposed::Key(value) => {
            let value = serde_json::to_value(value).unwrap();
            let file = toml::Table::from_iter([
                ("role".to_string(), toml::Value::String("quasi-identifier".into())),
                ("hierarchy".to_string(), toml::Value::try_from(&value).unwrap()),
            ]);
            hierarchy::build(&spec(&seen.name, file), &domain).unwrap()
        }
        Proposed::File(rows) | Proposed::WithoutMeaning(rows) => {
            let path = |value: &String| rows.iter().find(|row| row[0] == *value).map(|row| row[1..].to_vec());
            Hierarchy::new("file", &domain, domain.values.iter().map(path).collect()).unwrap()
        }
    }
}

/// What a study would read from the key.
fn spec(name: &str, column: toml::Table) -> HierarchySpec {
    let mut file = crate::study::StudyFile::default();
    file.data.path = Some("people.csv".into());
    file.columns.insert(name.into(), toml::Value::Table(column));
    let study = crate::study::Study::check("test", &file).unwrap();
    study.columns[0].hierarchy.clone()
}

/// The labels of each level but values and top, in the order of the column.
pub fn labels(seen: &Seen) -> Vec<Vec<String>> {
    let (_, found) = meaning(seen);
    let hierarchy = built(seen, &found);
    let inner = &hierarchy.levels[1..hierarchy.levels.len() - 1];
    inner.iter().map(|level| level.labels.clone()).collect()
}

/// The labels that a value shows, level by level, without the value and the top.
pub fn path(seen: &Seen, value: &str) -> Vec<String> {
    let (_, found) = meaning(seen);
    let hierarchy = built(seen, &found);
    let code = seen.domain.values.iter().position(|known| known == value).expect("a value of the column");
    (1..hierarchy.height()).map(|level| hierarchy.label(level, code).to_string()).collect()
}
