"""The problem that both sides solve: Adult, k against general loss, at most 1 % of the rows suppressed.

A cut is a string of bits (Dewri et al., chapter 1.4.2): the values of each attribute stand in an order, and a bit for
each pair of neighbours says whether a group ends between them. Here are the data, that encoding, and the two objectives
three times over:

* `Pandas`: a data frame of all rows, mapped and grouped. What people write.
* `Numpy`: arrays over the distinct tuples, one integer key per tuple, np.unique. What an expert writes.
* `Tuned`: the same with every trick that we could think of. For information.

All take a vector of bits and give (k, loss, suppressed rows).
"""

import csv
import tomllib
from pathlib import Path

import numpy as np
import pandas as pd

SHARE = 0.01  # of the rows may be suppressed


class Attribute:
    """The values of a quasi-identifier in the order in which they are cut, and their groups at each level."""

    def __init__(self, name, present, levels):
        self.name = name
        self.values = [value for value in levels if value in present]
        assert len(self.values) == len(present), f"{name}: a value without a place in the hierarchy"
        self.levels = [levels[value] for value in self.values]

    def level(self, number):
        """The bits of a level of the hierarchy: 1 between values of different groups."""
        groups = [groups[number] for groups in self.levels]
        bits = [a != b for a, b in zip(groups, groups[1:])]
        # Otherwise a group is torn apart, and the level is no cut.
        assert sum(bits) + 1 == len(set(groups)), f"{self.name}: the groups of level {number} are not runs"
        return bits


class Data:
    """The table and its attributes, as data/adult/study.toml describes them."""

    def __init__(self, repository):
        folder = Path(repository) / "data" / "adult"
        study = tomllib.loads((folder / "study.toml").read_text())
        table = pd.read_csv(folder / study["data"]["path"], na_values=["", "?"], keep_default_na=False).dropna()
        columns = {n: c for n, c in study["columns"].items() if c["role"] == "quasi-identifier"}
        self.rows = table[list(columns)].reset_index(drop=True)
        self.attributes = [attribute(n, c["hierarchy"], self.rows[n], folder) for n, c in columns.items()]
        self.limit = int(SHARE * len(self.rows))

        # The same table as codes: each distinct tuple once, with its number of rows.
        codes = [self.rows[a.name].map({v: i for i, v in enumerate(a.values)}).to_numpy() for a in self.attributes]
        tuples, self.counts = np.unique(np.stack(codes), axis=1, return_counts=True)
        self.codes = [np.ascontiguousarray(column) for column in tuples]

        lengths = [len(a.values) - 1 for a in self.attributes]
        self.bits = sum(lengths)
        ends = np.cumsum(lengths)
        self.parts = [slice(end - length, end) for end, length in zip(ends, lengths)]

    def groups(self, bits):
        """Per attribute the group of each value, counted from 0."""
        return [np.concatenate(([0], np.cumsum(bits[part]))) for part in self.parts]

    def node(self, levels):
        """The bits of a node of the lattice, given as the level of each attribute."""
        return np.array([bit for a in self.attributes for bit in a.level(levels[a.name])])


def attribute(name, hierarchy, values, folder):
    """An attribute with its hierarchy: a file with one row per value, or widths of intervals that begin at 0."""
    present = set(values)
    if isinstance(hierarchy, str):
        with open(folder / hierarchy, newline="") as file:
            return Attribute(name, present, {row[0]: row for row in csv.reader(file, delimiter=";")})
    widths = hierarchy["interval"]
    return Attribute(name, present, {v: [v, *(v // width for width in widths), "*"] for v in sorted(present)})


def prices(groups):
    """What a cell costs, per value: (values in its group - 1) / (values in the domain - 1)."""
    sizes = np.bincount(groups)
    return (sizes[groups] - 1) / (len(groups) - 1)


class Pandas:
    """What people write: the table itself, generalized and grouped for each cut.

    Its columns are integers already (the places of the values): to map text anew for each cut takes several times as
    long, and would make this peer look worse than it needs to be.
    """

    def __init__(self, data):
        self.data = data
        coded = {a.name: data.rows[a.name].map({v: i for i, v in enumerate(a.values)}) for a in data.attributes}
        self.rows = pd.DataFrame(coded)
        self.names = list(coded)

    def __call__(self, bits):
        groups = dict(zip(self.names, self.data.groups(bits)))
        released = pd.DataFrame({n: self.rows[n].map(pd.Series(groups[n])) for n in self.names})
        cells = pd.DataFrame({n: self.rows[n].map(pd.Series(prices(groups[n]))) for n in self.names})

        classes = released.groupby(self.names)
        sizes = classes.size().sort_values()
        # The smallest classes go as long as the limit allows (equation 1.6); k is the smallest that stays, and no
        # class of that size goes.
        k = sizes[sizes.cumsum() > self.data.limit].iloc[0]
        suppressed = classes[self.names[0]].transform("size") < k
        loss = cells.mean(axis=1).mask(suppressed, 1.0).mean()
        return int(k), float(loss), int(suppressed.sum())


class Numpy:
    """What an expert writes: arrays over the distinct tuples, one key per tuple."""

    def __init__(self, data):
        self.data = data
        self.rows = data.counts.sum()

    def __call__(self, bits):
        data = self.data
        key = np.zeros(len(data.counts), dtype=np.int64)
        cells = np.zeros(len(data.counts))
        for groups, codes in zip(data.groups(bits), data.codes):
            key = key * (groups[-1] + 1) + groups[codes]
            cells += prices(groups)[codes]

        _, classes = np.unique(key, return_inverse=True)
        sizes = np.bincount(classes, weights=data.counts)
        rising = np.sort(sizes)
        k = rising[np.searchsorted(np.cumsum(rising), data.limit, side="right")]
        suppressed = sizes[classes] < k
        cells[suppressed] = len(data.codes)
        loss = (cells * data.counts).sum() / (self.rows * len(data.codes))
        return int(k), float(loss), int(data.counts[suppressed].sum())


class Tuned:
    """For information: the same, with what profiling suggests.

    * Attributes are joined into three columns of codes: a look-up per tuple in three small tables instead of sixteen.
    * The number of the tuple stands in the low bits of its key: one plain sort (vectorized in numpy) instead of the
      indirect sort of np.unique.
    * The loss before suppression is a sum over the values of each attribute, without tuples; only suppressed tuples are
      looked at one by one.
    """

    JOINED = [[0], [1, 2, 3], [4, 5, 6, 7]]

    def __init__(self, data):
        self.data = data
        self.rows = data.counts.sum()
        self.low = len(data.counts).bit_length()
        self.number = np.arange(len(data.counts))
        domains = [len(a.values) for a in data.attributes]
        self.shapes = [[domains[i] for i in join] for join in self.JOINED]
        columns = [[data.codes[i] for i in join] for join in self.JOINED]
        self.codes = [np.ravel_multi_index(c, shape) for c, shape in zip(columns, self.shapes)]
        self.totals = [np.bincount(codes, weights=data.counts) for codes in data.codes]
        # A key with the tuple's number must fit into 63 bits, however fine the cut.
        assert np.prod([float(d) for d in domains]) < 2.0 ** (63 - self.low)

    def __call__(self, bits):
        data = self.data
        groups = data.groups(bits)
        price = [prices(g) for g in groups]
        key, radix = self.number, 1 << self.low
        for join, codes in zip(self.JOINED, self.codes):
            table = np.zeros(1, dtype=np.int64)
            for i in join:
                table = np.add.outer(table, groups[i] * radix).ravel()
                radix *= int(groups[i][-1]) + 1
            key = key + table[codes]
        key = np.sort(key)
        number, key = key & ((1 << self.low) - 1), key >> self.low
        starts = np.concatenate(([0], np.flatnonzero(key[1:] != key[:-1]) + 1))
        sizes = np.add.reduceat(data.counts[number], starts)
        # How many rows lie in classes of each size: no sort of the classes is needed.
        in_size = np.bincount(sizes, weights=sizes)
        occurring = np.flatnonzero(in_size)
        k = occurring[np.searchsorted(np.cumsum(in_size[occurring]), data.limit, side="right")]
        cost = sum((total * p).sum() for total, p in zip(self.totals, price))

        small = np.repeat(sizes < k, np.diff(starts, append=len(key)))
        gone = number[small]
        counts = data.counts[gone]
        for codes, p in zip(data.codes, price):
            cost += ((1 - p[codes[gone]]) * counts).sum()
        return int(k), float(cost / (self.rows * len(data.codes))), int(counts.sum())
