"""Outputs as they are compared: what may differ from run to run taken out, all else as it was printed."""

import json
import re

# What a run spent, who ran it, and secrets drawn for it.
LEFT_OUT = {"seconds", "evaluated", "looks", "threads", "celosia", "recomputed", "excluded", "salted_sha256", "sha256"}


class Number(str):
    """A number with its digits as they were printed."""


def json_lines(text, without=()):
    """One line per key, and one per element of a list of objects, so that a difference is a line or two."""
    whole = json.loads(text, parse_float=Number, parse_int=Number)
    lines = []
    for key, value in whole.items():
        if key in LEFT_OUT or key in without:
            continue
        if isinstance(value, list) and value and isinstance(value[0], (dict, list)):
            lines.append(f"{key}:")
            lines += [f"  {compact(element)}" for element in value]
        else:
            lines.append(f"{key}: {compact(value)}")
    return lines


def compact(value):
    """JSON on one line, without what is left out."""
    if isinstance(value, dict):
        inside = [f"{json.dumps(k, ensure_ascii=False)}: {compact(v)}" for k, v in value.items() if k not in LEFT_OUT]
        return "{" + ", ".join(inside) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(compact, value)) + "]"
    return value if isinstance(value, Number) else json.dumps(value, ensure_ascii=False)


def certificate_lines(text):
    """What a certificate claims, without the nodes that its proof rests on."""
    return json_lines(text, without={"nodes"})


def text_lines(text):
    """Text as it is, without how long a search took and how much of a space it looked at."""
    line = re.compile(r"search: [\d,]+ of (.*) in [\d.]+ s on \d+ threads?;")
    return [line.sub(r"search: \1;", each) for each in text.split("\n")]


def row_lines(text):
    """A table's header, and its rows sorted: records may hold line breaks, so quotes are counted."""
    records, held = [], ""
    for line in text.splitlines(keepends=True):
        held += line
        if held.count('"') % 2 == 0:
            records.append(held.rstrip("\r\n").replace("\n", "\\n"))
            held = ""
    return records[:1] + sorted(records[1:])
