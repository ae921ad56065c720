//! What a point is made of, as people read it: the levels of a node, or the groups of a cut.

use serde_json::{Value, json};

use crate::evaluate::Problem;
use crate::front::Point;
use crate::hierarchy::label::COMMON;
use crate::release::{Source, labels, levels};
use crate::say::thousands;
use crate::space::{Grouping, Space};
use crate::study::Role;

/// What the numbers of a point's vector are.
pub fn head(space: Space) -> &'static str {
    match space {
        Space::Lattice => "levels",
        Space::Cuts => "groups",
    }
}

/// A number per attribute: its level, or how many groups it shows. In a front of cuts a node may stand among them, where
/// values were joined to fit into memory; then its groups are counted too.
pub fn vector(source: &Source, problem: &Problem, front: Space, point: &Point) -> String {
    let groups = |grouping: &Grouping| grouping.groups.to_string();
    let numbers: Vec<String> = match front {
        Space::Lattice => source.levels(&point.node).iter().map(u8::to_string).collect(),
        Space::Cuts => problem.groupings(point.space, &point.node).iter().map(groups).collect(),
    };
    format!("[{}]", numbers.join(","))
}

/// How many points the space has, in words: "17,920 nodes", "about 2^130 cuts".
pub fn space_text(problem: &Problem, space: Space) -> String {
    match space {
        Space::Lattice => format!("{} nodes", thousands(problem.lattice.size() as f64)),
        Space::Cuts => match small(problem.cuts.size()) {
            Some(size) => format!("{} cuts", thousands(size as f64)),
            None => format!("about 2^{:.0} cuts", problem.cuts.log2_size()),
        },
    }
}

/// The space as JSON.
pub fn space_json(source: &Source, problem: &Problem, space: Space) -> Value {
    match space {
        Space::Lattice => {
            let size = problem.lattice.size();
            // Sizes beyond 64 bits do not fit a JSON number; as text they lose nothing.
            let size = u64::try_from(size).map_or_else(|_| json!(size.to_string()), |size| json!(size));
            json!({ "kind": space.name(), "size": size })
        }
        Space::Cuts => {
            let about = || json!(format!("about 2^{:.0}", problem.cuts.log2_size()));
            let size = small(problem.cuts.size()).map_or_else(about, |size| json!(size));
            let mut json = json!({ "kind": space.name(), "bits": problem.cuts.bits(), "size": size });
            if problem.cuts.are_joined() {
                let of = |j: Joined| (j.column.to_string(), json!({ "values": j.values, "steps": j.steps }));
                json["joined"] = Value::Object(joined(source, problem).map(of).collect());
            }
            json
        }
    }
}

/// A column whose values were joined to fit into memory.
pub struct Joined<'a> {
    /// Its name.
    pub column: &'a str,
    /// What it would tell apart, …
    pub values: usize,
    /// … and what it does.
    pub steps: usize,
}

/// The columns whose values were joined to fit into memory.
pub fn joined<'a>(source: &'a Source, problem: &'a Problem) -> impl Iterator<Item = Joined<'a>> {
    let quasi = source.study.with_role(Role::QuasiIdentifier).zip(&problem.cuts.attributes);
    quasi.filter_map(|(column, places)| {
        Some(Joined { column: &column.name, values: places.joined_from?, steps: places.len() })
    })
}

/// A size that people would read and every program can hold.
fn small(size: u128) -> Option<u64> {
    u64::try_from(size).ok().filter(|size| *size < 1 << 50)
}

/// The levels of a node, or the labels of a cut's groups, under the name that JSON has for them. A group of few rows stays
/// unnamed: whoever looks at a front looks at many releases, and the rows may be suppressed in all of them.
pub fn shape(source: &Source, problem: &Problem, quasi: &[&str], space: Space, point: &[u8]) -> (&'static str, Value) {
    let shape = match space {
        Space::Lattice => levels(quasi, &source.levels(point)),
        Space::Cuts => {
            let attributes = problem.frequency.attributes.iter().zip(problem.groupings(space, point));
            let shown = attributes
                .zip(labels(source, problem, space, point))
                .map(|((attribute, grouping), shown)| common(&grouping, &attribute.counts, shown.labels));
            Value::Object(quasi.iter().zip(shown).map(|(name, labels)| (name.to_string(), json!(labels))).collect())
        }
    };
    (head(space), shape)
}

fn common(grouping: &Grouping, counts: &[u64], mut labels: Vec<String>) -> Vec<String> {
    for (label, rows) in labels.iter_mut().zip(grouping.sums(counts)) {
        if rows < COMMON {
            *label = "…".into();
        }
    }
    labels
}
