"""The same answer on Spark: Adult and a generated table go through front, release and verify on a real cluster, with a worker
killed meanwhile, with a server that stands still and with one that goes away, and are compared with what celosia does here by itself.

usage: same_answer.py CELOSIA CLUSTER-SCRIPT URL FOLDER [ROWS]
"""

import csv
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

CELOSIA, CLUSTER, URL, FOLDER = sys.argv[1], sys.argv[2], sys.argv[3], Path(sys.argv[4]).resolve()
ROWS = sys.argv[5] if len(sys.argv) > 5 else "2M"
WORKERS = Path(os.environ["CELOSIA_SPARK_CLUSTER"])
ADULT = Path("data/adult").resolve()
SPARK = ["--engine", "spark", "--url", URL]


def run(*arguments):
    # In the folder, because the record of a table goes where the command runs.
    words = [CELOSIA, *map(str, arguments), "--quiet"]
    return subprocess.run(words, capture_output=True, text=True, cwd=FOLDER)


def begin(*arguments, talking=False):
    words = [CELOSIA, *map(str, arguments), *([] if talking else ["--quiet"])]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=FOLDER)


def celosia(*arguments):
    done = run(*arguments)
    assert done.returncode == 0, f"celosia {' '.join(map(str, arguments))}: {done.stderr}"
    return done.stdout


def front(*arguments):
    found = json.loads(celosia("front", *arguments, "--json"))
    del found["search"]["seconds"]
    found["search"].get("bound", {}).pop("seconds", None)
    return found


def rows(path):
    """A CSV file, or a folder of them, as a bag of rows."""
    bag = Counter()
    for file in sorted(path.glob("*.csv")) if path.is_dir() else [path]:
        with open(file, newline="") as text:
            header, *found = csv.reader(text)
            bag.update((tuple(header), *[tuple(row)]) for row in found)
    return bag


def say(text):
    print(f"  {time.monotonic() - BEGAN:6.1f} s  {text}", flush=True)


def adult():
    study = ADULT / "study.toml"
    quasi = "age,workclass,education,marital-status,race,sex,native-country,salary-class"
    for flags in [[], ["--missing", "keep"], ["--floor", "age=1", "--floor", "education=2"]]:
        assert front(study, *flags) == front(study, *flags, *SPARK), f"adult {flags}: another front"
        here, there = FOLDER / "here.csv", FOLDER / f"adult{len(flags)}.csv"
        celosia("release", study, *flags, "--k", "10", "-o", here, "--force")
        celosia("release", study, *flags, "--k", "10", "-o", there, *SPARK)
        assert rows(here) == rows(there), f"adult {flags}: another release"
        say(f"adult {' '.join(flags)}: the same front and the same {sum(rows(here).values())} rows")
    stars = FOLDER / "stars.csv"
    celosia("release", study, "--k", "50", "--suppressed", "star", "-o", here, "--force")
    celosia("release", study, "--k", "50", "--suppressed", "star", "-o", stars, *SPARK)
    assert rows(here) == rows(stars), "stars: another release"
    # A table of the catalogue, and what it guarantees, told by Spark.
    name = "celosia_adult_k10"
    celosia("release", study, "--k", "10", "-o", f"table:{name}", *SPARK)
    told = json.loads(celosia("verify", f"table:{name}", "--quasi", quasi, "--sensitive", "occupation", *SPARK, "--json"))
    celosia("release", study, "--k", "10", "-o", here, "--force")
    mine = json.loads(celosia("verify", here, "--quasi", quasi, "--sensitive", "occupation", "--json"))
    told["table"] = mine["table"]
    assert told == mine, "verify says something else on Spark"
    roles = ["--quasi", "sex,race,workclass", "--sensitive", "occupation"]
    for source in [["--table", name], ["--query", f"SELECT * FROM {name} WHERE 1 = 1;"]]:
        assert front(here, *roles) == front(here, *roles, *SPARK, *source), f"{source}: another front"
    refused = run("release", study, "--k", "10", "-o", f"table:{name}", *SPARK)
    assert refused.returncode == 2 and "there already" in refused.stderr, refused.stderr
    say("adult: a table of the catalogue and a query as sources, a table as target, verified there and here alike, and not written over")


def persons():
    """Persons are counted there as here, and once more before their column is taken out."""
    table = FOLDER / "visits.csv"
    draw = random.Random(21)
    with open(table, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["patient", "age", "sex", "diagnosis"])
        for patient in range(400):
            age, sex = draw.randrange(20, 90), draw.choice("mf")
            for _ in range(draw.randrange(1, 6)):
                name = "" if draw.random() < 0.02 else f"p {patient}"
                writer.writerow([name, age + draw.randrange(2), sex, draw.choice(["flu", "cold", "asthma", "?"])])
    roles = [table, "--quasi", "age,sex", "--sensitive", "diagnosis", "--person", "patient", "--suppression", "5%"]
    for model, choice in [("k-anonymity", ["--k", "10"]), ("distinct-l-diversity", ["--level", "2"])]:
        flags = [*roles, "--privacy", model]
        assert front(*flags) == front(*flags, *SPARK), f"persons, {model}: another front"
        here, there = FOLDER / "here.csv", FOLDER / f"visits-{model}.csv"
        celosia("release", *flags, *choice, "-o", here, "--force")
        record = json.loads(celosia("release", *flags, *choice, "-o", there, *SPARK, "--json"))
        assert record["counts"] == "persons" and rows(here) == rows(there), f"persons, {model}: another release"
    say("persons: the same fronts and releases")


def large():
    table, study = FOLDER / "people", FOLDER / "people.toml"
    celosia("generate", "--like", ADULT / "study.toml", "--rows", ROWS, "--seed", "7", "-o", table)
    assert study.exists(), "generate writes a study beside the folder"
    here = front(study)
    say(f"{here['rows']} rows with {here['distinct']} distinct tuples, counted here")
    assert front(study, *SPARK) == here, "another front"
    say("the same front on Spark")

    # One worker dies while Spark counts; nothing changes but the time.
    work = counting(study)
    assert work.poll() is None, "counted before a worker could be killed: take more rows"
    subprocess.run([CLUSTER, "kill-worker"], check=True, stdout=subprocess.DEVNULL)
    found, error = work.communicate()
    assert work.returncode == 0, error
    found = json.loads(found)
    del found["search"]["seconds"]
    found["search"].get("bound", {}).pop("seconds", None)
    assert found == here, "another front without a worker"
    say("the same front with a worker killed while it counted")
    subprocess.run([CLUSTER, "start"], check=True, stdout=subprocess.DEVNULL)

    released = FOLDER / "released.parquet"
    record = json.loads(celosia("release", study, "--k", "10", "-o", released, *SPARK, "--json"))
    quasi = ",".join(column["name"] for column in record["columns"] if column["role"] == "quasi-identifier")
    asked = ["--quasi", quasi, "--sensitive", "occupation", "--json"]
    there = json.loads(celosia("verify", released, *asked, *SPARK))
    read_here = json.loads(celosia("verify", released, *asked))
    assert there == read_here, "verify says something else on Spark"
    assert there["rows"] == record["rows"] >= here["rows"] * 0.99 - 1
    mine = FOLDER / "mine.parquet"
    local = json.loads(celosia("release", study, "--k", "10", "-o", mine, "--json"))
    again = json.loads(celosia("verify", mine, *asked))
    again["table"] = there["table"]
    assert again == there and local["point"] == record["point"], "another release"
    say(f"{there['rows']} rows released and verified on Spark, as here")
    return study


def server_stands_still(study):
    """As one that is too busy to answer: it is waited for, unless somebody wants otherwise."""
    for ending, flags, seconds, code in [("resume", [], 20, 0), ("stop", [], 10, 130), ("timeout", ["--timeout", "5s"], 0, 2)]:
        name = f"{ending}.parquet"
        work = begin("release", study, "--k", "10", "-o", FOLDER / name, *SPARK, *flags, talking=True)
        wait_for(lambda: list(FOLDER.glob(f".{name}.celosia-*")), work)
        assert work.poll() is None, f"released before the server could be paused: {work.communicate()}"
        subprocess.run([CLUSTER, "pause-connect"], check=True, stdout=subprocess.DEVNULL)
        # What never says that it waits must fail this test, and not keep it for ever.
        patience = threading.Timer(600, work.kill)
        patience.start()
        try:
            # Where nobody looks at a terminal, a line now and then says that it waits.
            silent = 0
            while silent < seconds:
                line = work.stderr.readline()
                assert line, f"{ending}: ended while it should wait: {work.communicate()}"
                if said := re.match(r"note: writing on Spark: waiting, no answer for (\d+) s", line):
                    silent = int(said[1])
            if ending == "resume":
                subprocess.run([CLUSTER, "resume-connect"], check=True, stdout=subprocess.DEVNULL)
            if ending == "stop":
                work.send_signal(signal.SIGINT)
            began = time.monotonic()
            _, error = work.communicate(timeout=600)
            took = time.monotonic() - began
            left = [path.name for path in FOLDER.iterdir() if name in path.name and (path.is_dir() or path.stat().st_size)]
        finally:
            patience.cancel()
            subprocess.run([CLUSTER, "resume-connect"], check=True, stdout=subprocess.DEVNULL)
        assert work.returncode == code, f"{ending}, {work.returncode}: {error}"
        if ending == "resume":
            assert name in left, left
            say(f"release: a server stood still for {seconds} s, was waited for, and went on")
        else:
            assert ("no result was written" if ending == "stop" else "no answer for 5 s") in error, error
            assert not left, f"left behind: {left}"
            say(f"release: a server stood still, {'Ctrl-C' if ending == 'stop' else ' '.join(flags)} ended the wait after {took:.1f} s, nothing left behind")


def server_goes_away(study):
    """Last: nothing is left to connect to."""
    for command, target in [("front", None), ("release", FOLDER / "never.parquet")]:
        subprocess.run([CLUSTER, "start"], check=True, stdout=subprocess.DEVNULL)
        if target:
            work = begin(command, study, *SPARK, "--k", "10", "-o", target)
            # While it writes: the staged folder is there, hidden.
            wait_for(lambda: list(FOLDER.glob(".never.parquet.celosia-*")), work)
        else:
            work = counting(study)
        assert work.poll() is None, f"{command} ended before the server did: {work.communicate()}"
        subprocess.run([CLUSTER, "kill-connect"], check=True, stdout=subprocess.DEVNULL)
        killed = time.monotonic()
        _, error = work.communicate(timeout=60)
        seconds = time.monotonic() - killed
        assert work.returncode == 2 and "went away" in error and "hint:" in error, f"{work.returncode}: {error}"
        assert seconds < 30, f"{command} took {seconds:.0f} s to notice"
        left = [path.name for path in FOLDER.iterdir() if "never" in path.name]
        assert not left, f"left behind: {left}"
        say(f"{command}: the server went away, said after {seconds:.1f} s, nothing left behind")
    gone = run("front", study, *SPARK)
    assert gone.returncode == 2 and "hint:" in gone.stderr, gone.stderr
    say("and a server that is not there is an error that says so")


def counting(study):
    """A front whose rows are being counted: executors have begun with tasks of a stage of several, which reading the names of
    columns has not."""
    before = tasks()
    work = begin("front", study, *SPARK, "--json")
    wait_for(lambda: tasks() > before, work)
    return work


def tasks():
    """Second tasks of a stage that executors have begun with, as their logs say."""
    return sum(log.read_text(errors="replace").count("Running task 1.0 in stage") for log in WORKERS.glob("worker-*/app-*/*/stderr"))


def wait_for(condition, work):
    for _ in range(36000):
        if condition() or work.poll() is not None:
            return
        time.sleep(0.1)
    raise AssertionError("waited for an hour")


BEGAN = time.monotonic()
adult()
persons()
people = large()
server_stands_still(people)
server_goes_away(people)
print("Spark: the same answer everywhere")
