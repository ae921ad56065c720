"""Loss metrics from their definitions in docs/reference.md: what a node costs with some of its classes left out."""

import math
from collections import Counter
from dataclasses import dataclass
from typing import Callable

Extent = dict[str, tuple[float, float]]


@dataclass
class Shown:
    """One quasi-identifier at one level: what its values show, and what is needed to price that."""

    counts: Counter  # rows with each value of the domain
    labels: dict[str, str]
    level: int
    height: int
    numbers: dict[str, float] | None
    weight: float
    absent: list[str | None]  # what each leaf that the table lacks shows here; nothing where a study counts values

    def __post_init__(self) -> None:
        self.groups: dict[str, list[str]] = {}
        for value, label in self.labels.items():
            self.groups.setdefault(label, []).append(value)
        self.rows = self.counts.total()

    def rows_of(self, label: str) -> int:
        return sum(self.counts[value] for value in self.groups[label])

    def leaves(self, label: str) -> int:
        """Values that a label leaves open, and leaves of the hierarchy that the table lacks."""
        return len(self.groups[label]) + self.absent.count(label)

    def domain(self) -> int:
        return len(self.labels) + len(self.absent)

    def span(self, values: list[str]) -> float:
        """The part of the column's range that values span."""
        low, high = min(self.numbers.values()), max(self.numbers.values())
        found = [self.numbers[value] for value in values]
        return (max(found) - min(found)) / (high - low) if high > low else 0.0


@dataclass
class Kept:
    """A class that is kept: what it shows, the rows in it, the values behind it and the labels of the class attribute."""

    shown: tuple[str, ...]
    rows: int
    behind: list[set[str]]
    classes: Counter


def open_part(shown: Shown, label: str) -> float:
    domain = shown.domain()
    return (shown.leaves(label) - 1) / (domain - 1) if domain > 1 else 0.0


def penalty(shown: Shown, label: str) -> float:
    if shown.numbers is not None:
        return shown.span(shown.groups[label])
    leaves = shown.leaves(label)
    return leaves / shown.domain() if leaves > 1 else 0.0


def steps(shown: Shown, _: str) -> float:
    return shown.level / shown.height if len(shown.labels) > 1 and shown.height else 0.0


def of_set(size: int, domain: int) -> float:
    return size / (domain - 1) if size > 1 else 0.0


def discerned(shown: Shown, label: str) -> float:
    values, of_group = shown.groups[label], shown.rows_of(label)
    lost = [(of_group - shown.counts[v]) / (shown.rows - shown.counts[v]) if shown.rows > shown.counts[v] else 0.0 for v in values]
    return sum(lost) / len(values)


def cells(price: Callable[[Shown, str], float], suppressed_price: float = 1.0):
    """A weighted mean over all cells; a cell of a suppressed row costs `suppressed_price`."""

    def loss(columns: list[Shown], kept: list[Kept], suppressed: int) -> float:
        weights = sum(column.weight for column in columns)
        rows = suppressed + sum(k.rows for k in kept)
        cost = sum(
            k.rows * sum(c.weight * price(c, label) for c, label in zip(columns, k.shown)) / weights for k in kept
        )
        return (cost + suppressed_price * suppressed) / rows

    return loss


def discernibility(_: list[Shown], kept: list[Kept], suppressed: int) -> float:
    rows = suppressed + sum(k.rows for k in kept)
    return (sum(k.rows**2 for k in kept) + suppressed * rows) / rows**2


def classification(_: list[Shown], kept: list[Kept], suppressed: int) -> float:
    rows = suppressed + sum(k.rows for k in kept)
    return (sum(k.rows - max(k.classes.values()) for k in kept) + suppressed) / rows


def classification_of_kept(_: list[Shown], kept: list[Kept], suppressed: int) -> float:
    rows = suppressed + sum(k.rows for k in kept)
    return sum(k.rows - max(k.classes.values()) for k in kept) / rows


def class_size(_: list[Shown], kept: list[Kept], suppressed: int) -> float:
    return 1 / (len(kept) + (suppressed > 0))


def entropy(columns: list[Shown], kept: list[Kept], suppressed: int) -> float:
    rows = columns[0].rows
    most = sum(c.weight * n * (math.log2(rows) - math.log2(n)) for c in columns for n in c.counts.values())
    if most == 0:
        return suppressed / rows
    spared = sum(
        k.rows * c.weight * (math.log2(rows) - math.log2(c.rows_of(label)))
        for k in kept
        for c, label in zip(columns, k.shown)
    )
    return max(most - spared, 0.0) / most


def set_loss(columns: list[Shown], kept: list[Kept], suppressed: int) -> float:
    full = sum(c.weight * of_set(len(c.labels), len(c.labels)) for c in columns)
    rows = columns[0].rows
    if full == 0:
        return suppressed / rows
    cost = sum(
        k.rows * c.weight * of_set(len(c.groups[label]), len(c.labels)) for k in kept for c, label in zip(columns, k.shown)
    )
    return (cost / full + suppressed) / rows


def diversity(columns: list[Shown], kept: Kept) -> float:
    """Of a row of a class: the weighted mean over the attributes."""
    found = 0.0
    for column, label, behind in zip(columns, kept.shown, kept.behind):
        found += column.weight * (column.span(list(behind)) if column.numbers is not None else open_part(column, label))
    return found / sum(column.weight for column in columns)


def usefulness(columns: list[Shown], kept: list[Kept], suppressed: int) -> float:
    return (sum(k.rows * diversity(columns, k) for k in kept) + suppressed) / columns[0].rows


def protection(columns: list[Shown], kept: list[Kept], suppressed: int) -> float:
    width = len(columns)
    cost = sum(k.rows / (1 + width * diversity(columns, k)) for k in kept)
    return (cost + suppressed / (1 + width)) / columns[0].rows


METRICS: dict[str, Callable[[list[Shown], list[Kept], int], float]] = {
    "general-loss": cells(open_part),
    "discernibility": discernibility,
    "classification-error": classification,
    "kept-classification-error": classification_of_kept,
    "average-class-size": class_size,
    "certainty-penalty": cells(penalty),
    "usefulness": usefulness,
    "protection": protection,
    "precision": cells(steps),
    "entropy": entropy,
    "generalization-set-loss": set_loss,
    "hierarchical-discernibility": cells(discerned),
    "generalization-loss": cells(open_part, suppressed_price=0.0),
}
EXTENTS = ("usefulness", "protection")  # these look at the numbers within a class
