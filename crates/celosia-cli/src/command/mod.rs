//! The subcommands, one per file.

mod adult;
pub mod apply;
pub mod attack;
pub mod certify;
pub mod compare;
pub mod completions;
pub mod demo;
pub mod front;
pub mod generate;
pub mod hierarchy;
pub mod inspect;
pub mod man;
pub mod minimal;
pub mod presets;
pub mod reference;
pub mod release;
pub mod reproduce;
pub mod sql;
pub mod tree;
pub mod verify;
