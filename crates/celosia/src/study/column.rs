//! One column of the study file, checked: role, type, hierarchy, floor.

use std::path::PathBuf;

use super::check::{one_of, positive};
use super::{
    Column, ColumnFile, CutsSpec, DateUnit, Format, HierarchySpec, Intervals, Kind, Labels, Mask, MaskFrom, OwnMissing,
    Role, SetsSpec, TimeUnit, Treatment, Tree,
};
use crate::error::{Error, Result, suggestion};
use crate::sets::{KEYS, Method, WALKS, Walk};

/// Checks `[columns.NAME]`; `place` is what errors call it.
pub(super) fn check_column(place: &str, name: String, file: &ColumnFile) -> Result<Column> {
    let key = |key: &str| format!("{place}, {key}");
    let role = match &file.role {
        Some(role) => one_of(&key("role"), role, &Role::NAMES)?,
        None => {
            let names: Vec<&str> = Role::NAMES.iter().map(|(name, _)| *name).collect();
            return Err(Error::study(place, "no role", format!("add role = one of: {}", names.join(", "))));
        }
    };
    let kind = file.r#type.as_deref().map(|t| one_of(&key("type"), t, &Kind::NAMES)).transpose()?;
    let format = file.format.as_deref().map(|text| check_format(&key("format"), text)).transpose()?;
    let hierarchy = match &file.hierarchy {
        Some(value) => hierarchy_spec(&key("hierarchy"), value)?,
        None => HierarchySpec::Auto,
    };
    let floor = file.floor.as_ref().map_or(Ok(0), |floor| check_floor(&key("floor"), floor, role, &hierarchy))?;
    let cuts = CutsSpec { constrained: file.constrained, granularity: file.granularity };
    let labels = file.labels.as_deref().map(|name| one_of(&key("labels"), name, &Labels::NAMES)).transpose()?;
    let weight = file.weight.unwrap_or(1.0);
    let missing = file.missing.as_ref().map_or(Ok(OwnMissing::default()), |m| OwnMissing::check(&key("missing"), m))?;
    let (treatment, unprotected) = (Treatment::of_keys(place, file)?, file.unprotected.unwrap_or(false));
    let (pseudonym, rows_per_person) = (file.pseudonym.unwrap_or(false), file.rows_per_person);
    let column = Column { kind, format, weight, hierarchy, floor, cuts, labels, missing, ..Column::new(name, role) };
    Column { treatment, unprotected, pseudonym, rows_per_person, ..column }.checked(place)
}

impl Column {
    /// Checks what is said of a column against itself.
    pub(crate) fn checked(self, place: &str) -> Result<Column> {
        let key = |key: &str| format!("{place}, {key}");
        let CutsSpec { constrained, granularity } = self.cuts;
        if let (Some(kind), Some(format)) = (self.kind, &self.format)
            && kind != format.kind()
        {
            let (format, has) = (format.as_str(), format.kind().name());
            let what = format!("\"{format}\" is how a {has} is written, and the type is {}", kind.name());
            return Err(Error::study(key("format"), what, "leave out the format or the type"));
        }
        if let Some(granularity) = granularity {
            positive(&key("granularity"), Some(granularity), 1.0, f64::INFINITY)?;
        }
        if granularity.is_some() && constrained == Some(true) {
            let what = "a constrained column is told apart as its hierarchy says, not by a granularity";
            return Err(Error::study(key("granularity"), what, "leave out the granularity, or constrained = true"));
        }
        if self.floor > 0 && self.role != Role::QuasiIdentifier {
            return Err(Error::study(key("floor"), ONLY_QUASI, A_FLOOR));
        }
        if granularity.is_some() && self.floor > 0 {
            let what = "a floor says already what is told apart at the finest";
            return Err(Error::study(key("granularity"), what, "leave out the granularity or the floor"));
        }
        positive(&key("weight"), Some(self.weight), 1.0, 1e6)?;
        self.missing.is_sensible(&key("missing"), self.role)?;
        for (name, given) in [("pseudonym", self.pseudonym), ("rows-per-person", self.rows_per_person.is_some())] {
            if given && self.role != Role::Person {
                let what = format!("{name} is said of the column that says whose row it is");
                return Err(Error::study(key(name), what, "give the column role = \"person\", or leave it out"));
            }
        }
        if self.rows_per_person == Some(0) {
            return Err(Error::study(key("rows-per-person"), "no row of anyone would be left", "give 1 or more"));
        }
        self.treatment.fits(place, self.role, self.kind, self.unprotected)?;
        Ok(self)
    }
}

fn check_format(place: &str, text: &str) -> Result<Format> {
    let hint = "write it with yyyy, yy, mm, dd, mon, HH, MM, SS and am, such as \"dd/mm/yyyy\" or \"d mon yyyy HH:MM\"; \
                words stand between ' and '";
    Format::parse(text).map_err(|why| Error::study(place, format!("\"{text}\" is no format: {why}"), hint))
}

const ONLY_QUASI: &str = "only quasi-identifiers are generalized, and so only they have a floor";
const A_FLOOR: &str = "give a level of the hierarchy, such as 1, or a unit of date, such as \"year\"";

/// A level of the hierarchy by its number or, of dates, by its unit. Its height is known when the values are.
fn check_floor(place: &str, floor: &toml::Value, role: Role, hierarchy: &HierarchySpec) -> Result<usize> {
    let refuse = |what: String| Err(Error::study(place, what, A_FLOOR));
    if role != Role::QuasiIdentifier {
        return refuse(ONLY_QUASI.into());
    }
    match (floor, hierarchy) {
        (toml::Value::Integer(level), _) if (0..=250).contains(level) => Ok(*level as usize),
        (toml::Value::String(name), HierarchySpec::Date(units)) => {
            let unit = one_of(place, name, &DateUnit::NAMES)?;
            match units.iter().position(|known| *known == unit) {
                Some(level) => Ok(level + 1),
                None => refuse(format!("the hierarchy has no level \"{name}\"")),
            }
        }
        (other, _) => refuse(format!("{other} is no level")),
    }
}

/// `"auto"`, a file's name, or a table with one builder and its options.
pub(super) fn hierarchy_spec(place: &str, value: &serde_json::Value) -> Result<HierarchySpec> {
    use serde_json::Value;
    let refuse = |what: String| {
        let hint = "write \"auto\", \"flat\", a file's name, or one of { interval = [5, 10] }, { cuts = [[18, 65]] }, \
                    { mask = \"right\" }, { date = [\"month\", \"year\"] }, { time = [\"hour\"] }, { order = [4] }, { huffman = 5 }, { taxonomy = … }";
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
        ["file", "interval", "cuts", "mask", "date", "time", "order", "taxonomy"].into_iter().chain(methods).collect();
    let options: &[&str] = match table.keys().find(|k| builders.contains(&k.as_str())).map(String::as_str) {
        Some("interval") => &["interval", "origin", "bottom", "top"],
        Some("cuts") => &["cuts", "bottom", "top"],
        Some("mask") => &["mask", "characters", "length"],
        Some("file") => &["file"],
        Some("date") => &["date"],
        Some("time") => &["time"],
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
        "mask" => HierarchySpec::Mask(Mask {
            from: match value.as_str() {
                Some("right") => MaskFrom::Right,
                Some("left") => MaskFrom::Left,
                _ => return Err(refuse(format!("mask = {value}: say \"right\" or \"left\""))),
            },
            characters: table.get("characters").map(whole).transpose()?.unwrap_or_default(),
            length: match table.get("length").map(|length| (length, length.as_u64())) {
                None => None,
                Some((_, Some(length @ 1..=1000))) => Some(length as usize),
                Some((other, _)) => {
                    return Err(refuse(format!("length = {other}: say how many characters codes have")));
                }
            },
        }),
        "date" => {
            let units = value.as_array().ok_or_else(|| refuse("date must be a list of units".into()))?;
            let unit = |u: &Value| one_of(place, u.as_str().unwrap_or_default(), &DateUnit::NAMES);
            HierarchySpec::Date(units.iter().map(unit).collect::<Result<_>>()?)
        }
        "time" => {
            let units = value.as_array().ok_or_else(|| refuse("time must be a list of units".into()))?;
            let unit = |u: &Value| one_of(place, u.as_str().unwrap_or_default(), &TimeUnit::NAMES);
            HierarchySpec::Time(units.iter().map(unit).collect::<Result<_>>()?)
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

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(
            spec("{ mask = 'left' }"),
            HierarchySpec::Mask(Mask { from: MaskFrom::Left, characters: vec![], length: None })
        );
        assert_eq!(spec("{ date = ['month', 'year'] }"), HierarchySpec::Date(vec![DateUnit::Month, DateUnit::Year]));
        assert_eq!(
            spec("{ time = ['hour', 'half-day'] }"),
            HierarchySpec::Time(vec![TimeUnit::Hour, TimeUnit::HalfDay])
        );
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
