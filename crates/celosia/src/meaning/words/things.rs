//! Words for what is said of things and records rather than of persons: weights of a sample, counts, labels, texts.

use crate::meaning::names::Words;

/// Free text.
#[rustfmt::skip]
pub const TEXT: Words = Words {
    means: "free text",
    en: &[
        "comment", "comments", "note", "notes", "remark", "remarks", "description", "desc", "text", "free text",
        "freetext", "narrative", "message", "body", "review", "reviews", "review text", "details", "summary",
        "abstract", "transcript", "answer text", "explanation", "observations", "tweet", "bio", "biography", "memo",
        "story", "clinical notes", "discharge summary", "report text", "anamnesis", "history text", "feedback text",
        "content", "quote",
    ],
    de: &[
        "bemerkung", "bemerkungen", "kommentar", "kommentare", "notiz", "notizen", "beschreibung", "freitext",
        "anmerkung", "anmerkungen", "anamnese", "text", "hinweis", "*bemerkung",
    ],
    fr: &[
        "commentaire", "commentaires", "remarque", "remarques", "observation", "observations", "texte", "texte libre",
        "description",
    ],
    es: &[
        "comentario", "comentarios", "observacion", "observaciones", "texto", "descripcion", "notas libres",
        "anotaciones",
    ],
    it: &["commento", "commenti", "osservazioni", "testo", "descrizione", "note libere", "annotazioni"],
    pt: &["comentario", "comentarios", "observacao", "observacoes", "texto", "descricao", "anotacoes"],
    nl: &[
        "opmerking", "opmerkingen", "toelichting", "tekst", "vrije tekst", "omschrijving", "notitie", "notities",
        "commentaar",
    ],
};

/// What a model is taught to predict.
#[rustfmt::skip]
pub const LABEL: Words = Words {
    means: "label to predict",
    en: &[
        "target", "label", "labels", "class", "classes", "outcome", "classification", "response", "dependent variable",
    ],
    de: &["zielvariable", "zielgroesse", "klassifikation"],
    fr: &["cible", "etiquette"],
    es: &["objetivo", "etiqueta"],
    it: &["obiettivo", "etichetta"],
    pt: &["alvo", "rotulo"],
    nl: &["doelvariabele", "klasse"],
};

/// Weights of a sample and numbers about the record itself.
#[rustfmt::skip]
pub const WEIGHTING: Words = Words {
    means: "weight of a sample",
    en: &[
        "fnlwgt", "perwt", "hhwt", "sample weight", "sampling weight", "sampleweight", "survey weight", "weighting",
        "wgt", "wtmec", "wtint", "pweight", "stratum", "strata", "psu", "cluster", "final weight", "wave", "version",
        "source", "batch", "split", "fold", "replicate", "instwt",
    ],
    de: &["gewichtung", "hochrechnungsfaktor", "gewichtungsfaktor", "welle"],
    fr: &["ponderation", "poids sondage"],
    es: &["ponderacion", "factor expansion", "peso muestral"],
    it: &["ponderazione", "peso campionario"],
    pt: &["ponderacao", "fator expansao"],
    nl: &["weegfactor", "wegingsfactor"],
};

/// Counts, rates and other figures.
#[rustfmt::skip]
pub const COUNT: Words = Words {
    means: "count or figure",
    en: &[
        "number", "count", "counts", "num", "total", "rate", "ratio", "percent", "percentage", "average", "avg", "mean",
        "median", "sum", "std", "duration", "distance", "frequency", "freq", "quantity", "qty", "length", "visits",
        "calls", "minutes", "mins", "usage", "days", "campaign", "pdays", "previous", "recency", "min", "max",
        "index score", "coefficient", "level", "value",
    ],
    de: &[
        "anzahl", "dauer", "haeufigkeit", "menge", "summe", "anteil", "quote", "entfernung", "durchschnitt", "*dauer",
        "*anzahl",
    ],
    fr: &["nombre", "nb", "duree", "quantite", "taux", "moyenne", "somme", "distance"],
    es: &["cantidad", "duracion", "tasa", "promedio", "media", "suma", "distancia", "frecuencia"],
    it: &["quantita", "durata", "tasso", "media", "somma", "distanza", "frequenza"],
    pt: &["quantidade", "duracao", "taxa", "media", "soma", "distancia", "frequencia", "qtd"],
    nl: &["aantal", "duur", "hoeveelheid", "gemiddelde", "som", "afstand", "frequentie"],
};
