"""What regions lose beside the lattice and Mondrian, how far they are from the best, and how they grow.

    python measure.py CELOSIA_BINARY REPOSITORY [--seconds N] [--no-growth]

See README.md.
"""

import argparse
import json
import resource
import subprocess
import tempfile
from pathlib import Path

KS = [2, 5, 10, 50, 100, 1000]
LANGUAGES = ["hierarchy", "intervals", "runs", "sets", "cells"]
MILLIONS = [30_162, 300_000, 3_000_000]


def run(command):
    """What a command prints as JSON, with the CPU seconds and the memory (MiB) that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*map(str, command)], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise SystemExit(f"celosia failed: {done.stderr}")
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout), seconds, after.ru_maxrss / 1024


def losses(front):
    """The least loss at each k."""
    points = [(p["values"]["k-anonymity"], p["values"]["general-loss"]) for p in front["points"]]
    return [min((loss for k, loss in points if k >= wanted), default=None) for wanted in KS]


def line(name, values, more=""):
    print(f"{name:34}" + "".join(f"{v:>9.4f}" if v is not None else f"{'':>9}" for v in values) + f"  {more}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("celosia")
    parser.add_argument("repository")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--no-growth", action="store_true")
    arguments = parser.parse_args()
    study = Path(arguments.repository) / "data" / "adult" / "study.toml"
    front = [arguments.celosia, "front", study, "--json", "--quiet", "--suppression", "0"]
    version = subprocess.run([arguments.celosia, "--version"], capture_output=True, text=True, check=True).stdout
    print(f"# Regions\n\n{version.strip()}; Adult, 30,162 rows, general loss, nothing suppressed; CPU seconds of the whole command\n")
    print(f"{'':34}" + "".join(f"{k:>9}" for k in KS))
    found, seconds, memory = run(front)
    line("lattice, exact", losses(found), f"{seconds:.1f} s, {memory:.0f} MiB")
    found, seconds, memory = run([*front[:-2], "--suppression", "1%"])
    line("lattice, exact, 1 % suppressed", losses(found), f"{seconds:.1f} s, {memory:.0f} MiB")
    found, seconds, memory = run([*front, "--search", "mondrian", "--bounds", "tight"])
    line("mondrian", losses(found), f"{seconds:.1f} s, {memory:.0f} MiB, cheap bounds included")
    for bounds in ["tight", "round"]:
        for language in LANGUAGES:
            found, seconds, memory = run([*front, "--space", "regions", "--bounds", bounds, "--labels", language])
            name = f"partition, {language}, {bounds}"
            line(name, losses(found), f"{seconds:.1f} s, {memory:.0f} MiB, cheap bounds included")
    print(f"\nOne k at a time, intervals, tight: improve for {arguments.seconds} s on one thread; then the proven bound with --prove")
    best, bounds, notes = [], [], []
    for k in KS:
        asked = [*front, "--bounds", "tight", "--k", k]
        found, _, _ = run([*asked, "--search", "improve", "--budget", f"{arguments.seconds}s", "--threads", 1])
        best.append(found["points"][0]["values"]["general-loss"])
        found, seconds, memory = run([*asked, "--space", "regions", "--prove"])
        point = found["points"][0]
        bounds.append(point["values"]["general-loss"] - point["gap"])
        notes.append(f"{seconds:.0f}")
    line("improve", best)
    line("proven bound", bounds, f"{', '.join(notes)} CPU s, the search included")
    line("improve over bound", [one / other for one, other in zip(best, bounds)])
    if arguments.no_growth:
        return
    print("\nGrowth: generated rows like Adult's, whole front by partition, cheap bounds included")
    with tempfile.TemporaryDirectory(prefix="celosia-regions-") as folder:
        for rows in MILLIONS:
            table = Path(folder) / "people.csv"
            subprocess.run([arguments.celosia, "generate", "--like", study, "--rows", str(rows), "-o", table, "--quiet"],
                           check=True, capture_output=True)  # fmt: skip
            found, seconds, memory = run([*front, "--data", table, "--space", "regions"])
            tuples = f"{found['rows']:,} rows, {found['distinct']:,} tuples"
            line(tuples, losses(found), f"{seconds:.1f} s, {memory:.0f} MiB")
            table.unlink()


if __name__ == "__main__":
    main()
