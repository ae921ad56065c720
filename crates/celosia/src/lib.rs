//! celosia: every best trade-off between privacy and usefulness of a table, proven, released and checked.
//!
//! Other tools ask for a k and return one table. This one asks for nothing first: it finds the **front**, all trade-offs that
//! no other beats, says what each level of privacy costs, and writes and recounts the release that you pick.
//!
//! ```
//! use celosia::{Choice, Flow, HierarchySpec, Options, Silent, Study};
//!
//! # fn main() -> celosia::Result<()> {
//! # let folder = tempfile::tempdir().unwrap();
//! # let (people, output) = (folder.path().join("people.csv"), folder.path().join("release.csv"));
//! # std::fs::write(&people, "age,sex,disease\n31,f,flu\n34,f,flu\n36,m,cold\n38,m,flu\n52,f,cold\n57,m,cold\n").unwrap();
//! let study = Study::of("people")
//!     .path(&people)
//!     .quasi_identifier("age", HierarchySpec::intervals([10.0, 20.0]))
//!     .quasi_identifier("sex", HierarchySpec::Flat)
//!     .sensitive("disease")
//!     .build()?;
//! let flow = Flow::open(study, &Silent)?; // reads and counts the rows, once
//! let front = flow.front(&flow.request(), &Silent)?; // every best trade-off
//! assert!(front.found.complete); // and it is proven that none is missing
//! let point = flow.pick(&front, Choice::Privacy(2.0))?; // the least loss with k = 2
//! let (_, verified) = flow.release(point, Options::default()).write(&output, &Silent)?;
//! assert!(verified.protection_of("k-anonymity") >= Some(2.0)); // read back and recounted
//! # Ok(())
//! # }
//! ```
//!
//! - **Rows in memory**: [`Table::from_batches`] takes Arrow record batches, [`Flow::open_table`] opens a study on them, and
//!   [`release::Plan::to_batches`] gives the release back as record batches. The Arrow crates that appear are re-exported.
//! - **Studies** are made in code ([`Study::of`]) or read from TOML ([`study::StudyFile`]); both go through one door.
//! - **Several searches** on one counted table: a [`Request`] says by which search, in which space, for which point and with
//!   which limits; [`Flow::front`] changes nothing.
//! - **Errors** have an [`ErrorKind`] for programs, a message and a [hint](Error::hint) for people. They name settings by
//!   their keys in a study.
//! - **Long work** tells a [`Watch`] how far it is and asks it whether to stop; [`Silent`] only waits. Nothing is printed.
//!
//! The modules are the stages in the order in which data flows; [`flow`] runs them. A stage imports only stages above it (a
//! test checks this), but for those that all may use: [`error`], [`watch`] and [`threads`]. Stages that a program does not
//! need are private; our own tests, benches and fuzz targets see them through the feature `internals`, about which nothing
//! is promised.

pub mod error;
pub mod watch;
pub mod threads;
pub mod say;
pub mod words;

#[cfg(not(feature = "internals"))]
mod input;
#[cfg(feature = "internals")]
pub mod input;
#[cfg(not(feature = "internals"))]
mod sets;
#[cfg(feature = "internals")]
pub mod sets;
pub mod writing;
pub mod require;
pub mod study;
pub mod table;
pub mod engine;
pub mod hierarchy;
#[cfg(not(feature = "internals"))]
mod frequency;
#[cfg(feature = "internals")]
pub mod frequency;
pub mod sql;
pub mod open;
pub mod space;
#[cfg(not(feature = "internals"))]
mod classes;
#[cfg(feature = "internals")]
pub mod classes;
pub mod privacy;
pub mod loss;
#[cfg(not(feature = "internals"))]
mod evaluate;
#[cfg(feature = "internals")]
pub mod evaluate;
pub mod front;
pub mod utility;
#[cfg(not(feature = "internals"))]
mod bound;
#[cfg(feature = "internals")]
pub mod bound;
pub mod search;
pub mod certify;
pub mod choose;
pub mod meaning;
pub mod release;
pub mod report;
pub mod tree;

pub mod inspect;
pub mod generate;
pub mod flow;
pub mod compare;
pub mod reproduce;

pub use arrow_array;
pub use arrow_schema;

pub use choose::Choice;
pub use error::{Error, ErrorKind, Result};
pub use evaluate::{Aim, Objective, Outcome, Problem};
pub use flow::{Flow, Request};
pub use front::{Front, Point};
pub use release::Options;
pub use space::Space;
pub use study::{HierarchySpec, Role, Study};
pub use table::Table;
pub use watch::{Silent, Watch};
