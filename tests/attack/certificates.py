"""Certificates: a true one is accepted; one that was tampered with is refused, unless the change means nothing.

Claims: a front that exact search calls complete has a certificate that `certify` accepts, with this study and no other; once
a value, a point, a tie or a node is changed, dropped or added, `certify` says no (exit 1) or that it is about something else
(exit 2). Leaving out a node may be accepted, because other nodes may prove the same; the front then stays as it was."""

import copy
import json
import random

from case import Case, Verdict
from command import Tools
from files import write
from fronts import NOT_MONOTONE
from studies import study

TAMPERINGS = 6  # of one certificate
WAYS = (
    "value", "listed value", "levels", "suppressed", "drop point", "add point", "tie", "drop node", "add node", "claim", "outcome",
)


def make(rng: random.Random, seed: int) -> Case:
    while True:
        rows = round(2 * 16 ** rng.random())
        case = study(rng, "certificates", seed, rows=rows, tame=True, made=rng.random() < 0.3)
        if not any(name in NOT_MONOTONE for name in case.settings["loss"]) and case.settings["rule"] != "at-weighted-k":
            break
    case.settings["tampering"] = rng.randrange(1 << 30)
    return case


def arguments(_: Case) -> list[str]:
    return ["front", "study.toml", "--json", "--quiet", "--search=exact", "--certificate=proof.json"]


def check(case: Case, tools: Tools) -> Verdict:
    folder = tools.folder()
    write(case, folder)
    answer = tools.run(*arguments(case), cwd=folder)
    if answer.code == 2 and not answer.defect():
        return Verdict({"refused": 1})
    if answer.code != 0:
        return Verdict({"certificates": 1}, f"front: {answer.defect() or answer.said()}")
    counts = {"certificates": 1, "tampered": 0, "accepted without a node": 0}
    answer = tools.run("certify", "study.toml", "proof.json", "--json", cwd=folder)
    if answer.code != 0 or json.loads(answer.out)["proven"] is not True:
        return Verdict(counts, f"a true certificate is refused: {answer.defect() or answer.said() or answer.out.decode()}")
    proof = json.loads((folder / "proof.json").read_text())
    rng = random.Random(case.settings["tampering"])
    for _ in range(TAMPERINGS):
        changed, what, harmless = tampered(rng, proof)
        if changed == proof:
            continue
        (folder / "changed.json").write_text(json.dumps(changed))
        answer = tools.run("certify", "study.toml", "changed.json", "--json", cwd=folder)
        counts["tampered"] += 1
        if defect := answer.defect():
            return Verdict(counts, f"{what}: {defect}")
        if answer.code == 0 and not harmless:
            return Verdict(counts, f"accepted, though {what}")
        counts["accepted without a node"] += answer.code == 0
    return Verdict(counts)


def tampered(rng: random.Random, proof: dict) -> tuple[dict, str, bool]:
    """A changed certificate, what was changed, and whether it may still be a proof of the same front."""
    changed = copy.deepcopy(proof)
    points, nodes, claim = changed["front"], changed["nodes"], changed["claim"]
    point, node = rng.choice(points), rng.choice(nodes)
    way = rng.choice(WAYS)
    if way == "value":
        place = rng.randrange(len(point["values"]))
        point["values"][place] = other(rng, point["values"][place])
    elif way == "levels":
        place = rng.randrange(len(point["levels"]))
        point["levels"][place] += rng.choice([-1, 1, 300])
        if point["levels"][place] < 0:
            point["levels"][place] = 1
        # A tie may lead just as well.
        if point["levels"] in [tie[0] for tie in point["ties"]]:
            return proof, way, True
    elif way == "suppressed":
        point["suppressed"] += rng.choice([1, 2, 1000])
    elif way == "drop point":
        points.remove(point)
    elif way == "add point":
        more = copy.deepcopy(point) | {"values": [other(rng, v) for v in point["values"]]}
        points.insert(rng.randrange(len(points) + 1), more)
    elif way == "tie":
        if point["ties"]:
            point["ties"].remove(rng.choice(point["ties"]))
        else:
            point["ties"].append([[level + 1 for level in point["levels"]], point["suppressed"]])
    elif way == "drop node":
        nodes.remove(node)
        return changed, way, True
    elif way == "add node":
        nodes.append({"levels": [level + 50 for level in node["levels"]], "outcomes": node["outcomes"]})
    elif way == "claim":
        key = rng.choice(["rows", "distinct", "limit", "name", "goal"])
        if key in ("rows", "distinct"):
            claim[key] += 1
        elif key == "limit":
            claim["suppression"]["limit"] += 1
        elif key == "name":
            claim["attributes"][0]["name"] += "x"
        else:
            claim["objectives"][0]["goal"] = "min" if claim["objectives"][0]["goal"] == "max" else "max"
    elif way == "outcome":
        node["outcomes"].pop(rng.randrange(len(node["outcomes"])))
    else:
        outcome = rng.choice(node["outcomes"])
        place = rng.randrange(len(outcome[1]))
        outcome[1][place] = other(rng, outcome[1][place])
    return changed, f"{way} was changed", False


def other(rng: random.Random, value: float | None) -> float:
    """A different value; what differs in the thirteenth decimal only is the same."""
    if value is None:
        return 1.5
    return value + rng.choice([1e-6, -1e-6, 1, -1, 0.5, 1e9])
