//! `celosia man`: the help as manual pages, one for each command.

use celosia::error::{Error, Result};
use celosia::release::{output, write_text};
use clap::{Command, CommandFactory};
use serde_json::{Map, Value, json};

use crate::arguments::{Arguments, Man};
use crate::terminal::Terminal;

/// A page of this section of the manual: commands.
const ENDING: &str = ".1";

pub fn run(arguments: &Man, terminal: &Terminal) -> Result<()> {
    let mut command = Arguments::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = &arguments.folder else {
        let page = page(&command)?;
        terminal.say(&page);
        terminal.object(&json!({ "page": page }));
        return Ok(());
    };
    if folder.is_file() {
        let what = "this is a file, and the pages go into a folder";
        return Err(Error::output(folder.display().to_string(), what, "name a folder; it need not be there yet"));
    }
    std::fs::create_dir_all(folder).map_err(Error::io("make the folder", folder))?;
    let mut written = Map::new();
    for command in all(&command) {
        let name = format!("{}{ENDING}", command.get_display_name().unwrap_or_else(|| command.get_name()));
        let path = folder.join(&name);
        output::check(&path, [])?;
        write_text(&path, &page(command)?)?;
        written.insert(name, Value::from(path.display().to_string()));
    }
    terminal.wrote(
        folder,
        &format!(": {} pages; `man -l {}` shows one", written.len(), folder.join("celosia.1").display()),
    );
    terminal.object(&json!({ "pages": written }));
    Ok(())
}

/// A command with those below it, but for those that the help does not show.
fn all(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|below| !below.is_hide_set());
    [command].into_iter().chain(below.flat_map(all)).collect()
}

fn page(command: &Command) -> Result<String> {
    let mut page = Vec::new();
    let date = "";
    let man = clap_mangen::Man::new(command.clone()).date(date);
    man.render(&mut page).map_err(Error::io("write", "the manual page"))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
