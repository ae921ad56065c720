"""Exhaustive search over a small lattice: every node, every suppression that the rule allows, and what nothing beats."""

import itertools
import math
from collections import Counter, defaultdict
from dataclasses import dataclass

from case import Case
from counted import Sample
from hierarchies import Levels, leaves_absent
from losses import EXTENTS, METRICS, Kept, Shown
from recount import DIGITS, MODELS, Attribute, Group, Parameters

Node = tuple[int, ...]


@dataclass
class Problem:
    """A case as numbers: its rows, hierarchies, models, metrics and rule."""

    case: Case
    sample: Sample
    levels: list[Levels]  # of each quasi-identifier
    attributes: list[Attribute]
    limit: int

    def __post_init__(self) -> None:
        settings, columns = self.case.settings, self.sample.columns
        self.models = [MODELS[name] for name in settings["privacy"]]
        self.metrics = settings["loss"]
        self.parameters = Parameters(settings.get("c", 3.0), settings.get("alpha", 0.5))
        self.rule = settings.get("rule", "as-needed")
        self.quasi = [columns[c.name] for c in self.case.quasi()]
        self.sensitive = [columns[c.name] for c in self.case.sensitive()]
        self.label = next((columns[c.name] for c in self.case.with_role("class")), None)
        self.rows = len(self.sample.places)

    def nodes(self) -> list[Node]:
        floors = [c.floor or 0 for c in self.case.quasi()]
        return list(itertools.product(*(range(floor, len(l)) for floor, l in zip(floors, self.levels))))


@dataclass
class Outcome:
    """A node with a suppression: the value of each objective, higher is better for all."""

    node: Node
    suppressed: int
    values: tuple[float, ...]


@dataclass
class Classes:
    """The classes of a node, with all that models and metrics look at."""

    groups: list[Group]
    kept: list[Kept]
    columns: list[Shown]


def shown_at(problem: Problem, node: Node) -> list[tuple[str, ...]]:
    """What each row shows at a node."""
    columns = [[l[level][v] for v in q.values] for l, level, q in zip(problem.levels, node, problem.quasi)]
    return list(zip(*columns))


def classes_at(problem: Problem, node: Node) -> Classes:
    members: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for row, shown in enumerate(shown_at(problem, node)):
        members[shown].append(row)
    groups, kept = [], []
    for shown, rows in members.items():
        groups.append(Group(len(rows), [Counter(s.values[r] for r in rows) for s in problem.sensitive]))
        behind = [{q.values[r] for r in rows} for q in problem.quasi]
        label = Counter(problem.label.values[r] for r in rows) if problem.label else Counter()
        kept.append(Kept(shown, len(rows), behind, label))
    extents = any(name in EXTENTS for name in problem.metrics)
    by_leaves = problem.case.settings.get("domain") == "leaves"
    columns = []
    for column, counted, levels, level in zip(problem.case.quasi(), problem.quasi, problem.levels, node):
        counts = Counter(counted.values)
        absent = leaves_absent(column, counted, levels[level], level) if by_leaves else []
        weight = column.weight or 1.0
        columns.append(Shown(counts, levels[level], level, len(levels) - 1, counted.numbers(), weight, absent))
    assert not extents or all(not c.floor for c in problem.case.quasi())
    return Classes(groups, kept, columns)


def suppressions(problem: Problem, classes: Classes, judged: list[list[float]]) -> list[frozenset[int]]:
    """Which classes stay, once for each suppression that the rule allows."""
    sizes = [group.rows for group in classes.groups]
    if problem.rule == "at-weighted-k":
        mean = sum(n * n for n in sizes) / problem.rows
        return [frozenset(c for c, n in enumerate(sizes) if n >= mean)]

    def rows_below(protections: list[float], level: float) -> int:
        return sum(n for n, p in zip(sizes, protections) if p < level)

    deciding = judged[:1] if problem.rule == "tolerance" else judged
    reachable = [[l for l in sorted(set(p)) if rows_below(p, l) <= problem.limit] for p in deciding]
    found = set()
    for thresholds in itertools.product(*reachable):
        stay = frozenset(
            c for c in range(len(sizes)) if all(p[c] >= level for p, level in zip(deciding, thresholds))
        )
        if stay and problem.rows - sum(sizes[c] for c in stay) <= problem.limit:
            found.add(stay)
    if problem.rule == "tolerance":
        return [min(found, key=lambda stay: sum(sizes[c] for c in stay))]
    return list(found)


def outcomes(problem: Problem, node: Node) -> list[Outcome]:
    classes = classes_at(problem, node)
    judged = [[m.protection(g, problem.attributes, problem.parameters) for g in classes.groups] for m in problem.models]
    found = []
    for stay in suppressions(problem, classes, judged):
        chosen = sorted(stay)
        groups = [classes.groups[c] for c in chosen]
        suppressed = problem.rows - sum(g.rows for g in groups)
        values = []
        for model, protections in zip(problem.models, judged):
            if model.mean and problem.rule == "at-weighted-k":
                values.append(model.of_table(classes.groups, protections))
            else:
                values.append(model.of_table(groups, [protections[c] for c in chosen]))
        kept = [classes.kept[c] for c in chosen]
        values += [-METRICS[name](classes.columns, kept, suppressed) for name in problem.metrics]
        if problem.case.settings.get("suppressed_rows"):
            values.append(-suppressed)
        rounded = tuple(v if math.isinf(v) else round(v, DIGITS) + 0.0 for v in values)
        found.append(Outcome(node, suppressed, rounded))
    return found


def beats(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a != b and all(x >= y for x, y in zip(a, b))


def front(problem: Problem) -> dict[tuple[float, ...], set[Node]]:
    """The values that nothing beats, each with all nodes that reach them."""
    found: dict[tuple[float, ...], set[Node]] = defaultdict(set)
    for node in problem.nodes():
        for outcome in outcomes(problem, node):
            found[outcome.values].add(node)
    best = [v for v in found if not any(beats(other, v) for other in found)]
    return {values: found[values] for values in best}
