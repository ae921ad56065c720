//! Writing a release: recode, suppress, shuffle, write beside the name, read back, recount, and only then rename.

use std::path::Path;

use serde_json::json;

use super::out::write_rows;
use super::plan::Plan;
use super::publish::Beside;
use super::record::Record;
use super::there::record_base;
use super::told::Told;
use super::verify::Verified;
use super::{hash, output, promise};
use crate::error::{Error, Result};
use crate::say::count;
use crate::table::{Access, Form, NameLock, Partial, Table, Writer, atomically};
use crate::watch::Watch;

/// Writes the release of rows that this machine reads.
pub(super) fn here(plan: &Plan, table: &Table, output: &Path, watch: &dyn Watch) -> Result<(Record, Verified)> {
    output::check(output, plan.source.inputs())?;
    let base = record_base(output);
    let _mine = base.as_deref().map(NameLock::take).transpose()?;
    if base.is_none() && plan.recoding.keeps_persons() && plan.key.is_none() {
        let what = "pseudonyms have a key, and nothing can stand beside what is not a file";
        let hint = "write to a file, or give a key that is there (release.key)";
        return Err(Error::output(output.display().to_string(), what, hint));
    }
    let key = plan.name_persons()?;
    let mut partial = Partial::new(output, Access::Shared)?;
    let form = Form::like(output, table.style());
    let writer = Writer::of_form(output, form, partial.file(), &plan.columns())?;
    let (writer, tally) = write_rows(plan, table, writer, watch)?;
    let formulas = writer.formulas();
    writer.finish()?;
    let written = Table::open(partial.path(), &form.reading())?;
    let (verified, seen) = promise::recount(plan, &written, Some(output), watch)?;
    let beside = plan.beside(&written, watch)?;
    let (sha256, salt) = (hash::of_file(partial.path())?, hash::salt()?);
    let name = base.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let input = hash::of_input(&salt, table, watch)?;
    let record = Record::new(plan, &verified, &beside, json!({ "file": name, "sha256": sha256 }), input);
    if let Some((shared, key)) = key.as_ref().zip(plan.recoding.key()) {
        shared.write(key)?;
    }
    match base {
        Some(base) => {
            let told = Told { plan, verified: &verified, seen: &seen, tally: Some(&tally), record: &record };
            let reports = plan.report.as_ref().map(|report| report(&told));
            Beside::new(plan, &base, &record, &salt, reports.as_ref())?.publish_with(partial)?;
        }
        None => partial.publish()?,
    }
    if !formulas.is_empty() {
        let cells = formulas.iter().map(|(_, cells)| cells).sum();
        let columns: Vec<&str> = formulas.iter().map(|(name, _)| name.as_str()).collect();
        watch.note(&format!(
            "warning: {} as formulas do (=, +, -, @), and a spreadsheet may run what it takes for one: {}",
            count(cells, "cell of the release begins", "cells of the release begin"),
            columns.join(", ")
        ));
    }
    Ok((record, verified))
}

/// Writes a small text file, whole or not at all.
pub fn write_text(path: &Path, text: &str) -> Result<()> {
    text_file(path, Access::Shared, text)
}

/// Writes a small text file that only its owner may read, whole or not at all.
pub fn write_private(path: &Path, text: &str) -> Result<()> {
    text_file(path, Access::Private, text)
}

fn text_file(path: &Path, access: Access, text: &str) -> Result<()> {
    use std::io::Write;
    atomically(path, access, |_, file| file.write_all(text.as_bytes()).map_err(Error::io("write", path)))
}
