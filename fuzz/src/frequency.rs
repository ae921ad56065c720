//! Frequency tables that an engine counted: refused, or the counts add up and stand for the rows that were written.

use celosia::flow::Flow;
use celosia::study::{Study, StudyFile};
use celosia::watch::Silent;

use crate::place::file;

const STUDY: &str = r#"
[columns.age]
role = "quasi-identifier"
hierarchy = "flat"
[columns.sex]
role = "quasi-identifier"
hierarchy = "flat"
[columns.disease]
role = "sensitive"
[search]
threads = 1
"#;

/// Bytes as a counted table, for missing rows that are dropped and that are kept.
pub fn frequency(bytes: &[u8]) {
    let path = file("frequency.csv", bytes);
    for rows in ["drop", "keep"] {
        let mut study = StudyFile::parse("counted", STUDY).expect("the study can be read");
        study.data.frequency = Some(path.clone());
        study.data.missing.get_or_insert_default().rows = Some(rows.into());
        let study = Study::check("counted", &study).expect("the study is right");
        let Ok(flow) = Flow::open(study, &Silent) else { continue };
        let counted = &flow.problem.frequency;
        assert_eq!(counted.counts.iter().sum::<u64>(), counted.rows, "tuples stand for all rows");
        assert_eq!(flow.source.read, counted.rows + flow.source.dropped, "rows are counted or dropped");
    }
}
