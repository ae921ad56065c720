//! Figures: what is measured or counted, and others do not know.

use super::words::things::{COUNT, WEIGHTING};
use super::{About, Found, Seen};
use crate::study::{Kind, Role};

/// Numbers with many values, or called a count.
pub const MEASUREMENT: About = About { name: "measurement", recognise: measurement };

/// Whole numbers with more values are no codes.
const CODES: usize = 20;

fn measurement(seen: &Seen) -> Option<Found> {
    if !seen.is_number() {
        return None;
    }
    if let Some(term) = WEIGHTING.find(&seen.words) {
        return Some(Found::new("weight of a sample", Role::Insensitive, format!("its name says \"{term}\"")));
    }
    // A count has more than two values: "minimum of 30 days: 0 or 1" counts nothing.
    if let Some(term) = COUNT.find(&seen.words).filter(|_| seen.distinct() > 2) {
        let why = format!("its name says \"{term}\": others do not know figures of this kind");
        return Some(Found::new("figure", Role::Insensitive, why));
    }
    let decimals = seen.domain.kind == Kind::Decimal && seen.distinct() > 5;
    (decimals || seen.distinct() > CODES).then(|| {
        Found::new("measurement", Role::Sensitive, "figures that others hardly know, and may have no business to")
            .unsure()
    })
}
