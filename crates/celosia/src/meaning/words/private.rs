//! Words for opinions, belief, love, crime and achievement: what a person tells few others.

use crate::meaning::names::Words;

/// Belief and opinion.
#[rustfmt::skip]
pub const OPINION: Words = Words {
    means: "belief or opinion",
    en: &[
        "religion", "religious", "relig", "faith", "denomination", "party", "party affiliation", "partyid", "political",
        "politics", "ideology", "vote", "voted", "votes", "voter choice", "opinion", "attitude", "belief",
        "satisfaction", "jobsatisfaction", "satisfied", "trust score", "union", "trade union", "unionized",
        "union member", "philosophy", "happy", "happiness", "feedback", "rating", "ratings", "polviews", "approve",
        "approval", "political party", "sentiment", "preference", "worry", "religiousness", "self rating",
        "rate marriage",
    ],
    de: &[
        "religion", "*religion", "konfession", "glaube", "partei", "wahl", "gewerkschaft", "meinung", "zufriedenheit",
        "*zufriedenheit", "weltanschauung", "bewertung",
    ],
    fr: &["religion", "croyance", "parti", "vote", "opinion", "syndicat", "satisfaction", "avis"],
    es: &["religion", "creencia", "partido", "voto", "opinion", "sindicato", "satisfaccion"],
    it: &["religione", "fede", "partito", "voto politico", "opinione", "sindacato", "soddisfazione"],
    pt: &["religiao", "crenca", "partido", "voto", "opiniao", "sindicato", "satisfacao"],
    nl: &["religie", "godsdienst", "geloof", "partij", "stem", "mening", "vakbond", "tevredenheid"],
};

/// Love and sex life.
#[rustfmt::skip]
pub const INTIMATE: Words = Words {
    means: "sex life",
    en: &[
        "orientation", "sexual", "sexual orientation", "sexuality", "sex partners", "partners count", "affairs",
        "affair", "same sex", "sexorien*", "sex age", "sexage", "sexnum*", "sexever", "transgender", "gender identity",
        "romantic", "num partners", "number of sexual partners",
    ],
    de: &["sexuelle orientierung", "orientierung", "sexual*"],
    fr: &["orientation sexuelle", "sexualite"],
    es: &["orientacion sexual", "sexualidad"],
    it: &["orientamento sessuale", "sessualita"],
    pt: &["orientacao sexual", "sexualidade"],
    nl: &["seksuele geaardheid", "geaardheid", "seksualiteit"],
};

/// Crime and punishment.
#[rustfmt::skip]
pub const CRIME: Words = Words {
    means: "crime",
    en: &[
        "crime", "crimes", "criminal", "criminal record", "offence", "offense", "offences", "offenses", "arrest",
        "arrests", "arrested", "conviction", "convicted", "felony", "misdemeanor", "charge degree", "charge desc",
        "c charge", "sentence", "prison term", "jail time", "probation", "parole", "recidivism", "recid", "is recid",
        "two year recid", "priors", "priors count", "prior", "verdict", "violation", "violations", "violent", "fraud",
        "juv fel", "juv misd", "juv other", "juvenile", "guilty", "recidivist", "decile score", "contraband",
        "decision", "ruling", "citation", "stop outcome", "search conducted", "weapon",
    ],
    de: &["straftat", "delikt", "vorstrafe", "vorstrafen", "urteil", "strafe", "vergehen", "tatvorwurf"],
    fr: &["delit", "crime", "infraction", "condamnation", "peine", "casier judiciaire"],
    es: &["delito", "crimen", "infraccion", "condena", "pena", "antecedentes penales", "sentencia"],
    it: &["reato", "crimine", "infrazione", "condanna", "pena", "sentenza"],
    pt: &["crime", "delito", "infracao", "condenacao", "pena", "sentenca"],
    nl: &["misdrijf", "delict", "overtreding", "veroordeling", "straf", "vonnis"],
};

/// Marks, scores and behaviour at school and work.
#[rustfmt::skip]
pub const ACHIEVEMENT: Words = Words {
    means: "score or mark",
    en: &[
        "score", "scores", "grade", "grades", "gpa", "cgpa", "mark", "marks", "exam", "exam score", "math score",
        "reading score", "writing score", "sat", "gre", "toefl", "iq", "points", "performance", "performance rating",
        "performancerating", "evaluation", "appraisal", "attrition", "absences", "absence", "absenteeism", "absent",
        "failures", "warnings", "terminated", "termination reason", "termination", "promotion", "performance score",
        "engagement", "engagement survey", "churn", "probation end", "lsat", "ugpa", "quiz", "final grade",
        "test score", "class rank", "study time", "studytime", "employee satisfaction", "employeesatisfaction",
        "job involvement", "work life balance", "environment satisfaction", "relationship satisfaction", "left company",
    ],
    de: &[
        "note", "noten", "*note", "punkte", "punktzahl", "leistung", "leistungs*", "fehlzeiten", "kuendigung",
        "kuendigungs*", "beurteilung", "pruefung*",
    ],
    fr: &["note", "notes", "score", "moyenne", "performance", "absences", "licenciement", "evaluation"],
    es: &[
        "nota", "notas", "puntuacion", "puntaje", "calificacion", "rendimiento", "ausencias", "despido", "evaluacion",
    ],
    it: &["voto", "voti", "punteggio", "rendimento", "assenze", "licenziamento", "valutazione"],
    pt: &["nota", "notas", "pontuacao", "desempenho", "faltas", "demissao", "avaliacao"],
    nl: &["cijfer", "cijfers", "score", "prestatie", "prestaties", "verzuim", "ontslag reden", "beoordeling"],
};
