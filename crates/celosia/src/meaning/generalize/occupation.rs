//! Employment: for oneself, for the state, for others, or none. Occupations themselves have no groups that follow from
//! their words.

use super::groups::{self, Place};
use super::spelling::{is_unknown, named, plain};
use super::{About, Found, Seen};
use crate::study::{Kind, Role};

/// Employment as words.
pub const ABOUT: About = About { name: "employment", recognise };

#[rustfmt::skip]
const GROUPS: &[(&str, &str, &[&str])] = &[
    ("employed", "working", &["private", "employed", "full time", "part time", "employee", "employed full time",
        "employed part time", "full time employed", "part time employed", "angestellt", "angestellte",
        "angestellter", "arbeiter", "arbeiterin", "vollzeit", "teilzeit", "erwerbstatig", "empleado", "empleada",
        "asalariado", "trabajador por cuenta ajena", "salarie", "salariee", "dipendente", "impiegato", "occupato",
        "ocupado", "empregado", "werknemer", "in loondienst", "private sector"]),
    ("self-employed", "working", &["self emp inc", "self emp not inc", "self employed", "selfemployed", "freelance",
        "freelancer", "business owner", "entrepreneur", "selbststandig", "selbstandig", "freiberuflich", "autonomo",
        "autonoma", "cuenta propia", "independant", "independante", "autonomo lavoro", "lavoratore autonomo",
        "zelfstandig", "zzp"]),
    ("employed by the state", "working", &["state gov", "federal gov", "local gov", "government", "public sector",
        "civil servant", "govt job", "beamter", "beamtin", "beamte", "offentlicher dienst", "funcionario",
        "funcionaria", "fonctionnaire", "dipendente pubblico", "ambtenaar", "military", "armed forces"]),
    ("not working", "not working", &["unemployed", "without pay", "never worked", "not working", "retired",
        "student", "homemaker", "housewife", "disabled", "pensioner", "arbeitslos", "rentner", "rentnerin",
        "im ruhestand", "schuler", "schulerin", "studierend", "hausfrau", "hausmann", "parado", "parada",
        "desempleado", "desempleada", "jubilado", "jubilada", "estudiante", "ama de casa", "chomeur", "chomeuse",
        "retraite", "retraitee", "etudiant", "etudiante", "disoccupato", "pensionato", "studente", "casalinga",
        "desempregado", "reformado", "estudante", "werkloos", "gepensioneerd", "children", "unable to work",
        "inactive"]),
];

fn recognise(seen: &Seen) -> Option<Found> {
    if seen.domain.kind != Kind::String || seen.domain.len() > 40 {
        return None;
    }
    let groups: Vec<Option<usize>> = seen
        .domain
        .values
        .iter()
        .map(|value| GROUPS.iter().position(|(.., words)| words.contains(&plain(value).as_str())))
        .collect();
    let known = groups.iter().flatten().count();
    let other =
        seen.domain.values.iter().zip(&groups).filter(|(value, group)| group.is_none() && !is_unknown(value)).count();
    if known < 3 || other * 4 > known {
        return None;
    }
    let place = |code: usize| match groups[code] {
        Some(group) => Place::In(vec![GROUPS[group].0.into(), GROUPS[group].1.into()]),
        None if is_unknown(&seen.domain.values[code]) => Place::Unknown,
        None => Place::Other,
    };
    Some(Found {
        kind: "employment".into(),
        role: Role::QuasiIdentifier,
        why: "its values are words for employment".into(),
        sure: named(
            seen,
            &["work", "workclass", "employment", "job", "occupation", "status", "beruf", "empleo", "emploi"],
        )
        .is_some(),
        keys: vec![],
        hierarchy: groups::file_by(&seen.domain, |code| groups[code].unwrap_or(9) as f64, place),
    })
}

#[cfg(test)]
mod tests {
    use crate::meaning::generalize::testing::{evenly, meaning, path};

    #[test]
    fn work_class_of_adult() {
        let values = [
            "Private",
            "Self-emp-inc",
            "Self-emp-not-inc",
            "Federal-gov",
            "Local-gov",
            "State-gov",
            "Without-pay",
            "Never-worked",
        ];
        let adult = evenly("workclass", &values, 50);
        assert_eq!(meaning(&adult).0, "employment");
        assert_eq!(path(&adult, "Local-gov"), ["employed by the state", "working"]);
        assert_eq!(path(&adult, "Never-worked"), ["not working"; 2]);
    }
}
