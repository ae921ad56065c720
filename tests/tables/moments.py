"""Dates and times, and missing cells, as people write them."""

import datetime

from people import people
from tables import lines, put

MONTHS = ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"]


def moment(p):
    """A moment of a stay."""
    days = datetime.timedelta(days=p["draw"].below(700), minutes=p["draw"].below(1440))
    return datetime.datetime(2021, 1, 1) + days


def dated(case, header, write, rows=40, delimiter=","):
    """People with a date of birth and one of admission."""
    cells = [[p["sex"], write(p["born"]), write(moment(p)), p["diagnosis"]] for p in people(rows)]
    put(case, lines(["sex", *header, "diagnosis"], cells, delimiter))


def write():
    """All of them."""
    birth = ["date of birth", "admission date"]
    dated("dates-day-first", birth, lambda d: d.strftime("%d/%m/%Y"))
    dated("dates-month-first", birth, lambda d: d.strftime("%m/%d/%Y"))
    dated("dates-dotted", ["Geburtsdatum", "Aufnahme"], lambda d: d.strftime("%d.%m.%Y"), delimiter=";")
    dated("dates-compact", birth, lambda d: d.strftime("%Y%m%d"))
    dated("dates-month-names", birth, lambda d: f"{d.day} {d:%b} {d.year}")
    dated("dates-month-names-american", birth, lambda d: f"{d:%B} {d.day}, {d.year}")
    dated("dates-month-names-german", ["Geburtsdatum", "Aufnahme"], lambda d: f"{d.day}. {MONTHS[d.month - 1]} {d.year}", delimiter=";")
    dated("dates-two-digit-years", birth, lambda d: d.strftime("%d.%m.%y"))
    dated("dates-iso", birth, lambda d: d.strftime("%Y-%m-%d"))
    early = [[p["sex"], f"{1 + p['draw'].below(12):02}/{1 + p['draw'].below(12):02}/{p['born'].year}", p["diagnosis"]] for p in people(40)]
    put("dates-ambiguous", lines(["sex", "date of birth", "diagnosis"], early))
    times = [[p["sex"], p["age"], f"{moment(p):%H:%M}", p["diagnosis"]] for p in people(40)]
    put("times-of-day", lines(["sex", "age", "time of admission", "diagnosis"], times))
    stamps = [[p["sex"], p["age"], f"{moment(p):%Y-%m-%dT%H:%M:%S}", f"{moment(p):%Y-%m-%d %H:%M:%S}", p["diagnosis"]] for p in people(40)]
    put("timestamps", lines(["sex", "age", "admitted at", "discharged at", "diagnosis"], stamps))
    stamps = [[r[0], r[1], f"{moment(p):%d/%m/%Y %H:%M}", r[4]] for r, p in zip(stamps, people(40))]
    put("timestamps-day-first", lines(["sex", "age", "admitted", "diagnosis"], stamps))
    gaps()


def gaps():
    """Missing cells in each spelling."""
    def one_in(n, number, cell, spelling):
        return spelling if number % n == n - 1 else cell

    spellings = ["NA", "NULL", "nan", ".", "?", "-", "", "N/A"]
    header = ["age", "years at school", "height", "weight", "children", "rooms", "sex", "year of birth"]
    rows = [[one_in(5 + n, p["number"] + n, cell, spelling) for n, (cell, spelling) in enumerate(zip(
        [p["age"], 8 + p["age"] % 7, 150 + p["draw"].below(45), 50 + p["draw"].below(60), p["draw"].below(4), 1 + p["draw"].below(5),
         p["sex"], p["born"].year], spellings))] for p in people(60)]
    put("missing-spellings", lines(header, rows))
    rows = [[p["sex"], 999 if p["number"] % 12 == 0 else p["age"], -9 if p["number"] % 9 == 0 else p["draw"].below(4), p["diagnosis"]]
            for p in people(60)]
    put("missing-sentinels", lines(["sex", "age", "children", "diagnosis"], rows))
    holes = [[cell if (p["number"] + 3 * n) % 4 else "" for n, cell in enumerate([p["age"], p["sex"], p["town"], p["diagnosis"]])]
             for p in people(60)]
    put("missing-everywhere", lines(["age", "sex", "town", "diagnosis"], holes))
    words = [[one_in(6, p["number"], p["sex"], "unknown"), one_in(7, p["number"], p["town"], "NA"), p["age"],
              one_in(8, p["number"], p["diagnosis"], "none")] for p in people(60)]
    put("missing-in-text", lines(["sex", "town", "age", "diagnosis"], words))
