//! Counts a table for a study and nothing else, or searches it too: what `bench/scale` measures.
//!
//! `count STUDY TABLE THREADS MEMORY quasi,… [sensitive,…]` prints one JSON object: rows, distinct tuples, seconds, peak
//! memory in kB, a checksum of the frequency table. STUDY is a study file, `-` for flat hierarchies and no search.
#![allow(missing_docs)]

use std::error::Error;
use std::time::Instant;

use celosia::flow::Flow;
use celosia::frequency;
use celosia::study::{MissingFile, Study, StudyFile, parse_memory};
use celosia::table::Table;
use celosia::watch::Silent;
use serde_json::json;
use sha2::{Digest, Sha256};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [study, table, threads, memory, columns @ ..] = words.as_slice() else {
        return Err("count STUDY TABLE THREADS MEMORY quasi,… [sensitive,…]".into());
    };
    let mut file = if study == "-" { StudyFile::default() } else { StudyFile::read(study.as_ref())? };
    file.data.path = Some(table.into());
    if study == "-" {
        file.data.missing = Some(MissingFile { rows: Some("keep".into()), ..MissingFile::default() });
    }
    for (names, role) in columns.iter().zip(["quasi-identifier", "sensitive"]) {
        names.split(',').for_each(|name| file.set_column(name, "role", role.into()));
    }
    let mut study_checked = Study::check("scale", &file)?;
    study_checked.search.threads = threads.parse()?;
    study_checked.search.memory = parse_memory("memory", memory)?;
    if study != "-" {
        let began = Instant::now();
        let flow = Flow::open(study_checked, &Silent)?;
        let counting = began.elapsed().as_secs_f64();
        let front = flow.front(&flow.request(), &Silent)?;
        let (rows, distinct) = (flow.problem.frequency.rows, flow.problem.frequency.distinct());
        let found = json!({ "rows": rows, "distinct": distinct, "counting": counting, "search": front.found.seconds,
                            "evaluated": front.found.evaluated, "points": front.points.len() });
        println!("{found}");
        return Ok(());
    }
    let table = Table::open(table.as_ref(), &celosia::study::Reading::default())?;
    let began = Instant::now();
    let counted = frequency::count(&table, &study_checked, &[], study_checked.search.threads, &Silent)?;
    let seconds = began.elapsed().as_secs_f64();
    let peak = peak_kilobytes();
    let found = counted.frequency;
    let tracked = found.sensitive.iter().map(|tracked| &tracked.histograms);
    let groups = tracked.map(|histograms| histograms.values.len()).max().unwrap_or(found.distinct());
    let mut sum = Sha256::new();
    found.columns.iter().flatten().for_each(|code| sum.update(code.to_le_bytes()));
    found.counts.iter().for_each(|rows| sum.update(rows.to_le_bytes()));
    for tracked in &found.sensitive {
        tracked.histograms.values.iter().for_each(|value| sum.update(value.to_le_bytes()));
        tracked.histograms.counts.iter().for_each(|rows| sum.update(rows.to_le_bytes()));
    }
    let sum: String = sum.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let distinct = found.distinct();
    println!(
        "{}",
        json!({ "rows": counted.read, "distinct": distinct, "groups": groups, "seconds": seconds, "peak": peak, "sum": sum })
    );
    Ok(())
}

/// The most memory that this process has had (Linux; 0 elsewhere).
fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
