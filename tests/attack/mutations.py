"""Mutations: bytes changed, cut, doubled or moved in every file that celosia reads.

Claims: whatever the bytes are, the command ends by itself, with exit code 0, 1 or 2, without a panic, within a bounded time
and amount of memory."""

import base64
import random
import re
from pathlib import Path

from case import Case, Verdict
from command import Tools
from files import FORMS, table_name, write
from studies import study

CUTS = ["front", "study.toml", "--json", "--quiet", "--space", "cuts", "--search", "nsga2"]
# What is mutated, and the commands that read it.
TARGETS: dict[str, list[list[str]]] = {
    **{form: [] for form in FORMS},
    "study": [["front", "study.toml", "--json", "--quiet"], ["release", "study.toml", "--k", "2", "-o", "out.csv", "--force"]],
    "hierarchy": [["front", "study.toml", "--json", "--quiet"], ["hierarchy", "check", "study.toml", "--column", "COLUMN"]],
    "certificate": [["certify", "study.toml", "proof.json"]],
    "checkpoint": [[*CUTS, "--generations", "3", "--population", "8", "--checkpoint", "run.json", "--resume"]],
    "front.json": [["compare", "study.toml", "front.json", "--with", "exhaustive", "--json"]],
}
TABLE = [
    ["inspect", "TABLE", "-o", "new.toml", "--force"],
    ["front", "study.toml", "--json", "--quiet"],
    ["verify", "TABLE", "--quasi", "COLUMN", "--json"],
    ["release", "study.toml", "--k", "2", "-o", "out.csv", "--force", "--quiet"],
    ["tree", "TABLE", "--column", "COLUMN", "--k", "2"],
    ["hierarchy", "show", "study.toml", "--column", "COLUMN"],
]
MUTATIONS = 12  # of one file
WORDS = [
    b"\x00", b"\xff", b'"', b"\n", b"\r", b";", b",", b"*", b"-1", b"0", b"1e999", b"NaN", b"9" * 25, b"[", b"]", b"{", b"}", b"null",
    b"\xef\xbb\xbf", b"\xc3", b"\xed\xa0\x80",
]


NUMBER = re.compile(rb"[0-9]+")
NUMBERS = [
    b"-1", b"0", b"1", b"255", b"256", b"65536", b"4294967295", b"9223372036854775807", b"18446744073709551615", b"1e308", b"-1e308",
    b"0.5", b"1e-320", b"99999999999999999999",
]


def make(rng: random.Random, seed: int) -> Case:
    target = rng.choice(list(TARGETS))
    case = study(rng, "mutations", seed, rows=round(3 * 10 ** rng.random()), tame=rng.random() < 0.7, made=False, several=False)
    case.settings["target"] = target
    if target in FORMS:
        case.settings["form"] = target
    for column in case.quasi():
        column.floor = None
        if target == "hierarchy":
            column.hierarchy = {"rows": [[v, v[:1] + "-", "*"] for v in sorted(set(column.values))]}
    case.settings["threads"] = 1
    case.settings["mutation"] = rng.randrange(1 << 30)
    return case


def check(case: Case, tools: Tools) -> Verdict:
    folder = tools.folder()
    write(case, folder)
    target = case.settings["target"]
    if "bytes" in case.settings:  # one file and one command that were found
        place = folder / case.settings["file"]
        place.write_bytes(base64.b64decode(case.settings["bytes"]))
        for name, content in case.settings.get("beside", {}).items():
            (folder / name).write_bytes(base64.b64decode(content))
        return Verdict({"mutations": 1}, tools.run(*case.settings["command"], cwd=folder).defect())
    place, commands = prepare(case, tools, folder)
    if not place.exists():
        return Verdict({"refused": 1})
    original = place.read_bytes()
    rng = random.Random(case.settings["mutation"])
    for number in range(MUTATIONS):
        mutated = mutate(rng, original)
        command = rng.choice(commands)
        place.write_bytes(mutated)
        answer = tools.run(*command, cwd=folder)
        if defect := answer.defect():
            encoded = base64.b64encode(mutated).decode()
            others = [p for p in folder.iterdir() if p.suffix == ".json" and p != place]
            beside = {p.name: base64.b64encode(p.read_bytes()).decode() for p in others}
            case.settings |= {"bytes": encoded, "file": place.name, "command": command, "beside": beside}
            return Verdict({"mutations": number + 1, target: number + 1}, f"{target}: {defect}")
    return Verdict({"mutations": MUTATIONS, target: MUTATIONS})


def prepare(case: Case, tools: Tools, folder: Path) -> tuple[Path, list[list[str]]]:
    """The file that is mutated, made by celosia itself where it writes such files, and the commands that read it."""
    target = case.settings["target"]
    column = case.quasi()[0].name

    def filled(command: list[str]) -> list[str]:
        return [{"TABLE": table_name(case), "COLUMN": column}.get(word, word) for word in command]

    commands = [filled(command) for command in (TARGETS[target] or TABLE)]
    if target in FORMS:
        return folder / table_name(case), commands
    if target == "study":
        return folder / "study.toml", commands
    if target == "hierarchy":
        return folder / f"hierarchy-{case.columns.index(case.quasi()[0])}.csv", commands
    if target == "certificate":
        tools.run("front", "study.toml", "--json", "--quiet", "--certificate", "proof.json", cwd=folder)
        return folder / "proof.json", commands
    if target == "checkpoint":
        tools.run(*[word for word in commands[0] if word != "--resume"], cwd=folder)
        return folder / "run.json", commands
    tools.run("front", "study.toml", "--quiet", "--front", "front.json", "--report", "report.html", cwd=folder)
    return folder / "front.json", commands


def mutate(rng: random.Random, original: bytes) -> bytes:
    """One to four changes at random places."""
    data = bytearray(original)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice([1, 1, 2, 4, 8, 64]))
        way = rng.randrange(10)
        if way == 0 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif way == 1 and at < len(data):
            data[at] = rng.randrange(256)
        elif way == 2:
            del data[at:end]
        elif way == 3:
            data[at:at] = rng.choice(WORDS)
        elif way == 4:
            data[at:at] = data[at:end] * rng.choice([1, 2, 50])
        elif way == 5:
            del data[at:]
        elif way == 6:
            data[at:end] = bytes(rng.choice([0, 255, rng.randrange(256)]) for _ in range(end - at))
        elif way > 7 and (numbers := list(NUMBER.finditer(data))):
            found = rng.choice(numbers)
            data[found.start() : found.end()] = rng.choice(NUMBERS)
        else:
            other = rng.randrange(len(data) + 1)
            data[at:end] = data[other : other + end - at]
    return bytes(data)
