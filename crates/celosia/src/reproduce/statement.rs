//! One statement of a paper beside what we find: whether it holds, and under which reading of the text.

use std::fmt;

use serde_json::{Value, json};

/// A statement that a run can check.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What is claimed, in a few words: "nodes evaluated at depth 3".
    pub claim: String,
    /// Where: "POkA, table 3".
    pub place: String,
    /// What the paper says.
    pub theirs: String,
    /// What we find.
    pub ours: String,
    /// Does it hold?
    pub holds: Holds,
    /// The reading of the text under which that is so; empty where only one is possible.
    pub reading: String,
}

/// Whether a statement holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// As it stands.
    Yes,
    /// In kind: the order and the shape are the paper's, the numbers are not.
    InKind,
    /// It does not.
    No,
}

impl fmt::Display for Holds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Holds::Yes => "yes",
            Holds::InKind => "in kind",
            Holds::No => "no",
        })
    }
}

impl Statement {
    /// For programs.
    pub fn json(&self) -> Value {
        json!({
            "claim": self.claim, "place": self.place, "theirs": self.theirs, "ours": self.ours,
            "holds": self.holds.to_string(), "reading": self.reading,
        })
    }
}
