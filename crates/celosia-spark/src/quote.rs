//! Names and texts as Spark's SQL writes them, so that none of them can become a part of a statement.

use celosia::sql::SPARK;

/// A text literal. The session has backslashes as escapes (`session.rs` sees to it).
pub fn text(value: &str) -> String {
    (SPARK.literal)(value)
}

/// One part of a name.
pub fn identifier(name: &str) -> String {
    (SPARK.identifier)(name)
}

/// A name of several parts.
pub fn name(parts: &[String]) -> String {
    parts.iter().map(|part| identifier(part)).collect::<Vec<_>>().join(".")
}

/// The parts of a name as a person writes it: `a.b.c`, where a part may stand in backticks.
pub fn parts(name: &str) -> Result<Vec<String>, String> {
    let mut parts = Vec::new();
    let mut rest = name.trim();
    loop {
        let (part, behind) = match rest.strip_prefix('`') {
            Some(quoted) => quoted_part(quoted).ok_or(format!("a backtick of the name {name} is not closed"))?,
            None => {
                let end = rest.find('.').unwrap_or(rest.len());
                (rest[..end].to_string(), &rest[end..])
            }
        };
        if part.is_empty() {
            return Err(format!("the name \"{name}\" has an empty part"));
        }
        parts.push(part);
        match behind.strip_prefix('.') {
            Some(next) => rest = next,
            None if behind.is_empty() => return Ok(parts),
            None => return Err(format!("the name {name} goes on behind a backtick")),
        }
    }
}

/// What stands before the closing backtick, and what behind it.
fn quoted_part(text: &str) -> Option<(String, &str)> {
    let mut part = String::new();
    let mut rest = text;
    loop {
        let close = rest.find('`')?;
        part.push_str(&rest[..close]);
        rest = &rest[close + 1..];
        match rest.strip_prefix('`') {
            Some(doubled) => {
                part.push('`');
                rest = doubled;
            }
            None => return Some((part, rest)),
        }
    }
}

/// A name that nobody else has.
pub fn random(prefix: &str) -> String {
    format!("{prefix}{:016x}", rand::random::<u64>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_a_person_writes_them_and_quoted_for_spark() {
        let quoted = |name: &str| parts(name).map(|parts| super::name(&parts));
        assert_eq!(quoted("people").unwrap(), "`people`");
        assert_eq!(quoted("a.b.c").unwrap(), "`a`.`b`.`c`");
        assert_eq!(quoted("a.`b.c`.`d``e`").unwrap(), "`a`.`b.c`.`d``e`");
        assert_eq!(quoted("x; DROP TABLE y; --").unwrap(), "`x; DROP TABLE y; --`");
        for wrong in ["", "a..b", "a.", "`a", "`a`b"] {
            assert!(quoted(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn texts_cannot_end_themselves() {
        assert_eq!(text(r"it's a \ path"), r"'it\'s a \\ path'");
        assert_eq!(text(r"\'; DROP"), r"'\\\'; DROP'");
    }
}
