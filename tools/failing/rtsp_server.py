"""An RTSP camera, run by the system's Python: JPEGs from stdin, each behind its length, become an H.264 stream.

    python3 rtsp_server.py        (Debian: python3-gi gir1.2-gst-rtsp-server-1.0 gstreamer1.0-plugins-{base,good,ugly})

The first line on stdout is its port on loopback; the stream's path is /video. It ends with stdin.
"""

from __future__ import annotations

import struct
import sys
import threading
from typing import Any

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402 (versions come first)

LAUNCH = (
    "( appsrc name=jpegs is-live=true do-timestamp=true format=time max-buffers=2 leaky-type=downstream"
    " caps=image/jpeg ! jpegdec ! videoconvert ! video/x-raw,format=I420"
    " ! x264enc tune=zerolatency speed-preset=ultrafast bitrate=6000 key-int-max=15"
    " ! rtph264pay name=pay0 pt=96 config-interval=1 )"
)


def main() -> None:
    """Serve until stdin ends."""
    Gst.init(None)
    sources: list[Any] = []
    server, factory = GstRtspServer.RTSPServer.new(), GstRtspServer.RTSPMediaFactory.new()
    server.set_address("127.0.0.1")
    server.set_service("0")
    factory.set_launch(LAUNCH)
    factory.set_shared(True)
    factory.connect("media-configure", lambda _, media: sources.append(media.get_element().get_by_name("jpegs")))
    server.get_mount_points().add_factory("/video", factory)
    server.attach(None)
    print(server.get_bound_port(), flush=True)
    loop = GLib.MainLoop()

    def feed() -> None:
        while len(head := sys.stdin.buffer.read(4)) == 4:
            jpeg = sys.stdin.buffer.read(struct.unpack(">I", head)[0])
            for source in sources[-1:]:
                source.emit("push-buffer", Gst.Buffer.new_wrapped(jpeg))
        loop.quit()

    threading.Thread(target=feed, daemon=True).start()
    loop.run()


main()
