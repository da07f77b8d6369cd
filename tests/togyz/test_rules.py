from __future__ import annotations

from itertools import product

import pytest

from togyz.errors import NotationError, RecordError
from togyz.rules import DEFAULT_RULES, Rules

ALL = [
    Rules.from_dict({"at_82": at_82, "extra_move": extra_move, "flag": flag})
    for at_82, extra_move, flag in product(("decide", "stop", "play_on"), (False, True), ("kazan", "loss"))
]


def test_text_and_json_keep_every_combination() -> None:
    assert len(set(ALL)) == 12
    for rules in ALL:
        assert Rules.from_string(str(rules)) == rules
        assert Rules.from_dict(rules.to_dict()) == rules


def test_what_is_left_out_has_its_default() -> None:
    assert str(DEFAULT_RULES) == ""
    assert Rules.from_string(" at_82=stop , flag=loss ") == Rules(at_82="stop", flag="loss")
    assert Rules.from_dict({"extra_move": True}) == Rules(extra_move=True)


@pytest.mark.parametrize("text", ["at_82=stop at_82=play_on", "flag=loss,at_82=stop,flag=loss"])
def test_an_option_that_is_named_twice_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="named twice"):
        Rules.from_string(text)


@pytest.mark.parametrize("text", ["at_82=81", "extra_move=true", "flags=loss", "stop", "at_82="])
def test_an_unknown_option_is_named(text: str) -> None:
    with pytest.raises(NotationError, match=f"'{text}' is not an option of the rules: they are at_82=decide") as caught:
        Rules.from_string(text)
    assert caught.value.text == text


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"at_82": "never"}, 'rules.at_82 must be one of "decide", "stop", "play_on", not "never"'),
        ({"extra_move": 1}, "rules.extra_move must be one of true, false, not 1"),
        ({"at_82": None}, "rules.at_82 must be one of"),
        ({"flat": "loss"}, "rules.flat is not a known field"),
        ([], "rules must be an object"),
    ],
)
def test_json_errors_name_the_field(value: object, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Rules.from_dict(value)
