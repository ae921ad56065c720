//! Worked examples of the papers, through the whole flow. Examples of single metrics stand in the metrics' files.
#![allow(clippy::unwrap_used, clippy::panic)]

use celosia::flow::Flow;
use celosia::study::{Study, StudyFile};
use celosia::watch::Silent;

/// POkA (CIKM 2009), Table 1 and Figure 1a: six people, zip codes of two levels of stars and the top.
fn table_1(suppression: &str) -> Flow {
    let folder = tempfile::tempdir().unwrap();
    let rows =
        "ZIP,SEX,SALARY\n12345,M,<50K\n12346,M,<50K\n12345,F,<50K\n12355,F,>=50K\n12355,M,>=50K\n12356,M,>=50K\n";
    let path = folder.path().join("table1.csv");
    std::fs::write(&path, rows).unwrap();
    let text = format!(
        "[data]\npath = {:?}\n\
         [columns.ZIP]\nrole = 'quasi-identifier'\ntype = 'string'\nhierarchy = {{ mask = 'right', characters = [1, 2] }}\n\
         [columns.SEX]\nrole = 'quasi-identifier'\nhierarchy = 'flat'\n\
         [columns.SALARY]\nrole = 'quasi-identifier'\nhierarchy = 'flat'\n\
         [suppression]\nlimit = '{suppression}'\n",
        path.display().to_string()
    );
    let file = StudyFile::parse("table 1", &text).unwrap();
    Flow::open(Study::check("table 1", &file).unwrap(), &Silent).unwrap()
}

#[test]
fn poka_table_1_node_1_1_0_is_3_anonymous() {
    let flow = table_1("0%");
    let problem = &flow.problem;
    let outcome = &problem.outcomes(&[1, 1, 0], &problem.classes(&[1, 1, 0]))[0];
    assert_eq!((outcome.protection, outcome.classes), (3.0, 2));
    let zip = flow.source.quasi().next().unwrap();
    let labels: Vec<&str> = (0..4).map(|code| zip.hierarchy.label(1, code)).collect();
    assert_eq!(labels, ["1234*", "1234*", "1235*", "1235*"]);
    // Equation 1.2 of the chapter: two of four zip codes left open, 1/3; sex wholly, 1; salary not at all.
    assert!((outcome.loss.value - (1.0 / 3.0 + 1.0) / 3.0).abs() < 1e-12);
    assert!((outcome.loss.raw - 6.0 * (1.0 / 3.0 + 1.0)).abs() < 1e-9, "equations 1.3 and 1.4 sum over all cells");
    // The data as they are: every tuple is one person's.
    assert_eq!(problem.outcomes(&[0, 0, 0], &problem.classes(&[0, 0, 0]))[0].protection, 1.0);
}

#[test]
fn poka_5_1_spends_the_tolerance_on_the_smallest_classes() {
    // Node (0,1,0): 12345 twice, 12346 once, 12355 twice, 12356 once. Two rows may go: both single ones do.
    let flow = table_1("2 rows");
    let problem = &flow.problem;
    let outcomes = problem.outcomes(&[0, 1, 0], &problem.classes(&[0, 1, 0]));
    let values: Vec<(f64, u64)> = outcomes.iter().map(|o| (o.protection, o.suppressed)).collect();
    assert_eq!(values, [(1.0, 0), (2.0, 2)]);
    // Equation 1.4: a suppressed row costs as much as a wholly generalized one. Kept rows: sex, one of three cells.
    assert!((outcomes[1].loss.value - (4.0 / 3.0 + 2.0) / 6.0).abs() < 1e-12);
}

#[test]
fn the_top_is_always_on_the_front() {
    // POkA 4: no other node can have a k as large as the number of rows.
    let flow = table_1("0%");
    let front = flow.front(&flow.request(), &Silent).unwrap();
    assert_eq!(front.points[0].outcome.protection, 6.0);
    assert_eq!(flow.problem.lattice.size(), 4 * 2 * 2);
    assert!(front.found.complete && front.found.evaluated < 4 * 2 * 2);
}
