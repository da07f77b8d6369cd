from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from togyz.board import OTAU_TOTAL, Side
from togyz.inference.observation import BOX_TOTAL, KUMALAK_MAX, Change, ChangeKind, CutOff, KazanSeen, Observation
from togyz.inference.observation_json import observation_from_dict, observation_to_dict, quantised
from togyz.inference.priors import FLOOR


@pytest.fixture
def observation() -> Observation:
    rng = np.random.default_rng(1)
    log_lik = rng.normal(-12.0, 6.0, (OTAU_TOTAL, KUMALAK_MAX + 1))
    log_lik[4] = -2.5
    visible = np.ones(OTAU_TOTAL, dtype=bool)
    visible[4] = False
    return Observation(
        spell=7,
        t_rest=12.3456789,
        t=13.0004,
        log_lik=log_lik,
        visible=visible,
        changes=(
            Change(6, rng.normal(0, 3, BOX_TOTAL), rng.normal(0, 1, (BOX_TOTAL, len(ChangeKind)))),
            Change(5, np.zeros(BOX_TOTAL)),
        ),
        touched=np.arange(BOX_TOTAL) % 3 == 0,
        hand=Side.BLACK,
        kazans=(KazanSeen(12.34567, 0.5), None),
        log_marker=rng.normal(0, 3, BOX_TOTAL),
        cut_off=CutOff((4, 5), ("left", "top")),
        is_grey=True,
    )


def same(one: Observation, other: Observation) -> bool:
    plain = ("spell", "t_rest", "t", "hand", "kazans", "cut_off", "is_grey")
    arrays = ("log_lik", "visible", "touched", "log_marker")
    return (
        all(getattr(one, name) == getattr(other, name) for name in plain)
        and all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays)
        and [change.reference for change in one.changes] == [change.reference for change in other.changes]
        and all(same_change(*pair) for pair in zip(one.changes, other.changes, strict=True))
    )


def same_change(one: Change, other: Change) -> bool:
    if one.log_kind is None or other.log_kind is None:
        return one.log_kind is other.log_kind and np.array_equal(one.log_ratio, other.log_ratio)
    return np.array_equal(one.log_kind, other.log_kind) and np.array_equal(one.log_ratio, other.log_ratio)


def test_changes_stored_before_their_kinds_were_told_are_read(observation):
    stored = observation_to_dict(observation)
    stored["changes"] = [one[: BOX_TOTAL + 1] for one in stored["changes"]]
    read = observation_from_dict(stored)
    assert [change.log_kind for change in read.changes] == [None, None]
    assert np.array_equal(read.changes[0].log_ratio, quantised(observation).changes[0].log_ratio)
    stored["changes"][0].append(7)
    with pytest.raises(ValueError, match="no stored observation"):
        observation_from_dict(stored)


def test_what_is_read_back_is_the_quantised_observation_exactly(observation):
    read = observation_from_dict(json.loads(json.dumps(observation_to_dict(observation))))
    assert same(read, quantised(observation))
    assert not same(read, observation)


def test_quantising_twice_changes_nothing(observation):
    once = quantised(observation)
    assert same(quantised(once), once)


def test_lines_from_before_more_was_looked_at_are_read_and_written_the_same(observation):
    stored = observation_to_dict(observation)
    for later in ("kazans", "marker", "cut_off", "grey"):
        del stored[later]
    read = observation_from_dict(stored)
    assert (read.kazans, read.log_marker, read.cut_off, read.is_grey) == ((None, None), None, None, False)
    assert observation_to_dict(read) == stored
    assert np.array_equal(read.log_lik, quantised(observation).log_lik)


def test_each_row_ends_at_zero_above_and_at_the_floor_below(observation):
    log_lik = quantised(observation).log_lik
    assert np.array_equal(log_lik.max(axis=1), np.zeros(OTAU_TOTAL))
    assert log_lik.min() == FLOOR
    assert np.array_equal(log_lik[4], np.zeros(KUMALAK_MAX + 1))
    shifted = observation.log_lik - observation.log_lik.max(axis=1, keepdims=True)
    assert np.abs(log_lik - np.maximum(shifted, FLOOR)).max() <= 0.0005
    assert np.abs(log_lik - np.maximum(shifted, FLOOR)).max() > 0.0001


def test_what_lies_on_the_floor_takes_no_room(observation):
    sharp = np.full((OTAU_TOTAL, KUMALAK_MAX + 1), -50.0)
    sharp[:, 9] = 0.0
    stored = observation_to_dict(replace(observation, log_lik=sharp))
    assert stored["log_lik"] == [[9, 0]] * OTAU_TOTAL


def test_arrays_that_flow_on_are_read_only(observation):
    with pytest.raises(ValueError, match="read-only"):
        quantised(observation).log_lik[0, 0] = 1.0
    for values in (observation.log_lik, observation.visible, observation.touched, observation.changes[0].log_ratio):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 0


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"log_lik": [[0]]},
        {"hand": "green"},
        {"touched": [99]},
        {"spell": None},
        {"changes": [[1, 2, 3]]},
        {"kazans": [[1]]},
        {"marker": [1]},
        {"cut_off": [["a"], ["up"]]},
        {"cut_off": [[18], ["top"]]},
        {"cut_off": [[0], ["up"]]},
        {"cut_off": [[0]]},
    ],
)
def test_a_broken_line_is_refused(observation, broken):
    stored = observation_to_dict(observation)
    stored = stored | broken if broken else {}
    with pytest.raises(ValueError, match="no stored observation"):
        observation_from_dict(stored)
