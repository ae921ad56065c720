//! Study files: what is accepted survives being written and read again, and its hierarchies are hierarchies.

use celosia::hierarchy::build;
use celosia::study::{HierarchySpec, Kind, Study, StudyFile};
use celosia::table::Domain;

use crate::levels::accepted;

/// Bytes as a study file.
pub fn study(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(file) = StudyFile::parse("study", text) else { return };
    let checked = Study::check("study", &file);
    let written = toml::to_string(&file).expect("a study that was read can be written");
    let again = StudyFile::parse("study", &written).expect("a study that was written can be read");
    let again = Study::check("study", &again);
    match (checked, again) {
        (Ok(study), Ok(again)) => {
            assert_eq!(format!("{study:?}"), format!("{again:?}"), "the study survives");
            hierarchies(&study);
        }
        // TOML writes values before tables, so that another of several faults may come first: its words may differ.
        (Err(error), Err(again)) => assert_eq!(error.kind(), again.kind(), "{error} {again}"),
        (study, again) => assert_eq!(study.is_ok(), again.is_ok(), "{study:?} {again:?}"),
    }
}

/// Builds the hierarchies that need no file over small columns of every type.
fn hierarchies(study: &Study) {
    let domains = [
        Domain::counted(
            "number",
            Kind::Integer,
            &[("-3", 4), ("0", 11), ("17", 20), ("18", 1), ("90", 12), ("1000", 1)],
        ),
        Domain::counted("decimal", Kind::Decimal, &[("-0.5", 3), ("1e3", 10), ("2.25", 30), ("7", 1), ("1e300", 1)]),
        Domain::counted("date", Kind::Date, &[("1969-12-31", 2), ("1970-01-01", 20), ("2024-02-29", 12)]),
        Domain::counted("text", Kind::String, &[("", 1), ("1234", 10), ("12345", 20), ("ä;\"b", 3), ("*", 1)]),
    ];
    for column in &study.columns {
        if matches!(column.hierarchy, HierarchySpec::File(_) | HierarchySpec::TaxonomyFile(_)) {
            continue;
        }
        for domain in &domains {
            if let Ok(hierarchy) = build(&column.hierarchy, domain) {
                accepted(domain, &hierarchy);
                let _ = hierarchy.with_floor(domain, column.floor).map(|hierarchy| hierarchy.at_floor(domain));
            }
        }
    }
}
