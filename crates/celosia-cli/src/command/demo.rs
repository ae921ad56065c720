//! `celosia demo`: the whole flow on the Adult census table that the command carries.

use celosia::error::Result;
use celosia::flow::Flow;
use celosia::release::output;
use celosia::report::Shown;
use celosia::study::{Study, StudyFile};
use celosia::table::PartialFolder;
use celosia::watch::Watch;

use super::adult;
use super::front::{Files, advise, show};
use crate::arguments::Demo;
use crate::existing;
use crate::terminal::Terminal;

/// Points that the demo shows.
const SHOWN: usize = 24;

pub fn run(demo: &Demo, terminal: &Terminal) -> Result<()> {
    output::check(&demo.output, [])?;
    terminal.make_way([&demo.output])?;
    let folder = PartialFolder::new(&std::env::temp_dir())?;
    adult::unpack(folder.path())?;
    let mut file = StudyFile::read(&folder.path().join(celosia_adult::STUDY))?;
    file.search.threads = Some(demo.threads);
    terminal.thread_limit(demo.threads);
    let study = Study::check("the embedded study", &file)?;
    let of_others = [demo.output.clone()].into_iter().filter(|file| !existing::is_of_front(file, &study.name));
    existing::refuse(of_others, demo.force)?;
    let flow = Flow::open(study, terminal)?;
    let front = flow.front(&flow.request(), terminal)?;
    let advice = advise(&flow, &front);
    show(&flow, &front, &advice, Shown { knee: None, most: SHOWN, numbers: false }, terminal);
    terminal.object(&celosia::report::front_json(&flow.source, &flow.problem, &front));
    let files = Files { front: None, report: Some(demo.output.clone()), chart: None, certificate: None };
    terminal.say("\nThe data: Adult, UCI Machine Learning Repository, Becker and Kohavi 1996, CC BY 4.0.\n");
    terminal.all_printed()?;
    terminal.check()?;
    files.write(&flow, &front, &advice, "celosia release data/adult/study.toml", terminal)?;
    terminal.hint("open the report; then `celosia inspect TABLE` looks at a table of your own");
    Ok(())
}
