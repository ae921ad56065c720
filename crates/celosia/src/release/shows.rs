//! What a point shows of each quasi-identifier, in words: "age in steps of 10 · zip first 3 digits · race hidden".

use super::released::Released;
use crate::evaluate::Problem;
use crate::open::{Quasi, Source};
use crate::space::{Place, Space};
use crate::words;

/// What each quasi-identifier shows at a place, whatever is suppressed: for those who may see the table.
pub fn shows(source: &Source, problem: &Problem, place: &Place) -> Vec<String> {
    let values: Vec<usize> = problem.frequency.attributes.iter().map(|attribute| attribute.counts.len()).collect();
    match place {
        Place::Node(_) => said(source, place, &[], &values),
        _ => said(source, place, &problem.shown(place).counts(), &values),
    }
}

/// The same in a release: with the point and the hierarchies given, from the released rows alone.
pub(super) fn released_shows(source: &Source, place: &Place, released: &Released) -> Vec<String> {
    let left: Vec<usize> = released.quasi.iter().map(|rows| rows.iter().filter(|rows| **rows > 0).count()).collect();
    said(source, place, &released.groups_shown(), &left)
}

/// A node shows levels; of other places it is said in how many sets a column's values are.
fn said(source: &Source, place: &Place, sets: &[usize], values: &[usize]) -> Vec<String> {
    let levels = place.node().map(|node| source.levels(node));
    let of = |(q, Quasi { hierarchy, .. }): (usize, Quasi)| match &levels {
        Some(levels) => hierarchy.shows(levels[q] as usize).to_string(),
        None if place.space() == Space::Regions => words::labels_by_class(sets[q]),
        // What a floor joins has a label of its own.
        None if sets[q] == values[q] && hierarchy.floor == 0 => words::AS_IT_IS.to_string(),
        None if sets[q] == 1 => words::HIDDEN.to_string(),
        None => words::groups(sets[q]),
    };
    source.quasi().enumerate().map(of).collect()
}

/// Columns and what they show as one line: those that show the same together, the hidden ones last.
pub fn sentence<'w>(columns: impl IntoIterator<Item = (&'w str, &'w str)>) -> String {
    let mut said: Vec<(&str, Vec<&str>)> = Vec::new();
    for (column, words) in columns {
        match said.iter_mut().find(|(known, _)| *known == words) {
            Some((_, columns)) => columns.push(column),
            None => said.push((words, vec![column])),
        }
    }
    if let [(only, columns)] = &said[..]
        && columns.len() > 1
    {
        return format!("{} {only}", words::EVERYTHING);
    }
    said.sort_by_key(|(words, _)| *words == words::HIDDEN);
    let part = |(words, columns): &(&str, Vec<&str>)| {
        let words = if *words == words::AS_IT_IS && columns.len() > 1 { words::AS_THEY_ARE } else { words };
        format!("{} {words}", columns.join(", "))
    };
    said.iter().map(part).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_show_the_same_stand_together_and_hidden_ones_last() {
        let of = |columns: &[(&'static str, &'static str)]| sentence(columns.iter().copied());
        let mixed = [
            ("race", "hidden"),
            ("age", "in steps of 10"),
            ("sex", "as it is"),
            ("zip", "first 3 digits"),
            ("job", "as it is"),
            ("country", "hidden"),
        ];
        let line = "age in steps of 10 · sex, job as they are · zip first 3 digits · race, country hidden";
        assert_eq!(of(&mixed), line);
        assert_eq!(of(&[("age", "hidden"), ("sex", "hidden")]), "everything hidden");
        assert_eq!(of(&[("age", "hidden")]), "age hidden");
        assert_eq!(of(&[("age", "as it is"), ("sex", "hidden")]), "age as it is · sex hidden");
    }
}
