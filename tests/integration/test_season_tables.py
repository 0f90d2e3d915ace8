"""A season's table follows its events: results, corrections, merges, names, and what is hidden."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Match
from matches.services.corrections import Correction, correct_match
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM, Actor
from players.models import Club, Player
from players.services.merging import merge_players
from players.services.registration import anonymise_player
from rules_core.draws.settings import Format
from rules_core.errors import RulesError
from rules_core.seasons.rules import Formula, SeasonRules
from rules_core.sides import Side
from tests.integration.factories import a_club, a_player, an_event
from tests.integration.held_events import held
from tournaments.models import Season, SeasonSnapshot
from tournaments.publishing.season_table import season_in
from tournaments.publishing.season_types import SeasonRowContent, SeasonStandings
from tournaments.selectors import ready_matches
from tournaments.services import seasons
from tournaments.services.attendance import disqualify
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.events import StagePlan, change_tournament, publish, unpublish
from tournaments.services.season_tables import refresh_season

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

BY_PLACE = SeasonRules(places=(10, 6, 4, 2))


def a_season(club: Club, rules: SeasonRules = BY_PLACE, **details: Any) -> Season:
    return seasons.create_season(
        club_id=club.pk,
        name=details.pop("name", "Season 2026"),
        first_day=details.pop("first_day", date(2026, 1, 1)),
        last_day=details.pop("last_day", date(2026, 12, 31)),
        rules=rules,
        actor=SYSTEM,
    )


def table(season: Season) -> SeasonStandings:
    run_pending()
    return season_in(SeasonSnapshot.objects.select_related("season__club").get(pk=season.pk))


def standing(season: Season) -> list[tuple[int, str, float]]:
    return [(row["rank"], row["name"], row["points"]) for row in table(season)["rows"]]


def row_of(season: Season, name: str) -> SeasonRowContent:
    return next(row for row in table(season)["rows"] if row["name"] == name)


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def four(club: Club) -> list[Player]:
    return [a_player(club, name) for name in ("Anna", "Beat", "Chiara", "Dario")]


def test_points_by_place_over_two_events(club: Club, four: list[Player]) -> None:
    season = a_season(club)
    held(club, four, stages=[StagePlan(format=Format.ROUND_ROBIN)])
    held(club, four[1:3], month=4)
    assert standing(season) == [
        (1, "Beat", 16),
        (2, "Anna", 10),
        (3, "Chiara", 10),
        (4, "Dario", 2),
    ]
    chiara = row_of(season, "Chiara")
    # Anna has won an event.
    assert chiara["separated_by"] == "event_wins"
    assert [(one["place"], one["points"], one["counted"]) for one in chiara["results"]] == [
        (3, 4, True),
        (2, 6, True),
    ]


def test_a_season_set_up_later_counts_what_was_held_before(club: Club, four: list[Player]) -> None:
    held(club, four[:2])
    assert standing(a_season(club)) == [(1, "Anna", 10), (2, "Beat", 6)]


def test_the_finals_come_first_then_the_stage_before(club: Club) -> None:
    players = [a_player(club, f"P{number}") for number in range(1, 7)]
    pools = StagePlan(name="Pools", format=Format.ROUND_ROBIN, settings={"qualify": 2, "pools": 2})
    final = StagePlan(name="Final", format=Format.SINGLE_ELIMINATION)
    season = a_season(club, SeasonRules(Formula.FIELD))
    held(club, players, stages=[pools, final])
    rows = table(season)["rows"]
    places = {
        row["name"]: [row["results"][0][key] for key in ("place", "place_to")] for row in rows
    }
    # Whoever was entered first wins every match, so the winners of both pools met in the final.
    assert sorted(places.values()) == [[1, 1], [2, 2], [3, 4], [3, 4], [5, 6], [5, 6]]
    assert places["P1"] == [1, 1]
    assert rows[0]["match_wins"] == 3


def test_the_champion_is_not_below_the_winner_of_the_last_chance(club: Club) -> None:
    """Of sixteen players one who loses at once can win more matches than the champion."""
    main = StagePlan(
        format=Format.SINGLE_ELIMINATION,
        settings={"consolation": "progressive", "last_chance": True},
    )
    by_wins, wins_alone = (
        a_season(club, SeasonRules(Formula.WINS, champion_first=first), name=f"{first}")
        for first in (True, False)
    )
    event = an_event(club, 16, stages=[main])
    stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM, seed="season")
    unlucky = None
    while ready := list(ready_matches(stage)):
        for match in ready:
            # One player loses the first match, and wins whatever comes after.
            unlucky = unlucky or match.b_id
            lost = Match.objects.filter(event=event.slug, status="finished", b=unlucky).exists()
            sides = {match.a_id: Side.A, match.b_id: Side.B}
            winner = sides[unlucky] if unlucky in sides and lost else Side.A
            score = (match.length, 2) if winner is Side.A else (2, match.length)
            report_result(match_id=match.pk, score=score, actor=SYSTEM)
    rows = {row["player"]: row for row in table(wins_alone)["rows"]}
    champion = next(row for row in rows.values() if row["event_wins"])
    assert rows[unlucky or 0]["points"] > champion["points"], "or the test shows nothing"
    by_default = table(by_wins)["rows"]
    assert by_default[0]["player"] == champion["player"]
    (raised,) = by_default[0]["results"]
    assert raised["points"] > raised["own_points"] == champion["points"]


def test_a_hundred_plus_the_margin(club: Club, four: list[Player]) -> None:
    season = a_season(club, SeasonRules(Formula.MARGIN, per_win=100))
    held(club, four[:2])
    # 7–3.
    assert standing(season) == [(1, "Anna", 104), (2, "Beat", 0)]


def test_a_corrected_result_changes_the_table(club: Club, four: list[Player]) -> None:
    season = a_season(club)
    event = held(club, four[:2])
    assert standing(season)[0][1] == "Anna"
    version = table(season)["version"]
    match = Match.objects.get(event=event.slug)
    score = (3, 7) if match.a_id == four[0].pk else (7, 3)
    correction = Correction(score=score)
    correct_match(match_id=match.pk, correction=correction, reason="swapped", actor=SYSTEM)
    assert standing(season) == [(1, "Beat", 10), (2, "Anna", 6)]
    assert table(season)["version"] > version


def test_an_event_that_goes_on_gives_no_points(club: Club, four: list[Player]) -> None:
    season = a_season(club)
    event = an_event(club)
    newcomers = [Newcomer(player_id=player.pk) for player in four]
    enter_players(tournament_id=event.pk, newcomers=newcomers, actor=SYSTEM)
    stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
    report_result(match_id=ready_matches(stage)[0].pk, score=(7, 0), actor=SYSTEM)
    assert standing(season) == []


def test_what_is_not_published_is_not_in_it(club: Club, four: list[Player]) -> None:
    season = a_season(club)
    event = held(club, four[:2], published=False)
    assert table(season)["events"] == []
    publish(tournament_id=event.pk, actor=SYSTEM)
    assert [one["slug"] for one in table(season)["events"]] == [event.slug]
    unpublish(tournament_id=event.pk, actor=SYSTEM)
    # At once, not when a job comes to it.
    kept = SeasonSnapshot.objects.get(pk=season.pk)
    assert event.slug not in kept.content
    assert "Anna" not in kept.content


def test_a_day_belongs_to_the_season_at_the_clubs_own_clock(club: Club, four: list[Player]) -> None:
    season = a_season(club, first_day=date(2026, 3, 5), last_day=date(2026, 3, 5))
    event = held(club, four[:2])
    assert standing(season) == []
    event.refresh_from_db()
    later = event.starts_at.replace(hour=23, minute=30)  # past midnight in Zurich
    change_tournament(tournament_id=event.pk, starts_at=later, actor=SYSTEM)
    assert standing(season) == [(1, "Anna", 10), (2, "Beat", 6)]


def test_an_event_can_be_left_out_and_taken_back(club: Club, four: list[Player]) -> None:
    season = a_season(club)
    event = held(club, four[:2])
    seasons.change_season(season_id=season.pk, left_out=[event.pk], actor=SYSTEM)
    assert standing(season) == []
    seasons.change_season(season_id=season.pk, left_out=[], actor=SYSTEM)
    assert standing(season)[0] == (1, "Anna", 10)


def test_two_players_who_are_one_have_their_points_together(club: Club, four: list[Player]) -> None:
    anna, beat, chiara, dario = four
    season = a_season(club)
    held(club, [anna, beat])
    held(club, [chiara, dario], month=4)
    merge_players(player_id=chiara.pk, into_id=anna.pk, actor=SYSTEM)
    assert standing(season) == [(1, "Anna", 20), (2, "Beat", 6), (2, "Dario", 6)]


def test_whoever_is_anonymised_has_no_name_in_it(club: Club, four: list[Player]) -> None:
    season = a_season(club)
    held(club, four[:2])
    anonymise_player(player_id=four[0].pk, actor=SYSTEM)
    shown = table(season)
    assert "Anna" not in str(shown)
    assert [row["points"] for row in shown["rows"]] == [10, 6]


def test_whoever_is_disqualified_has_no_points(club: Club, four: list[Player]) -> None:
    season = a_season(club)
    event = held(club, four[:2])
    entry = event.entries.get(player=four[0])
    disqualify(entry_id=entry.pk, reason="dice", actor=SYSTEM)
    assert row_of(season, "Anna")["points"] == 0


def test_a_closed_season_has_its_awards(club: Club, four: list[Player]) -> None:
    season = a_season(club)
    held(club, four, stages=[StagePlan(format=Format.ROUND_ROBIN)])
    assert table(season)["awards"] == []
    seasons.close_season(season_id=season.pk, actor=SYSTEM)
    given = {
        one["code"]: [who["name"] for who in one["players"]] for one in table(season)["awards"]
    }
    assert given == {
        "champion": ["Anna"],
        "runner_up": ["Beat"],
        "third": ["Chiara"],
        "most_event_wins": ["Anna"],
        "most_match_wins": ["Anna"],
    }
    seasons.close_season(season_id=season.pk, actor=SYSTEM)
    seasons.reopen_season(season_id=season.pk, actor=SYSTEM)
    assert table(season)["awards"] == []


def refused(service: Any, **asked: Any) -> str:
    with pytest.raises(RulesError) as error:
        service(**asked)
    return error.value.code


def test_a_closed_season_is_not_changed(club: Club, four: list[Player]) -> None:
    season = a_season(club)
    held(club, four[:2])
    seasons.close_season(season_id=season.pk, actor=SYSTEM)
    known = {"season_id": season.pk, "actor": SYSTEM}
    assert refused(seasons.change_season, name="x", **known) == "season_closed"
    assert refused(seasons.remove_season, **known) == "season_closed"


def test_a_season_with_an_event_under_way_is_not_closed(club: Club, four: list[Player]) -> None:
    season = a_season(club)
    held(club, four[:2])
    event = an_event(club, 4)
    draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
    match = Match.objects.filter(event=event.slug)[0]
    report_result(match_id=match.pk, score=(7, 0), actor=SYSTEM)
    event.refresh_from_db()
    assert event.status == "running"
    asked = {"season_id": season.pk, "actor": SYSTEM}
    assert refused(seasons.close_season, **asked) == "season_goes_on"


def test_what_cannot_be_meant_is_refused(club: Club) -> None:
    asked: dict[str, Any] = {
        "club_id": club.pk,
        "name": "Season 2026",
        "first_day": date(2026, 1, 1),
        "last_day": date(2026, 12, 31),
        "rules": BY_PLACE,
        "actor": SYSTEM,
    }
    early, late = date(2025, 12, 31), date(2031, 1, 1)
    assert refused(seasons.create_season, **asked | {"last_day": early}) == "season_dates"
    assert refused(seasons.create_season, **asked | {"last_day": late}) == "season_dates"
    assert refused(seasons.create_season, **asked | {"last_day": date(2199, 1, 1)}) == (
        "date_out_of_range"
    )
    assert refused(seasons.create_season, **asked | {"actor": Actor()}) == "permission_denied"
    season = seasons.create_season(**asked)
    assert refused(seasons.create_season, **asked) == "season_exists"
    assert refused(seasons.close_season, season_id=season.pk, actor=SYSTEM) == "nothing_to_award"
    for service in (seasons.close_season, seasons.reopen_season, seasons.remove_season):
        assert refused(service, season_id=season.pk, actor=Actor()) == "permission_denied"


def test_verify_finds_a_table_that_does_not_follow_and_rebuild_repairs_it(
    club: Club, four: list[Player], capsys: pytest.CaptureFixture[str]
) -> None:
    season = a_season(club)
    held(club, four[:2])
    right = table(season)
    SeasonSnapshot.objects.filter(pk=season.pk).update(content="{}")
    with pytest.raises(Exception, match="1 differences"):
        call_command("verify")
    assert f"season {season.pk}" in capsys.readouterr().out
    call_command("rebuild")
    assert table(season)["rows"] == right["rows"]


def test_a_table_takes_as_many_queries_for_many_events(club: Club, four: list[Player]) -> None:
    season = a_season(club, SeasonRules(Formula.MARGIN, per_win=100))

    def queries(events: int) -> int:
        for _ in range(events):
            held(club, four[:2])
        Season.objects.filter(pk=season.pk).update(name=f"{events}")
        run_pending()
        with CaptureQueriesContext(connection) as captured:
            refresh_season(season_id=season.pk)
        return len(captured)

    assert queries(1) == queries(5)
