"""A table of columns with three levels each, by seed: nine values, three groups of three, everything. Columns depend on one another
as those of people do: each follows one of two hidden groups, with noise."""
import random
import sys
from pathlib import Path


def write(folder, columns, rows, seed=22):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    draw = random.Random(seed)
    names = [f"c{number}" for number in range(columns)]
    with open(folder / "table.csv", "w") as file:
        print(",".join(names), file=file)
        for _ in range(rows):
            hidden = [min(8, int(draw.expovariate(0.45))), draw.randrange(9)]
            cell = lambda number: hidden[number % 2] if draw.random() < 0.8 else min(8, int(draw.expovariate(0.6)))
            print(",".join(f"v{cell(number)}" for number in range(columns)), file=file)
    with open(folder / "hierarchy.csv", "w") as file:
        for value in range(9):
            print(f"v{value};g{value // 3};*", file=file)
    study = ['name = "three-levels"', "[data]", 'path = "table.csv"']
    for name in names:
        study += [f"[columns.{name}]", 'role = "quasi-identifier"', 'hierarchy = "hierarchy.csv"']
    study += ["[suppression]", 'limit = "1%"']
    (folder / "study.toml").write_text("\n".join(study) + "\n")
    return folder / "study.toml"


if __name__ == "__main__":
    print(write(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
