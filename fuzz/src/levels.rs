//! What every hierarchy that is accepted must be, checked without the code that checked it.

use celosia::hierarchy::{Hierarchy, build, write};
use celosia::study::HierarchySpec;
use celosia::table::Domain;

use crate::place::file;

/// Covered, nested, one top; and what is written out is read back the same.
pub fn accepted(domain: &Domain, hierarchy: &Hierarchy) {
    let height = hierarchy.levels.len() - 1;
    for (number, level) in hierarchy.levels.iter().enumerate() {
        assert_eq!(level.group_of.len(), domain.len(), "level {number} covers every value");
        assert!(level.group_of.iter().all(|group| (*group as usize) < level.labels.len()), "groups have labels");
    }
    let label = |level: usize, code: usize| hierarchy.label(level, code);
    for code in 0..domain.len() {
        assert_eq!(label(0, code), domain.values[code], "level 0 is the value");
        assert_eq!(label(height, code), label(height, 0), "one top");
    }
    for level in 1..height {
        let mut above = std::collections::HashMap::new();
        for code in 0..domain.len() {
            let parent = *above.entry(label(level, code)).or_insert(label(level + 1, code));
            assert_eq!(parent, label(level + 1, code), "level {level} nests in the next");
        }
    }
    let mut order = hierarchy.order.clone();
    order.sort_unstable();
    assert!(order.into_iter().eq(0..domain.len() as u32), "the order lists every value once");
    let _ = celosia::hierarchy::outline(domain, hierarchy, 60, false);
    if domain.is_empty() {
        return;
    }
    let path = file("written-hierarchy.csv", write::to_csv(domain, hierarchy).as_bytes());
    let back = build(&HierarchySpec::File(path), domain).expect("what was written out can be read");
    assert_eq!(back.levels.len(), hierarchy.levels.len(), "as many levels");
    for level in 0..=height {
        for code in 0..domain.len() {
            assert_eq!(back.label(level, code), label(level, code), "level {level} comes back");
        }
    }
}
