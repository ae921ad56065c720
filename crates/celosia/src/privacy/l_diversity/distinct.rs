//! Distinct l-diversity: every class shows at least l different sensitive values; a missing cell is none.
//!
//! Where persons are counted, values count that different persons have: as many as can be had from a person each, which is the
//! largest matching of values and persons. One person with five values makes l = 1.
//!
//! **Monotone.** A union of classes shows every value that any of them shows, and a matching in a part is one in the union. For
//! missing cells see `worst.rs`; where persons are counted a missing cell is held by nobody, which is no better than any way
//! to fill it in.

use crate::privacy::worst::Gaps;
use crate::privacy::{About, Class, Compares, Goal, Model, Over, needs_sensitive, weakest};

pub const DISTINCT: About = About {
    name: "distinct-l-diversity",
    parameter: "l",
    measures: "how many different sensitive values a row could have, at the least",
    definition: "l = the least number of distinct sensitive values in a class, of different persons where persons are \
                 counted; missing is none, and a class of nothing but missing values has l = 1",
    range: "1 (someone's value is certain) to the number of values; larger is more private",
    reference: "Machanavajjhala et al., l-diversity (ICDE 2006)",
    goal: Goal::Max,
    sensitive: true,
    compares: Compares::Nothing,
    holders: true,
    sizes: false,
    over: Over::Least,
    monotone: true,
    build: |_, sensitive| {
        needs_sensitive(DISTINCT.name, sensitive)?;
        Ok(Box::new(Distinct { gaps: Gaps::of(sensitive) }))
    },
};

struct Distinct {
    gaps: Gaps,
}

impl Model for Distinct {
    fn protection(&self, class: &Class) -> f64 {
        if let Some(persons) = class.persons {
            return persons.most_values() as f64;
        }
        weakest(class, |i, histogram| self.gaps.at_worst(i, histogram, 0, |counts, _| counts.len() as f64))
    }

    /// No part shows a value that the whole does not show, nor a person, whatever goes.
    fn reach(&self, class: &Class, _: u64) -> f64 {
        self.protection(class)
    }

    fn reaches_what_it_has(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::tests::{attribute, level};

    #[test]
    fn counts_values_that_occur_and_takes_the_weakest_attribute() {
        let table = [attribute(&[3, 3, 3]), attribute(&[5, 4])];
        assert_eq!(level(&DISTINCT, &table[..1], &[vec![2, 0, 1]]), 2.0);
        assert_eq!(level(&DISTINCT, &table, &[vec![2, 0, 1], vec![3, 0]]), 1.0);
    }
}
