"""Random tables: columns of every type, with skewed frequencies, awkward strings and missing values."""

import random
from datetime import date, timedelta

from case import Case, Column
from strings import awkward

KINDS = ("integer", "decimal", "date", "text", "code", "awkward")


def pool(rng: random.Random, kind: str, size: int) -> list[str]:
    """Distinct values of a kind."""
    if kind == "integer":
        low = rng.choice([0, 0, 15, -20, 100000])
        return [str(n) for n in rng.sample(range(low, low + rng.choice([size, 30, 90, 1000]) + size), size)]
    if kind == "decimal":
        found = {str(rng.randint(-50, 200) / rng.choice([2, 4, 10, 10])) for _ in range(size)}
        return sorted(found)
    if kind == "date":
        first = date(rng.choice([1899, 1959, 1999, 2019]), 12, 25)
        days = rng.sample(range(0, rng.choice([40, 800, 9000]) + size), size)
        return [(first + timedelta(days=d)).isoformat() for d in days]
    if kind == "code":
        drawn = ["".join(rng.choice("0123") for _ in range(rng.choice([4, 4, 4, 3, 5]))) for _ in range(size)]
        return list(dict.fromkeys(drawn))  # not a set: its order would differ from run to run
    if kind == "awkward":
        return awkward(rng, size)
    return rng.sample(["north", "south", "east", "west", "a", "b", "c", "d", "lawyer", "nurse", "cook", "Über", "x y"], size)


def draw(rng: random.Random, values: list[str], rows: int) -> list[str]:
    """A column: a few values are frequent, others rare."""
    skew = rng.choice([0.0, 1.0, 2.0])
    weights = [1 / (place + 1) ** skew for place in range(len(values))]
    return rng.choices(values, weights, k=rows)


def column(rng: random.Random, name: str, role: str, rows: int, tame: bool, most: int = 8) -> tuple[Column, str]:
    """A column without a hierarchy, and the kind of its values."""
    kind = rng.choice(KINDS[:-1] if tame else KINDS)
    values = pool(rng, kind, rng.randint(1, most))
    declared = {"integer": "integer", "decimal": "decimal", "date": "date"}.get(kind, "string")
    # Awkward text is declared: what it would be taken for is another question.
    given = declared if kind in ("awkward", "code", "text") or rng.random() < 0.3 else None
    return Column(name, role, draw(rng, values, rows), given), kind


def add_missing(rng: random.Random, case: Case) -> None:
    """Some cells become missing, in one of several spellings."""
    spellings = rng.choice([None, None, ["", "?"], ["?"], ["NA", "?"], ["-", ""]])
    if spellings is not None:
        case.settings["missing_values"] = spellings
    case.settings["missing_rows"] = rng.choice(["drop", "keep"])
    for of in case.columns:
        if rng.random() < 0.4:
            share = rng.choice([0.02, 0.1, 0.3])
            some = spellings or ["", "?"]
            around = [s + rng.choice(["", "", " ", "\t"]) for s in some]
            if rng.random() < 0.3:
                own = rng.choice([["none"], ["n/a", "-99"]])
                of.missing = {"values": own}
                around += own
            of.values = [rng.choice(around) if rng.random() < share else v for v in of.values]


NAMES = ["age", "zip", "sex", "job", "Größe", "a b", "x.y", "q\"uote", "tab\there", "=name", "*", "select", "länge", "id"]


def names(rng: random.Random, how_many: int, tame: bool) -> list[str]:
    if tame:
        return [f"c{n}" for n in range(how_many)]
    return rng.sample(NAMES, how_many)
