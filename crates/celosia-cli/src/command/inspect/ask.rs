//! Questions of `inspect --ask`: one for each column that is not certain, with what is proposed as the answer of an empty line.

use std::io::BufRead;

use celosia::error::{Error, Result};
use celosia::inspect::{Column, Inspection};
use celosia::study::Role;

use crate::terminal::Terminal;

/// Asks on the terminal, and takes answers from standard input, which may be a file or a pipe. Where it ends, what is proposed
/// stands.
pub fn ask(found: &mut Inspection, terminal: &Terminal) -> Result<()> {
    let open: Vec<usize> = (0..found.columns.len()).filter(|i| found.columns[*i].is_question()).collect();
    let mut lines = std::io::stdin().lock().lines();
    for (nth, i) in open.iter().enumerate() {
        terminal.ask(&question(&found.columns[*i], nth + 1, open.len()));
        loop {
            let Some(line) = lines.next() else { return Ok(()) };
            let line = line.map_err(Error::io("read", std::path::Path::new("standard input")))?;
            match answer(&line, found.columns[*i].found.role) {
                Ok(role) => {
                    found.answer(*i, role);
                    break;
                }
                Err(what) => terminal.ask(&format!("{what}: ")),
            }
        }
    }
    Ok(())
}

fn question(column: &Column, nth: usize, of: usize) -> String {
    format!(
        "\n({nth} of {of}) {}: {}, {}; {}.\n  Role? quasi-identifier, sensitive, insensitive, identifier, person, class, \
         free-text, left-out [{}]: ",
        column.name(),
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
    }
}
