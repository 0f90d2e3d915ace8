"""A format knows what it is, so that nobody else keeps lists of formats."""

from __future__ import annotations

import pytest

from rules_core.draws.formats import PairedRoundByRound, plan
from rules_core.draws.settings import EliminationSettings, Format, SwissSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.errors import RulesError

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("code", Format)
def test_a_format_is_either_an_elimination_or_has_a_table(code: Format) -> None:
    assert code.is_elimination is isinstance(read_settings(code, {}), EliminationSettings)
    assert code.has_table is not code.is_elimination


@pytest.mark.parametrize("code", Format)
def test_there_is_a_plan_for_all_that_is_not_paired_round_by_round(code: Format) -> None:
    if code.paired_by_round:
        with pytest.raises(PairedRoundByRound):
            plan(code, 8)
    else:
        assert plan(code, 8).pairings


@pytest.mark.parametrize("code", Format)
def test_pools_can_be_set_where_there_are_pools(code: Format) -> None:
    if code.has_pools:
        assert set(plan(code, 8, {"pools": 2}).brackets) == {"pool_1", "pool_2"}
    else:
        with pytest.raises(RulesError, match="pools"):
            read_settings(code, {"pools": 2})


@pytest.mark.parametrize("code", Format)
def test_lives_can_be_lost_where_there_are_lives(code: Format) -> None:
    settings = read_settings(code, {})
    assert code.has_lives is (isinstance(settings, SwissSettings) and settings.lives is not None)
