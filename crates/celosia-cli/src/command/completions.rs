//! `celosia completions`: what a shell needs to complete commands and flags.

use celosia::error::Result;
use clap::CommandFactory;
use serde_json::json;

use crate::arguments::{Arguments, Completions};
use crate::terminal::Terminal;

pub fn run(arguments: &Completions, terminal: &Terminal) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "celosia", &mut script);
    let script = String::from_utf8_lossy(&script);
    terminal.say(&*script);
    terminal.object(&json!({ "shell": arguments.shell.to_string(), "script": script }));
    Ok(())
}
