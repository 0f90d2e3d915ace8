"""A night made from the rows at hand is the same as one made from nothing, whatever has happened meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from random import Random

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.services.games import record_game, take_back_game
from players.actors import SYSTEM
from players.models import Player
from rules_core.match import GameResult
from rules_core.sides import Side
from tests.integration.factories import a_club, a_drawn_stage, a_player
from tests.integration.nights import ACTIONS, FORMATS, Night, live
from tournaments.models import Entry, Tournament
from tournaments.publishing import night_rows
from tournaments.publishing.night_rows import RowsAtHand, read_rows
from tournaments.publishing.own_night import night_of
from tournaments.services.draws import draw_stage
from tournaments.services.events import AlreadyDrawn
from tournaments.services.replacements import replace_player

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

STEPS = 50


def _redraw(night: Night, _luck: Random) -> None:
    with suppress(AlreadyDrawn):
        draw_stage(stage_id=night.stage.pk, actor=SYSTEM, redraw=True)


def _a_game(night: Night, luck: Random) -> None:
    if begun := [match for match in live(night.stage) if match.score == (0, 0)]:
        match = luck.choice(begun)
        record_game(match_id=match.pk, number=1, game=GameResult(Side.B), actor=SYSTEM)
        if luck.random() < 0.5:
            take_back_game(match_id=match.pk, number=1, actor=SYSTEM)


def _replace(night: Night, luck: Random) -> None:
    entry = luck.choice(list(night.tournament.entries.all()))
    replace_player(entry_id=entry.pk, player_id=a_player(night.club).pk, actor=SYSTEM)


def _settings(night: Night, luck: Random) -> None:
    chosen = {"show_chances": luck.random() < 0.5, "tables": luck.choice([None, 1, 2])}
    Tournament.objects.filter(pk=night.tournament.pk).update(**chosen)


def _publish(night: Night, _luck: Random) -> None:
    night.do_check(0)


MORE: dict[str, Callable[[Night, Random], None]] = {
    "redraw": _redraw,
    "game": _a_game,
    "replace": _replace,
    "settings": _settings,
    "publish": _publish,
}


def entries_of(night: Night) -> list[Entry]:
    rows = Entry.objects.filter(tournament=night.tournament)
    return list(rows.select_related("tournament__club", "player"))


@pytest.mark.slow
@pytest.mark.parametrize("format_name", [*FORMATS])
def test_a_night_at_random_is_the_same_from_the_rows_at_hand(format_name: str) -> None:
    night = Night(format_name, 9)
    luck = Random(f"own nights {format_name}")
    at_hand, seldom_asked = RowsAtHand(), RowsAtHand()
    for number, step in enumerate(["redraw", *luck.choices([*ACTIONS, *MORE], k=STEPS)]):
        if step in MORE:
            with suppress(ValueError):
                MORE[step](night, luck)
        else:
            night.step(step, luck.randrange(100))
        asked = [at_hand, seldom_asked] if luck.random() < 0.2 else [at_hand]
        with time_machine.travel(datetime.now(UTC), tick=False):
            entries = entries_of(night)
            event = entries[0].tournament
            fresh = read_rows(event)
            expected = {entry.pk: night_of(entry, fresh) for entry in entries}
            for memory in asked:
                rows = memory.of(event)
                found = {entry.pk: night_of(entry, rows) for entry in entries}
                assert found == expected, f"step {number}: {step}"


def test_a_change_is_read_and_nothing_else() -> None:
    stage = a_drawn_stage(a_club(), 16)
    at_hand = RowsAtHand()
    before = {row.pk: row for row in at_hand.of(stage.tournament).pairings.rows}
    match = live(stage)[0]
    record_game(match_id=match.pk, number=1, game=GameResult(Side.A), actor=SYSTEM)
    with CaptureQueriesContext(connection) as queries:
        after = at_hand.of(stage.tournament).pairings.rows
    assert [row.match_id for row in after if before[row.pk] is not row] == [match.pk]
    with CaptureQueriesContext(connection) as again:
        assert at_hand.of(stage.tournament).pairings.rows is after
    assert len(again) == 1
    assert len(queries) <= 6


def test_what_changes_without_a_stage_is_read_a_little_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = a_drawn_stage(a_club(), 4)
    at_hand = RowsAtHand()
    event = stage.tournament
    entry = event.entries.select_related("player", "tournament").earliest("pk")
    night = night_of(entry, at_hand.of(event))
    assert night.match is not None
    opponent = event.entries.get(player__name=night.match.opponent)
    Player.objects.filter(pk=opponent.player_id).update(name="Somebody Else")
    assert night_of(entry, at_hand.of(event)) == night
    monkeypatch.setattr(night_rows, "KEPT_FOR", 0)
    now = night_of(entry, at_hand.of(event)).match
    assert now is not None
    assert now.opponent == "Somebody Else"


def test_an_event_that_was_asked_for_longest_ago_makes_room() -> None:
    club = a_club()
    events = [a_drawn_stage(club, 4).tournament for _ in range(3)]
    at_hand = RowsAtHand(most_events=2)
    for at in (0, 1, 0, 2):
        at_hand.of(events[at])
    assert list(at_hand._events) == [events[0].pk, events[2].pk]
