"""Tables that say the same in every way in which people's programs write text tables."""

import csv

from people import people
from tables import lines, put

HEADER = ["name", "age", "sex", "town", "diagnosis"]


def plain(rows=40):
    """The rows that most cases share."""
    return [[f"{p['given']} {p['family']}", p["age"], p["sex"], p["town"], p["diagnosis"]] for p in people(rows)]


def german(rows=40):
    """People as a German office lists them."""
    return [[p["family"], p["born"].strftime("%d.%m.%Y"), {"f": "weiblich", "m": "männlich"}[p["sex"]], p["postcode"],
             p["draw"].often(["verheiratet", "ledig", "geschieden", "verwitwet"]), p["draw"].often(["Grippe", "Rückenschmerzen", "Übelkeit"])]
            for p in people(rows)]


def write():
    """All of them."""
    rows = plain()
    office = ["Name", "Geburtsdatum", "Geschlecht", "PLZ", "Familienstand", "Diagnose"]
    put("latin1", lines(office, german(), ";"), "iso-8859-1")
    french = [[p["family"], p["age"], {"f": "féminin", "m": "masculin"}[p["sex"]], p["draw"].often(["marié(e)", "célibataire", "divorcé(e)"]),
               p["draw"].often(["cœur", "fièvre", "grippe", "œdème"]), f"{900 + p['draw'].below(30) * 100} €"] for p in people(40)]
    put("windows1252", lines(["Nom", "Âge", "Sexe", "État civil", "Diagnostic", "Loyer"], french, ";", "\r\n"), "windows-1252")
    put("utf16le", b"\xff\xfe" + lines(HEADER, rows, "\t", "\r\n").encode("utf-16-le"))
    put("utf16be", b"\xfe\xff" + lines(HEADER, rows).encode("utf-16-be"))
    put("utf16-no-mark", lines(HEADER, rows), "utf-16-le")
    put("bom", lines(HEADER, rows), "utf-8-sig")
    put("no-header", lines(None, [[p["age"], p["sex"], p["postcode"], p["town"], p["diagnosis"]] for p in people(40)]))
    put("no-header-names", lines(None, rows))
    put("duplicate-headers", lines(["name", "age", "sex", "test", "test"], [[*r[:3], r[4], p["draw"].of(["yes", "no"])]
                                                                         for r, p in zip(rows, people(40))]))
    put("empty-headers", lines(["", "age", "sex", "", "diagnosis"], [[n, *r[1:]] for n, r in enumerate(rows)]))
    put("header-line-break", lines(["full\nname", "age\n(years)", "sex", "town of\nresidence", "diagnosis"], rows))
    title = "Patients of the example clinic,,,,\nAs of 1 March 2025,,,,\n,,,,\n"
    put("title-rows", title + lines(HEADER, rows))
    gaps = [[*r[:2], "", *r[2:], ""] for r in rows]
    gaps.insert(0, [""] * 7)
    gaps.insert(20, [""] * 7)
    put("empty-rows-and-columns", lines(["name", "age", "", "sex", "town", "diagnosis", ""], [*gaps, [""] * 7, [""] * 7]))
    weights = [[p["family"], p["age"], f"{150 + p['draw'].below(45)}", f"{50 + p['draw'].below(500) / 10:.1f}".replace(".", ","),
                f"{1 + p['draw'].below(90) / 100:.2f}".replace(".", ",")] for p in people(40)]
    put("semicolon-decimal-comma", lines(["Nachname", "Alter", "Größe", "Gewicht", "Kreatinin"], weights, ";"))
    put("tabs", lines(HEADER, rows, "\t"), name="people.tsv")
    put("pipes", lines(HEADER, rows, "|"), name="people.txt")
    short = [[p["number"] + 1000, p["age"], p["sex"], p["town"], p["diagnosis"]] for p in people(40)]
    aligned = [["patient", "age", "sex", "town", "diagnosis"], *short]
    put("blanks", "".join("".join(f"{cell!s:<14}" for cell in row).rstrip() + "\n" for row in aligned), name="people.txt")
    money = [[p["family"], p["age"], p["town"], f"{(12 + p['draw'].below(60)) * 1000 + p['draw'].below(10) * 100:,}"] for p in people(40)]
    put("thousands-english", lines(["surname", "age", "town", "income"], money))
    put("thousands-german", lines(["Nachname", "Alter", "Wohnort", "Einkommen"],
                                  [[*r[:3], f"{r[3].replace(',', '.')},50"] for r in money], ";"))
    put("crlf", lines(HEADER, rows, end="\r\n"))
    put("all-quoted", lines(HEADER, rows, quoting=csv.QUOTE_ALL))
    formulas = ["=SUM(1,2)", "+49 30 1234", "-none-", "@home", "=HYPERLINK(\"x\")"]
    put("formulas", lines([*HEADER, "remark"], [[*r, formulas[n % 5] if n % 4 == 0 else "fine"] for n, r in enumerate(rows)]))
    foreign()


def foreign():
    """First bytes of files that are no tables celosia reads."""
    put("refused-spss", b"$FL2@(#) SPSS DATA FILE MS Windows 25.0" + bytes(200), name="people.sav")
    put("refused-stata", b"<stata_dta><header><release>118</release><byteorder>LSF</byteorder>" + bytes(200), name="people.dta")
    magic = bytes.fromhex("000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011")
    put("refused-sas", magic + bytes(300), name="people.sas7bdat")
    put("refused-empty", "")
    put("refused-header-only", "name,age,sex\n")
    put("refused-image", b"\x89PNG\r\n\x1a\n" + bytes(100), name="people.csv")
