//! What was written under a temporary name, and how it gets its own.

use celosia::engine::{Staged, Target};
use celosia::error::Result;
use celosia::watch::Watch;

use crate::session::Session;

/// Writes the rows of a query beside the target.
pub fn stage<'s>(session: &'s Session, _: &str, target: &Target, _: &dyn Watch) -> Result<Box<dyn Staged + 's>> {
    Err(session.refuse(format!("cannot write {target} yet"), ""))
}
