//! The proposals as a study file that `front` accepts as it is.

use std::fmt::Write;

use hashbrown::HashMap;

use super::{Look, Proposal};
use crate::hierarchy;
use crate::study::{HierarchySpec, Role};
use crate::table::Domain;

/// The lattice of a proposed study has at most this many nodes: a few seconds for most tables.
const NODES: u128 = 100_000;

/// A study file for the proposals, with comments that say why. Quasi-identifiers have automatic hierarchies; where the
/// lattice would be too large for a first look, some get one step only, and the last resort is not to release a column,
/// which changes its proposal. `missing` says what becomes of rows with a missing value.
pub fn study_toml(path: &str, missing: &str, looks: &[Look], proposals: &mut [Proposal], domains: &[Domain]) -> String {
    let mut text = format!(
        "# Proposed by celosia. Read every role: a wrong one protects nobody.\n\n\
         [data]\npath = {}\n# Spellings of missing values, and what becomes of rows that have one: \"drop\" or \"keep\".\n\
         missing = {{ values = [\"\", \"?\"], rows = \"{missing}\" }}\n",
        quoted(path)
    );
    let plans: HashMap<&str, Plan> = domains.iter().map(|d| d.column.as_str()).zip(plan(domains)).collect();
    for (look, proposal) in looks.iter().zip(proposals) {
        let plan = plans.get(look.name.as_str()).copied();
        if plan == Some(Plan::Leave) {
            let why = "left out: with so many quasi-identifiers the lattice would be too large".into();
            *proposal = Proposal { role: Role::Identifier, why };
        }
        let missing = if look.missing > 0 { format!(", {} missing", look.missing) } else { String::new() };
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "\n# {} {}, {}{missing}; {}\n[columns.{}]\nrole = \"{}\"",
            look.distinct,
            if look.distinct == 1 { "value" } else { "values" },
            look.kind.name(),
            proposal.why,
            key(&look.name),
            proposal.role.name()
        );
        match plan {
            Some(Plan::Auto) => text += "hierarchy = \"auto\"    # or a file, or { interval = [5, 10] }, …\n",
            Some(Plan::Flat) => text += "hierarchy = \"flat\"    # the value or *; \"auto\" for more levels\n",
            Some(Plan::Leave) | None => {}
        }
    }
    text += "\n[objectives]\nprivacy = \"k-anonymity\"\nloss = \"general-loss\"\n\n\
             [suppression]\nlimit = \"1%\"    # the most rows that may be left out\n";
    text
}

/// How a quasi-identifier enters the lattice.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Plan {
    Auto,
    Flat,
    Leave,
}

fn plan(domains: &[Domain]) -> Vec<Plan> {
    let levels: Vec<u128> = domains
        .iter()
        .map(|d| hierarchy::build(&HierarchySpec::Auto, d).map_or(2, |h| h.levels.len() as u128))
        .collect();
    // Columns with few values lose least by having one step only.
    let mut order: Vec<usize> = (0..domains.len()).collect();
    order.sort_by_key(|i| domains[*i].len());
    thinned(&levels, &order)
}

/// As few columns in this order as it takes have one step only, or none, so that the lattice is small enough.
fn thinned(levels: &[u128], order: &[usize]) -> Vec<Plan> {
    let mut plans = vec![Plan::Auto; levels.len()];
    let nodes = |plan: Plan, i: usize| match plan {
        Plan::Auto => levels[i],
        Plan::Flat => 2,
        Plan::Leave => 1,
    };
    for to in [Plan::Flat, Plan::Leave] {
        // The nodes of the columns from each place on; those before it are known when it is their turn.
        let mut behind = vec![1u128; order.len() + 1];
        for (place, i) in order.iter().enumerate().rev() {
            behind[place] = behind[place + 1].saturating_mul(nodes(plans[*i], *i));
        }
        let mut before = 1u128;
        for (place, i) in order.iter().enumerate() {
            if before.saturating_mul(behind[place]) > NODES {
                plans[*i] = to;
            }
            before = before.saturating_mul(nodes(plans[*i], *i));
        }
    }
    plans
}

/// A TOML key: bare where it may be.
fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(bare) { name.into() } else { quoted(name) }
}

/// A TOML string: JSON's escapes are TOML's.
fn quoted(text: &str) -> String {
    serde_json::Value::String(text.into()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks for the size of the whole lattice before every change.
    fn slowly(levels: &[u128], order: &[usize]) -> Vec<Plan> {
        let mut plans = vec![Plan::Auto; levels.len()];
        let size = |plans: &[Plan]| {
            let of = |(plan, levels): (&Plan, &u128)| match plan {
                Plan::Auto => *levels,
                Plan::Flat => 2,
                Plan::Leave => 1,
            };
            plans.iter().zip(levels).map(of).fold(1, u128::saturating_mul)
        };
        for to in [Plan::Flat, Plan::Leave] {
            for i in order {
                if size(&plans) > NODES {
                    plans[*i] = to;
                }
            }
        }
        plans
    }

    #[test]
    fn a_lattice_is_thinned_as_if_it_were_counted_each_time() {
        for columns in [1, 2, 5, 8, 12, 17, 30, 400] {
            for most in [2, 3, 6, 9] {
                let levels: Vec<u128> = (0..columns).map(|i| 2 + (i * i + 3 * i) as u128 % most).collect();
                let order: Vec<usize> = (0..columns).rev().collect();
                assert_eq!(thinned(&levels, &order), slowly(&levels, &order), "{columns} columns, {most}");
            }
        }
    }
}
