//! Names of persons that only the columns beside them tell: family names beside given ones, and parts of a name that another column
//! has as a whole.

use std::collections::HashSet;

use super::Column;
use super::risk::is_open;
use super::sample::Sample;
use crate::meaning::Found;
use crate::meaning::identifier::NAME_OF_PERSON;
use crate::study::{Kind, Role};

/// Rows that are compared.
const ROWS: usize = 2_000;

/// Takes columns of which nothing is known for names where those beside them say so.
pub fn settle(columns: &mut [Column], sample: &Sample) {
    let whole: Vec<usize> = (0..columns.len()).filter(|i| is_name(&columns[*i])).collect();
    for i in 0..columns.len() {
        let why = if !is_open(&columns[i]) || !has_words(&columns[i]) {
            None
        } else if let Some(of) = whole.iter().find(|of| is_part(&columns[i], &columns[**of], [i, **of], sample)) {
            Some(format!("its words are parts of {}", columns[*of].name()))
        } else {
            let beside = [i.checked_sub(1), Some(i + 1)].into_iter().flatten().find(|n| whole.contains(n));
            let like = beside.filter(|n| 3 * columns[i].look.seen.distinct() >= columns[*n].look.seen.distinct());
            like.map(|n| format!("its words stand beside names in {}", columns[n].name()))
        };
        if let Some(why) = why {
            columns[i].found = Found::new(NAME_OF_PERSON, Role::Identifier, why).unsure();
        }
    }
}

fn is_name(column: &Column) -> bool {
    column.found.kind.ends_with(NAME_OF_PERSON) || column.found.kind == "name"
}

/// Text of a few words of letters each, in many different ways.
fn has_words(column: &Column) -> bool {
    let seen = &column.look.seen;
    let words =
        |value: &str| value.split(' ').count() <= 4 && value.chars().all(|c| c.is_alphabetic() || " '’-.".contains(c));
    seen.domain.kind == Kind::String && seen.distinct() >= 10 && seen.mostly(words)
}

/// Are the words of one column in most rows among those of another?
fn is_part(part: &Column, whole: &Column, [p, w]: [usize; 2], sample: &Sample) -> bool {
    let text =
        |column: &Column, code: u32| column.look.seen.domain.values.get(code as usize).map(|text| text.to_lowercase());
    let rows = sample.columns[p].iter().zip(&sample.columns[w]).take(ROWS);
    let both = rows.filter_map(|(p, w)| Some((text(part, *p)?, text(whole, *w)?)));
    let (mut all, mut parts) = (0, 0);
    for (part, whole) in both {
        let words: HashSet<&str> = whole.split([' ', ',']).collect();
        all += 1;
        parts += usize::from(part.split(' ').all(|word| words.contains(word)));
    }
    all >= 10 && parts * 10 >= all * 8
}
