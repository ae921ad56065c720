//! Counting in little memory: what lies on the disk comes to the same frequency table, histograms included.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fmt::Write;
use std::path::Path;

use celosia::error::Result;
use celosia::frequency::{Counted, count};
use celosia::study::{Study, StudyFile};
use celosia::table::Table;
use celosia::watch::Silent;
use proptest::prelude::*;
use tempfile::tempdir;

/// As little memory as can be: a shard goes to the disk as soon as it has some dozen tuples.
const LITTLE: u64 = 1;

fn counted(study: &Study, memory: u64, threads: usize) -> Result<Counted> {
    let mut study = study.clone();
    study.search.memory = memory;
    count(&Table::open(study.data.files()?, &celosia::study::Reading::default())?, &study, &[], threads, &Silent)
}

fn same(study: &Study) {
    let all = counted(study, 2_000_000_000, 1).unwrap();
    for threads in [1, 2] {
        let little = counted(study, LITTLE, threads).unwrap();
        assert!(little.frequency == all.frequency, "on {threads} threads");
        assert_eq!((little.read, little.dropped), (all.read, all.dropped));
        for (a, b) in little.domains.iter().zip(&all.domains).chain(little.sensitive.iter().zip(&all.sensitive)) {
            assert_eq!((&a.values, &a.counts), (&b.values, &b.counts));
        }
    }
}

fn study(path: &Path, columns: &[(&str, &str)]) -> Study {
    let mut file = StudyFile::default();
    file.data.path = Some(path.into());
    columns.iter().for_each(|(name, role)| file.set_column(name, "role", (*role).into()));
    Study::check("spill", &file).unwrap()
}

#[test]
fn adult_is_the_same_from_the_disk() {
    for name in ["study.toml", "class.toml"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/adult").join(name);
        let study = Study::check(name, &StudyFile::read(&path).unwrap()).unwrap();
        same(&study);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Two quasi-identifiers (one nearly unique), two sensitive attributes and a class, some values missing.
    #[test]
    fn random_tables_are_the_same_from_the_disk(rows in 1u32..30_000, ids in 1u32..40_000, few in 1u32..9, seed in 1u32..) {
        let folder = tempdir().unwrap();
        let path = folder.path().join("people.csv");
        let mut text = String::from("id,zip,disease,job,label\n");
        let mut state = seed;
        for _ in 0..rows {
            let mut draw = |below: u32| {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                state % below
            };
            let zip = match draw(50) {
                0 => "?".to_string(),
                n => n.to_string(),
            };
            writeln!(text, "{},{zip},d{},j{},l{}", draw(ids), draw(few), draw(3), draw(2)).unwrap();
        }
        std::fs::write(&path, text).unwrap();
        let columns =
            [("id", "quasi-identifier"), ("zip", "quasi-identifier"), ("disease", "sensitive"), ("job", "sensitive"), ("label", "class")];
        let mut study = study(&path, &columns);
        // Of a few rows a third may go, or all.
        if rows > 100 {
            study.data.missing.rule = celosia::study::MissingRule::Drop;
        }
        same(&study);
        same(&self::study(&path, &columns[..1]));
    }
}
