//! Adult through the library: what an independent brute force over all nodes, in exact arithmetic, found.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use celosia::flow::Flow;
use celosia::study::{Study, StudyFile};
use celosia::watch::Silent;

fn open(study: &str, loss: &str, rule: &str) -> Flow {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/adult").join(study);
    let mut file = StudyFile::read(&path).unwrap();
    file.objectives.loss = Some(loss.into());
    file.suppression.rule = Some(rule.into());
    Flow::open(Study::check(study, &file).unwrap(), &Silent).unwrap()
}

#[test]
fn rows_without_missing_values_are_the_published_ones() {
    let flow = open("study.toml", "general-loss", "as-needed");
    let frequency = &flow.problem.frequency;
    assert_eq!((flow.source.read, flow.source.dropped, frequency.rows), (32_561, 2_399, 30_162));
    assert_eq!((frequency.distinct(), flow.problem.lattice.size()), (12_458, 17_920));
    // Never-worked occurs in dropped rows only: the domain of an attribute is the set of values that count.
    let sizes: Vec<usize> = flow.source.domains.iter().map(|d| d.len()).collect();
    assert_eq!(sizes, [72, 7, 16, 7, 5, 2, 41, 2]);
    let heights: Vec<usize> = flow.source.hierarchies.iter().map(|h| h.height()).collect();
    assert_eq!(heights, [6, 3, 3, 3, 1, 1, 4, 1], "the lengths of POkA's Table 2");
    assert_eq!(open("class.toml", "classification-error", "as-needed").problem.lattice.size(), 8_960);

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/adult");
    let raw = std::fs::read_to_string(folder.join("adult_raw.csv")).unwrap();
    let kept: String = raw.lines().filter(|l| !l.split(',').any(|v| v == "?")).flat_map(|l| [l, "\n"]).collect();
    assert_eq!(kept, std::fs::read_to_string(folder.join("adult.csv")).unwrap());
}

#[test]
fn fronts_have_the_points_of_the_brute_force() {
    // Points of the front with at most 301 rows suppressed: as needed, and by tolerance.
    for (study, loss, as_needed, tolerance) in [
        ("study.toml", "general-loss", 51, 42),
        ("study.toml", "discernibility", 41, 21),
        ("class.toml", "classification-error", 23, 12),
    ] {
        for (rule, points) in [("as-needed", as_needed), ("tolerance", tolerance)] {
            let flow = open(study, loss, rule);
            assert_eq!(flow.problem.limit, 301, "POkA 6");
            assert_eq!(flow.search(&Silent).unwrap().points.len(), points, "{loss}, {rule}");
        }
    }
    // Some of its points: k, loss, rows suppressed.
    let flow = open("study.toml", "general-loss", "as-needed");
    let front = flow.search(&Silent).unwrap();
    for (k, loss, suppressed) in [(2.0, 0.1885, 298), (51.0, 0.4919, 251), (30_071.0, 0.9842, 91)] {
        let point = front.points.iter().find(|p| p.outcome.protection == k).unwrap();
        assert!((point.outcome.loss.value - loss).abs() < 5e-5, "k = {k}: {}", point.outcome.loss.value);
        assert_eq!(point.outcome.suppressed, suppressed, "k = {k}");
    }
}
