"""The same answer everywhere: counts, fronts and releases of the statements that `celosia sql` prints, run in DuckDB and
PostgreSQL, are those that celosia makes by itself."""

import csv
import io
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import duckdb

CELOSIA, URL, FOLDER = sys.argv[1], sys.argv[2], Path(sys.argv[3])
ADULT = Path("data/adult")
EVIL = '"; DROP TABLE x; --'


def celosia(*arguments):
    done = subprocess.run([CELOSIA, *map(str, arguments), "--quiet"], capture_output=True)
    assert done.returncode == 0, f"celosia {' '.join(map(str, arguments))}: {done.stderr.decode()}"
    # As it came: a carriage return is a part of a value, not the end of a line.
    return done.stdout.decode()


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

    def do(self, statement):
        self.session.execute(statement)

    def tables(self):
        return {row[0] for row in self.session.execute("SELECT table_name FROM information_schema.tables").fetchall()}


class PostgreSql:
    name = "postgresql"

    def psql(self, text):
        file = FOLDER / "statement.sql"
        file.write_bytes(text.encode())
        done = subprocess.run(["psql", URL, "-X", "-q", "--csv", "-v", "ON_ERROR_STOP=1", "-f", str(file)],
                              capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    def load(self, table, path):
        header = next(csv.reader(open(path, newline="")))
        columns = ", ".join('"' + name.replace('"', '""') + '" TEXT' for name in header)
        # FORCE_NULL is off: an empty field without quotes is NULL here, and missing in both worlds.
        self.psql(f"CREATE TABLE {table} ({columns});\n\\copy {table} FROM '{path}' WITH (FORMAT csv, HEADER)\n")

    def run(self, statement, path):
        path = path.with_suffix(".csv")
        path.write_bytes(self.psql(statement).encode())
        return path

    def rows(self, statement):
        header, *rows = csv.reader(io.StringIO(self.psql(statement), newline=""))
        return header, rows

    def do(self, statement):
        self.psql(statement + ";")

    def tables(self):
        return {line for line in self.psql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").split()}


def front(*arguments):
    found = json.loads(celosia("front", *arguments, "--json"))
    del found["search"]["seconds"]
    found["search"].get("bound", {}).pop("seconds", None)
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
        # What is insensitive was not counted, and nobody can say whom it singles out.
        meant = ["--unprotected", "hours-per-week"] if study == ADULT / "study.toml" else []
        statement = celosia("sql", *there, *given, *dialect, "--release", *question, *shown, *meant)
        names, rows = engine.rows(statement)
        output = FOLDER / "here.csv"
        celosia("release", *local, *question, *shown, "-o", output, "--force")
        mine_names, *mine = csv.reader(open(output, newline=""))
        theirs, ours = bag(names, rows), bag(mine_names, mine)
        more, less = list((theirs - ours).items())[:3], list((ours - theirs).items())[:3]
        assert theirs == ours, f"{engine.name}, {what} {flags} {shown}: another release; there {more}, here {less}"
    print(f"  {engine.name}: {what} {' '.join(map(str, flags))}: {len(rows)} rows released, the same front and releases")


def evil_table(path):
    """Names and values that would end a statement, a text or a field."""
    tricky = ["it's", 'say "x"', "back\\slash", "a,b", "x\ny", "x\ry", "\x1b[2J\x07", "\x7f\u0085", " ? ", "?", "", "\u00a0?\t", "null", "'; DROP TABLE x; --", "ÄÖ€😀"]
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerow([EVIL, "a`b", "it's", "class"])
        for i in range(480):
            writer.writerow([tricky[i % len(tricky)], str(20 + i % 7), tricky[i * 5 % len(tricky)], "yn"[i % 2]])


def visits_table(path):
    """Patients with one to five visits each; of some visits nobody knows whose they are."""
    draw = random.Random(21)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["patient", "age", "sex", "diagnosis"])
        for patient in range(400):
            age, sex = draw.randrange(20, 90), draw.choice("mf")
            for _ in range(draw.randrange(1, 6)):
                name = draw.choice(["", " ? "]) if draw.random() < 0.02 else f"p {patient}"
                writer.writerow([name, age + draw.randrange(2), sex, draw.choice(["flu", "cold", "asthma", "?"])])


def clinic_table(path):
    """Few kinds of people with many rows each, so that rows of one kind go to several classes."""
    draw = random.Random(5)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["age", "sex", "diagnosis"])
        for _ in range(400):
            age = draw.choice([20, 21, 30, 31, 40]) if draw.random() < 0.8 else draw.randrange(20, 60)
            writer.writerow([age, draw.choice("mf"), draw.choice(["flu", "flu", "cold", "it's gout", "?"])])


def split_rows(engine, table):
    """Rows with equal values go to several classes by lot, or by their sensitive value and by lot: each class is as large there as here
    and, by value, holds the same."""
    base = [table, "--quasi", "age,sex", "--sensitive", "diagnosis", "--search", "improve", "--budget", "300", "--seed", "2",
            "--bounds", "tight", "--suppression", "0"]  # fmt: skip
    dialect = ["--dialect", engine.name]
    for flags, question, split, shown in [
        ([], ["--k", "7"], "n0", 2),
        (["--privacy", "distinct-l-diversity,k-anonymity"], ["--level", "2"], "x0", 3),
    ]:
        counted = engine.run(celosia("sql", *base, *flags, "--table", "clinic", *dialect), FOLDER / "clinic-counted")
        statement = celosia("sql", *base, *flags, "--table", "clinic", "--frequency", counted, *dialect, "--release", *question)
        assert split in statement, f"{engine.name}: no rows are split"
        names, rows = engine.rows(statement)
        output = FOLDER / "here.csv"
        celosia("release", *base, *flags, *question, "-o", output, "--force")
        mine_names, *mine = csv.reader(open(output, newline=""))
        known = ["age", "sex", "diagnosis"][:shown]
        only = lambda names, rows: Counter(tuple(row[names.index(name)] for name in known) for row in rows)  # noqa: E731
        theirs, ours = only(names, rows), only(mine_names, mine)
        assert theirs == ours, f"{engine.name} {flags}: another release; there {theirs - ours}, here {ours - theirs}"
        print(f"  {engine.name}: rows that are split {' '.join(flags)}: {len(rows)} rows in the same classes")


def fails_closed(engine, study):
    """Rows that came or went since the table was counted, and rows that are on no list, are not released."""
    engine.do("CREATE TABLE late AS SELECT * FROM evil")
    there = [study, "--table", "late", "--missing", "keep"]
    dialect = ["--dialect", engine.name]
    counted = engine.run(celosia("sql", *there, *dialect), FOLDER / "late-counted")
    statement = celosia("sql", *there, "--frequency", counted, *dialect, "--release", "--k", "5")
    names, rows = engine.rows(statement)
    before = bag(names, rows)
    columns = ", ".join([f'"{EVIL.replace(chr(34), chr(34) * 2)}"', '"a`b"', '"it\'s"', '"class"'])

    def add(first, second):
        engine.do(f"INSERT INTO late ({columns}) VALUES ('{first}', '{second}', 'new', 'y')")

    # A value that nobody has counted, in either column.
    add("nobody saw this", "20")
    add("a,b", "77777")
    assert bag(*engine.rows(statement)) == before, f"{engine.name}: a row that came later was released"
    # A row more, or a row less, in a class: the class is not the counted one any more.
    add("a,b", "20")
    after = bag(*engine.rows(statement))
    assert after != before and not after - before, f"{engine.name}: a class that grew was released"
    engine.do("DELETE FROM late WHERE \"it's\" = 'new'")
    assert bag(*engine.rows(statement)) == before
    engine.do("DELETE FROM late WHERE \"a`b\" = '21' AND \"class\" = 'n'")
    after = bag(*engine.rows(statement))
    assert after != before and not after - before, f"{engine.name}: a class that shrank was released"
    gone = sum((before - after).values())
    print(f"  {engine.name}: rows that came or went since counting are not released, nor are their classes ({gone} rows)")


def one_of_a_kind(engine):
    """A value with a control character that one row has, and that is suppressed, stays suppressed."""
    table = FOLDER / "one.csv"
    with open(table, "w", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerows([["a"], ["x\ry"], ["p"], ["p"], ["q"], ["q"]])
    engine.load("one", table)
    there = [table, "--quasi", "a", "--hierarchy", "a=flat", "--suppression", "1 rows", "--table", "one"]
    dialect = ["--dialect", engine.name]
    counted = engine.run(celosia("sql", *there, *dialect), FOLDER / "one-counted")
    statement = celosia("sql", *there, "--frequency", counted, *dialect, "--release", "--k", "2")
    _, rows = engine.rows(statement)
    assert sorted(rows) == [["p"], ["p"], ["q"], ["q"]], f"{engine.name}: {rows}"


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
    clinic = FOLDER / "clinic.csv"
    clinic_table(clinic)
    visits = FOLDER / "visits.csv"
    visits_table(visits)
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
        engine.load("clinic", clinic)
        split_rows(engine, clinic)
        engine.load("visits", visits)
        roles = ["--quasi", "age,sex", "--sensitive", "diagnosis", "--person", "patient", "--suppression", "5%"]
        check(engine, "visits", visits, roles, ["--k", "10"])
        check(engine, "visits", visits, [*roles, "--floor", "age=1"], ["--k", "5"])
        check(engine, "visits", visits, [*roles, "--privacy", "distinct-l-diversity", "--missing", "drop"], ["--level", "2"])
        fails_closed(engine, study)
        one_of_a_kind(engine)
        assert {"adult", "evil"} <= engine.tables(), f"{engine.name} lost a table"
    print("SQL: the same answer everywhere")


main()
