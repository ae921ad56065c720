"""How a golden is kept: small ones whole; of large ones the beginning, and a short hash of every other line."""

import difflib
import hashlib
import re

# Bytes of a golden that is kept whole, lines shown of a larger one, and lines that each have a hash; beyond, one for all.
WHOLE, SHOWN, HASHED = 3000, 16, 400
WIDTH = 240


def short(line):
    return hashlib.sha256(line.encode()).hexdigest()[:12]


def kept(lines):
    """The text that is stored."""
    text = "".join(f"{line}\n" for line in lines)
    if len(text.encode()) <= WHOLE:
        return text
    shown = [line if len(line) <= WIDTH else f"{line[:WIDTH]}… {short(line)}" for line in lines[:SHOWN]]
    whole = hashlib.sha256(text.encode()).hexdigest()
    rest = [short(line) for line in lines[SHOWN:]] if len(lines) <= HASHED else []
    head = f"… {len(lines) - SHOWN} more lines; sha256 of all: {whole}"
    rows = [" ".join(rest[i : i + 10]) for i in range(0, len(rest), 10)]
    return "\n".join([*shown, head, *rows]) + "\n"


def difference(old, lines):
    """What is new in `lines` against the stored text, for people."""
    text = kept(lines)
    if old == text:
        return ""
    before, after = old.splitlines(), text.splitlines()
    cut = next((i for i, line in enumerate(before) if line.startswith("… ") and "sha256 of all" in line), None)
    if cut is None or len(lines) > HASHED or cut + 1 == len(before):
        return "\n".join(difflib.unified_diff(before, after, "golden", "now", lineterm="", n=1))
    # Line by line: those of which only the hash is kept can be told from the new ones, but not shown.
    cut_short = re.compile(r"… ([0-9a-f]{12})$")
    known = [found[1] if (found := cut_short.search(line)) else short(line) for line in before[:cut]]
    known += " ".join(before[cut + 1 :]).split()
    found = [short(line) for line in lines]
    told = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, known, found, autojunk=False).get_opcodes():
        if tag != "equal":
            told += [f"- {before[i] if i < cut else f'line {i + 1}, kept as a hash: {known[i]}'}" for i in range(a, b)]
            told += [f"+ line {i + 1}: {lines[i]}" for i in range(c, d)]
    return "\n".join(told)
