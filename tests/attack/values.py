"""What celosia documents about single values: types, their order, missing spellings, and numbers as text."""

import math
import re
from datetime import date, timedelta

# What may stand around a spelling of missing.
BLANK = " \t\n\r\v\f\u00a0"
# Unicode's White_Space, which is what is trimmed around numbers and dates; Python's own list has more.
WHITE = "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
INTEGER = re.compile(r"[+-]?[0-9]+")
DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


def missing_as(value: str, spellings: list[str]) -> int | None:
    """Which spelling of missing a value is."""
    value = value.strip(BLANK)
    return spellings.index(value) if value in spellings else None


def day(text: str) -> date | None:
    """An ISO date, with or without a time of day behind it."""
    parts = re.split("[T ]", text.strip(WHITE), maxsplit=1)
    if len(parts) == 2 and not (len(parts[1].encode()) >= 5 and parts[1].encode()[2:3] == b":"):
        return None
    found = DAY.fullmatch(parts[0])
    try:
        return date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def number(kind: str, text: str) -> float | None:
    """A value as a number under a type; dates count days."""
    text = text.strip(WHITE)
    if kind == "integer":
        return float(int(text)) if INTEGER.fullmatch(text) and abs(int(text)) < 1 << 126 else None
    if kind == "decimal":
        found = float(text) if DECIMAL.fullmatch(text) else math.inf
        return found if math.isfinite(found) else None
    if kind == "date":
        found = day(text)
        return float((found - date(1970, 1, 1)) / timedelta(days=1)) if found else None
    return None


def infer(values: list[str]) -> str:
    """The narrowest type that all values fit; codes with leading zeros are text."""

    def coded(value: str) -> bool:
        return re.match("0[0-9]", value.strip(WHITE).lstrip("-")) is not None

    if not values:
        return "string"
    kinds = ["date"] if any(map(coded, values)) else ["integer", "decimal", "date"]
    return next((kind for kind in kinds if all(number(kind, v) is not None for v in values)), "string")


def ordered(kind: str, values: set[str]) -> list[str]:
    """Values in the order of their type: by number, ties and text by spelling."""

    def place(value: str) -> tuple[float, str]:
        found = number(kind, value)
        # Whole numbers of many digits would collide as floating-point numbers.
        return (0.0 if found is None else int(value.strip(WHITE)) if kind == "integer" else found, value)

    return sorted(values, key=place)
