//! Where a release goes: names that are free, and folders that this machine and Spark share.

use celosia::engine::Target;
use celosia::error::Result;

use crate::session::Session;

/// Can a release get this name at the end?
pub fn check(session: &Session, target: &Target) -> Result<()> {
    Err(session.refuse(format!("cannot write {target} yet"), ""))
}
