//! `celosia reproduce`: tables and figures of the papers, ours beside theirs, on the Adult table that the command carries.

use std::path::Path;

use celosia::error::{Error, Result};
use celosia::release::{output, write_text};
use celosia::reproduce::{self, About, Options, Reproduced, Statement};
use celosia::say::count;
use celosia::table::PartialFolder;
use serde_json::{Value, json};

use super::adult;
use crate::arguments::ReproduceArguments;
use crate::terminal::Terminal;

pub fn run(arguments: &ReproduceArguments, terminal: &Terminal) -> Result<()> {
    if let Some(svg) = &arguments.svg {
        output::check(svg, [])?;
    }
    terminal.make_way(&arguments.svg)?;
    terminal.takes_no_budget();
    let adult = PartialFolder::new(&std::env::temp_dir())?;
    adult::unpack(adult.path())?;
    let options = Options {
        adult: adult.path().join(celosia_adult::TABLE),
        seed: arguments.seed,
        runs: arguments.runs,
        sample: arguments.sample,
        vary: reproduce::find_vary(&arguments.runs_vary)?,
        width: terminal.width(),
    };
    match &arguments.name {
        Some(name) => one(reproduce::find(name)?, &options, arguments, terminal),
        None => all(&options, arguments, terminal),
    }
}

fn one(about: &About, options: &Options, arguments: &ReproduceArguments, terminal: &Terminal) -> Result<()> {
    let reproduced = (about.run)(options, terminal)?;
    terminal.say(text(&reproduced, options.width));
    terminal.object(&object(&reproduced));
    if let Some(path) = &arguments.svg {
        write_text(path, &reproduced.svg)?;
        terminal.wrote(path, "");
    }
    Ok(())
}

fn all(options: &Options, arguments: &ReproduceArguments, terminal: &Terminal) -> Result<()> {
    let folder = arguments.output.as_deref();
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).map_err(Error::io("make", folder))?;
    }
    let write = |about: &About, reproduced: &Reproduced| match folder {
        Some(folder) => write(folder, about.name, reproduced, options.width),
        None => Ok(()),
    };
    let made = reproduce::all(options, terminal, &mut { write })?;
    let (table, object) = (reproduce::summary_text(&made, options.width), reproduce::summary_json(&made));
    terminal.say(&table);
    terminal.object(&object);
    if let Some(folder) = folder {
        write_text(&folder.join("statements.txt"), &table)?;
        write_text(&folder.join("statements.json"), &format!("{:#}\n", object["statements"]))?;
        let targets = count(made.len() as u64, "table or figure", "tables and figures");
        terminal.wrote(folder, &format!(": {targets}, each as text, JSON and SVG, and statements.txt"));
    }
    Ok(())
}

/// A target's three files.
fn write(folder: &Path, name: &str, reproduced: &Reproduced, width: usize) -> Result<()> {
    let path = |ending: &str| folder.join(format!("{name}.{ending}"));
    write_text(&path("txt"), &text(reproduced, width))?;
    write_text(&path("json"), &format!("{:#}\n", object(reproduced)))?;
    write_text(&path("svg"), &reproduced.svg)
}

/// A target's own text, and what it says of the paper.
fn text(reproduced: &Reproduced, width: usize) -> String {
    let statements: Vec<&Statement> = reproduced.statements.iter().collect();
    match reproduce::statements_text(&statements, width) {
        table if table.is_empty() => reproduced.text.clone(),
        table => format!("{}\n{table}", reproduced.text),
    }
}

fn object(reproduced: &Reproduced) -> Value {
    let mut object = reproduced.json.clone();
    object["statements"] = json!(reproduced.statements.iter().map(Statement::json).collect::<Vec<_>>());
    object
}
