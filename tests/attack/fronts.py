"""Fronts: exact and exhaustive search against an exhaustive search of our own over the same small lattice.

Claims: the same values, no point more or fewer, and the same nodes behind each; a question for one point has the least
loss that any node offers."""

import json
import math
import random

from case import Case, Verdict
from command import Tools
from hierarchies import NotAHierarchy
from lattice import Node, Problem, front
from problem import open_case
from studies import study

MOST_NODES = 120
NOT_MONOTONE = ("protection", "generalization-loss", "kept-classification-error")
LISTED_TIES = 100  # celosia counts further ties and does not list them


def make(rng: random.Random, seed: int) -> Case:
    case = study(rng, "fronts", seed, rows=round(2 * 16 ** rng.random()), tame=rng.random() < 0.7, made=rng.random() < 0.4)
    case.settings["threads"] = rng.choice([1, 1, 2])
    case.settings["question"] = rng.random()
    return case


def arguments(_: Case) -> list[str]:
    return ["front", "study.toml", "--json", "--quiet"]


def check(case: Case, tools: Tools) -> Verdict:
    folder = tools.folder()
    try:
        problem = open_case(case, tools, folder)
    except NotAHierarchy:
        return Verdict({"refused": 1})  # the attack on releases looks at this
    if problem is None or len(problem.nodes()) > MOST_NODES:
        return Verdict({"too large": 1})
    own = front(problem)
    exact = not any(name in NOT_MONOTONE for name in problem.metrics)
    counts = {"fronts": 0, "nodes": len(problem.nodes())}
    for search in (["exact", "exhaustive"] if exact else ["exhaustive"]):
        answer = tools.run(*arguments(case), "--search", search, cwd=folder)
        if answer.code == 2 and not answer.defect():
            return Verdict({"refused": 1})
        if answer.code != 0:
            return Verdict(counts, f"{search}: {answer.defect() or answer.said()}")
        counts["fronts"] += 1
        if failure := differs(problem, own, json.loads(answer.out)):
            return Verdict(counts, f"{search}: {failure}")
    if len(problem.models) + len(problem.metrics) == 2 and not case.settings.get("suppressed_rows") and exact:
        if failure := question(problem, own, tools, folder):
            return Verdict(counts, failure)
    return Verdict(counts)


def values_of(point: dict, objectives: list[dict]) -> tuple[float, ...]:
    """Higher is better for all, in the order of our own front: models, metrics, suppressed rows."""

    def value(objective: dict) -> float:
        found = point["values"][objective["name"]]
        found = math.inf if found is None else float(found)
        return (found if objective["goal"] == "max" else -found) + 0.0

    return tuple(map(value, sorted(objectives, key=lambda o: ("privacy", "loss", "rows").index(o["aim"]))))


def close(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return all(x == y or math.isclose(x, y, rel_tol=1e-9, abs_tol=1e-9) for x, y in zip(a, b))


def differs(problem: Problem, own: dict[tuple[float, ...], set[Node]], said: dict) -> str | None:
    if not said["search"]["complete"]:
        return f"not complete: {said['search']['why']}"
    names = [c.name for c in problem.case.quasi()]
    left = dict(own)
    for point in said["points"]:
        values = values_of(point, said["objectives"])
        same = next((v for v in left if close(v, values)), None)
        if same is None:
            return f"the point {values} at {point['levels']} is not of the front {sorted(own)}"
        nodes = {tuple(p["levels"][n] for n in names) for p in [point, *point["ties"]]}
        if point["tie_count"] <= LISTED_TIES and nodes != left[same]:
            return f"the point {values} stands at {sorted(nodes)}, found {sorted(left[same])}"
        del left[same]
    return f"missing in the front: {next(iter(left.items()))}" if left else None


def question(problem: Problem, own: dict[tuple[float, ...], set[Node]], tools: Tools, folder) -> str | None:
    """The least loss for a level, and the most privacy for a loss, chosen among the levels that are there."""
    reached = sorted({v[0] for v in own if math.isfinite(v[0])})
    if not reached:
        return None
    asked = reached[int(problem.case.settings["question"] * len(reached))]
    model = problem.models[0]
    # A little weaker than what is there: printing a level may round it.
    weaker = asked if float(asked).is_integer() else asked - 1e-7
    level = repr(model.shown(weaker))
    best = max(v[1] for v in own if v[0] >= weaker)
    answer = tools.run(*arguments(problem.case), f"--level={level}", cwd=folder)
    if answer.code == 2 and not answer.defect():
        return None  # such as t = -1e-7
    if answer.code != 0:
        return f"--level {level}: {answer.defect() or answer.said()}"
    said = json.loads(answer.out)
    values = values_of(said["points"][0], said["objectives"])
    if values[0] < weaker - 1e-9 or not math.isclose(values[1], best, rel_tol=1e-9, abs_tol=1e-9):
        return f"--level {level}: {values}, where a loss of {-best} can be had"
    return None
