"""Releases on one and on two threads, in turn: measure.py CELOSIA [OLDER_CELOSIA]. See run."""
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STUDY = "data/adult/study.toml"
ROWS = int(os.environ.get("ROWS", "10000000"))
ROUNDS = int(os.environ.get("ROUNDS", "3"))
K = 100


def run(*words):
    """Seconds, CPU seconds and the most memory of a command."""
    began = time.monotonic()
    process = subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(map(str, words))}\n{said}")
    return time.monotonic() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def generate(celosia, folder, rows):
    table = folder / f"adult-{rows}"
    run(celosia, "generate", "--like", STUDY, "--rows", rows, "--seed", 7, "-o", table, "--quiet")
    return table.with_name(f"{table.name}.toml")


def release(celosia, study, form, threads):
    output = study.with_name(f"out-{study.stem}.{form}")
    return run(celosia, "release", study, "--k", K, "--threads", threads, "-o", output, "--force", "--quiet")


def releases(binaries, study):
    print(f"{'':<8}{'':<9}{'threads':>8}{'wall s':>9}{'CPU s':>9}{'MB':>7}   fastest of {ROUNDS}, in turn")
    for form in ["csv", "parquet"]:
        runs = {(name, threads): [] for name in binaries for threads in [1, 2]}
        for _ in range(ROUNDS):
            for name, threads in runs:
                runs[name, threads].append(release(binaries[name], study, form, threads))
        fastest = {key: min(found) for key, found in runs.items()}
        for (name, threads), (wall, cpu, memory) in fastest.items():
            ratio = f"   {fastest[name, 1][0] / wall:.2f} times as fast" if threads == 2 else ""
            print(f"{form:<8}{name:<9}{threads:>8}{wall:>9.2f}{cpu:>9.2f}{memory:>7.0f}{ratio}", flush=True)


def verifies(celosia, studies):
    print(f"\n{'verify of the released Parquet file':<40}{'CPU s':>9}{'MB':>7}")
    quasi = re.findall(r'\[columns\.([^\].]+)\]\nrole = "quasi-identifier"', studies[0].read_text())
    found = []
    for study in studies:
        release(celosia, study, "parquet", 2)
        output = study.with_name(f"out-{study.stem}.parquet")
        asked = ["--quasi", ",".join(quasi), "--sensitive", "occupation", "--quiet"]
        fastest = min(run(celosia, "verify", output, *asked)[1:] for _ in range(ROUNDS))
        found.append(fastest[0])
        print(f"{study.stem:<40}{fastest[0]:>9.2f}{fastest[1]:>7.0f}", flush=True)
    print(f"{found[1] / found[0]:.1f} times the CPU for ten times the rows")


def main():
    binaries = {"now": Path(sys.argv[1]).resolve()}
    if len(sys.argv) > 2:
        binaries = {"before": Path(sys.argv[2]).resolve(), **binaries}
    print(f"release --k {K} of {ROWS:,} rows like Adult; load at the start {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        study = generate(binaries["now"], Path(folder), ROWS)
        releases(binaries, study)
        verifies(binaries["now"], [generate(binaries["now"], Path(folder), ROWS // 10), study])


main()
