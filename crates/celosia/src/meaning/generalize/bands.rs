//! Bands of numbers written as text: `10–14`, `[70-80)`, `De 25 a 29 años`, `<18`, `6+`, `65 und älter`, `$25,000 -
//! $49,999`.

use super::spelling::folded;

/// What one text says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Band {
    /// Where it begins; nothing where it is open below.
    pub low: Option<f64>,
    /// Where it ends; nothing where it is open above.
    pub high: Option<f64>,
    /// Does the lower bound not belong to it?
    pub above: bool,
    /// Whether the upper bound belongs to it, where the text says so.
    pub below: Option<bool>,
    /// Is it one number, and no band at all?
    pub single: bool,
}

/// How the texts of a column write numbers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Style {
    /// A currency before a number.
    pub before: Option<char>,
    /// A currency or per cent behind it.
    pub behind: Option<char>,
    /// The mark between thousands.
    pub thousands: Option<char>,
}

/// Words before the first number of a band that has two.
const FROM: &[&str] = &[
    "", "[", "(", "]", "de", "del", "desde", "von", "from", "between", "entre", "tra", "fra", "da", "dai", "dal",
    "van", "age", "aged", "ages", "edad", "alter",
];

/// Words between the numbers of a band.
#[rustfmt::skip]
const TO: &[&str] = &[
    "-", "to", "a", "al", "bis", "et", "y", "e", "and", "tot", "tot en met", "t/m", "~", "..", "...", ":", ",", ";",
    "hasta", "ate", "through", "thru", "/",
];

/// Such words that leave the second number out.
const TO_UNDER: &[&str] = &[
    "to under",
    "to less than",
    "bis unter",
    "- <",
    "-<",
    "and under",
    "to <",
    "a menos de",
    "a moins de",
    "up to but not including",
];

/// Before the only number: all below it.
#[rustfmt::skip]
const UNDER: &[&str] = &[
    "<", "under", "below", "less than", "fewer than", "younger than", "lower than", "smaller than", "menor de",
    "menor que", "menores de", "menos de", "inferior a", "unter", "weniger als", "junger als", "bis unter",
    "moins de", "inferieur a", "meno di", "inferiore a", "minori di", "sotto i", "minder dan", "jonger dan",
    "onder", "menor", "kleiner als", "plus jeune que",
];

/// Before the only number: all up to it.
#[rustfmt::skip]
const UP_TO: &[&str] = &[
    "<=", "up to", "at most", "no more than", "not more than", "maximum", "max", "bis", "bis zu", "hochstens",
    "hasta", "como maximo", "jusqu'a", "au plus", "fino a", "al massimo", "ate", "no maximo", "tot", "tot en met",
    "hoogstens", "=<",
];

/// Behind the only number: all up to it.
#[rustfmt::skip]
const OR_LESS: &[&str] = &[
    "or younger", "or less", "or fewer", "or under", "or below", "or lower", "and under", "and younger",
    "and below", "and less", "und junger", "oder junger", "und weniger", "oder weniger", "und darunter", "o menos",
    "y menos", "o menor", "ou moins", "et moins", "o meno", "e meno", "ou menos", "of minder", "en minder",
    "of jonger", "en jonger", "-",
];

/// Before the only number: all above it.
#[rustfmt::skip]
const OVER: &[&str] = &[
    ">", "over", "above", "more than", "older than", "greater than", "higher than", "mas de", "mayor de",
    "mayor que", "mayores de", "superior a", "uber", "mehr als", "alter als", "plus de", "superieur a", "oltre",
    "piu di", "oltre i", "superiore a", "maggiori di", "meer dan", "ouder dan", "mais de", "maior de", "maior que",
    "boven", "mayor", "grosser als",
];

/// Before the only number: all from it on.
#[rustfmt::skip]
const AT_LEAST: &[&str] = &[
    ">=", "at least", "from", "no less than", "not less than", "minimum", "min", "ab", "mindestens", "von", "desde",
    "a partir de", "al menos", "como minimo", "au moins", "des", "almeno", "da", "pelo menos", "vanaf", "minstens",
    "=>",
];

/// Behind the only number: all from it on.
#[rustfmt::skip]
const OR_MORE: &[&str] = &[
    "+", "or more", "or older", "or over", "or above", "or greater", "or higher", "and over", "and older",
    "and above", "and up", "and more", "plus", "und alter", "oder alter", "und mehr", "oder mehr", "und daruber",
    "o mas", "y mas", "o mayor", "y mayores", "o mayores", "en adelante", "ou plus", "et plus", "o piu", "e piu",
    "e oltre", "ed oltre", "ou mais", "e mais", "of meer", "en meer", "of ouder", "en ouder", "-+", "and beyond",
];

/// Words that say what is counted, which a label need not repeat.
#[rustfmt::skip]
const UNITS: &[&str] = &[
    "years", "year", "yrs", "yr", "yo", "y/o", "old", "age", "aged", "anos", "ano", "edad", "ans", "an", "d'age",
    "jahre", "jahren", "jahr", "j", "alt", "anni", "anno", "jaar", "months", "month", "mo", "monate", "meses",
    "mois", "mesi", "maanden", "weeks", "wochen", "semanas", "semaines", "days", "tage", "dias", "jours", "hours",
    "stunden", "horas", "heures", "h", "minutes", "minuten", "minutos", "min.", "kg", "g", "cm", "mm", "m", "km",
    "miles", "mg", "dollars", "euro", "euros", "usd", "eur", "gbp", "chf", "people", "persons", "employees",
    "personen", "personas", "personnes", "mitarbeiter", "empleados", "times", "mal", "veces", "fois", "per", "cent",
    "percent",
];

/// Reads one text.
pub fn band(text: &str) -> Option<Band> {
    let (numbers, pieces) = numbers(&folded(text))?;
    let pieces: Vec<String> = pieces.iter().map(|piece| without_units(piece)).collect();
    let is = |list: &[&str], piece: &str| list.contains(&piece);
    match (&numbers[..], &pieces[..]) {
        ([low, high], [before, between, behind]) if low <= high && is(FROM, before) => {
            let under = is(TO_UNDER, between);
            if !under && !is(TO, between) {
                return None;
            }
            let below = match behind.as_str() {
                "" => under.then_some(true),
                ")" | "[" => Some(true),
                "]" => Some(false),
                _ => return None,
            };
            let above = before == "(" && behind == "]" || before == "]";
            Some(Band { low: Some(*low), high: Some(*high), above, below, single: false })
        }
        ([number], [before, behind]) => {
            let (before, behind) = (before.as_str(), behind.as_str());
            let open = |low: Option<f64>, high, above, below| Some(Band { low, high, above, below, single: false });
            match (before, behind) {
                ("", "") => Some(Band {
                    low: Some(*number),
                    high: Some(*number),
                    above: false,
                    below: Some(false),
                    single: true,
                }),
                (before, "") if is(UNDER, before) => open(None, Some(*number), false, Some(true)),
                (before, "") if is(UP_TO, before) => open(None, Some(*number), false, Some(false)),
                ("", behind) if is(OR_LESS, behind) => open(None, Some(*number), false, Some(false)),
                (before, "") if is(OVER, before) => open(Some(*number), None, true, None),
                (before, "") if is(AT_LEAST, before) => open(Some(*number), None, false, None),
                ("" | "de" | "from" | "von" | ">=", behind) if is(OR_MORE, behind) => {
                    open(Some(*number), None, false, None)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The numbers of a text, one or two, and the pieces around them.
fn numbers(text: &str) -> Option<(Vec<f64>, Vec<String>)> {
    let letters: Vec<char> = text.chars().collect();
    let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let (mut numbers, mut pieces, mut at) = (Vec::new(), vec![String::new()], 0);
    while at < letters.len() {
        if !digit(at) {
            pieces.last_mut()?.push(letters[at]);
            at += 1;
            continue;
        }
        let start = at;
        while digit(at)
            || (matches!(letters.get(at), Some('.' | ',' | '\'')) && digit(at + 1))
            || is_gap(&letters, start, at)
        {
            at += 1;
        }
        let raw: String = letters[start..at].iter().collect();
        let mut number = value(&raw)?;
        if let Some(times) =
            letters.get(at).and_then(|letter| [('k', 1e3), ('m', 1e6)].iter().find(|(k, _)| k == letter))
            && !letters.get(at + 1).is_some_and(|next| next.is_alphanumeric())
        {
            number *= times.1;
            at += 1;
        }
        let piece = pieces.last_mut()?;
        // A minus sign stands right before its number, and is not what joins two numbers.
        if piece.ends_with('-')
            && (numbers.is_empty()
                || !piece.trim_end_matches('-').trim().is_empty()
                || piece.contains("- -")
                || piece.contains("--"))
        {
            piece.pop();
            number = -number;
        }
        numbers.push(number);
        pieces.push(String::new());
        if numbers.len() > 2 {
            return None;
        }
    }
    (!numbers.is_empty()).then_some((numbers, pieces))
}

/// A blank between thousands: behind one to three digits, before exactly three.
fn is_gap(letters: &[char], start: usize, at: usize) -> bool {
    let three = letters.get(at + 1..at + 4).is_some_and(|next| next.iter().all(char::is_ascii_digit));
    letters.get(at) == Some(&' ')
        && three
        && !letters.get(at + 4).is_some_and(char::is_ascii_digit)
        && letters[start..at].rsplit(|letter| *letter == ' ').next().is_some_and(|group| group.len() <= 3)
}

/// `25`, `2.5`, `25,000`, `25.000`, `1'000'000`.
fn value(raw: &str) -> Option<f64> {
    let groups: Vec<&str> = raw.split(['.', ',', '\'', ' ']).collect();
    let thousands =
        groups.len() > 1 && groups[0] != "0" && groups[0].len() <= 3 && groups[1..].iter().all(|g| g.len() == 3);
    match groups.len() {
        _ if thousands => groups.concat().parse().ok(),
        1 => raw.parse().ok(),
        2 => format!("{}.{}", groups[0], groups[1]).parse().ok(),
        _ => None,
    }
}

fn without_units(piece: &str) -> String {
    let plain: String = piece.chars().map(|c| if matches!(c, '$' | '€' | '£' | '¥' | '%') { ' ' } else { c }).collect();
    let words = plain
        .split_whitespace()
        .filter(|word| !UNITS.contains(&word.trim_matches(|c| ".:".contains(c))) || *word == ":");
    words.collect::<Vec<_>>().join(" ")
}

/// How most texts write their numbers.
pub fn style(texts: &[&str]) -> Style {
    let mut style = Style::default();
    for text in texts {
        let letters: Vec<char> = text.chars().collect();
        for (at, letter) in letters.iter().enumerate() {
            let digit = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(char::is_ascii_digit);
            let three = (1..=3).all(|ahead| digit(Some(at + ahead))) && !digit(Some(at + 4));
            match letter {
                '$' | '€' | '£' | '¥' if digit(Some(at + 1)) => style.before = Some(*letter),
                '€' | '%' if digit(at.checked_sub(1)) || (at > 1 && letters[at - 1] == ' ' && digit(Some(at - 2))) => {
                    style.behind = Some(*letter)
                }
                '.' | ',' | '\'' | ' ' | '\u{a0}' if digit(at.checked_sub(1)) && three => {
                    style.thousands = Some(*letter)
                }
                _ => {}
            }
        }
    }
    style
}

impl Style {
    /// A number as the column writes it.
    pub fn write(&self, number: f64) -> String {
        let plain = (number + 0.0).to_string();
        let (whole, decimals) =
            plain.split_once('.').map_or((plain.as_str(), ""), |(whole, decimals)| (whole, decimals));
        let mut text = String::new();
        for (at, digit) in whole.chars().enumerate() {
            let behind = whole.len() - at;
            if let Some(mark) = self.thousands.filter(|_| at > 0 && behind % 3 == 0 && !text.ends_with('-')) {
                text.push(mark);
            }
            text.push(digit);
        }
        if !decimals.is_empty() {
            text.push(if self.thousands == Some('.') { ',' } else { '.' });
            text.push_str(decimals);
        }
        let part = |part: Option<char>| part.map(String::from).unwrap_or_default();
        match self.behind {
            Some('%') => format!("{text}%"),
            Some(currency) => format!("{text} {currency}"),
            None => format!("{}{text}", part(self.before)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(text: &str) -> Option<(Option<f64>, Option<f64>)> {
        band(text).map(|band| (band.low, band.high))
    }

    #[test]
    fn bands_are_read_in_several_languages() {
        for text in [
            "25-29",
            "25 – 29",
            "[25-29]",
            "De 25 a 29 años",
            "25 to 29",
            "25 bis 29 Jahre",
            "entre 25 et 29 ans",
            "25 a 29 anni",
            "Aged 25 to 29",
            "25–29 years old",
        ] {
            assert_eq!(bounds(text), Some((Some(25.0), Some(29.0))), "{text}");
        }
        for text in
            ["<18", "Menor de 18 años", "under 18", "unter 18 Jahren", "moins de 18 ans", "18 or younger", "≤ 18"]
        {
            assert_eq!(bounds(text), Some((None, Some(18.0))), "{text}");
        }
        for text in ["6+", "Más de 6 años", "6 or more", "6 und älter", ">6", "≥6", "6 ans et plus", "ab 6", "6 y más"]
        {
            assert_eq!(bounds(text), Some((Some(6.0), None)), "{text}");
        }
    }

    #[test]
    fn amounts_are_read() {
        assert_eq!(bounds("$25,000 - $49,999"), Some((Some(25000.0), Some(49999.0))));
        assert_eq!(bounds("$150k+"), Some((Some(150000.0), None)));
        assert_eq!(bounds("10 000 – 20 000 €"), Some((Some(10000.0), Some(20000.0))));
        assert_eq!(bounds("1.000 bis unter 2.500 Euro"), Some((Some(1000.0), Some(2500.0))));
        assert_eq!(bounds("0.5-1.5"), Some((Some(0.5), Some(1.5))));
        assert_eq!(bounds("-5 - -1"), Some((Some(-5.0), Some(-1.0))));
        assert_eq!(Style { before: Some('$'), behind: None, thousands: Some(',') }.write(1234567.0), "$1,234,567");
    }

    #[test]
    fn half_open_bands_say_so() {
        assert_eq!(band("[70-80)").map(|band| (band.above, band.below)), Some((false, Some(true))));
        assert_eq!(band("(18, 25]").map(|band| (band.above, band.below)), Some((true, Some(false))));
        assert_eq!(band("10 to under 20").and_then(|band| band.below), Some(true));
    }

    #[test]
    fn other_texts_are_none() {
        for text in ["Norm", "2020-01-02", "12 Main Street", "A-3", "29-25", "E10.9", "10:30:00", "555-123-4567"] {
            assert_eq!(bounds(text), None, "{text}");
        }
    }
}
