//! `celosia compare`: several searches on one study, on one chart.

use std::path::Path;

use celosia::compare::{self, Comparison, Entry, FrontFile};
use celosia::error::{Error, Result};
use celosia::release::{output, write_private, write_text};
use celosia::study::Study;
use celosia::watch::Watch;

use crate::arguments::CompareArguments;
use crate::engine;
use crate::flags;
use crate::given;
use crate::terminal::Terminal;

pub fn run(arguments: &CompareArguments, terminal: &Terminal) -> Result<()> {
    if let Some(search) = &arguments.study.search.search {
        let hint = format!("name the searches with --with {search},…, or use `celosia front` for one");
        return Err(Error::study("--search", "compare runs several searches", hint));
    }
    let draw = arguments.output.as_deref().map(drawing).transpose()?;
    let mut file = arguments.study.file()?;
    arguments.fronts.iter().try_for_each(|front| given::written(front, "a front"))?;
    let entries = Entry::parse_all(&arguments.with)?;
    if file.search.checkpoint.take().is_some() {
        let hint = "use `celosia front` for a search with a checkpoint; its front.json can join a comparison";
        return Err(Error::study("--checkpoint", "a checkpoint is of one search", hint));
    }
    compare::fit(&mut file, &entries);
    let study = Study::check(&arguments.study.study.display().to_string(), &file)?;
    let fronts = arguments.fronts.iter().map(|path| FrontFile::read(path)).collect::<Result<Vec<_>>>()?;
    let flow = engine::open(study, terminal)?;
    if let Some(path) = &arguments.output {
        let source = &flow.source;
        let own = arguments.fronts.iter().chain([&arguments.study.study]).cloned();
        output::check(path, source.inputs().into_iter().chain(own))?;
    }
    let mut comparison = compare::compare(&flow, &entries, fronts, terminal)?;
    for (_, why) in &mut comparison.left_out {
        *why = flags::in_message(why);
    }
    terminal.say(compare::comparison_text(&comparison, terminal.width()));
    terminal.object(&compare::comparison_json(&comparison));
    terminal.all_printed()?;
    terminal.check()?;
    if let (Some(path), Some(draw)) = (&arguments.output, draw) {
        // A page has figures of every point; a chart shows no more than a picture does.
        let write = if path.extension().is_some_and(|e| e == "svg") { write_text } else { write_private };
        write(path, &draw(&comparison))?;
        terminal.wrote(path, "");
    }
    Ok(())
}

/// How a file of this name is drawn.
fn drawing(path: &Path) -> Result<fn(&Comparison) -> String> {
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("svg") => Ok(compare::comparison_svg),
        Some("html" | "htm") => Ok(compare::comparison_page),
        _ => {
            let what = "neither a chart (.svg) nor a page (.html)";
            Err(Error::study(path.display().to_string(), what, "end the file's name in .svg or .html"))
        }
    }
}
