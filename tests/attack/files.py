"""Files of a case: the table in every format that celosia reads, the study, its hierarchies; and reading releases back."""

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

from case import Case, Column

FORMS = ("csv", "csv.gz", "csv.zst", "parquet", "arrow")


def write(case: Case, folder: Path) -> None:
    """The table, the study and its hierarchies."""
    (folder / table_name(case)).write_bytes(table_bytes(case))
    (folder / "study.toml").write_text(study_text(case), encoding="utf-8")
    for name, text in hierarchy_files(case).items():
        (folder / name).write_text(text, encoding="utf-8", newline="")


def table_name(case: Case) -> str:
    return f"people.{case.settings.get('form', 'csv')}"


def table_bytes(case: Case) -> bytes:
    form = case.settings.get("form", "csv")
    if form in ("parquet", "arrow"):
        return columnar(case, form)
    text = csv_text(case).encode()
    if form == "csv.gz":
        return gzip.compress(text, mtime=0)
    return pa.compress(text, codec="zstd", asbytes=True) if form == "csv.zst" else text


def csv_text(case: Case) -> str:
    settings = case.settings
    delimiter = {"tab": "\t"}.get(settings.get("delimiter", ","), settings.get("delimiter", ","))
    always = settings.get("quote_all", False)
    end = "\r\n" if settings.get("crlf") else "\n"

    def field(text: str, alone: bool) -> str:
        special = any(c in text for c in (delimiter, '"', "\r", "\n", "\ufeff")) or (alone and not text.strip())
        return '"' + text.replace('"', '""') + '"' if always or special else text

    alone = len(case.columns) == 1
    rows = [[c.name for c in case.columns]] + [list(row) for row in zip(*(c.values for c in case.columns))]
    lines = [delimiter.join(field(text, alone) for text in row) + end for row in rows]
    return ("\ufeff" if settings.get("bom") else "") + "".join(lines)


def columnar(case: Case, form: str) -> bytes:
    def array(column: Column) -> pa.Array:
        whole = all(v == "" or (v.lstrip("-").isdigit() and str(int(v)) == v and abs(int(v)) < 1 << 62) for v in column.values)
        if case.settings.get("typed") and whole:
            return pa.array([None if v == "" else int(v) for v in column.values], pa.int64())
        text = pa.array(column.values, pa.string())
        return text.dictionary_encode() if case.settings.get("dictionary") else text

    table = pa.table([array(c) for c in case.columns], names=[c.name for c in case.columns])
    sink = pa.BufferOutputStream()
    if form == "parquet":
        pyarrow.parquet.write_table(table, sink, row_group_size=case.settings.get("row_group", 1000))
    else:
        with pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
    return sink.getvalue().to_pybytes()


def toml(value: Any) -> str:
    """A value as TOML writes it, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml(key)} = {toml(item)}" for key, item in value.items()) + " }"
    return repr(value)


def hierarchy_name(case: Case, column: Column) -> str:
    return f"hierarchy-{case.columns.index(column)}.csv"


def hierarchy_files(case: Case) -> dict[str, str]:
    found = {}
    for column in case.columns:
        if isinstance(column.hierarchy, dict) and "rows" in column.hierarchy:
            found[hierarchy_name(case, column)] = hierarchy_text(column.hierarchy["rows"])
    return found


def hierarchy_text(rows: list[list[str]]) -> str:
    """A hierarchy in ARX's convention, everything quoted so that nothing needs to be guessed."""
    quoted = [['"' + cell.replace('"', '""') + '"' for cell in row] for row in rows]
    return "".join(";".join(row) + "\n" for row in quoted)


def study_text(case: Case) -> str:
    settings = case.settings
    lines = ['name = "attacked"', "[data]", f"path = {toml(table_name(case))}"]
    if "delimiter" in settings:
        lines.append(f"delimiter = {toml(settings['delimiter'])}")
    missing = {key: settings[f"missing_{key}"] for key in ("values", "rows") if f"missing_{key}" in settings}
    if missing.get("rows") == "drop":
        missing["allow-loss"] = True  # a random table may lose most of its rows
    if missing:
        lines.append(f"missing = {toml(missing)}")
    for column in case.columns:
        if column.role == "unnamed":
            continue
        lines += [f"[columns.{toml(column.name)}]", f"role = {toml(column.role)}"]
        if column.role in ("sensitive", "class", "insensitive"):
            lines.append("unprotected = true")  # small random tables: their columns single out whom they like
        for key in ("type", "weight", "floor", "constrained", "missing"):
            if getattr(column, key) is not None:
                lines.append(f"{key} = {toml(getattr(column, key))}")
        if column.hierarchy is not None:
            ours = isinstance(column.hierarchy, dict) and "rows" in column.hierarchy
            lines.append(f"hierarchy = {toml(hierarchy_name(case, column) if ours else column.hierarchy)}")
    lines.append("[objectives]")
    for key in ("privacy", "loss", "c", "alpha", "domain"):
        if key in settings:
            lines.append(f"{key} = {toml(settings[key])}")
    if settings.get("suppressed_rows"):
        lines.append("suppressed-rows = true")
    lines.append("[suppression]")
    lines += [f"{key} = {toml(settings[key])}" for key in ("limit", "rule") if key in settings]
    lines.append("[search]")
    lines += [f"{key} = {toml(settings[key])}" for key in ("space", "algorithm", "threads", "memory", "budget") if key in settings]
    return "\n".join(lines) + "\n"


def delimiter_of(case: Case, output: Path) -> str:
    """What parts the columns of a release in text: what its name says, else what parts those of the table."""
    if output.suffix == ".tsv":
        return "\t"
    given = case.settings.get("delimiter", ",") if case.settings["form"].startswith("csv") else ","
    return {"tab": "\t"}.get(given, given)


def read_rows(path: Path, delimiter: str = ",") -> tuple[list[str], list[tuple[str, ...]]]:
    """Header and rows of a release, as text."""
    if path.suffix == ".parquet":
        table = pyarrow.parquet.read_table(path)
        columns = [["" if v is None else str(v) for v in column.to_pylist()] for column in table.columns]
        return table.column_names, list(zip(*columns))
    csv.field_size_limit(1 << 30)
    with open(path, newline="", encoding="utf-8") as file:
        rows = [tuple(row) for row in csv.reader(file, delimiter=delimiter, strict=True) if row]
    return list(rows[0]), rows[1:]
