"""Kills: SIGKILL and SIGTERM at the n-th call that changes a file, for every n, by a shim that counts (shim.c).

Claims: whatever n is, nothing stands under a final name unless it is whole and consistent, what is left over only its
owner may read, and the same command run again succeeds and leaves nothing of the kind behind."""

import random
import signal

import outputs
from case import Case, Verdict
from command import Tools
from outputs import OWN, arguments

PLACES = 12  # of one case


def make(rng: random.Random, seed: int) -> Case:
    case = outputs.make(rng, "kills", seed)
    case.settings["signal"] = rng.choice(["kill", "kill", "term"])
    return case


def check(case: Case, tools: Tools) -> Verdict:
    prepared = outputs.prepare(case, tools)
    if prepared is None:
        return Verdict({"refused": 1})
    folder, inputs = prepared
    answer, calls = outputs.calls(case, tools, folder)
    if answer.code != 0:
        return Verdict({"refused": 1}, answer.defect())
    numbers = list(range(1, calls + 1))
    random.Random(case.settings["places"]).shuffle(numbers)
    how = case.settings["signal"]
    done = 0
    for n in numbers[:PLACES]:
        folder, inputs = outputs.prepare(case, tools)
        env = {"LD_PRELOAD": tools.shim, "SHIM_AT": str(n), "SHIM_DO": how}
        answer = tools.run(*arguments(case), cwd=folder, env=env)
        done += 1
        at = f"{how} at call {n} of {calls} of {case.settings['writes']}"
        if failure := ended(how, answer):
            return Verdict({"kills": done}, f"{failure} ({at})")
        if failure := outputs.wrong(case, folder, inputs):
            return Verdict({"kills": done}, f"{failure} ({at})")
        if failure := again(case, tools, folder, inputs):
            return Verdict({"kills": done}, f"run again: {failure} ({at})")
    return Verdict({"kills": done})


def ended(how: str, answer) -> str | None:
    """Killed, ended by the signal or by itself because of it, or done already."""
    allowed = [-signal.SIGKILL] if how == "kill" else [-signal.SIGTERM, 128 + signal.SIGTERM, 130, 0]
    return None if answer.code in allowed else f"exit code {answer.code}: {answer.said()}"


def again(case: Case, tools: Tools, folder, inputs: set[str]) -> str | None:
    answer = tools.run(*arguments(case), cwd=folder)
    if b"already" in answer.err and case.settings["writes"] in ("inspect", "checkpoint", "generate"):
        return None  # they do not write over what is there
    if answer.code != 0:
        return answer.defect() or answer.said()
    if any(path.name.startswith(OWN) for path in folder.iterdir()):
        return "something of the killed run is still there"
    return outputs.wrong(case, folder, inputs)
