//! A command line that makes no sense: what is wrong, how it is written, what to do next, as all errors are said.

use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Error};

use crate::arguments::Arguments;
use crate::given;
use crate::terminal::{complain, explain};

/// Says it, and gives the exit code.
pub fn refused(error: &Error) -> i32 {
    let asked =
        [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion, ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand];
    if asked.contains(&error.kind()) {
        // Where nobody reads any more, nobody can be told.
        let _ = error.print();
        return error.exit_code();
    }
    let typed = typed();
    if let Some(nowhere) = typed.as_ref().filter(|_| error.kind() == ErrorKind::MissingRequiredArgument) {
        // That a path leads nowhere comes first: what else is to be said depends on it.
        if let Err(error) = nowhere.path.as_deref().map_or(Ok(()), |path| given::is_here(path).map(drop)) {
            explain(&error);
            return 2;
        }
    }
    let text = error.render().to_string();
    let (mut said, mut hints) = (Vec::new(), Vec::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line.strip_prefix("tip: ").or_else(|| line.strip_prefix("tips: ")) {
            Some(tip) => hints.push(tip.to_string()),
            None if line.starts_with("For more information") => {}
            None => said.push(line.replacen("Usage:", "usage:", 1)),
        }
    }
    hints.extend(file_for_command(error));
    let name = typed.map_or("celosia".into(), |typed| typed.command);
    hints.push(format!("`{name} --help` explains what it takes"));
    complain(&said.join("\n  "));
    complain(&format!("hint: {}", hints.join("; ")));
    error.exit_code()
}

/// A table or a study where a command belongs.
fn file_for_command(error: &Error) -> Option<String> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let step = if crate::arguments::is_study(Path::new(word)) { "front" } else { "inspect" };
    Path::new(word).exists().then(|| format!("say what to do with it: `celosia {step} {word}`"))
}

/// What was typed, as far as it can be understood.
struct Typed {
    command: String,
    /// The study or the table.
    path: Option<PathBuf>,
}

fn typed() -> Option<Typed> {
    let matches = Arguments::command().ignore_errors(true).try_get_matches().ok()?;
    let (mut command, mut at) = ("celosia".to_string(), &matches);
    while let Some((name, inside)) = at.subcommand() {
        command += &format!(" {name}");
        at = inside;
    }
    let is_given = |id: &str| at.try_contains_id(id).unwrap_or(false);
    let table = at.try_get_one::<String>("table").is_ok_and(|name| name.is_some());
    let elsewhere = table || ["engine", "query", "frequency"].into_iter().any(is_given);
    let path = |id: &str| at.try_get_one::<PathBuf>(id).ok().flatten().filter(|_| !elsewhere).cloned();
    let path = ["study", "table", "source"].into_iter().find_map(path);
    Some(Typed { command, path: path.filter(|path| !path.to_string_lossy().starts_with("table:")) })
}
