"""The part of a table that a study counts: rows without missing values, or with missing as one value of its own."""

from dataclasses import dataclass

from case import COUNTED, Case, Column
from values import infer, missing_as, number, ordered

MISSING = "\0missing"  # stands for the missing value, however it is spelt


@dataclass
class Counted:
    """One column of the rows that count: `values` row by row, `domain` in the order of the column's type."""

    name: str
    role: str
    kind: str
    values: list[str]
    domain: list[str]

    def numbers(self) -> dict[str, float] | None:
        """The values as numbers, where all are."""
        found = {value: number(self.kind, value) for value in self.domain}
        return None if self.kind == "string" or None in found.values() else found


@dataclass
class Sample:
    """The rows that count: their places in the table, and every column of it."""

    places: list[int]
    columns: dict[str, Counted]
    dropped: int


def sample(case: Case) -> Sample:
    """The rows of a case that its study counts."""
    drop = case.settings.get("missing_rows", "keep") == "drop"

    def plain(column: Column, row: int) -> str:
        value = column.values[row]
        return MISSING if column.role in COUNTED and missing_as(value, case.spellings(column)) is not None else value

    rows = [[plain(column, row) for column in case.columns] for row in range(case.rows)]
    places = [row for row, values in enumerate(rows) if not (drop and MISSING in values)]
    columns = {}
    for at, column in enumerate(case.columns):
        values = [rows[row][at] for row in places]
        present = set(values) - {MISSING}
        kind = column.type or infer(sorted(present))
        domain = ordered(kind, present) + ([MISSING] if MISSING in values else [])
        columns[column.name] = Counted(column.name, column.role, kind, values, domain)
    return Sample(places, columns, case.rows - len(places))
