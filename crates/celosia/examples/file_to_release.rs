//! From a file to a checked release: the front of a CSV table, the least loss with k = 3, written and recounted.
//!
//! `cargo run --example file_to_release` makes a small table of its own; give it a path to your own and change the columns.
#![allow(missing_docs)]

use celosia::{Choice, Flow, HierarchySpec, Options, Result, Silent, Study};

const PEOPLE: &str = "age,sex,zip,disease\n\
    31,f,28001,flu\n34,f,28004,flu\n36,m,28010,cold\n38,m,28013,flu\n52,f,28770,cold\n57,m,28771,gout\n\
    58,f,28791,flu\n61,m,28792,cold\n29,f,28003,gout\n33,m,28007,flu\n45,f,28760,cold\n49,m,28761,flu\n";

fn main() -> Result<()> {
    let folder = std::env::temp_dir().join(format!("celosia-example-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(celosia::Error::io("make the folder", &folder))?;
    let people = folder.join("people.csv");
    std::fs::write(&people, PEOPLE).map_err(celosia::Error::io("write", &people))?;

    // What others may know of a person is generalized; what nobody should learn is kept and protected.
    let study = Study::of("people")
        .path(&people)
        .quasi_identifier("age", HierarchySpec::intervals([10.0, 20.0, 40.0]))
        .quasi_identifier("sex", HierarchySpec::Flat)
        .quasi_identifier("zip", HierarchySpec::mask())
        .sensitive("disease")
        .suppression("1 rows")
        .build()?;
    let flow = Flow::open(study, &Silent)?;
    let front = flow.front(&flow.request(), &Silent)?;
    println!("{} best trade-offs; {}", front.points.len(), front.found.why());
    for point in &front.points {
        println!("  k = {:<3} loss {:.3}", point.outcome.protection, point.outcome.loss.value);
    }

    let point = flow.pick(&front, Choice::Privacy(3.0))?;
    let output = folder.join("release.csv");
    let (_, verified) = flow.release(point, Options::default()).write(&output, &Silent)?;
    println!(
        "{} rows in {} classes, recounted: k = {:?}",
        verified.rows,
        verified.classes,
        verified.protection_of("k-anonymity")
    );

    // A level that no release reaches is an answer, not a failure.
    let no = flow.pick(&front, Choice::Privacy(1000.0)).map(|_| ()).expect_err("nobody is one of a thousand here");
    assert_eq!(no.kind(), celosia::ErrorKind::Unreachable);
    println!("{no}; {}", no.hint());
    std::fs::remove_dir_all(&folder).map_err(celosia::Error::io("remove", &folder))
}
