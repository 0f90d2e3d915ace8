"""A night line by line: whatever is recorded and taken back, its ledger sums to 0."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.chouette import ChouetteRules, Cubes
from rules_core.chouette.night import MOST_SEATED, LineKind, Night, after, begun, folded, sat_down
from rules_core.errors import RulesError
from rules_core.money import money_rules
from tests.unit.rules_core.refusing import refused

pytestmark = pytest.mark.unit

FIVE = ("1", "2", "3", "4", "5")
Line = tuple[str, dict[str, Any]]


def first_line(**choices: Any) -> Line:
    return LineKind.SAT_DOWN.value, sat_down(ChouetteRules(**choices), FIVE)


def some_line(data: st.DataObject, night: Night) -> Line:
    """Something that somebody might record now; the rules may refuse it."""
    who = st.sampled_from((*FIVE, "6", "7"))
    game = night.game
    if game is None:
        kind = data.draw(st.sampled_from(["started", "started", "joined", "left"]))
        return kind, {} if kind == "started" else {"player": data.draw(who)}
    if game.unanswered:
        how = st.sampled_from(["take", "drop", "beaver"])
        return "answered", {"answers": [[*s.between, data.draw(how)] for s in game.unanswered]}
    wanted: bool = data.draw(st.booleans())
    if game.extras_on_offer and wanted:
        dropper, taker = data.draw(st.sampled_from(game.extras_on_offer))
        return "extra", {"dropper": dropper, "taker": taker, "accepted": data.draw(st.booleans())}
    side = data.draw(st.sampled_from(["box", "team"]))
    kind = data.draw(st.sampled_from(["doubled", "doubled", "finished", "equal_dice"]))
    if kind == "doubled":
        cubes = [list(stake.between) for stake in game.stakes if stake.open]
        return kind, {"by": side, "cubes": cubes, "answers": []}
    win = data.draw(st.sampled_from(["single", "gammon", "backgammon"]))
    return kind, {"winner": side, "kind": win} if kind == "finished" else {}


@settings(deadline=None)
@given(st.data(), st.sampled_from(Cubes), st.booleans())
def test_the_ledger_sums_to_nought_after_every_line_and_every_undo(
    data: st.DataObject, cubes: Cubes, jacoby: bool
) -> None:
    lines = [first_line(cubes=cubes, game=money_rules(jacoby=jacoby))]
    for _ in range(data.draw(st.integers(1, 25))):
        night = folded(lines)
        if len(lines) > 1 and data.draw(st.integers(0, 5)) == 0:
            lines.pop()
        else:
            line = some_line(data, night)
            try:
                after(night, *line)
            except RulesError:
                continue
            lines.append(line)
        now = folded(lines)
        assert sum(now.chouette.ledger.balances.values()) == 0
        assert Night.from_json(now.to_json()) == now


def test_a_game_is_paid_out_by_the_line_that_decides_its_last_cube() -> None:
    night = after(begun(first_line()[1]), "started", {})
    everybody = [["1", member] for member in FIVE[1:]]
    answers = [[*pair, "drop"] for pair in everybody]
    night = after(night, "doubled", {"by": "box", "cubes": everybody, "answers": answers})
    assert (night.game, night.chouette.games) == (None, 1)
    assert night.chouette.ledger.of("1") == 4


def test_what_does_not_belong_to_this_moment_is_refused() -> None:
    night = begun(first_line()[1])
    assert (
        refused(lambda: after(night, "finished", {"winner": "box", "kind": "single"})) == "no_game"
    )
    playing = after(night, "started", {})
    assert refused(lambda: after(playing, "joined", {"player": "6"})) == "game_under_way"
    assert refused(lambda: after(playing, "left", {"player": "2"})) == "game_under_way"
    assert refused(lambda: after(playing, "closed", {})) == "game_under_way"
    closed = after(night, "closed", {})
    assert refused(lambda: after(closed, "started", {})) == "night_closed"


def test_a_table_has_so_many_seats() -> None:
    many = [str(n) for n in range(MOST_SEATED)]
    night = begun(sat_down(ChouetteRules(), many))
    assert refused(lambda: after(night, "joined", {"player": "x"})) == "too_many_players"
    assert refused(lambda: begun(sat_down(ChouetteRules(), [*many, "x"]))) == "too_many_players"
