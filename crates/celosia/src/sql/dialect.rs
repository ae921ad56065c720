//! How engines differ in what we say to them: quoting, types, trimming, inline tables, random order.

use crate::error::{Error, Result};
use crate::study::Kind;

/// An engine's way of writing SQL.
pub struct Dialect {
    /// The name that people give it on the command line.
    pub name: &'static str,
    /// What people call the engine.
    pub engine: &'static str,
    /// An identifier, quoted.
    pub identifier: fn(&str) -> String,
    /// Text, quoted.
    pub literal: fn(&str) -> String,
    /// The types of text, whole numbers, numbers and dates.
    types: [&'static str; 4],
    /// A text without blanks around it: what [`BLANK`](crate::study::BLANK) lists.
    pub trim: fn(&str) -> String,
    /// A number per row that nobody can foretell, to order by.
    pub random: &'static str,
    /// A query that gives these rows of text under these names: (names, rows of literals).
    pub inline: fn(&[String], &[Vec<String>]) -> String,
    /// What asks for small tables to be sent to every worker, behind SELECT.
    pub broadcast: fn(&[String]) -> String,
}

/// Spark's own, for the crate that speaks with it.
pub const SPARK: Dialect = Dialect {
    name: "spark",
    engine: "Apache Spark",
    identifier: |name| format!("`{}`", name.replace('`', "``")),
    // Spark replaces ${name} by a setting before it looks at quotes.
    literal: |text| escaped(text).replace("${", "\\u0024{"),
    types: ["STRING", "BIGINT", "DOUBLE", "DATE"],
    trim: |text| format!("TRIM(BOTH ' \\t\\n\\r\\u000B\\u000C\\u00A0' FROM {text})"),
    random: "RAND()",
    inline: |names, rows| format!("SELECT * FROM VALUES {} AS t({})", tuples(rows), names.join(", ")),
    broadcast: |names| {
        if names.is_empty() { String::new() } else { format!("/*+ BROADCAST({}) */ ", names.join(", ")) }
    },
};

/// What the SQL standard says, for engines that keep to it.
const STANDARD: Dialect = Dialect {
    name: "standard",
    engine: "SQL",
    identifier: doubled,
    literal: standard,
    types: ["VARCHAR", "BIGINT", "DOUBLE", "DATE"],
    trim: |text| format!("TRIM(BOTH U&' \\0009\\000A\\000D\\000B\\000C\\00A0' FROM {text})"),
    random: "RANDOM()",
    inline: values,
    broadcast: nothing,
};

/// Every dialect.
pub const DIALECTS: &[Dialect] = &[
    SPARK,
    Dialect {
        name: "postgresql",
        engine: "PostgreSQL",
        types: ["TEXT", "BIGINT", "DOUBLE PRECISION", "DATE"],
        trim: |text| format!("BTRIM({text}, E' \\t\\n\\r\\x0B\\f\\u00A0')"),
        ..STANDARD
    },
    Dialect {
        name: "duckdb",
        engine: "DuckDB",
        trim: |text| format!("TRIM({text}, E' \\t\\n\\r' || CHR(11) || CHR(12) || CHR(160))"),
        ..STANDARD
    },
    Dialect { name: "trino", engine: "Trino", ..STANDARD },
    Dialect {
        name: "snowflake",
        engine: "Snowflake",
        literal: |text| format!("'{}'", text.replace('\\', "\\\\").replace('\'', "''")),
        trim: |text| format!("TRIM({text}, ' \\t\\n\\r\\u000B\\u000C\\u00A0')"),
        inline: SPARK.inline,
        ..STANDARD
    },
    Dialect {
        name: "bigquery",
        engine: "BigQuery",
        // Names have the escapes of texts, and neither spans lines.
        identifier: |name| format!("`{}`", escapes(name).replace('`', "\\`")),
        literal: escaped,
        types: ["STRING", "INT64", "FLOAT64", "DATE"],
        trim: |text| format!("TRIM({text}, ' \\t\\n\\r\\u000B\\u000C\\u00A0')"),
        random: "RAND()",
        inline: structs,
        ..STANDARD
    },
];

/// The dialect of a name.
pub fn find(name: &str) -> Result<&'static Dialect> {
    let known = DIALECTS.iter().map(|dialect| dialect.name);
    DIALECTS
        .iter()
        .find(|dialect| dialect.name == name)
        .ok_or_else(|| Error::unknown("sql.dialect", "SQL dialect", name, known))
}

impl Dialect {
    /// The name of a column's type.
    pub fn type_of(&self, kind: Kind) -> &'static str {
        let [text, whole, number, date] = self.types;
        match kind {
            Kind::String | Kind::Time => text,
            Kind::Integer => whole,
            Kind::Decimal => number,
            Kind::Date => date,
        }
    }

    /// A value as text, as it would stand in a CSV file: nothing is the empty text.
    pub fn text(&self, expression: &str) -> String {
        format!("COALESCE(CAST({expression} AS {}), '')", self.type_of(Kind::String))
    }

    /// A name that may have several parts (`catalogue.schema.table`), each quoted. Parts that hold a dot are written in
    /// double quotes or backticks.
    pub fn name(&self, name: &str) -> String {
        let mut parts = vec![String::new()];
        let mut open = None;
        let mut letters = name.trim().chars().peekable();
        while let Some(letter) = letters.next() {
            match open {
                Some(quote) if letter == quote && letters.peek() == Some(&quote) => {
                    letters.next();
                    parts.last_mut().into_iter().for_each(|part| part.push(quote));
                }
                Some(quote) if letter == quote => open = None,
                None if matches!(letter, '"' | '`') && parts.last().is_some_and(String::is_empty) => {
                    open = Some(letter)
                }
                None if letter == '.' => parts.push(String::new()),
                _ => parts.last_mut().into_iter().for_each(|part| part.push(letter)),
            }
        }
        parts.iter().map(|part| (self.identifier)(part)).collect::<Vec<_>>().join(".")
    }
}

/// SQL's own rule: a quote is doubled, and nothing else is special.
fn standard(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Engines that read backslashes as escapes.
fn escaped(text: &str) -> String {
    format!("'{}'", escapes(text))
}

fn escapes(text: &str) -> String {
    let mut quoted = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => quoted.push_str("\\\\"),
            '\'' => quoted.push_str("\\'"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            letter => quoted.push(letter),
        }
    }
    quoted
}

fn doubled(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn nothing(_: &[String]) -> String {
    String::new()
}

/// Rows in brackets, one per line.
fn tuples(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| format!("({})", row.join(", "))).collect::<Vec<_>>().join(",\n    ")
}

fn values(names: &[String], rows: &[Vec<String>]) -> String {
    format!("SELECT * FROM (VALUES {}) AS t({})", tuples(rows), names.join(", "))
}

/// BigQuery has no VALUES in a query.
fn structs(names: &[String], rows: &[Vec<String>]) -> String {
    let first = |row: &Vec<String>| {
        let named: Vec<String> = row.iter().zip(names).map(|(value, name)| format!("{value} AS {name}")).collect();
        format!("STRUCT({})", named.join(", "))
    };
    let all: Vec<String> = rows.iter().map(first).collect();
    format!("SELECT * FROM UNNEST([{}])", all.join(",\n    "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_texts_stay_what_they_are() {
        let evil = "\"; DROP TABLE x; --";
        for dialect in DIALECTS {
            let quoted = (dialect.identifier)(evil);
            let expected = match dialect.name {
                "spark" | "bigquery" => format!("`{evil}`"),
                _ => "\"\"\"; DROP TABLE x; --\"".to_string(),
            };
            assert_eq!(quoted, expected, "{}", dialect.name);
        }
        assert_eq!((DIALECTS[0].literal)("it's \\ a\nb"), "'it\\'s \\\\ a\\nb'");
        assert_eq!((DIALECTS[1].literal)("it's \\ b"), "'it''s \\ b'");
        assert_eq!((DIALECTS[4].literal)("it's \\ b"), "'it''s \\\\ b'");
        assert_eq!((DIALECTS[5].identifier)("a`b\\"), "`a\\`b\\\\`");
        assert_eq!((DIALECTS[5].identifier)("a\nb"), "`a\\nb`");
        assert_eq!((DIALECTS[0].literal)("$5 ${spark.app.name}"), "'$5 \\u0024{spark.app.name}'");
    }

    #[test]
    fn names_have_parts() {
        assert_eq!(DIALECTS[0].name("db.people"), "`db`.`people`");
        assert_eq!(DIALECTS[1].name("\"a.b\".\"c\"\"d\""), "\"a.b\".\"c\"\"d\"");
        assert_eq!(DIALECTS[1].name("x; DROP TABLE y"), "\"x; DROP TABLE y\"");
    }
}
