//! Diagnoses by the codes of the WHO's classification: ICD-10 by chapter and block, ICD-9 by chapter.

use super::groups::{self, Place};
use super::spelling::{is_unknown, named, share};
use super::{About, Found, Seen, as_text};
use crate::study::{Kind, Role};

/// Codes of ICD-10.
pub const ICD10: About = About { name: "ICD-10", recognise: tenth };

/// Codes of ICD-9, whose form is that of many numbers: only with a name.
pub const ICD9: About = About { name: "ICD-9", recognise: ninth };

#[rustfmt::skip]
const NAMED: &[&str] = &[
    "icd", "icd10", "icd9", "icd10cm", "icd9cm", "cie", "cie10", "cie9", "cim", "cim10", "cid", "cid10", "diag",
    "diagnosis", "diagnoses", "diagnose", "diagnostico", "diagnostic", "diagnosi", "dx", "dx1", "diag1", "diag2",
    "diag3", "cause", "cause of death", "underlying cause", "causa", "todesursache", "disease code",
    "condition code", "morbidity", "ucod",
];

/// Chapters of ICD-10: their categories, and what they are about.
#[rustfmt::skip]
const CHAPTERS: &[(&str, &str)] = &[
    ("A00-B99", "infections"), ("C00-D49", "tumours"), ("D50-D89", "blood and immunity"), ("E00-E90",
        "glands, nutrition and metabolism"),
    ("F00-F99", "mental and behavioural"), ("G00-G99", "nervous system"), ("H00-H59", "eye"), ("H60-H95", "ear"),
        ("I00-I99", "heart and circulation"),
    ("J00-J99", "breathing"), ("K00-K95", "digestion"), ("L00-L99", "skin"), ("M00-M99",
        "muscles, bones and joints"), ("N00-N99", "urinary and genital"),
    ("O00-O99", "pregnancy and birth"), ("P00-P96", "newborn"), ("Q00-Q99", "inborn"), ("R00-R99",
        "symptoms and findings"), ("S00-T98", "injury and poisoning"),
    ("U00-U99", "special purposes"), ("V01-Y99", "external causes"), ("Z00-Z99", "contact with health services"),
];

/// Blocks of ICD-10. A category between two of them, which only national editions have, is a block of its own.
const BLOCKS: &str = "\
    A00-A09 A15-A19 A20-A28 A30-A49 A50-A64 A65-A69 A70-A74 A75-A79 A80-A89 A92-A99 B00-B09 B15-B19 B20-B24 \
    B25-B34 B35-B49 B50-B64 B65-B83 B85-B89 B90-B94 B95-B98 B99-B99 C00-C14 C15-C26 C30-C39 C40-C41 C43-C44 \
    C45-C49 C50-C50 C51-C58 C60-C63 C64-C68 C69-C72 C73-C75 C76-C80 C81-C96 C97-C97 D00-D09 D10-D36 D37-D48 \
    D50-D53 D55-D59 D60-D64 D65-D69 D70-D77 D80-D89 E00-E07 E10-E14 E15-E16 E20-E35 E40-E46 E50-E64 E65-E68 \
    E70-E90 F00-F09 F10-F19 F20-F29 F30-F39 F40-F48 F50-F59 F60-F69 F70-F79 F80-F89 F90-F98 F99-F99 G00-G09 \
    G10-G14 G20-G26 G30-G32 G35-G37 G40-G47 G50-G59 G60-G64 G70-G73 G80-G83 G90-G99 H00-H06 H10-H13 H15-H22 \
    H25-H28 H30-H36 H40-H42 H43-H45 H46-H48 H49-H52 H53-H54 H55-H59 H60-H62 H65-H75 H80-H83 H90-H95 I00-I02 \
    I05-I09 I10-I15 I20-I25 I26-I28 I30-I52 I60-I69 I70-I79 I80-I89 I95-I99 J00-J06 J09-J18 J20-J22 J30-J39 \
    J40-J47 J60-J70 J80-J84 J85-J86 J90-J94 J95-J99 K00-K14 K20-K31 K35-K38 K40-K46 K50-K52 K55-K64 K65-K67 \
    K70-K77 K80-K87 K90-K93 L00-L08 L10-L14 L20-L30 L40-L45 L50-L54 L55-L59 L60-L75 L80-L99 M00-M25 M30-M36 \
    M40-M54 M60-M79 M80-M94 M95-M99 N00-N08 N10-N16 N17-N19 N20-N23 N25-N29 N30-N39 N40-N51 N60-N64 N70-N77 \
    N80-N98 N99-N99 O00-O08 O10-O16 O20-O29 O30-O48 O60-O75 O80-O84 O85-O92 O94-O99 P00-P04 P05-P08 P10-P15 \
    P20-P29 P35-P39 P50-P61 P70-P74 P75-P78 P80-P83 P90-P96 Q00-Q07 Q10-Q18 Q20-Q28 Q30-Q34 Q35-Q37 Q38-Q45 \
    Q50-Q56 Q60-Q64 Q65-Q79 Q80-Q89 Q90-Q99 R00-R09 R10-R19 R20-R23 R25-R29 R30-R39 R40-R46 R47-R49 R50-R69 \
    R70-R79 R80-R82 R83-R89 R90-R94 R95-R99 S00-S09 S10-S19 S20-S29 S30-S39 S40-S49 S50-S59 S60-S69 S70-S79 \
    S80-S89 S90-S99 T00-T07 T08-T14 T15-T19 T20-T32 T33-T35 T36-T50 T51-T65 T66-T78 T79-T79 T80-T88 T90-T98 \
    U00-U49 U82-U85 V01-V99 W00-X59 X60-X84 X85-Y09 Y10-Y34 Y35-Y36 Y40-Y84 Y85-Y89 Y90-Y98 Z00-Z13 Z20-Z29 \
    Z30-Z39 Z40-Z54 Z55-Z65 Z70-Z76 Z80-Z99";

/// Chapters of ICD-9: the last category of each, and what it is about. The first begins at 001.
#[rustfmt::skip]
const CHAPTERS_9: &[(u32, &str)] = &[
    (139, "infections"), (239, "tumours"), (279, "glands, nutrition and metabolism"), (289, "blood"),
        (319, "mental and behavioural"), (389, "nervous system and senses"),
    (459, "heart and circulation"), (519, "breathing"), (579, "digestion"), (629, "urinary and genital"),
        (679, "pregnancy and birth"), (709, "skin"),
    (739, "muscles, bones and joints"), (759, "inborn"), (779, "newborn"), (799, "symptoms and findings"),
        (999, "injury and poisoning"),
];

fn tenth(seen: &Seen) -> Option<Found> {
    if seen.domain.kind != Kind::String {
        return None;
    }
    let word = named(seen, NAMED);
    // A letter and two digits may be a room as well: without a name only where there are many, and some are detailed.
    let detailed =
        share(seen, |value| value.contains('.') && category(value).is_some()) > 0.3 && seen.domain.len() >= 10;
    if share(seen, |value| category(value).is_some()) < 0.95 || (word.is_none() && !detailed) {
        return None;
    }
    let place = |code: usize| {
        let value = &seen.domain.values[code];
        match category(value).and_then(|category| Some((block(&category), chapter(&category)?, category))) {
            Some((block, chapter, category)) => Place::In(vec![category, block, chapter]),
            None if is_unknown(value) => Place::Unknown,
            None => Place::Other,
        }
    };
    found(seen, "diagnosis (ICD-10)", word, place)
}

fn found(seen: &Seen, kind: &str, word: Option<&str>, place: impl Fn(usize) -> Place) -> Option<Found> {
    Some(Found {
        kind: kind.into(),
        role: Role::Sensitive,
        why: match word {
            Some(word) => format!("its name says \"{word}\", and its values are codes of diagnoses"),
            None => "its values are written like codes of diagnoses".into(),
        },
        sure: word.is_some(),
        keys: as_text(seen),
        hierarchy: if seen.capped { None } else { groups::file(&seen.domain, place) },
    })
}

/// The category of a code: `E11` of `E11.9` and of `e119`.
fn category(value: &str) -> Option<String> {
    let code = value.trim().to_ascii_uppercase();
    let bytes = code.as_bytes();
    let plain = code.replacen('.', "", 1);
    let form = (3..=8).contains(&plain.len())
        && plain.bytes().all(|b| b.is_ascii_alphanumeric())
        && bytes[0].is_ascii_uppercase()
        && bytes[1].is_ascii_digit()
        && bytes[2].is_ascii_alphanumeric()
        && bytes.get(3).is_none_or(|dot| *dot == b'.' || dot.is_ascii_alphanumeric());
    form.then(|| code[..3].to_string())
}

/// "E10–E14".
fn block(category: &str) -> String {
    let mut bounds = BLOCKS.split_whitespace().filter_map(|block| block.split_once('-'));
    match bounds.find(|(first, last)| is_between(category, first, last)) {
        Some((first, last)) if first != last => format!("{first}–{last}"),
        _ => category.into(),
    }
}

/// "glands, nutrition and metabolism (E00–E90)".
fn chapter(category: &str) -> Option<String> {
    let mut bounds = CHAPTERS.iter().filter_map(|(bounds, name)| Some((bounds.split_once('-')?, name)));
    let ((first, last), name) = bounds.find(|((first, last), _)| is_between(category, first, last))?;
    Some(format!("{name} ({first}–{last})"))
}

/// Letters come behind digits, as in the national category C4A.
fn is_between(category: &str, first: &str, last: &str) -> bool {
    first <= category && category <= last
}

fn ninth(seen: &Seen) -> Option<Found> {
    let word = named(seen, NAMED)?;
    // Few diagnoses have numbers below a hundred, and counts of them do.
    let is_small = |value: &str| value.trim().parse::<f64>().is_ok_and(|number| number < 100.0);
    if share(seen, is_small) > 0.5
        || share(seen, |value| chapter_9(value).is_some()) < 0.95
        || seen.domain.len() < 10
        || seen.domain.kind == Kind::Date
    {
        return None;
    }
    let place = |code: usize| {
        let value = &seen.domain.values[code];
        match chapter_9(value) {
            Some(path) => Place::In(path.to_vec()),
            None if is_unknown(value) => Place::Unknown,
            None => Place::Other,
        }
    };
    found(seen, "diagnosis (ICD-9)", Some(word), place)
}

/// The category of a code and its chapter: `250` of `250.83`. Codes read as numbers have lost their zeros.
fn chapter_9(value: &str) -> Option<[String; 2]> {
    let code = value.trim().to_ascii_uppercase();
    let (category, detail) = code.split_once('.').unwrap_or((&code, ""));
    if detail.len() > 2 || !detail.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let digits =
        |text: &str, most: usize| (!text.is_empty() && text.len() <= most).then(|| text.parse::<u32>().ok()).flatten();
    if let Some(number) = category.strip_prefix('V').and_then(|digits_of| digits(digits_of, 2)) {
        return Some([format!("V{number:02}"), "contact with health services (V01–V91)".into()]);
    }
    if let Some(number) = category.strip_prefix('E').and_then(|digits_of| digits(digits_of, 3)) {
        return (number < 1000).then(|| [format!("E{number:03}"), "external causes (E000–E999)".to_string()]);
    }
    let number = digits(category, 3).filter(|number| *number > 0)?;
    let at = CHAPTERS_9.partition_point(|(last, _)| *last < number);
    let first = at.checked_sub(1).map_or(1, |before| CHAPTERS_9[before].0 + 1);
    let (last, name) = CHAPTERS_9.get(at)?;
    Some([format!("{number:03}"), format!("{name} ({first:03}–{last:03})")])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::generalize::testing::{evenly, meaning, path};

    #[test]
    fn blocks_do_not_overlap_and_each_lies_within_one_chapter() {
        let blocks: Vec<(&str, &str)> = BLOCKS.split_whitespace().map(|block| block.split_once('-').unwrap()).collect();
        assert!(
            blocks
                .iter()
                .all(|(first, last)| first <= last && chapter(first).is_some() && chapter(first) == chapter(last))
        );
        assert!(blocks.windows(2).all(|pair| pair[0].1 < pair[1].0));
        let chapters: Vec<(&str, &str)> = CHAPTERS.iter().map(|(bounds, _)| bounds.split_once('-').unwrap()).collect();
        assert!(chapters.windows(2).all(|pair| pair[0].1 < pair[1].0));
        assert!(chapters.iter().all(|(first, _)| blocks.iter().any(|block| block.0 == *first)));
        assert!(CHAPTERS_9.is_sorted());
        assert_eq!((block("I16"), block("M1A")), ("I16".to_string(), "M00–M25".to_string()));
    }

    #[test]
    fn codes_of_the_tenth_revision() {
        let codes = evenly("icd10_code", &["E11.9", "E10.1", "E14.0", "E05.0", "I25.1", "I21.0", "C50.9", "V43.5"], 20);
        let (about, found) = meaning(&codes);
        assert_eq!((about, found.role), ("ICD-10", Role::Sensitive));
        assert_eq!(path(&codes, "E11.9"), ["E10–E14", "glands, nutrition and metabolism (E00–E90)"]);
        assert_eq!(path(&codes, "I25.1"), ["I20–I25", "heart and circulation (I00–I99)"]);
        assert_eq!(path(&codes, "C50.9"), ["C50", "tumours (C00–D49)"]);
    }

    #[test]
    fn codes_of_the_ninth_revision() {
        let codes = ["250.83", "250", "V57", "E909", "8", "428", "414", "780", "996", "486", "38"];
        let codes = evenly("diag_1", &codes, 20);
        assert_eq!(meaning(&codes).0, "ICD-9");
        assert_eq!(path(&codes, "250.83"), ["250", "glands, nutrition and metabolism (240–279)"]);
        assert_eq!(path(&codes, "8"), ["008", "infections (001–139)"]);
        assert_eq!(path(&codes, "V57"), ["V57", "contact with health services (V01–V91)"]);
    }

    #[test]
    fn rooms_and_numbers_are_no_diagnoses() {
        let counts: Vec<String> = (1..=16).map(|n| n.to_string()).collect();
        let counts = evenly("number_diagnoses", &counts.iter().map(String::as_str).collect::<Vec<_>>(), 20);
        assert_ne!(meaning(&counts).0, "ICD-9");
        assert_ne!(meaning(&evenly("room", &["A12", "B07", "C33"], 20)).0, "ICD-10");
        assert_ne!(meaning(&evenly("x", &["250", "12", "428", "1", "3", "5", "8", "9", "10", "40"], 20)).0, "ICD-9");
    }
}
