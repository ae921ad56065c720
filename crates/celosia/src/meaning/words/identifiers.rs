//! Words that name a person directly, after the eighteen classes of the HIPAA Safe Harbor rule (45 CFR 164.514(b)(2)) and what
//! the countries of these languages have beside them.

use crate::meaning::names::Words;

/// Names of persons, in words that are never said of things.
#[rustfmt::skip]
pub const PERSON_NAME: Words = Words {
    means: "name of a person",
    en: &[
        "first name", "firstname", "fname", "given name", "givenname", "last name", "lastname", "lname", "surname",
        "family name", "familyname", "middle name", "middlename", "maiden name", "full name", "fullname", "person name",
        "patient name", "customer name", "client name", "employee name", "student name", "teacher name", "doctor name",
        "physician name", "member name", "guest name", "passenger name", "contact name", "next of kin", "forename",
        "nickname", "initials", "name first", "name last", "name full", "applicant name", "owner name", "holder name",
        "author name", "parent name", "mother name", "father name", "spouse name", "childs name", "child name",
        "respondent name", "participant name",
    ],
    de: &[
        "vorname", "nachname", "familienname", "geburtsname", "*nachname", "*vorname", "zuname", "rufname",
        "name nachname", "kundenname", "patientenname", "mitarbeitername", "ansprechpartner", "spitzname",
    ],
    fr: &[
        "prenom", "prenoms", "nom famille", "nom prenom", "nom patient", "nom client", "nom naissance", "nom usage",
        "nom jeune fille", "nom complet", "patronyme",
    ],
    es: &[
        "apellido", "apellidos", "primer apellido", "segundo apellido", "nombre completo", "nombre apellidos",
        "nombre paciente", "nombre cliente", "primer nombre", "nombre alumno",
    ],
    it: &["cognome", "nominativo", "cognome nome", "nome cognome", "nome paziente", "nome cliente"],
    pt: &[
        "sobrenome", "apelido", "nome completo", "nome paciente", "nome cliente", "nome mae", "nome pai", "nome aluno",
        "primeiro nome", "nome social",
    ],
    nl: &[
        "voornaam", "achternaam", "familienaam", "voornamen", "voorletters", "tussenvoegsel", "meisjesnaam", "roepnaam",
        "volledige naam", "klantnaam",
    ],
};

/// A name, of a person or of a thing.
#[rustfmt::skip]
pub const NAME: Words = Words {
    means: "name",
    en: &["name", "names"],
    de: &["name", "namen"],
    fr: &["nom", "noms"],
    es: &["nombre", "nombres"],
    it: &["nome", "nomi"],
    pt: &["nome", "nomes"],
    nl: &["naam", "namen"],
};

/// Addresses of mail.
#[rustfmt::skip]
pub const MAIL: Words = Words {
    means: "mail address",
    en: &["email", "emails", "mail", "e mail", "emailaddress", "mailaddress", "*email"],
    de: &["mailadresse", "emailadresse"],
    fr: &["courriel", "adresse electronique", "mel"],
    es: &["correo", "correo electronico"],
    it: &["posta elettronica", "indirizzo mail", "pec"],
    pt: &["correio eletronico", "e mail"],
    nl: &["mailadres", "emailadres"],
};

/// Numbers of telephones and faxes.
#[rustfmt::skip]
pub const PHONE: Words = Words {
    means: "phone number",
    en: &[
        "phone", "phones", "telephone", "tel", "telefon", "mobile number", "mobile phone", "mobile no", "cell phone",
        "cellphone", "phonenumber", "phone*", "fax", "fax number", "faxnumber", "msisdn", "whatsapp", "imsi",
    ],
    de: &[
        "telefon", "telefon*", "*telefon", "handy", "handynummer", "mobilnummer", "rufnummer", "mobiltelefon",
        "telefax", "festnetz",
    ],
    fr: &["telephone", "tel portable", "numero portable", "telecopie", "tel fixe"],
    es: &["telefono", "telefonos", "movil", "celular", "numero movil"],
    it: &["telefono", "cellulare", "recapito telefonico", "numero cellulare"],
    pt: &["telefone", "telemovel", "celular", "fone"],
    nl: &["telefoon", "telefoonnummer", "mobiel", "mobiele nummer", "gsm"],
};

/// Numbers that a state gives to a person.
#[rustfmt::skip]
pub const NATIONAL: Words = Words {
    means: "national number",
    en: &[
        "ssn", "social security", "social security number", "socialsecurity*", "national id", "national identity",
        "national insurance", "nino", "nhs number", "nhs no", "nhsnumber", "nhs", "passport", "passport number",
        "passportnumber", "passportno", "tax id", "taxid", "tin", "itin", "aadhaar", "aadhar", "identity card",
        "id card", "voter id", "drivers license", "driver license", "driving licence", "driver licence",
        "license number", "licence number", "license no", "licence no", "npi", "dea number", "green card",
        "visa number", "citizen id", "pesel", "personnummer", "fodselsnummer",
    ],
    de: &[
        "sozialversicherungsnummer", "svnr", "svnummer", "steuernummer", "steuer id", "steueridentifikationsnummer",
        "ausweisnummer", "personalausweis*", "reisepass*", "passnummer", "ahv", "ahvnummer", "fuehrerschein*",
        "rentenversicherungsnummer",
    ],
    fr: &[
        "nir", "insee numero", "numero securite sociale", "numero secu", "securite sociale", "numero passeport",
        "passeport", "carte identite", "cni", "permis conduire", "numero fiscal",
    ],
    es: &[
        "dni", "nie", "nif", "nif nie", "curp", "rfc", "cedula", "cedula identidad", "rut", "run", "pasaporte",
        "numero seguridad social", "nss", "documento identidad", "numero documento", "cuil", "cuit", "permiso conducir",
    ],
    it: &[
        "codice fiscale", "codicefiscale", "cf", "partita iva", "passaporto", "carta identita", "tessera sanitaria",
        "patente",
    ],
    pt: &[
        "cpf", "rg", "nif", "cns", "pis", "pasep", "passaporte", "cartao cidadao", "bilhete identidade", "cartao sus",
        "titulo eleitor", "cnh",
    ],
    nl: &[
        "bsn", "burgerservicenummer", "sofinummer", "rijksregisternummer", "paspoort", "paspoortnummer", "rijbewijs*",
        "identiteitskaart",
    ],
};

/// Numbers of records, plans and accounts, each of one person.
#[rustfmt::skip]
pub const RECORD: Words = Words {
    means: "record or account number",
    en: &[
        "mrn", "medical record", "medical record number", "record number", "recordnumber", "chart number",
        "health plan", "beneficiary number", "policy number", "policynumber", "policy no", "insurance number",
        "insurance id", "member number", "membership number", "account number", "accountnumber", "account no", "acct",
        "acct no", "account id", "bank account", "iban", "bic", "swift", "routing number", "credit card", "creditcard*",
        "card number", "cardnumber", "card no", "cc number", "cc num", "cvv", "certificate number", "customer number",
        "case number", "case no", "casenumber", "file number", "docket", "docket number", "ticket number", "ticket", "ticket no",
        "order number", "invoice number", "booking number", "pnr", "accession number", "specimen id", "claim number",
        "application number", "registration number", "matriculation number", "enrollment number", "employee number",
        "student number", "transaction id", "reference number", "serial number",
    ],
    de: &[
        "aktenzeichen", "kontonummer", "kontonr", "kartennummer", "versichertennummer", "versicherungsnummer",
        "kundennummer", "patientennummer", "fallnummer", "matrikelnummer", "personalnummer", "mitgliedsnummer",
        "rechnungsnummer", "bestellnummer", "auftragsnummer", "vertragsnummer", "krankenversichertennummer", "kundennr",
        "patientennr", "fallnr", "personalnr", "mitarbeiternummer", "teilnehmernummer", "mitgliedsnr", "vorgangsnummer",
        "belegnummer",
    ],
    fr: &[
        "numero dossier", "numero compte", "numero carte", "numero client", "numero patient", "numero contrat",
        "matricule", "numero adherent", "numero police", "ipp", "numero allocataire", "numero facture",
        "numero commande",
    ],
    es: &[
        "expediente", "numero expediente", "num expediente", "numero cuenta", "numero tarjeta", "numero cliente",
        "numero historia", "historia clinica", "matricula numero", "numero afiliado", "numero poliza", "numero socio",
        "numero factura", "numero pedido",
    ],
    it: &[
        "numero pratica", "numero conto", "numero carta", "numero cliente", "matricola", "cartella clinica",
        "numero tessera", "numero polizza", "codice paziente", "codice cliente", "numero fattura", "numero ordine",
    ],
    pt: &[
        "numero processo", "numero conta", "numero cartao", "numero cliente", "prontuario", "numero matricula",
        "numero utente", "numero apolice", "numero fatura", "numero pedido",
    ],
    nl: &[
        "dossiernummer", "rekeningnummer", "kaartnummer", "klantnummer", "patientnummer", "polisnummer",
        "personeelsnummer", "zaaknummer", "studentnummer", "lidnummer", "factuurnummer", "bestelnummer",
        "lidmaatschapsnummer",
    ],
};

/// Numbers of vehicles and devices, and what else is one person's own.
#[rustfmt::skip]
pub const DEVICE: Words = Words {
    means: "vehicle, device or online identifier",
    en: &[
        "vin", "license plate", "licence plate", "number plate", "plate number", "licenseplate*", "vehicle id",
        "vehicle registration", "device id", "deviceid", "device serial", "imei", "mac address", "macaddress", "ip",
        "ip address", "ipaddress", "ip addr", "ipv", "url", "urls", "uri", "website", "web site", "homepage",
        "web address", "user name", "username", "login", "login name", "screen name", "screenname", "handle", "twitter",
        "facebook", "instagram", "linkedin", "skype", "password", "passwd", "pwd", "password hash", "token",
        "access token", "api key", "secret", "cookie", "cookie id", "session id", "sessionid", "uuid", "guid",
        "fingerprint", "biometric", "voiceprint", "iris scan", "photo", "photograph", "selfie", "picture", "signature",
        "advertising id", "idfa", "gaid", "user agent",
    ],
    de: &[
        "kennzeichen", "kfz kennzeichen", "autokennzeichen", "fahrgestellnummer", "benutzername", "nutzername",
        "passwort", "kennwort", "lichtbild", "fingerabdruck", "unterschrift", "geraetenummer", "seriennummer",
        "webseite",
    ],
    fr: &[
        "immatriculation", "plaque immatriculation", "mot passe", "nom utilisateur", "identifiant connexion",
        "empreinte", "adresse ip", "site web", "numero serie",
    ],
    es: &[
        "placa", "matricula vehiculo", "contrasena", "nombre usuario", "huella", "direccion ip", "sitio web",
        "pagina web", "numero serie", "numero bastidor", "firma",
    ],
    it: &["targa", "nome utente", "impronta", "indirizzo ip", "sito web", "numero serie", "telaio", "firma"],
    pt: &[
        "placa", "senha", "nome usuario", "nome utilizador", "impressao digital", "endereco ip", "numero serie",
        "assinatura",
    ],
    nl: &["kenteken", "gebruikersnaam", "wachtwoord", "vingerafdruk", "chassisnummer", "serienummer", "handtekening"],
};

/// Addresses of houses.
#[rustfmt::skip]
pub const STREET: Words = Words {
    means: "street address",
    en: &[
        "address", "addresses", "addr", "street", "street address", "streetaddress", "street name", "street number",
        "house number", "home address", "mailing address", "postal address", "po box", "address line", "house no",
        "building number", "apartment", "apt", "flat number", "residence address", "addressline*",
    ],
    de: &[
        "strasse", "str", "*strasse", "strassenname", "hausnummer", "hausnr", "adresse", "anschrift", "*adresse",
        "*anschrift", "postfach",
    ],
    fr: &[
        "adresse", "rue", "voie", "numero rue", "adresse postale", "domicile adresse", "numero voie", "nom voie",
        "libelle voie",
    ],
    es: &["direccion", "calle", "domicilio", "direccion postal", "numero calle", "via"],
    it: &["indirizzo", "via", "numero civico", "civico", "domicilio"],
    pt: &["endereco", "morada", "rua", "logradouro", "numero porta", "domicilio", "complemento endereco"],
    nl: &["adres", "straat", "straatnaam", "huisnummer", "woonadres", "postadres", "*adres"],
};

/// Keys: words for "identifier".
#[rustfmt::skip]
pub const KEY: Words = Words {
    means: "identifier",
    en: &[
        "id", "ids", "identifier", "ident", "idx", "key", "pk", "uid", "nbr", "no", "nr", "rowid", "row", "index",
        "unnamed", "guid", "hash", "pseudonym", "uuid", "rownames", "rowname", "seqn", "seq", "sequence", "recid",
        "caseid", "case id", "record id", "record", "unique id", "sid", "serial", "record no", "obs", "observation",
        "pidnum", "idnum", "idno", "id no",
    ],
    de: &[
        "kennung", "schluessel", "lfd nr", "laufnummer", "lfdnr", "laufende nummer", "nummer", "pseudonym",
        "kennnummer", "*nummer", "*nr", "*kennung", "zeile",
    ],
    fr: &["identifiant", "cle", "numero", "num", "code patient", "ligne", "identifiant unique"],
    es: &["identificador", "clave", "numero", "num", "folio", "identificacion", "fila"],
    it: &["identificativo", "chiave", "numero", "progressivo", "identificatore", "riga"],
    pt: &["identificador", "chave", "numero", "identificacao", "codigo identificacao", "linha"],
    nl: &["sleutel", "identificatie", "volgnummer", "nummer", "*nummer", "rij"],
};

/// Keys that can be nothing else: those above which also stand for numbers of things are not here.
#[rustfmt::skip]
pub const ID: Words = Words {
    means: "identifier",
    en: &[
        "id", "ids", "identifier", "ident", "uid", "nbr", "key", "pseudonym", "guid", "uuid", "pk", "caseid", "recid",
        "idcode", "idnum", "idno", "idnr",
    ],
    de: &["kennung", "pseudonym", "*kennung", "kennnummer"],
    fr: &["identifiant", "cle"],
    es: &["identificador", "clave", "folio", "identificacion"],
    it: &["identificativo", "chiave", "identificatore"],
    pt: &["identificador", "chave", "identificacao"],
    nl: &["sleutel", "identificatie"],
};

/// Persons, as keys are named after them.
#[rustfmt::skip]
pub const PERSON: Words = Words {
    means: "person",
    en: &[
        "patient", "patients", "person", "people", "user", "users", "customer", "cust", "client", "member", "subject",
        "subj", "participant", "student", "pupil", "employee", "emp", "worker", "individual", "indiv", "resident",
        "citizen", "respondent", "case", "victim", "offender", "defendant", "suspect", "donor", "voter", "applicant",
        "borrower", "subscriber", "beneficiary", "beneficiaries", "bene", "panelist", "child", "infant", "mother",
        "father", "caregiver", "driver", "rider", "passenger", "tenant", "householder", "visitor", "player", "author",
        "account", "cardholder", "insured", "insuree", "policyholder", "enrollee", "candidate", "inmate", "prisoner",
        "owner", "buyer", "shopper", "guest", "learner", "teacher", "staff", "pat", "pid", "pnr", "pers", "eid",
        "userid", "patientid", "personid", "customerid", "clientid", "memberid", "subjectid", "studentid", "employeeid",
        "subjid", "usubjid", "pidp", "hhid", "household", "famid",
    ],
    de: &[
        "patient*", "person*", "kunde", "kunden*", "nutzer*", "benutzer*", "mitarbeiter*", "mitglied*", "schueler*",
        "teilnehmer*", "versicherte*", "versicherten*", "bewohner*", "probanden*", "klient*", "studierende*",
        "buerger*", "personal*", "bewerber*", "spender*", "haushalt*", "matrikel*",
    ],
    fr: &[
        "patient", "personne", "client", "utilisateur", "usager", "adherent", "eleve", "etudiant", "salarie", "assure",
        "beneficiaire", "individu", "agent", "allocataire", "menage",
    ],
    es: &[
        "paciente", "persona", "cliente", "usuario", "alumno", "estudiante", "empleado", "afiliado", "asegurado",
        "beneficiario", "trabajador", "socio", "ciudadano", "hogar",
    ],
    it: &[
        "paziente", "persona", "cliente", "utente", "studente", "dipendente", "assistito", "assicurato", "soggetto",
        "cittadino", "alunno",
    ],
    pt: &[
        "paciente", "pessoa", "cliente", "usuario", "utente", "aluno", "estudante", "funcionario", "empregado",
        "segurado", "beneficiario", "cidadao", "trabalhador",
    ],
    nl: &[
        "patient*", "persoon*", "klant*", "gebruiker*", "leerling*", "student*", "werknemer*", "medewerker*",
        "deelnemer*", "verzekerde*", "burger*", "inwoner*", "client*",
    ],
};
