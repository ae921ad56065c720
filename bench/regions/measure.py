"""What regions lose beside the lattice and Mondrian, how far they are from the best, and how they grow.

    python measure.py CELOSIA_BINARY REPOSITORY [--seconds N] [--no-growth]

See README.md.
"""

import argparse
import collections
import csv
import json
import resource
import subprocess
import tempfile
from pathlib import Path

KS = [2, 5, 10, 50, 100, 1000]
LANGUAGES = ["hierarchy", "intervals", "runs", "sets", "cells"]
MILLIONS = [30_162, 300_000, 3_000_000]
# What the whole process may take, in MiB; the search keeps its own part of that.
MEMORY = 500


def run(command):
    """What a command prints as JSON, with the CPU seconds and the memory (MiB) that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*map(str, command)], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise SystemExit(f"celosia failed: {done.stderr}")
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout), seconds, after.ru_maxrss / 1024


def search_alone(front, seconds):
    """The CPU seconds of the search, without those of the cheap bounds: shared out as their wall time was, on one thread."""
    search = front["search"]
    bound = search.get("bound", {}).get("seconds", 0)
    return seconds * search["seconds"] / (search["seconds"] + bound)


def evaluations(command, seconds):
    """As many evaluations as an annealing takes in so many CPU seconds here, told from two short ones: a busy machine changes nothing."""
    few, many = 100, 600
    (_, short, _), (_, longer, _) = (run([*command, "--budget", n]) for n in [few, many])
    return max(many, round((many - few) / max(longer - short, 1e-3) * seconds))


def losses(front):
    """The least loss at each k."""
    points = [(p["values"]["k-anonymity"], p["values"]["general-loss"]) for p in front["points"]]
    return [min((loss for k, loss in points if k >= wanted), default=None) for wanted in KS]


def line(name, values, more=""):
    print(f"{name:34}" + "".join(f"{v:>9.4f}" if v is not None else f"{'':>9}" for v in values) + f"  {more}", flush=True)


def utility(celosia, study):
    """What readers get wrong in each space, at the same k."""
    asked = [celosia, "compare", study, "--json", "--quiet", "--suppression", "0", "--with", "exact,evolve,partition,mondrian"]
    compared = json.loads(subprocess.run([*map(str, asked)], capture_output=True, text=True, check=True).stdout)
    print("\nWhat readers get wrong: random range counts (mean relative error), means of ranges (standard deviations)")
    for entry in compared["entries"]:
        for level in entry["utility"]:
            found = level["utility"]
            print(f"{entry['name']:12} k = {level['k']:<5.0f} counts {found['count_error']:.4f}  means {found['mean_error']:.4f}")


def peers(python, repository):
    """anonypy's Mondrian in this run."""
    print("\nOther tools, k = 10")
    if not python:
        print("anonypy: not installed (bench/regions/run does)")
    else:
        done = subprocess.run([python, Path(__file__).with_name("peer.py"), repository, "10"], capture_output=True, text=True)
        if done.returncode != 0:
            print(f"anonypy failed: {done.stderr.strip().splitlines()[-1]}")
        else:
            found = json.loads(done.stdout)
            print(f"anonypy, Mondrian: {found['intervals']:.4f} with intervals, {found['sets']:.4f} with sets, k = {found['k']}, "
                  f"{found['classes']} classes, {found['seconds']:.1f} CPU s, {found['memory']:.0f} MiB")  # fmt: skip


def cells(celosia, study):
    """The language of sdcMicro's local suppression, in both readings of what is hidden."""
    print("\nLocal suppression, k = 5: cells are shown or hidden; the loss is the part of the cells that are hidden")
    print("sdcMicro: not run, for R's archive was not reachable and no package of it was; published figures of version 5.8 on this task")
    print("(measured apart, on other hardware): 536 CPU s, 7.4 % of the cells hidden, loss 0.074; it reads * as matching every value")
    found, seconds, _ = run([celosia, "front", study, "--json", "--quiet", "--suppression", "0", "--space", "regions", "--labels", "cells", "--k", "5"])
    point = found["points"][0]
    print(f"read strictly no table that hides cells is 5-anonymous with less than {point['values']['general-loss'] - point['gap']:.4f} (proven)")
    for search in [["--space", "regions"], ["--search", "improve", "--budget", "10000"]]:
        with tempfile.TemporaryDirectory(prefix="celosia-regions-") as work:
            out = Path(work) / "out.csv"
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([celosia, "release", study, *search, "--labels", "cells", "--k", "5", "--suppression", "0", "--quiet",
                            "--no-report", "-o", out], check=True, capture_output=True)  # fmt: skip
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            verified = subprocess.run([celosia, "verify", out, "--json", "--quiet"], check=True, capture_output=True, text=True)
            found = json.loads(verified.stdout)
            strict = next(model["level"] for model in found["models"] if model["name"] == "k-anonymity")
            wild = found["wildcard"]
            print(f"celosia, {search[1]:10} {seconds:.1f} CPU s, {wild['hidden_cells']:.2%} of the cells hidden; k = {strict:.0f} read strictly, "
                  f"{wild['k']} as wildcards", flush=True)  # fmt: skip


def real(celosia, folder):
    """Real tables: inspected, released as regions, verified, and counted by other code."""
    print("\nReal tables: what inspect proposes, k = 5, regions with round bounds, counted by other code")
    tables = sorted(path for path in Path(folder).glob("*.csv*")) if Path(folder).is_dir() else []
    if not tables:
        print(f"none in {folder}")
    for table in tables:
        with tempfile.TemporaryDirectory(prefix="celosia-regions-") as work:
            ran = lambda *a: subprocess.run([celosia, *map(str, a)], cwd=work, capture_output=True, text=True)  # noqa: E731
            inspected = ran("inspect", table.resolve(), "--quiet")
            studies = list(Path(work).glob("*.toml"))
            if inspected.returncode != 0 or not studies:
                print(f"{table.name}: inspect failed: {inspected.stderr.strip()}")
                continue
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            released = ran("release", studies[0], "--space", "regions", "--k", "5", "-o", "out.csv", "--quiet", "--allow-loss")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            if released.returncode != 0:
                print(f"{table.name}: release: {released.stderr.strip().splitlines()[-1]}")
                continue
            record = json.loads((Path(work) / "out.csv.record.json").read_text())
            quasi = [column["name"] for column in record["columns"] if column["role"] == "quasi-identifier"]
            with open(Path(work) / "out.csv", newline="", encoding="utf-8-sig") as file:
                first = file.readline()
                file.seek(0)
                rows = csv.DictReader(file, delimiter=";" if first.count(";") > first.count(",") else ",")
                sizes = collections.Counter(tuple(row[name] for name in quasi) for row in rows)
            print(f"{table.name}: {sum(sizes.values()):,} rows, {len(quasi)} quasi-identifiers, {len(sizes):,} classes, "
                  f"least {min(sizes.values())}, {seconds:.1f} CPU s")  # fmt: skip


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("celosia")
    parser.add_argument("repository")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--no-growth", action="store_true")
    parser.add_argument("--python", help="an interpreter that has anonypy")
    parser.add_argument("--real", default="../shared/data/real", help="a folder of real tables")
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
    spent = lambda found, seconds, memory: (  # noqa: E731
        f"{search_alone(found, seconds):.1f} s, with cheap bounds {seconds:.1f} s; {memory:.0f} MiB"
    )
    for how in ["strict", "relaxed"]:
        found, seconds, memory = run([*front, "--search", "mondrian", "--mondrian", how, "--bounds", "tight", "--threads", 1])
        line(f"mondrian, {how}", losses(found), spent(found, seconds, memory))
    for bounds in ["tight", "round"]:
        for language in LANGUAGES:
            found, seconds, memory = run([*front, "--space", "regions", "--bounds", bounds, "--labels", language, "--threads", 1])
            line(f"partition, {language}, {bounds}", losses(found), spent(found, seconds, memory))
    found, seconds, memory = run([*front[:-1], "1%", "--space", "regions", "--bounds", "tight", "--threads", 1])
    line("partition, intervals, tight, 1 %", losses(found), spent(found, seconds, memory))
    print(f"\nOne k at a time, intervals, tight: improve with as many steps as take {arguments.seconds} CPU s here; then the proven bound")
    best, bounds, notes, improved = [], [], [], []
    for k in KS:
        asked = [*front, "--bounds", "tight", "--k", k]
        annealing = [*asked, "--search", "improve", "--threads", 1]
        budget = evaluations(annealing, arguments.seconds)
        found, seconds, _ = run([*annealing, "--budget", budget])
        best.append(found["points"][0]["values"]["general-loss"])
        improved.append(f"{seconds:.0f}")
        found, seconds, memory = run([*asked, "--space", "regions", "--prove"])
        point = found["points"][0]
        bounds.append(point["values"]["general-loss"] - point["gap"])
        notes.append(f"{seconds:.0f}")
    line("improve", best, f"{', '.join(improved)} CPU s, the start and cheap bounds included")
    line("proven bound", bounds, f"{', '.join(notes)} CPU s, the search included")
    line("improve over bound", [one / other for one, other in zip(best, bounds)])
    utility(arguments.celosia, study)
    peers(arguments.python, arguments.repository)
    cells(arguments.celosia, study)
    real(arguments.celosia, arguments.real)
    if arguments.no_growth:
        return
    print(f"\nGrowth: generated rows like Adult's, whole front by partition, round bounds, --memory {MEMORY}MB")
    with tempfile.TemporaryDirectory(prefix="celosia-regions-") as folder:
        for rows in MILLIONS:
            table = Path(folder) / "people.csv"
            subprocess.run([arguments.celosia, "generate", "--like", study, "--rows", str(rows), "-o", table, "--quiet"],
                           check=True, capture_output=True)  # fmt: skip
            found, seconds, memory = run([*front, "--data", table, "--space", "regions", "--memory", f"{MEMORY}MB"])
            tuples = f"{found['rows']:,} rows, {found['distinct']:,} tuples"
            line(tuples, losses(found), f"{search_alone(found, seconds):.1f} s, whole command {seconds:.1f} s; {memory:.0f} MiB")
            table.unlink()


if __name__ == "__main__":
    main()
