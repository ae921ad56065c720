"""NSGA-II of pymoo beside NSGA-II of celosia: the same problem, encoding, data and machine, in one run.

    python compare.py CELOSIA_BINARY REPOSITORY [--rounds N] [--pandas N] [--numpy N] [--celosia N] [--population N]

First that all of them solve the same problem, then how many evaluations each does per second. See README.md.
"""

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import tempfile
import time
from datetime import date
from importlib.metadata import version
from pathlib import Path

import numpy as np
from problem import Data, Numpy, Pandas, Tuned
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.core.problem import Problem
from pymoo.functions import is_compiled
from pymoo.operators.crossover.pntx import SinglePointCrossover
from pymoo.operators.mutation.bitflip import BitflipMutation
from pymoo.operators.sampling.rnd import BinaryRandomSampling
from pymoo.optimize import minimize

ASKED = {"pymoo, pandas": 200, "pymoo, numpy": 25}  # times as many evaluations per second as these
CLOSE = 1e-11  # celosia rounds a loss to twelve decimals


class Celosia:
    """The command line of the binary under test."""

    def __init__(self, binary, repository, data):
        self.binary = binary
        self.study = str(Path(repository) / "data" / "adult" / "study.toml")
        # Every column is cut freely, as in pymoo's bits. (age, a number, is so anyway.)
        self.free = ",".join(a.name for a in data.attributes)

    def front(self, search, *flags):
        """A front and the CPU seconds of the whole process, reading the table included."""
        command = [self.binary, "front", self.study, "--search", search, "--rule", "tolerance", "--suppression", "1%"]
        before = children()
        done = subprocess.run([*command, *flags, "--json", "-q"], capture_output=True, text=True)
        cpu = children() - before
        if done.returncode != 0:
            raise SystemExit(f"celosia failed: {done.stderr}")
        return json.loads(done.stdout), cpu

    def nsga2(self, *flags):
        # Speed is compared, with what pymoo's BitflipMutation does. What its readings find: bench/evolution.
        return self.front("nsga2", "--unconstrained", self.free, "--mutation-per", "bit", *flags)

    def evaluate(self, cuts):
        """What single cuts come to: each is put into a checkpoint as the whole population, and gone on from."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "checkpoint"
            flags = ["--population", "2", "--generations", "1", "--checkpoint", str(file)]
            self.nsga2(*flags)
            state = json.loads(file.read_text())
            for bits in cuts:
                cut = "".join("01"[int(bit)] for bit in bits)
                file.write_text(json.dumps(state | {"population": [[cut, 0]] * 2}))
                (point,) = self.nsga2(*flags, "--resume")[0]["points"]
                yield values(point)


def children():
    """CPU seconds of all processes that were started and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def values(point):
    return point["values"]["k-anonymity"], point["values"]["general-loss"], point["suppressed"]


def same(what, one, other):
    """k and suppressed rows must be equal, losses but for rounding."""
    alike = one[0] == other[0] and one[2] == other[2] and abs(one[1] - other[1]) < CLOSE
    if not alike:
        raise SystemExit(f"{what}: {one} is not {other}")


def check(data, objectives, celosia):
    """All objectives give the same values, and these are celosia's."""
    random = np.random.default_rng(1)
    # From coarse to fine: at a half, where a search begins, k is always 1 and nothing is suppressed.
    cuts = [random.random(data.bits) < share for share in np.linspace(0.01, 0.6, 20)]
    cuts += [np.zeros(data.bits, bool), np.ones(data.bits, bool)]
    seen = []
    for bits, ours in zip(cuts, celosia.evaluate(cuts), strict=True):
        for name, objective in objectives.items():
            same(f"{name} against celosia, cut {bits.astype(int)}", objective(bits), ours)
        seen.append(ours)
    ks = sorted({k for k, _, _ in seen})
    print(f"equal: {len(seen)} cuts (20 random, none, all), k {', '.join(map(str, ks))};")
    print(f"       with suppressed rows {sum(gone > 0 for _, _, gone in seen)}")

    points = celosia.front("exact")[0]["points"]
    for point in points:
        bits = data.node(point["levels"])
        for name, objective in objectives.items():
            same(f"{name} against the exact front at {point['levels']}", objective(bits), values(point))
    print(f"equal: all {len(points)} points of celosia's exact front over the hierarchies, levels turned into bits")
    print("       (k and suppressed rows exactly, losses to 11 decimals; celosia, " + ", ".join(objectives) + ")")


class Cuts(Problem):
    """pymoo minimizes: k is negated."""

    def __init__(self, data, objective):
        super().__init__(n_var=data.bits, n_obj=2, xl=0, xu=1, vtype=bool)
        self.objective = objective

    def _evaluate(self, x, out, *args, **kwargs):
        results = [self.objective(bits) for bits in x]
        out["F"] = np.array([(-k, loss) for k, loss, _ in results])


def run_pymoo(data, objective, population, generations, seed):
    """Evaluations, wall seconds and CPU seconds, without imports and reading of the table."""
    algorithm = NSGA2(
        pop_size=population,
        sampling=BinaryRandomSampling(),
        crossover=SinglePointCrossover(prob=0.9),
        mutation=BitflipMutation(prob=1.0, prob_var=0.1),
        # On by default, but neither published nor needed here (children hardly ever are alike), and it takes time.
        eliminate_duplicates=False,
    )
    problem = Cuts(data, objective)
    wall, cpu = time.perf_counter(), time.process_time()
    result = minimize(problem, algorithm, ("n_gen", generations), seed=seed)
    return result.algorithm.evaluator.n_eval, time.perf_counter() - wall, time.process_time() - cpu


def run_celosia(celosia, population, generations, seed, *flags):
    """The same; the wall seconds are the search's, the CPU seconds the whole process's."""
    # pymoo counts the first population as a generation.
    flags = ["--population", str(population), "--generations", str(generations - 1), "--seed", str(seed), *flags]
    front, cpu = celosia.nsga2(*flags)
    return front["search"]["evaluated"], front["search"]["seconds"], cpu


def machine():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.machine()
    return f"{model}, {len(os.sched_getaffinity(0))} cores"


def load():
    return "load average of the last minute: {:.1f}".format(os.getloadavg()[0])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("celosia")
    parser.add_argument("repository")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pandas", type=int, default=5, help="generations with the pandas objective")
    parser.add_argument("--numpy", type=int, default=50, help="generations with the numpy objectives")
    parser.add_argument("--celosia", dest="ours", type=int, default=250, help="generations of celosia")
    parser.add_argument("--population", type=int, default=200)
    arguments = parser.parse_args()

    print("# NSGA-II: pymoo and celosia, evaluations per second\n")
    data = Data(arguments.repository)
    celosia = Celosia(arguments.celosia, arguments.repository, data)
    ours = subprocess.run([arguments.celosia, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    packages = ", ".join(f"{name} {version(name)}" for name in ("pymoo", "numpy", "pandas"))
    compiled = "compiled" if is_compiled() else "NOT compiled"
    print(f"{date.today()}, {machine()}; {load()}")
    print(f"{ours}; Python {platform.python_version()}, {packages} (pymoo's modules are {compiled})")
    print(f"Adult: {len(data.rows):,} rows, {len(data.counts):,} distinct tuples, {data.bits} bits; ", end="")
    print(f"at most {data.limit} rows suppressed; population {arguments.population}\n")

    objectives = {"pandas": Pandas(data), "numpy": Numpy(data), "tuned numpy": Tuned(data)}
    check(data, objectives, celosia)

    population = arguments.population
    peer = lambda name, generations: lambda seed: run_pymoo(data, objectives[name], population, generations, seed)
    own = lambda *flags: lambda seed: run_celosia(celosia, population, arguments.ours, seed, *flags)
    # celosia between the peers, so that a machine that slows down slows all of them down.
    turns = [
        ("pymoo, pandas", peer("pandas", arguments.pandas)),
        ("celosia", own()),
        ("pymoo, numpy", peer("numpy", arguments.numpy)),
        ("celosia, 1 thread", own("--threads", "1")),
        ("pymoo, tuned numpy", peer("tuned numpy", arguments.numpy)),
    ]
    runs = {name: [] for name, _ in turns}
    for seed in range(1, arguments.rounds + 1):
        for name, run in turns:
            runs[name].append(run(seed))

    def median(name, of):
        return statistics.median(of(*run) for run in runs[name])

    rate = {name: median(name, lambda n, wall, _: n / wall) for name in runs}
    cost = {name: median(name, lambda n, _, cpu: 1000 * cpu / n) for name in runs}
    print(f"\nMedians of {arguments.rounds} round(s); a round runs all five, one after the other:\n")
    head = f"{'':19}{'evaluations':>12}{'wall s':>9}{'evaluations/s':>15}{'CPU ms/evaluation':>19}{'cores used':>12}"
    print(head + f"{'celosia: rate':>15}{'celosia: CPU':>14}")
    for name in ["pymoo, pandas", "pymoo, numpy", "pymoo, tuned numpy", "celosia", "celosia, 1 thread"]:
        line = f"{name:19}{median(name, lambda n, *_: n):12,.0f}{median(name, lambda _, wall, __: wall):9.2f}"
        line += f"{rate[name]:15,.0f}{cost[name]:19.3f}{median(name, lambda _, wall, cpu: cpu / wall):12.2f}"
        if not name.startswith("celosia"):
            line += f"{rate['celosia'] / rate[name]:14.1f}x{cost[name] / cost['celosia']:13.1f}x"
        print(line)
    print("\ncelosia: rate = how many times as many evaluations per second celosia does, on its default threads;")
    print("celosia: CPU  = how many times as much CPU time the other takes per evaluation: no matter of threads.\n")
    for name, asked in ASKED.items():
        seen = rate["celosia"] / rate[name]
        print(f"{name}: {asked}x asked, {seen:.1f}x seen: {'reached' if seen >= asked else 'NOT reached'}")
    print(f"\nAt the end: {load()}")


if __name__ == "__main__":
    main()
