//! Hierarchies as files in ARX's format.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Result;
    use crate::hierarchy::build;
    use crate::study::{HierarchySpec, Kind, Mask, MaskFrom};

    #[test]
    fn zip_codes_as_a_file() -> Result<()> {
        let domain = Domain::of("zip", Kind::String, &["12345", "12346", "12355", "12356"]);
        let hierarchy =
            build(&HierarchySpec::Mask(Mask { from: MaskFrom::Right, characters: vec![1], length: None }), &domain)?;
        assert_eq!(to_csv(&domain, &hierarchy), "12345;1234*;*\n12346;1234*;*\n12355;1235*;*\n12356;1235*;*\n");
        Ok(())
    }

    #[test]
    fn fields_are_quoted_where_needed() {
        assert_eq!(field("20–24"), "20–24");
        assert_eq!(field("a;\"b\""), "\"a;\"\"b\"\"\"");
    }
}
