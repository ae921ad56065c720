"""How a table of rows becomes a file of text."""

import csv
import io
import pathlib

CASES = pathlib.Path(__file__).resolve().parent / "cases"


def lines(header, rows, delimiter=",", end="\n", quoting=csv.QUOTE_MINIMAL):
    """A table as CSV; no header where it is None."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator=end, quoting=quoting)
    if header is not None:
        writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def put(case, text, encoding="utf-8", name="people.csv"):
    """Writes the file of a case."""
    folder = CASES / case
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
