"""Found cases: each a folder of its own under `found/`, with all that is needed to look at it and to run it again."""

import hashlib
import shlex
from pathlib import Path

from attacks import ATTACKS, kind
from case import Case
from files import table_bytes, write
from noninterference import saved

FOUND = Path(__file__).parent / "found"


def place(case: Case, failure: str) -> Path:
    """One folder for each kind of failure."""
    digest = hashlib.sha256(kind(failure).encode()).hexdigest()[:8]
    return FOUND / f"{case.attack}-{digest}"


def save(case: Case, failure: str) -> Path:
    """Writes the case: its files, the command, what was expected and what was seen."""
    folder = place(case, failure)
    folder.mkdir(parents=True, exist_ok=True)
    write(case, folder)
    (folder / "case.json").write_text(case.to_json() + "\n")
    if "other" in case.settings:
        (folder / "other-table").write_bytes(table_bytes(saved(case)))
    module = ATTACKS[case.attack].module
    words = case.settings.get("command") or getattr(module, "arguments", lambda _: [case.attack])(case)
    (folder / "command.txt").write_text(shlex.join(["celosia", *words]) + "\n")
    (folder / "expected-and-seen.txt").write_text(f"Expected:\n{module.__doc__}\nSeen:\n{failure}\n")
    return folder


def all_found() -> list[tuple[str, Case]]:
    """Every case that was found so far, by its folder's name."""
    return [(p.parent.name, Case.from_json(p.read_text())) for p in sorted(FOUND.glob("*/case.json"))]
