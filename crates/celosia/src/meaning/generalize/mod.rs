//! How columns are generalized by what they mean, whoever may know them. One meaning per file: those that say the role
//! too stand in `MEANINGS`, and the ways below group what other meanings recognised, by its values.

pub mod age;
mod amounts;
mod bands;
mod categories;
mod codes;
pub mod coordinates;
mod counts;
pub mod countries;
pub mod dates;
pub mod education;
mod groups;
pub mod icd;
pub mod marital;
mod measurements;
mod numbered;
pub mod occupation;
mod ordered;
pub mod places;
pub mod postal;
mod scales;
pub mod sex;
mod spelling;
mod steps;
#[cfg(test)]
mod testing;
pub mod times;
mod yes_no;

use super::{About, Found, Proposed, Seen};

/// A way to group values.
pub struct Way {
    /// What columns are that it suits, where their names do not say.
    pub name: &'static str,
    /// Does it suit the column? Says what follows.
    pub group: fn(&Seen) -> Option<Grouped>,
}

/// What follows from a way to group values.
#[derive(Debug, Clone, PartialEq)]
pub struct Grouped {
    /// Further keys of the column in the study.
    pub keys: Vec<(&'static str, toml::Value)>,
    /// Its groups.
    pub hierarchy: Option<Proposed>,
}

/// All ways, in the order in which they are tried. The last takes every column.
pub const WAYS: &[Way] =
    &[yes_no::WAY, ordered::WAY, amounts::WAY, counts::WAY, codes::WAY, measurements::WAY, categories::WAY];

/// The same column, with groups where its meaning has none. What nobody may see needs none.
pub fn complete(seen: &Seen, mut found: Found) -> Found {
    if found.hierarchy.is_some() || !found.role.is_released() || seen.domain.is_empty() {
        return found;
    }
    if let Some((name, grouped)) = WAYS.iter().find_map(|way| Some((way.name, (way.group)(seen)?))) {
        if ["category", "code", "figure", "measurement"].contains(&found.kind.as_str()) {
            found.kind = name.into();
        }
        for (key, value) in grouped.keys {
            if !found.keys.iter().any(|(known, _)| *known == key) {
                found.keys.push((key, value));
            }
        }
        found.hierarchy = grouped.hierarchy;
    }
    found
}

/// Numbers that stand for categories.
fn as_text(seen: &Seen) -> Vec<(&'static str, toml::Value)> {
    let text = || vec![("type", toml::Value::String("string".into()))];
    if seen.domain.kind == crate::study::Kind::String { vec![] } else { text() }
}
