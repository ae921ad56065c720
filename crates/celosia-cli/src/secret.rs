//! The secret that draws which rows of a person are taken into a study: a file of its own, so that a front and its release take the
//! same rows.

use std::path::PathBuf;

use celosia::error::{Error, Result};
use celosia::release::write_private;
use celosia::study::{Secret, Study};

use crate::existing;

/// Where it stands: it carries the study's name, and lies in this folder.
pub fn path(study: &Study) -> PathBuf {
    existing::named(&study.name, "rows.secret")
}

/// The secret of a study that needs one, where it is there.
pub fn known(study: &Study) -> Result<Option<Secret>> {
    let path = path(study);
    if study.person().is_none_or(|column| column.rows_per_person.is_none()) || !path.exists() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(&path).map_err(Error::io("read", &path))?;
    Secret::parse(&path.display().to_string(), &text).map(Some)
}

/// A study with its secret, where it needs one: made where it is not there.
pub fn with(mut study: Study) -> Result<Study> {
    if study.secret.is_none() && study.person().is_some_and(|column| column.rows_per_person.is_some()) {
        study.secret = known(&study)?;
        if study.secret.is_none() {
            let fresh = Secret::fresh()?;
            write_private(&path(&study), &fresh.text())?;
            study.secret = Some(fresh);
        }
    }
    Ok(study)
}
