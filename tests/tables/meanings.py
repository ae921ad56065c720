"""Tables whose columns mean what people's columns mean: ages, postal codes, codes, ordered words, persons, identifiers."""

import uuid

from people import DIAGNOSES, people
from tables import lines, put

BANDS = {
    "english": ["<18", "18-29", "30-44", "45-59", "60-74", "75+"],
    "half-open": ["[0-10)", "[10-20)", "[20-30)", "[30-40)", "[40-50)", "[50-60)", "[60-70)", "[70-80)", "[80-90)", "[90-100)"],
    "dashes": ["5–9", "10–14", "15–19", "20–24", "25–29", "30–34", "65–69", "70–74"],
    "spanish": ["Menor de 5 años", "De 6 a 9 años", "De 10 a 14 años", "De 15 a 17 años", "De 18 a 20 años", "De 21 a 24 años",
                "De 25 a 29 años", "De 70 a 74 años", "Más de 74 años"],
    "german": ["unter 18 Jahre", "18 bis 24 Jahre", "25 bis 39 Jahre", "40 bis 64 Jahre", "65 Jahre und älter"],
    "french": ["moins de 15 ans", "de 15 à 24 ans", "de 25 à 54 ans", "de 55 à 64 ans", "65 ans et plus"],
    "italian": ["meno di 18 anni", "da 18 a 34 anni", "da 35 a 64 anni", "65 anni e oltre"],
    "portuguese": ["menos de 18 anos", "18 a 34 anos", "35 a 64 anos", "65 anos ou mais"],
    "dutch": ["jonger dan 18", "18 tot 25 jaar", "25 tot 65 jaar", "65 jaar en ouder"],
}
AGE = {"english": "age group", "half-open": "age", "dashes": "age_band", "spanish": "rango_edad", "german": "Altersgruppe",
       "french": "tranche d'âge", "italian": "fascia di età", "portuguese": "faixa etária", "dutch": "leeftijdsgroep"}


def spread(values, rows=60):
    """Each value about as often as the others, in an order that is not theirs; with the people."""
    return [(values[(p["number"] * 7 + p["draw"].below(len(values))) % len(values)], p) for p in people(rows)]


def one(case, column, values, rows=60):
    """A column of its own beside sex, and what nobody should learn."""
    put(case, lines(["sex", column, "diagnosis"], [[p["sex"], v, p["diagnosis"]] for v, p in spread(values, rows)]))


def write():
    """All of them."""
    for language, bands in BANDS.items():
        one(f"age-bands-{language}", AGE[language], bands, 90)
    ordered()
    places()
    codes()
    persons()
    headers()
    kinds()


def ordered():
    """Text in an order that is not the alphabet's."""
    one("ordered-low-medium-high", "income level", ["low", "medium", "high", "very high"])
    one("ordered-months", "month of birth", ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"], 90)
    one("ordered-months-spanish", "mes de nacimiento", ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto",
                                                       "septiembre", "octubre", "noviembre", "diciembre"], 90)
    one("ordered-weekdays", "weekday of admission", ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
    one("ordered-weekdays-german", "Wochentag der Aufnahme", ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"])
    one("ordered-school-grades", "school grade", ["1st grade", "2nd grade", "5th grade", "9th grade", "10th grade", "11th grade", "12th grade"])
    one("ordered-roman", "pay grade", ["I", "II", "III", "IV", "V", "VI", "IX", "X"], 90)
    one("ordered-children", "children", ["0", "1", "2", "3", "4", "5", "6+"])
    one("ordered-incomes", "household income", ["<10k", "10k-20k", "20k-50k", "50k-100k", ">100k"])
    one("ordered-agreement", "opinion of the mayor", ["strongly disagree", "disagree", "neutral", "agree", "strongly agree"])


def places():
    """Where people live."""
    numbers = ["10115", "10117", "10119", "10243", "10245", "20095", "20097", "01067", "01069", "80331", "80333"]
    one("postal-codes-german", "PLZ", numbers, 90)
    one("postal-codes-american", "ZIP", ["02138", "02139", "02140", "02142", "94103", "94105", "94107", "10001", "10002-1234", "10003"], 90)
    one("postal-codes-british", "postcode", ["SW1A 1AA", "SW1A 2AB", "SW1W 0NY", "M1 1AE", "M1 2WD", "M60 1NW", "EC1A 1BB", "B33 8TH"], 90)
    one("postal-codes-dutch", "postcode", ["1011 AB", "1011 AC", "1012 JS", "1071 CX", "3011 AA", "3012 CN", "9711 LM"], 90)
    one("postal-codes-french", "code postal", ["75001", "75002", "75011", "69001", "69003", "13001", "13008"], 90)
    one("postal-codes-canadian", "postal code", ["K1A 0B1", "K1A 0B2", "K1P 5M7", "M5V 2T6", "M5V 3L9", "H2X 1Y4"], 90)
    spots = [[p["age"], p["sex"], f"{52.3 + p['draw'].below(4000) / 10000:.4f}", f"{13.1 + p['draw'].below(6000) / 10000:.4f}",
              p["diagnosis"]] for p in people(60)]
    put("coordinates", lines(["age", "sex", "latitude", "longitude", "diagnosis"], spots))
    grid = [[p["age"], p["sex"], f"{435000 + p['draw'].below(9000)},{p['draw'].below(1000):03}",
             f"{4470000 + p['draw'].below(9000)},{p['draw'].below(1000):03}"] for p in people(60)]
    put("coordinates-utm", lines(["edad", "sexo", "coordenada_x_utm", "coordenada_y_utm"], grid, ";"))
    one("countries-two-letters", "country", ["DE", "FR", "IT", "AT", "US", "CA", "JP", "CN", "KE", "NG"], 90)
    one("countries-three-letters", "nationality", ["DEU", "FRA", "ITA", "USA", "CAN", "JPN", "CHN", "KEN"], 90)
    one("countries-names", "country of birth", ["Germany", "France", "Poland", "Mexico", "Brazil", "China", "India", "Nigeria"], 90)


def codes():
    """Codes that only look like numbers, and those that look like words."""
    one("code-marital-status", "marital status", ["1", "2", "3", "4", "5", "6"])
    cells = [[1 + p["draw"].below(2), p["age"], v, p["draw"].below(2)] for v, p in spread([1, 2, 3, 4, 9], 60)]
    put("code-sex-race", lines(["sex", "age", "race", "smoker"], cells))
    stays = [[p["age"], p["sex"], v] for v, p in spread(["E11.9", "E11.2", "E10.1", "I10", "I21.4", "I25.1", "J45.0", "J44.1", "F32.1", "C50.9"], 90)]
    put("code-icd10", lines(["age", "sex", "diagnosis"], stays))
    words = [("yes", "no"), ("ja", "nein"), ("oui", "non"), ("sí", "no"), ("Y", "N"), ("true", "false"), ("0", "1")]
    names = ["insured", "Rentner", "marié", "casado", "married", "homeowner", "veteran"]
    cells = [[p["age"], *(pair[p["draw"].below(2)] for pair in words)] for p in people(60)]
    put("yes-no", lines(["age", *names], cells))


def check_digits(country, number):
    """The check digits of an IBAN."""
    digits = "".join(str(int(c, 36)) for c in number + country + "00")
    return f"{98 - int(digits) % 97:02}"


def luhn(digits):
    """A card number's last digit."""
    total = sum(sum(divmod(int(d) * (2 - n % 2), 10)) for n, d in enumerate(digits))
    return str(-total % 10)


def persons():
    """What names people, by its name and by its shape alone."""
    visits = [[f"P{1000 + p['number']}", 5000 + p["number"] * 3 + n, p["age"], p["sex"], f"2024-{1 + (p['number'] + n) % 12:02}-11",
               p["draw"].often(DIAGNOSES)] for p in people(20) for n in range(3)]
    put("persons-with-several-rows", lines(["patient_id", "visit_id", "age", "sex", "visit date", "diagnosis"], visits))
    accounts = [[f"{881000 + p['number'] * 37}", p["age"], p["sex"], 20 + p["draw"].below(300)] for p in people(15) for _ in range(4)]
    put("persons-german", lines(["Kundennummer", "Alter", "Geschlecht", "Umsatz"], accounts, ";"))
    rows = []
    for p in people(40):
        d, name = p["draw"], f"{p['given']} {p['family']}"
        card = "4" + d.digits(14)
        account = d.digits(18)
        rows.append([name, f"{p['given']}.{p['number']}@example.org".lower(), f"+49 30 {d.digits(7)}",
                     f"DE{check_digits('DE', account)}{account}", str(uuid.UUID(int=d.below(1 << 31) << 64 | p["number"], version=4)),
                     f"192.0.2.{d.below(255)}", card + luhn(card), f"{100 + d.below(500)}-{10 + d.below(89)}-{1000 + d.below(8999)}",
                     f"https://example.org/u/{p['number']}", f"{d.of(['Lindenstraße', 'Hauptstr.', 'Am Markt'])} {1 + d.below(99)}",
                     p["age"], p["sex"]])
    names = ["name", "email", "phone", "IBAN", "uuid", "ip", "credit card", "SSN", "website", "address"]
    put("identifiers-by-name", lines([*names, "age", "sex"], rows))
    put("identifiers-by-shape", lines([*(f"c{n + 1}" for n in range(10)), "age", "sex"], rows))
    more = [[p["number"], f"MRN{p['draw'].digits(7)}", f"C{p['draw'].digits(8)}", f"B-{p['draw'].of('ABCD')}X {100 + p['draw'].below(899)}",
             f"12/{p['draw'].digits(3)}/{p['draw'].digits(5)}", p["family"].lower()[:4] + p["draw"].digits(3), f"WVW{p['draw'].digits(14)}",
             f"photos/{p['number']}.jpg", p["age"], p["sex"]] for p in people(40)]
    names = ["row", "medical record number", "passport no", "licence plate", "Steuernummer", "username", "VIN", "photo"]
    put("identifiers-further", lines([*names, "age", "sex"], more))
    split = [[p["given"], p["family"], p["born"].isoformat(), p["sex"], p["diagnosis"]] for p in people(40)]
    put("identifiers-names-unnamed", lines(["v1", "v2", "v3", "v4", "v5"], split))


def headers():
    """The same people under headers of each language."""
    names = {
        "german": ["Vorname", "Nachname", "Geburtsdatum", "Geschlecht", "Beruf", "Staatsangehörigkeit", "Wohnort", "Krankheit", "Gehalt"],
        "french": ["prénom", "nom de famille", "date de naissance", "sexe", "profession", "nationalité", "commune", "maladie", "salaire"],
        "spanish": ["nombre", "apellidos", "fecha de nacimiento", "sexo", "ocupación", "nacionalidad", "municipio", "enfermedad", "sueldo"],
        "italian": ["nome", "cognome", "data di nascita", "sesso", "professione", "cittadinanza", "comune", "malattia", "stipendio"],
        "portuguese": ["nome próprio", "apelido", "data de nascimento", "sexo", "profissão", "nacionalidade", "concelho", "doença", "salário"],
        "dutch": ["voornaam", "achternaam", "geboortedatum", "geslacht", "beroep", "nationaliteit", "woonplaats", "ziekte", "salaris"],
    }
    for language, header in names.items():
        rows = [[p["given"], p["family"], p["born"].strftime("%d.%m.%Y"), p["sex"], p["draw"].of(["A1", "B2", "C3"]),
                 p["draw"].often(["DE", "FR", "IT", "PL"]), p["town"], p["diagnosis"], 1500 + p["draw"].below(40) * 50] for p in people(40)]
        put(f"headers-{language}", lines(header, rows, ";"))


def kinds():
    """Free text, constants, empty columns, measurements, many columns."""
    told = ["came with a cough that had lasted for two weeks", "was sent by the family doctor after a fall at home",
            "feels better since the new tablets were started", "asks for a certificate for the employer"]
    rows = [[p["age"], p["sex"], f"{p['given']} {p['draw'].of(told)}, seen again on day {p['draw'].below(90)}", "clinic 7", "",
             p["diagnosis"]] for p in people(40)]
    put("free-text-constant-empty", lines(["age", "sex", "notes", "site", "reserved", "diagnosis"], rows))
    rows = [[p["age"], p["sex"], 150 + p["draw"].below(50), 45 + p["draw"].below(70), 100 + p["draw"].below(60), f"{p['draw'].below(90) / 10 + 3:.1f}",
             f"{p['draw'].below(150) / 10 + 5:.1f}", p["draw"].often(["negative", "positive"])] for p in people(60)]
    put("measurements", lines(["age", "sex", "height_cm", "weight_kg", "systolic_bp", "creatinine", "hba1c", "hiv test"], rows))
    rows = [[p["age"], p["sex"], (800 + p["draw"].below(5000)) // (1 if p["number"] % 10 else 1) * (20 if p["number"] == 33 else 1), p["town"]]
            for p in people(60)]
    put("amounts", lines(["age", "sex", "monthly income", "town"], rows))
    asked = [f"q{n}" for n in range(1, 31)]
    rows = [[p["age"], p["sex"], "white" if p["draw"].below(4) else "black", p["town"], *(p["draw"].of(["yes", "no"]) for _ in asked)]
            for p in people(60)]
    put("many-columns", lines(["age", "sex", "race", "town", *asked], rows))
    rows = [[p["number"], p["age"], p["sex"], p["diagnosis"]] for p in people(60)]
    put("sequence-number", lines(["k", "age", "sex", "diagnosis"], rows))
