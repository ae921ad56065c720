//! The Adult census table, two studies of it and their hierarchies, as bytes that a program carries: UCI Machine Learning
//! Repository, Becker and Kohavi 1996, CC BY 4.0. A crate of its own, so that the files have one place and a package has them.

/// Embeds files of this folder by their names.
macro_rules! files {
    ($($name:literal),* $(,)?) => { &[$(($name, include_bytes!($name))),*] };
}

/// Every file with its path in this folder.
pub const FILES: &[(&str, &[u8])] = files![
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

/// The name of the study among [`FILES`].
pub const STUDY: &str = "study.toml";
/// The name of the table among [`FILES`].
pub const TABLE: &str = "adult_raw.csv";
