"""Running celosia: bounded in processor time and memory, and the rule that no input makes it panic."""

import os
import resource
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

PROCESSOR_SECONDS = 60  # processor time, not wall time: a busy machine breaks nothing
MEMORY = 16 << 30  # of address space
PATIENCE = 600  # seconds of wall time, for a command that sleeps
DEFECT = b"defect of its own"


@dataclass(frozen=True)
class Answer:
    """How a command ended and what it printed."""

    command: list[str]
    code: int
    out: bytes
    err: bytes

    def defect(self) -> str | None:
        """What no input may cause: a signal, a panic, an exit code that means nothing."""
        if self.code < 0:
            return f"ended by {signal.Signals(-self.code).name}: {self.said()}"
        if DEFECT in self.err or b"panicked" in self.err:
            return f"a panic: {self.said()}"
        if self.code not in (0, 1, 2):
            return f"exit code {self.code}: {self.said()}"
        return None

    def said(self) -> str:
        return self.err.decode(errors="replace").strip()[-600:]


class Tools:
    """The command under attack and a folder to work in, on a file system in memory where there is one."""

    def __init__(self, celosia: str, shim: str | None = None, inside: Path | None = None):
        self.celosia = celosia
        self.shim = shim
        memory = Path("/dev/shm")
        base = memory if memory.is_dir() and os.access(memory, os.W_OK) else None
        self.root = Path(tempfile.mkdtemp(prefix="celosia-attack-", dir=inside or base))
        self.runs = 0

    def folder(self) -> Path:
        """An empty folder; the one before is gone."""
        place = self.root / "case"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        return place

    def run(self, *arguments: str, cwd: Path, env: dict[str, str] | None = None, file_size: int | None = None) -> Answer:
        """Runs celosia. `file_size` is what the disk holds: no file grows beyond it."""
        command = [self.celosia, *arguments]
        self.runs += 1
        full = {**os.environ, **env} if env else None
        if file_size is None:
            return self._ended(command, self._start(command, cwd, full))
        # Inherited by the child; Python ignores the signal and so will the child, which then gets an error instead.
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, hard))
        try:
            process = self._start(command, cwd, full)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        return self._ended(command, process)

    def _start(self, command: list[str], cwd: Path, env: dict[str, str] | None) -> subprocess.Popen:
        return subprocess.Popen(
            command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            restore_signals=False,
        )

    def _ended(self, command: list[str], process: subprocess.Popen) -> Answer:
        for limit, value in ((resource.RLIMIT_CPU, PROCESSOR_SECONDS), (resource.RLIMIT_AS, MEMORY)):
            try:
                resource.prlimit(process.pid, limit, (value, value))
            except ProcessLookupError:
                pass  # it has ended already
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            err += b"\nstill running after ten minutes"
        return Answer(command, process.returncode, out, err)

    def close(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
