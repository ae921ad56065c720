//! The subcommands, one per file.

pub mod demo;
pub mod front;
pub mod hierarchy;
pub mod inspect;
pub mod reference;
pub mod release;
pub mod verify;
