//! k-anonymity: every row looks like at least k − 1 others.
//!
//! **Monotone.** A class of a coarser point is a union of classes of a finer one, so it has at least as many rows as
//! the smallest of them; and every person of each, so where persons are counted it has at least as many of these.

use super::{About, Class, Compares, Goal, Model, Over};

pub const K_ANONYMITY: About = About {
    name: "k-anonymity",
    parameter: "k",
    measures: "how many people each row could be about, at the least",
    definition: "k = the number of rows of the smallest class; of its persons, where persons are counted",
    range: "1 (someone is unique) to the number of rows; larger is more private",
    reference: "Samarati and Sweeney 1998; Dewri et al., POkA (CIKM 2009), section 3.1",
    goal: Goal::Max,
    sensitive: false,
    compares: Compares::Nothing,
    holders: false,
    sizes: true,
    over: Over::Least,
    monotone: true,
    build: |_, _| Ok(Box::new(KAnonymity)),
};

struct KAnonymity;

impl Model for KAnonymity {
    fn protection(&self, class: &Class) -> f64 {
        class.size() as f64
    }

    /// No part has more rows than the whole, whatever goes.
    fn reach(&self, class: &Class, _: u64) -> f64 {
        self.protection(class)
    }

    fn reaches_what_it_has(&self) -> bool {
        true
    }
}
