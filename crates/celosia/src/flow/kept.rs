//! Where persons may stay in a release.

use crate::error::{Error, Result};
use crate::space::Space;
use crate::study::Study;

/// Refuses persons who stay in the release where a recoding may show two rows with one tuple differently: trails are of what columns
/// show, and of such classes nobody could say what merging them keeps (`frequency/trails.rs`).
pub(super) fn may_keep_persons(study: &Study, space: Space) -> Result<()> {
    if !study.keeps_persons() {
        return Ok(());
    }
    if space == Space::Regions {
        let what =
            "persons are shown as pseudonyms, and trails of classes with labels of their own are not known to be safe";
        let hint = "use search.space = \"lattice\" or \"cuts\"; or leave pseudonym out, and the column is not released";
        return Err(Error::study(format!("{}, search.space", study.place), what, hint));
    }
    if study.search.prove {
        let what =
            "there is no bound for persons who are shown as pseudonyms: it would be one of classes without trails";
        return Err(Error::study(
            format!("{}, search.prove", study.place),
            what,
            "leave it out; a front of the lattice has its proof",
        ));
    }
    Ok(())
}
