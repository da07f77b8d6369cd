"""What several tests of the program share."""

from __future__ import annotations

from pathlib import Path

import av
import pytest

from togyz_companion.samples import sample


@pytest.fixture
def twice(tmp_path: Path) -> Path:
    """The shipped film, and the same once more."""
    path, end = tmp_path / "twice.mp4", 0
    with av.open(str(path), "w") as out:
        joined: av.VideoStream | None = None
        for _ in range(2):
            with av.open(str(sample().film)) as film:
                stream = film.streams.video[0]
                joined = joined or out.add_stream_from_template(stream)
                stamped = [packet for packet in film.demux(stream) if packet.pts is not None]
                for packet in stamped:
                    packet.pts, packet.dts = packet.pts + end, (packet.dts or 0) + end
                    packet.stream = joined
                    out.mux(packet)
                end = max(packet.pts + (packet.duration or 0) for packet in stamped)
    return path
