//! Record batches in memory, counted once and searched twice: exact search of the lattice beside evolution over cuts, and
//! the release of the better point as record batches again.
#![allow(missing_docs)]

use std::sync::Arc;

use celosia::arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use celosia::{Choice, Flow, HierarchySpec, Options, Result, Silent, Study, Table};

fn main() -> Result<()> {
    let ages = Int64Array::from_iter_values((0..600).map(|row| 18 + (row * 37) % 60));
    let sexes = StringArray::from_iter_values((0..600).map(|row| if row % 3 == 0 { "m" } else { "f" }));
    let columns = [("age", Arc::new(ages) as ArrayRef), ("sex", Arc::new(sexes))];
    let batch = RecordBatch::try_from_iter(columns).expect("the columns are equally long");

    // No path: the rows are handed over.
    let study = Study::of("people")
        .quasi_identifier("age", HierarchySpec::intervals([5.0, 10.0, 30.0]))
        .quasi_identifier("sex", HierarchySpec::Flat)
        .build()?;
    let flow = Flow::open_table(study, Table::from_batches(vec![batch])?, &Silent)?;

    // Two requests of one counted table; neither changes anything.
    let exact = flow.front(&flow.request().search("exact"), &Silent)?;
    let evolved = flow.front(&flow.request().search("evolve").seed(7), &Silent)?;
    for front in [&exact, &evolved] {
        let point = flow.pick(front, Choice::Privacy(20.0))?;
        println!("{}: k >= 20 loses {:.4}", front.found.algorithm, point.outcome.loss.value);
    }

    let point = flow.pick(&evolved, Choice::Privacy(20.0))?;
    let release = flow.release(point, Options::default()).to_batches(&Silent)?;
    let rows: usize = release.batches.iter().map(RecordBatch::num_rows).sum();
    println!("{rows} rows released, recounted: k = {:?}", release.verified.protection_of("k-anonymity"));
    assert!(release.verified.protection_of("k-anonymity") >= Some(20.0));
    Ok(())
}
