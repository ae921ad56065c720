"""anonypy's Mondrian on Adult: its partition, priced as ours are.

    python peer.py REPOSITORY K

Prints JSON: the general loss with intervals and groups of the hierarchies, and with the sets that anonypy prints; CPU seconds of the
partition alone.
"""

import csv
import json
import resource
import sys
from pathlib import Path

import pandas
from anonypy.mondrian import Mondrian

QUASI = ["age", "workclass", "education", "marital-status", "race", "sex", "native-country", "salary-class"]


def hierarchies(folder, values):
    """Per column of text: each value's group at every level, as sets of values that the table has."""
    levels = {}
    for column in QUASI[1:]:
        text = (folder / f"{column}.csv").read_text()
        rows = [row for row in csv.reader(text.splitlines(), delimiter=";") if row and row[0] in values[column]]
        levels[column] = [
            {row[0]: frozenset(other[0] for other in rows if other[level] == row[level]) for row in rows}
            for level in range(len(rows[0]))
        ]
    return levels


def main():
    repository, k = Path(sys.argv[1]), int(sys.argv[2])
    adult = repository / "data" / "adult"
    table = pandas.read_csv(adult / "adult_raw.csv", skipinitialspace=True, dtype=str, keep_default_na=False)
    table = table[~table.isin(["", "?"]).any(axis=1)].reset_index(drop=True)
    table["age"] = table["age"].astype(int)
    values = {column: sorted(set(table[column])) for column in QUASI}
    levels = hierarchies(adult / "hierarchies", values)
    frame = table[[*QUASI, "occupation"]].copy()
    for column in QUASI[1:]:
        frame[column] = frame[column].astype("category")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    parts = Mondrian(frame, QUASI, "occupation").partition(k)
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime - before
    places = {age: place for place, age in enumerate(values["age"])}
    by_groups = by_sets = 0.0
    least = len(table)
    for part in parts:
        rows = table.loc[list(part)]
        least = min(least, len(rows))
        ages = rows["age"].map(places)
        age = (ages.max() - ages.min()) / (len(values["age"]) - 1)
        by_groups += len(rows) * age
        by_sets += len(rows) * age
        for column in QUASI[1:]:
            seen = set(rows[column])
            around = next(level[next(iter(seen))] for level in levels[column] if seen <= level[next(iter(seen))])
            # One value is shown as it is.
            around = seen if len(seen) == 1 else around
            by_groups += len(rows) * (len(around) - 1) / (len(values[column]) - 1)
            by_sets += len(rows) * (len(seen) - 1) / (len(values[column]) - 1)
    cells = len(table) * len(QUASI)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"k": least, "classes": len(parts), "intervals": by_groups / cells, "sets": by_sets / cells,
                      "seconds": seconds, "memory": memory}))  # fmt: skip


if __name__ == "__main__":
    main()
