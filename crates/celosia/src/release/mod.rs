//! The release: a point of the front turned into a table, its record, and the check of what was written.

pub mod attack;
mod batches;
mod by_class;
mod hash;
pub mod hierarchies;
mod labels;
mod numbers;
mod out;
pub mod output;
mod plan;
mod promise;
mod publish;
mod recode;
mod record;
mod released;
mod risk;
mod row;
mod rows;
mod shows;
mod shuffle;
mod tally;
mod there;
mod told;
mod write;
pub mod verify;

pub use batches::InMemory;
pub use labels::{Labels, labels};
pub use plan::{Options, Plan, Suppressed};
pub use record::{Record, finite, levels};
pub(crate) use risk::risks;
pub use risk::{Risk, Risks};
pub use shows::{sentence, shows};
pub use tally::{Tally, Went};
pub use there::{TABLE, record_base};
pub use told::{Edition, Reports, Told};
pub use write::{write_private, write_text};
