//! What a suppressed row holds must not decide how dates are read: releases of tables that differ in one suppressed date have
//! the same bytes, or there is none.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::path::Path;

use celosia::flow::Flow;
use celosia::front::Point;
use celosia::release::{Options, Plan, Suppressed};
use celosia::space::Place;
use celosia::study::{Study, StudyFile};
use celosia::watch::Silent;

/// Men born on forty days that could be read either way, six each, and a woman who will be suppressed.
fn table(odd: &str) -> String {
    let days = (0..40).map(|n| format!("{:02}/{:02}/{}", 1 + n % 12, 1 + n * 5 % 11, 1980 + n % 7));
    let men = days.flat_map(|day| std::iter::repeat_n(format!("{day},m\n"), 6));
    format!("born,sex\n{odd},f\n{}", men.collect::<String>())
}

fn open(folder: &Path, hierarchy: &str, format: &str, odd: &str) -> celosia::Result<Flow> {
    std::fs::write(folder.join("people.csv"), table(odd)).unwrap();
    let study = format!(
        "[data]\npath = 'people.csv'\n[columns.born]\nrole = 'quasi-identifier'\nhierarchy = {hierarchy}\n{format}\n\
         [columns.sex]\nrole = 'quasi-identifier'\nhierarchy = 'flat'\nconstrained = false\n[suppression]\nlimit = '1%'\n"
    );
    std::fs::write(folder.join("study.toml"), study).unwrap();
    let file = StudyFile::read(&folder.join("study.toml"))?;
    Flow::open(Study::check("people", &file)?, &Silent)
}

/// Months of birth, or a cut somewhere among the men and one between the sexes.
fn place(flow: &Flow, cuts: bool) -> Place {
    if !cuts {
        return vec![1u8, 0].into_iter().collect::<celosia::space::Node>().into();
    }
    let mut cut = flow.problem.cuts.coarsest();
    for (attribute, places) in flow.problem.cuts.attributes.iter().enumerate() {
        let values = &flow.source.quasi().nth(attribute).unwrap().domain.values;
        for (bit, value) in places.range().zip(values.iter().skip(1)) {
            cut[bit] = u8::from(value == "m" || is_first(values, value));
        }
    }
    cut.into()
}

/// The first day of 1983 in the column's order.
fn is_first(values: &[String], value: &str) -> bool {
    values.iter().find(|v| v.ends_with("1983")).is_some_and(|first| first == value)
}

fn release(flow: &Flow, cuts: bool) -> Option<String> {
    let place = place(flow, cuts);
    let outcome = flow.problem.outcomes_at(&place).into_iter().find(|outcome| outcome.suppressed == 1)?;
    let point = Point { place, outcome, ties: Vec::new() };
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.csv");
    let options = Options { suppressed: Suppressed::Drop, keep_order: true };
    Plan::new(&flow.source, &flow.problem, &point, options).write(&output, &Silent).unwrap();
    Some(std::fs::read_to_string(output).unwrap())
}

#[test]
fn a_suppressed_day_that_is_impossible_the_other_way_changes_no_label() {
    let mut compared = 0;
    for hierarchy in ["{ date = ['month', 'year'] }", "'auto'"] {
        for format in ["format = 'dd/mm/yyyy'", ""] {
            for cuts in [false, true] {
                let folder = tempfile::tempdir().unwrap();
                let base = open(folder.path(), hierarchy, format, "05/06/1950").unwrap();
                let expected = release(&base, cuts).expect("a point that suppresses the woman");
                assert_eq!(expected.lines().count(), 241, "{expected}");
                // It was read day first, and what is not sure is not said as if it were.
                let is_said = base.source.quasi().next().unwrap().domain.doubt.is_some();
                assert_eq!(is_said, format.is_empty());
                if cuts {
                    assert_eq!(expected.contains("1983-01-0"), !format.is_empty(), "{expected}");
                }
                let other = open(folder.path(), hierarchy, format, "25/12/1950").unwrap();
                assert_eq!(release(&other, cuts).unwrap(), expected, "{hierarchy} {format} cuts: {cuts}");
                compared += 1;
                // So few do not turn all others round: there is no release, and the error asks.
                let error = open(folder.path(), hierarchy, format, "12/25/1950").map(|_| ()).unwrap_err();
                let (what, hint) = (error.to_string(), error.hint());
                assert!(what.contains("\"12/25/1950\" in column \"born\" is not of type date"), "{what}");
                assert!(format.is_empty() == hint.contains("day or month first?"), "{hint}");
            }
        }
    }
    assert_eq!(compared, 8);
}
