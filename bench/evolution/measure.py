"""What the readings of NSGA-II's published settings are worth, and `evolve` beside them: hypervolumes over several seeds.

    python measure.py CELOSIA_BINARY REPOSITORY [--seeds N] [--threads N] [--table readings|crossing|kept]

See README.md.
"""

import argparse
import json
import statistics
import subprocess
from pathlib import Path

import kept

# Each problem of section 1.5 with its flags.
PROBLEMS = {
    "figure 1.5 (weighted-k, nothing suppressed)": ["--problem", "weighted-k"],
    "figure 1.6 (k, at most 10 % suppressed)": ["--problem", "tolerance", "--suppression", "10%"],
}

# The chapter's nine attributes, and which of them are held to their hierarchies (1.5).
NINE = ["--quasi", "occupation", "--constrained", "workclass,marital-status,occupation,native-country"]
NINE += ["--unconstrained", "education,race,sex,salary-class"]

RATES = {
    "0.1 per bit": "+mutation-per=bit",
    "0.1 per column": "+mutation-per=column",
    "0.1 per child": "+mutation-per=child",
    "one bit per child *": "+mutation-per=child+mutation=1",
}
AGES = {"ages one by one": "", "ages by fives": "+granularity=age:5"}
# "A single point crossover": one for all free columns together and one for all others, or one for each column.
POINTS = {"one point for all": "+crossing=together", "a point per column": "+crossing=valid"}
REPAIRED = {"Iyengar, repaired": "+crossing=repaired"}

# What 200 cuts and 250 generations of 200 come to.
PUBLISHED = 50_200


def nsga2(ages, rates, points):
    """Names for people, with what `celosia compare --with` calls them."""
    for point, crossing in points.items():
        for age in ages:
            for rate in rates:
                yield ("nsga2", age, rate, point), f"nsga2{RATES[rate]}{AGES[age]}{crossing}"


def readings():
    """Every reading of the text, and evolve."""
    yield from nsga2(AGES, RATES, POINTS)
    yield ("evolve", "ages one by one", "as many evaluations", ""), f"evolve+budget={PUBLISHED}"
    yield ("evolve", "ages one by one", "until it stalls", ""), "evolve"


def crossing():
    """Lunacek et al.'s crossover, a point for each column or one for all, beside Iyengar's repair."""
    yield from nsga2(["ages by fives"], ["0.1 per child"], {**POINTS, **REPAIRED})


def measured(binary, study, flags, entries, seed, threads):
    """The entries of one comparison, in their order."""
    searches = ",".join(f"{entry}+seed={seed}" for _, entry in entries)
    command = [binary, "compare", study, *NINE, *flags, "--with", searches, "--json", "--quiet"]
    command += ["--threads", str(threads)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"celosia failed: {done.stderr}")
    return json.loads(done.stdout)["entries"]


def table(problem, entries, runs):
    """Prints what the entries found, and gives the mean hypervolume of each."""
    print(problem)
    print(f"{'':8}{'':17}{'':22}{'':20}{'mean':>8}{'least':>9}{'most':>9}{'points':>8}{'evaluated':>11}")
    means = {}
    for number, (names, _) in enumerate(entries):
        volumes = [run[number]["hypervolume"] for run in runs]
        mean = lambda key: statistics.mean(run[number][key] for run in runs)  # noqa: E731
        means[names] = statistics.mean(volumes)
        search, ages, rate, points = names
        line = f"{search:8}{ages:17}{rate:22}{points:20}{means[names]:8.4f}{min(volumes):9.4f}{max(volumes):9.4f}"
        print(line + f"{mean('points'):8.0f}{mean('evaluated'):11,.0f}", flush=True)
    return means


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("celosia")
    parser.add_argument("repository")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--table", choices=["readings", "crossing", "kept"], help="one of them, instead of all")
    arguments = parser.parse_args()
    study = str(Path(arguments.repository) / "data" / "adult" / "study.toml")
    version = subprocess.run([arguments.celosia, "--version"], capture_output=True, text=True, check=True).stdout

    print("# Readings of the published NSGA-II, and evolve\n")
    print(f"{version.strip()}; Adult, 30,162 rows, nine attributes; population 200, 250 generations, crossover 0.9")
    print(f"Hypervolumes over the seeds 0 to {arguments.seeds - 1}; the chapter prints none\n")
    run = lambda flags, entries: [  # noqa: E731
        measured(arguments.celosia, study, flags, entries, seed, arguments.threads) for seed in range(arguments.seeds)
    ]
    if arguments.table in (None, "readings"):
        both = {}
        for problem, flags in PROBLEMS.items():
            entries = list(readings())
            means = table(problem, entries, run(flags, entries))
            allowed = {names: mean for names, mean in means.items() if names[0] == "nsga2" and not names[2].endswith("*")}
            print(f"best reading that the text allows: {', '.join(max(allowed, key=allowed.get)[1:])}\n")
            both = {names: both.get(names, 0.0) + mean / len(PROBLEMS) for names, mean in allowed.items()}
        best = sorted(both, key=both.get, reverse=True)[:3]
        print("over both figures: " + "; ".join(f"{', '.join(names[1:])} {both[names]:.4f}" for names in best))
        print("* as Deb et al. (2002) take it, whom the chapter follows; but the chapter prints a rate of 0.1")
    if arguments.table in (None, "crossing"):
        print("\nHow columns are crossed, 0.1 per child\n")
        for problem, flags in PROBLEMS.items():
            entries = list(crossing())
            table(problem, entries, run(flags, entries))
            print()
    if arguments.table in (None, "kept"):
        print(f"What {kept.POPULATION} of evolve's points are worth, for NSGA-II ends with as many\n")
        for problem, flags in PROBLEMS.items():
            kept.table(arguments.celosia, study, problem, [*NINE, *flags], arguments.seeds, arguments.threads)


if __name__ == "__main__":
    main()
