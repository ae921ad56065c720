//! What fuzzing attacks: one target per parser, a plain function of bytes that panics where a promise does not hold.
//!
//! `engine/` feeds them by coverage; `tests/replay.rs` feeds them every corpus, without an engine, in `./test`.

mod certificate;
mod checkpoint;
mod columns;
mod csv;
mod frequency;
mod front;
mod hierarchy;
mod levels;
mod lexer;
mod place;
mod problem;
mod reading;
mod rows;
mod sql;
mod study;
mod taxonomy;
mod written;

/// A target: the name of its corpus, and what is done with an input.
pub type Target = (&'static str, fn(&[u8]));

/// Every target, one line each. The engine, the script and the replay iterate this list.
pub const TARGETS: &[Target] = &[
    ("csv", csv::csv),
    ("reading", reading::text),
    ("sheet", reading::sheet),
    ("written", written::written),
    ("parquet", columns::parquet),
    ("arrow", columns::arrow),
    ("stream", columns::stream),
    ("frequency", frequency::frequency),
    ("hierarchy", hierarchy::hierarchy),
    ("taxonomy", taxonomy::taxonomy),
    ("study", study::study),
    ("sql", sql::sql),
    ("certificate", certificate::certificate),
    ("checkpoint", checkpoint::checkpoint),
    ("front", front::front),
];

/// The target of a name.
pub fn find(name: &str) -> Option<Target> {
    TARGETS.iter().copied().find(|(known, _)| *known == name)
}

/// Seeds that follow the formats of the day: (target, name, bytes).
pub fn seeds() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let mut seeds = certificate::seeds();
    seeds.extend(checkpoint::seeds());
    seeds.push(("front", "whole.json", front::seed()));
    seeds
}
