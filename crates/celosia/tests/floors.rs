//! Floors leave out levels and change nothing else: every node of the smaller lattice has the outcomes that it has in the
//! whole one, for every metric, and the frequency table only has fewer tuples.

use celosia::error::Result;
use celosia::evaluate::{Problem, naive_outcomes};
use celosia::flow::Flow;
use celosia::loss::METRICS;
use celosia::study::{Study, StudyFile};
use celosia::watch::Silent;
use proptest::prelude::*;

/// Rows of age, work, date, disease and class.
fn table() -> impl Strategy<Value = Vec<(u8, u8, u8, u8, bool)>> {
    prop::collection::vec((0..60u8, 0..5u8, 0..40u8, 0..4u8, any::<bool>()), 20..120)
}

fn csv(rows: &[(u8, u8, u8, u8, bool)]) -> String {
    let mut text = "age,work,born,disease,class\n".to_string();
    for (age, work, born, disease, class) in rows {
        // Some values are missing, so that the rule for them is part of the test.
        let work = ["private", "state", "local", "?", "self"][*work as usize];
        let born = format!("{}-0{}-15", 1980 + u32::from(born / 8), 1 + born % 8);
        text += &format!("{},{work},{born},d{disease},{class}\n", 20 + age);
    }
    text
}

/// A study with floors at the given levels.
fn open(path: &std::path::Path, floors: [usize; 3], rows: &str, metric: &str) -> Result<Flow> {
    let text = format!(
        r#"
        [data]
        missing = {{ rows = "{rows}", allow-loss = true }}
        [columns.age]
        role = "quasi-identifier"
        hierarchy = {{ interval = [5, 10, 20] }}
        floor = {}
        [columns.work]
        role = "quasi-identifier"
        hierarchy = {{ taxonomy = {{ "*" = {{ public = ["state", "local"], own = ["private", "self"] }} }} }}
        floor = {}
        [columns.born]
        role = "quasi-identifier"
        hierarchy = {{ date = ["month", "year"] }}
        floor = {}
        [columns.disease]
        role = "sensitive"
        [columns.class]
        role = "class"
        [objectives]
        loss = "{metric}"
        [suppression]
        limit = "10%"
        "#,
        floors[0], floors[1], floors[2]
    );
    let mut file = StudyFile::parse("floors", &text).expect("a study");
    file.data.path = Some(path.to_path_buf());
    Flow::open(Study::check("floors", &file).expect("checked"), &Silent)
}

/// All outcomes of a node, by the slow evaluation.
fn outcomes(problem: &Problem, node: &[u8]) -> Vec<(f64, f64, u64, u64)> {
    naive_outcomes(problem, node).iter().map(|o| (o.protection, o.loss.value, o.suppressed, o.classes)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn a_node_is_the_same_with_floors(
        rows in table(), age in 0..4usize, work in 0..3usize, born in 0..3usize, keep in any::<bool>(), metric in 0..METRICS.len(),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("people.csv");
        std::fs::write(&path, csv(&rows)).expect("written");
        let (rule, metric) = (if keep { "keep" } else { "drop" }, METRICS[metric].name);
        let floors = [age, work, born];
        let whole = open(&path, [0; 3], rule, metric).expect("counted");
        let floored = match open(&path, floors, rule, metric) {
            // What a floor leaves out these would need.
            Err(refused) if ["usefulness", "protection", "query-error"].contains(&metric) => {
                let floors = if metric == "query-error" { age + born + work } else { age + born };
                prop_assert!(floors > 0 && refused.to_string().contains("which its floor leaves out"));
                return Ok(());
            }
            opened => opened.expect("counted"),
        };
        prop_assert_eq!(whole.problem.frequency.rows, floored.problem.frequency.rows);
        prop_assert!(floored.problem.frequency.distinct() <= whole.problem.frequency.distinct());
        for (a, b) in whole.source.quasi().zip(floored.source.quasi()) {
            let (a, b) = (a.domain, b.domain);
            prop_assert_eq!((&a.values, &a.counts, a.missing), (&b.values, &b.counts, b.missing));
        }
        let lattice = &floored.problem.lattice;
        for a in 0..=lattice.height(0) {
            for w in 0..=lattice.height(1) {
                for b in 0..=lattice.height(2) {
                    let node = [a, w, b];
                    let same: Vec<u8> = node.iter().zip(floors).map(|(level, floor)| level + floor as u8).collect();
                    prop_assert_eq!(floored.source.levels(&node), same.clone());
                    prop_assert_eq!(
                        outcomes(&floored.problem, &node), outcomes(&whole.problem, &same), "{} at {:?}", metric, same
                    );
                }
            }
        }
    }
}

#[test]
fn cuts_do_not_go_below_floors() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("people.csv");
    let rows: Vec<_> = (0..60).map(|i| (i, i % 5, i % 40, i % 4, i % 2 == 0)).collect();
    std::fs::write(&path, csv(&rows)).expect("written");
    let flow = open(&path, [2, 0, 1], "drop", "general-loss").expect("counted");
    let finest = flow.problem.cuts.groupings(&flow.problem.cuts.finest());
    for (grouping, hierarchy) in finest.iter().zip(flow.source.quasi().map(|quasi| quasi.hierarchy)) {
        assert_eq!(grouping.groups, hierarchy.levels[hierarchy.floor].labels.len());
    }
}

#[test]
fn a_floor_must_be_a_level() {
    let refused = |floor: &str, role: &str| {
        let text = format!(
            "[data]\npath='p'\n[columns.q]\nrole='quasi-identifier'\n[columns.a]\nrole='{role}'\nhierarchy={{date=['year']}}\nfloor={floor}\n"
        );
        Study::check("s", &StudyFile::parse("s", &text).expect("parsed"))
            .err()
            .map(|e| e.to_string())
            .unwrap_or_default()
    };
    assert!(refused("'year'", "quasi-identifier").is_empty());
    assert!(refused("'month'", "quasi-identifier").contains("no level \"month\""));
    assert!(refused("-1", "quasi-identifier").contains("-1 is no level"));
    assert!(refused("1", "sensitive").contains("only quasi-identifiers"));
}
