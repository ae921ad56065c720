"""One table through the command, as a new user goes: inspect, front, release, verify, with nothing edited in between."""

import csv
import json
import pathlib
import subprocess
import tomllib


class Flow:
    """What the commands said, as they are called; each failure is a line in `faults`."""

    def __init__(self, celosia, table, folder, k=5, seconds=120):
        self.celosia, self.table, self.folder = celosia, pathlib.Path(table), pathlib.Path(folder)
        self.k, self.seconds, self.faults = k, seconds, []
        self.study_file = self.folder / "study.toml"
        self.text, self.looked, self.study, self.front, self.record = "", {}, {}, {}, {}
        self.header, self.rows, self.verified = [], [], {}

    def run(self, *arguments):
        """Runs a command; None where it did not end with 0."""
        try:
            run = subprocess.run([self.celosia, *map(str, arguments)], cwd=self.folder, capture_output=True, timeout=self.seconds,
                                 text=True, encoding="utf-8", stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            self.faults.append(f"{arguments[0]} took more than {self.seconds} s")
            return None
        if run.returncode:
            told = " / ".join(run.stderr.strip().splitlines()[-3:]) or run.stdout.strip()[-200:]
            self.faults.append(f"{' '.join(map(str, arguments[:1]))} ended with {run.returncode}: {told}")
            return None
        return run

    def inspect(self, *flags):
        """A first look; the study that it writes."""
        said = self.run("inspect", self.table, "-o", self.study_file, "--force", "--json", *flags)
        if said is None:
            return False
        shown = self.run("inspect", self.table, "-o", self.study_file, "--force", *flags)
        self.looked = json.loads(said.stdout)
        written = self.study_file.read_text(encoding="utf-8")
        self.study = tomllib.loads(written)
        self.text = "\n".join([said.stdout, said.stderr, shown.stdout if shown else "", shown.stderr if shown else "", written])
        return True

    def refused(self, *flags):
        """What inspect says of a file that it does not take; None where it takes it."""
        run = subprocess.run([self.celosia, "inspect", self.table, "-o", self.study_file, *flags], cwd=self.folder, capture_output=True,
                             timeout=self.seconds, text=True, encoding="utf-8", stdin=subprocess.DEVNULL)
        return run.stderr if run.returncode == 2 else None

    def edited(self):
        """Does a person's edit stay when inspect runs again? In a copy of the study a column that is no quasi-identifier gets another role."""
        named = [c["name"] for c in self.looked["columns"] if self.role(c["name"]) not in ("quasi-identifier", "not in the study")]
        if not named:
            return True
        role = "insensitive" if self.role(named[0]) == "left-out" else "left-out"
        text = self.study_file.read_text(encoding="utf-8")
        head, mark, tail = text.partition(f"[columns.{key(named[0])}]")
        copy = self.folder / "edited.toml"
        copy.write_text(head + mark + tail.replace(f'role = "{self.role(named[0])}"', f'role = "{role}"', 1), encoding="utf-8")
        if tomllib.loads(copy.read_text(encoding="utf-8"))["columns"][named[0]]["role"] != role:
            return False
        if self.run("inspect", self.table, "-o", copy, "--quiet") is None:
            return False
        after = tomllib.loads(copy.read_text(encoding="utf-8"))["columns"]
        return after[named[0]]["role"] == role and after.keys() == self.study["columns"].keys()

    def release(self):
        """The front at k, its release, and what verify says of it."""
        said = self.run("front", self.study_file, "--k", self.k, "--json", "--quiet")
        if said is None:
            return False
        self.front = json.loads(said.stdout)
        out = self.folder / "out.csv"
        said = self.run("release", self.study_file, "--k", self.k, "-o", out, "--json", "--quiet")
        if said is None:
            return False
        self.record = json.loads(said.stdout)
        self.released = out.read_bytes()
        mark = self.study.get("data", {}).get("delimiter", ",")
        mark = {"tab": "\t", "blanks": " "}.get(mark, mark)
        text = self.released.decode("utf-8-sig")
        first = text.splitlines()[0] if text else ""
        if mark not in first:
            mark = next((m for m in ",;\t|" if m in first), ",")
        self.delimiter = mark
        read = list(csv.reader(text.splitlines(keepends=True), delimiter=mark))
        self.header, self.rows = read[0], read[1:]
        quasi = [name for name in self.header if self.role(name) == "quasi-identifier"]
        if quasi:
            said = self.run("verify", out, "--quasi", ",".join(quoted(q) for q in quasi), "--require", f"k-anonymity={self.k}",
                            "--delimiter", "tab" if mark == "\t" else mark, "--json")
            if said is None:
                return False
            self.verified = json.loads(said.stdout)
        return True

    def column(self, name):
        """What inspect says of a column."""
        return next((c for c in self.looked.get("columns", []) if c["name"] == name), {})

    def keys(self, name):
        """A column's keys in the study."""
        return self.study.get("columns", {}).get(name, {})

    def role(self, name):
        """The role that the study gives a column."""
        return self.keys(name).get("role", "not in the study")

    def missing(self, name):
        """The spellings that are missing in a column."""
        everywhere = self.study.get("data", {}).get("missing", {})
        own = self.keys(name).get("missing", [])
        own = own.get("values", []) if isinstance(own, dict) else own
        own = [own] if isinstance(own, str) else own
        return {*everywhere.get("values", ["", "?"]), *own, ""}

    def hierarchy(self, name):
        """Its groups: for each value the labels from the value itself to the top. Empty where it has none."""
        out = self.folder / "hierarchy.csv"
        out.unlink(missing_ok=True)
        if self.run("hierarchy", "build", self.study_file, "--column", name, "-o", out, "--quiet") is None:
            return {}
        with open(out, encoding="utf-8", newline="") as file:
            return {row[0]: row for row in csv.reader(file, delimiter=";") if row}


def key(name):
    """A name as a key of TOML."""
    bare = all(c.isascii() and c.isalnum() or c in "-_" for c in name)
    return name if name and bare else json.dumps(name, ensure_ascii=False)


def quoted(name):
    """A name in a list of names."""
    return '"' + name.replace('"', '""') + '"' if any(c in name for c in ',"\n') else name
