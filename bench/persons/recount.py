"""Proves fronts of the hospital table by rows and by persons, releases it at k = 10 persons, dropped and kept, and recounts the release.

recount.py CELOSIA TABLE. Persons are counted here from the source and the release alone.
"""

import csv
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
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


def front(*words):
    """The front, and how long the whole command took."""
    began = time.monotonic()
    found = ask("front", *words)
    return found, time.monotonic() - began


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
    heads = f"{'':<12}{'front by rows':>14}{'by persons':>12}{'times':>7}{'search':>10}{'by persons':>12}"
    print(heads + f"{'nodes':>7}{'of':>6}{'points':>8}  certificate")
    for name, quasi, model in SETTINGS:
        roles = ["--quasi", quasi, "--sensitive", SENSITIVE, "--privacy", model, "--suppression", "1%"]
        by_rows = [front(str(table), *roles) for _ in range(5)]
        roles += ["--person", PERSON]
        by_person = [front(str(table), *roles) for _ in range(5)]
        whole = [min(took for _, took in runs) for runs in (by_rows, by_person)]
        search = [min(found["search"]["seconds"] for found, _ in runs) for runs in (by_rows, by_person)]
        proof = str(folder / "proof.json")
        found = ask("front", str(table), *roles, "--certificate", proof)
        assert found["search"]["complete"] and found["counts"] == "persons"
        assert found["persons"] == len(persons)
        checked = subprocess.run([CELOSIA, "certify", str(table), proof, *roles], capture_output=True, text=True)
        holds = "holds" if checked.returncode == 0 else checked.stderr
        evaluated, size = found["search"]["evaluated"], found["space"]["size"]
        print(
            f"{name:<12}{whole[0]:>12.2f} s{whole[1]:>10.2f} s{whole[1] / whole[0]:>7.1f}{search[0]:>8.3f} s{search[1]:>10.3f} s"
            f"{evaluated:>7,}{size:>6,}{len(found['points']):>8}  {holds}"
        )
    quasi = SETTINGS[0][1]
    for space in ["lattice", "cuts", "regions"]:
        for who in ["rows", "persons"]:
            out = folder / f"{space}-{who}.csv"
            words = ["release", str(table), "--quasi", quasi, "--sensitive", SENSITIVE, "--suppression", "1%"]
            words += ["--person", PERSON] if who == "persons" else ["--identifier", PERSON]
            words += ["--space", space, "--budget", os.environ.get("BUDGET", "20s"), "--k", str(K), "--keep-order", "--suppressed", "star"]
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
    kept(folder, table, source, quasi)


def kept(folder, table, source, quasi):
    """Persons stay, under pseudonyms: whole trails are recounted, from the release alone, and who is who from the key."""
    print(f"\npersons who stay, k = {K}, 5 % of the persons may be suppressed")
    print(f"{'rows per person':<17}{'front':>9}{'search':>10}{'nodes':>7}{'of':>6}{'points':>8}  certificate")
    os.chdir(folder)
    shown = quasi.split(",")
    for most in ["1", "2", "3", ""]:
        roles = ["--quasi", quasi, "--sensitive", SENSITIVE, "--person", PERSON, "--pseudonym", "--suppression", "5%"]
        roles += ["--rows-per-person", most] if most else []
        found, took = front(str(table), *roles, "--force")
        proof = str(folder / "kept.json")
        found = ask("front", str(table), *roles, "--certificate", proof, "--force")
        checked = subprocess.run([CELOSIA, "certify", str(table), proof, *roles], capture_output=True, text=True)
        holds = "holds" if checked.returncode == 0 else checked.stderr
        search = found["search"]
        print(
            f"{most or 'all':<17}{took:>7.2f} s{search['seconds']:>8.3f} s{search['evaluated']:>7,}{found['space']['size']:>6,}"
            f"{len(found['points']):>8}  {holds}"
        )
        out = folder / f"kept-{most or 'all'}.csv"
        record = ask("release", str(table), *roles, "--k", str(K), "-o", str(out))
        persons = json.loads(Path(f"{out}.key.json").read_text())["pseudonyms"]
        trails = defaultdict(list)
        for row in rows(out):
            trails[row[PERSON]].append(tuple(row[name] for name in shown))
        shared = Counter(tuple(sorted(trail)) for trail in trails.values())
        least = min(shared.values())
        values = {name: len({row[name] for row in rows(out)}) for name in shown}
        # Everybody has as many rows as in the source, or as many as are taken.
        of_person = Counter(row[PERSON] for row in source)
        name = {pseudonym: person for person, pseudonym in persons.items()}
        whole = all(
            len(trail) == min(of_person[name[pseudonym]], int(most or 10**9)) for pseudonym, trail in trails.items()
        )
        print(
            f"  {sum(map(len, trails.values())):,} rows of {len(trails):,} patients ({len(persons) - len(trails):,} suppressed), {len(shared):,} "
            f"different trails of up to {max(map(len, shared))} rows, the least shared by {least}; shown: "
            + ", ".join(f"{name} {n}" for name, n in values.items())
        )
        assert whole, "somebody has other rows than all that are taken"
        assert least >= K and record["guaranteed"]["k-anonymity"]["k"] == least
        assert record["suppressed"]["persons_who_lost_rows"] == len(persons) - len(trails)
        verified = ask("verify", str(out))
        assert next(m["level"] for m in verified["models"] if m["name"] == "k-anonymity") == least


main()
