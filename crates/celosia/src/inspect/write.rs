//! What was found, as a study that `front` takes as it is, and the hierarchies of text as files beside it.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::room::Room;
use super::{Column, Inspection, Treated};
use crate::meaning::Proposed;
use crate::say::{count, thousands};
use crate::study::{Format, Missing, Role};

/// Missing cells are rare where no more than one in so many is.
const RARE: u64 = 50;

/// Where a study goes, and what it says of its data.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// Keys of `[data]`, in their order: `path` and how to read it.
    pub data: Vec<(&'static str, toml::Value)>,
    /// The folder of hierarchies, as the study names it.
    pub folder: String,
}

/// A study as text, and the files that it names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// The study.
    pub text: String,
    /// Files beside it, by the names that the study gives them.
    pub files: Vec<(String, String)>,
}

impl Inspection {
    /// The whole study.
    pub fn study(&mut self, place: &Place) -> Written {
        let room = self.make_room();
        let mut written = Written::default();
        let questions = self.columns.iter().filter(|column| column.is_question()).count();
        written.text = "# Proposed by celosia. Read every role: a wrong one protects nobody.\n".into();
        if questions > 0 {
            let columns = count(questions as u64, "column", "columns");
            written.text += &format!("# {columns} to decide: look for lines that begin with \"# ?\".\n");
        }
        written.text += "\n[data]\n";
        for (key, value) in &place.data {
            written.text += &format!("{key} = {value}\n");
        }
        // Where a mark parts thousands or stands before decimals, the study says which.
        let has_marks = |column: &Column| column.look.seen.domain.writing.marks.thousands == Some(',');
        let is_given = place.data.iter().any(|(key, _)| *key == "decimal");
        match self.decimal.filter(|_| !is_given) {
            Some(',') => written.text += "decimal = \",\"\n",
            Some(_) if self.columns.iter().any(has_marks) => written.text += "decimal = \".\"\n",
            _ => {}
        }
        let common = self.common_spellings();
        let values: Vec<String> = Missing::default().spellings.into_iter().chain(common.iter().cloned()).collect();
        written.text +=
            "# Spellings of missing values, and what becomes of rows that have one: \"keep\" or \"drop\".\n";
        written.text += &format!("missing = {{ values = {}, rows = \"keep\" }}\n", toml::Value::from(values));
        self.write_columns(&mut written, place, &room, &common);
        written.text += "\n[objectives]\nprivacy = \"k-anonymity\"\nloss = \"general-loss\"\n\n\
                         [suppression]\nlimit = \"1%\"    # the most rows that may be left out\n";
        if room.budget {
            written.text += &format!(
                "\n# {} combinations of levels: what is found in this time is a good front, not a proven one.\n\
                 [search]\nbudget = \"10s\"\n",
                thousands(room.nodes)
            );
        }
        written
    }

    /// What is added to a study that was there: the columns that it does not know.
    pub fn addition(&mut self, place: &Place) -> Written {
        let room = self.make_room();
        let mut written = Written::default();
        self.write_columns(&mut written, place, &room, &[]);
        written
    }

    fn write_columns(&self, written: &mut Written, place: &Place, room: &Room, common: &[String]) {
        let mut names = FileNames::default();
        for (column, floor) in self.columns.iter().zip(&room.floors) {
            let file = names.of(column.name());
            if column.kept.is_none() {
                column.write(written, &format!("{}/{file}", place.folder), *floor, common, self.decimal);
            }
        }
    }

    /// Spellings of missing that are a value of no column: they can stand for the whole table.
    fn common_spellings(&self) -> Vec<String> {
        let is_value = |spelling: &String| {
            self.columns
                .iter()
                .any(|column| column.look.seen.domain.values.iter().any(|value| value.trim() == spelling))
        };
        let mut all: Vec<String> = self.columns.iter().flat_map(|column| column.look.spellings.clone()).collect();
        all.sort();
        all.dedup();
        all.retain(|spelling| !is_value(spelling));
        all
    }
}

impl Column {
    fn write(&self, written: &mut Written, file: &str, floor: usize, common: &[String], decimal: Option<char>) {
        let Column { look, found, .. } = self;
        let treated = self.treated(decimal);
        let role = if treated == Treated::LeftOut { Role::LeftOut } else { found.role };
        let text = &mut written.text;
        let missing = if look.seen.missing > 0 {
            format!(", {} missing", thousands(look.seen.missing as f64))
        } else {
            String::new()
        };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n# {}: {}. {}, {}{missing}", found.kind, found.why, self.values(), look.kind().name());
        if !found.sure {
            let _ = writeln!(text, "# ? Is that so? Say otherwise in the line \"role\", or take this line away.");
        }
        if found.role == Role::Person {
            *text += "# Says whose row it is: privacy counts persons, not rows. It is not released.\n";
        }
        if !look.sentinels.is_empty() {
            let _ = writeln!(
                text,
                "# Do these stand for \"missing\": {}? Then name them in missing.",
                look.sentinels.join(", ")
            );
        }
        let alone = || match self.of_persons {
            Some((rows, _)) => format!("{} a value that no other person has", count(rows, "row has", "rows have")),
            None => format!("{} a value that no other row has", count(self.alone(), "row has", "rows have")),
        };
        if treated == Treated::LeftOut {
            let _ = writeln!(text, "# {}, whatever is rounded or masked.", alone());
        }
        let _ = writeln!(text, "[columns.{}]\nrole = \"{}\"", key(self.name()), role.name());
        // What is masked or listed is text.
        let (keys, is_text) = match &treated {
            Treated::So(keys) => (&keys[..], keys.iter().any(|(key, _)| ["mask", "keep"].contains(key))),
            _ => (&[][..], false),
        };
        for (key, value) in found.keys.iter().filter(|(key, _)| !(is_text && ["type", "format"].contains(key))) {
            let _ = writeln!(text, "{key} = {value}");
        }
        for (i, (key, value)) in keys.iter().enumerate() {
            let why = if i == 0 { format!("    # {}", alone()) } else { String::new() };
            let _ = writeln!(text, "{key} = {value}{why}");
        }
        if let Some(doubt) = self.doubt().filter(|_| found.role.is_released()) {
            let _ = writeln!(text, "# ? {}", doubt.question());
        }
        let format = look.seen.domain.writing.format.as_ref().map(Format::as_str);
        if let Some(format) =
            format.filter(|_| role.is_released() && !is_text && !found.keys.iter().any(|(k, _)| *k == "format"))
        {
            let _ = writeln!(text, "format = {}", quoted(format));
        }
        let own: Vec<String> = look.spellings.iter().filter(|spelling| !common.contains(spelling)).cloned().collect();
        if !found.keys.iter().any(|(key, _)| *key == "missing") {
            match (self.joins(), own.is_empty()) {
                (Some(value), true) => {
                    let _ = writeln!(
                        text,
                        "missing = {{ joins = {} }}    # so few cells stand with this value",
                        quoted(value)
                    );
                }
                (Some(value), false) => {
                    let own = toml::Value::from(own);
                    let _ = writeln!(text, "missing = {{ values = {own}, joins = {} }}", quoted(value));
                }
                (None, false) => {
                    let _ = writeln!(text, "missing = {}", toml::Value::from(own));
                }
                (None, true) => {}
            }
        }
        if found.role != Role::QuasiIdentifier {
            return;
        }
        let (rows, why) = match &found.hierarchy {
            Some(Proposed::Key(value)) => {
                let why = if value.as_str() == Some("flat") { "    # shown or hidden" } else { "" };
                let _ = writeln!(text, "hierarchy = {value}{why}");
                (None, "")
            }
            Some(Proposed::File(rows)) => (Some(rows), "# ready to edit: a value, its groups from fine to coarse, *"),
            Some(Proposed::WithoutMeaning(rows)) => (Some(rows), "# groups without meaning: edit this file"),
            None => (None, ""),
        };
        if let Some(rows) = rows {
            let _ = writeln!(text, "hierarchy = {}    {why}", toml::Value::from(file));
            written.files.push((file.to_string(), csv(rows)));
        }
        if floor > 0 {
            let _ = writeln!(written.text, "floor = {floor}    # starts coarser: there are many combinations");
        }
    }

    /// The value whose groups a missing cell belongs to, where missing cells are too rare for a group of their own: the most
    /// frequent one, for they are rather that than any other. Nothing where there is no group between the values and the top.
    fn joins(&self) -> Option<&str> {
        let seen = &self.look.seen;
        let grouped = match &self.found.hierarchy {
            Some(Proposed::Key(key)) => key.as_table().is_some(),
            Some(Proposed::File(rows) | Proposed::WithoutMeaning(rows)) => {
                rows.first().is_some_and(|row| row.len() > 2)
            }
            None => false,
        };
        let rare = seen.missing > 0 && RARE * seen.missing <= seen.rows;
        if self.found.role != Role::QuasiIdentifier || !grouped || !rare {
            return None;
        }
        let values = seen.domain.values.iter().zip(&seen.domain.counts);
        values.max_by_key(|(value, rows)| (**rows, std::cmp::Reverse(*value))).map(|(value, _)| value.as_str())
    }

    /// How many values there are; where not all were counted, about how many.
    pub fn values(&self) -> String {
        let (values, seen) = (self.look.values, &self.look.seen);
        match seen.capped {
            true => {
                format!("more than {} values (about {})", thousands(seen.distinct() as f64), thousands(values as f64))
            }
            false => count(values, "value", "values"),
        }
    }
}

/// Rows of a hierarchy as `hierarchy/csv.rs` reads them.
fn csv(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for row in rows {
        let row: Vec<String> = row.iter().map(|label| field(label)).collect();
        text += &(row.join(";") + "\n");
    }
    text
}

fn field(label: &str) -> String {
    let plain = !label.contains([';', '"', '\n', '\r', '\u{feff}']);
    if plain { label.to_string() } else { format!("\"{}\"", label.replace('"', "\"\"")) }
}

/// Names of files after columns: letters and digits that every system takes, and no two alike.
#[derive(Default)]
struct FileNames(BTreeSet<String>);

impl FileNames {
    fn of(&mut self, column: &str) -> String {
        let plain: String =
            column.chars().map(|c| if c.is_alphanumeric() || c == '_' || c == '-' { c } else { '-' }).collect();
        let plain: String = plain.trim_matches('-').chars().take(60).collect();
        let plain = if plain.is_empty() { "column".to_string() } else { plain };
        let numbered = |nth: usize| if nth == 1 { plain.clone() } else { format!("{plain}-{nth}") };
        // Some systems take Age.csv and age.csv for one file.
        let free = (1..).map(numbered).find(|name| self.0.insert(name.to_lowercase()));
        format!("{}.csv", free.unwrap_or(plain))
    }
}

/// A TOML key: bare where it may be.
fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(bare) { name.into() } else { quoted(name) }
}

/// A TOML string: JSON's escapes are TOML's.
fn quoted(text: &str) -> String {
    serde_json::Value::String(text.into()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_names_of_their_own() {
        let mut names = FileNames::default();
        let of = ["Age", "age", "c,d", "c;d", "", "größe", "../x"].map(|column| names.of(column));
        assert_eq!(of, ["Age.csv", "age-2.csv", "c-d.csv", "c-d-2.csv", "column.csv", "größe.csv", "x.csv"]);
    }

    #[test]
    fn labels_with_separators_are_quoted() {
        let row = ["a;b", "say \"x\"", "*"].map(String::from).to_vec();
        assert_eq!(csv(&[row]), "\"a;b\";\"say \"\"x\"\"\";*\n");
    }
}
