//! How many rows show the same in some columns together, for presets that ask.

use std::collections::HashMap;

use super::Counted;
use crate::require::fewest;

/// The fewest rows that show the same in any one column, in any two, and so on up to so many.
pub(super) fn shared(classes: &[(&Vec<String>, &Counted)], together: usize) -> Vec<u64> {
    let mut codes: HashMap<&str, u32> = HashMap::new();
    let mut shown = Vec::new();
    for (tuple, _) in classes.iter().filter(|_| together > 0) {
        let mut code = |label| {
            let next = codes.len() as u32;
            *codes.entry(label).or_insert(next)
        };
        shown.push(tuple.iter().map(|label| code(label)).collect());
    }
    let rows: Vec<u64> = classes.iter().map(|(_, class)| class.rows).collect();
    fewest(&shown, &rows, together)
}
