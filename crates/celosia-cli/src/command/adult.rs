//! The Adult census table that the command carries, unpacked.

use std::path::Path;

use celosia::error::{Error, Result};
use celosia_adult::FILES;

/// Writes studies, table and hierarchies into a folder.
pub fn unpack(folder: &Path) -> Result<()> {
    for (name, bytes) in FILES {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(Error::io("make the folder", parent))?;
        }
        std::fs::write(&path, bytes).map_err(Error::io("write", &path))?;
    }
    Ok(())
}
