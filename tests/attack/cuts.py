"""Releases of cuts: rows of the source and of the release stand side by side, so labels are checked without being known.

Claims: in each column one value has one label; a label that is a range holds the values that show it; columns that are not
generalized are as they were; the record counts the groups that are there."""

import re

from case import COUNTED, Case
from counted import MISSING
from lattice import Problem
from recount import Group, groups_of
from values import day, missing_as, number

RANGE = re.compile(r"(-?[0-9.]+)(?:–| to )(-?[0-9.]+)")
HALF_OPEN = re.compile(r"(-?[0-9.]+) to under (-?[0-9.]+)")
UNDER = re.compile(r"under (-?[0-9.]+)")
OR_MORE = re.compile(r"(-?[0-9.]+) or more")
DAYS = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}) to ([0-9]{4}-[0-9]{2}-[0-9]{2})")
BEFORE = re.compile(r"before ([0-9]{4}-[0-9]{2}-[0-9]{2})")
OR_LATER = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}) or later")


def wrong(case: Case, problem: Problem, record: dict, rows: list[tuple[str, ...]], star: tuple[str, ...]) -> str | None:
    if len(rows) != problem.rows:
        return f"{len(rows)} rows beside {problem.rows} of the source"
    released = [c for c in case.columns if c.role not in ("identifier", "unnamed")]
    suppressed = record["suppressed"]["rows"] > 0
    kept = [row for row in range(problem.rows) if not (suppressed and rows[row] == star)]
    for place, column in enumerate(released):
        counted = problem.sample.columns[column.name]
        pairs = {(counted.values[row], rows[row][place]) for row in kept}
        if column.role != "quasi-identifier":
            if failure := changed(case, column, pairs):
                return failure
            continue
        labels = dict(pairs)
        if len(labels) < len(pairs):
            return f"{column.name}: one value shows two labels"
        groups = record["point"]["groups"][column.name]
        if groups != len(set(labels.values())):
            return f"{column.name}: {len(set(labels.values()))} groups are shown, the record has {groups}"
        for value, label in pairs:
            if not admits(label, value, counted.kind):
                return f"{column.name}: {value!r} shows {label!r}"
            # Where a missing cell may join, its group and that of the value that it joins say so, unless each stands alone.
            alone = sum(shown == label for shown in labels.values()) == 1
            if column.joins() and value in (MISSING, column.joins()) and not (alone or says_missing(label)):
                return f"{column.name}: {value!r} shows {label!r}, which a missing cell may join"
    return level_holds(case, problem, released, rows, kept)


def changed(case: Case, column, pairs: set[tuple[str, str]]) -> str | None:
    spellings = case.spellings(column)
    for value, shown in pairs:
        same = value == shown or (value == MISSING and missing_as(shown, spellings) is not None)
        if not same and not (column.role not in COUNTED and case.settings["output"].endswith(".parquet")):
            return f"{column.name}: {value!r} was released as {shown!r}"
    return None


def says_missing(label: str) -> bool:
    """A label may have a number behind it where two would be the same."""
    return label in ("*", "not missing") or re.fullmatch(r".* or missing( \(\d+\))?", label, re.DOTALL) is not None


def admits(label: str, value: str, kind: str) -> bool:
    """Is a value within a range? Labels of other forms admit anything."""
    if label != value:
        label = re.sub(r" or missing$", "", label)
    if kind == "date" and value != MISSING and label != value:
        return admits_day(label, value)
    x = None if kind not in ("integer", "decimal") or value == MISSING else number(kind, value)
    if x is None or label == value:
        return True
    if found := RANGE.fullmatch(label):
        return float(found[1]) <= x <= float(found[2])
    if found := HALF_OPEN.fullmatch(label):
        return float(found[1]) <= x < float(found[2])
    if found := UNDER.fullmatch(label):
        return x < float(found[1])
    if found := OR_MORE.fullmatch(label):
        return x >= float(found[1])
    return True


def admits_day(label: str, value: str) -> bool:
    found = day(value)
    if bounds := DAYS.fullmatch(label):
        return day(bounds[1]) <= found <= day(bounds[2])
    if bounds := BEFORE.fullmatch(label):
        return found < day(bounds[1])
    if bounds := OR_LATER.fullmatch(label):
        return found >= day(bounds[1])
    return True


def level_holds(case: Case, problem: Problem, released: list, rows: list[tuple[str, ...]], kept: list[int]) -> str | None:
    if case.settings["choice"][0] != "--level":
        return None
    quasi = [place for place, c in enumerate(released) if c.role == "quasi-identifier"]
    tuples = [tuple(rows[row][place] for place in quasi) for row in kept]
    groups: list[Group] = list(groups_of(tuples, [[s.values[r] for r in kept] for s in problem.sensitive]).values())
    model = problem.models[0]
    protections = [model.protection(g, problem.attributes, problem.parameters) for g in groups]
    asked = float(case.settings["choice"][1]) * (-1 if model.falling else 1)
    reached = model.of_table(groups, protections)
    return None if reached >= asked - 1e-9 else f"{model.shown(reached)} reached, {model.shown(asked)} asked for"
