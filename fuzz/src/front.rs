//! Fronts of earlier runs as `celosia compare` reads them: refused, or compared and drawn, with shares that are shares.

use std::cell::RefCell;

use celosia::compare::{Entry, FrontFile, compare, comparison_json, comparison_page, comparison_svg, comparison_text};
use celosia::flow::Flow;
use celosia::watch::Silent;

use crate::problem;

thread_local! {
    static FLOW: RefCell<Flow> = RefCell::new(problem::open());
}

/// Bytes as a front of the small problem.
pub fn front(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(file) = FrontFile::parse("front.json", "front.json", text) else { return };
    let exact = Entry::parse("exact").expect("exact search is there");
    FLOW.with_borrow_mut(|flow| {
        let Ok(comparison) = compare(flow, &[exact], vec![file.clone(), file], &Silent) else { return };
        assert_eq!(comparison.entries.len(), 3);
        for entry in &comparison.entries {
            assert!((0.0..=1.0).contains(&entry.hypervolume), "hypervolume {}", entry.hypervolume);
        }
        for share in comparison.covers.iter().flatten().flatten() {
            assert!((0.0..=1.0).contains(share), "a share of {share}");
        }
        for width in [20, 80] {
            let _ = comparison_text(&comparison, width);
        }
        let _ = (comparison_json(&comparison), comparison_page(&comparison), comparison_svg(&comparison));
    });
}

/// The front of the small problem as `celosia front` writes it.
pub fn seed() -> Vec<u8> {
    let flow = problem::open();
    let front = flow.front(&flow.request(), &Silent).expect("a search without a limit ends");
    celosia::report::front_json(&flow.source, &flow.problem, &front).to_string().into_bytes()
}
