//! `celosia reproduce`: a table or figure of the papers, ours beside theirs, on the Adult table that the command carries.

use celosia::error::Result;
use celosia::release::{output, write_text};
use celosia::reproduce::{self, Options};
use celosia::table::PartialFolder;

use super::adult;
use crate::arguments::ReproduceArguments;
use crate::terminal::Terminal;

pub fn run(arguments: &ReproduceArguments, terminal: &Terminal) -> Result<()> {
    let reproduction = reproduce::find(&arguments.name)?;
    if let Some(svg) = &arguments.svg {
        output::check(svg, [])?;
    }
    terminal.make_way(&arguments.svg)?;
    let folder = PartialFolder::new(&std::env::temp_dir())?;
    adult::unpack(folder.path())?;
    let options = Options {
        adult: folder.path().join(celosia_adult::TABLE),
        seed: arguments.seed,
        runs: arguments.runs,
        sample: arguments.sample,
        width: terminal.width(),
    };
    let reproduced = (reproduction.run)(&options, terminal)?;
    terminal.say(&reproduced.text);
    terminal.object(&reproduced.json);
    if let Some(path) = &arguments.svg {
        write_text(path, &reproduced.svg)?;
        terminal.wrote(path, "");
    }
    Ok(())
}
