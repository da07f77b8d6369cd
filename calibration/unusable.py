"""What is said of calibrations, layouts and lenses that cannot be used, so that it can be told in any language."""

from __future__ import annotations

from togyz.saying import Phrase


class Unusable(Phrase):
    """Why one of them cannot be used, and what to do about it; the values say it in English."""

    UNREADABLE = "{path} cannot be read ({cause}): check that it is there, and its permissions"
    NO_CALIBRATION = "{path} is no calibration of togyz: {fault}"
    NO_LENS = "{path} holds no lens: {fault}"
    NO_LAYOUT_FILE = "{path}: {fault}"
    OTHER_SCHEMA = "{path} has schema {schema}; this program reads {known}: make it anew"
    NO_PICTURE = "the calibration holds no picture of the board: calibrate again"
    NO_NETWORK = (
        "this OpenCV cannot run the network that counts: only a board whose start position was seen can be used, so "
        "calibrate on that"
    )
    NUMBERED_OTHERWISE = (
        "white's half was taken to lie at this edge of the picture before: {before}, and now at this one: {now}; "
        "resume with the calibration with which the game was begun"
    )
    NO_LAYOUT_CALLED = "there is no layout {name!r}: give auto, a layout file or one of {known}"
    NO_LAYOUT = "this is no board layout: {fault}"
    UNKNOWN_FIELD = "this is no board layout: it has an unknown field {field!r}"
    NO_HOME = "this user has no home folder in which layouts could be kept"
    LAYOUT_NAME = (
        "a layout of your own cannot be called {name!r}: a letter, then up to 39 letters, digits or _, and none of "
        "{taken}, nor the name of a device such as con or nul"
    )
    MISFIT = "layout {name!r}: {fault}"
    LENGTHS = "every length and opening must be above 0 and at most {most} mm"
    ROW_TOO_LONG = "nine otaus {pitch} mm apart do not fit into {length} mm"
    OTAUS_OVERLAP = "otaus {width} mm wide and {pitch} mm apart overlap"
    OTAUS_OUTSIDE = "the otaus reach beyond their half of the board"
    KAZANS_OUTSIDE = "the kazans reach beyond the board"
    KAZANS_OVERLAP = "the kazans overlap each other"
    KAZANS_IN_OTAUS = "the kazans overlap the otaus"
    LENS_BENDS_BACK = "the lens bends the picture back on itself where the board lies: measure it anew"
    LENS_OTHER_SHAPE = "the lens was measured in pictures of {made}, these are {given}: measure it in the same shape"
    COARSER = "this OpenCV cannot run the network, counting is coarser: {fault}"
