//! What a study requires: its own `[require]`, and its presets.

use super::{Limit, StudyFile};
use crate::error::{Error, Result};
use crate::require::{Demand, Preset, Requirement};

/// The presets in force, and what the study requires itself. What presets ask for is required of a release only: on a front they are
/// lines.
pub(super) fn check(place: &str, file: &StudyFile) -> Result<(Vec<Preset>, Vec<Requirement>)> {
    let mut require = Vec::new();
    for (name, value) in &file.require {
        let place = format!("{place}, [require], {name}");
        let demand = Demand::parse(&place, name, &super::check::as_text(value))?;
        require.push(Requirement { demand, preset: None });
    }
    let mut presets: Vec<Preset> = Vec::new();
    for text in file.presets.iter().flat_map(|names| &names.0) {
        let preset = Preset::find(&format!("{place}, presets"), text)?;
        if presets.iter().any(|known| known.id == preset.id) {
            let what = format!("the preset {} is named twice", preset.id);
            return Err(Error::study(format!("{place}, presets"), what, "name each preset once, in one context"));
        }
        presets.push(preset);
    }
    Ok((presets, require))
}

/// The most rows that may be suppressed: what the study says, and no more than is required. Who requires a share and says nothing
/// else allows it.
pub(super) fn limit(limit: Limit, given: bool, require: &[Requirement]) -> Limit {
    let shares =
        require.iter().filter_map(|r| if let Demand::Suppressed(share) = r.demand { Some(share) } else { None });
    match shares.reduce(f64::min) {
        None => limit,
        Some(share) => match limit {
            _ if !given => Limit::Share(share),
            Limit::Share(known) => Limit::Share(known.min(share)),
            Limit::Rows(rows) => Limit::Both(share, rows),
            Limit::Both(known, rows) => Limit::Both(known.min(share), rows),
        },
    }
}
