"""How a season is counted, and what cannot be meant."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from rules_core.seasons.rules import SeasonRules, SeasonRulesNotValid, SeasonTieBreak
from tests.unit.rules_core.seasons.season_events import rules

pytestmark = pytest.mark.unit


@given(rules())
def test_what_is_kept_is_read_again(counted: SeasonRules) -> None:
    assert SeasonRules.from_json(counted.to_json()) == counted


@pytest.mark.parametrize(
    "wrong",
    [
        {"places": ()},
        {"places": (1, 2)},
        {"places": (-1,)},
        {"places": tuple([1] * 129)},
        {"per_win": 10_001},
        {"taking_part": -1},
        {"best": 0},
        {"best": 367},
        {"tie_breaks": (SeasonTieBreak.EVENT_WINS, SeasonTieBreak.EVENT_WINS)},
    ],
)
def test_what_cannot_be_meant_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SeasonRulesNotValid):
        SeasonRules(**wrong)


@pytest.mark.parametrize("wrong", [{"formula": "luck"}, {"tie_breaks": 3}, {"lots": True}])
def test_what_cannot_be_read_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SeasonRulesNotValid):
        SeasonRules.from_json(wrong)
