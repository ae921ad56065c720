//! The Adult census table that the command carries: UCI Machine Learning Repository, Becker and Kohavi 1996, CC BY 4.0.

use std::path::Path;

use celosia::error::{Error, Result};

/// The embedded studies, their table and its hierarchies.
macro_rules! adult {
    ($($name:literal),* $(,)?) => { &[$(($name, include_bytes!(concat!("../../../../data/adult/", $name)))),*] };
}

const ADULT: &[(&str, &[u8])] = adult![
    "study.toml",
    "class.toml",
    "adult_raw.csv",
    "hierarchies/workclass.csv",
    "hierarchies/education.csv",
    "hierarchies/marital-status.csv",
    "hierarchies/occupation.csv",
    "hierarchies/race.csv",
    "hierarchies/sex.csv",
    "hierarchies/native-country.csv",
    "hierarchies/salary-class.csv",
];

/// The study's name in an unpacked folder.
pub const STUDY: &str = "study.toml";
/// The table's name in an unpacked folder.
pub const TABLE: &str = "adult_raw.csv";

/// Writes studies, table and hierarchies into a folder.
pub fn unpack(folder: &Path) -> Result<()> {
    for (name, bytes) in ADULT {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(Error::io("make the folder", parent))?;
        }
        std::fs::write(&path, bytes).map_err(Error::io("write", &path))?;
    }
    Ok(())
}
