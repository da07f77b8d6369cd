"""What is said of sources of pictures that give none, or not all of them, to be told in any language."""

from __future__ import annotations

from typing import Final

from togyz.saying import Phrase

_KNOWN: Final = (
    "a film, an image, a folder of images, a camera's number or camera:NAME, or an rtsp:// or http:// address"
)


class Trouble(Phrase):
    """Why a source gives nothing, or a driver failed, and what to do about it; the values say it in English."""

    NO_NAME = f"the source has no name: give {_KNOWN}"
    NOTHING_THERE = f"there is no {{path}}: give {_KNOWN}"
    FORBIDDEN = "{path} cannot be read ({cause}): check its permissions"
    NO_FILE = "{path} is a folder, a pipe or a device: give a file"
    NO_NAME_OF_FILE = "no file can have such a name ({cause})"
    EMPTY = "{path} is empty (0 bytes): copy it again from where it was recorded"
    NO_CAMERA = "there is no camera {url}: plug it in (cameras found: {present})"
    NO_CAMERA_CALLED = "no camera is called {name!r}: name one by its number (found: {present})"
    CAMERAS_CALLED = "several cameras are called {name!r}: name one by its number (found: {present})"
    NOT_ALLOWED = "you may not use camera {url}: sudo usermod -aG video $USER, then log out and in again"
    STREAM_SILENT = "{name} gives no pictures: check the address, and that both are in the same network"
    CAMERA_BUSY = (
        "{name} gives no pictures: check its plug, and that no other program uses it or another camera at the same "
        "USB hub"
    )
    NO_PICTURE_IN = "{name} gave no picture in {timeout_s:g} s: check that it is on and not in use"
    NO_PICTURE = "{name} gave no picture: check its cable"
    GONE = "{name} is gone: check its plug, its power and the network"
    SILENT = "{name} gives no pictures: check its cable, its power and the network"
    FROZEN = "{name} gives the same picture all the time: turn it off and on again"
    BLACK = "{name} gives black pictures: take off its cap, turn on the light"
    CUT = "{name} gives pictures that lack their lower part: use a shorter cable, or another USB socket"
    RESIZED = "{name} gives pictures of another size: set the one that it had"
    BLURRED = "{name} gives pictures without any detail: wipe its lens, focus it"
    WITH_CAUSE = "{what} ({cause})"
    BROKE_OFF = "the connection broke off"
    DRIVER = "{name} failed in its driver: check its plug"
    NO_IMAGES = "there are no images in {path}: give a folder or a pattern that has some"
    NO_IMAGE = "{path} is not an image that can be read (JPEG, PNG, ...), or is cut off"
    NO_FILM = "{path} is not a film: give one that a video player shows"
    OTHER_FILE = "{path} is not a film ({format}): give one that a video player shows"
    UNREADABLE = "{path} cannot be read as a film ({cause})"
    NO_INDEX = "{path} begins as a film but its index is missing: it was cut off, copy or record it again"
    NO_FRAME = "not one frame of {path} can be decoded: it is cut off or damaged, copy or record it again"
    BREAKS_OFF = "{path} breaks off at {end_s:.1f} s of {length_s:.1f} s"
    FRAMES_MISSING = "{path} is damaged in places: frames are missing"
    DAMAGED_PICTURES = "{name} sent damaged pictures, which were left out: {pictures}"
    OTHER_SIZE = "{path} is {wh}, not {first_wh}"
    LEFT_OUT = "images were left out, {left_out} of {images}: {faults}"
