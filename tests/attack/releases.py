"""Releases: whatever celosia writes is recounted here, row by row, from the source and from the definitions.

Claims: a released row is the recoded row of the source and no row is there twice or torn from its class; the suppressed
rows are whole classes, no more than the limit, and the weakest; the level asked for holds; record, hashes and `verify` say
what this recount says; a refusal leaves nothing behind."""

import hashlib
import json
import math
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cuts
from case import COUNTED, Case, Verdict
from command import Tools
from counted import MISSING
from files import delimiter_of, hierarchy_files, read_rows, table_name
from hierarchies import NotAHierarchy, all_whole, defined, of_whole, read, reworded
from lattice import Problem, classes_at, shown_at
from problem import open_case
from recount import MODELS, Attribute, Group, Parameters, groups_of, needs_sensitive, table_levels
from studies import study
from values import infer, missing_as, number, ordered

TOLERANCE = 1e-9


def make(rng: random.Random, seed: int) -> Case:
    rows = round(3 * 25 ** rng.random())
    case = study(rng, "releases", seed, rows=rows, tame=rng.random() < 0.4, made=True)
    settings = case.settings
    model = MODELS[settings["privacy"][0]]
    asked = rng.choice(["0.3", "0.6", "1", "2"]) if model.falling else rng.choice(["1", "2", "2", "3", "5"])
    settings["choice"] = rng.choice([["--level", asked]] * 4 + [["--knee"], ["--max-loss", "0.5"], ["--point", "1"]])
    settings["output"] = "out" + rng.choice([".csv", ".csv", ".csv", ".tsv", ".parquet"])
    settings["suppressed"] = rng.choice(["drop", "drop", "star"])
    settings["keep_order"] = rng.random() < 0.4
    settings["threads"] = rng.choice([1, 1, 2])
    if rng.random() < 0.2 and settings["rule"] != "at-weighted-k":
        # Rows of the source and of the release stand side by side, so that no label needs to be known.
        settings |= {"space": "cuts", "budget": 300, "keep_order": True, "suppressed": "star"}
    return case


def arguments(case: Case) -> list[str]:
    settings = case.settings
    found = ["release", "study.toml", *settings["choice"], "-o", settings["output"], "--suppressed", settings["suppressed"]]
    return found + ["--json", "--quiet"] + (["--keep-order"] if settings["keep_order"] else [])


def check(case: Case, tools: Tools) -> Verdict:
    folder = tools.folder()
    try:
        problem = open_case(case, tools, folder)
    except NotAHierarchy as error:
        if "hint: " in str(error):
            return Verdict({"refused": 1})
        return Verdict({"releases": 1}, str(error))
    answer = tools.run(*arguments(case), cwd=folder)
    if defect := answer.defect():
        return Verdict({"releases": 1}, defect)
    names = {path.name for path in folder.iterdir()}
    expected = {"study.toml", table_name(case), *hierarchy_files(case)}
    if answer.code != 0:
        more = names - expected
        failure = f"refused, but left {sorted(more)}" if more else None
        return Verdict({"refused": 1}, failure or unjustified(answer.code, answer.said()))
    output = case.settings["output"]
    files = {output, f"{output}.record.json", f"{output}.salt", f"{output}.plan.json"}
    files |= {f"{output}.{edition}.{form}" for edition in ("report", "internal") for form in ("html", "json")}
    if any(defined(c.hierarchy, []) is None for c in case.quasi()):
        files.add(f"{output}.hierarchies")  # what was made from the data is written out
    if names != expected | files:
        return Verdict({"releases": 1}, f"files: {sorted(names ^ (expected | files))}")
    if problem is None:
        return Verdict({"releases": 1}, "a release of no rows")
    failure = wrong(case, problem, folder, tools, answer.out)
    return Verdict({"releases": 1, "rows": problem.rows}, failure)


def unjustified(code: int, said: str) -> str | None:
    """A recount that fails is a bug of celosia, even though it is caught."""
    return said if "recount" in said or "changed while" in said else None


def wrong(case: Case, problem: Problem, folder: Path, tools: Tools, printed: bytes) -> str | None:
    """The first claim that does not hold."""
    output = folder / case.settings["output"]
    record = json.loads((folder / f"{output.name}.record.json").read_text())
    if json.loads(printed) != record:
        return "what --json prints is not the record"
    if failure := hashes(case, folder, record) or written_out(case, problem, output):
        return failure
    header, rows = read_rows(output, delimiter_of(case, output))
    released = [c for c in case.columns if c.role not in ("identifier", "unnamed")]
    if header != [c.name for c in released]:
        return f"columns {header}, expected {[c.name for c in released]}"
    star = ("*",) * len(header)
    starred = rows.count(star) if case.settings["suppressed"] == "star" and record["suppressed"]["rows"] else 0
    shown = [normal(case, record, row) for row in rows if not (starred and row == star)]
    if record["suppressed"]["rows"] > problem.limit:
        return f"{record['suppressed']['rows']} rows suppressed, where the limit is {problem.limit}"
    if len(shown) + record["suppressed"]["rows"] != problem.rows:
        return f"{len(shown)} rows released and {record['suppressed']['rows']} suppressed of {problem.rows}"
    if starred not in (0, record["suppressed"]["rows"]):
        return f"{starred} rows of *, but {record['suppressed']['rows']} suppressed"
    if record["space"] == "cuts":
        failure = cuts.wrong(case, problem, record, rows, star)
    else:
        problem = in_words(case, problem, record, shown)
        failure = recoded(case, problem, record, shown) or worded(case, problem, record, shown)
    return failure or guaranteed(case, problem, record, shown) or verified(case, header, rows, output, tools)


def hashes(case: Case, folder: Path, record: dict) -> str | None:
    """The record's hashes are those of the release, and of the input under the salt."""
    output = folder / case.settings["output"]
    salt = (folder / f"{output.name}.salt").read_text()
    own = hashlib.sha256((folder / table_name(case)).read_bytes()).hexdigest()
    if record["output"]["sha256"] != hashlib.sha256(output.read_bytes()).hexdigest():
        return "the record's hash is not that of the release"
    if record["input"]["salted_sha256"] != hashlib.sha256(f"{salt}{own}\n".encode()).hexdigest():
        return "the salted hash is not that of the input"
    return None


def written_out(case: Case, problem: Problem, output: Path) -> str | None:
    """The hierarchies that were made from the data are those of the release, for their owner only."""
    folder = output.with_name(f"{output.name}.hierarchies")
    made = [place for place, c in enumerate(case.quasi()) if defined(c.hierarchy, []) is None]
    files = sorted(folder.iterdir()) if made else []
    if len(files) != len(made):
        return f"{len(files)} hierarchies are written out, expected {len(made)}"
    for place, file in zip(made, files):
        if (file.stat().st_mode | folder.stat().st_mode) & 0o077:
            return f"others may read {file.name!r}"
        paths = read(file)
        levels = problem.levels[place]
        for value in levels[0]:
            if value != MISSING and paths.get(value) != [level[value] for level in levels[1:]]:
                return f"written out, {value!r} goes to {paths.get(value)}, and by hierarchy build elsewhere"
    return None


def normal(case: Case, record: dict, row: tuple[str, ...]) -> tuple[str, ...]:
    """A released row with missing as one value, and typed columns of Parquet as numbers."""
    levels = record["point"].get("levels", {})
    released = [c for c in case.columns if c.role not in ("identifier", "unnamed")]
    return tuple(normal_cell(case, column, levels.get(column.name, 0), cell) for column, cell in zip(released, row))


def normal_cell(case: Case, column, level: int, cell: str) -> str:
    missing = missing_as(cell, case.spellings(column)) is not None
    if column.role in COUNTED:
        return MISSING if missing and level == 0 else cell
    if case.settings["output"].endswith(".parquet") and column.type not in (None, "string"):
        found = number(column.type, cell)
        # Typed columns of Parquet have a place for missing values, which reads as an empty cell.
        return MISSING if missing or cell == "" else cell if found is None else repr(found)
    if case.settings["output"].endswith(".parquet") and missing and case.settings.get("typed"):
        return MISSING
    return cell


def in_words(case: Case, problem: Problem, record: dict, shown: list[tuple[str, ...]]) -> Problem:
    """The problem with the labels of intervals in the words of the release: those for whole numbers, or those for all."""
    quasi = [place for place, c in enumerate(released_columns(case)) if c.role == "quasi-identifier"]
    found = []
    for place, column, levels in zip(quasi, case.quasi(), problem.levels):
        level = record["point"]["levels"][column.name]
        other = reworded(levels)
        only_other = set(other[level].values()) - set(levels[level].values())
        found.append(other if {row[place] for row in shown} & only_other else levels)
    return replace(problem, levels=found)


def worded(case: Case, problem: Problem, record: dict, shown: list[tuple[str, ...]]) -> str | None:
    """Which words a column is in follows from the values that are released, and from nothing else."""
    node = tuple(record["point"]["levels"][c.name] for c in case.quasi())
    tuples = shown_at(problem, node)
    quasi = [place for place, c in enumerate(released_columns(case)) if c.role == "quasi-identifier"]
    kept = {tuple(row[place] for place in quasi) for row in shown}
    for place, (column, counted) in enumerate(zip(case.quasi(), problem.quasi)):
        values = {counted.values[row] for row in range(problem.rows) if tuples[row] in kept} - {MISSING}
        labels = {tuples[row][place] for row in range(problem.rows) if tuples[row] in kept and counted.values[row] != MISSING}
        of_intervals = isinstance(column.hierarchy, dict) and ("interval" in column.hierarchy or "cuts" in column.hierarchy)
        if not of_intervals or node[place] == 0:
            continue
        whole = column.type == "integer" if column.floor else all_whole(column.type, values)
        if whole and any(of_whole(label) != label for label in labels):
            return f"{column.name}: whole numbers show {sorted(labels)[:3]}"
        if not whole and any(re.fullmatch("-?[0-9]+(–| to )-?[0-9]+", label) for label in labels):
            return f"{column.name}: {sorted(values)[:3]} show {sorted(labels)[:3]}"
    return None


def released_columns(case: Case) -> list:
    return [c for c in case.columns if c.role not in ("identifier", "unnamed")]


def recoded(case: Case, problem: Problem, record: dict, shown: list[tuple[str, ...]]) -> str | None:
    """The released rows are exactly the recoded rows of the classes that are kept, and those are the strongest."""
    levels = record["point"]["levels"]
    node = tuple(levels[c.name] for c in case.quasi())
    tuples = shown_at(problem, node)
    released = [c for c in case.columns if c.role not in ("identifier", "unnamed")]
    quasi = [place for place, c in enumerate(released) if c.role == "quasi-identifier"]
    kept = {tuple(row[place] for place in quasi) for row in shown}

    def whole(row: int) -> tuple[str, ...]:
        of_quasi = iter(tuples[row])
        source = problem.sample.columns
        return tuple(
            next(of_quasi) if c.role == "quasi-identifier" else normal_cell(case, c, 0, source[c.name].values[row])
            for c in released
        )

    expected = [whole(row) for row in range(problem.rows) if tuples[row] in kept]
    if Counter(expected) != Counter(shown):
        more, fewer = Counter(shown) - Counter(expected), Counter(expected) - Counter(shown)
        return f"released rows differ: too many {list(more)[:2]}, too few {list(fewer)[:2]}"
    if case.settings["keep_order"] and expected != shown:
        return "the order of the source is not kept"
    return weakest_went(case, problem, node, kept)


def weakest_went(case: Case, problem: Problem, node: tuple[int, ...], kept: set) -> str | None:
    """The level asked for holds, against the original table, and only classes weaker than all kept ones went."""
    classes = classes_at(problem, node)
    model = problem.models[0]
    protections = [model.protection(g, problem.attributes, problem.parameters) for g in classes.groups]
    stays = [c.shown in kept for c in classes.kept]
    own = [p for p, s in zip(protections, stays) if s]
    if len(problem.models) == 1 and problem.rule != "at-weighted-k" and not all(stays):
        if max(p for p, s in zip(protections, stays) if not s) >= min(own) + TOLERANCE:
            return "a class was suppressed that is stronger than one that is kept"
    if case.settings["choice"][0] != "--level":
        return None
    asked = float(case.settings["choice"][1]) * (-1 if model.falling else 1)
    groups = [g for g, s in zip(classes.groups, stays) if s]
    reached = model.of_table(groups, own)
    if reached < asked - TOLERANCE:
        return f"{problem.case.settings['privacy'][0]}: {model.shown(reached)} reached, {model.shown(asked)} asked for"
    return None


def guaranteed(case: Case, problem: Problem, record: dict, shown: list[tuple[str, ...]]) -> str | None:
    """Every level of the record is what the release has by itself, rounded to the weaker side."""
    released = [c for c in case.columns if c.role not in ("identifier", "unnamed")]
    groups, values = classes_of(released, shown)
    attributes = []
    for column, original, own in zip(case.sensitive(), problem.attributes, values):
        attributes.append(Attribute(Counter(own), [v for v in original.order if v in set(own)], original.levels))
    found = table_levels(groups, attributes, problem.parameters)
    if record["rows"] != len(shown) or record["classes"] != len(groups):
        return f"the record has {record['rows']} rows in {record['classes']} classes, found {len(shown)} in {len(groups)}"
    for name, told in record["guaranteed"].items():
        level = told[MODELS[name].parameter]
        protection = -math.inf if level is None else -level if MODELS[name].falling else level
        if name in found and not (protection == found[name] or -0.001 - TOLERANCE <= protection - found[name] <= TOLERANCE):
            return f"the record guarantees {name} = {level}, found {MODELS[name].shown(found[name])}"
    absent = [name for name in found if name not in record["guaranteed"]]
    return f"the record is silent on {absent}" if absent else None


def classes_of(released: list, rows: list[tuple[str, ...]]) -> tuple[list[Group], list[list[str]]]:
    """The classes of released rows, and each sensitive column."""
    quasi = [place for place, c in enumerate(released) if c.role == "quasi-identifier"]
    sensitive = [place for place, c in enumerate(released) if c.role == "sensitive"]
    columns = [[row[place] for row in rows] for place in sensitive]
    return list(groups_of([tuple(row[p] for p in quasi) for row in rows], columns).values()), columns


def gaps(released: list, row: tuple[str, ...], spelling: str) -> tuple[str, ...]:
    """A row with missing sensitive cells as such."""
    cells = zip(released, row)
    return tuple(MISSING if c.role == "sensitive" and missing_as(v, [spelling]) is not None else v for c, v in cells)


def in_order(values: list[str]) -> list[str]:
    """A sensitive attribute's values as their type orders them, missing last."""
    real = set(values) - {MISSING}
    return ordered(infer(sorted(real)), real) + ([MISSING] if MISSING in values else [])


def verified(case: Case, header: list[str], rows: list[tuple[str, ...]], output: Path, tools: Tools) -> str | None:
    """`celosia verify` says what the recount of the file says, whoever made it."""
    flags = ["--quasi=" + ",".join(c.name for c in case.quasi())]
    if case.sensitive():
        flags.append("--sensitive=" + ",".join(c.name for c in case.sensitive()))
    parameters = Parameters(case.settings.get("c", 3.0), case.settings.get("alpha", 0.5))
    shown = (case.settings.get("missing_values", ["", "?"]) + [""])[0]  # in all columns
    flags += [f"--c={parameters.c}", f"--alpha={parameters.alpha}", f"--missing-values={shown}", "--json"]
    if output.suffix != ".parquet":
        flags += ["--header", "--delimiter", {"\t": "tab"}.get(delimiter_of(case, output), delimiter_of(case, output))]
    answer = tools.run("verify", output.name, *flags, cwd=output.parent)
    if answer.code != 0:
        return f"verify: {answer.defect() or answer.said()}"
    said = json.loads(answer.out)
    star = ("*",) * len(header)
    plain = [row for row in rows if row != star] or rows
    released = [c for c in case.columns if c.role not in ("identifier", "unnamed")]
    groups, values = classes_of(released, [gaps(released, row, shown) for row in plain])
    attributes = [Attribute(Counter(own), in_order(own)) for own in values]
    sizes = Counter(g.rows for g in groups)
    for name, found, expected in (
        ("rows", said["rows"], len(plain)),
        ("suppressed_rows", said["suppressed_rows"], len(rows) - len(plain)),
        ("classes", said["classes"], len(groups)),
        ("class_sizes", {s["size"]: s["classes"] for s in said["class_sizes"]}, dict(sizes)),
    ):
        if found != expected:
            return f"verify: {name} is {found}, found {expected}"
    levels = {m["name"]: m["level"] for m in said["models"]}
    for name, protection in table_levels(groups, attributes, parameters).items():
        level = MODELS[name].shown(protection)
        told = math.inf if levels.get(name) is None else levels[name]
        if needs_sensitive(name) and not attributes:
            continue
        if not (told == level or math.isclose(told, level, rel_tol=TOLERANCE, abs_tol=TOLERANCE)):
            return f"verify: {name} is {told}, found {level}"
    return None
