"""Measures large lattices: measure.py CELOSIA DATA [--quick]. See run."""
import json
import math
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import table

LEVELS = [2, 5, 10, 50, 100]

# Loss at k = 5 and hypervolume of others on the credit card table, measured on 2026-11-17 (general loss by values of the data; the
# figures of ARX 3.9.2 are the best of its three heuristics after 1,000 checks, for this one k; at 100 % its geometric-mean runs are
# scored by our loss). "trial" is the prototype that `climb` follows.
OTHERS = {
    "1%": [
        ("ARX 3.9.2, best of three, 1,000 checks, k = 5 only", 0.7726, None),
        ("celosia before, --budget 1000", 0.8705, 0.075),
        ("trial, 1,000 evaluations, one thread", 0.7635, None),
        ("trial, 2 CPU s", 0.7333, 0.155),
        ("proven optimal", 0.732184, None),
    ],
    "100%": [
        ("ARX 3.9.2, best of three, 1,000 checks, k = 5 only", 0.6550, None),
        ("celosia before, --budget 1000", 0.8297, 0.096),
        ("trial, 1,000 evaluations, one thread", 0.6305, None),
        ("trial, 2 CPU s", 0.6305, 0.246),
    ],
}


def front(celosia, study, *flags):
    """The front, the CPU seconds and the seconds of the whole command."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [celosia, "front", study, "--json", "--quiet", *flags]
    with tempfile.TemporaryDirectory() as here:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=here)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout), cpu, time.monotonic() - began


def loss_at(found, k):
    losses = [p["values"]["general-loss"] for p in found["points"] if p["values"]["k-anonymity"] >= k]
    return min(losses, default=1.0)


def hypervolume(found):
    """The mean over log-uniform k of 1 - loss."""
    steps = 400
    rows = found["rows"]
    return sum(1 - loss_at(found, rows ** ((step + 0.5) / steps)) for step in range(steps)) / steps


def line(name, found, cpu, seconds):
    losses = " ".join(f"{loss_at(found, k):.4f}" for k in LEVELS)
    search = found["search"]
    print(f"{name:<52} {losses} {hypervolume(found):.4f} {search['evaluated']:>9} {cpu:7.2f} {seconds:7.2f}", flush=True)


def head(title):
    print(f"\n{title}")
    losses = " ".join(f"{'k = ' + str(k):>6}" for k in LEVELS)
    print(f"{'':<52} {losses} {'hv':>6} {'evaluated':>9} {'CPU s':>7} {'s':>7}")


def credit_card(celosia, data, quick):
    study = data / "large" / "creditcard" / "study.toml"
    if not study.exists():
        print(f"\nthe credit card table is not there ({study}): nothing measured on it")
        return
    for limit in ["1%", "100%"]:
        head(f"credit card: 30,000 rows, 24 columns, 4.9e13 nodes, {limit} suppressed")
        for name, loss, volume in OTHERS[limit]:
            blanks = lambda n: " ".join(["     -"] * n)
            volume = f"{volume:6.3f}" if volume else "     -"
            print(f"{name:<52} {blanks(1)} {loss:.4f} {blanks(3)} {volume}")
        for budget in [100, 300, 1000] + ([] if quick else [3000, 10_000, 30_000]):
            line(f"climb, {budget} evaluations", *front(celosia, study, "--suppression", limit, "--budget", budget))
        for budget in ["1s", "2s"] + ([] if quick else ["5s", "10s"]):
            line(f"climb, {budget}, two threads",
                 *front(celosia, study, "--suppression", limit, "--budget", budget, "--threads", 2))
        budget = 1000
        line(f"climb, k = 5 alone, {budget} evaluations",
             *front(celosia, study, "--suppression", limit, "--budget", budget, "--k", 5))


def floors(celosia, data, quick):
    """What is proven of k = 5 at 1 %: the share of the optimum that no node undercuts, and the columns that it was proven from."""
    study = data / "large" / "creditcard" / "study.toml"
    if not study.exists():
        return
    optimum = 0.732184
    print("\ncredit card, 1 %, k = 5 alone, two threads: what bounds from growing sets of columns prove (a time is the search's, then theirs)")
    print(f"{'budget':<10} {'loss':>8} {'floor':>8} {'share':>7} {'columns':>8} {'proven':>7} {'CPU s':>8} {'s':>8}")
    for budget in ["4s", "10s", "30s"] + ([] if quick else ["120s", "900s"]):
        found, cpu, seconds = front(celosia, study, "--suppression", "1%", "--budget", budget, "--k", 5, "--threads", 2)
        search = found["search"]
        known = search["floors"][-1]
        print(f"{budget:<10} {loss_at(found, 5):8.6f} {known['loss']:8.6f} {known['loss'] / optimum:7.1%} "
              f"{known['columns']:>4}/{known['of']:<3} {str(search['complete']).lower():>7} {cpu:8.1f} {seconds:8.1f}", flush=True)
        if search["complete"]:
            break


def hospital(celosia, data):
    path = data / "real" / "diabetic_data.csv.gz"
    if not path.exists():
        print(f"\nthe hospital table is not there ({path}): nothing measured on it")
        return
    names = ("race gender age admission_type_id discharge_disposition_id admission_source_id time_in_hospital "
             "num_lab_procedures num_procedures num_medications number_outpatient number_emergency number_inpatient "
             "number_diagnoses max_glu_serum A1Cresult metformin insulin change readmitted").split()
    with tempfile.TemporaryDirectory() as folder:
        study = Path(folder) / "hospital.toml"
        columns = "".join(f'[columns."{n}"]\nrole = "quasi-identifier"\nhierarchy = "auto"\n' for n in names)
        study.write_text(f'name = "hospital"\n[data]\npath = "{path.resolve()}"\n{columns}[suppression]\nlimit = "1%"\n')
        head("hospital stays: 101,766 rows, 20 columns, no budget given")
        line("climb", *front(celosia, study))


def proven(celosia, quick):
    head("columns of three levels that depend on one another, 20,000 rows, 1 %: proven fronts")
    with tempfile.TemporaryDirectory() as folder:
        for columns in [11, 12] + ([] if quick else [13]):
            study = table.write(Path(folder) / str(columns), columns, 20_000)
            found, cpu, seconds = front(celosia, study)
            assert found["search"]["complete"], found["search"]
            line(f"{columns} columns, {3 ** columns:,} nodes", found, cpu, seconds)


def main():
    celosia, data = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    quick = "--quick" in sys.argv[3:]
    version = subprocess.run([celosia, "--version"], capture_output=True, text=True).stdout.strip()
    print(f"{version}; losses are general loss; hv is the mean over log-uniform k of 1 - loss")
    credit_card(celosia, data, quick)
    floors(celosia, data, quick)
    if not quick:
        hospital(celosia, data)
    proven(celosia, quick)


if __name__ == "__main__":
    main()
