"""Random studies over random tables: every role, hierarchy, model, loss, rule, space, floor, format and delimiter."""

import random
from typing import Any

from case import Case, Column
from counted import sample
from files import FORMS
from hierarchies import UNITS
from losses import EXTENTS, METRICS
from recount import MODELS, needs_sensitive
from tables import add_missing, column, names
from values import BLANK

SETS = ("huffman", "bst", "avl", "optimal")


def nested_rows(rng: random.Random, values: list[str]) -> list[list[str]]:
    """A hierarchy as a file: groups merge at random from level to level."""
    group = {value: place for place, value in enumerate(values)}
    rows = [[value] for value in values]
    for level in range(1, rng.randint(1, 3)):
        fewer = max(1, len(set(group.values())) // rng.choice([2, 2, 3]))
        merged = {old: rng.randrange(fewer) for old in set(group.values())}
        group = {value: merged[old] for value, old in group.items()}
        # A group of one value may go by the value's own name, as people write hierarchies.
        for row in rows:
            row.append(f"{chr(64 + level)}{group[row[0]]}")
    return [row + ["*"] for row in rows]


def taxonomy(rng: random.Random, values: list[str]) -> dict:
    """A tree of two or three levels under one root."""
    groups: dict[str, list[str]] = {}
    for value in values:
        groups.setdefault(f"group {rng.randrange(max(1, len(values) // 2))}", []).append(value)
    return {"everything": groups}


def hierarchy(rng: random.Random, kind: str, values: list[str], made: bool) -> Any:
    """A hierarchy for a column; `made` allows those that are made from the data."""
    options = ["flat", "file", "file"]
    if made:
        options += ["auto", "sets", "sets of k", "order"]
    if kind in ("integer", "decimal"):
        options += ["interval", "interval", "cuts"]
    if kind == "date":
        options += ["date", "date"]
    if kind in ("text", "code"):
        options += ["taxonomy"]
    if kind in ("text", "code", "integer"):
        options += ["mask", "mask"]
    chosen = rng.choice(options)
    if kind in ("text", "code") and chosen in ("file", "taxonomy") and rng.random() < 0.4:
        # People's lists have values that no row has.
        values = values + [f"elsewhere {n}" for n in range(rng.randint(1, 4))]
    if chosen in ("flat", "auto"):
        return chosen
    if chosen == "file":
        return {"rows": nested_rows(rng, values)}
    if chosen == "sets":
        return rng.choice(SETS)
    if chosen == "sets of k":
        method = rng.choice(SETS)
        spec: dict[str, Any] = {method: rng.randint(2, 6)}
        if method in ("bst", "avl"):
            spec |= {"walk": rng.choice(["pre", "in", "post"]), "key": rng.choice(["value", "frequency"])}
        return spec
    if chosen == "order":
        return {"order": rng.choice([[2], [2, 4], [3], [3, 9]])}
    if chosen == "interval":
        widths = rng.choice([[5], [5, 10], [10, 20, 100], [2, 4, 8]] if kind == "integer" else [[0.5, 1], [2.5, 5], [10, 50]])
        spec = {"interval": widths}
        if rng.random() < 0.3:
            spec["origin"] = rng.choice([1, 17, -3])
        if rng.random() < 0.3:
            spec |= {"bottom": 18, "top": 60}
        return spec
    if chosen == "cuts":
        return {"cuts": rng.choice([[[18, 40, 65], [40]], [[0, 10, 20, 30], [20]], [[25]]])}
    if chosen == "date":
        return {"date": sorted(rng.sample(UNITS, rng.randint(1, 3)), key=UNITS.index)}
    if chosen == "mask":
        spec = {"mask": rng.choice(["right", "left"]), "characters": rng.choice([[1], [1, 2], [2, 3], [1, 2, 3]])}
        return spec | ({"length": rng.choice([3, 4, 5])} if not made or rng.random() < 0.5 else {})
    return {"taxonomy": taxonomy(rng, values)}


def present(of: Column, missing: list[str]) -> list[str]:
    return sorted({v for v in of.values if v.strip(BLANK) not in missing})


def objectives(rng: random.Random, case: Case, several: bool) -> None:
    """Models, metrics, rule and limit that suit the columns."""
    settings = case.settings
    models = [m for m in MODELS if case.sensitive() or not needs_sensitive(m)]
    numbers = any(c.floor for c in case.quasi())
    losses = [m for m in METRICS if ("classification" not in m or case.with_role("class")) and not (numbers and m in EXTENTS)]
    settings["privacy"] = rng.sample(models, rng.choice([1, 1, 1, 2]) if several and len(models) > 1 else 1)
    settings["loss"] = rng.sample(losses, rng.choice([1, 1, 1, 2]) if several else 1)
    if "t-closeness-hierarchical" in settings["privacy"]:
        for of in case.sensitive():
            of.hierarchy = {"rows": nested_rows(rng, present(of, case.spellings(of)))}
    if several and rng.random() < 0.2:
        settings["suppressed_rows"] = True
    if rng.random() < 0.3:
        settings |= {"c": rng.choice([0.5, 1.5, 3.0]), "alpha": rng.choice([0.3, 0.5, 0.75, 1.0])}
    if rng.random() < 0.3:
        settings["domain"] = rng.choice(["values", "leaves", "leaves"])
    settings["limit"] = rng.choice(["0 rows", "1 row", "3 rows", "10%", "0.3", "5%"])
    settings["rule"] = rng.choice(["as-needed", "as-needed", "tolerance"])
    if settings["privacy"][0] in ("k-anonymity", "weighted-k") and rng.random() < 0.15:
        settings["rule"] = "at-weighted-k"
        del settings["limit"]


def limit_of(case: Case, rows: int) -> int:
    """The limit in rows; a share is rounded down."""
    if case.settings.get("rule") == "at-weighted-k":
        return rows
    text = case.settings.get("limit", "0 rows")
    if text.endswith(("row", "rows")):
        return int(text.split()[0])
    share = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    return int(share * rows + 1e-9)


def study(rng: random.Random, attack: str, seed: int, *, rows: int, tame: bool, made: bool, several: bool = True) -> Case:
    """A case with a random table and a random study."""
    roles = ["quasi-identifier"] * rng.choice([1, 2, 2, 3, 3]) + ["sensitive"] * rng.choice([0, 1, 1, 2])
    roles += ["class"] * rng.choice([0, 0, 1]) + ["insensitive"] * rng.choice([0, 0, 1])
    roles += rng.choice([[], [], ["identifier"], ["unnamed"]])
    rng.shuffle(roles)
    case = Case(attack, seed, [])
    kinds = {}
    for name, role in zip(names(rng, len(roles), tame), roles):
        of, kinds[name] = column(rng, name, role, rows, tame)
        case.columns.append(of)
    if rng.random() < 0.4:
        add_missing(rng, case)
    counted = sample(case)
    for of in case.quasi():
        of.hierarchy = hierarchy(rng, kinds[of.name], present(of, case.spellings(of)), made)
        if rng.random() < 0.2 and present(of, case.spellings(of)):
            of.missing = (of.missing or {}) | {"joins": rng.choice(present(of, case.spellings(of)))}
        if rng.random() < 0.2:
            of.weight = rng.choice([0.5, 2.0, 3.0])
        if rng.random() < 0.1 and counted.places and isinstance(of.hierarchy, (dict, str)):
            of.floor = 1 if of.hierarchy != "auto" else None
    objectives(rng, case, several)
    formats(rng, case, tame)
    return case


def formats(rng: random.Random, case: Case, tame: bool) -> None:
    """How the table is written; readers may guess only where nothing is ambiguous."""
    settings = case.settings
    settings["form"] = rng.choice(("csv",) * 5 + FORMS)
    if settings["form"] in ("parquet", "arrow"):
        settings |= {"typed": rng.random() < 0.5, "dictionary": rng.random() < 0.3, "row_group": rng.choice([3, 1000])}
        return
    if not tame or rng.random() < 0.5:
        settings["delimiter"] = rng.choice([",", ",", ";", "tab", "|", ":", " " if tame else "^"])
    if rng.random() < 0.2:
        settings["bom"] = True
    if rng.random() < 0.2:
        settings["crlf"] = True
    if rng.random() < 0.1:
        settings["quote_all"] = True
