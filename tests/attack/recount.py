"""Privacy models, recounted from their definitions in docs/reference.md, class by class, in exact or plain arithmetic."""

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Callable, Iterable

from counted import MISSING

DIGITS = 11  # what is equal on paper is equal here


@dataclass
class Attribute:
    """A sensitive attribute of the table that classes are compared with."""

    prior: Counter  # rows with each value
    order: list[str]
    levels: list[dict[str, str]] | None = None  # labels at each level, the top last

    def rows(self) -> int:
        return self.prior.total()


@dataclass
class Group:
    """An equivalence class: its rows, and how often each value of each sensitive attribute occurs in it."""

    rows: int
    sensitive: list[Counter]


@dataclass
class Parameters:
    c: float = 3.0
    alpha: float = 0.5


# Of one class and one sensitive attribute, the parameter that people know.
Level = Callable[[Counter, Attribute, Parameters], float]


def at_worst(level: Level) -> Level:
    """Missing cells add nothing to diversity: of all values that they may have been, the one that protects least."""

    def of(counts: Counter, attribute: Attribute, parameters: Parameters) -> float:
        real = Counter({value: n for value, n in counts.items() if value != MISSING})
        if len(real) in (0, len(counts)):
            return level(counts, attribute, parameters)
        filled = (real + Counter({value: counts[MISSING]}) for value in real)
        return min(level(some, attribute, parameters) for some in filled)

    return of


@at_worst
def distinct(counts: Counter, _: Attribute, __: Parameters) -> float:
    return len(counts)


@at_worst
def entropy(counts: Counter, _: Attribute, __: Parameters) -> float:
    rows = counts.total()
    return math.exp(-sum(n / rows * math.log(n / rows) for n in counts.values()))


@at_worst
def recursive(counts: Counter, _: Attribute, parameters: Parameters) -> float:
    falling = sorted(counts.values(), reverse=True)
    holds = [l for l in range(1, len(falling) + 1) if falling[0] < parameters.c * sum(falling[l - 1 :])]
    return max(holds, default=0)


@at_worst
def frequency(counts: Counter, _: Attribute, __: Parameters) -> float:
    return counts.total() / max(counts.values())


def largest(counts: Counter) -> int:
    """The most rows that may have one value."""
    real = [n for value, n in counts.items() if value != MISSING]
    return max(real, default=0) + counts[MISSING]


def half_difference(q: Counter, p: Counter) -> float:
    values = set(q) | set(p)
    return sum(abs(q[v] / q.total() - p[v] / p.total()) for v in values) / 2


def closeness(counts: Counter, attribute: Attribute, _: Parameters) -> float:
    return half_difference(counts, attribute.prior)


def closeness_ordered(counts: Counter, attribute: Attribute, _: Parameters) -> float:
    m = len(attribute.order)
    if m < 2:
        return 0.0
    total, mine, all_rows = 0.0, 0, 0
    for value in attribute.order:
        mine, all_rows = mine + counts[value], all_rows + attribute.prior[value]
        total += abs(mine / counts.total() - all_rows / attribute.rows())
    return total / (m - 1)


def closeness_hierarchical(counts: Counter, attribute: Attribute, _: Parameters) -> float:
    below_top = attribute.levels[:-1] or attribute.levels

    def grouped(of: Counter, labels: dict[str, str]) -> Counter:
        found: Counter = Counter()
        for value, n in of.items():
            found[labels[value]] += n
        return found

    return sum(half_difference(grouped(counts, l), grouped(attribute.prior, l)) for l in below_top) / len(below_top)


def gains(counts: Counter, attribute: Attribute) -> Iterable[tuple[float, float]]:
    """(q − p)/p and p of every value that is more frequent in the class than in the table."""
    rows, all_rows = counts.total(), attribute.rows()
    for value, n in counts.items():
        prior = attribute.prior[value]
        if n * all_rows > prior * rows:  # exact: whole numbers
            yield (n * all_rows - prior * rows) / (prior * rows), prior / all_rows


def beta(counts: Counter, attribute: Attribute, _: Parameters) -> float:
    return max((gain for gain, _ in gains(counts, attribute)), default=0.0)


def enhanced_beta(counts: Counter, attribute: Attribute, _: Parameters) -> float:
    found = list(gains(counts, attribute))
    return math.inf if any(gain > -math.log(p) for gain, p in found) else max((g for g, _ in found), default=0.0)


def delta(counts: Counter, attribute: Attribute, _: Parameters) -> float:
    if any(counts[value] == 0 for value in attribute.prior):
        return math.inf
    rows, all_rows = counts.total(), attribute.rows()
    return max(abs(math.log(counts[v] * all_rows / (n * rows))) for v, n in attribute.prior.items())


@dataclass(frozen=True)
class Model:
    """`level` of a class and an attribute; without one the model counts rows. Falling: smaller levels are more private."""

    parameter: str
    level: Level | None = None
    falling: bool = False
    mean: bool = False  # over the rows, not the least over the classes
    bounded: bool = False  # rows count only where no share exceeds alpha

    def protection(self, group: Group, attributes: list[Attribute], parameters: Parameters) -> float:
        """Of one class; higher is more private."""
        if self.bounded:
            return group.rows if all(largest(c) / group.rows <= parameters.alpha for c in group.sensitive) else 0
        if self.level is None:
            return group.rows
        found = [self.level(c, a, parameters) for c, a in zip(group.sensitive, attributes)]
        weakest = -max(found) if self.falling else min(found)
        return weakest if math.isinf(weakest) else round(weakest, DIGITS) + 0.0

    def of_table(self, groups: list[Group], protections: list[float]) -> float:
        if self.mean:
            return sum(g.rows * p for g, p in zip(groups, protections)) / sum(g.rows for g in groups)
        return min(protections)

    def shown(self, protection: float) -> float:
        """The parameter that people know."""
        return -protection + 0.0 if self.falling else protection


MODELS: dict[str, Model] = {
    "k-anonymity": Model("k"),
    "weighted-k": Model("k", mean=True),
    "distinct-l-diversity": Model("l", distinct),
    "entropy-l-diversity": Model("l", entropy),
    "recursive-l-diversity": Model("l", recursive),
    "frequency-l-diversity": Model("l", frequency),
    "t-closeness": Model("t", closeness, falling=True),
    "t-closeness-ordered": Model("t", closeness_ordered, falling=True),
    "t-closeness-hierarchical": Model("t", closeness_hierarchical, falling=True),
    "alpha-k-anonymity": Model("k", bounded=True),
    "beta-likeness": Model("beta", beta, falling=True),
    "enhanced-beta-likeness": Model("beta", enhanced_beta, falling=True),
    "delta-disclosure": Model("delta", delta, falling=True),
}


def needs_sensitive(name: str) -> bool:
    return MODELS[name].level is not None or MODELS[name].bounded


def groups_of(tuples: list[tuple[str, ...]], sensitive: list[list[str]]) -> dict[tuple[str, ...], Group]:
    """Classes by what their rows show; `sensitive` is column by column."""
    rows: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for row, shown in enumerate(tuples):
        rows[shown].append(row)
    return {
        shown: Group(len(members), [Counter(column[row] for row in members) for column in sensitive])
        for shown, members in rows.items()
    }


def table_levels(groups: list[Group], attributes: list[Attribute], parameters: Parameters) -> dict[str, float]:
    """The protection of a table under every model that can be told."""
    found = {}
    for name, model in MODELS.items():
        lacks_tree = name == "t-closeness-hierarchical" and any(a.levels is None for a in attributes)
        if lacks_tree or (needs_sensitive(name) and not attributes):
            continue
        found[name] = model.of_table(groups, [model.protection(g, attributes, parameters) for g in groups])
    return found
