//! Words that have an order: months, weekdays, low to high, never to always. Each list is one language's, and a
//! column's words are found in one of them. Labels take the words of the list, so no row decides them.

use std::collections::HashMap;

use super::spelling::{is_unknown, plain};
use crate::table::Domain;
use crate::words;

/// A scale: what it is called, its words in their order (other spellings behind a bar), and after which of them the
/// groups of each level end, where pairs would not read well.
pub struct Scale {
    pub name: &'static str,
    words: &'static str,
    cuts: &'static [&'static [usize]],
}

const fn scale(name: &'static str, words: &'static str, cuts: &'static [&'static [usize]]) -> Scale {
    Scale { name, words, cuts }
}

const MONTHS: &[&[usize]] = &[&[3, 6, 9], &[6]];
const WEEK: &[&[usize]] = &[&[5]];
const FIVE: &[&[usize]] = &[&[2, 3]];
const FOUR: &[&[usize]] = &[&[2]];

#[rustfmt::skip]
const SCALES: &[Scale] = &[
    scale("months", "January|Jan, February|Feb, March|Mar, April|Apr, May, June|Jun, July|Jul, August|Aug, \
        September|Sep|Sept, October|Oct, November|Nov, December|Dec", MONTHS),
    scale("months", "Januar|Jan|Jänner, Februar|Feb|Feber, März|Mär|Mrz, April|Apr, Mai, Juni|Jun, Juli|Jul, \
        August|Aug, September|Sep, Oktober|Okt, November|Nov, Dezember|Dez", MONTHS),
    scale("months", "enero|ene, febrero|feb, marzo|mar, abril|abr, mayo|may, junio|jun, julio|jul, agosto|ago, \
        septiembre|sep|setiembre, octubre|oct, noviembre|nov, diciembre|dic", MONTHS),
    scale("months", "janvier|janv, février|févr, mars, avril|avr, mai, juin, juillet|juil, août, septembre|sept, \
        octobre|oct, novembre|nov, décembre|déc", MONTHS),
    scale("months", "gennaio|gen, febbraio|feb, marzo|mar, aprile|apr, maggio|mag, giugno|giu, luglio|lug, \
        agosto|ago, settembre|set, ottobre|ott, novembre|nov, dicembre|dic", MONTHS),
    scale("months", "janeiro|jan, fevereiro|fev, março|mar, abril|abr, maio|mai, junho|jun, julho|jul, \
        agosto|ago, setembro|set, outubro|out, novembro|nov, dezembro|dez", MONTHS),
    scale("months", "januari|jan, februari|feb, maart|mrt, april|apr, mei, juni|jun, juli|jul, augustus|aug, \
        september|sep, oktober|okt, november|nov, december|dec", MONTHS),
    scale("weekdays", "Monday|Mon, Tuesday|Tue|Tues, Wednesday|Wed, Thursday|Thu|Thur|Thurs, Friday|Fri, \
        Saturday|Sat, Sunday|Sun", WEEK),
    scale("weekdays", "Montag|Mo, Dienstag|Di, Mittwoch|Mi, Donnerstag|Do, Freitag|Fr, Samstag|Sa|Sonnabend, \
        Sonntag|So", WEEK),
    scale("weekdays", "lunes|lun|l, martes|mar, miércoles|mié|x, jueves|jue|j, viernes|vie|v, sábado|sáb|s, \
        domingo|dom|d", WEEK),
    scale("weekdays", "lundi|lun, mardi|mar, mercredi|mer, jeudi|jeu, vendredi|ven, samedi|sam, dimanche|dim", WEEK),
    scale("weekdays", "lunedì|lun, martedì|mar, mercoledì|mer, giovedì|gio, venerdì|ven, sabato|sab, \
        domenica|dom", WEEK),
    scale("weekdays", "segunda-feira|segunda|seg, terça-feira|terça|ter, quarta-feira|quarta|qua, \
        quinta-feira|quinta|qui, sexta-feira|sexta|sex, sábado|sab, domingo|dom", WEEK),
    scale("weekdays", "maandag|ma, dinsdag|di, woensdag|wo, donderdag|do, vrijdag|vr, zaterdag|za, zondag|zo", WEEK),
    scale("seasons", "spring, summer, autumn|fall, winter", FOUR),
    scale("low to high", "none, very low, low, medium|moderate|mid|middle|average|normal, high, very high", &[&[3, 4]]),
    scale("low to high", "sehr niedrig|sehr gering, niedrig|gering, mittel|mäßig, hoch, sehr hoch", FIVE),
    scale("low to high", "muy bajo|muy baja, bajo|baja, medio|media|moderado|moderada, alto|alta, \
        muy alto|muy alta", FIVE),
    scale("low to high", "très faible|très bas, faible|bas|basse, moyen|moyenne|modéré, \
        élevé|élevée|fort|haut|haute, très élevé|très élevée|très fort", FIVE),
    scale("low to high", "molto basso|molto bassa, basso|bassa, medio|media|moderato, alto|alta, \
        molto alto|molto alta", FIVE),
    scale("low to high", "muito baixo|muito baixa, baixo|baixa, médio|média|moderado, alto|alta, \
        muito alto|muito alta", FIVE),
    scale("low to high", "zeer laag|heel laag, laag, gemiddeld|middel|midden, hoog, zeer hoog|heel hoog", FIVE),
    scale("mild to severe", "none|no, minimal|minor|slight, mild|light, moderate, severe|serious|major, \
        very severe|critical|extreme, fatal|dead", &[&[3, 4], &[4]]),
    scale("mild to severe", "ninguno|ninguna, leve|ligero|ligera, moderado|moderada, grave|severo|severa, \
        muy grave|crítico|crítica, mortal|fallecido|muerto", &[&[2, 3], &[3]]),
    scale("mild to severe", "keine, leicht|gering, mittel|mittelschwer|mäßig, schwer, sehr schwer|kritisch, \
        tödlich", &[&[2, 3], &[3]]),
    scale("never to always", "never, rarely|seldom|hardly ever|almost never, sometimes|occasionally, \
        often|frequently|usually|very often|most of the time, always", FIVE),
    scale("never to always", "nie|niemals, selten, manchmal|gelegentlich, oft|häufig|meistens, immer", FIVE),
    scale("never to always", "nunca, rara vez|raramente|casi nunca|pocas veces, \
        a veces|algunas veces|ocasionalmente, a menudo|frecuentemente|casi siempre|muchas veces, siempre",
        FIVE),
    scale("never to always", "jamais, rarement, parfois|quelquefois, souvent, toujours", FIVE),
    scale("never to always", "mai, raramente, a volte|qualche volta, spesso, sempre", FIVE),
    scale("never to always", "nunca, raramente, às vezes, frequentemente|muitas vezes, sempre", FIVE),
    scale("never to always", "nooit, zelden, soms, vaak, altijd", FIVE),
    scale("agreement", "strongly disagree|completely disagree|totally disagree, disagree|somewhat disagree, \
        neutral|neither agree nor disagree|undecided|neither, agree|somewhat agree, \
        strongly agree|completely agree|totally agree", FIVE),
    scale("agreement", "stimme überhaupt nicht zu|stimme gar nicht zu, stimme nicht zu|stimme eher nicht zu, \
        neutral|teils teils|weder noch, stimme zu|stimme eher zu, \
        stimme voll zu|stimme voll und ganz zu", FIVE),
    scale("agreement", "totalmente en desacuerdo|muy en desacuerdo, en desacuerdo, \
        neutral|ni de acuerdo ni en desacuerdo|indiferente, de acuerdo, totalmente de acuerdo|muy de acuerdo",
        FIVE),
    scale("agreement", "pas du tout d'accord, plutôt pas d'accord|pas d'accord, \
        neutre|ni d'accord ni pas d'accord, plutôt d'accord|d'accord, tout à fait d'accord", FIVE),
    scale("satisfaction", "very dissatisfied|very unsatisfied, dissatisfied|unsatisfied, \
        neutral|neither satisfied nor dissatisfied, satisfied, very satisfied|extremely satisfied", FIVE),
    scale("satisfaction", "sehr unzufrieden, unzufrieden, neutral|teils teils, zufrieden, sehr zufrieden", FIVE),
    scale("satisfaction", "muy insatisfecho, insatisfecho, neutral, satisfecho, muy satisfecho", FIVE),
    scale("likelihood", "very unlikely, unlikely, neutral|possible, likely, very likely", FIVE),
    scale("importance", "not important|not at all important, slightly important, \
        moderately important|somewhat important, important, very important|extremely important", FIVE),
    scale("quality", "very poor|very bad|terrible, poor|bad, fair|average|acceptable|ok, good, very good, \
        excellent|outstanding", &[&[2, 3], &[3]]),
    scale("quality", "sehr schlecht, schlecht, mittelmäßig|befriedigend|mittel, gut, sehr gut", FIVE),
    scale("quality", "muy malo|muy mala, malo|mala, regular|normal, bueno|buena, muy bueno|muy buena, excelente",
        &[&[2, 3], &[3]]),
    scale("quality", "très mauvais|très mauvaise, mauvais|mauvaise, moyen|moyenne|passable, bon|bonne, \
        très bon|très bonne, excellent|excellente", &[&[2, 3], &[3]]),
    scale("sizes", "XXS, XS, S, M, L, XL, XXL|2XL, XXXL|3XL", &[&[3, 4], &[4]]),
    scale("sizes", "tiny, small, medium, large|big, very large|huge|extra large", FIVE),
    scale("sizes", "klein, mittel, groß, sehr groß", FOUR),
    scale("sizes", "pequeño|pequeña, mediano|mediana, grande, muy grande", FOUR),
    scale("years of study", "freshman, sophomore, junior, senior, graduate", FOUR),
    scale("experience", "intern|trainee|entry|entry level, junior|associate, mid|mid level|intermediate|regular, \
        senior, lead|principal|staff|expert, manager, director, executive", &[&[2, 4], &[4]]),
    scale("experience", "beginner|novice, elementary|basic, intermediate, advanced, expert|proficient|fluent", FIVE),
    scale("ranks", "first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth", &[]),
    scale("ranks", "bronze, silver, gold, platinum, diamond", &[]),
    scale("language levels", "A1, A2, B1, B2, C1, C2", &[&[2, 4], &[4]]),
    scale("parts of the day", "night, morning, afternoon, evening", FOUR),
];

/// A column's place in a scale.
pub struct Found {
    pub scale: &'static Scale,
    /// For each value its step.
    pub steps: Vec<Option<usize>>,
    shown: Vec<String>,
}

/// The scale that the values are words of: all but a few rows, at least two words, and no value whose step is not
/// known but "unknown".
pub fn find(domain: &Domain) -> Option<Found> {
    if domain.len() > 60 {
        return None;
    }
    let plains: Vec<String> = domain.values.iter().map(|value| plain(value)).collect();
    SCALES.iter().find_map(|scale| {
        let steps: Vec<Vec<&str>> = scale.words.split(", ").map(|step| step.split('|').collect()).collect();
        let of: HashMap<String, usize> =
            steps.iter().enumerate().flat_map(|(at, step)| step.iter().map(move |word| (plain(word), at))).collect();
        let found: Vec<Option<usize>> = plains.iter().map(|value| of.get(value).copied()).collect();
        let mut different: Vec<usize> = found.iter().flatten().copied().collect();
        different.sort_unstable();
        different.dedup();
        let strange = |(value, step): (&String, &Option<usize>)| step.is_none() && !is_unknown(value);
        let letters = |value: &String| value.chars().count() <= 2;
        // Single letters mean many things: "M" and "S" alone are no sizes.
        let needed = if plains.iter().all(letters) { 4 } else { 2.max(steps.len().min(3) - 1) };
        if different.len() < needed || domain.values.iter().zip(&found).any(strange) {
            return None;
        }
        let first = |step: &Vec<&str>| step.first().map_or(String::new(), |word| word.to_string());
        let mut shown: Vec<String> = steps.iter().map(first).collect();
        // In the column's own spelling, where it is another than the list's first: abbreviations, feminine forms.
        let alternative = (1..4).find(|at| {
            let fits = |(value, step): (&String, usize)| steps[step].get(*at).is_some_and(|word| plain(word) == *value);
            let known = || plains.iter().zip(&found).filter_map(|(value, step)| Some((value, (*step)?)));
            known().filter(|pair| fits(*pair)).count() * 2 > known().count()
        });
        if let Some(at) = alternative {
            for (text, step) in shown.iter_mut().zip(&steps) {
                *text = step.get(at).or(step.first()).map_or(String::new(), |word| word.to_string());
            }
        }
        let styled = |text: &String| as_written(text, &domain.values);
        Some(Found { scale, steps: found, shown: shown.iter().map(styled).collect() })
    })
}

/// In capitals, or with one, where most values are.
fn as_written(text: &str, values: &[String]) -> String {
    let most = |like: &dyn Fn(&String) -> bool| values.iter().filter(|value| like(value)).count() * 2 > values.len();
    let upper = |value: &String| value.chars().any(char::is_lowercase);
    let capital = |value: &String| value.trim().chars().next().is_some_and(char::is_uppercase);
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if most(&|value| !upper(value) && value.chars().any(char::is_alphabetic)) => {
            first.to_uppercase().chain(letters.flat_map(char::to_uppercase)).collect()
        }
        Some(first) if most(&capital) => first.to_uppercase().chain(letters).collect(),
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

impl Found {
    /// The labels of a step's groups, level by level.
    pub fn path(&self, step: usize) -> Vec<String> {
        let (first, last) = self.ends();
        let steps = self.shown.len();
        let pairs: Vec<Vec<usize>> = [2, 4].iter().map(|size| (*size..steps).step_by(*size).collect()).collect();
        let levels: Vec<Vec<usize>> = match self.scale.cuts {
            [] => pairs,
            cuts => cuts.iter().map(|level| level.to_vec()).collect(),
        };
        let label = |cuts: &Vec<usize>| {
            let at = cuts.partition_point(|cut| *cut <= step);
            // Months and weekdays are whole; of other scales only what the column's values span is named.
            let (low, high) = if self.is_closed() { (0, steps - 1) } else { (first, last) };
            let from = if at == 0 { 0 } else { cuts[at - 1] }.max(low);
            let to = cuts.get(at).map_or(steps - 1, |cut| cut - 1).min(high);
            if from == to {
                self.shown[from].clone()
            } else if to == from + 1 {
                words::any_of(&[self.shown[from].clone(), self.shown[to].clone()])
            } else {
                words::run(&self.shown[from], &self.shown[to])
            }
        };
        levels.iter().map(label).collect()
    }

    /// The least and the greatest step that there are.
    fn ends(&self) -> (usize, usize) {
        let steps = || self.steps.iter().flatten().copied();
        (steps().min().unwrap_or(0), steps().max().unwrap_or(0))
    }

    fn is_closed(&self) -> bool {
        ["months", "weekdays"].contains(&self.scale.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Kind;

    fn path(values: &[&str], value: &str) -> Vec<String> {
        let domain = Domain::of("c", Kind::String, values);
        let found = find(&domain).expect("a scale");
        let code = domain.values.iter().position(|known| known == value).unwrap();
        found.path(found.steps[code].unwrap())
    }

    #[test]
    fn every_list_is_in_order_and_its_groups_nest() {
        for scale in SCALES {
            let steps = scale.words.split(", ").count();
            for cuts in scale.cuts {
                assert!(
                    cuts.windows(2).all(|pair| pair[0] < pair[1]) && cuts.iter().all(|cut| 0 < *cut && *cut < steps)
                );
            }
            for pair in scale.cuts.windows(2) {
                assert!(pair[1].iter().all(|cut| pair[0].contains(cut)), "{}", scale.words);
            }
            let mut words: Vec<String> = scale.words.split([',', '|']).map(plain).collect();
            let all = words.len();
            words.sort();
            words.dedup();
            assert_eq!(words.len(), all, "{}", scale.words);
        }
    }

    #[test]
    fn labels_are_the_list_s_words_as_the_column_writes_them() {
        assert_eq!(path(&["January", "March", "July"], "March"), ["January to March", "January to June"]);
        assert_eq!(path(&["JAN", "MAR", "JUL"], "JUL"), ["JUL to SEP", "JUL to DEC"]);
        assert_eq!(path(&["lunes", "martes", "sábado"], "sábado"), ["sábado or domingo"]);
        assert_eq!(path(&["low", "medium", "high"], "low"), ["low"]);
        assert_eq!(path(&["Strongly agree", "agree", "Neutral", "Disagree"], "agree"), ["Agree or Strongly agree"]);
    }

    #[test]
    fn other_words_are_no_scale() {
        for values in [&["M", "S"][..], &["low", "high", "blue"], &["May", "Paris"], &["yes", "no"]] {
            assert!(find(&Domain::of("c", Kind::String, values)).is_none(), "{values:?}");
        }
    }
}
