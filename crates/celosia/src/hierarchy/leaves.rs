//! How many leaves each group of a listed hierarchy has: the values that the file or the taxonomy lists, whether the table
//! has them or not (Iyengar 2002 counts these; celosia does where a study says `domain = "leaves"`).

use std::collections::HashMap;

use super::Hierarchy;
use super::csv::Lookup;
use crate::table::Domain;

/// The leaves of each group of each level. A value of the table is a leaf, also a missing one that the list does not name.
pub(super) fn of_groups(hierarchy: &Hierarchy, domain: &Domain, listed: &Lookup) -> Vec<Vec<u64>> {
    let absent = listed.absent(domain);
    let mut paths: Vec<(Vec<String>, usize)> = Vec::new();
    for (code, path) in listed.paths(domain).into_iter().enumerate() {
        // Where missing joins a value, it has that value's groups, not those that the list gives to missing.
        if domain.missing != Some(code as u32) || domain.joins.is_none() {
            paths.extend(path.map(|path| (path, code)));
        }
    }
    if let (Some(value), Some(missing)) = (&domain.joins, domain.missing) {
        let joined = Domain { writing: domain.writing.clone(), ..Domain::of(&domain.column, domain.kind, &[value]) };
        paths.extend(listed.paths(&joined).into_iter().flatten().map(|path| (path, missing as usize)));
    }
    let top = hierarchy.height();
    let of_level = |(number, level): (usize, &super::Level)| {
        let mut leaves = vec![0; level.labels.len()];
        level.group_of.iter().for_each(|group| leaves[*group as usize] += 1);
        // Labels may have been reworded, so a group is found by what the list calls it.
        let group = |(path, code): &(Vec<String>, usize)| {
            Some((path.get(number.checked_sub(1)?)?.clone(), level.group_of[*code]))
        };
        let called: HashMap<String, u32> = paths.iter().filter_map(group).collect();
        for path in absent.iter().filter(|_| number > 0) {
            let group = path.get(number - 1).and_then(|label| called.get(label));
            // Everything lies under the top, also where no value of the table is listed.
            if let Some(group) = group.copied().or((number == top).then_some(0)) {
                leaves[group as usize] += 1;
            }
        }
        leaves
    };
    hierarchy.levels.iter().enumerate().map(of_level).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::error::Result;
    use crate::hierarchy::build;
    use crate::study::{HierarchySpec, Kind, Tree};
    use crate::table::Domain;

    fn leaves(domain: &Domain) -> Result<Vec<Vec<u64>>> {
        let tree = json!({"all": {"north": ["a", "b", "c"], "south": ["d"], "east": ["e", "f"]}});
        let tree = Tree::from_json(&tree).unwrap_or(Tree::Value("none".into()));
        Ok(build(&HierarchySpec::Taxonomy(tree), domain)?.leaves.unwrap_or_default())
    }

    #[test]
    fn leaves_that_the_table_lacks_count_in_their_groups() -> Result<()> {
        // East has none of the table's values, so no group shows it; the top holds its leaves.
        let domain = Domain::of("town", Kind::String, &["a", "b", "d"]);
        assert_eq!(leaves(&domain)?, [vec![1, 1, 1], vec![3, 1], vec![6]]);
        Ok(())
    }

    #[test]
    fn a_missing_value_is_a_leaf_of_the_group_that_it_joins() -> Result<()> {
        let mut domain = Domain::of("town", Kind::String, &["a", "?"]);
        domain.missing = domain.values.iter().position(|value| value == "?").map(|code| code as u32);
        assert_eq!(leaves(&domain)?, [vec![1, 1], vec![1, 3], vec![7]], "a group of its own");
        domain.joins = Some("e".into());
        assert_eq!(leaves(&domain)?, [vec![1, 1], vec![3, 3], vec![7]], "east, of which it is the only value here");
        Ok(())
    }

    #[test]
    fn builders_without_a_list_have_none() -> Result<()> {
        let domain = Domain::of("town", Kind::String, &["a", "b"]);
        assert_eq!(build(&HierarchySpec::Flat, &domain)?.leaves, None);
        assert_eq!(build(&HierarchySpec::Auto, &domain)?.leaves, None);
        Ok(())
    }
}
