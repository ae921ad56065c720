//! How far POkA goes down, and where it starts: `search.depth` and `search.start`.

use std::fmt;

use super::check::as_text;
use crate::error::{Error, Result};

/// How deep POkA goes from a base node to its ground nodes (section 4.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Depth {
    /// As many steps.
    Steps(u32),
    /// d_avg: the mean number of levels of a column, rounded up; the paper's advice.
    #[default]
    Average,
    /// The most levels of a column at the base node, which covers the set Gbest: one column may come down altogether.
    Best,
    /// All levels of the base node but those of one column, which covers Gworst: all columns but one may come down.
    Worst,
}

impl Depth {
    /// The depths that have names.
    pub const NAMES: [(&'static str, Depth); 3] =
        [("average", Depth::Average), ("best", Depth::Best), ("worst", Depth::Worst)];

    /// Reads a number or a name; `place` is what errors call it.
    pub fn parse(place: &str, text: &str) -> Result<Depth> {
        if let Some((_, depth)) = Depth::NAMES.iter().find(|(name, _)| *name == text) {
            return Ok(*depth);
        }
        let hint = "give 1 or more steps, average, best or worst, or leave it out for the average";
        match text.parse::<u64>() {
            Ok(0) => Err(Error::study(place, "0 is out of range", hint)),
            // A depth beyond all lattices is refused when the lattice is there.
            Ok(steps) => Ok(Depth::Steps(u32::try_from(steps).unwrap_or(u32::MAX))),
            Err(_) => Err(Error::study(place, format!("\"{text}\" is no depth"), hint)),
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Depth::Steps(steps) => write!(f, "{steps}"),
            named => f.write_str(Depth::NAMES.iter().find(|(_, depth)| depth == named).map_or("", |(name, _)| name)),
        }
    }
}

/// A node by the levels of its columns, as a table (`{ age = 3, sex = 1 }`) or as a flag says it (`age=3,sex=1`).
pub(super) fn levels(place: &str, value: &toml::Value) -> Result<Vec<(String, u8)>> {
    let pair = |name: &str, level: &str| match level.trim().parse::<u8>() {
        Ok(level) => Ok((name.trim().to_string(), level)),
        Err(_) => {
            let what = format!("\"{name}={level}\" is not a column and its level");
            Err(Error::study(place, what, "name every quasi-identifier with its level, such as age=2,sex=0"))
        }
    };
    match value {
        toml::Value::Table(table) => table.iter().map(|(name, level)| pair(name, &as_text(level))).collect(),
        // From the right: a column's name may hold anything.
        other => as_text(other)
            .split(',')
            .map(|text| text.rsplit_once('=').map_or_else(|| pair(text, ""), |(name, level)| pair(name, level)))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_depth_is_a_number_or_a_name() {
        for (text, depth) in [("3", Depth::Steps(3)), ("best", Depth::Best), ("average", Depth::Average)] {
            assert_eq!(Depth::parse("d", text).ok(), Some(depth));
            assert_eq!(depth.to_string(), text);
        }
        for text in ["0", "-1", "deep", "2.5"] {
            assert!(Depth::parse("d", text).is_err_and(|error| error.hint().contains("worst")), "{text}");
        }
    }

    #[test]
    fn a_node_is_a_table_or_a_text() {
        let expected = Some(vec![("age".to_string(), 3), ("a=b".to_string(), 0)]);
        let table: toml::Table = toml::from_str("age = 3\n\"a=b\" = 0").unwrap_or_default();
        assert_eq!(levels("s", &toml::Value::Table(table)).ok(), expected);
        assert_eq!(levels("s", &"age=3, a=b=0".into()).ok(), expected);
        for wrong in ["age", "age=x", "age=300", ""] {
            assert!(levels("s", &wrong.into()).is_err_and(|error| error.hint().contains("age=2,sex=0")), "{wrong}");
        }
    }
}
