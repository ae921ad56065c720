"""A case: one table, one study and one command line, as data that can be saved, shrunk and run again."""

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any

COUNTED = ("quasi-identifier", "sensitive", "class")  # columns whose missing values count


@dataclass
class Column:
    """A column of the table, and what the study says of it. The role "unnamed" means that the study is silent."""

    name: str
    role: str
    values: list[str]
    type: str | None = None
    # As a study file has it ("flat", {"interval": [5]}), or {"rows": [[value, label, …], …]}: a file that we write.
    hierarchy: Any = None
    weight: float | None = None
    floor: int | None = None
    constrained: bool | None = None
    # {"values": further spellings of missing, "joins": the value whose groups missing belongs to}, either may be absent.
    missing: dict[str, Any] | None = None

    def joins(self) -> str | None:
        return (self.missing or {}).get("joins")


@dataclass
class Case:
    """Columns and settings; an attack finds in `settings` whatever else it needs, so that a case is all that a run needs."""

    attack: str
    seed: int
    columns: list[Column]
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        return len(self.columns[0].values) if self.columns else 0

    def with_role(self, *roles: str) -> list[Column]:
        return [column for column in self.columns if column.role in roles]

    def quasi(self) -> list[Column]:
        return self.with_role("quasi-identifier")

    def sensitive(self) -> list[Column]:
        return self.with_role("sensitive")

    def spellings(self, column: Column) -> list[str]:
        """How missing is spelt in a column: as in all, and as in it alone."""
        return self.settings.get("missing_values", ["", "?"]) + (column.missing or {}).get("values", [])

    def keep_rows(self, rows: list[int]) -> "Case":
        """The same case with only these rows, in its other table too where it has one (noninterference)."""
        columns = [replace(c, values=[c.values[r] for r in rows]) for c in self.columns]
        settings = dict(self.settings)
        if "other" in settings:
            settings["other"] = {name: [values[r] for r in rows] for name, values in settings["other"].items()}
        return replace(self, columns=columns, settings=settings)

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1, ensure_ascii=True)

    @staticmethod
    def from_json(text: str) -> "Case":
        data = json.loads(text)
        return Case(data["attack"], data["seed"], [Column(**c) for c in data["columns"]], data["settings"])


@dataclass
class Verdict:
    """What came of a case: what was counted, and the first thing that is wrong, if anything is."""

    counts: dict[str, int]
    failure: str | None = None
