"""What stands in the way of a recording or of a page."""

from __future__ import annotations

from togyz.saying import Phrase


class Obstacle(Phrase):
    """What is said of it; the values say it in English."""

    NO_SERVER = "the live page's server did not start"
    NO_HOST = "cannot serve the page on {host}: {cause}"
    NO_WEB_PORT = "cannot serve the live page on {host}, port {port}: {cause}"

    SOURCE_CHOSEN = "another camera or film is open: let go of it first"
    BOARD_FIRST = "the board must be found before a game can begin"
    GAME_RUNS = "the game must end before another one can begin"
    NO_GAME = "no game is being recorded"
    NO_CLOCK = "this game has no clock"
    LOOK_FAILED = "the program failed at this picture: its log tells more"
