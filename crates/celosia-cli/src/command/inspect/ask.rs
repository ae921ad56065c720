//! Questions of `inspect --ask`: one for each column that is not certain, with what is proposed as the answer of an empty line.

use std::io::BufRead;

use celosia::error::{Error, Result};
use celosia::inspect::{Column, Inspection};
use celosia::study::Role;
use celosia::table::Doubt;

use crate::terminal::Terminal;

/// Asks on the terminal, and takes answers from standard input, which may be a file or a pipe. Where it ends, what is proposed
/// stands.
pub fn ask(found: &mut Inspection, terminal: &Terminal) -> Result<()> {
    let open: Vec<usize> = (0..found.columns.len()).filter(|i| found.columns[*i].is_question()).collect();
    let mut lines = std::io::stdin().lock().lines();
    for (nth, i) in open.iter().enumerate() {
        let number = format!("\n({} of {}) {}", nth + 1, open.len(), found.columns[*i].name());
        if found.columns[*i].is_role_open() {
            terminal.ask(&format!("{number}: {}", question(&found.columns[*i])));
            let Some(role) = asked(&mut lines, terminal, |line| answer(line, found.columns[*i].found.role))? else {
                return Ok(());
            };
            found.answer(*i, role);
        }
        if found.columns[*i].doubt() == Some(Doubt::DayOrMonth) && found.columns[*i].found.role.is_released() {
            terminal.ask(&format!("{number}: does the day or the month stand first? day, month [day]: "));
            let Some(month_first) = asked(&mut lines, terminal, day_or_month)? else { return Ok(()) };
            found.answer_month_first(*i, month_first);
        }
    }
    Ok(())
}

/// Asks until a line is an answer; nothing where the lines end.
fn asked<T>(
    lines: &mut impl Iterator<Item = std::io::Result<String>>,
    terminal: &Terminal,
    answer: impl Fn(&str) -> std::result::Result<T, String>,
) -> Result<Option<T>> {
    for line in lines {
        let line = line.map_err(Error::io("read", std::path::Path::new("standard input")))?;
        match answer(&line) {
            Ok(answer) => return Ok(Some(answer)),
            Err(what) => terminal.ask(&format!("{what}: ")),
        }
    }
    Ok(None)
}

/// Whether the month stands first.
fn day_or_month(line: &str) -> std::result::Result<bool, String> {
    let line = line.trim().to_lowercase();
    match ["day", "month"].iter().position(|word| word.starts_with(&line)) {
        Some(at) => Ok(at == 1),
        None => Err(format!("  \"{line}\" is neither day nor month; say one of them, or nothing for the day")),
    }
}

fn question(column: &Column) -> String {
    format!(
        "{}, {}; {}.\n  Role? quasi-identifier, sensitive, insensitive, identifier, person, class, \
         free-text, left-out [{}]: ",
        column.found.kind,
        column.values(),
        column.found.why,
        column.found.role.name()
    )
}

/// A role by its name or the beginning of it; nothing is what was proposed.
fn answer(line: &str, proposed: Role) -> std::result::Result<Role, String> {
    let line = line.trim().to_lowercase();
    if line.is_empty() {
        return Ok(proposed);
    }
    let begins = || Role::NAMES.iter().filter(|(name, _)| name.starts_with(&line));
    match (Role::NAMES.iter().find(|(name, _)| *name == line), begins().count()) {
        (Some((_, role)), _) => Ok(*role),
        (None, 1) => Ok(begins().next().map_or(proposed, |(_, role)| *role)),
        (None, 0) => {
            Err(format!("  \"{line}\" is no role; say one of those above, or nothing for {}", proposed.name()))
        }
        (None, _) => Err(format!("  several roles begin with \"{line}\"; say more of it")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_roles_or_how_they_begin() {
        assert_eq!(answer("", Role::Sensitive), Ok(Role::Sensitive));
        assert_eq!(answer(" Quasi ", Role::Sensitive), Ok(Role::QuasiIdentifier));
        assert_eq!(answer("left-out", Role::Sensitive), Ok(Role::LeftOut));
        assert!(answer("yes", Role::Sensitive).is_err());
        assert_eq!(answer("in", Role::Sensitive), Ok(Role::Insensitive));
        assert!(answer("i", Role::Sensitive).is_err(), "identifier or insensitive");
        assert_eq!((day_or_month(""), day_or_month("M"), day_or_month("day")), (Ok(false), Ok(true), Ok(false)));
        assert!(day_or_month("year").is_err());
    }
}
