"""A night made from the rows at hand is the same as one made from nothing, whatever has happened meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from api.looks import MAY_SHARE, NEWS, NEWS_OF
from matches.models import Match
from matches.services.games import record_game, take_back_game
from matches.services.results import report_result
from players.actors import SYSTEM
from players.models import Player
from rules_core.draws.settings import Format
from rules_core.match import GameResult
from rules_core.sides import Side
from tests.integration.factories import a_club, a_drawn_stage, a_player
from tests.integration.nights import ACTIONS, FORMATS, Night, live
from tournaments.models import Entry, Tournament
from tournaments.publishing import night_rows
from tournaments.publishing.night_rows import RowsAtHand, read_rows
from tournaments.publishing.night_versions import event_version, own_version, own_versions
from tournaments.publishing.own_night import Night as OwnNight
from tournaments.publishing.own_night import night_of
from tournaments.services.attendance import AlreadyOut
from tournaments.services.draws import draw_stage
from tournaments.services.events import AlreadyDrawn, StagePlan
from tournaments.services.player_codes import codes_of_event
from tournaments.services.replacements import AlreadyPlayed, replace_player

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

STEPS = 50
LATER = datetime(2100, 1, 1, tzinfo=UTC)
"""A moment at which everything expected is overdue, so that no forecast moves with the clock."""


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
    with suppress(AlreadyPlayed, AlreadyOut):
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


def take_step(night: Night, step: str, luck: Random) -> None:
    if step in MORE:
        MORE[step](night, luck)
    else:
        night.step(step, luck.randrange(100))


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
        take_step(night, step, luck)
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


def own_part(night: OwnNight) -> OwnNight:
    """Without what follows from everybody's results, or from the settings of the event."""
    match = night.match and replace(night.match, chance=None)
    return replace(night, match=match, standing=None, about=None, still_playing=0)


@pytest.mark.slow
@pytest.mark.parametrize("format_name", [*FORMATS])
def test_whatever_changes_in_a_night_changes_a_version(format_name: str) -> None:
    night = Night(format_name, 9)
    luck = Random(f"versions {format_name}")
    at_hand = RowsAtHand()
    known: dict[int, tuple[OwnNight, object, str]] = {}
    known_event, heard = "", 0
    for number, step in enumerate(["redraw", *luck.choices([*ACTIONS, *MORE], k=STEPS)]):
        take_step(night, step, luck)
        entries = entries_of(night)
        event = entries[0].tournament
        rows = at_hand.of(event)
        versions, version = own_versions(rows), event_version(event, rows)
        with time_machine.travel(LATER, tick=False):
            for entry in entries:
                shown = night_of(entry, rows)
                pad = at_the_pad(entry, shown)
                assert versions[entry.pk] == own_version(entry.pk, rows)
                if entry.pk in known:
                    before, pad_before, own = known[entry.pk]
                    is_same = (own_part(before), pad_before) == (own_part(shown), pad)
                    what = f"step {number}: {step}: {entry}"
                    assert is_same or versions[entry.pk] != own, what
                    assert shown == before or version != known_event, what
                    heard += versions[entry.pk] != own
                known[entry.pk] = shown, pad, versions[entry.pk]
        known_event = version
    assert heard < len(known) * STEPS / 2, "most steps concern few"


def at_the_pad(entry: Entry, night: OwnNight) -> object:
    """What the score pad shows beyond the night: whatever is new about the match that is on."""
    return night.match and Match.objects.get(pk=night.match.id).version


def test_a_result_is_news_for_few() -> None:
    stage = a_drawn_stage(a_club(), 32, stages=[StagePlan(format=Format.DOUBLE_ELIMINATION)])
    at_hand = RowsAtHand()
    before = own_versions(at_hand.of(stage.tournament))
    report_result(match_id=live(stage)[0].pk, score=(7, 3), actor=SYSTEM)
    after = own_versions(at_hand.of(stage.tournament))
    # Those who played, and those of the match beside it: they see whom they play next.
    assert sum(after[entry] != before[entry] for entry in before) == 4


def test_a_phone_is_told_where_the_server_hears_of_news() -> None:
    stage = a_drawn_stage(a_club(), 4)
    codes = codes_of_event(tournament_id=stage.tournament.pk, actor=SYSTEM)
    entry, code = next(iter(codes.items()))
    address = reverse("my-night-part", args=[code])
    as_one_who_waits: dict[str, Any] = {MAY_SHARE: True}
    as_the_server: dict[str, Any] = {NEWS: True}
    waits = Client(**as_one_who_waits)
    answer = waits.get(address)
    source, name, own, event = answer[NEWS_OF].split()
    news = Client(**as_the_server).get(source).json()
    assert (name, news["own"][name], news["event"]) == (str(entry), own, event)
    held = waits.get(address, headers={"If-None-Match": answer["ETag"]})
    assert (held.status_code, held["ETag"]) == (304, answer["ETag"])
    assert held[NEWS_OF] == answer[NEWS_OF]
    # For the server alone.
    assert NEWS_OF not in Client().get(address)
    assert Client().get(source).status_code == 404


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
