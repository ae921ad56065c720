"""Proves fronts of the hospital table by rows and by persons, releases it at k = 10 persons, and recounts the release.

recount.py CELOSIA TABLE. Persons are counted here from the source and the release alone.
"""

import csv
import gzip
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

CELOSIA, TABLE = sys.argv[1], sys.argv[2]
K = 10
PERSON = "patient_nbr"
SETTINGS = [
    ("k", "race,gender,age,admission_type_id,discharge_disposition_id", "k-anonymity"),
    ("distinct l", "race,gender,age,admission_type_id", "distinct-l-diversity"),
    ("t", "race,gender,age,admission_type_id", "t-closeness"),
]
SENSITIVE = "readmitted"


def ask(*words):
    done = subprocess.run([CELOSIA, *words, "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\n{done.stderr}")
    return json.loads(done.stdout)


def rows(path):
    opened = gzip.open(path, "rt", newline="") if str(path).endswith(".gz") else open(path, newline="")
    with opened as file:
        return list(csv.DictReader(file))


def main():
    folder = Path(tempfile.mkdtemp(prefix="celosia-persons-"))
    # Only the columns that are asked for, so that reading does not hide what counting costs.
    source = rows(TABLE)
    names = [PERSON, "race", "gender", "age", "admission_type_id", "discharge_disposition_id", SENSITIVE]
    table = folder / "stays.csv"
    with open(table, "w", newline="") as file:
        writer = csv.DictWriter(file, names, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(source)
    persons = {row[PERSON] for row in source}
    print(f"{len(source):,} stays of {len(persons):,} patients")
    print(f"{'':<12}{'search by rows':>16}{'by persons':>12}{'times':>8}{'nodes':>8}{'of':>8}{'points':>8}  certificate")
    for name, quasi, model in SETTINGS:
        roles = ["--quasi", quasi, "--sensitive", SENSITIVE, "--privacy", model, "--suppression", "1%"]
        by_rows = min(ask("front", str(table), *roles)["search"]["seconds"] for _ in range(3))
        roles += ["--person", PERSON]
        proof = str(folder / "proof.json")
        fronts = [ask("front", str(table), *roles, "--certificate", proof) for _ in range(3)]
        front, by_person = fronts[0], min(front["search"]["seconds"] for front in fronts)
        assert front["search"]["complete"] and front["counts"] == "persons"
        assert front["persons"] == len(persons)
        checked = subprocess.run([CELOSIA, "certify", str(table), proof, *roles], capture_output=True, text=True)
        holds = "holds" if checked.returncode == 0 else checked.stderr
        evaluated, size = front["search"]["evaluated"], front["space"]["size"]
        print(
            f"{name:<12}{by_rows:>14.3f} s{by_person:>10.3f} s{by_person / by_rows:>8.2f}{evaluated:>8,}{size:>8,}"
            f"{len(front['points']):>8}  {holds}"
        )
    quasi = SETTINGS[0][1]
    for space in ["lattice", "cuts", "regions"]:
        for who in ["rows", "persons"]:
            out = folder / f"{space}-{who}.csv"
            words = ["release", str(table), "--quasi", quasi, "--sensitive", SENSITIVE, "--suppression", "1%"]
            words += ["--person", PERSON] if who == "persons" else ["--identifier", PERSON]
            words += ["--space", space, "--budget", "20s", "--k", str(K), "--keep-order", "--suppressed", "star"]
            ask(*words, "-o", str(out))
            classes = defaultdict(set)
            released = rows(out)
            assert len(released) == len(source)
            for row, original in zip(released, source):
                if row[SENSITIVE] != "*":
                    classes[tuple(row[name] for name in quasi.split(","))].add(original[PERSON])
            least = min(len(found) for found in classes.values())
            few = sum(len(found) < K for found in classes.values())
            print(
                f"{space}, k = {K} {who}: {len(classes):,} classes, the smallest of {least} patients; "
                f"{few} of fewer than {K}"
            )
            assert who == "rows" or least >= K, "a class has fewer persons than k"


main()
