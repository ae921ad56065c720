"""Noninterference: what suppressed rows hold does not show in anything that may be shared.

A node of the lattice, the hierarchies (as files) and the level are given. Our own classes say which rows are suppressed. Then
what those rows hold is changed, and where by our own classes the same rows stay suppressed, the release (its bytes where the
order is kept, its rows as a set where they are shuffled), the record without salted hash and hash of the shuffled file, what
--json prints and what `verify` says must be the same bytes."""

import json
import random
from dataclasses import replace
from pathlib import Path

from case import Case, Column, Verdict
from command import Tools
from files import table_bytes, table_name, write
from lattice import Problem, classes_at, shown_at, suppressions
from problem import problem_of
from studies import nested_rows, objectives
from tables import draw, pool
from values import missing_as

VARIANTS = 20  # of one table; each is a case
DRAWS = 60  # at most, until there are VARIANTS with the same suppressed rows
STRANGE = ["zz", "007", "-5", "1e9", "2031-05-05", "0.25", "=1", "é", "*", "x" * 300]


def make(rng: random.Random, seed: int) -> Case:
    while True:
        case = attempt(rng, seed)
        if case is not None:
            return case


def attempt(rng: random.Random, seed: int) -> Case | None:
    """A case in which some rows are suppressed and some are not."""
    rows = rng.choice([8, 15, 15, 30, 30, 60])
    roles = ["quasi-identifier"] * rng.choice([1, 2, 2, 3]) + ["sensitive"] * rng.choice([0, 1, 1, 2])
    roles += rng.choice([[], ["class"]]) + rng.choice([[], ["insensitive"]]) + rng.choice([[], ["identifier"], ["unnamed"]])
    rng.shuffle(roles)
    case = Case("noninterference", seed, [])
    pools = {}
    for place, role in enumerate(roles):
        kind = rng.choice(["integer", "decimal", "date", "text", "code"])
        values = pool(rng, kind, rng.randint(2, 7))
        column = Column(f"c{place}", role, draw(rng, values, rows))
        if rng.random() < 0.3:
            column.type = {"text": "string", "code": "string"}.get(kind, kind)
        pools[column.name] = values + (rng.sample(STRANGE, 2) if column.type in (None, "string") else [])
        if role == "quasi-identifier":
            column.hierarchy = {"rows": nested_rows(rng, pools[column.name])}
        case.columns.append(column)
    settings = case.settings
    if rng.random() < 0.3:
        keep_missing(rng, case, pools)
    for column in case.quasi():
        if rng.random() < 0.2:
            real = [value for value in pools[column.name] if missing_as(value, case.spellings(column)) is None]
            column.missing = (column.missing or {}) | {"joins": rng.choice(real)}
    objectives(rng, case, several=False)
    if settings["rule"] == "at-weighted-k":
        return None
    for column in case.sensitive():
        if column.hierarchy is not None:
            missing = case.spellings(column)
            column.hierarchy = {"rows": nested_rows(rng, [v for v in pools[column.name] if v not in missing])}
    settings |= {"limit": "90%", "threads": 1, "delimiter": ",", "pools": pools, "changes": rng.randrange(1 << 30)}
    settings |= {"keep_order": rng.random() < 0.7, "suppressed": rng.choice(["drop", "drop", "star"])}
    settings["output"] = rng.choice(["out.csv", "out.csv", "out.csv", "out.parquet"])
    settings["levels"] = {c.name: rng.randrange(len(c.hierarchy["rows"][0])) for c in case.quasi()}
    problem = problem_of(case)
    level = some_level(rng, problem, node_of(case))
    if level is None:
        return None
    settings["level"] = repr(problem.models[0].shown(level))
    return case if suppressed(problem) else None


def keep_missing(rng: random.Random, case: Case, pools: dict[str, list[str]]) -> None:
    """Missing is a value of its own, in any of its spellings."""
    spellings = rng.choice([["", "?"], ["?", ""], ["NA", "?"]])
    case.settings |= {"missing_rows": "keep", "missing_values": spellings}
    for column in rng.sample(case.columns, rng.randint(1, len(case.columns))):
        column.values = [rng.choice(spellings) if rng.random() < 0.15 else v for v in column.values]
        own = rng.choice([[], [], ["none"], ["-99", "n/a"]])
        if own:
            column.missing = {"values": own}
            column.values = [rng.choice(own) if rng.random() < 0.1 else v for v in column.values]
        pools[column.name] = pools[column.name] + spellings + own


def node_of(case: Case) -> tuple[int, ...]:
    return tuple(case.settings["levels"][c.name] for c in case.quasi())


def some_level(rng: random.Random, problem: Problem, node: tuple[int, ...]) -> float | None:
    """A protection that only some classes have."""
    model = problem.models[0]
    found = {model.protection(g, problem.attributes, problem.parameters) for g in classes_at(problem, node).groups}
    found = sorted(p for p in found if abs(p) < 1e9)
    if len(found) < 2:
        return None
    level = rng.choice(found[1:])
    # Levels are printed with all their digits, but a class may miss one by a rounding error: a little weaker is safe.
    return level if float(level).is_integer() else level - 1e-7


def suppressed(problem: Problem) -> set[int] | None:
    """The rows that the least suppression leaves out which reaches the level at the node; nothing where none does."""
    case, model, node = problem.case, problem.models[0], node_of(problem.case)
    asked = float(case.settings["level"]) * (-1 if model.falling else 1)
    classes = classes_at(problem, node)
    protections = [model.protection(g, problem.attributes, problem.parameters) for g in classes.groups]
    enough = []
    for stay in suppressions(problem, classes, [protections]):
        groups = [classes.groups[c] for c in stay]
        if model.of_table(groups, [protections[c] for c in stay]) >= asked:
            enough.append((sum(g.rows for g in groups), {classes.kept[c].shown for c in stay}))
    if not enough:
        return None
    kept = max(enough, key=lambda found: found[0])[1]
    return {row for row, shown in enumerate(shown_at(problem, node)) if shown not in kept}


def changed(rng: random.Random, case: Case, rows: set[int]) -> Case:
    """The same table, but for what these rows hold."""
    columns = []
    for column in case.columns:
        values = list(column.values)
        if rng.random() < 0.8:
            few = rng.sample(case.settings["pools"][column.name], rng.randint(1, len(case.settings["pools"][column.name])))
            for row in rows:
                if rng.random() < 0.7:
                    values[row] = rng.choice(few)
        columns.append(replace(column, values=values))
    return replace(case, columns=columns)


def arguments(case: Case) -> list[str]:
    settings = case.settings
    levels = ",".join(f"{name}={level}" for name, level in settings["levels"].items())
    found = ["release", "study.toml", "--levels", levels, f"--level={settings['level']}", "-o", settings["output"]]
    found += ["--suppressed", settings["suppressed"], "--json", "--quiet", "--force"]
    return found + (["--keep-order"] if settings["keep_order"] else [])


def shared(case: Case, tools: Tools, folder: Path, verify: bool) -> dict[str, object] | str:
    """All that may be shared of a release, made comparable; or why there is none."""
    answer = tools.run(*arguments(case), cwd=folder)
    if answer.code != 0:
        return answer.defect() or answer.said()
    output = folder / case.settings["output"]
    found: dict[str, object] = {}
    for name, text in (("record", (folder / f"{output.name}.record.json").read_text()), ("printed", answer.out)):
        record = json.loads(text)
        del record["input"]
        if not case.settings["keep_order"]:
            del record["output"]["sha256"]
        found[name] = record
    # The public report: of rows that are shuffled, whatever stands first is another sample.
    report = json.loads((folder / f"{output.name}.report.json").read_text())
    if not case.settings["keep_order"]:
        del report["sample"], report["hashes"]["output"]["sha256"]
    del report["hashes"]["input"], report["made"]["date"]
    found["report"] = report
    data = output.read_bytes()
    if case.settings["keep_order"]:
        found["release"] = data
    elif output.suffix == ".csv":
        found["release"] = sorted(data.split(b"\n"))
    if verify:
        quasi = ",".join(c.name for c in case.quasi())
        sensitive = ["--sensitive", ",".join(c.name for c in case.sensitive())] if case.sensitive() else []
        found["verify"] = tools.run("verify", output.name, "--quasi", quasi, *sensitive, "--json", cwd=folder).out
    return found


def check(case: Case, tools: Tools) -> Verdict:
    rows = suppressed(problem_of(case))
    if rows is None:
        return Verdict({"no such level": 1})
    folder = tools.folder()
    write(case, folder)
    base = shared(case, tools, folder, verify=True)
    if isinstance(base, str):
        failure = base if "recount" in base or "panic" in base else None
        return Verdict({"refused": 1}, failure)
    rng = random.Random(case.settings["changes"])
    done = 0
    for _ in range(DRAWS):
        other = saved(case) if "other" in case.settings else changed(rng, case, rows)
        if suppressed(problem_of(other)) != rows:
            continue
        (folder / table_name(case)).write_bytes(table_bytes(other))
        found = shared(other, tools, folder, verify=done == 0)
        done += 1
        if failure := differs(base, found):
            case.settings["other"] = {c.name: c.values for c in other.columns}
            return Verdict({"noninterference": done}, f"rows {sorted(rows)} are suppressed in both: {failure}")
        if "other" in case.settings or done == VARIANTS:
            break
    return Verdict({"noninterference": done, "tables": 1})


def saved(case: Case) -> Case:
    return replace(case, columns=[replace(c, values=case.settings["other"][c.name]) for c in case.columns])


def differs(base: dict[str, object], other: dict[str, object] | str) -> str | None:
    if isinstance(other, str):
        return f"released, and with other suppressed rows not: {other}"
    for name, value in other.items():
        if value != base[name]:
            return f"{name}: {first_difference(base[name], value)}"
    return None


def first_difference(a: object, b: object, path: str = "") -> str:
    if isinstance(a, dict) and isinstance(b, dict):
        key = next(key for key in a | b if a.get(key) != b.get(key))
        return first_difference(a.get(key), b.get(key), f"{path}.{key}")
    return f"{path} {str(a)[:150]} / {str(b)[:150]}"
