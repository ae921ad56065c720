//! Every test of the command, each in a folder of its own: one program, so that it is linked once. A file here is a module of
//! it; `cargo test -p celosia-cli --test all signals::` runs those of one file.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod adult_front;
mod adult_release;
mod after;
mod attacks;
mod bad_output;
mod bad_study;
mod bad_table;
mod beside;
mod celosia;
mod certify;
mod chapter;
mod colours;
mod compare;
mod cuts;
mod domain;
mod evolution;
mod generate;
mod hierarchy;
mod kept;
mod limits;
mod models;
mod narrow;
mod newcomer;
mod objectives;
mod overwrite;
mod paths;
mod persons;
mod pipes;
mod poka;
mod questions;
mod reading;
mod required;
mod reference;
mod regions;
mod shell;
mod signals;
mod silent_engine;
mod special_output;
mod sql;
mod terminal;
mod tree;
mod unknown_table;
mod writing;
