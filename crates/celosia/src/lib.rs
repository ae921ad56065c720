//! celosia: every best trade-off between privacy and usefulness of a table, released and checked.
//!
//! The stages, in the order in which data flows; [`flow`] runs them. A stage imports only stages above it (a test
//! checks this), but for the two that all may use: [`error`] and [`watch`].

pub mod error;
pub mod watch;
pub mod threads;
pub mod say;

pub mod input;
pub mod sets;
pub mod study;
pub mod table;
pub mod engine;
pub mod hierarchy;
pub mod frequency;
pub mod sql;
pub mod open;
pub mod space;
pub mod classes;
pub mod privacy;
pub mod loss;
pub mod evaluate;
pub mod front;
pub mod search;
pub mod certify;
pub mod choose;
pub mod release;
pub mod report;
pub mod tree;

pub mod inspect;
pub mod generate;
pub mod flow;
pub mod compare;
pub mod reproduce;
