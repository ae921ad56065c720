//! A model that wants more than its own protection: a class that fails a required level, of this model or of another, is weaker
//! than every other class. So what must go under any requirement is what is weakest, and everything that is known of one
//! model (suppression, bounds, certificates) holds for several at once.
//!
//! **Monotone.** Where every part of a union meets each level the union does too, because each model is monotone, and then its own
//! protection is no less than that of its weakest part. Where a part fails it stands at minus infinity, which nothing is below.

use std::sync::Arc;

use super::{About, Class, Model};

/// A level of a model that every class must reach.
pub struct Guard {
    /// The model.
    pub about: &'static About,
    /// The model, made for the table.
    pub model: Box<dyn Model>,
    /// The protection that is required.
    pub least: f64,
}

/// Room for rounding errors in what is required: protections are rounded at the twelfth decimal where they are shown.
const ROOM: f64 = 1e-12;
/// The same for bounds, which must not fall short of what they bound.
const ROOM_OF_BOUNDS: f64 = 8e-12;

/// Does a protection meet what is required?
pub fn meets(protection: f64, least: f64) -> bool {
    protection >= least - ROOM * least.abs().max(1.0)
}

/// A model with required levels of itself and of others.
pub struct Guarded {
    model: Box<dyn Model>,
    /// The level that is required of the model itself; minus infinity where none is.
    own: f64,
    /// The others, the cheapest first.
    guards: Arc<[Guard]>,
}

impl Guarded {
    /// Puts them together.
    pub fn new(model: Box<dyn Model>, own: f64, guards: Arc<[Guard]>) -> Guarded {
        Guarded { model, own, guards }
    }
}

/// A class that meets everything stands above one that does not, even where its own protection guarantees nothing.
fn above_failing(protection: f64) -> f64 {
    protection.max(f64::MIN)
}

impl Model for Guarded {
    fn protection(&self, class: &Class) -> f64 {
        if !self.guards.iter().all(|guard| meets(guard.model.protection(class), guard.least)) {
            return f64::NEG_INFINITY;
        }
        let own = self.model.protection(class);
        if meets(own, self.own) { above_failing(own) } else { f64::NEG_INFINITY }
    }

    /// If parts stay that meet every level, then each model reaches its level, whatever went.
    fn reach(&self, class: &Class, removable: u64) -> f64 {
        let may_meet = |reach: f64, least: f64| reach >= least - ROOM_OF_BOUNDS * least.abs().max(1.0);
        if !self.guards.iter().all(|guard| may_meet(guard.model.reach(class, removable), guard.least)) {
            return f64::NEG_INFINITY;
        }
        let own = self.model.reach(class, removable);
        if may_meet(own, self.own) { above_failing(own) } else { f64::NEG_INFINITY }
    }

    fn reaches_what_it_has(&self) -> bool {
        self.model.reaches_what_it_has() && self.guards.iter().all(|guard| guard.model.reaches_what_it_has())
    }
}
