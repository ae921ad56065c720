//! What is required of a release beside the objectives of its study.

use crate::require::{Demand, Preset, Requirement};
use crate::study::Study;

/// What a study requires, by itself and by its presets.
pub fn required(study: &Study) -> Vec<Requirement> {
    let of_presets = study.presets.iter().flat_map(Preset::requirements);
    study.require.iter().cloned().chain(of_presets).collect()
}

/// The model that a requirement is about.
pub fn model(required: &Requirement) -> Option<&str> {
    match &required.demand {
        Demand::Model { model, .. } => Some(model),
        Demand::Risk(_) => Some("k-anonymity"),
        _ => None,
    }
}
