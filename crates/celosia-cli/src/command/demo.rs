//! `celosia demo`: the whole flow on the Adult census table that the command carries.

use std::path::Path;

use celosia::error::{Error, Result};
use celosia::flow::Flow;
use celosia::release::output;
use celosia::study::{Study, StudyFile};
use celosia::watch::Watch;

use super::front::{Files, advise, show};
use crate::arguments::Demo;
use crate::terminal::Terminal;

/// The embedded study, its table and its hierarchies.
macro_rules! adult {
    ($($name:literal),* $(,)?) => { &[$(($name, include_bytes!(concat!("../../../../data/adult/", $name)))),*] };
}

const ADULT: &[(&str, &[u8])] = adult![
    "study.toml",
    "adult_raw.csv",
    "hierarchies/workclass.csv",
    "hierarchies/education.csv",
    "hierarchies/marital-status.csv",
    "hierarchies/occupation.csv",
    "hierarchies/race.csv",
    "hierarchies/sex.csv",
    "hierarchies/native-country.csv",
    "hierarchies/salary-class.csv",
];

/// Points that the demo shows.
const SHOWN: usize = 24;

pub fn run(demo: &Demo, terminal: &Terminal) -> Result<()> {
    output::check(&demo.output, [])?;
    let folder = tempfile::tempdir().map_err(Error::io("make a folder in", std::env::temp_dir()))?;
    unpack(folder.path())?;
    let mut file = StudyFile::read(&folder.path().join("study.toml"))?;
    file.search.threads = Some(demo.threads);
    let flow = Flow::open(Study::check("the embedded study", &file)?, terminal)?;
    let front = flow.search(terminal)?;
    terminal.check()?;
    let advice = advise(&flow, &front);
    show(&flow, &front, &advice, SHOWN, terminal);
    terminal.object(&celosia::report::front_json(&flow.source, &flow.problem, &front));
    let files = Files { front: None, report: Some(demo.output.clone()), chart: None };
    terminal.say("\nThe data: Adult, UCI Machine Learning Repository, Becker and Kohavi 1996, CC BY 4.0.\n");
    files.write(&flow, &front, &advice, "celosia release data/adult/study.toml", terminal)?;
    terminal.hint("next: open the report; then `celosia inspect TABLE` looks at a table of your own");
    Ok(())
}

fn unpack(folder: &Path) -> Result<()> {
    for (name, bytes) in ADULT {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(Error::io("make the folder", parent))?;
        }
        std::fs::write(&path, bytes).map_err(Error::io("write", &path))?;
    }
    Ok(())
}
