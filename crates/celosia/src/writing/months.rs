//! Names of months: English, German, French, Spanish, Italian, Portuguese and Dutch, in full and short, in any case. No name is
//! that of two different months.

/// The names of each month, in small letters.
const NAMES: [&[&str]; 12] = [
    &[
        "january", "jan", "januar", "jänner", "jän", "janvier", "janv", "enero", "ene", "gennaio", "gen", "janeiro",
        "januari",
    ],
    &[
        "february",
        "feb",
        "februar",
        "feber",
        "février",
        "fevrier",
        "févr",
        "fevr",
        "fév",
        "fev",
        "febrero",
        "febbraio",
        "fevereiro",
        "februari",
    ],
    &["march", "mar", "märz", "maerz", "mär", "mrz", "mars", "marzo", "março", "marco", "maart", "mrt"],
    &["april", "apr", "avril", "avr", "abril", "abr", "aprile"],
    &["may", "mai", "mayo", "maggio", "mag", "maio", "mei"],
    &["june", "jun", "juni", "juin", "junio", "giugno", "giu", "junho"],
    &["july", "jul", "juli", "juillet", "juil", "julio", "luglio", "lug", "julho"],
    &["august", "aug", "août", "aout", "aoû", "agosto", "ago", "augustus"],
    &["september", "sep", "sept", "septembre", "septiembre", "setiembre", "settembre", "setembro", "set"],
    &["october", "oct", "oktober", "okt", "octobre", "octubre", "ottobre", "ott", "outubro", "out"],
    &["november", "nov", "novembre", "noviembre", "novembro"],
    &["december", "dec", "dezember", "dez", "décembre", "decembre", "déc", "diciembre", "dic", "dicembre", "dezembro"],
];

/// The month of a name, from 1.
pub fn month(name: &str) -> Option<u32> {
    let small = name.to_lowercase();
    (1..).zip(NAMES).find(|(_, names)| names.contains(&small.as_str())).map(|(month, _)| month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_that_of_two_months() {
        for (number, names) in (1..).zip(NAMES) {
            for name in names {
                assert_eq!(month(name), Some(number), "{name}");
                assert_eq!(month(&name.to_uppercase()), Some(number), "{name}");
            }
        }
        assert_eq!(month("monday"), None);
    }
}
