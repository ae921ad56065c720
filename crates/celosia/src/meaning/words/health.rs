//! Words for health: what others do not see and nobody should learn.

use crate::meaning::names::Words;

/// Diagnoses, complaints and their course.
#[rustfmt::skip]
pub const DIAGNOSIS: Words = Words {
    means: "illness",
    en: &[
        "disease", "diseases", "diagnosis", "diagnoses", "diagnosed", "diag", "dx", "icd", "icd 9", "icd 10",
        "condition", "conditions", "illness", "symptom", "symptoms", "comorbidity", "comorbidities", "cancer", "tumor",
        "tumour", "hiv", "aids", "depression", "anxiety", "mental", "mental health", "psychiatric", "diabetes",
        "diabetic", "hypertension", "hypertensive", "stroke", "asthma", "infection", "covid", "covid*", "pregnancy",
        "pregnant", "pregnancies", "pregnant now", "abortion", "abortions", "birth weight", "disability",
        "disabilities", "impairment", "injury", "injuries", "injured", "severity", "allergy", "allergies", "addiction",
        "readmitted", "readmission", "death", "deceased", "died", "dead", "mortality", "cause of death", "survival",
        "survived", "alive", "vital status", "heart disease", "heartdisease", "heart attack", "angina", "exang",
        "kidney", "renal", "liver disease", "arthritis", "thalassemia", "pain", "chest pain", "fever", "cough", "chf",
        "copd", "sepsis", "fracture", "metastasis", "metastases", "stage", "tumor stage", "prognosis", "relapse",
        "recurrence", "nodes", "remission", "seizure", "dementia", "alzheimer*", "autism", "schizophrenia", "suicide",
        "overdose", "vomiting", "fatigue", "nausea", "diet", "appetite", "appet", "menopause", "meno", "anemia",
        "anaemia", "edema", "disorder", "syndrome", "fracture", "complication", "complications", "health",
        "general health", "healthgen", "phys health", "medical history", "medical condition", "fam history",
        "family history", "disease history", "sleep", "sleep trouble", "std", "sti", "hepatitis", "tuberculosis",
        "malaria", "bleeding", "trauma", "wound", "lesion", "histology", "pathology", "ckd", "drg", "mdc", "case mix",
        "reason for visit", "chief complaint", "case severity", "triage", "acuity", "vaccinated", "vaccination",
        "vaccine", "immunization", "medical", "sexual orientation health", "hbp", "infarction", "shock", "coma",
        "obesity", "obese", "drg code",
    ],
    de: &[
        "diagnose", "*diagnose", "diagnosen", "krankheit", "*krankheit", "erkrankung", "*erkrankung", "symptom*",
        "befund", "*befund", "beschwerde*", "behinderung", "schwerbehinderung", "verletzung", "verletzungs*",
        "schwanger*", "todesursache", "krebs", "allergie*", "vorerkrankung*", "pflegegrad", "gesundheit*", "infektion",
        "schmerz*",
    ],
    fr: &[
        "maladie", "maladies", "diagnostic", "diagnostique", "symptome", "symptomes", "pathologie", "handicap",
        "grossesse", "enceinte", "cancer", "deces", "cause deces", "gravite", "blessure", "allergie", "sante",
        "antecedent", "antecedents", "infection", "affection",
    ],
    es: &[
        "enfermedad", "enfermedades", "diagnostico", "diagnosticos", "sintoma", "sintomas", "discapacidad", "embarazo",
        "embarazada", "cancer", "defuncion", "causa muerte", "lesion", "lesividad", "cod lesividad", "tipo lesividad",
        "gravedad", "alergia", "salud", "patologia", "antecedentes", "fallecido",
    ],
    it: &[
        "malattia", "malattie", "diagnosi", "sintomo", "sintomi", "patologia", "disabilita", "gravidanza", "cancro",
        "decesso", "causa morte", "lesione", "gravita", "allergia", "salute", "anamnesi",
    ],
    pt: &[
        "doenca", "doencas", "diagnostico", "sintoma", "sintomas", "deficiencia", "gravidez", "gestante", "cancer",
        "obito", "causa morte", "lesao", "gravidade", "alergia", "saude", "comorbidade", "comorbidades", "patologia",
    ],
    nl: &[
        "ziekte", "*ziekte", "diagnose", "aandoening", "symptoom", "symptomen", "klacht", "klachten", "handicap",
        "zwanger*", "kanker", "overlijden", "doodsoorzaak", "letsel", "ernst", "allergie", "gezondheid*",
    ],
};

/// What is done about it.
#[rustfmt::skip]
pub const TREATMENT: Words = Words {
    means: "treatment",
    en: &[
        "treatment", "treatments", "treated", "treat", "trt", "trta", "trtp", "arm", "rx", "therapy", "therapies", "procedure", "procedures",
        "medication", "medications", "medicine", "medicines", "drug", "drugs", "dose", "dosage", "prescription",
        "prescriptions", "prescribed", "surgery", "operation", "chemo", "chemotherapy", "radiation", "transplant",
        "insulin", "metformin", "aspirin", "antibiotic", "antibiotics", "statin", "steroid", "steroids", "placebo",
        "arm", "los", "length of stay", "time in hospital", "icu", "ventilator", "ventilation", "inpatient",
        "outpatient", "emergency visits", "diabetes med", "diabetesmed", "med", "meds", "cpt", "hcpcs", "ndc", "atc",
        "intervention", "ward stay", "payer", "payer code", "medical specialty", "specialty", "admission source",
        "admission type", "discharge disposition", "hormone therapy", "horm th", "anaesthesia", "anesthesia",
        "hospitalized", "hospitalised", "hospitalization", "intubated", "dialysis", "contraceptive", "contraceptives",
        "contraception", "supplement",
    ],
    de: &[
        "behandlung", "*behandlung", "therapie", "*therapie", "medikament", "medikamente", "medikation", "dosis",
        "operation", "eingriff", "ops", "verweildauer", "arznei*", "wirkstoff", "verordnung",
    ],
    fr: &[
        "traitement", "traitements", "medicament", "medicaments", "ordonnance", "dose", "chirurgie", "intervention",
        "acte", "duree sejour", "specialite",
    ],
    es: &[
        "tratamiento", "tratamientos", "medicamento", "medicamentos", "dosis", "cirugia", "receta", "procedimiento",
        "terapia", "especialidad", "medicacion", "estancia",
    ],
    it: &["trattamento", "terapia", "farmaco", "farmaci", "dose", "intervento", "ricetta", "procedura", "degenza"],
    pt: &[
        "tratamento", "medicamento", "medicamentos", "dose", "cirurgia", "receita medica", "procedimento", "terapia",
        "medicacao", "especialidade",
    ],
    nl: &[
        "behandeling", "medicatie", "medicijn", "medicijnen", "dosis", "operatie", "ingreep", "therapie", "ligduur",
        "recept",
    ],
};

/// What is measured in a body or its samples.
#[rustfmt::skip]
pub const LABORATORY: Words = Words {
    means: "measurement of the body",
    en: &[
        "test", "tests", "result", "results", "lab", "labs", "lab test", "glucose", "glu", "glyhb", "stab glu", "serum",
        "max glu serum", "a 1 c", "a 1 c*", "a 1 cresult", "hba 1 c", "hba", "blood", "blood pressure", "bp", "sbp",
        "dbp", "systolic", "diastolic", "trestbps", "pulse", "heart rate", "heartrate", "thalach", "thal", "oldpeak",
        "slope", "restecg", "ecg", "ekg", "cholesterol", "chol", "hdl", "ldl", "triglycerides", "triglyceride", "bmi",
        "body mass index", "skin thickness", "skinthickness", "creatinine", "creatine", "phosphokinase", "cpk",
        "platelets", "platelet", "hemoglobin", "haemoglobin", "hgb", "hct", "hematocrit", "haematocrit", "leukocytes",
        "lymphocytes", "neutrophils", "albumin", "bilirubin", "bili", "protein", "sodium", "potassium", "calcium",
        "magnesium", "urea", "bun", "urine", "alt", "ast", "sgot", "sgpt", "alk phos", "alkphos",
        "alkaline phosphatase", "alkaline*", "alamine*", "aspartate*", "inr", "psa", "tsh", "crp", "ferritin",
        "vitamin", "ejection fraction", "ejection", "troponin", "temperature", "body temperature", "oxygen", "spo",
        "respiratory rate", "resp rate", "fev", "fvc", "wbc", "rbc", "white blood", "white cell", "white blood cell",
        "red blood", "blood type", "blood group", "bloodgroup", "bloodtype", "genotype", "gene", "allele", "snp",
        "mutation", "cd 4", "viral load", "antibody", "antigen", "rh factor", "karnofsky", "apgar", "gcs", "sofa",
        "apache", "biopsy", "mri", "ct scan", "xray", "ultrasound", "waist", "hip", "waist circumference", "body fat",
        "fbs", "insulin level", "cortisol", "estrogen", "estrogen receptor", "progesterone", "receptor", "testosterone",
        "num lab", "copper", "prothrombin", "protime", "trig", "urate", "uric acid", "karno", "ph ecog", "ecog",
        "pat karno", "sodium level", "meal cal", "wt loss", "pgr", "tsize", "tgrade", "pnodes", "estrec", "progrec",
        "nwbc", "bodyfat", "ph", "specific gravity", "pus cell", "gestation", "gestational age", "apgar score",
        "gravida", "parity", "mental score", "phq", "gad", "cholest", "hemo", "pcv", "bgr",
    ],
    de: &[
        "blutdruck", "blutzucker", "blutgruppe", "laborwert", "*laborwert", "labor*", "puls", "herzfrequenz",
        "cholesterin", "temperatur", "testergebnis", "ergebnis test", "haemoglobin", "kreatinin", "leukozyten", "harn*",
        "*spiegel",
    ],
    fr: &[
        "tension arterielle", "tension", "glycemie", "groupe sanguin", "pouls", "cholesterol", "temperature",
        "resultat", "resultats", "imc", "analyse", "bilan sanguin", "frequence cardiaque",
    ],
    es: &[
        "tension arterial", "presion arterial", "glucosa", "glucemia", "grupo sanguineo", "pulso", "colesterol",
        "temperatura", "resultado", "resultados", "imc", "prueba", "analitica", "frecuencia cardiaca",
    ],
    it: &[
        "pressione", "pressione arteriosa", "glicemia", "gruppo sanguigno", "colesterolo", "temperatura", "risultato",
        "esito", "bmi", "esame", "frequenza cardiaca",
    ],
    pt: &[
        "pressao arterial", "pressao", "glicose", "glicemia", "tipo sanguineo", "colesterol", "temperatura",
        "resultado", "imc", "exame", "frequencia cardiaca",
    ],
    nl: &[
        "bloeddruk", "bloedsuiker", "bloedgroep", "hartslag", "cholesterol", "temperatuur", "uitslag", "resultaat",
        "labwaarde",
    ],
};

/// Use of substances.
#[rustfmt::skip]
pub const SUBSTANCES: Words = Words {
    means: "use of substances",
    en: &[
        "alcohol", "alco", "drinking", "drinks", "cannabis", "marijuana", "cocaine", "heroin", "opioid", "opioids",
        "substance", "substance use", "drug use", "hard drugs", "dalc", "walc", "tobacco", "cigarettes per day", "cigs",
        "cigsperday", "alcohol year", "alcohol day", "smoke now",
    ],
    de: &["alkohol", "alkohol*", "drogen*", "droge", "tabak"],
    fr: &["alcool", "drogue", "drogues", "tabac", "stupefiants"],
    es: &["alcohol", "droga", "drogas", "tabaco", "positiva alcohol", "positiva droga"],
    it: &["alcol", "droga", "droghe", "tabacco"],
    pt: &["alcool", "droga", "drogas", "tabaco", "fumo"],
    nl: &["alcohol", "drugs", "tabak"],
};
