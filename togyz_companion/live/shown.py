"""What pages see of a live session: the camera's picture, the board, the clock, and what the operator sees besides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from board_io.feed import GameStanding
from board_io.outage import Fault, Moment, Outage
from board_io.source import Source
from togyz_companion.live.aiming import Aiming
from togyz_companion.live.choosing import Choosing
from togyz_companion.live.ended import Ended
from togyz_companion.live.eye import Eye, Sight
from togyz_companion.live.health import Health
from togyz_companion.live.playing import Playing
from togyz_companion.live.state import LiveState
from togyz_companion.live.surroundings import Surroundings
from togyz_companion.messages.telling import in_all_languages
from togyz_companion.session import SessionOptions
from vision.frame import Frame

State = Choosing | Aiming | Playing | Ended


class Shown:
    """One thread shows; any other may look.

    Attributes:
        eye: what the camera shows.
        board: the state that audiences see.
        face: of that, what the clock's page needs.
        desk: the state that the operator sees besides.
        fault: of the source; None while it gives pictures.
        clock_url: where a phone finds the clock; None for nowhere.
    """

    def __init__(self, options: SessionOptions, world: Surroundings) -> None:
        """Prepare."""
        self.eye = Eye()
        self.board = LiveState()
        self.face = LiveState(_face({"status": "waiting", "standing": "waiting"}))
        self.desk = LiveState()
        self.fault: Fault | None = None
        self.clock_url: str | None = None
        self._health = Health(options.out, options.clock_source)
        self._world = world

    def close(self) -> None:
        """End what only the operator and the players hear."""
        for one in (self.desk, self.face):
            one.close()

    def took(self, moment: Moment) -> bool:
        """Takes in what the source gave, and says whether there is something else to tell since."""
        fault = moment.fault if isinstance(moment, Outage) else None
        is_news = self._health.took(moment, self._world.now()) or fault != self.fault
        self.fault = fault
        return is_news

    def forget(self) -> None:
        """The source is let go of."""
        self.fault = None
        self._health.forget()

    def frame(self, frame: Frame, state: State) -> None:
        """Shows a picture, and what is known of it."""
        if not isinstance(state, Choosing):
            self.eye.show(Sight(frame.image_bgr, state.view, state.counted))

    def audience(self, standing: GameStanding) -> None:
        """Shows audiences and players how the game stands."""
        told = standing.state()
        self.board.publish(told)
        self.face.publish(_face(told))
        for show in self._world.shows:
            show(standing)

    def operator(self, state: State, source: Source | None, options: SessionOptions) -> None:
        """Shows the operator how things stand."""
        fault = self.fault
        self.desk.publish(
            {
                "stage": state.stage.value,
                "source": None if source is None else source.info.description,
                "image_wh": None if source is None else list(source.info.wh),
                "outage": None if fault is None else in_all_languages(lambda teller: teller.text(f"why.{fault}")),
                "health": self._health.to_list(),
                "headers": dict(options.headers),
                "rules": str(options.rules),
                "control": None if options.clock is None else str(options.clock),
                "clock_url": self.clock_url,
                **state.to_dict(),
            }
        )


def _face(told: Mapping[str, Any]) -> dict[str, object]:
    """What of a board's state the clock's page shows."""
    names = {side: told.get("headers", {}).get(side) for side in ("White", "Black")}
    to_move = told.get("position", {}).get("to_move")
    shown = {name: told.get(name) for name in ("status", "standing", "ended", "clock")}
    return {"headers": names, "to_move": to_move, **shown}
