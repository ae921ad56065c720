"""Compares what celosia proposed and released with what a person expects of a table."""

import datetime
import re

# What no label may look like: codes of intervals and sets, which readers took for something else.
CODES = re.compile(r"^[\[(]-?[\d.]+, ?-?[\d.]+[\])]$|^\{.*\}$|^[≥≤]=? ?\d+( or rare)?$|rare values?\}?$")
INTERVAL = re.compile(r"^[\[(]?-?[\d.]+\s*(–|-|,|to|to under)\s*-?[\d.]+[\])]?$")
HIDDEN = {"identifier", "person", "free-text", "left-out"}
GERMAN = {
    "Januar": "January",
    "Februar": "February",
    "März": "March",
    "Mai": "May",
    "Juni": "June",
    "Juli": "July",
    "Oktober": "October",
    "Dezember": "December",
}


class Score:
    """Checks that held, and the misses."""

    def __init__(self):
        self.right, self.misses = 0, []

    def check(self, holds, miss):
        """Counts a check; the miss says what was expected and what was found."""
        if holds:
            self.right += 1
        else:
            self.misses.append(miss)

    def total(self):
        """How many checks there were."""
        return self.right + len(self.misses)


def several(value):
    """A value or a list of them, as a list."""
    return value if isinstance(value, list) else [value]


def judge(flow, expected):
    """All that is expected of one table."""
    score = Score()
    if "refused" in expected:
        told = flow.refused(*expected.get("arguments", []))
        score.check(told is not None, "inspect takes it, or ends otherwise than with 2")
        for words in expected["refused"]:
            score.check(
                any(word.lower() in (told or "").lower() for word in several(words)),
                f"the error says none of {words}: {told}",
            )
        return score
    if not flow.inspect(*expected.get("arguments", [])):
        score.check(False, flow.faults[-1])
        return score
    score.check(
        flow.looked["rows"] == expected["rows"], f"{expected['rows']} rows expected, {flow.looked['rows']} read"
    )
    names = [c["name"] for c in flow.looked["columns"]]
    columns = {}
    for name, wanted in expected["columns"].items():
        place = int(name[1:]) - 1 if re.fullmatch(r"@\d+", name) else None
        found = (names[place] if place < len(names) else None) if place is not None else name if name in names else None
        score.check(found is not None, f"column {name!r}: not among {names}")
        if found is not None:
            columns[found] = wanted
    score.check(len(names) == expected.get("width", len(expected["columns"])), f"{len(names)} columns: {names}")
    for words in expected.get("says", []):
        found = any(word.lower() in flow.text.lower() for word in several(words))
        score.check(found, f"inspect says none of {words}")
    for name, wanted in columns.items():
        proposal(score, flow, name, wanted)
        if flow.role(name) == "quasi-identifier":
            hierarchy(score, flow, name, wanted)
    score.check(flow.edited(), f"inspect, run again, does not keep a person's edit: {flow.faults[-1:]}")
    release(score, flow, expected, columns)
    return score


def proposal(score, flow, name, wanted):
    """Role, kind, type, format and missing cells of a column."""
    look, keys = flow.column(name), flow.keys(name)
    if "role" in wanted:
        score.check(
            flow.role(name) in several(wanted["role"]),
            f"{name}: role {wanted['role']} expected, {flow.role(name)} proposed "
            f"({look.get('kind', 'no kind')}; {look.get('why')})",
        )
    if "kind" in wanted:
        told = f"{look.get('kind', '')} {look.get('why', '')}".lower()
        score.check(
            any(k.lower() in told for k in several(wanted["kind"])),
            f"{name}: kind {wanted['kind']} expected, found {told!r}",
        )
    if "type" in wanted:
        found = keys.get("type", look.get("type"))
        score.check(found in several(wanted["type"]), f"{name}: type {wanted['type']} expected, {found} found")
    if "format" in wanted:
        found = keys.get("format", "")
        score.check(
            str(found).lower() in [f.lower() for f in several(wanted["format"])],
            f"{name}: format {wanted['format']} expected, {found!r} found",
        )
    for spelling in several(wanted.get("missing", [])):
        score.check(
            spelling in flow.missing(name),
            f"{name}: {spelling!r} is missing, the study has {sorted(flow.missing(name))}",
        )
    for spelling in several(wanted.get("not-missing", [])):
        score.check(
            spelling not in flow.missing(name), f"{name}: {spelling!r} is a value, the study takes it as missing"
        )


def hierarchy(score, flow, name, wanted):
    """The groups of a column, whatever the study calls them."""
    rows = flow.hierarchy(name)
    score.check(bool(rows), f"{name}: no hierarchy could be built")
    if not rows:
        return
    depth = min(len(row) for row in rows.values())
    gone = flow.missing(name)
    rows = {value: row for value, row in rows.items() if value not in gone and value != "missing"}
    levels = [{v: row[level] for v, row in rows.items()} for level in range(1, depth)]
    inner = [level for level in levels if len(set(level.values())) > 1]
    labels = {label for level in levels for value, label in level.items() if label not in rows}
    coded = sorted(label for label in labels if CODES.search(label))
    score.check(not coded, f"{name}: labels in code: {coded[:3]}")
    if "steps" in wanted:
        score.check(
            len(inner) >= wanted["steps"],
            f"{name}: {wanted['steps']} steps between value and top expected, {len(inner)} there",
        )
    order = in_order(wanted, list(rows))
    if order is not None:
        absent = [v for v in order if v not in rows]
        score.check(not absent, f"{name}: {absent[:3]} stand not in the hierarchy: {list(rows)[:4]}")
        broken = [
            (n + 1, pair) for n, level in enumerate(levels) for pair in not_runs([v for v in order if v in rows], level)
        ]
        score.check(
            not broken,
            f"{name}: groups are no runs of neighbours: level {broken[0][0]}, {broken[0][1]}" if broken else "",
        )
    for pair in wanted.get("together", []):
        there = all(v in rows for v in pair)
        score.check(
            there and any(len({level[v] for v in pair}) == 1 for level in inner),
            f"{name}: {pair} in one group below the top expected",
        )
    for pair in wanted.get("apart", []):
        there = all(v in rows for v in pair)
        score.check(
            there and all(len({level[v] for v in pair}) > 1 for level in inner),
            f"{name}: {pair} share a group below the top",
        )
    for value, accepted in wanted.get("label", {}).items():
        shown = [level.get(value) for level in levels]
        score.check(
            any(s in several(accepted) for s in shown),
            f"{name}: {value} shown as one of {accepted} expected, {shown} found",
        )
    if wanted.get("no-interval"):
        bad = sorted(label for label in labels if INTERVAL.match(label))
        score.check(not bad, f"{name}: codes as intervals: {bad[:3]}")
    if "grouped-by" in wanted:
        dates = {v: moment(v, wanted["dates"]) for v in rows}
        ways = {
            "month": lambda d: (d.year, d.month),
            "year": lambda d: d.year,
            "decade": lambda d: d.year // 10,
            "hour": lambda d: d.hour,
        }
        fits = any(
            same({v: ways[way](dates[v]) for v in rows}, level)
            for way in several(wanted["grouped-by"])
            for level in inner
            if None not in dates.values()
        )
        score.check(
            fits, f"{name}: groups by {wanted['grouped-by']} expected: {[next(iter(v.items())) for v in inner[:4]]}"
        )
    if "prefix" in wanted:
        fits = [n for n in wanted["prefix"] if any(same({v: v[:n] for v in rows}, level) for level in levels)]
        score.check(
            bool(fits),
            f"{name}: groups by the first {wanted['prefix']} characters expected: {[next(iter(v.items())) for v in inner[:4]]}",
        )


def in_order(wanted, values):
    """The values in the order that a person sees, or None."""
    if "runs" in wanted:
        return wanted["runs"]
    if wanted.get("order") == "number":
        swap = (
            (lambda v: v.replace(".", "").replace(",", "."))
            if wanted.get("decimal") == ","
            else (lambda v: v.replace(",", ""))
        )
        try:
            return sorted(values, key=lambda v: float(swap(v)))
        except ValueError:
            return [*values, "(a value that is no number)"]
    if wanted.get("order") == "text":
        return sorted(values)
    if "dates" in wanted:
        dates = [moment(v, wanted["dates"]) for v in values]
        return (
            sorted(values, key=lambda v: moment(v, wanted["dates"]))
            if None not in dates
            else [*values, "(a value that is no date)"]
        )
    return None


def moment(value, format):
    """The moment that a value writes; None where it writes none."""
    for theirs, ours in GERMAN.items():
        value = re.sub(rf"\b{theirs}\b", ours, value)
    try:
        read = datetime.datetime.strptime(value, format)
    except ValueError:
        return None
    return read.replace(year=read.year - 100) if read.year > 2025 else read


def not_runs(order, level):
    """Pairs of values of one group between which a value of another group stands."""
    seen, last = {}, None
    for value in order:
        label = level[value]
        if label != last and label in seen:
            yield seen[label], value
        seen[label], last = value, label


def same(one, other):
    """Do two maps put the same values together?"""
    pairs = {(one[v], other[v]) for v in one}
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def release(score, flow, expected, columns):
    """A release at k, checked, with every row, and nothing in it that names a person."""
    done = flow.release()
    score.check(done, flow.faults[-1] if flow.faults else "")
    if not done:
        return
    kept = [row for row in flow.rows]
    share = len(kept) / expected["rows"]
    score.check(share >= 0.99, f"release keeps {len(kept)} of {expected['rows']} rows")
    for name in columns:
        hidden = flow.role(name) in HIDDEN
        score.check(
            hidden != (name in flow.header),
            f"release: {name} is {flow.role(name)} and {'shown' if hidden else 'not there'}",
        )
    coded = sorted(
        {
            cell
            for row in kept
            for name, cell in zip(flow.header, row)
            if flow.role(name) == "quasi-identifier" and CODES.search(cell) and cell not in expected.get("cells", [])
        }
    )
    score.check(not coded, f"release: labels in code: {coded[:3]}")
    shown = {
        name
        for name in flow.header
        if flow.role(name) == "quasi-identifier" and len({row[flow.header.index(name)] for row in kept}) > 1
    }
    least = expected.get("shows", 1)
    score.check(
        len(shown) >= least, f"release: {least} quasi-identifiers that tell something expected, {sorted(shown)} do"
    )
    output = expected.get("output", {})
    if "delimiter" in output:
        score.check(
            flow.delimiter == output["delimiter"],
            f"release: delimiter {output['delimiter']!r} expected, {flow.delimiter!r} found",
        )
    if "end" in output:
        ends = flow.released.count(b"\r\n") == flow.released.count(b"\n")
        score.check(ends == (output["end"] == "\r\n"), f"release: lines end otherwise than with {output['end']!r}")
    if output.get("quoted"):
        score.check(
            flow.released.lstrip(b"\xef\xbb\xbf").startswith(b'"'),
            "release: the cells of the table are quoted, those of the release not",
        )
    for text in output.get("holds", []):
        score.check(text.encode() in flow.released, f"release: {text!r} is not in it")
