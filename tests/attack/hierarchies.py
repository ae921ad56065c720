"""Labels of values at each level of a hierarchy, from its definition in docs/guide.md; where groups are made from the
data, as `celosia hierarchy build` writes them out, checked to be a hierarchy."""

import csv
import math
import re
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any

from case import Case, Column
from command import Tools
from counted import MISSING, Counted
from values import WHITE, day, number

Levels = list[dict[str, str]]  # per level, the label of each value; level 0 is the values themselves
UNITS = ("day", "month", "quarter", "year", "decade")


class NotAHierarchy(Exception):
    """What `celosia hierarchy build` wrote is none."""


def levels(case: Case, column: Column, counted: Counted, tools: Tools, folder: Path) -> Levels:
    """The labels of a column's values at each level, the top last."""
    present = [value for value in counted.domain if value != MISSING]
    # With a floor nobody knows later which values of a group are released, so there only a type that is said counts.
    whole = column.type == "integer" if column.floor else all_whole(counted.kind, present)
    paths = defined(column.hierarchy, present, whole)
    if paths is None:
        paths = built(case, column, present, tools, folder)
    if column.joins() is not None:
        paths = {value: list(path) for value, path in paths.items()}
        joined = join(column, paths)
        if MISSING in counted.domain:
            paths[MISSING] = joined
    elif MISSING in counted.domain:
        # A list decides how missing is called, whatever part of it the data has.
        paths[MISSING] = path_of_missing(listed(column.hierarchy) or paths)
    height = max(map(len, paths.values()))
    found = [{value: value for value in paths}]
    found += [{value: path[level] for value, path in paths.items()} for level in range(height)]
    check(column, found)
    return found


def all_whole(kind: str | None, values: Iterable[str]) -> bool:
    """Do intervals of these values read as whole numbers ("20–29")? Text may be codes of digits."""
    return kind == "integer" or (kind in (None, "string") and all(number("integer", v) is not None for v in values))


def reworded(found: Levels) -> Levels:
    """The same levels in the words for whole numbers."""
    return [{value: of_whole(label) for value, label in level.items()} for level in found]


def of_whole(label: str) -> str:
    found = re.fullmatch(r"(-?[0-9.]+) to under (-?[0-9.]+)", label)
    return label if found is None else between(Decimal(found[1]), Decimal(found[2]), True)


def between(low: Decimal, high: Decimal, whole: bool) -> str:
    """An interval from `low` on and below `high`; of whole numbers by the first and the last that it holds."""
    first, last = math.ceil(low), math.ceil(high) - 1
    if not whole or last < first:
        return f"{plain(low)} to under {plain(high)}"
    if first == last:
        return str(first)
    return f"{first}–{last}" if first >= 0 else f"{first} to {last}"


def defined(spec: Any, values: list[str], whole: bool = False) -> dict[str, list[str]] | None:
    """Paths from level 1 to the top, where the definition alone decides them."""
    if spec == "flat":
        return {value: ["*"] for value in values}
    if not isinstance(spec, dict):
        return None
    if all_paths := listed(spec):
        return {value: all_paths[value] for value in values}
    if "length" in spec:
        return {value: masks(spec, value) for value in values}
    if "interval" in spec or "cuts" in spec:
        return {value: intervals(spec, Decimal(value.strip(WHITE)), whole) for value in values}
    if "date" in spec:
        return {value: [unit(name, value) for name in spec["date"]] + ["*"] for value in values}
    return None


def listed(spec: Any) -> dict[str, list[str]] | None:
    """All paths that a file or a tree lists, for values that the data has and others."""
    if not isinstance(spec, dict):
        return None
    if "rows" in spec:
        return {row[0]: row[1:] for row in spec["rows"]}
    if not isinstance(spec.get("taxonomy"), dict):
        return None
    leaves: dict[str, list[str]] = {}
    climb(spec["taxonomy"], [], leaves)
    # The root is the last level; a value that hangs higher shows itself up to there.
    height = max(map(len, leaves.values()))
    return {value: [value] * (height - len(path)) + path for value, path in leaves.items()}


def leaves_absent(column: Column, counted: Counted, labels: dict[str, str], level: int) -> list[str | None]:
    """What each listed value shows at a level that the table does not have; nothing where no value of the table shows it.
    Spellings that read alike, as words without blanks around them or as numbers, are one leaf."""
    paths = listed(column.hierarchy) or {}

    def key(value: str) -> float | str:
        found = number("decimal", value) if counted.kind in ("integer", "decimal") else None
        return value.strip(WHITE) if found is None else found

    known = {key(v) for v in counted.domain}
    leaves = {key(value): path for value, path in reversed(paths.items()) if key(value) not in known}
    joins = column.joins()
    called = {paths[v][level - 1]: labels[v] for v in counted.domain if v in paths and level > 0}
    if joins in paths and MISSING in counted.domain and level > 0:
        called[paths[joins][level - 1]] = labels[MISSING]
    return [called.get(path[level - 1]) if level > 0 else None for path in leaves.values()]


def masks(spec: dict, value: str) -> list[str]:
    """A code of `length` characters, more and more of them masked from one end; at that end it is padded, or cut."""
    path = []
    for masked in spec["characters"]:
        if masked < spec["length"]:
            kept = min(len(value), spec["length"] - masked)
            stars = "*" * (spec["length"] - kept)
            path.append(value[:kept] + stars if spec["mask"] == "right" else stars + value[len(value) - kept :])
    return path + ["*"]


def intervals(spec: dict, x: Decimal, whole: bool) -> list[str]:
    bottom, top = (Decimal(str(spec[key])) if key in spec else None for key in ("bottom", "top"))

    def label(low: Decimal | None, high: Decimal | None) -> str:
        if low is None and high is None:
            return "*"
        if low is None:
            return f"under {plain(high)}"
        return f"{plain(low)} or more" if high is None else between(low, high, whole)

    path = []
    for level in spec.get("interval") or spec["cuts"]:
        if isinstance(level, list):
            cuts = sorted(Decimal(str(cut)) for cut in level)
            low = max((cut for cut in cuts if cut <= x), default=None)
            high = min((cut for cut in cuts if cut > x), default=None)
        else:
            width, origin = Decimal(str(level)), Decimal(str(spec.get("origin", 0)))
            low = origin + (x - origin) // width * width
            low = low - width if low > x else low  # Decimal's // goes towards zero
            high = low + width
        if bottom is not None and x < bottom:
            low, high = None, bottom
        elif top is not None and x >= top:
            low, high = top, None
        else:
            low = low if bottom is None else (bottom if low is None else max(low, bottom))
            high = high if top is None else (top if high is None else min(high, top))
        path.append(label(low, high))
    return path + ["*"]


def plain(x: Decimal) -> str:
    """A bound as people write it."""
    text = format(x, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def unit(name: str, value: str) -> str:
    found = day(value)
    year = f"{found.year:04}"
    return {
        "day": f"{year}-{found.month:02}-{found.day:02}",
        "month": f"{year}-{found.month:02}",
        "quarter": f"{year}-Q{(found.month - 1) // 3 + 1}",
        "year": year,
        "decade": f"{found.year // 10 * 10:04}s",
    }[name]


def climb(tree: dict | list, above: list[str], leaves: dict[str, list[str]]) -> None:
    """Each leaf with the labels above it, lowest first."""
    if isinstance(tree, list):
        leaves.update({value: above for value in tree})
        return
    for label, below in tree.items():
        climb(below, [label] + above, leaves)


def built(case: Case, column: Column, values: list[str], tools: Tools, folder: Path) -> dict[str, list[str]]:
    """Paths as celosia writes them out."""
    path = folder / "built.csv"
    answer = tools.run("hierarchy", "build", "study.toml", "--column", column.name, "-o", str(path), cwd=folder)
    if answer.code != 0:
        raise NotAHierarchy(f"hierarchy build of {column.name}: {answer.defect() or answer.said()}")
    found = read(path)
    path.unlink()
    uncovered = [value for value in values if value not in found]
    if uncovered:
        raise NotAHierarchy(f"hierarchy build of {column.name} leaves out {uncovered[0]!r}")
    return {value: found[value] for value in values}


def read(path: Path) -> dict[str, list[str]]:
    csv.field_size_limit(1 << 30)
    with open(path, newline="", encoding="utf-8") as file:
        return {row[0]: row[1:] for row in csv.reader(file, delimiter=";") if row}


def join(column: Column, paths: dict[str, list[str]]) -> list[str]:
    """The path of missing where it joins a value's groups: their labels say so below the top, whatever the rows hold."""
    value, spec = column.joins(), column.hierarchy
    of_value = paths[value] if value in paths else (defined(spec, [value]) or {})[value]
    known = {label for path in [*paths.values(), *(listed(spec) or {}).values()] for label in path}
    joined = list(of_value)
    for level, label in enumerate(joined[:-1]):
        if label == "*":
            continue
        said = label if label.endswith(" or missing") else f"{label} or missing"
        while said != label and said in known:
            said = f"({said})"
        for path in paths.values():
            if path[level] == label:
                path[level] = said
        joined[level] = said
    return joined


def path_of_missing(paths: dict[str, list[str]]) -> list[str]:
    """Missing is a group of its own until the top takes it in."""
    if not paths:
        return ["*"]
    taken = {label for path in paths.values() for label in path}
    own = "missing"
    while own in taken:
        own = f"({own})"
    some = next(iter(paths.values()))
    return [own] * (len(some) - 1) + some[-1:]


def check(column: Column, found: Levels) -> None:
    """Every level has a label for every value, levels nest, the top is one group."""
    for level, (below, above) in enumerate(zip(found, found[1:])):
        parent: dict[str, str] = {}
        for value, label in below.items():
            if parent.setdefault(label, above[value]) != above[value]:
                raise NotAHierarchy(f"{column.name}: {label!r} of level {level} lies in two groups")
    if len(set(found[-1].values())) > 1:
        raise NotAHierarchy(f"{column.name}: the top has several groups")
