//! Every test of the library through its public face: one program, so that it is linked once. A file here is a module of it;
//! `cargo test -p celosia --test all exact::` runs those of one file.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod adult;
mod architecture;
mod batches;
mod bounds;
mod certify;
mod cuts;
mod documents;
mod dolls;
mod evolution;
mod evolution_adult;
mod exact;
mod floors;
mod forms;
mod generate;
mod labels;
mod limits;
mod noninterference;
mod oracle;
mod papers;
mod papers_page;
mod papers_trees;
mod poka;
mod poka_claims;
mod poka_paper;
mod public;
mod questions;
mod random;
mod reading;
mod regional;
mod regions;
mod spill;
mod writing;
