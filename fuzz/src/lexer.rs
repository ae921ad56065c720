//! A small reader of SQL, written from the engines' manuals and not from `sql/dialect.rs`: where a quoted text or name
//! ends, and what it means.

/// How an engine reads what stands in quotes.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// The quote around names.
    name: char,
    /// Are names read with escapes, instead of doubled quotes?
    name_escapes: bool,
    /// Are texts read with backslashes as escapes?
    escapes: bool,
    /// Does a doubled quote in a text stand for one?
    doubles: bool,
    /// May a text or name go on in the next line?
    lines: bool,
    /// Is `${name}` replaced by a setting before anything is read, within quotes too?
    substitutes: bool,
}

const STANDARD: Rules =
    Rules { name: '"', name_escapes: false, escapes: false, doubles: true, lines: true, substitutes: false };

/// The rules of a dialect.
pub fn rules(dialect: &str) -> Option<Rules> {
    Some(match dialect {
        // Spark: SqlBaseLexer.g4, SparkParserUtils.unescapeSQLString, VariableSubstitution.
        "spark" => Rules { name: '`', escapes: true, substitutes: true, ..STANDARD },
        "snowflake" => Rules { escapes: true, ..STANDARD },
        // GoogleSQL's lexical structure: quoted names have the escapes of texts, and neither spans lines.
        "bigquery" => Rules { name: '`', name_escapes: true, escapes: true, doubles: false, lines: false, ..STANDARD },
        // The standard; PostgreSQL has standard_conforming_strings since 9.1.
        "postgresql" | "duckdb" | "trino" => STANDARD,
        _ => return None,
    })
}

/// One token.
#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    /// A text in quotes, as the engine understands it.
    Text(String),
    /// A name in quotes, as the engine understands it.
    Name(String),
    /// A word, a number or a sign.
    Word(String),
}

impl Rules {
    /// All tokens of a statement; nothing where a quote is not closed or something has no meaning.
    pub fn tokens(&self, sql: &str) -> Option<Vec<Token>> {
        let letters: Vec<char> = sql.chars().collect();
        if self.substitutes && letters.windows(2).any(|pair| pair == ['$', '{']) {
            return None;
        }
        let (mut at, mut tokens) = (0, Vec::new());
        while at < letters.len() {
            match letters[at] {
                '\'' => {
                    let (text, end) = self.quoted(&letters, at, '\'', self.escapes, self.doubles)?;
                    tokens.push(Token::Text(text));
                    at = end;
                }
                quote if quote == self.name => {
                    let (name, end) = self.quoted(&letters, at, quote, self.name_escapes, !self.name_escapes)?;
                    tokens.push(Token::Name(name));
                    at = end;
                }
                letter if letter.is_whitespace() => at += 1,
                letter => {
                    let is_word = |letter: &&char| letter.is_alphanumeric() || **letter == '_';
                    let end = at + letters[at..].iter().take_while(is_word).count().max(1);
                    let comment = letter == '-' && letters.get(at + 1) == Some(&'-');
                    tokens.push(Token::Word(letters[at..end].iter().collect()));
                    at = if comment { letters.len() } else { end };
                }
            }
        }
        Some(tokens)
    }

    /// What stands in quotes from `start` on, and where it ends.
    fn quoted(
        &self,
        letters: &[char],
        start: usize,
        quote: char,
        escapes: bool,
        doubles: bool,
    ) -> Option<(String, usize)> {
        let (mut text, mut at) = (String::new(), start + 1);
        loop {
            match *letters.get(at)? {
                '\\' if escapes => {
                    let (letter, end) = escape(letters, at + 1)?;
                    text.push(letter);
                    at = end;
                }
                letter if letter == quote && doubles && letters.get(at + 1) == Some(&quote) => {
                    text.push(quote);
                    at += 2;
                }
                letter if letter == quote => return Some((text, at + 1)),
                '\n' | '\r' if !self.lines => return None,
                letter => {
                    text.push(letter);
                    at += 1;
                }
            }
        }
    }
}

/// The letter that an escape means, from behind its backslash on, and where it ends. Only what all engines with escapes
/// agree on has a meaning here.
fn escape(letters: &[char], at: usize) -> Option<(char, usize)> {
    let plain = |letter| Some((letter, at + 1));
    match *letters.get(at)? {
        'n' => plain('\n'),
        'r' => plain('\r'),
        't' => plain('\t'),
        quote @ ('\\' | '\'' | '"' | '`') => plain(quote),
        'u' => {
            let digits: String = letters.get(at + 1..at + 5)?.iter().collect();
            let code = u32::from_str_radix(&digits, 16).ok()?;
            Some((char::from_u32(code)?, at + 5))
        }
        _ => None,
    }
}
