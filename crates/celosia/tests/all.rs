//! Every test of the library through its public face: one program, so that it is linked once. A file here is a module of it;
//! `cargo test -p celosia --test all exact::` runs those of one file.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod adult;
mod architecture;
mod batches;
mod bounds;
mod certify;
mod climb;
mod cuts;
mod documents;
mod evolution;
mod evolution_adult;
mod exact;
mod floors;
mod forms;
mod generate;
mod labels;
mod lean;
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
mod release_report;
mod required;
mod spill;
mod writing;
