//! Names that are the same but for a number: `Grade 3`, `3rd`, `Q2`, `Stage IV`, and roman numbers alone.

use super::groups;
use super::spelling::{folded, is_unknown};
use crate::table::Domain;
use crate::words;

/// For each value its groups, or nothing where it says nothing.
pub struct Found {
    pub paths: Vec<Option<Vec<String>>>,
    /// For each value its number.
    pub numbers: Vec<u32>,
}

/// What may stand around the number. Other names with numbers, such as wards, have no order that means anything.
#[rustfmt::skip]
const AROUND: &[&str] = &[
    "grade #", "year #", "class #", "level #", "stage #", "phase #", "week #", "wave #", "semester #", "term #",
    "quarter #", "tier #", "form #", "q#", "t#", "#", "#th grade", "# grade", "klasse #", "stufe #",
    "#. klasse", "#. semester", "semester#", "curso #", "#o curso", "grado #", "# grado", "nivel #", "estadio #",
    "etapa #", "trimestre #", "semestre #", "annee #", "niveau #", "stade #", "classe #", "anno #", "livello #",
    "stadio #", "ano #", "serie #", "niveau#", "asa #", "nyha #", "ecog #", "type #", "category #", "#. jahr",
    "quintile #", "quartile #", "decile #", "kw #", "groep #", "s#", "band #", "step #", "rank #",
];

/// How the number is written.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Writing {
    Plain,
    Roman,
    Ordinal,
}

/// Three numbers or more within the same words.
pub fn find(domain: &Domain) -> Option<Found> {
    let parts: Vec<Option<(String, u32, String, Writing)>> = domain.values.iter().map(|value| part(value)).collect();
    let (before, _, behind, writing) = parts.iter().flatten().next()?.clone();
    let around = folded(&format!("{before}#{behind}"));
    // Numbers alone are numbers, unless they are written in another way.
    let is_known = AROUND.contains(&around.as_str()) && (around != "#" || writing != Writing::Plain);
    let same = |(value, part): (&String, &Option<(String, u32, String, Writing)>)| match part {
        Some((b, _, e, w)) => folded(b) == folded(&before) && folded(e) == folded(&behind) && *w == writing,
        None => is_unknown(value),
    };
    if !is_known || !domain.values.iter().zip(&parts).all(same) {
        return None;
    }
    let mut numbers: Vec<u32> = parts.iter().flatten().map(|part| part.1).collect();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.len() < 3 {
        return None;
    }
    // By the number, not by which there are: 1 and 2, 3 and 4, whatever the column lacks.
    let (low, high) = (numbers[0].min(1), numbers[numbers.len() - 1]);
    let write = |number: u32| match writing {
        Writing::Plain => number.to_string(),
        Writing::Roman => roman(number),
        Writing::Ordinal => ordinal(number),
    };
    let length = (high - low + 1) as usize;
    if length > 400 {
        return None;
    }
    let runs = groups::runs(length, |first, last| {
        let (first, last) = (write(low + first as u32), write(low + last as u32));
        let run = if first == last {
            first
        } else if writing == Writing::Plain {
            words::range(&first, &last)
        } else {
            words::run(&first, &last)
        };
        format!("{before}{run}{behind}")
    });
    let height = runs.first().map_or(0, |path| path.len().min(3));
    let path = |part: &Option<(String, u32, String, Writing)>| {
        part.as_ref().map(|(_, number, ..)| runs[(number - low) as usize][..height].to_vec())
    };
    let number = |part: &Option<(String, u32, String, Writing)>| part.as_ref().map_or(0, |part| part.1);
    Some(Found { paths: parts.iter().map(path).collect(), numbers: parts.iter().map(number).collect() })
}

/// What stands before the number, the number, and what stands behind.
fn part(value: &str) -> Option<(String, u32, String, Writing)> {
    let value = value.trim();
    if let Some(start) = value.find(|c: char| c.is_ascii_digit()) {
        let digits: String = value[start..].chars().take_while(char::is_ascii_digit).collect();
        let (before, behind) = (&value[..start], &value[start + digits.len()..]);
        let number = digits.parse::<u32>().ok().filter(|number| *number <= 400)?;
        if behind.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let ending = ["st", "nd", "rd", "th", "."].into_iter().find(|ending| behind.to_lowercase().starts_with(ending));
        return match ending {
            Some(ending) if ending != "." => Some((before.into(), number, behind[2..].into(), Writing::Ordinal)),
            _ => Some((before.into(), number, behind.into(), Writing::Plain)),
        };
    }
    let (before, last) =
        value.rsplit_once(' ').map_or((String::new(), value), |(before, last)| (format!("{before} "), last));
    Some((before, from_roman(last)?, String::new(), Writing::Roman))
}

const ROMAN: [(&str, u32); 13] = [
    ("M", 1000),
    ("CM", 900),
    ("D", 500),
    ("CD", 400),
    ("C", 100),
    ("XC", 90),
    ("L", 50),
    ("XL", 40),
    ("X", 10),
    ("IX", 9),
    ("V", 5),
    ("IV", 4),
    ("I", 1),
];

fn roman(mut number: u32) -> String {
    let mut text = String::new();
    for (letters, worth) in ROMAN {
        while number >= worth {
            text.push_str(letters);
            number -= worth;
        }
    }
    text
}

/// Up to thirty, so that words such as "MIX" are none.
fn from_roman(text: &str) -> Option<u32> {
    (1..=30).find(|number| roman(*number) == text)
}

fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Kind;

    fn paths(values: &[&str]) -> Option<Vec<Option<Vec<String>>>> {
        find(&Domain::of("c", Kind::String, values)).map(|found| found.paths)
    }

    fn some(labels: &[&str]) -> Option<Vec<String>> {
        Some(labels.iter().map(|label| label.to_string()).collect())
    }

    #[test]
    fn numbers_in_words_are_joined_by_their_numbers() {
        let grades = paths(&["Grade 1", "Grade 10", "Grade 2", "Grade 9", "unknown"]).unwrap();
        assert_eq!(grades[1], some(&["Grade 9–10", "Grade 9–10", "Grade 9–10"]));
        assert_eq!(grades[2], some(&["Grade 1–2", "Grade 1–4", "Grade 1–8"]));
        assert_eq!(grades[4], None);
        assert_eq!(paths(&["I", "II", "III", "IV"]).unwrap()[2], some(&["III to IV"]));
        assert_eq!(paths(&["1st", "2nd", "3rd", "4th"]).unwrap()[0], some(&["1st to 2nd"]));
        assert_eq!(paths(&["Q1", "Q2", "Q3", "Q4"]).unwrap()[3], some(&["Q3–4"]));
    }

    #[test]
    fn other_names_with_numbers_have_no_order() {
        for values in
            [&["Ward 1", "Ward 2", "Ward 3"][..], &["1", "2", "3"], &["I", "A", "B"], &["Grade 1", "Q2", "Q3"]]
        {
            assert!(paths(values).is_none(), "{values:?}");
        }
    }
}
