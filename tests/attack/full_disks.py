"""Full disks: ENOSPC at the n-th write (shim.c), from then on or only once, and limits on the size of files.

Claims: the command says so and ends with exit code 2, and nothing unfinished is left; of a release every file is as it was
before, an earlier release included; or it ends with exit code 0, and what it wrote is whole and consistent."""

import random

from pathlib import Path

import outputs
from case import Case, Verdict
from command import Tools
from outputs import OWN, arguments

PLACES = 12  # of one case


def make(rng: random.Random, seed: int) -> Case:
    case = outputs.make(rng, "full_disks", seed)
    case.settings["full"] = rng.choice(["full", "once", "size"])
    return case


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def check(case: Case, tools: Tools) -> Verdict:
    prepared = outputs.prepare(case, tools)
    if prepared is None:
        return Verdict({"refused": 1})
    folder, _ = prepared
    answer, calls = outputs.calls(case, tools, folder)
    if answer.code != 0:
        return Verdict({"refused": 1}, answer.defect())
    rng, how = random.Random(case.settings["places"]), case.settings["full"]
    if how == "size":
        largest = max(path.stat().st_size for path in folder.iterdir())
        places = [0, 1] + [rng.randrange(largest + 1) for _ in range(PLACES - 2)]
    else:
        places = rng.sample(range(1, calls + 1), min(calls, PLACES))
    for done, place in enumerate(places, 1):
        folder, inputs = outputs.prepare(case, tools)
        before = contents(folder)
        if how == "size":
            answer = tools.run(*arguments(case), cwd=folder, file_size=place)
        else:
            env = {"LD_PRELOAD": tools.shim, "SHIM_AT": str(place), "SHIM_DO": how}
            answer = tools.run(*arguments(case), cwd=folder, env=env)
        failure = answer.defect() or outputs.wrong(case, folder, inputs)
        if not failure and answer.code == 1:
            failure = f"exit code 1: {answer.said()}"
        after = contents(folder)
        names = sorted(name for name in before | after if before.get(name) != after.get(name))
        written = bool(names)
        if case.settings["writes"] != "release":
            names = [name for name in names if name.startswith(OWN)]  # of several files some may be done
        if not failure and answer.code == 2 and names:
            failure = f"exit code 2, but these files are not as before: {names}"
        # The last calls only rename and remove, which needs no room: then everything is there, and `wrong` has looked at it.
        if not failure and answer.code == 0 and how == "full" and not written:
            failure = "a full disk went unnoticed"
        if failure:
            return Verdict({"full disks": done}, f"{failure} ({how} at {place} of {calls} of {case.settings['writes']})")
    return Verdict({"full disks": len(places)})
