//! The command `celosia`: the flow from a table to a checked release, one file per subcommand.

mod arguments;
mod command;
mod engine;
mod estimate;
mod existing;
mod flags;
mod given;
mod progress;
mod secret;
mod signals;
mod style;
mod terminal;
mod usage;

use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::Parser;

use arguments::{Arguments, Command};
use celosia::error::{ErrorKind, Result};
use terminal::Terminal;

/// Searches keep what they learnt and allocate on all cores; the system's allocator makes the cores wait for one another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    terminal::no_panic_reaches_a_user();
    style::Color::typed().choose();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => std::process::exit(usage::refused(&error)),
    };
    let terminal = Terminal::new(arguments.quiet, arguments.json);
    let code = match catch_unwind(AssertUnwindSafe(|| run(&arguments, &terminal))) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) => {
            terminal.error(&error);
            match error.kind() {
                ErrorKind::Unreachable => 1,
                ErrorKind::Interrupted => terminal.stopped_by(),
                _ => 2,
            }
        }
        Err(_defect) => 2,
    };
    std::process::exit(code);
}

fn run(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    match &arguments.command {
        Command::Demo(demo) => command::demo::run(demo, terminal),
        Command::Inspect(inspect) => command::inspect::run(inspect, terminal),
        Command::Front(front) => command::front::run(front, terminal),
        Command::Compare(compare) => command::compare::run(compare, terminal),
        Command::Release(release) => command::release::run(release, terminal),
        Command::Sql(sql) => command::sql::run(sql, terminal),
        Command::Minimal(minimal) => command::minimal::run(minimal, terminal),
        Command::Certify(certify) => command::certify::run(certify, terminal),
        Command::Verify(verify) => command::verify::run(verify, terminal),
        Command::Apply(apply) => command::apply::run(apply, terminal),
        Command::Attack(attack) => command::attack::run(attack, terminal),
        Command::Hierarchy(hierarchy) => command::hierarchy::run(hierarchy, terminal),
        Command::Tree(tree) => command::tree::run(tree, terminal),
        Command::Reproduce(reproduce) => command::reproduce::run(reproduce, terminal),
        Command::Generate(generate) => command::generate::run(generate, terminal),
        Command::Completions(completions) => command::completions::run(completions, terminal),
        Command::Man(man) => command::man::run(man, terminal),
        Command::Presets(presets) => command::presets::run(presets, terminal),
        Command::Reference => command::reference::run(terminal),
    }
    .and_then(|()| terminal.all_printed())
}
