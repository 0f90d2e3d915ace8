"""The entry desk of an event in several stages."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.services.results import report_result
from players.actors import SYSTEM
from players.models import Club
from rules_core.draws.settings import Format
from tests.integration.factories import an_event
from tests.integration.stages import seeds_of
from tests.pages import html_of
from tournaments.models import Stage, Tournament
from tournaments.selectors import ready_matches
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.events import StagePlan
from tournaments.services.latecomers import ListClosed, NoFreeBye

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

POOLS = StagePlan("Pools", Format.ROUND_ROBIN, {"qualify": 2})
FINALS = StagePlan("Finals", Format.SINGLE_ELIMINATION)
MAIN = StagePlan("Main", Format.SINGLE_ELIMINATION)
JACKPOT = StagePlan("Jackpot", Format.SWISS, {"rounds": 2})


def stage_of(event: Tournament, number: int) -> Stage:
    return event.stages.select_related("tournament").get(number=number)


def drawn(event: Tournament, number: int) -> Stage:
    return draw_stage(stage_id=stage_of(event, number).pk, actor=SYSTEM, seed="lot")


def played(stage: Stage) -> None:
    while ready := list(ready_matches(stage)):
        for match in ready:
            report_result(match_id=match.pk, score=(match.length, 1), actor=SYSTEM)


def late(event: Tournament, name: str = "Late Comer") -> int:
    (entry,) = enter_players(tournament_id=event.pk, newcomers=[Newcomer(name=name)], actor=SYSTEM)
    return entry.pk


def desk_of(director: Client, event: Tournament) -> str:
    return html_of(director.get(f"/events/{event.slug}/desk/"))


def test_after_the_pools_nobody_comes_in_and_the_final_is_next(
    director: Client, club: Club
) -> None:
    event = an_event(club, 3, stages=[POOLS, FINALS])
    assert "here: go to the draw" not in desk_of(director, event)
    director.post(f"/events/{event.slug}/desk/all-here/")
    assert "Everyone is here: go to the draw" in desk_of(director, event)
    pools = drawn(event, 1)
    desk = desk_of(director, event)
    assert "The draw has been made." in desk
    assert "to the draw" not in desk.lower()
    played(pools)
    desk = desk_of(director, event)
    assert "Nobody else can enter" in desk
    assert "Who plays?" not in desk
    assert "This event is over." not in desk
    assert f'href="/events/{event.slug}/stages/2/draw/"' in desk
    assert "Go to the draw of Finals" in desk
    with pytest.raises(ListClosed):
        late(event)
    assert event.entries.count() == 3
    played(drawn(event, 2))
    assert "This event is over." in desk_of(director, event)


def test_a_stage_beside_the_first_takes_who_comes_when_that_one_is_over(
    director: Client, club: Club
) -> None:
    event = an_event(club, 2, stages=[MAIN, JACKPOT])
    played(drawn(event, 1))
    desk = desk_of(director, event)
    assert "Who plays?" in desk
    assert "The draw has been made." not in desk
    assert "withdraw" in desk
    newcomer = late(event)
    assert newcomer not in seeds_of(stage_of(event, 1))
    assert newcomer in seeds_of(drawn(event, 2))


def test_a_latecomer_joins_every_stage_that_has_room(club: Club) -> None:
    event = an_event(club, 3, stages=[MAIN, JACKPOT])
    drawn(event, 1)
    drawn(event, 2)
    first, second = late(event), late(event, "Later Still")
    # The main bracket had one bye.
    assert seeds_of(stage_of(event, 1))[3:] == [first]
    assert seeds_of(stage_of(event, 2))[3:] == [first, second]
    assert stage_of(event, 1).size == 4


def test_where_no_stage_has_room_the_reason_is_told(club: Club) -> None:
    event = an_event(club, 4, stages=[MAIN])
    drawn(event, 1)
    with pytest.raises(NoFreeBye):
        late(event)
    assert event.entries.count() == 4


def test_a_swiss_that_is_over_takes_nobody(director: Client, club: Club) -> None:
    event = an_event(club, 2, stages=[StagePlan("Swiss", Format.SWISS, {"rounds": 1})])
    swiss = drawn(event, 1)
    played(swiss)
    with pytest.raises(ListClosed):
        late(event)
    assert len(seeds_of(stage_of(event, 1))) == 2
    assert "This event is over." in desk_of(director, event)
