//! Words for what others know of a person: how statistical offices describe people, and what can be seen of them.

use crate::meaning::names::Words;

/// Sex and gender.
#[rustfmt::skip]
pub const SEX: Words = Words {
    means: "sex",
    en: &["sex", "gender", "male", "female", "genre", "is male", "is female", "sexe"],
    de: &["geschlecht", "geschl", "*geschlecht", "anrede"],
    fr: &["sexe", "genre", "civilite"],
    es: &["sexo", "genero"],
    it: &["sesso", "genere"],
    pt: &["sexo", "genero"],
    nl: &["geslacht", "sekse", "kunne", "aanhef"],
};

/// How people are addressed.
#[rustfmt::skip]
pub const TITLE: Words = Words {
    means: "form of address",
    en: &["title", "salutation", "honorific", "prefix", "suffix"],
    de: &["titel"],
    fr: &["titre"],
    es: &["tratamiento persona"],
    it: &["titolo"],
    pt: &["titulo"],
    nl: &["titel"],
};

/// Age, in years or groups.
#[rustfmt::skip]
pub const AGE: Words = Words {
    means: "age",
    en: &[
        "age", "ages", "aged", "agegroup", "agegrp", "ageband", "agecat", "age years", "ageyears", "agecategory",
        "years old", "age range", "ageyr", "agey", "mage", "fage", "mothage", "fathage", "momage", "dadage", "ageyears",
        "agea", "curage", "ageint",
    ],
    de: &["alter", "alters*", "*alter", "lebensalter", "lebensjahre"],
    fr: &["age", "ans", "tranche age", "classe age"],
    es: &["edad", "edades", "rango edad", "grupo edad", "grupo etario"],
    it: &["eta", "fascia eta", "classe eta", "anni compiuti"],
    pt: &["idade", "faixa etaria", "grupo etario"],
    nl: &["leeftijd", "leeftijds*"],
};

/// Ethnic origin and colour.
#[rustfmt::skip]
pub const RACE: Words = Words {
    means: "ethnic origin",
    en: &[
        "race", "races", "racial", "ethnicity", "ethnic", "ethnic group", "ethnicgroup", "ethnic origin", "hispanic",
        "latino", "hispan", "black", "white", "skin color", "skin colour", "tribe", "caste", "indigenous", "minority",
        "raceethnicity", "raceeth", "afam", "cauc", "racegrp", "racecat", "nonwhite",
    ],
    de: &["ethnie", "ethnische", "herkunft", "hautfarbe", "migrationshintergrund"],
    fr: &["ethnie", "origine", "origine ethnique"],
    es: &["raza", "etnia", "etnico", "pueblo indigena"],
    it: &["etnia", "razza", "origine etnica"],
    pt: &["raca", "etnia", "cor", "raca cor", "cor raca"],
    nl: &["etniciteit", "herkomst", "afkomst", "migratieachtergrond"],
};

/// Nationality, birth place, language.
#[rustfmt::skip]
pub const NATION: Words = Words {
    means: "nationality or language",
    en: &[
        "nationality", "nation", "citizenship", "citizen", "native", "immigrant", "immigration", "foreign born",
        "foreigner", "migrant", "language", "languages", "mother tongue", "birth place", "birthplace", "birth country",
        "born in", "country of birth", "natcountry", "dialect", "foreign worker", "place birth", "origin country",
        "native language", "lang",
    ],
    de: &[
        "nationalitaet", "staatsangehoerigkeit", "staatsbuergerschaft", "geburtsort", "geburtsland", "muttersprache",
        "sprache", "auslaender", "auslaender*",
    ],
    fr: &[
        "nationalite", "lieu naissance", "pays naissance", "langue", "langue maternelle", "etranger",
        "commune naissance",
    ],
    es: &[
        "nacionalidad", "lugar nacimiento", "pais nacimiento", "idioma", "lengua", "extranjero", "ciudadania",
        "pais origen",
    ],
    it: &["nazionalita", "cittadinanza", "luogo nascita", "paese nascita", "lingua", "comune nascita", "straniero"],
    pt: &["nacionalidade", "naturalidade", "local nascimento", "pais nascimento", "idioma", "lingua", "estrangeiro"],
    nl: &["nationaliteit", "geboorteplaats", "geboorteland", "taal", "moedertaal", "vreemdeling"],
};

/// Marriage, family and household.
#[rustfmt::skip]
pub const FAMILY: Words = Words {
    means: "family or household",
    en: &[
        "marital", "marital status", "maritalstatus", "marstat", "married", "civil status", "relationship", "spouse",
        "partner", "partnered", "divorced", "widowed", "single", "household", "household size", "hhsize", "hh size",
        "family size", "famsize", "familysize", "family", "children", "childrens", "kids", "num children", "dependents",
        "dependants", "siblings", "sibsp", "sib sp", "parch", "twin", "birth order", "number of children", "kidhome", "teenhome",
        "people in household", "parental status", "pstatus", "guardian", "famrel", "kidslt", "kids lt", "nchild",
        "numkids", "household type", "orphan", "cohabitation", "living arrangement", "lives alone", "alone",
        "nkids", "kidlt", "kidge", "kidsge", "yngkid", "youngkid", "kidcount", "marr", "nev mar", "never married", "msp",
        "yrsmarr", "yearsmarr", "yrs married", "childs", "nchildren", "numchild", "evermarr", "nevermarr", "evermarried", "maritalcat", "marcat",
        "married now", "yearsmarried", "years married", "num dependents", "dependent", "only child", "parents",
    ],
    de: &[
        "familienstand", "zivilstand", "verheiratet", "kinder", "kinderzahl", "anzahl kinder", "haushalt", "haushalts*",
        "personenstand", "geschwister", "lebensform", "familiengroesse", "kinderanzahl", "familie*", "alleinerziehend",
        "partnerschaft",
    ],
    fr: &[
        "etat civil", "situation familiale", "situation matrimoniale", "matrimonial", "marie", "enfants", "nb enfants",
        "nombre enfants", "menage", "foyer", "conjoint", "taille menage", "statut marital",
    ],
    es: &[
        "estado civil", "casado", "hijos", "numero hijos", "hogar", "tamano hogar", "familia", "conyuge", "parentesco",
        "miembros hogar",
    ],
    it: &[
        "stato civile", "coniugato", "figli", "numero figli", "nucleo familiare", "famiglia", "coniuge", "parentela",
        "componenti",
    ],
    pt: &[
        "estado civil", "casado", "filhos", "numero filhos", "agregado familiar", "familia", "conjuge",
        "domicilio pessoas", "parentesco",
    ],
    nl: &[
        "burgerlijke staat", "gehuwd", "kinderen", "aantal kinderen", "huishouden", "huishoud*", "gezin*", "partner",
        "gezinssituatie",
    ],
};

/// Education that others know of.
#[rustfmt::skip]
pub const EDUCATION: Words = Words {
    means: "education",
    en: &[
        "education", "educ", "edu", "education level", "educational", "schooling", "degree", "qualification",
        "qualifications", "literacy", "literate", "highschool", "high school", "university", "college", "school",
        "schools", "nodegree", "educlevel", "education num", "major", "field of study", "medu", "fedu", "schoolsup",
        "faculty", "graduate", "diploma", "alma mater", "study program", "study year", "school year", "school type",
        "class year", "academic year", "courses", "educationlevel", "educationfield", "schoolname", "institution",
        "semester", "year of study", "years of schooling", "yearseducation", "schoolyears", "preparatory", "homeroom",
        "educ*", "*educ", "eduyrs", "edyears", "edyrs", "edlevel", "yschool", "yrschool", "yrsschool", "hschool", "hsgrad",
        "colgrad", "collgrad", "collegegrad", "collegeed", "hsdegree", "educ years", "school grade", "grade level", "school class",
    ],
    de: &[
        "bildung", "bildungs*", "*bildung", "schulabschluss", "abschluss", "*abschluss", "schule", "schulform",
        "studiengang", "studienfach", "hochschule", "universitaet", "ausbildung", "fakultaet", "klasse schule",
        "schulart", "schulbildung",
    ],
    fr: &[
        "education", "diplome", "niveau etudes", "niveau etude", "ecole", "formation", "scolarite", "universite",
        "etudes", "niveau scolaire", "etablissement scolaire",
    ],
    es: &[
        "educacion", "escolaridad", "estudios", "nivel estudios", "nivel educativo", "titulacion", "escuela", "colegio",
        "universidad", "formacion", "carrera", "grado instruccion", "facultad",
    ],
    it: &[
        "istruzione", "titolo studio", "scuola", "laurea", "diploma", "universita", "scolarita", "formazione",
        "facolta",
    ],
    pt: &[
        "educacao", "escolaridade", "escol", "instrucao", "grau instrucao", "escola", "universidade", "habilitacoes", "formacao",
        "curso", "faculdade", "nivel escolaridade",
    ],
    nl: &[
        "opleiding", "opleidings*", "school", "onderwijs", "diploma", "studie", "studierichting", "universiteit",
        "schooltype",
    ],
};

/// Work and position that others know of.
#[rustfmt::skip]
pub const WORK: Words = Words {
    means: "work",
    en: &[
        "occupation", "occ", "occupational", "job", "jobs", "job title", "jobtitle", "profession", "professional",
        "employer", "employment", "employed", "employment status", "unemployed", "work class", "workclass", "industry",
        "industries", "sector", "position", "rank", "rank name", "unit", "military", "veteran", "armed forces",
        "business travel", "businesstravel", "department", "dept", "job role", "jobrole", "job level", "joblevel",
        "company", "organization", "organisation", "mjob", "fjob", "self employed", "hours per week", "work type",
        "worktype", "career", "working status", "division", "team", "role", "tenure", "years at company", "hire date",
        "retired", "labor force", "labour force", "labforce", "work status", "workstatus", "occstat", "businessunit",
        "employmenttype", "employment type", "contract type", "manager", "supervisor", "discipline", "yrs service",
        "yrs since phd", "yrs phd", "seniority", "job type", "jobtype", "shift", "branch", "employmentstatus",
        "exper", "experience", "work experience", "years experience", "yrs experience", "ind code", "indcode", "occ code", "occode",
        "naics", "isco", "nace", "selfemp", "selfempl", "occupations", "jobsatisfied", "employer name", "cost center", "cost centre", "costcenter",
    ],
    de: &[
        "beruf", "beruf*", "*beruf", "arbeitgeber", "branche", "taetigkeit", "stellung", "beschaeftigung", "erwerbs*",
        "erwerbsstatus", "abteilung", "firma", "dienstgrad", "funktion", "unternehmen", "arbeitsplatz",
        "beschaeftigungs*", "kostenstelle", "arbeitszeit", "berufs*",
    ],
    fr: &[
        "profession", "metier", "emploi", "employeur", "secteur", "csp", "categorie socioprofessionnelle", "poste",
        "activite", "fonction", "grade emploi", "entreprise", "statut emploi", "departement entreprise",
    ],
    es: &[
        "ocupacion", "profesion", "empleo", "empleador", "sector", "puesto", "cargo", "trabajo", "empresa",
        "actividad economica", "situacion laboral", "departamento empresa", "oficio",
    ],
    it: &[
        "occupazione", "professione", "lavoro", "impiego", "datore lavoro", "settore", "mansione", "ruolo", "azienda",
        "reparto lavoro", "condizione professionale", "mestiere", "qualifica",
    ],
    pt: &[
        "ocupacao", "profissao", "emprego", "empregador", "setor", "cargo", "trabalho", "empresa",
        "situacao profissional", "categoria profissional", "funcao",
    ],
    nl: &[
        "beroep", "beroeps*", "werkgever", "functie", "sector", "bedrijf", "bedrijfstak", "werk", "afdeling",
        "arbeidssituatie", "dienstverband", "baan",
    ],
};

/// What can be seen of a person.
#[rustfmt::skip]
pub const BODY: Words = Words {
    means: "what can be seen of a person",
    en: &[
        "height", "weight", "body height", "body weight", "bodyweight", "stature", "eye color", "eye colour",
        "hair color", "hair colour", "eye", "hair", "handedness", "handed", "left handed", "right handed", "shoe size",
        "disabled", "tattoo", "glasses", "beard", "complexion", "build", "height cm", "weight kg", "heightcm",
        "weightkg", "ht", "wt", "body build", "birthmark", "scar", "heightin", "weightlb", "weightlbs", "wheelchair",
        "hair length",
    ],
    de: &[
        "groesse", "koerpergroesse", "gewicht", "koerpergewicht", "augenfarbe", "haarfarbe", "haendigkeit",
        "schuhgroesse", "grosse cm",
    ],
    fr: &["taille", "poids", "couleur yeux", "couleur cheveux", "lateralite"],
    es: &["altura", "estatura", "talla", "peso", "color ojos", "color pelo", "lateralidad"],
    it: &["altezza", "peso", "statura", "colore occhi", "colore capelli"],
    pt: &["altura", "estatura", "peso", "cor olhos", "cor cabelo"],
    nl: &["lengte", "gewicht", "lichaamslengte", "lichaamsgewicht", "oogkleur", "haarkleur"],
};

/// What neighbours and colleagues know: home, vehicle, habits in public.
#[rustfmt::skip]
pub const HABITS: Words = Words {
    means: "what neighbours and colleagues see",
    en: &[
        "housing", "home ownership", "homeownership", "homeowner", "house type", "dwelling", "tenancy", "own house",
        "house ownership", "own car", "vehicle type", "vehicle make", "vehicle model", "car", "car make", "car model",
        "vehicle", "pets", "hobby", "hobbies", "interests", "sport", "sports", "activities", "smoker", "smoking",
        "smokes", "residence type", "residencetype", "rent", "property", "senior citizen", "seniorcitizen",
        "passenger class", "pclass", "cabin", "reside since", "residence since", "homestatus", "has car", "num cars",
        "ever married", "role person", "person type", "family history known", "is smoker", "cigarettes",
        "internet access", "vehicle year",
    ],
    de: &[
        "wohnsituation", "wohnform", "raucher", "raucher*", "fahrzeug", "fahrzeug*", "hobbys", "haustier",
        "wohneigentum", "auto",
    ],
    fr: &["logement", "type logement", "fumeur", "vehicule", "type vehicule", "loisirs", "proprietaire", "voiture"],
    es: &["vivienda", "tipo vivienda", "fumador", "vehiculo", "tipo vehiculo", "tipo persona", "aficiones", "coche"],
    it: &["abitazione", "fumatore", "veicolo", "tipo veicolo", "tipo persona", "casa proprieta", "automobile"],
    pt: &["habitacao", "moradia", "fumante", "fumador", "veiculo", "tipo veiculo", "carro"],
    nl: &["woning", "woningtype", "roker", "voertuig", "voertuigtype", "huisvesting", "huisdier", "auto"],
};
