"""Shrinking: a failing case with fewer rows, columns and settings that still fails in the same way."""

import base64
import copy
from collections.abc import Iterator
from dataclasses import replace

from attacks import check, kind
from case import Case
from command import Tools

TRIES = 400
# What a case can do without, one by one.
DISPENSABLE = [
    "bom", "crlf", "quote_all", "typed", "dictionary", "row_group", "c", "alpha", "suppressed_rows", "missing_rows", "missing_values",
]
# What it can be plainer in.
PLAIN = {
    "form": "csv", "delimiter": ",", "output": "out.csv", "suppressed": "drop", "keep_order": True, "threads": 1, "earlier": False,
    "rule": "as-needed", "limit": "0 rows",
}


def shrink(case: Case, failure: str, tools: Tools) -> tuple[Case, str]:
    """The smallest failing case that a few hundred tries find, and how it fails."""
    case = copy.deepcopy(case)
    tries = 0
    progress = True
    while progress and tries < TRIES:
        progress = False
        for candidate in smaller(case):
            tries += 1
            if tries > TRIES:
                break
            found = check(candidate, tools).failure
            if found and kind(found) == kind(failure):
                case, failure, progress = candidate, found, True
                break
    return case, failure


def smaller(case: Case) -> Iterator[Case]:
    """Smaller cases, the largest steps first; each is a copy."""
    if "bytes" in case.settings:
        yield from fewer_bytes(case)
        return
    size = case.rows
    while size > 1:
        size = (size + 1) // 2
        for start in range(0, case.rows, size):
            rows = [row for row in range(case.rows) if not start <= row < start + size]
            if rows:
                yield copy.deepcopy(case.keep_rows(rows))
        if size == 1:
            break
    for column in case.columns:
        if column.role != "quasi-identifier" or len(case.quasi()) > 1:
            yield without_column(case, column.name)
    for key in DISPENSABLE:
        if key in case.settings:
            yield with_settings(case, {k: v for k, v in case.settings.items() if k != key})
    for key, value in PLAIN.items():
        if key in case.settings and case.settings[key] != value:
            yield with_settings(case, {**case.settings, key: value})
    for key in ("privacy", "loss"):
        if len(case.settings.get(key, [])) > 1:
            for name in case.settings[key]:
                yield with_settings(case, {**case.settings, key: [name]})
    for place, column in enumerate(case.columns):
        for change in ({"weight": None}, {"floor": None}, {"constrained": None}, {"type": None}, {"hierarchy": "flat"}):
            (key, value), = change.items()
            if getattr(column, key) not in (None, value):
                candidate = copy.deepcopy(case)
                candidate.columns[place] = replace(candidate.columns[place], **change)
                yield candidate


def without_column(case: Case, name: str) -> Case:
    candidate = copy.deepcopy(case)
    candidate.columns = [column for column in candidate.columns if column.name != name]
    for key in ("pools", "levels", "other"):
        candidate.settings.get(key, {}).pop(name, None)
    return candidate


def with_settings(case: Case, settings: dict) -> Case:
    return replace(copy.deepcopy(case), settings=copy.deepcopy(settings))


def fewer_bytes(case: Case) -> Iterator[Case]:
    data = base64.b64decode(case.settings["bytes"])
    size = len(data)
    while size > 1:
        size = (size + 1) // 2
        for start in range(0, len(data), size):
            cut = data[:start] + data[start + size :]
            yield with_settings(case, {**case.settings, "bytes": base64.b64encode(cut).decode()})
        if size == 1:
            break
