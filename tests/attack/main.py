"""Runs the attacks: a fixed number of cases of fixed seeds, or for hours with fresh ones.

    python main.py CELOSIA                       the fixed run: found cases first, then a fixed number of each attack
    python main.py CELOSIA --hours 8             a night: fresh seeds, what is found is shrunk and saved under found/
    python main.py CELOSIA --hours 8 --seed S    the same cases again
    python main.py CELOSIA --only releases:S:17  one case
"""

import argparse
import multiprocessing
import os
import random
import secrets
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from attacks import ATTACKS, check, kind
from case import Case, Verdict
from command import Tools
from found import all_found, place, save
from shrink import shrink

FIXED = "fixed"  # the seed of the fixed run
HERE = Path(__file__).parent
Result = tuple[str, str, Verdict]  # attack, how to repeat it, what came of it

tools: Tools | None = None  # of this process


def start(celosia: str, shim: str) -> None:
    """Every process has a folder of its own, inside that of the first one, which removes them all."""
    global tools
    tools = Tools(celosia, shim, inside=Path(shim).parent)


def compiled(folder: Path) -> str:
    """The shim, compiled."""
    shim = folder / "shim.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", str(shim), str(HERE / "shim.c"), "-ldl"], check=True)
    return str(shim)


def drawn(task: tuple[str, str, int]) -> Result:
    attack, seed, number = task
    return attack, f"--only {attack}:{seed}:{number}", check(ATTACKS[attack].draw(seed, number), tools)


def replayed(task: tuple[str, Case]) -> Result:
    name, case = task
    return "found", f"found/{name}", check(case, tools)


class Tally:
    """Counts by attack, and what failed."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter] = {}
        self.passed = self.failed = 0

    def add(self, result: Result) -> None:
        attack, repeat, verdict = result
        self.counts.setdefault(attack, Counter()).update(verdict.counts)
        if verdict.failure:
            self.failed += 1
            print(f"FAILED {repeat}\n  {verdict.failure}", flush=True)
        else:
            self.passed += 1

    def line(self, attack: str) -> str:
        counts = self.counts.get(attack, Counter())
        return f"{attack}: " + (", ".join(f"{n:,} {what}" for what, n in counts.most_common()) or "nothing")

    def end(self) -> int:
        print(f"{self.passed:,} passed, {self.failed:,} failed")
        return 1 if self.failed or not self.passed else 0


def fixed_run(celosia: str, shim: str) -> int:
    """Found cases, then the fixed ones; each is the same in every run."""
    tally = Tally()
    with multiprocessing.Pool(os.cpu_count(), start, (celosia, shim)) as pool:
        for result in pool.imap_unordered(replayed, all_found()):
            tally.add(result)
        print(tally.line("found"), flush=True)
        for name, attack in ATTACKS.items():
            tasks = [(name, FIXED, number) for number in range(attack.fixed)]
            for result in pool.imap_unordered(drawn, tasks, chunksize=2):
                tally.add(result)
            print(tally.line(name), flush=True)
    return tally.end()


def chosen(seed: str, number: int) -> str:
    """Which attack the case of this number belongs to."""
    shares = [attack.share for attack in ATTACKS.values()]
    return random.Random(f"{seed} {number}").choices(list(ATTACKS), shares)[0]


def night_worker(first: int, step: int, seed: str, until: float, celosia: str, shim: str, results: multiprocessing.Queue) -> None:
    """One process of a night: every `step`-th case, until the time is over."""
    start(celosia, shim)
    try:
        number = first
        while time.time() < until:
            name = chosen(seed, number)
            case = ATTACKS[name].draw(seed, number)
            verdict = check(case, tools)
            saved = None
            if verdict.failure and not place(case, verdict.failure).exists():
                small, failure = shrink(case, verdict.failure, tools)
                saved = str(save(small, failure))
            results.put((name, f"--only {name}:{seed}:{number}", verdict, saved))
            number += step
    finally:
        tools.close()
        results.put(None)


def night(celosia: str, shim: str, hours: float, seed: str) -> int:
    """Fresh cases on all cores. The log has every finding and, every few minutes, the counts."""
    logs = HERE / "logs"
    logs.mkdir(exist_ok=True)
    log_file = open(logs / f"{seed}.log", "a", encoding="utf-8")

    def log(text: str) -> None:
        for out in (sys.stdout, log_file):
            print(time.strftime("%Y-%m-%d %H:%M:%S "), text, sep="", file=out, flush=True)

    log(f"seed {seed}, {hours} hours, {os.cpu_count()} processes, log {log_file.name}")
    results: multiprocessing.Queue = multiprocessing.Queue()
    begun = time.time()
    workers = [
        multiprocessing.Process(target=night_worker, args=(w, os.cpu_count(), seed, begun + hours * 3600, celosia, shim, results))
        for w in range(os.cpu_count())
    ]
    for worker in workers:
        worker.start()
    tally, kinds, running, told = Tally(), Counter(), len(workers), begun
    while running:
        result = results.get()
        if result is None:
            running -= 1
            continue
        name, repeat, verdict, saved = result
        if verdict.failure:
            kinds[f"{name}: {kind(verdict.failure)}"] += 1
            if saved:
                log(f"FOUND {repeat}: {verdict.failure}\n  shrunk and saved: {saved}")
        tally.counts.setdefault(name, Counter()).update(verdict.counts)
        tally.passed, tally.failed = tally.passed + (not verdict.failure), tally.failed + bool(verdict.failure)
        if time.time() - told > 300:
            told = time.time()
            log("so far: " + "; ".join(map(tally.line, tally.counts)))
    for worker in workers:
        worker.join()
    for name in ATTACKS:
        log(tally.line(name))
    for what, n in kinds.most_common():
        log(f"{n} times: {what}")
    log(f"{(time.time() - begun) / 3600:.2f} hours with seed {seed}: {tally.passed:,} passed, {tally.failed:,} failed")
    return 1 if tally.failed or not tally.passed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("celosia")
    parser.add_argument("--hours", type=float)
    parser.add_argument("--seed", default=None)
    parser.add_argument("--only", metavar="ATTACK:SEED:NUMBER")
    asked = parser.parse_args()
    celosia = str(Path(asked.celosia).resolve())
    own = Tools(celosia)
    try:
        shim = compiled(own.root)
        if asked.only:
            attack, seed, number = asked.only.split(":")
            start(celosia, shim)
            tally = Tally()
            tally.add(drawn((attack, seed, int(number))))
            tools.close()
            print(tally.line(attack))
            return tally.end()
        if asked.hours is not None:
            return night(celosia, shim, asked.hours, asked.seed or str(secrets.randbelow(10**9)))
        return fixed_run(celosia, shim)
    finally:
        own.close()


if __name__ == "__main__":
    sys.exit(main())
