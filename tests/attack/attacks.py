"""The list of attacks: how many cases the fixed run has of each, and their share of a night."""

import random
import re
import traceback
from dataclasses import dataclass
from types import ModuleType

import certificates
import fronts
import full_disks
import kills
import mutations
import noninterference
import releases
import trails
from case import Case, Verdict
from command import Tools


@dataclass(frozen=True)
class Attack:
    """A module with `make`, which draws a case, and `check`, which runs it."""

    module: ModuleType
    fixed: int
    share: int

    def draw(self, seed: str, number: int) -> Case:
        """The case of this seed and number, whatever else is run."""
        return self.module.make(random.Random(f"{self.module.__name__} {seed} {number}"), number)


ATTACKS: dict[str, Attack] = {
    "releases": Attack(releases, fixed=400, share=20),
    "fronts": Attack(fronts, fixed=400, share=15),
    "certificates": Attack(certificates, fixed=100, share=8),
    "mutations": Attack(mutations, fixed=80, share=8),
    "kills": Attack(kills, fixed=60, share=3),
    "full_disks": Attack(full_disks, fixed=60, share=3),
    "noninterference": Attack(noninterference, fixed=150, share=40),
    "trails": Attack(trails, fixed=60, share=3),
}


def check(case: Case, tools: Tools) -> Verdict:
    """What comes of a case. An attack that breaks is a failure too: what it met is not what is documented."""
    try:
        return ATTACKS[case.attack].module.check(case, tools)
    except Exception:  # the night must go on
        return Verdict({"broken": 1}, "the attack itself broke:\n" + traceback.format_exc()[-1500:])


def kind(failure: str) -> str:
    """Failures of one kind differ in values and numbers only."""
    line = failure.strip().splitlines()[-1 if "broke" in failure else 0]
    words = re.sub(r"\([^()]*\)$|'[^']*'|\"[^\"]*\"|[^a-z :]+", " ", line)
    return " ".join(words.split()[:8])
