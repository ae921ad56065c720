"""The same answer everywhere: counts, fronts and releases of the statements that `celosia sql` prints, run in DuckDB and
PostgreSQL, are those that celosia makes by itself."""

import csv
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import duckdb

CELOSIA, URL, FOLDER = sys.argv[1], sys.argv[2], Path(sys.argv[3])
ADULT = Path("data/adult")
EVIL = '"; DROP TABLE x; --'


def celosia(*arguments):
    done = subprocess.run([CELOSIA, *map(str, arguments), "--quiet"], capture_output=True, text=True)
    assert done.returncode == 0, f"celosia {' '.join(map(str, arguments))}: {done.stderr}"
    return done.stdout


class DuckDb:
    name = "duckdb"

    def __init__(self):
        self.session = duckdb.connect()

    def load(self, table, path):
        self.session.execute(f"CREATE TABLE {table} AS SELECT * FROM read_csv('{path}', all_varchar = true)")

    def run(self, statement, path):
        # Parquet here, CSV from PostgreSQL: both are taken.
        path = path.with_suffix(".parquet")
        self.session.execute(f"COPY ({statement.rstrip().rstrip(';')}) TO '{path}' (FORMAT parquet)")
        return path

    def rows(self, statement):
        answer = self.session.execute(statement)
        names = [column[0] for column in answer.description]
        return names, [["" if v is None else str(v) for v in row] for row in answer.fetchall()]

    def tables(self):
        return {row[0] for row in self.session.execute("SELECT table_name FROM information_schema.tables").fetchall()}


class PostgreSql:
    name = "postgresql"

    def psql(self, text):
        file = FOLDER / "statement.sql"
        file.write_text(text)
        done = subprocess.run(["psql", URL, "-X", "-q", "--csv", "-v", "ON_ERROR_STOP=1", "-f", str(file)],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def load(self, table, path):
        header = next(csv.reader(open(path, newline="")))
        columns = ", ".join('"' + name.replace('"', '""') + '" TEXT' for name in header)
        # FORCE_NULL is off: an empty field without quotes is NULL here, and missing in both worlds.
        self.psql(f"CREATE TABLE {table} ({columns});\n\\copy {table} FROM '{path}' WITH (FORMAT csv, HEADER)\n")

    def run(self, statement, path):
        path = path.with_suffix(".csv")
        path.write_text(self.psql(statement))
        return path

    def rows(self, statement):
        header, *rows = csv.reader(self.psql(statement).splitlines(keepends=True))
        return header, rows

    def tables(self):
        return {line for line in self.psql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").split()}


def front(*arguments):
    found = json.loads(celosia("front", *arguments, "--json"))
    del found["search"]["seconds"]
    return found


def bag(names, rows):
    """Rows in no order, columns by name."""
    order = sorted(range(len(names)), key=lambda i: names[i])
    return Counter(tuple(row[i] for i in order) for row in rows)


def check(engine, what, study, flags, question):
    """One study through count, front and release on an engine, against the same study here."""
    local = [study, *flags]
    there = [study, *flags, "--table", what]
    dialect = ["--dialect", engine.name]
    values = []
    if "--floor" in flags:
        found = engine.run(celosia("sql", *there, *dialect), FOLDER / f"{what}-values")
        values = ["--values", found]
    counted = engine.run(celosia("sql", *there, *dialect, *values), FOLDER / f"{what}-counted")
    given = ["--frequency", counted, *values]
    assert front(*local) == front(*there, *given), f"{engine.name}, {what} {flags}: another front"
    for suppressed in ["drop", "star"]:
        shown = ["--suppressed", suppressed]
        statement = celosia("sql", *there, *given, *dialect, "--release", *question, *shown)
        names, rows = engine.rows(statement)
        output = FOLDER / "here.csv"
        celosia("release", *local, *question, *shown, "-o", output)
        mine_names, *mine = csv.reader(open(output, newline=""))
        theirs, ours = bag(names, rows), bag(mine_names, mine)
        more, less = list((theirs - ours).items())[:3], list((ours - theirs).items())[:3]
        assert theirs == ours, f"{engine.name}, {what} {flags} {shown}: another release; there {more}, here {less}"
    print(f"  {engine.name}: {what} {' '.join(map(str, flags))}: {len(rows)} rows released, the same front and releases")


def evil_table(path):
    """Names and values that would end a statement, a text or a field."""
    tricky = ["it's", 'say "x"', "back\\slash", "a,b", "x\ny", " ? ", "?", "", "\u00a0?\t", "null", "'; DROP TABLE x; --", "ÄÖ€😀"]
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerow([EVIL, "a`b", "it's", "class"])
        for i in range(480):
            writer.writerow([tricky[i % len(tricky)], str(20 + i % 7), tricky[i * 5 % len(tricky)], "yn"[i % 2]])


def main():
    evil = FOLDER / "evil.csv"
    evil_table(evil)
    study = FOLDER / "evil.toml"
    quoted = json.dumps(EVIL)
    study.write_text(f"""
        [data]
        path = "evil.csv"
        [columns.{quoted}]
        role = "quasi-identifier"
        hierarchy = "flat"
        [columns."a`b"]
        role = "quasi-identifier"
        hierarchy = {{ interval = [2, 4] }}
        [columns."it's"]
        role = "sensitive"
        [columns.class]
        role = "class"
        [suppression]
        limit = "5%"
    """)
    for engine in [DuckDb(), PostgreSql()]:
        engine.load("adult", (ADULT / "adult_raw.csv").resolve())
        engine.load("evil", evil)
        adult = ADULT / "study.toml"
        check(engine, "adult", adult, [], ["--k", "10"])
        check(engine, "adult", adult, ["--missing", "keep"], ["--k", "25"])
        check(engine, "adult", adult, ["--floor", "age=2", "--floor", "education=1"], ["--k", "10"])
        check(engine, "adult", adult, ["--privacy", "distinct-l-diversity"], ["--level", "3"])
        check(engine, "adult", adult, ["--missing", "keep", "--floor", "workclass=1"], ["--max-loss", "0.5"])
        check(engine, "evil", study, [], ["--k", "5"])
        check(engine, "evil", study, ["--missing", "keep"], ["--k", "5"])
        check(engine, "evil", study, ["--missing", "keep", "--floor", "a`b=1"], ["--k", "5"])
        assert {"adult", "evil"} <= engine.tables(), f"{engine.name} lost a table"
    print("SQL: the same answer everywhere")


main()
