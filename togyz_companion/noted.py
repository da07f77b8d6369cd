"""What is warned of while a game is prepared and recorded, so that it can be told in any language."""

from __future__ import annotations

from togyz.saying import Phrase


class Noted(Phrase):
    """What a person should know, though it ends nothing; the values say it in English."""

    WAITING = "waiting for the board: {fault}"
    CAMERA = "the camera: {fault}"
    START = "the start position: {fault}"
    GIVEN = "the given position: {fault}"
    SIDE_TAKEN = (
        "nothing shows in mid-game which side is white's: it is taken to be the one at the {edge} edge of the picture"
    )
    ANOTHER_GAME = "another game seems to begin after ply {n}: record it by itself"
    AFTER_GAME = "after the game: {fault}"
    NOT_TOLD = "nothing more is told to one that failed: {fault}"
    NO_FILM = "no film is kept: {fault}"
    NO_EVIDENCE = "no evidence is kept: {fault}"
    NOTHING_TO_RESUME = "in {path} there is nothing of this film to resume: it is recorded from its beginning"
