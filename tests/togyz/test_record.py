from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.togyz.games import eventful_games
from togyz.board import Side
from togyz.errors import RecordError
from togyz.game import Game, SetPosition
from togyz.outcome import Reason
from togyz.position import Position
from togyz.record import Record
from togyz.recorded import RecordedAlert, RecordedDoubt, RecordedLapse, RecordedPly
from togyz.replay import from_game

START = Position.start()
AFTER_76 = START.play(7)
PLY = RecordedPly(
    n=1,
    side=Side.WHITE,
    move="76",
    otau=7,
    landing=6,
    captured=10,
    tuzdyk=False,
    t=12.4,
    seen=True,
    confidence=0.9998,
    status="confirmed",
    alternatives=(("55", 0.001), ("44", 0.0005)),
    evidence=("evidence/1.jpg",),
)
ALERT = RecordedAlert(
    id=1,
    t_rest=20.5,
    t=22.0,
    code="captured_odd",
    side=Side.BLACK,
    otau=(3,),
    seen={"3": 0},
    expected={"3": 9},
    resolved="put_right",
    evidence=("evidence/2.jpg",),
)
RECORD = Record(
    headers={"White": "Әлия", "game_start_t": 1.5, "session": 1},
    start=START,
    plies=(PLY,),
    sets=(SetPosition(after_n=1, position=AFTER_76),),
    position=AFTER_76,
    result="1-0",
    reason=Reason.RESIGNED,
    alerts=(ALERT,),
)
PLY_LINE = (
    '{"n":1,"side":"white","move":"76","otau":7,"landing":6,"captured":10,"tuzdyk":false,"t":12.4,"seen":true,'
    '"confidence":0.9998,"status":"confirmed","alternatives":[["55",0.001],["44",0.0005]],"evidence":["evidence/1.jpg"]}'
)
POSITION_LINE = (
    '{"white":[9,9,9,9,9,9,1,10,10],"black":[10,10,10,10,10,0,9,9,9],"kazan":{"white":10,"black":0},'
    '"tuzdyk":{"white":null,"black":null},"to_move":"black"}'
)


def changed(**fields: Any) -> str:
    return json.dumps(json.loads(RECORD.to_json()) | fields)


def changed_ply(**fields: Any) -> str:
    return changed(plies=[json.loads(PLY_LINE) | fields])


def test_the_text_is_the_contracts() -> None:
    lines = RECORD.to_json().splitlines()
    assert lines[:3] == ["{", '"schema":1,', '"headers":{"White":"Әлия","game_start_t":1.5,"session":1},']
    assert PLY_LINE in lines
    assert f'"position":{POSITION_LINE},' in lines
    assert list(json.loads(RECORD.to_json())) == [
        "schema", "headers", "rules", "start", "plies", "sets", "position", "result", "reason", "alerts",
    ]  # fmt: skip


def test_a_record_comes_back_byte_for_byte() -> None:
    assert Record.from_json(RECORD.to_json()) == RECORD
    assert Record.from_json(RECORD.to_json()).to_json() == RECORD.to_json()
    assert Record.from_json(json.dumps(RECORD.to_dict(), indent=3)).to_json() == RECORD.to_json()


def test_what_is_in_doubt_and_what_no_longer_fits_comes_back_and_stands_only_where_there_is_some() -> None:
    seen = {"white": (9,) * 9, "black": (0,) * 9}
    doubt = RecordedDoubt(n=1, position=AFTER_76, seen=seen, explanations=({"p": 0.4, "board": "unexplained"},))
    record = replace(RECORD, lapsed=(RecordedLapse(n=1, move=None, by="A"),), doubt=doubt)
    assert Record.from_json(record.to_json()) == record
    assert list(record.to_dict())[-2:] == ["lapsed", "doubt"]
    assert not {"lapsed", "doubt"} & set(RECORD.to_dict())


@given(eventful_games())
def test_the_record_of_any_game_comes_back(game: Game) -> None:
    record = from_game(game)
    assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the record is not JSON"),
        ("[" * 100_000, "the record is not JSON"),
        ("[]", "the document must be an object, not []"),
        ("{}", "schema is missing"),
        (changed(schema=2), "schema must be one of 1, not 2"),
        (changed(clock=1), "clock is not a known field"),
        (changed(headers={"White": ["A"]}), 'headers.White must be a text, a number, true, false or null, not ["A"]'),
        (changed(rules={"at_82": "never"}), 'rules.at_82 must be one of "decide", "stop", "play_on", not "never"'),
        (changed(start=None), "start must be an object, not null"),
        (changed(plies={}), "plies must be a list, not {}"),
        (changed(sets=[{"after_n": -1, "position": 1}]), "sets[0].after_n must be a whole number from 0 to 100000"),
        (changed(result="2-0"), 'result must be one of "1-0", "0-1", "1/2-1/2", not "2-0"'),
        (changed(reason="luck"), 'reason must be one of "kazan_82", "atsyrau", "draw_81"'),
        (changed(alerts=[ALERT.to_dict() | {"otau": [10]}]), "alerts[0].otau[0] must be a whole number from 1 to 9"),
        (changed(alerts=[ALERT.to_dict() | {"resolved": "x"}]), 'alerts[0].resolved must be one of "put_right"'),
        (changed_ply(n=0), "plies[0].n must be a whole number from 1 to 100000, not 0"),
        (changed_ply(tuzdyk=0), "plies[0].tuzdyk must be true or false, not 0"),
        (changed_ply(move=76), "plies[0].move must be a text, not 76"),
        (changed_ply(t="1"), 'plies[0].t must be a number from 0 to 1e+09, not "1"'),
        (changed_ply(confidence=1.5), "plies[0].confidence must be a number from 0 to 1, not 1.5"),
        (changed_ply(alternatives=[["55", 0.2], ["44", 0.3]]), "plies[0].alternatives must be at most 3 moves"),
        (changed_ply(alternatives=[["55", 0.7], ["44", 0.6]]), "plies[0].alternatives must be at most 3 moves"),
        (changed_ply(alternatives=[["55", 0.1]] * 4), "plies[0].alternatives must be at most 3 moves"),
        (changed_ply(alternatives=[["55", 1.1]]), "plies[0].alternatives[0][1] must be a number from 0 to 1, not 1.1"),
        (changed_ply(alternatives=["55"]), "plies[0].alternatives[0] must be a list"),
        (changed(lapsed=[{"n": 1, "by": "A"}]), "lapsed[0].move is missing"),
        (changed(doubt={"n": 1}), "doubt.position is missing"),
        (changed_ply(status="sure"), 'plies[0].status must be one of "provisional"'),
        (changed_ply(evidence=[1]), "plies[0].evidence[0] must be a text, not 1"),
        (changed_ply(after={}), "plies[0].after.white is missing"),
        (RECORD.to_json().replace("12.4", "NaN"), "NaN is not a number that can be kept"),
        (RECORD.to_json().replace("12.4", "1e999"), "1e999 is not a number that can be kept"),
        (RECORD.to_json().replace('"t":12.4,', ""), "plies[0].t is missing"),
    ],
)
def test_a_broken_record_is_refused_in_one_sentence_that_names_the_field(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.from_json(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(sorted(RECORD.to_dict())), JSON)
def test_any_value_in_any_field_is_read_or_refused(name: str, value: object) -> None:
    try:
        record = Record.from_json(changed(**{name: value}))
    except RecordError as error:
        assert error.message  # noqa: PT017 - both outcomes are right
    else:
        assert Record.from_json(record.to_json()) == record


@given(st.text())
def test_arbitrary_text_raises_nothing_but_our_errors(text: str) -> None:
    with pytest.raises(RecordError):
        Record.from_json(text)
