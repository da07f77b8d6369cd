"""What stands in the way (:class:`togyz_companion.obstacle.Obstacle`): Kazakh and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from togyz_companion.obstacle import Obstacle

OBSTACLES: Final[Mapping[Obstacle, tuple[str, str]]] = {
    Obstacle.NO_SERVER: ("бет сервері іске қосылмады", "сервер страницы не запустился"),
    Obstacle.NO_HOST: (
        "бетті {host} арқылы көрсету мүмкін емес: {cause}",
        "страницу нельзя показать на {host}: {cause}",
    ),
    Obstacle.NO_WEB_PORT: (
        "бетті {host}, {port}-порт арқылы көрсету мүмкін емес: {cause}",
        "страницу нельзя показать на {host}, порт {port}: {cause}",
    ),
    Obstacle.SOURCE_CHOSEN: (
        "басқа камера не фильм ашық: алдымен оны жабыңыз",
        "открыта другая камера или другой фильм: сначала закройте",
    ),
    Obstacle.BOARD_FIRST: ("ойын басталмас бұрын тақта табылуы керек", "до начала партии нужно найти доску"),
    Obstacle.GAME_RUNS: ("келесі ойын алдында осы ойын аяқталуы керек", "сначала нужно завершить эту партию"),
    Obstacle.NO_GAME: ("ешқандай ойын жазылып жатқан жоқ", "сейчас ничего не записывается"),
    Obstacle.NO_CLOCK: ("бұл ойында сағат жоқ", "в этой партии нет часов"),
    Obstacle.LOOK_FAILED: (
        "бағдарлама бұл суреттен мүдірді: толығы журналда",
        "программа дала сбой на этом снимке: подробности в журнале",
    ),
}
