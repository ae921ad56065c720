"""Compares every privacy model of `celosia verify --json` with the Python package pycanon.

    python cross_check.py CELOSIA_BINARY REPOSITORY

Where both define a model alike, the numbers must agree. Where they do not, DIFFERENCES names the difference, and two
numbers are checked: ours against our definition and theirs against theirs, each written out here the slow way. So the
test also fails when the stated reason is not (or no longer) the true one.
"""

import json
import math
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pandas as pd
from pycanon import anonymity

RANDOM_TABLES = 40
ADULT = [  # quasi-identifiers with few classes: pycanon filters the whole table once per class and value
    (["sex", "race", "salary-class"], ["occupation"]),
    (["sex", "race"], ["hours-per-week", "occupation"]),
    (["workclass", "sex"], ["hours-per-week"]),
    (["education"], ["salary-class", "occupation", "marital-status"]),
    (["marital-status", "race"], ["occupation"]),
    (["salary-class"], ["sex"]),
]
MISSING, NEVER = "?", "no cell says this"  # how Adult spells missing, and what is in no table
C, ALPHA = 3.0, 0.5  # celosia's usual second parameters
INFINITE = UNDEFINED = None  # as JSON says it


class Attribute:
    """A sensitive attribute: its values in each class, and the share of each value in the table."""

    def __init__(self, data, quasi, column):
        self.classes = [group[column].tolist() for _, group in data.groupby(quasi)]
        self.prior = shares(data[column].tolist())


def shares(values):
    return {value: count / len(values) for value, count in Counter(values).items()}


def falling(values):
    return sorted(Counter(values).values(), reverse=True)


def entropy_l(attributes):
    entropies = (-sum(q * math.log(q) for q in shares(c).values()) for a in attributes for c in a.classes)
    return math.exp(min(entropies))


def entropy_l_theirs(attributes):
    # Two equal shares may make 1.9999999999999998, which they call 1.
    return {math.floor(entropy_l(attributes) + noise) for noise in (-1e-9, 1e-9)}


def recursive_c(attributes, sort):
    """What c must exceed so that r1 < c (rl + ... + rm) in every class, l being the distinct l."""
    l = min(len(set(c)) for a in attributes for c in a.classes)
    counts = (sort(c) for a in attributes for c in a.classes)
    return UNDEFINED if l == 1 else max(r[0] / sum(r[l - 1 :]) for r in counts)


def recursive_c_theirs(attributes):
    c = recursive_c(attributes, lambda values: falling(values)[::-1])
    return UNDEFINED if c is UNDEFINED else math.floor(c) + 1


def gains(attribute):
    """(q - p) / p and -ln p of every value that a class shows more often than the table."""
    for values in attribute.classes:
        for value, q in shares(values).items():
            p = attribute.prior[value]
            if q > p * (1 + 1e-12):
                yield (q - p) / p, -math.log(p)


def enhanced_ours(attributes):
    found = [gain for a in attributes for gain in gains(a)]
    return INFINITE if any(gain > cap for gain, cap in found) else max((gain for gain, _ in found), default=0.0)


def enhanced_theirs(attributes):
    basic = (max((gain for gain, _ in gains(a)), default=0.0) for a in attributes)
    return max(min(beta, -math.log(min(a.prior.values()))) for a, beta in zip(attributes, basic))


def delta_theirs(attributes):
    shown = ((shares(c), a.prior) for a in attributes for c in a.classes)
    return max(abs(math.log(q / prior[value])) for own, prior in shown for value, q in own.items())


def delta_ours(attributes):
    if any(len(set(c)) < len(a.prior) for a in attributes for c in a.classes):
        return INFINITE
    return delta_theirs(attributes)


DIFFERENCES = {  # key of pycanon's report: reason, our definition, theirs
    "entropy_l_diversity": (
        "pycanon rounds l down to a whole number", entropy_l, entropy_l_theirs,
    ),
    "recursive_c_l_diversity": (
        "pycanon sorts counts rising, so that its r1 is the least frequent value, and gives floor(c) + 1; "
        "we give what c must exceed, r1 being the most frequent value",
        lambda attributes: recursive_c(attributes, falling), recursive_c_theirs,
    ),
    "enhanced_beta_likeness": (
        "pycanon caps beta at the largest -ln p; by the definition no beta holds where a gain exceeds its own -ln p",
        enhanced_ours, enhanced_theirs,
    ),
    "delta_disclosure": (
        "pycanon skips values that a class lacks; by the definition they make delta infinite",
        delta_ours, delta_theirs,
    ),
}


def pycanon_report(data, quasi, sensitive):
    """pycanon's report, in the shape of its JSON."""
    alpha, k = anonymity.alpha_k_anonymity(data, quasi, sensitive)
    c, l = anonymity.recursive_c_l_diversity(data, quasi, sensitive)
    return {
        "k_anonymity": {"k": anonymity.k_anonymity(data, quasi)},
        "alpha_k_anonymity": {"alpha": alpha, "k": k},
        "l_diversity": {"l": anonymity.l_diversity(data, quasi, sensitive)},
        "entropy_l_diversity": {"l": anonymity.entropy_l_diversity(data, quasi, sensitive)},
        "recursive_c_l_diversity": {"c": None if math.isnan(c) else c, "l": l},
        "basic_beta_likeness": {"beta": anonymity.basic_beta_likeness(data, quasi, sensitive)},
        "enhanced_beta_likeness": {"beta": anonymity.enhanced_beta_likeness(data, quasi, sensitive)},
        "t_closeness": {"t": pycanon_t(data, quasi, sensitive)},
        "delta_disclosure": {"delta": anonymity.delta_disclosure(data, quasi, sensitive)},
    }


def pycanon_t(data, quasi, sensitive):
    """pycanon divides by zero where a numeric attribute has one value; nothing is to be moved there."""
    varied = [column for column in sensitive if data[column].nunique() > 1]
    return anonymity.t_closeness(data, quasi, varied) if varied else 0.0


def expected_models(data, quasi, sensitive, attributes, theirs):
    """The level of each of our models, from pycanon's numbers where it has them."""
    equal = data.assign(**{column: data[column].astype(str) for column in sensitive})
    ordered = data.assign(**{column: data[column].rank(method="dense") for column in sensitive})
    sizes = data.groupby(quasi).size()
    counts = [falling(c) for a in attributes for c in a.classes]
    largest_l = (max((l for l in range(1, len(r) + 1) if r[0] < C * sum(r[l - 1 :])), default=0) for r in counts)
    alpha, k = theirs["alpha_k_anonymity"]["alpha"], theirs["k_anonymity"]["k"]
    return {
        "k-anonymity": k,
        "weighted-k": (sizes**2).sum() / len(data),  # not in pycanon
        "distinct-l-diversity": theirs["l_diversity"]["l"],
        "entropy-l-diversity": entropy_l(attributes),
        "recursive-l-diversity": min(largest_l),  # pycanon looks for c, not for l
        "frequency-l-diversity": 1 / alpha,
        "t-closeness": pycanon_t(equal, quasi, sensitive),
        "t-closeness-ordered": pycanon_t(ordered, quasi, sensitive),
        "alpha-k-anonymity": k if alpha <= ALPHA else 0,
        "beta-likeness": theirs["basic_beta_likeness"]["beta"],
        "enhanced-beta-likeness": enhanced_ours(attributes),
        "delta-disclosure": delta_ours(attributes),
        # t-closeness-hierarchical: pycanon has none, and verify is given no hierarchy.
    }


def verify(celosia, path, quasi, sensitive, *flags):
    """What celosia says of a table, or why it says nothing."""
    command = [celosia, "verify", path, "--quasi", ",".join(quasi), "--sensitive", ",".join(sensitive), "--json", *flags]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        return None, f"{' '.join(map(str, command))}: exit code {run.returncode}\n{run.stderr}"
    return json.loads(run.stdout), None


def at_worst(values):
    """A class's values with its missing cells as the most frequent one: the worst that they may have been."""
    real = [value for value in values if value != MISSING]
    return real + (len(values) - len(real)) * falling_values(real)[:1] if real else values


def falling_values(values):
    return [value for value, _ in Counter(values).most_common()]


def check_missing(celosia, path, data, quasi, sensitive):
    """Where celosia knows that a cell is missing it adds nothing to diversity; pycanon counts it as one value more."""
    ours, failure = verify(celosia, path, quasi, sensitive)
    if failure:
        return 1, [failure]
    attributes = [Attribute(data, quasi, column) for column in sensitive]
    for attribute in attributes:
        attribute.classes = [at_worst(values) for values in attribute.classes]
    classes = [values for attribute in attributes for values in attribute.classes]
    levels = {model["name"]: model["level"] for model in ours["models"]}
    comparisons = [
        ("distinct-l-diversity", min(len(set(values)) for values in classes)),
        ("entropy-l-diversity", entropy_l(attributes)),
        ("frequency-l-diversity", min(len(values) / falling(values)[0] for values in classes)),
    ]
    place = f"adult with missing cells, quasi {quasi}, sensitive {sensitive}"
    wrong = [(what, levels[what], wanted) for what, wanted in comparisons if differ(levels[what], wanted)]
    return len(comparisons), [f"{place}: {what}: found {found}, expected {wanted}" for what, found, wanted in wrong]


def check(celosia, name, path, data, quasi, sensitive):
    """The number of comparisons of one table, and what disagrees."""
    # To pycanon a missing cell is a value like any other: `check_missing` is about that difference.
    ours, failure = verify(celosia, path, quasi, sensitive, "--missing-values", NEVER)
    if failure:
        return 1, [failure]
    theirs = pycanon_report(data, quasi, sensitive)
    attributes = [Attribute(data, quasi, column) for column in sensitive]

    comparisons = []  # what, found, expected
    for model, parameters in theirs.items():
        for letter, their_level in parameters.items():
            our_level = ours["pycanon"].get(model, {}).get(letter, "absent")
            what = f"{model}.{letter}"
            if model in DIFFERENCES and what != "recursive_c_l_diversity.l":
                reason, our_definition, their_definition = DIFFERENCES[model]
                comparisons.append((f"{what} of celosia", our_level, our_definition(attributes)))
                comparisons.append((f"{what} of pycanon ({reason})", their_level, their_definition(attributes)))
            else:
                comparisons.append((what, our_level, their_level))
    levels = {model["name"]: model["level"] for model in ours["models"]}
    for model, level in expected_models(data, quasi, sensitive, attributes, theirs).items():
        comparisons.append((f"model {model}", levels.get(model, "absent"), level))
    place = f"{name}, quasi {quasi}, sensitive {sensitive}"
    wrong = [(what, found, wanted) for what, found, wanted in comparisons if differ(found, wanted)]
    return len(comparisons), [f"{place}: {what}: found {found}, expected {wanted}" for what, found, wanted in wrong]


def differ(found, wanted):
    if isinstance(wanted, set):
        return found not in wanted
    if found is None or wanted is None or isinstance(found, str):
        return found is not wanted
    return not math.isclose(found, wanted, rel_tol=1e-9, abs_tol=1e-9)


def random_table(seed):
    rng = random.Random(seed)
    rows = round(5 * 60 ** rng.random())  # 5 to 300, small ones as often as large ones
    quasi = [f"q{i}" for i in range(rng.randint(1, 3))]
    sensitive = [f"s{i}" for i in range(rng.randint(1, 3))]

    def column(most):
        values = rng.sample(range(-20, 100), rng.randint(1, most))
        values = values if rng.random() < 0.5 else [f"value {v}" for v in values]
        return rng.choices(values, weights=[rng.random() + 0.05 for _ in values], k=rows)

    return pd.DataFrame({c: column(4 if c in quasi else 7) for c in quasi + sensitive}), quasi, sensitive


def main():
    celosia, adult = sys.argv[1], Path(sys.argv[2]) / "data" / "adult" / "adult.csv"
    data = pd.read_csv(adult)
    with tempfile.TemporaryDirectory() as folder:
        cases = [("adult", adult, data, quasi, sensitive) for quasi, sensitive in ADULT]
        for seed in range(RANDOM_TABLES):
            table, quasi, sensitive = random_table(seed)
            path = Path(folder) / f"random-{seed}.csv"
            table.to_csv(path, index=False)
            cases.append((f"random table {seed}", path, table, quasi, sensitive))
        passed = failed = 0
        found = [check(celosia, *case) for case in cases]
        found += [check_missing(celosia, adult, data, quasi, sensitive) for quasi, sensitive in ADULT]
        for compared, wrong in found:
            passed, failed = passed + compared - len(wrong), failed + len(wrong)
            print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    print("differences by definition, checked on both sides:")
    for model, (reason, _, _) in DIFFERENCES.items():
        print(f"  {model}: {reason}")
    print("  missing cells: pycanon counts them as one value more; known to be missing, they add nothing to diversity")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
