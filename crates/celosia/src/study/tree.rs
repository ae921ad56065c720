//! A taxonomy as it is written: nested tables whose keys are labels, down to arrays of values.

use serde_json::Value as Json;

use super::hierarchy::Tree;

impl Tree {
    /// A tree from nested objects and arrays. One key at the top is the root's label; with several the root is `*`.
    /// Arrays hold values (text, numbers, true or false) and may hold objects, whose keys are groups beside the values.
    pub fn from_json(json: &Json) -> Result<Tree, String> {
        let mut children = children("the taxonomy", json)?;
        match children.pop() {
            Some(only @ Tree::Group(..)) if children.is_empty() => Ok(only),
            last => Ok(Tree::Group("*".into(), children.into_iter().chain(last).collect())),
        }
    }
}

/// The key under which the `toml` crate hands on a date.
const TOML_DATE: &str = "$__toml_private_datetime";

/// What stands under a label.
fn children(label: &str, json: &Json) -> Result<Vec<Tree>, String> {
    let children = match json {
        Json::Object(groups) => groups.iter().map(group).collect::<Result<Vec<Tree>, String>>()?,
        Json::Array(items) => {
            let mut children = Vec::new();
            for item in items {
                match item {
                    // A date without quotes, as TOML allows it.
                    Json::Object(date) if date.keys().eq([TOML_DATE]) => {
                        children.extend(date.values().filter_map(Json::as_str).map(|day| Tree::Value(day.into())));
                    }
                    Json::Object(groups) => {
                        for entry in groups {
                            children.push(group(entry)?);
                        }
                    }
                    Json::String(text) => children.push(Tree::Value(text.clone())),
                    Json::Number(_) | Json::Bool(_) => children.push(Tree::Value(item.to_string())),
                    Json::Array(_) | Json::Null => {
                        return Err(format!(
                            "{label}: an item is {}, not a value or a table of groups",
                            describe(item)
                        ));
                    }
                }
            }
            children
        }
        _ => {
            return Err(format!("{label}: found {}, expected a table of groups or an array of values", describe(json)));
        }
    };
    if children.is_empty() { Err(format!("{label}: has no values")) } else { Ok(children) }
}

fn group((label, json): (&String, &Json)) -> Result<Tree, String> {
    Ok(Tree::Group(label.clone(), children(&format!("group \"{label}\""), json)?))
}

fn describe(json: &Json) -> String {
    match json {
        Json::Array(_) => "an array".into(),
        Json::Object(_) => "a table".into(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn group(label: &str, children: Vec<Tree>) -> Tree {
        Tree::Group(label.into(), children)
    }

    fn value(text: &str) -> Tree {
        Tree::Value(text.into())
    }

    #[test]
    fn one_top_key_is_the_root() {
        let found = Tree::from_json(&json!({"All": {"B": ["b", 1, true], "A": ["a"]}}));
        let expected =
            group("All", vec![group("B", vec![value("b"), value("1"), value("true")]), group("A", vec![value("a")])]);
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn several_top_keys_get_a_root() {
        let expected = group("*", vec![group("A", vec![value("a")]), group("B", vec![value("b")])]);
        assert_eq!(Tree::from_json(&json!({"A": ["a"], "B": ["b"]})), Ok(expected));
        assert_eq!(Tree::from_json(&json!(["a"])), Ok(group("*", vec![value("a")])));
    }

    #[test]
    fn arrays_mix_values_and_groups() {
        let found = Tree::from_json(&json!({"A": ["a", {"B": ["b"], "C": ["c"]}]}));
        let expected = group("A", vec![value("a"), group("B", vec![value("b")]), group("C", vec![value("c")])]);
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn what_is_no_tree_says_where() {
        let message = |json| Tree::from_json(&json).err().unwrap_or_default();
        assert!(message(json!({"A": "a"})).contains("group \"A\": found \"a\", expected a table"));
        assert!(message(json!({"A": {"B": []}})).contains("group \"B\": has no values"));
        assert!(message(json!({"A": [["a"]]})).contains("group \"A\": an item is an array"));
        assert!(message(json!(null)).contains("the taxonomy: found null"));
        assert!(message(json!({})).contains("the taxonomy: has no values"));
    }
}
