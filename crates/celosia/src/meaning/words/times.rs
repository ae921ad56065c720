//! Words for when something happened.

use crate::meaning::names::Words;

/// Days of birth.
#[rustfmt::skip]
pub const BIRTH: Words = Words {
    means: "date of birth",
    en: &[
        "birth", "birthday", "birthdate", "birth date", "date of birth", "dob", "dateofbirth", "born", "yob", "mob",
        "yearborn", "yrborn", "monthborn", "mnthborn", "birthmo", "birthyear", "birth year", "year of birth", "yearofbirth", "birthyr", "bday", "birthmonth",
    ],
    de: &["geburtsdatum", "geburtstag", "geburtsjahr", "gebdat", "geb", "geboren", "gebdatum", "geburts*"],
    fr: &["date naissance", "naissance", "annee naissance", "datenaissance", "ddn", "ne le"],
    es: &["fecha nacimiento", "nacimiento", "ano nacimiento", "fechanacimiento", "fec nac", "fecnac"],
    it: &["data nascita", "nascita", "anno nascita", "datanascita", "nato il"],
    pt: &["data nascimento", "nascimento", "ano nascimento", "datanascimento", "dt nasc", "nasc"],
    nl: &["geboortedatum", "geboortejaar", "geboortedag", "gebdatum", "geboren"],
};

/// Days and what they belong to.
#[rustfmt::skip]
pub const DATE: Words = Words {
    means: "date",
    en: &[
        "date", "dates", "day", "month", "year", "years", "weekday", "quarter", "week", "datetime", "timestamp",
        "admission", "discharge", "admitted", "discharged", "visit date", "died", "death date", "dod", "created",
        "updated", "season", "admit", "date*", "dayofweek", "day of week", "yr", "dt", "dow", "created at",
        "updated at", "registered", "since", "dxyr", "dxyear", "dxdate", "diagdate", "yeardx", "yrdx",
    ],
    de: &[
        "datum", "*datum", "tag", "monat", "jahr", "*jahr", "*monat", "wochentag", "quartal", "aufnahme", "entlassung",
        "todes*", "woche", "zeitpunkt", "*tag", "jahrgang",
    ],
    fr: &["date", "jour", "mois", "annee", "jour semaine", "admission", "sortie", "trimestre", "semaine"],
    es: &["fecha", "dia", "mes", "ano", "dia semana", "ingreso fecha", "alta fecha", "trimestre", "semana"],
    it: &["data", "giorno", "mese", "anno", "giorno settimana", "ricovero", "dimissione", "trimestre", "settimana"],
    pt: &["data", "dia", "mes", "ano", "dia semana", "internacao", "trimestre", "semana"],
    nl: &["datum", "*datum", "dag", "maand", "jaar", "weekdag", "opname", "ontslag", "kwartaal", "week"],
};

/// Times of day.
#[rustfmt::skip]
pub const TIME: Words = Words {
    means: "time of day",
    en: &["time", "hour", "hours", "minute", "time of day", "clock", "hour of day", "timeofday"],
    de: &["uhrzeit", "zeit", "stunde", "*uhrzeit"],
    fr: &["heure", "heures"],
    es: &["hora", "horas"],
    it: &["ora", "orario", "ore"],
    pt: &["hora", "horas", "horario"],
    nl: &["tijd", "uur", "tijdstip"],
};
