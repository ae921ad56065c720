"""Strings that have broken table readers, spreadsheets and terminals before."""

import random

AWKWARD = [
    "*", "**", "missing", "(missing)", "?", "NA", "null", "None", "NaN", "inf", "-inf", "-0", "+1", "1.", ".5", "1e5",
    "007", "0", "00", "1_000", "0x1F", "٣", "１２", "1,5", "1;5", "a\tb", "a|b", 'a"b', '""', '"', "'", "a'b",
    "a\nb", "a\rb", "a\r\nb", "\n", "\r", "x\x00y", "x\x01y", "\x1b[31mred", "\x7f", "\ufeff", "\ufeffa", "\u200b",
    "\u202eabc", "é", "e\u0301", "ß", "İ", "😀", "👩‍👩‍👧", "\U0010fffd", "日本", "=1+1", "+SUM(A1)", "-2+3", "@cmd",
    "=HYPERLINK(\"http://x\")", "a b", " a", "a ", " ", "  ", "\u00a0", "\u2003x", "\\", "\\n", "$(id)", "`id`",
    "%s%n", "{0}", "0–4", "0 to under 5", "under 5", "5 or more", "20–34", "a or b", "a, b or 2 others", "other", "other (2)",
    "a, or rare", "b or missing", "…", "<script>alert(1)</script>", "a" * 3000,
    "ä" * 500, "2020-01-01", "2020-01-01T10:00", "2020-13-01", "#", "# x", "--k", "true",
]


def awkward(rng: random.Random, how_many: int) -> list[str]:
    """Distinct awkward strings, some joined into new ones."""
    found = rng.sample(AWKWARD, min(how_many, len(AWKWARD)))
    if rng.random() < 0.3:
        found[0] = found[0][:40] + rng.choice(AWKWARD)[:40]
    if rng.random() < 0.2:
        found[-1] = "".join(chr(rng.choice([rng.randint(1, 127), rng.randint(160, 0x2FFF)])) for _ in range(rng.randint(1, 8)))
    return list(dict.fromkeys(found))
