//! What is required of a release beside the objectives of its study.

use crate::require::{Demand, Preset, Requirement};
use crate::study::Study;

/// What a study requires, by itself and by its presets.
pub fn required(study: &Study) -> Vec<Requirement> {
    let mut all = study.require.clone();
    for required in study.presets.iter().flat_map(Preset::requirements) {
        // Who chose the point may have put it there.
        if !all.contains(&required) {
            all.push(required);
        }
    }
    all
}

/// The model that a requirement is about.
pub fn model(required: &Requirement) -> Option<&str> {
    match &required.demand {
        Demand::Model { model, .. } => Some(model),
        Demand::Risk(_) => Some("k-anonymity"),
        _ => None,
    }
}
