//! Which values are missing, and what becomes of them: the one place where that is decided. Whoever counts, recodes or writes
//! asks here for the column ([`Study::missing`]), and what engines are asked is said from the same spellings and the same rule
//! (`sql/missing.rs`).

use super::check::one_of;
use super::{Column, MissingFile, Role, Study};
use crate::error::{Error, Result};

/// How missing is spelt in all columns, and what happens to rows that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Spellings that count as missing. The first is how missing is shown.
    pub spellings: Vec<String>,
    /// What happens to missing values.
    pub rule: MissingRule,
    /// Does the study say so itself?
    pub stated: bool,
    /// May more than a third of the rows be dropped?
    pub allow_loss: bool,
}

/// What happens to a row with a missing value in a column that counts (quasi-identifier, sensitive, class).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingRule {
    /// The row is not part of the study.
    Drop,
    /// Missing is a value of its own.
    Keep,
}

impl MissingRule {
    /// Every rule with its name.
    pub const NAMES: [(&'static str, MissingRule); 2] = [("drop", MissingRule::Drop), ("keep", MissingRule::Keep)];

    /// The name in study files.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, rule)| *rule == self).map_or("", |(name, _)| name)
    }
}

/// What a study says of missing cells in one column alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnMissing {
    /// Spellings that count as missing here, beside those of all columns.
    pub spellings: Vec<String>,
    /// The value whose groups a missing cell belongs to from level 1 on; a group of its own up to the top where not given.
    pub joins: Option<String>,
}

/// What may stand around a spelling of missing. A list, so that statements for other engines can say the same.
pub const BLANK: &[char] = &[' ', '\t', '\n', '\r', '\u{b}', '\u{c}', '\u{a0}'];

impl Default for Missing {
    /// Nothing and `?` are missing, and no row goes for it.
    fn default() -> Self {
        let spellings = vec![String::new(), "?".into()];
        Missing { spellings, rule: MissingRule::Keep, stated: false, allow_loss: false }
    }
}

impl Missing {
    /// Is this a spelling of missing?
    pub fn is(&self, value: &str) -> bool {
        let value = value.trim_matches(BLANK);
        self.spellings.iter().any(|spelling| spelling == value)
    }

    /// Does a value in a column that counts take its row out of the study?
    pub fn drops(&self, value: &str) -> bool {
        self.rule == MissingRule::Drop && self.is(value)
    }

    /// How missing is shown where it is kept as a value: the first spelling of the study's list, whatever the rows hold and
    /// in whatever column, so that a release has one spelling. The first that occurs would tell how a suppressed row spells it.
    pub fn shown(&self) -> &str {
        self.spellings.first().map_or("", String::as_str)
    }

    /// What a value is read as: missing is one value however it is spelt.
    pub fn read_as<'v>(&'v self, value: &'v str) -> &'v str {
        if self.is(value) { self.shown() } else { value }
    }

    /// The same with the spellings of one column behind those of all.
    fn with(&self, own: &OwnMissing) -> Missing {
        let mut all = self.clone();
        all.spellings.extend(own.spellings.iter().cloned());
        all
    }

    /// Checks `missing` of `[data]`; `place` is what errors call its rule.
    pub(super) fn check(place: &str, file: Option<&MissingFile>) -> Result<Missing> {
        let standard = Missing::default();
        let rule = file.and_then(|file| file.rows.as_deref());
        Ok(Missing {
            spellings: file.and_then(|file| file.values.clone()).unwrap_or(standard.spellings),
            rule: rule.map_or(Ok(standard.rule), |rule| one_of(place, rule, &MissingRule::NAMES))?,
            stated: rule.is_some(),
            allow_loss: file.and_then(|file| file.allow_loss).unwrap_or(false),
        })
    }
}

impl Study {
    /// Which values of a column are missing, and what becomes of them. A row that is about nobody known cannot be counted as a
    /// person, nor as nobody: it may be about anyone of its class. So it goes, whatever the rule.
    pub fn missing(&self, column: &Column) -> Missing {
        let own = self.data.missing.with(&column.missing);
        if column.role == Role::Person { Missing { rule: MissingRule::Drop, ..own } } else { own }
    }
}

impl OwnMissing {
    /// Checks `missing` of `[columns.NAME]`: further spellings, or a table with these and the value that missing joins.
    pub(super) fn check(place: &str, value: &toml::Value) -> Result<OwnMissing> {
        let refuse = |what: String| {
            let hint = "write missing = [\"NA\", \"NULL\"], or missing = { values = [\"NA\"], joins = \"40\" }";
            Error::study(place, what, hint)
        };
        let spellings = |value: &toml::Value| -> Result<Vec<String>> {
            let list = value.as_array().ok_or_else(|| refuse(format!("{value} is no list of spellings")))?;
            let text = |spelling: &toml::Value| match spelling {
                // Spellings are compared without what stands around them.
                toml::Value::String(text) => Ok(text.trim_matches(BLANK).to_string()),
                other => Err(refuse(format!("{other} is no text in quotes, as a spelling must be"))),
            };
            list.iter().map(text).collect()
        };
        let toml::Value::Table(table) = value else {
            return Ok(OwnMissing { spellings: spellings(value)?, joins: None });
        };
        if let Some(unknown) = table.keys().find(|key| !["values", "joins"].contains(&key.as_str())) {
            return Err(refuse(format!("unknown key \"{unknown}\"")));
        }
        let joins = table.get("joins").map(|value| match value {
            toml::Value::String(text) => Ok(text.clone()),
            toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Datetime(_) => Ok(value.to_string()),
            other => Err(refuse(format!("joins = {other} is no value of a column"))),
        });
        let spellings = table.get("values").map_or(Ok(Vec::new()), spellings)?;
        Ok(OwnMissing { spellings, joins: joins.transpose()? })
    }

    /// Checks it against its column; `place` is what errors call the key.
    pub(super) fn is_sensible(&self, place: &str, role: Role) -> Result<()> {
        if self.joins.is_some() && role != Role::QuasiIdentifier {
            let what = "only quasi-identifiers are generalized, and so only there a missing cell may join a group";
            return Err(Error::study(place, what, "leave out joins"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::StudyFile;

    #[test]
    fn missing_has_blanks_around_it_and_one_spelling() {
        let mut missing = Missing { spellings: vec!["NA".into(), "?".into()], ..Missing::default() };
        assert_eq!(["?", " ?\t", "NA", ""].map(|value| missing.is(value)), [true, true, true, false]);
        assert_eq!([" ? ", " x"].map(|value| missing.read_as(value)), ["NA", " x"]);
        assert!(!missing.drops("?"));
        missing.rule = MissingRule::Drop;
        assert_eq!([" ? ", " x"].map(|value| missing.drops(value)), [true, false]);
    }

    fn study(of_age: &str) -> Result<Study> {
        let text = format!(
            "[data]\npath='p'\nmissing={{values=['?']}}\n[columns.age]\nrole='quasi-identifier'\n{of_age}\n\
             [columns.job]\nrole='sensitive'\nmissing=[' none ']\n"
        );
        Study::check("s", &StudyFile::parse("s", &text)?)
    }

    #[test]
    fn a_column_has_spellings_of_its_own_and_shows_that_of_all() -> Result<()> {
        let study = study("missing={values=['NA', '-9'], joins=40}")?;
        let [age, job] = [0, 1].map(|column| study.missing(&study.columns[column]));
        assert_eq!(["?", "NA", " -9", "none"].map(|value| age.is(value)), [true, true, true, false]);
        assert_eq!(["?", "NA", "none"].map(|value| job.read_as(value)), ["?", "NA", "?"]);
        assert_eq!(study.columns[0].missing.joins.as_deref(), Some("40"));
        assert!(!age.drops("NA") && !age.stated);
        Ok(())
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (of_age, expected) in [
            ("missing='NA'", "[columns.age], missing: \"NA\" is no list of spellings"),
            ("missing=[1]", "1 is no text in quotes"),
            ("missing={spellings=['NA']}", "unknown key \"spellings\""),
            ("missing={joins=['a']}", "is no value of a column"),
        ] {
            let error = study(of_age).map(|_| String::new()).unwrap_or_else(|e| e.to_string());
            assert!(error.contains(expected), "{of_age}: {error}");
        }
        let sensitive = study("").map(|mut study| {
            study.columns[1].missing.joins = Some("clerk".into());
            study.columns[1].clone().checked("s, [columns.job]").map(|_| ())
        });
        assert!(
            sensitive.is_ok_and(|checked| checked.is_err_and(|e| e.to_string().contains("only quasi-identifiers")))
        );
    }
}
