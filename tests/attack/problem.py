"""A case, opened: its files written, its rows, hierarchies and sensitive attributes as the recount sees them."""

from collections import Counter
from pathlib import Path

from case import Case
from command import Tools
from counted import sample
from files import write
from hierarchies import levels
from lattice import Problem
from recount import Attribute
from studies import limit_of


def open_case(case: Case, tools: Tools, folder: Path) -> Problem | None:
    """Writes the files of a case and says what the problem is; nothing where no row counts."""
    write(case, folder)
    return problem_of(case, tools, folder)


def problem_of(case: Case, tools: Tools | None = None, folder: Path | None = None) -> Problem | None:
    """The problem; celosia is asked only for hierarchies that are made from the data."""
    rows = sample(case)
    if not rows.places:
        return None
    of_quasi = [levels(case, column, rows.columns[column.name], tools, folder) for column in case.quasi()]
    attributes = []
    for column in case.sensitive():
        counted = rows.columns[column.name]
        tree = levels(case, column, counted, tools, folder) if column.hierarchy is not None else None
        attributes.append(Attribute(Counter(counted.values), counted.domain, tree))
    return Problem(case, rows, of_quasi, attributes, limit_of(case, len(rows.places)))
