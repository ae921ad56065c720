//! Words of columns' names by what they mean, in seven languages.

pub mod health;
pub mod identifiers;
pub mod money;
pub mod people;
pub mod places;
pub mod private;
pub mod things;
pub mod times;
