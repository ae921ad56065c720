//! Hierarchies as text: ARX's file format, and an outline for people.

use super::Hierarchy;
use crate::table::Domain;

/// One row per value, one column per level, separated by `;`, as [`super::build`] reads it back.
pub fn to_csv(domain: &Domain, hierarchy: &Hierarchy) -> String {
    let mut text = String::new();
    for code in 0..domain.len() {
        for level in 0..hierarchy.levels.len() {
            if level > 0 {
                text.push(';');
            }
            text.push_str(&field(hierarchy.label(level, code)));
        }
        text.push('\n');
    }
    text
}

fn field(label: &str) -> String {
    let plain = !label.contains([';', '"', '\n', '\r', '\u{feff}']);
    if plain { label.to_string() } else { format!("\"{}\"", label.replace('"', "\"\"")) }
}

/// The groups from the top down, indented, each with how many values it holds; long lists are cut short.
pub fn outline(domain: &Domain, hierarchy: &Hierarchy) -> String {
    let mut text = String::new();
    let everything: Vec<usize> = (0..domain.len()).collect();
    if !everything.is_empty() {
        group(hierarchy, hierarchy.height(), &everything, 0, &mut text);
    }
    text
}

/// The most children of a group that are shown.
const SHOWN: usize = 8;

fn group(hierarchy: &Hierarchy, level: usize, codes: &[usize], depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    let label = printable(hierarchy.label(level, codes[0]));
    let values = if codes.len() == 1 { "1 value".to_string() } else { format!("{} values", codes.len()) };
    text.push_str(&format!("{indent}{label} ({values})"));
    if level <= 1 {
        let mut shown: Vec<String> = codes.iter().take(SHOWN).map(|&c| printable(hierarchy.label(0, c))).collect();
        if codes.len() > SHOWN {
            shown.push(format!("… {} more", codes.len() - SHOWN));
        }
        // A value that is its own group is not said twice.
        let itself = shown.len() == 1 && shown[0] == label;
        text.push_str(&if itself { "\n".into() } else { format!(": {}\n", shown.join(", ")) });
        return;
    }
    text.push('\n');
    let children = children(hierarchy, level - 1, codes);
    for child in children.iter().take(SHOWN) {
        group(hierarchy, level - 1, child, depth + 1, text);
    }
    if children.len() > SHOWN {
        text.push_str(&format!("{indent}  … {} more\n", children.len() - SHOWN));
    }
}

/// The groups of a level among some values, in the order of their first value.
fn children(hierarchy: &Hierarchy, level: usize, codes: &[usize]) -> Vec<Vec<usize>> {
    let group_of = &hierarchy.levels[level].group_of;
    let mut sorted = codes.to_vec();
    sorted.sort_by_key(|&code| (group_of[code], code));
    sorted.chunk_by(|&a, &b| group_of[a] == group_of[b]).map(<[usize]>::to_vec).collect()
}

/// Labels come from data: what would steer a terminal is shown as a replacement character.
fn printable(label: &str) -> String {
    label.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Result;
    use crate::hierarchy::build;
    use crate::study::{HierarchySpec, Kind, Mask, MaskFrom};

    #[test]
    fn zip_codes_as_a_file_and_as_an_outline() -> Result<()> {
        let domain = Domain::of("zip", Kind::String, &["12345", "12346", "12355", "12356"]);
        let hierarchy =
            build(&HierarchySpec::Mask(Mask { from: MaskFrom::Right, characters: vec![1], length: None }), &domain)?;
        assert_eq!(to_csv(&domain, &hierarchy), "12345;1234*;*\n12346;1234*;*\n12355;1235*;*\n12356;1235*;*\n");
        let tree = "* (4 values)\n  1234* (2 values): 12345, 12346\n  1235* (2 values): 12355, 12356\n";
        assert_eq!(outline(&domain, &hierarchy), tree);
        Ok(())
    }

    #[test]
    fn long_lists_are_cut_short() -> Result<()> {
        let values: Vec<String> = (0..30).map(|n| n.to_string()).collect();
        let mut domain = Domain::of("n", Kind::Integer, &values.iter().map(String::as_str).collect::<Vec<_>>());
        domain.counts.fill(100);
        let hierarchy = build(&HierarchySpec::Order(vec![3]), &domain)?;
        let tree = outline(&domain, &hierarchy);
        assert!(tree.starts_with("* (30 values)\n  under 3 (3 values): 0, 1, 2\n"), "{tree}");
        assert!(tree.ends_with("\n  … 2 more\n"), "{tree}");
        let hierarchy = build(&HierarchySpec::Order(vec![30]), &domain)?;
        assert_eq!(outline(&domain, &hierarchy), "* (30 values): 0, 1, 2, 3, 4, 5, 6, 7, … 22 more\n");
        Ok(())
    }

    #[test]
    fn fields_are_quoted_where_needed() {
        assert_eq!(field("20–24"), "20–24");
        assert_eq!(field("a;\"b\""), "\"a;\"\"b\"\"\"");
        assert_eq!(printable("a\u{1b}[2J"), "a\u{fffd}[2J");
    }
}
