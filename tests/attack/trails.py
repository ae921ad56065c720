"""Persons who stay in a release, as pseudonyms: whole trails are recounted here, from the source, the key and the definition.

Claims: every trail of the release (all that the rows of one pseudonym show in the quasi-identifiers, each as often as it comes) is
shared by k pseudonyms or more; everybody who is released has all their rows and no others; who is suppressed goes with all rows, and
they are just those whose trails fewer share, no more of them than the limit; the key knows everybody, each by one pseudonym, is
for its owner alone, and serves again; `verify` says the same k by itself; and what suppressed persons hold shows nowhere."""

import json
import random
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

from case import Case, Column, Verdict
from command import Tools
from files import read_rows, table_bytes, table_name, write
from studies import nested_rows

OUT = "out.csv"
VARIANTS = 4  # tables of each case in which suppressed persons hold something else


def make(rng: random.Random, seed: int) -> Case:
    people = rng.choice([6, 12, 25, 60])
    most = rng.choice([1, 2, 3, 4])
    whose = [f"p {rng.randrange(10**6)}-{person}" for person in range(people) for _ in range(rng.randint(1, most))]
    rng.shuffle(whose)
    case = Case("trails", seed, [Column("who", "person", whose)])
    # Persons are like themselves, so that trails meet now and then.
    for place in range(rng.choice([1, 1, 2, 3])):
        values = [str(10 * place + n) for n in range(rng.randint(2, 5))]
        usual = {person: rng.choice(values) for person in sorted(set(whose))}
        cells = [usual[person] if rng.random() < 0.7 else rng.choice(values) for person in whose]
        case.columns.append(Column(f"q{place}", "quasi-identifier", cells, "string", {"rows": nested_rows(rng, values)}))
    case.columns.append(Column("ill", "sensitive", [rng.choice("abc") for _ in whose]))
    model = rng.choice(["k-anonymity", "k-anonymity", "distinct-l-diversity", "t-closeness"])
    case.settings = {
        "privacy": [model], "limit": rng.choice(["0", "10%", "30%", "60%"]), "delimiter": ",", "threads": rng.choice([1, 2]),
        "k": rng.choice([2, 2, 3, 4]), "keep_order": rng.random() < 0.5, "space": rng.choice(["lattice", "lattice", "cuts"]),
        "changes": rng.randrange(1 << 30),
    }
    return case


def arguments(case: Case) -> list[str]:
    settings = case.settings
    found = ["release", "study.toml", "--pseudonym", "--require", f"k-anonymity={settings['k']}", "--max-loss", "1"]
    found += ["--space", settings["space"], "--seed", "1", "-o", OUT, "--json", "--quiet", "--force"]
    if settings["space"] == "cuts":
        found += ["--budget", "200"]
    return found + (["--keep-order", "--suppressed", "star"] if settings["keep_order"] else [])


def limit_of(case: Case, people: int) -> int:
    share = case.settings["limit"]
    return int(float(share.rstrip("%")) / 100 * people + 1e-9)


def trails_of(whose: list[str], shows: list[tuple[str, ...]]) -> dict[str, tuple]:
    found: dict[str, Counter] = defaultdict(Counter)
    for person, row in zip(whose, shows):
        found[person][row] += 1
    return {person: tuple(sorted(trail.items())) for person, trail in found.items()}


def check(case: Case, tools: Tools) -> Verdict:
    folder = tools.folder()
    write(case, folder)
    answer = tools.run(*arguments(case), cwd=folder)
    if defect := answer.defect():
        return Verdict({"trails": 1}, defect)
    if answer.code != 0:
        text = answer.said()
        known = "no point meets" in text or "is required" in text or "suppress" in text or "no point" in text
        left = sorted(path.name for path in folder.glob("out*"))
        return Verdict({"refused": 1}, None if known and not left else f"refused, with {left}: {text}")
    if failure := wrong(case, folder, tools, answer.out):
        return Verdict({"trails": 1}, failure)
    if failure := serves_again(case, folder, tools):
        return Verdict({"trails": 1}, failure)
    done, failure = tells(case, folder, tools)
    return Verdict({"trails": 1, "noninterference": done}, failure)


def parts(case: Case, folder: Path) -> tuple[dict[str, str], list[str], list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The key, and of each row that was released the pseudonym, what it shows, and all cells beside the pseudonym."""
    key = json.loads((folder / f"{OUT}.key.json").read_text())["pseudonyms"]
    header, rows = read_rows(folder / OUT)
    at = header.index("who")
    quasi = [header.index(column.name) for column in case.quasi()]
    rows = [row for row in rows if row[at] != "*"]
    return key, [row[at] for row in rows], [tuple(row[q] for q in quasi) for row in rows], [
        tuple(cell for place, cell in enumerate(row) if place != at) for row in rows
    ]


def wrong(case: Case, folder: Path, tools: Tools, printed: bytes) -> str | None:
    k, source = case.settings["k"], case.columns[0].values
    key, whose, shows, _ = parts(case, folder)
    if (folder / f"{OUT}.key.json").stat().st_mode & 0o777 != 0o600:
        return "the key is not for its owner alone"
    if set(key) != set(source) or len(set(key.values())) != len(key):
        return "the key does not know everybody by one pseudonym"
    name = {pseudonym: person for person, pseudonym in key.items()}
    if any(pseudonym not in name for pseudonym in whose) or any(person in (folder / OUT).read_text() for person in key):
        return "somebody is shown who is not in the key, or by name"
    released, all_rows = Counter(name[pseudonym] for pseudonym in whose), Counter(source)
    if any(rows != all_rows[person] for person, rows in released.items()):
        return "somebody has lost some rows and not all"
    ill = Counter(zip((name[p] for p in whose), (row[-1] for row in parts(case, folder)[3])))
    if ill != Counter((p, v) for p, v in zip(source, case.columns[-1].values) if p in released):
        return "somebody has another sensitive value than before"
    gone = set(source) - set(released)
    if len(gone) > limit_of(case, len(all_rows)):
        return f"{len(gone)} of {len(all_rows)} persons are suppressed, more than the limit"
    shared = Counter(trails_of(whose, shows).values())
    least = min(shared.values())
    if least < k:
        return f"a trail is shared by {least} persons only, and {k} are required"
    record = json.loads((folder / f"{OUT}.record.json").read_text())
    told = record["guaranteed"].get("k-anonymity", {}).get("k")
    if told != least or record["persons"] != len(released) or record["suppressed"]["persons_who_lost_rows"] != len(gone):
        return f"the record says k = {told} of {record['persons']} persons; found {least} of {len(released)}"
    if record != json.loads(printed):
        return "what was printed is not the record"
    if (cells := len({(row, trail) for row, trail in zip(shows, (trails_of(whose, shows)[p] for p in whose))})) != record["classes"]:
        return f"the record says {record['classes']} classes, found {cells}"
    verified = tools.run("verify", OUT, "--json", cwd=folder)
    if verified.code != 0:
        return f"verify: {verified.said()}"
    found = {model["name"]: model["level"] for model in json.loads(verified.out)["models"]}
    if found["k-anonymity"] != least or not json.loads(verified.out)["trails"]:
        return f"verify says k = {found['k-anonymity']}, found {least}"
    if case.settings["keep_order"]:
        return unfaithful(case, folder, key, gone)
    return None


def unfaithful(case: Case, folder: Path, key: dict[str, str], gone: set[str]) -> str | None:
    """Row by row: who is who, and values of one group show one label."""
    header, rows = read_rows(folder / OUT)
    if len(rows) != case.rows:
        return f"{len(rows)} rows of {case.rows}"
    at = header.index("who")
    label: dict[tuple[str, str], str] = {}
    for number, row in enumerate(rows):
        person = case.columns[0].values[number]
        if row[at] != ("*" if person in gone else key[person]):
            return f"row {number} is shown as somebody else"
        for column in case.quasi() if person not in gone else []:
            shown = row[header.index(column.name)]
            if label.setdefault((column.name, column.values[number]), shown) != shown:
                return f"{column.name}: one value shows two labels"
    # With the labels that were found, those who are suppressed are just those whose trails fewer share.
    if case.settings["privacy"] != ["k-anonymity"] or any((c.name, v) not in label for c in case.quasi() for v in c.values):
        return None
    shows = [tuple(label[c.name, c.values[row]] for c in case.quasi()) for row in range(case.rows)]
    trails = trails_of(case.columns[0].values, shows)
    shared = Counter(trails.values())
    least = min(shared[trail] for person, trail in trails.items() if person not in gone)
    if gone != {person for person, trail in trails.items() if shared[trail] < least}:
        return "others are suppressed than those whose trails fewest share"
    return None


def serves_again(case: Case, folder: Path, tools: Tools) -> str | None:
    """The same key for a second release, of a table in which somebody is new."""
    key = json.loads((folder / f"{OUT}.key.json").read_text())["pseudonyms"]
    more = replace(case, columns=[replace(c, values=c.values * 2) for c in case.columns])
    more.columns[0].values[case.rows :] = [f"{person} new" for person in case.columns[0].values]
    (folder / table_name(case)).write_bytes(table_bytes(more))
    words = [word if word != OUT else "second.csv" for word in arguments(case)]
    answer = tools.run(*words, "--key", f"{OUT}.key.json", cwd=folder)
    (folder / table_name(case)).write_bytes(table_bytes(case))
    if answer.code != 0:
        return f"with the key of the first: {answer.said()}"
    after = json.loads((folder / f"{OUT}.key.json").read_text())["pseudonyms"]
    if any(after[person] != pseudonym for person, pseudonym in key.items()) or len(after) != 2 * len(key):
        return "the key has changed for somebody, or somebody new is not in it"
    if (folder / "second.csv.key.json").exists():
        return "there is a second key"
    header, rows = read_rows(folder / "second.csv")
    if not {row[header.index("who")] for row in rows} - {"*"} <= set(after.values()):
        return "the second release has pseudonyms that the key does not know"
    return None


def shared_of(case: Case, folder: Path, tools: Tools, levels: str, k: int) -> tuple[object, set[str]] | str:
    """All that may be shared of a release at given levels, with persons in the place of pseudonyms; and who is suppressed."""
    words = ["release", "study.toml", "--pseudonym", "--levels", levels, f"--level={k}", "--privacy", "k-anonymity"]
    order = ["--keep-order", "--suppressed", "star"] if case.settings["keep_order"] else []
    answer = tools.run(*words, *order, "-o", OUT, "--json", "--quiet", "--force", cwd=folder)
    if answer.code != 0:
        return answer.defect() or answer.said()
    key, whose, _, cells = parts(case, folder)
    name = {pseudonym: person for person, pseudonym in key.items()}
    record = json.loads((folder / f"{OUT}.record.json").read_text())
    del record["input"], record["output"]["sha256"]
    report = json.loads((folder / f"{OUT}.report.json").read_text())
    del report["hashes"], report["made"]["date"]
    report.pop("sample", None)
    rows = list(zip((name[p] for p in whose), cells))
    rows = rows if case.settings["keep_order"] else sorted(rows)
    return (rows, record, report), set(case.columns[0].values) - {person for person, _ in rows}


def tells(case: Case, folder: Path, tools: Tools) -> tuple[int, str | None]:
    """Tables that differ in what suppressed persons hold give the same release, record and public report."""
    if case.settings["space"] != "lattice":
        return 0, None
    rng = random.Random(case.settings["changes"])
    levels = ",".join(f"{c.name}={rng.randrange(len(c.hierarchy['rows'][0]))}" for c in case.quasi())
    base = shared_of(case, folder, tools, levels, case.settings["k"])
    if isinstance(base, str) or not base[1]:
        return 0, base if isinstance(base, str) and "recount" in base else None
    done = 0
    for _ in range(3 * VARIANTS):
        columns = []
        for column in case.columns:
            values = list(column.values)
            known = sorted(set(values))
            for row, person in enumerate(case.columns[0].values):
                if column.role != "person" and person in base[1] and rng.random() < 0.6:
                    values[row] = rng.choice(known)
            columns.append(replace(column, values=values))
        other = replace(case, columns=columns)
        (folder / table_name(case)).write_bytes(table_bytes(other))
        found = shared_of(other, folder, tools, levels, case.settings["k"])
        # Somebody else may be suppressed now, or nobody: another question.
        if isinstance(found, str) or found[1] != base[1]:
            continue
        done += 1
        for what, a, b in zip(("rows", "record", "report"), base[0], found[0]):
            if a != b:
                return done, f"{sorted(base[1])} are suppressed in both, and the {what} differs: {str(a)[:300]} / {str(b)[:300]}"
        if done == VARIANTS:
            break
    return done, None
