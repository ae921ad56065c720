"""What may stand under the final names after a command was cut short: only what is whole and consistent.

A release stands only with its own record, and a record only with its own salt and plan; every other file is one that a whole run
could have written."""

import hashlib
import json
import random
from pathlib import Path

from case import Case
from command import Answer, Tools
from files import table_name, write
from studies import study

OWN = ".celosia-"  # how names of unfinished files, of files set aside and of locks begin
PARTIAL = f"{OWN}partial-"
CHECKPOINT = "run.json"
CUTS = ["front", "study.toml", "--quiet", "--json", "--space", "cuts", "--search", "nsga2"]
COMMANDS: dict[str, list[str]] = {
    "release": ["release", "study.toml", "--max-loss", "1", "-o", "OUT", "--force", "--quiet", "--json"],
    "front": ["front", "study.toml", "--quiet", "--front", "front.json", "--report", "report.html", "--chart", "chart.svg"],
    "certificate": ["front", "study.toml", "--quiet", "--json", "--search", "exact", "--certificate", "proof.json"],
    "checkpoint": [*CUTS, "--generations", "2", "--population", "6", "--checkpoint", CHECKPOINT],
    "hierarchy": ["hierarchy", "build", "study.toml", "--column", "COLUMN", "-o", "built.csv"],
    "inspect": ["inspect", "TABLE", "-o", "new.toml"],
    "tree": ["tree", "TABLE", "--column", "COLUMN", "--k", "2", "--apply", "-o", "sets.csv"],
    "compare": ["compare", "study.toml", "--with", "exhaustive", "--quiet", "-o", "compared.html"],
    "generate": ["generate", "--like", "study.toml", "--rows", "50", "-o", "like.csv"],
}


def make(rng: random.Random, attack: str, seed: int) -> Case:
    """A study that can be released, one command that writes, and perhaps an earlier release in its place."""
    case = study(rng, attack, seed, rows=round(6 * 30 ** rng.random()), tame=True, made=False, several=False)
    for column in case.quasi():
        column.floor = None
    settings = case.settings
    settings |= {"privacy": ["k-anonymity"], "loss": ["general-loss"], "rule": "as-needed", "limit": "10%", "threads": 1}
    settings["writes"] = rng.choice(["release"] * 4 + list(COMMANDS))
    settings["output"] = rng.choice(["out.csv", "out.csv", "out.parquet"])
    settings["earlier"] = rng.random() < 0.4
    settings["places"] = rng.randrange(1 << 30)
    return case


def arguments(case: Case) -> list[str]:
    words = {"OUT": case.settings["output"], "COLUMN": case.quasi()[0].name, "TABLE": table_name(case)}
    return [words.get(word, word) for word in COMMANDS[case.settings["writes"]]]


def prepare(case: Case, tools: Tools) -> tuple[Path, set[str]] | None:
    """A folder with the inputs, and the names in it; nothing where the command would refuse this case anyway."""
    folder = tools.folder()
    write(case, folder)
    names = {path.name for path in folder.iterdir()}
    if case.settings["earlier"] and case.settings["writes"] == "release":
        if tools.run(*arguments(case), cwd=folder).code != 0:
            return None
    return folder, names


def wrong(case: Case, folder: Path, inputs: set[str]) -> str | None:
    """The first file that should not stand there."""
    for path in sorted(folder.iterdir()):
        if path.name in inputs or path.name == "count":
            continue
        if path.name.startswith(PARTIAL) and path.stat().st_mode & 0o077:
            return "a partial file that others may read"
        if path.name.startswith(OWN) or path.is_dir():
            continue
        if case.settings["writes"] != "release" and not whole(path):
            return f"{path.name} is not whole"
    return inconsistent(folder, folder / case.settings["output"], folder / table_name(case))


def inconsistent(folder: Path, output: Path, table: Path) -> str | None:
    record, salt = folder / f"{output.name}.record.json", folder / f"{output.name}.salt"
    plan = folder / f"{output.name}.plan.json"
    if output.exists() and not record.exists():
        return "a release without its record"
    if record.exists():
        said = json.loads(record.read_text())
        if not salt.exists():
            return "a record without its salt"
        if not plan.exists() or not whole(plan):
            return "a record without its plan"
        own = hashlib.sha256(table.read_bytes()).hexdigest()
        if said["input"]["salted_sha256"] != hashlib.sha256(f"{salt.read_text()}{own}\n".encode()).hexdigest():
            return "the salt is not the record's"
        if output.exists() and said["output"]["sha256"] != hashlib.sha256(output.read_bytes()).hexdigest():
            return "the release is not the record's"
    return None


def whole(path: Path) -> bool:
    """Could a whole run have written this?"""
    text = path.read_text(errors="replace")
    if path.name == CHECKPOINT:  # the state, and its hash in a line of its own
        state, _, sum = text.rstrip("\n").rpartition("\n")
        return text.endswith("\n") and hashlib.sha256(state.encode()).hexdigest() == sum
    if path.suffix == ".json":
        try:
            return bool(json.loads(text))
        except ValueError:
            return False
    ends = {".html": "</html>", ".svg": "</svg>"}.get(path.suffix)
    return text.strip().endswith(ends) if ends else text.endswith("\n")


def calls(case: Case, tools: Tools, folder: Path) -> tuple[Answer, int]:
    """A whole run under the shim: how many calls change files."""
    count = folder / "count"
    answer = tools.run(*arguments(case), cwd=folder, env={"LD_PRELOAD": tools.shim, "SHIM_COUNT": str(count)})
    return answer, int(count.read_text()) if count.exists() else 0
