"""Reports of each kind, made by the command: a lattice, cuts, several objectives, ties, a question, a search cut short."""

import random
import subprocess
from pathlib import Path

ADULT = Path("data/adult").resolve()
# A name may hold anything; on the page it is text.
STRANGE = "<img src=x onerror=alert(1)>"


def small_table(path: Path) -> None:
    """A few hundred people, with a column whose name would be markup. Everybody has a mirror image: points have ties."""
    rng = random.Random(7)
    lines = [f'mother,father,"{STRANGE}",illness']
    for _ in range(200):
        mother, father = rng.randrange(20, 60), rng.randrange(20, 60)
        more = f"{rng.choice(['north', 'south', '<b>east</b>'])},{rng.choice(['flu', 'cold', 'none'])}"
        lines += [f"{mother},{father},{more}", f"{father},{mother},{more}"]
    path.write_text("\n".join(lines) + "\n")


def make(celosia: str, folder: Path) -> dict[str, Path]:
    """Writes all reports; returns them by name."""
    small_table(folder / "small.csv")
    roles = ["--quasi", "mother,father," + STRANGE, "--sensitive", "illness"]
    fives = [f"--hierarchy={name}={{ interval = [5, 10, 20] }}" for name in ("mother", "father")]
    small = ["front", "small.csv", *roles, *fives]
    adult = ["front", str(ADULT / "study.toml")]
    few = ["front", str(ADULT / "adult.csv"), "--quasi", "age,sex,race", "--sensitive", "occupation"]
    commands = {
        "lattice": [*adult],
        "ties": [*small, "--suppression", "5%"],
        "cuts": [*small, "--space", "cuts", "--seed", "3", "--suppression", "5%"],
        "objectives": [*few, "--privacy", "k-anonymity,t-closeness", "--loss", "general-loss,discernibility",
                       "--suppressed-rows", "--suppression", "1%"],
        "closeness": [*few, "--privacy", "t-closeness", "--suppression", "1%"],
        "question": [*adult, "--k", "10"],
        "budget": [*adult, "--budget", "60"],
    }
    reports = {}
    for name, command in commands.items():
        reports[name] = folder / f"{name}.html"
        run(celosia, folder, [*command, "--json", "--report", f"{name}.html"])
    run(celosia, folder, [*adult, "--json", "--chart", "front.svg"])
    assert (folder / "front.svg").read_text() == (ADULT / "../../docs/front.svg").read_text(), "renew docs/front.svg"
    reports["compared"] = folder / "compared.html"
    run(celosia, folder, ["compare", "small.csv", *roles, *fives, "--with", "exact,poka", "--json", "-o", "compared.html"])
    return reports


def releases(celosia: str, folder: Path) -> dict[str, Path]:
    """Releases with their reports: both editions by name."""
    small = ["release", "small.csv", "--quasi", "mother,father," + STRANGE, "--sensitive", "illness"]
    adult = ["release", str(ADULT / "adult.csv"), "--quasi", "age,sex,race,education,native-country", "--sensitive", "occupation",
             "--class", "salary-class", "--insensitive", "hours-per-week"]
    commands = {
        "adult": [*adult, "--k", "10", "--author", "A. Person <b>& Co</b>"],
        "whole": ["release", str(ADULT / "study.toml"), "--knee"],
        "markup": [*small, "--k", "5", "--suppression", "5%"],
        "regions": [*adult, "--space", "regions", "--k", "20"],
        "stars": [*small, "--k", "5", "--suppression", "10%", "--suppressed", "star"],
    }
    reports = {}
    for name, command in commands.items():
        run(celosia, folder, [*command, "--quiet", "-o", f"{name}.csv"])
        for edition in ("report", "internal"):
            reports[f"release-{name}-{edition}"] = folder / f"{name}.csv.{edition}.html"
    return reports


def run(celosia: str, folder: Path, command: list[str]) -> None:
    done = subprocess.run([celosia, *command], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"celosia {' '.join(command)}\n{done.stderr}"
