"""Let hundreds read a feed's page while a film is recorded in real time, and see that none is told late.

    python -m tools.crowd_feed [--readers 300] [--deaf 5] [--seconds 300]

The recorder and `togyz serve` run in programs of their own, all readers in this one. The shipped film is recorded again
and again. Some readers ask and never read what they are sent. Half-way the server is killed (SIGKILL) and started anew;
readers come again after a second, as browsers do. Told are how long after the recorder a reader knows a ply, how long
after the kill all were right again, and the server's memory; plies of that time count for the second only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from togyz_companion.samples import sample
from togyz_companion.web.boards import RETRY_MS

TOGYZ: Final = (sys.executable, "-c", "from togyz_companion.cli.main import main; main()")
SAMPLE_S: Final = 5.0
"""So often the server's memory is looked at."""
SETTLED_S: Final = 30.0
"""From then on the server's memory is to stay as it is."""
URL: Final = re.compile(rb"http://127\.0\.0\.1:(\d+)/")
REQUEST: Final = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"
LINE_MAX: Final = 1 << 20

Ply = tuple[str, int, str]
"""The recording (its header Event), the ply's number and its move."""


@dataclass
class Seen:
    """What came when, in s (time.monotonic).

    Attributes:
        told: when the recorder told of each ply.
        known: for each reader, when it knew each ply.
        opened: for each reader, when it was sent a first state, each time it came.
        rss_kb: the server's memory, with the time.
    """

    told: dict[Ply, float] = field(default_factory=dict)
    known: list[dict[Ply, float]] = field(default_factory=list)
    opened: list[list[float]] = field(default_factory=list)
    rss_kb: list[tuple[float, int]] = field(default_factory=list)
    states: dict[str, list[Ply]] = field(default_factory=dict)

    def plies_in(self, data: str) -> list[Ply]:
        """The plies of a state, read once for all who are sent it."""
        if data not in self.states:
            state = json.loads(data)
            event = str(state["headers"].get("Event"))
            self.states[data] = [(event, ply["n"], ply["move"]) for ply in state["plies"]]
        return self.states[data]


async def read(port: int, nth: int, seen: Seen) -> None:
    """One reader, who comes again whenever the stream breaks."""
    while True:
        with suppress(OSError, ValueError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LINE_MAX)
            try:
                writer.write(REQUEST)
                await _follow(reader, nth, seen)
            finally:
                writer.close()
        await asyncio.sleep(RETRY_MS / 1000)


async def _follow(reader: asyncio.StreamReader, nth: int, seen: Seen) -> None:
    is_first = True
    while line := await reader.readline():
        if not line.startswith(b"data: {"):
            continue
        now = time.monotonic()
        if is_first:
            seen.opened[nth].append(now)
        is_first = False
        for ply in seen.plies_in(line[6:].decode().strip()):
            seen.known[nth].setdefault(ply, now)


async def ignore(port: int) -> None:
    """A reader who asks and never reads; it comes again when it is sent away."""
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(REQUEST)
            while not writer.is_closing():
                await asyncio.sleep(1)
        await asyncio.sleep(1)


async def record(folder: Path, seen: Seen) -> None:
    """Records the film in real time, again and again."""
    nth = 0
    while True:
        nth += 1
        options = ("--feed", folder / "feed", "--out", folder / f"games-{nth}", "--headers", f"Event=recording {nth}")
        command = (*TOGYZ, "record", sample().film, "--realtime", "--json", *options)
        recorder = await asyncio.create_subprocess_exec(*map(str, command), stdout=asyncio.subprocess.PIPE)
        try:
            while recorder.stdout is not None and (line := await recorder.stdout.readline()):
                event = json.loads(line)
                if event["event"] == "ply":
                    seen.told.setdefault((f"recording {nth}", event["n"], event["move"]), time.monotonic())
            await recorder.wait()
        finally:
            if recorder.returncode is None:
                recorder.kill()
                await recorder.wait()


async def serve(feed: Path, port: int = 0) -> tuple[asyncio.subprocess.Process, int]:
    """Starts the server; it and its port."""
    command = (*TOGYZ, "serve", str(feed), "--public", f"127.0.0.1:{port}")
    server = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    said = b"" if server.stderr is None else await server.stderr.readline()
    found = URL.search(said)
    if found is None:
        raise RuntimeError("the server does not say where it is")
    return server, int(found[1])


async def watch(pid: int, seen: Seen, seconds: float) -> None:
    """Notes the memory of a program for some time."""
    until = time.monotonic() + seconds
    while (now := time.monotonic()) < until:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+)", status)
        if found is not None:
            seen.rss_kb.append((now, int(found[1])))
        await asyncio.sleep(min(SAMPLE_S, until - now))


async def crowd(folder: Path, *, readers: int, deaf: int, seconds: float) -> dict[str, object]:
    """Lets them read; what came of it."""
    seen = Seen(known=[{} for _ in range(readers)], opened=[[] for _ in range(readers)])
    (folder / "feed").mkdir()
    server, port = await serve(folder / "feed")
    tasks = [asyncio.create_task(record(folder, seen))]
    tasks += [asyncio.create_task(read(port, nth, seen)) for nth in range(readers)]
    tasks += [asyncio.create_task(ignore(port)) for _ in range(deaf)]
    load = [os.getloadavg()[0]]
    await watch(server.pid, seen, seconds / 2)
    rss_kb, killed_s = seen.rss_kb, time.monotonic()
    server.kill()
    await server.wait()
    server, _ = await serve(folder / "feed", port)
    seen.rss_kb = []
    await watch(server.pid, seen, seconds / 2)
    load.append(os.getloadavg()[0])
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    server.kill()
    await server.wait()
    told = summed(seen, killed_s)
    memory = {"rss_mb_before_the_kill": span_mb(rss_kb), "rss_mb_after_it": span_mb(seen.rss_kb)}
    return {"readers": readers, "deaf": deaf, "seconds": seconds, "load": load, **told, **memory}


def summed(seen: Seen, killed_s: float) -> dict[str, object]:
    """How late plies were known, and when all were right again after the kill, in s."""
    back_s = [min((at for at in opened if at > killed_s), default=float("inf")) for opened in seen.opened]
    right_s = max(back_s) - killed_s
    late_s, missing = [], 0
    last_s = max(seen.told.values()) - 1  # what was told at the very end may be under way still
    for ply, told_s in seen.told.items():
        if killed_s - 1 <= told_s <= killed_s + right_s or told_s > last_s:
            continue
        arrivals = [known[ply] - told_s for known in seen.known if ply in known]
        late_s += arrivals
        missing += len(seen.known) - len(arrivals)
    quantiles = statistics.quantiles(late_s, n=1000)
    return {
        "plies": len(seen.told),
        "late_s": {"median": round(statistics.median(late_s), 3), "p999": round(quantiles[-1], 3)}
        | {"max": round(max(late_s), 3)},
        "never_known": missing,
        "right_again_s": round(right_s, 2),
    }


def span_mb(rss_kb: Sequence[tuple[float, int]]) -> list[float]:
    """The least and the greatest memory once the readers have come, in MB."""
    settled = [kb / 1024 for at, kb in rss_kb if at > rss_kb[0][0] + SETTLED_S]
    return [round(min(settled), 1), round(max(settled), 1)]


def main() -> None:
    """Prints the result as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readers", type=int, default=300)
    parser.add_argument("--deaf", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=300.0)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        told = crowd(Path(folder), readers=options.readers, deaf=options.deaf, seconds=options.seconds)
        print(json.dumps(asyncio.run(told), indent=1))


if __name__ == "__main__":
    main()
