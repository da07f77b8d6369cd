"""What is warned of (:class:`togyz_companion.noted.Noted`): Kazakh and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from togyz_companion.noted import Noted

NOTES: Final[Mapping[Noted, tuple[str, str]]] = {
    Noted.WAITING: ("тақта күтілуде: {fault}", "ожидается доска: {fault}"),
    Noted.CAMERA: ("камера: {fault}", "камера: {fault}"),
    Noted.START: ("бастапқы жағдай: {fault}", "начальное положение: {fault}"),
    Noted.GIVEN: ("берілген жағдай: {fault}", "заданное положение: {fault}"),
    Noted.SIDE_TAKEN: (
        "ойын ортасында ақ жақтың қайсысы екені көрінбейді: суреттегі жағы деп алынғаны – {edge}",
        "посреди партии не видно, где белые: их стороной считается {edge} снимка",
    ),
    Noted.ANOTHER_GAME: (
        "{n}-жүрістен кейін басқа ойын басталған сияқты: оны бөлек жазыңыз",
        "после полухода {n}, похоже, началась другая партия: запишите её отдельно",
    ),
    Noted.AFTER_GAME: ("ойыннан кейін: {fault}", "после партии: {fault}"),
    Noted.NOT_TOLD: (
        "бір алушыға енді ештеңе берілмейді: {fault}",
        "одному из получателей больше ничего не передаётся: {fault}",
    ),
    Noted.NO_FILM: ("фильм сақталмайды: {fault}", "фильм не сохраняется: {fault}"),
    Noted.NO_EVIDENCE: ("дәлел суреттер сақталмайды: {fault}", "снимки-доказательства не сохраняются: {fault}"),
    Noted.NOTHING_TO_RESUME: (
        "{path} ішінде бұл фильмнен жалғастыратын ештеңе жоқ: басынан жазылады",
        "в {path} нечего продолжать из этого фильма: он записывается с начала",
    ),
}
