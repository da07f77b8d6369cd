"""Every event and every code has words."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

import pytest

from togyz import events
from togyz.board import Side
from togyz.codes import Code
from togyz.outcome import Reason
from togyz.record import Resolution
from togyz_companion.messages import SENTENCES, WORDS, sentence

EXAMPLES = {
    "kazan": {"white": 82, "black": 80},
    "result": "1-0",
    "reason": "atsyrau",
    "code": "captured_odd",
    "side": Side.BLACK,
    "otau": (4,),
    "how": "put_right",
    "turned": True,
    "tilt_deg": 4.2,
    "px": 3.1,
    "confidence": 0.5,
}


@pytest.mark.parametrize("kind", SENTENCES, ids=lambda kind: str(kind.name))
def test_every_sentence_only_names_what_its_event_has_and_no_code(kind: type[events.Event]) -> None:
    told = sentence(kind(**{one.name: EXAMPLES.get(one.name, 1) for one in fields(kind)}))
    assert told
    assert not set("{_") & set(told)


def test_what_only_programs_need_is_not_told() -> None:
    assert sentence(events.Confirmed(t=5.0, n=1, confidence=1.0)) is None


@pytest.mark.parametrize("code", [*(reason.value for reason in Reason), *get_args(Resolution)])
def test_every_reason_and_every_way_to_settle_has_words(code: str) -> None:
    assert "_" not in WORDS[code]


@pytest.mark.parametrize("code", Code)
def test_every_error_has_words(code: Code) -> None:
    assert "_" not in WORDS[code.value]


@pytest.mark.parametrize(("side", "otau", "told"), [(Side.BLACK, (4,), "(black 4)"), (None, (), "explained")])
def test_an_alert_names_its_otaus_where_they_are_known(side: Side | None, otau: tuple[int, ...], told: str) -> None:
    alert = events.Alert(t=9.0, id=3, code="unexplained", side=side, otau=otau, seen={}, expected={}, t_rest=7.0)
    assert str(sentence(alert)).endswith(told)


def test_it_is_told_which_side_is_white() -> None:
    kept, turned = (sentence(events.SideSettled(t=1.0, turned=turned)) for turned in (False, True))
    assert kept != turned
    assert "to black" in str(turned)
