"""What persons cost on a larger table, which is generated: fronts by rows and by persons, the whole command and the search.

cost.py CELOSIA [ROWS]. A million rows of 400,000 persons with one to six each; every third has rows of several tuples.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CELOSIA = sys.argv[1]
ROWS = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
QUASI = "age,sex,zip,ward,year"
MODELS = ["k-anonymity", "distinct-l-diversity", "t-closeness"]
RUNS = 3


def write(path):
    rng = random.Random(1)
    persons = rows = 0
    with open(path, "w") as file:
        file.write("person,age,sex,zip,ward,year,illness\n")
        while rows < ROWS:
            persons += 1
            age, sex, place = rng.randrange(20, 80), rng.choice("mf"), 100 + int(rng.expovariate(0.1)) % 60
            moves = rng.random() < 0.4
            ward, year = rng.randrange(8), 2015 + rng.randrange(5)
            for _ in range(min(rng.choice([1, 1, 1, 2, 3, 4, 5, 6]), ROWS - rows)):
                rows += 1
                illness = "abcdefgh"[min(int(rng.expovariate(0.7)), 7)]
                file.write(f"P{persons * 7919 % 10_000_019:08},{age},{sex},{place},{ward},{year},{illness}\n")
                if moves:
                    ward, year = rng.randrange(8), min(year + rng.randrange(2), 2019)
    return persons


def front(table, *words):
    """The whole command and its search, of some runs the best."""
    line = [CELOSIA, "front", table, "--quasi", QUASI, "--sensitive", "illness", "--suppression", "1%", "--json", *words]
    best = []
    for _ in range(RUNS):
        began = time.monotonic()
        done = subprocess.run(line, capture_output=True, text=True)
        took = time.monotonic() - began
        if done.returncode != 0:
            sys.exit(f"{' '.join(line)}\n{done.stderr}")
        found = json.loads(done.stdout)
        assert found["search"]["complete"]
        best.append((took, found["search"]["seconds"]))
    return [min(times) for times in zip(*best)], found


def main():
    with tempfile.TemporaryDirectory(prefix="celosia-persons-") as folder:
        table = str(Path(folder) / "visits.csv")
        persons = write(table)
        print(f"\n{ROWS:,} generated rows of {persons:,} persons")
        for model in MODELS:
            rows, _ = front(table, "--privacy", model)
            by_person, found = front(table, "--privacy", model, "--person", "person")
            assert found["persons"] == persons
            print(
                f"{model:<21} front {rows[0]:.2f} s by rows, {by_person[0]:.2f} s by persons: {by_person[0] / rows[0]:.1f} times;  "
                f"search {rows[1]:.3f} s, {by_person[1]:.3f} s;  {found['search']['evaluated']:,} of {found['space']['size']:,} nodes"
            )


main()
