//! `celosia hierarchy build|check|show`: the hierarchy of one column.

use std::path::Path;

use celosia::error::{Error, Result};
use celosia::hierarchy::{self, Hierarchy};
use celosia::inspect;
use celosia::open::inputs;
use celosia::release::{output, write_private};
use celosia::report::wrap;
use celosia::study::{Role, Study, StudyFile};
use celosia::table::{Domain, Table};
use serde_json::json;

use crate::arguments::{HierarchyCommand, HierarchyOf, inline, is_study};
use crate::given;
use crate::terminal::Terminal;

pub fn run(command: &HierarchyCommand, terminal: &Terminal) -> Result<()> {
    match command {
        HierarchyCommand::Build { of, output } => {
            terminal.make_way(output)?;
            let (domain, hierarchy) = build(of, output.as_deref(), terminal)?;
            let text = hierarchy::write::to_csv(&domain, &hierarchy);
            match output {
                None => terminal.say(&text),
                Some(path) => {
                    write_private(path, &text)?;
                    terminal.wrote(path, "; it holds values of the data");
                }
            }
            terminal.object(&object(&domain, &hierarchy));
        }
        HierarchyCommand::Check { of } => {
            let (domain, hierarchy) = build(of, None, terminal)?;
            let groups: Vec<String> = hierarchy.levels.iter().map(|l| l.labels.len().to_string()).collect();
            let said = format!(
                "{}: all {} values covered, levels nest, one group at the top; groups per level: {}",
                domain.column,
                domain.len(),
                groups.join(", ")
            );
            terminal.say(wrap(&said, terminal.width()));
            terminal.object(&object(&domain, &hierarchy));
        }
        HierarchyCommand::Show { of, all } => {
            let (domain, hierarchy) = build(of, None, terminal)?;
            terminal.say(levels(&domain, &hierarchy));
            terminal.say(hierarchy::outline(&domain, &hierarchy, terminal.width(), *all));
            terminal.object(&object(&domain, &hierarchy));
        }
    }
    Ok(())
}

/// The levels by their words, with how many groups each has.
fn levels(domain: &Domain, hierarchy: &Hierarchy) -> String {
    let words = |level: usize| hierarchy.shows(level).to_string();
    let width = (0..hierarchy.levels.len()).map(|level| words(level).chars().count()).max().unwrap_or(0);
    let mut text = format!("{}\n", domain.column);
    for (level, groups) in hierarchy.levels.iter().enumerate() {
        let (number, noun) = (groups.labels.len(), if level == 0 { "value" } else { "group" });
        let plural = if number == 1 { "" } else { "s" };
        text += &format!("  {:<width$}  {number} {noun}{plural}\n", words(level));
    }
    text + "\n"
}

fn object(domain: &Domain, hierarchy: &Hierarchy) -> serde_json::Value {
    let groups: Vec<usize> = hierarchy.levels.iter().map(|l| l.labels.len()).collect();
    let labels: Vec<&Vec<String>> = hierarchy.levels.iter().map(|l| &l.labels).collect();
    json!({ "column": domain.column, "type": domain.kind.name(), "height": hierarchy.height(), "groups": groups, "labels": labels })
}

/// The column's values and the hierarchy over them: the flag's, else the study's, else automatic.
fn build(of: &HierarchyOf, output: Option<&Path>, terminal: &Terminal) -> Result<(Domain, Hierarchy)> {
    let mut file = if is_study(&of.source) {
        let study = StudyFile::read(&of.source)?;
        let known: Vec<String> = study.columns.keys().cloned().collect();
        if !known.contains(&of.column) {
            return Err(Error::UnknownColumn { column: of.column.clone(), place: "--column".into(), known });
        }
        study
    } else {
        given::table(&of.source)?;
        let mut file = StudyFile::default();
        file.data.path = Some(of.source.clone());
        file
    };
    file.data.override_with(of.reading.keys());
    // The other columns of a study are counted too: a row that the front drops for one of them does not count here either.
    file.set_column(&of.column, "role", Role::QuasiIdentifier.name().into());
    if let Some(text) = &of.hierarchy {
        file.set_column(&of.column, "hierarchy", inline("--hierarchy", text, false)?);
    }
    let study = Study::check(&of.source.display().to_string(), &file)?;
    let table = Table::open_watched(study.data.files()?, &study.data.reading, terminal)?;
    table.column(&of.column, "--column")?;
    if let Some(output) = output {
        output::check(output, inputs(Some(&table), &study).into_iter().chain([of.source.clone()]))?;
    }
    let counted = inspect::count(&table, &study, terminal)?;
    let mut quasi = study.with_role(Role::QuasiIdentifier).zip(counted.domains);
    let found = quasi.find(|(column, _)| column.name == of.column);
    let (column, domain) =
        found.ok_or_else(|| Error::study("--column", "no such column", "name a column of the table"))?;
    let hierarchy = hierarchy::build(&column.hierarchy, &domain)?;
    Ok((domain, hierarchy))
}
