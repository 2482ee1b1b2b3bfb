"""What the processes of a server cost, as the system counts it."""

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Self

TICKS = os.sysconf("SC_CLK_TCK")
PAUSE = 0.5  # seconds between two looks at the memory


def family(pid: int) -> list[int]:
    """Return a process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it ended just now
        children.setdefault(parent, []).append(int(path.parent.name))
    found = [pid]
    for each in found:
        found += children.get(each, [])
    return found


def memory(pids: Iterable[int]) -> int:
    """Return the bytes that processes use; what several share is counted once (PSS)."""
    total = 0
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
    return total


def processor_seconds(pids: Iterable[int]) -> float:
    """Return the processor time that processes have used since they began."""
    total = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def machine_seconds() -> float:
    """Return the processor time that everybody on this machine has used."""
    user, nice, system, _idle, _waiting, interrupts, soft = (
        int(each) for each in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:8]
    )
    return (user + nice + system + interrupts + soft) / TICKS


@dataclass(slots=True)
class Cost:
    """What a piece of work took: seconds by the clock, and of processors; and bytes at most."""

    seconds: float = 0
    server: float = 0
    ours: float = 0
    others: float = 0
    memory: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.seconds + other.seconds,
            self.server + other.server,
            self.ours + other.ours,
            self.others + other.others,
            max(self.memory, other.memory),
        )

    def __str__(self) -> str:
        """Tell it in a line."""
        share = {
            "server": self.server,
            "load generator": self.ours,
            "others on this machine": self.others,
        }
        told = ", ".join(f"{who} {100 * used / self.seconds:.0f}%" for who, used in share.items())
        return f"of one processor: {told}"


class Watch:
    """Counts what the servers of some processes cost while the block runs."""

    def __init__(self, *pids: int) -> None:
        self.roots = pids
        self.cost = Cost()
        self._ended = Event()
        self._thread = Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._before = self._now()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self.weigh()
        clock, server, ours, everybody = (
            after - before for after, before in zip(self._now(), self._before, strict=True)
        )
        self.cost.seconds, self.cost.server, self.cost.ours = clock, server, ours
        self.cost.others = max(everybody - server - ours, 0)

    def _pids(self) -> list[int]:
        return [pid for root in self.roots for pid in family(root)]

    def _now(self) -> tuple[float, float, float, float]:
        ours = time.process_time()
        return time.perf_counter(), processor_seconds(self._pids()), ours, machine_seconds()

    def weigh(self) -> None:
        """Look at the memory now, beside the looks at each pause."""
        self.cost.memory = max(self.cost.memory, memory(self._pids()))

    def _look(self) -> None:
        while not self._ended.wait(PAUSE):
            self.weigh()
