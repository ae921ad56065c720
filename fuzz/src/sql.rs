//! SQL quoting: in every dialect a quoted text or name is one token that means what it was, and a statement has the same
//! shape whatever its names and values are.

use std::sync::OnceLock;

use celosia::sql::{DIALECTS, Dialect, Map, Release, Shown, What, counting};
use celosia::study::{Kind, Study, StudyFile};

use crate::lexer::{Rules, Token, rules};

/// Bytes as a text, and as texts parted by NUL: a name, a value, its label, a spelling of missing.
pub fn sql(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut parts = text.split('\0').map(String::from);
    let parts = [(); 4].map(|()| parts.next().unwrap_or_default());
    for dialect in DIALECTS {
        let rules = rules(dialect.name).expect("a dialect that the lexer knows");
        for text in parts.iter().filter(|text| !text.contains('\0')) {
            quoted(dialect, &rules, text);
            several_parts(dialect, &rules, text);
        }
        statements(dialect, &rules, &parts);
    }
}

fn quoted(dialect: &Dialect, rules: &Rules, text: &str) {
    let literal = (dialect.literal)(text);
    let expected = Some(vec![Token::Text(text.into())]);
    assert_eq!(rules.tokens(&literal), expected, "{}: {literal}", dialect.name);
    // A name that the engine would replace cannot be quoted: `counting` refuses it.
    if may_be_a_name(dialect, text) {
        let name = (dialect.identifier)(text);
        assert_eq!(rules.tokens(&name), Some(vec![Token::Name(text.into())]), "{}: {name}", dialect.name);
    }
}

/// Spark replaces `${…}` in names too, and has no escape for it.
fn may_be_a_name(dialect: &Dialect, text: &str) -> bool {
    dialect.name != "spark" || !text.contains("${")
}

/// A name of several parts is names with dots between them.
fn several_parts(dialect: &Dialect, rules: &Rules, text: &str) {
    // Without the quotes around its parts: `a$`{ is the name a${.
    let name = dialect.name(text);
    if !may_be_a_name(dialect, &name) {
        return;
    }
    let tokens = rules.tokens(&name).expect("a name of several parts is closed");
    for (place, token) in tokens.iter().enumerate() {
        let is_dot = *token == Token::Word(".".into());
        assert!(if place % 2 == 0 { matches!(token, Token::Name(_)) } else { is_dot }, "{}: {text}", dialect.name);
    }
}

/// Counting and recoding, with these names and values and with harmless ones.
fn statements(dialect: &Dialect, rules: &Rules, parts: &[String; 4]) {
    let [name, value, label, missing] = parts;
    if !may_be_a_name(dialect, name) || name.contains('\0') {
        return;
    }
    let Some(found) = both(dialect, parts) else { return };
    for (found, expected) in found.iter().zip(harmless(dialect, rules)) {
        let found = rules.tokens(found).expect("every quote of a statement is closed");
        assert_eq!(found.len(), expected.len(), "{}: the statement has another shape", dialect.name);
        for (found, expected) in found.iter().zip(expected) {
            let meant = match expected {
                Token::Name(plain) if plain == "name" => Token::Name(name.clone()),
                Token::Text(plain) if plain == "value" => Token::Text(value.clone()),
                Token::Text(plain) if plain == "label" => Token::Text(label.clone()),
                Token::Text(plain) if plain == "missing" => Token::Text(missing.clone()),
                other => other.clone(),
            };
            assert_eq!(*found, meant, "{}", dialect.name);
        }
    }
}

/// The same statements with names and values that need no care.
fn harmless(dialect: &Dialect, rules: &Rules) -> &'static [Vec<Token>; 2] {
    static KNOWN: [OnceLock<[Vec<Token>; 2]>; DIALECTS.len()] = [const { OnceLock::new() }; DIALECTS.len()];
    let place = DIALECTS.iter().position(|known| known.name == dialect.name).expect("a dialect of the list");
    KNOWN[place].get_or_init(|| {
        let names = ["name", "value", "label", "missing"].map(String::from);
        let statements = both(dialect, &names).expect("harmless names are not refused");
        statements.map(|text| rules.tokens(&text).expect("every quote of a statement is closed"))
    })
}

/// The statement that counts and the one that makes a release; nothing where the names are refused.
fn both(dialect: &Dialect, [name, value, label, missing]: &[String; 4]) -> Option<[String; 2]> {
    let mut file = StudyFile::default();
    file.data.path = Some("table.csv".into());
    file.data.missing = Some(celosia::study::MissingFile {
        values: Some(vec![missing.clone()]),
        rows: Some("keep".into()),
        ..Default::default()
    });
    file.set_column(name, "role", "quasi-identifier".into());
    let study = Study::check("study", &file).ok()?;
    let count = counting(dialect, &study, "source", &[]).ok()?;
    let column = Shown {
        name: name.clone(),
        what: What::Labels(vec![(value.clone(), label.clone())]),
        kind: Kind::String,
        missing: study.data.missing.clone(),
        gaps: true,
    };
    let release = Release {
        columns: vec![column],
        together: None,
        beside: None,
        kept: vec![(vec![label.clone()], 3)],
        starred: true,
        recounted: false,
        person: None,
        order: None,
    };
    let count = celosia::sql::Statement {
        maps: vec![Map::of_pairs("map".into(), [(value.as_str(), label.as_str())].into_iter())],
        ..count
    };
    Some([count.whole(dialect), release.statement(dialect, "source").whole(dialect)])
}
