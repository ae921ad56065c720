//! What a space and a place are made of, as people read it: the levels of a node, the groups of a cut, the labels of regions.

use serde_json::{Value, json};

use crate::bound::hindrance;
use crate::evaluate::Problem;
use crate::front::{Floor, Found, LARGE};
use crate::hierarchy::label::COMMON;
use crate::open::Source;
use crate::release::{labels, levels, sentence, shows};
use crate::say::{self, thousands};
use crate::space::{Grouping, Place, Shown, Space};
use crate::study::Role;

/// What the numbers of a point's vector are.
pub fn head(space: Space) -> &'static str {
    if space == Space::Regions { "labels" } else { space.shape() }
}

/// A number per attribute: its level, or how many groups or labels it shows. In a front of cuts a node may stand among them,
/// where values were joined to fit into memory; then its groups are counted too.
pub fn vector(source: &Source, problem: &Problem, front: Space, place: &Place) -> String {
    let numbers: Vec<String> = match place.node().filter(|_| front == Space::Lattice) {
        Some(node) => source.levels(node).iter().map(u8::to_string).collect(),
        None => problem.shown(place).counts().iter().map(usize::to_string).collect(),
    };
    format!("[{}]", numbers.join(","))
}

/// What a place shows of each column, in words: "age in steps of 10 · zip first 3 digits · race hidden".
pub fn shown_in_words(source: &Source, problem: &Problem, place: &Place) -> String {
    let said = shows(source, problem, place);
    sentence(source.quasi().zip(&said).map(|(quasi, words)| (quasi.said.name.as_str(), words.as_str())))
}

/// How many points the space has, in words: "17,920 nodes", "about 2^130 cuts".
pub fn space_text(problem: &Problem, space: Space) -> String {
    described(problem, space).0
}

/// The space as JSON.
pub fn space_json(source: &Source, problem: &Problem, space: Space) -> Value {
    let mut json = json!({ "kind": space.name() });
    for (key, value) in described(problem, space).1 {
        json[key] = value;
    }
    if space == Space::Cuts && problem.cuts.are_joined() {
        let of = |j: Joined| (j.column.to_string(), json!({ "values": j.values, "steps": j.steps }));
        json["joined"] = Value::Object(joined(source, problem).map(of).collect());
    }
    json
}

/// How large a space is, for people and for programs.
fn described(problem: &Problem, space: Space) -> (String, Vec<(&'static str, Value)>) {
    match space {
        Space::Lattice => {
            let size = problem.lattice.size();
            // Sizes beyond 64 bits do not fit a JSON number; as text they lose nothing.
            let json = u64::try_from(size).map_or_else(|_| json!(size.to_string()), |size| json!(size));
            (format!("{} nodes", thousands(size as f64)), vec![("size", json)])
        }
        Space::Cuts => {
            let about = || format!("about 2^{:.0}", problem.cuts.log2_size());
            let (said, json) = match small(problem.cuts.size()) {
                Some(size) => (thousands(size as f64), json!(size)),
                None => (about(), json!(about())),
            };
            (format!("{said} cuts"), vec![("bits", json!(problem.cuts.bits())), ("size", json)])
        }
        Space::Regions => {
            let tuples = problem.frequency.distinct();
            (format!("regions of {} tuples", thousands(tuples as f64)), vec![("tuples", json!(tuples))])
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

/// What a place shows in each column, as JSON: the levels of a node, the labels of a cut's groups; nothing of regions, whose
/// labels are too many. A group of few rows stays unnamed: whoever looks at a front looks at many releases, and the rows may
/// be suppressed in all of them.
pub fn shape(source: &Source, problem: &Problem, quasi: &[&str], place: &Place) -> Option<Value> {
    match (place, problem.shown(place)) {
        (Place::Node(node), _) => Some(levels(quasi, &source.levels(node))),
        (_, Shown::ByClass(_)) => None,
        (_, Shown::ByColumn(groupings)) => {
            let attributes = problem.frequency.attributes.iter().zip(groupings);
            let shown = attributes
                .zip(labels(source, problem, place))
                .map(|((attribute, grouping), shown)| common(&grouping, &attribute.counts, shown.labels));
            let named = quasi.iter().zip(shown).map(|(name, labels)| (name.to_string(), json!(labels)));
            Some(Value::Object(named.collect()))
        }
    }
}

fn common(grouping: &Grouping, counts: &[u64], mut labels: Vec<String>) -> Vec<String> {
    for (label, rows) in labels.iter_mut().zip(grouping.sums(counts)) {
        if rows < COMMON {
            *label = "…".into();
        }
    }
    labels
}

/// What is known and what would help where a lattice was too large to be seen whole.
pub fn large_note(problem: &Problem, found: &Found) -> Option<String> {
    let nodes = problem.lattice.size();
    let large = found.space == Space::Lattice && !found.complete && nodes > LARGE;
    large.then(|| {
        format!(
            "The lattice has {} nodes, too many to see whole, so points may be missing or beaten, by less the longer the search \
             runs (--budget 60s). {} Fewer columns, floors (--floor COLUMN=LEVEL) or hierarchies of fewer levels make it smaller; \
             regions (--space regions) do without it, and each of their points says how far it is from the best.",
            thousands(nodes as f64),
            floors_text(problem, found),
        )
    })
}

/// What is proven of each level, or why nothing is.
fn floors_text(problem: &Problem, found: &Found) -> String {
    if let Some(why) = hindrance(problem) {
        return format!("There is no bound on that: {why}.");
    }
    let (model, all) = (problem.model(), problem.lattice.attributes());
    let floor = |floor: &Floor| {
        let (level, of) = (say::number(model.level(floor.protection)), floor.parts.len());
        format!("{:.4} for {} {level} (from {of} of {all} columns)", floor.loss.max(0.0), model.parameter)
    };
    let floors: Vec<String> = found.floors.iter().filter(|f| f.loss > 0.0).map(floor).collect();
    match (&floors[..], &found.question) {
        ([], _) => "Nothing is proven of how much less could be lost: that takes a budget of time.".into(),
        (_, None) => format!(
            "It is proven that nothing as private loses less than {}; time raises that, most for one level alone (--{} LEVEL), \
             and with the last column the answer is proven.",
            floors.join(", "),
            model.parameter
        ),
        (_, Some(_)) => format!(
            "It is proven that nothing as private loses less than {}; time raises that, and with the last column the answer is proven.",
            floors.join(", ")
        ),
    }
}
