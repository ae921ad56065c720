//! Hierarchies from a tree of labels whose leaves are values.

use std::collections::HashMap;
use std::path::Path;

use super::csv::Lookup;
use super::{TOP, refuse};
use crate::error::{Error, Place, Result};
use crate::input;
use crate::study::Tree;
use crate::table::Domain;

/// The groups above each value, from the bottom up. The root is the last level for all; a value that hangs higher than
/// others shows itself up to the level where its group begins.
pub fn lookup(tree: &Tree, domain: &Domain) -> Result<Lookup> {
    let mut leaves = Vec::new();
    collect(tree, &mut Vec::new(), &mut leaves);
    // A tree that is one value has the top above it.
    let bare = matches!(tree, Tree::Value(_));
    let height = leaves.iter().map(|leaf| leaf.len() - 1).max().unwrap_or(0);

    let mut known = Lookup::default();
    let mut leaf_of: HashMap<&str, &[&Tree]> = HashMap::new();
    let mut node_of: HashMap<(usize, &str), &Tree> = HashMap::new();
    for leaf in &leaves {
        let value = name(leaf[0]);
        if let Some(earlier) = leaf_of.insert(value, leaf) {
            let above = |leaf: &[&Tree]| leaf.get(1).map_or(TOP, |group| name(group)).to_string();
            let what =
                format!("\"{value}\" is twice in the tree, in \"{}\" and in \"{}\"", above(earlier), above(leaf));
            return Err(refuse(domain, what, "a value belongs to one group"));
        }
        let repeated = std::iter::repeat_n(leaf[0], height + 1 - leaf.len());
        let nodes: Vec<&Tree> = repeated.chain(leaf[1..].iter().copied()).collect();
        for (level, node) in (1..).zip(&nodes) {
            if !std::ptr::eq(*node_of.entry((level, name(node))).or_insert(node), *node) {
                let what = format!("two groups of level {level} share the label \"{}\"", name(node));
                return Err(refuse(domain, what, "give them different labels; the root is the last level"));
            }
        }
        let labels = nodes.into_iter().map(name).chain(bare.then_some(TOP));
        known.insert(value, labels.map(String::from).collect());
    }
    Ok(known)
}

/// Each value with the groups above it, the root last.
fn collect<'a>(node: &'a Tree, above: &mut Vec<&'a Tree>, leaves: &mut Vec<Vec<&'a Tree>>) {
    above.push(node);
    match node {
        Tree::Value(_) => leaves.push(above.iter().rev().copied().collect()),
        Tree::Group(_, children) => children.iter().for_each(|child| collect(child, above, leaves)),
    }
    above.pop();
}

fn name(node: &Tree) -> &str {
    match node {
        Tree::Group(label, _) | Tree::Value(label) => label,
    }
}

/// Reads a tree from a TOML or JSON file: tables whose keys are labels, arrays whose items are values.
pub fn read(path: &Path) -> Result<Tree> {
    let refuse = |line, what| Error::Table {
        place: Place { line, ..Place::file(path) },
        what,
        hint: "nest tables whose keys are labels, down to arrays of values: { Paid = { Private = [\"Private\"] } }"
            .into(),
    };
    let text = input::read_text(path)?;
    let text = text.trim_start_matches('\u{feff}');
    // A pipe has no ending, but only JSON can begin with a brace.
    let ending = match path.extension().and_then(|e| e.to_str()) {
        None if text.trim_start().starts_with('{') => Some("json".into()),
        None if !path.is_file() => Some("toml".into()),
        ending => ending.map(str::to_ascii_lowercase),
    };
    let json = match ending.as_deref() {
        Some("json") => serde_json::from_str(text).map_err(|e| refuse(e.line() as u64, e.to_string()))?,
        Some("toml") => toml::from_str::<serde_json::Value>(text).map_err(|e| {
            let before = text.get(..e.span().map_or(0, |span| span.start)).unwrap_or("");
            refuse(1 + before.matches('\n').count() as u64, e.message().to_string())
        })?,
        _ => return Err(refuse(0, "a taxonomy is a file that ends in .toml or .json".into())),
    };
    Tree::from_json(&json).map_err(|what| refuse(0, what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::Paths;
    use crate::study::Kind;

    fn tree(json: serde_json::Value) -> Tree {
        Tree::from_json(&json).expect("a tree")
    }

    fn of(json: serde_json::Value, values: &[&str]) -> Result<Paths> {
        let domain = Domain::of("work", Kind::String, values);
        lookup(&tree(json), &domain).map(|lookup| lookup.paths(&domain))
    }

    fn message(json: serde_json::Value) -> String {
        of(json, &[]).err().map_or_else(String::new, |e| e.to_string())
    }

    fn some(labels: &[&str]) -> Option<Vec<String>> {
        Some(labels.iter().map(|l| l.to_string()).collect())
    }

    #[test]
    fn leaves_that_hang_higher_show_themselves() -> Result<()> {
        let work =
            serde_json::json!({"All": {"Paid": {"Public": ["State", "Local"], "Own": ["Self"]}, "Unpaid": ["Never"]}});
        let found = of(work.clone(), &["Local", "Never", "Other", "Self"])?;
        assert_eq!(found[0], some(&["Public", "Paid", "All"]));
        assert_eq!(found[1], some(&["Never", "Unpaid", "All"]));
        assert_eq!(found[2], None);
        assert_eq!(found[3], some(&["Own", "Paid", "All"]));
        let several = serde_json::json!({"A": ["a"], "B": ["b", {"C": ["c"]}]});
        assert_eq!(
            of(several, &["a", "b", "c"])?,
            [some(&["a", "A", "*"]), some(&["b", "B", "*"]), some(&["C", "B", "*"])]
        );
        let domain = Domain::of("work", Kind::String, &["a"]);
        assert_eq!(lookup(&Tree::Value("a".into()), &domain)?.paths(&domain), [some(&["*"])]);
        Ok(())
    }

    #[test]
    fn labels_and_values_are_unique() {
        assert!(
            message(serde_json::json!({"A": {"X": ["a"]}, "B": {"X": ["b"]}}))
                .contains("two groups of level 1 share the label \"X\"")
        );
        assert!(message(serde_json::json!({"A": ["x"], "B": {"x": ["b"]}})).contains("level 1 share the label \"x\""));
        assert!(
            message(serde_json::json!({"A": ["x"], "B": ["x"]}))
                .contains("\"x\" is twice in the tree, in \"A\" and in \"B\"")
        );
    }

    #[test]
    fn files_are_toml_or_json() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).map(|()| read(&path).map_err(|e| e.to_string()))
        };
        let expected = tree(serde_json::json!({"All": {"B": ["b"], "A": ["a"]}}));
        assert_eq!(file("t.toml", "[All]\nB = [\"b\"]\nA = [\"a\"]\n")?, Ok(expected.clone()));
        assert_eq!(file("t.json", "{\"All\": {\"B\": [\"b\"], \"A\": [\"a\"]}}")?, Ok(expected));
        assert!(file("t.toml", "[All]\nB = [\n\"b\"\nA = 3\n")?.is_err_and(|e| e.contains("line 4")));
        assert!(file("t.json", "{\n\"All\": \n}")?.is_err_and(|e| e.contains("line 3")));
        let days = file("t.toml", "A = [2026-11-15]\nB = [1.50, 2]")?;
        assert_eq!(days, Ok(tree(serde_json::json!({"A": ["2026-11-15"], "B": ["1.5", "2"]}))));
        assert!(file("t.txt", "")?.is_err_and(|e| e.contains(".toml or .json")));
        Ok(())
    }
}
