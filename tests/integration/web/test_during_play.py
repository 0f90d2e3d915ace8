"""The page on which a director changes an event that is being played."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Match
from matches.services.calling import call_match, start_match
from matches.services.results import report_result
from players.actors import SYSTEM
from players.models import Club, Role
from tests.integration.factories import a_drawn_stage, an_event
from tests.integration.stages import match_at
from tests.integration.web.conftest import QueriesOf, SignedIn
from tests.pages import html_of
from tournaments.models import Stage, Tournament

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def stage(club: Club) -> Stage:
    stage = a_drawn_stage(club, 8)
    over, playing = match_at(stage, "main-1-1"), match_at(stage, "main-1-2")
    report_result(match_id=over.pk, score=(7, 2), actor=SYSTEM)
    call_match(match_id=playing.pk, table=6, actor=SYSTEM)
    start_match(match_id=playing.pk, actor=SYSTEM)
    return stage


def address(stage: Stage) -> str:
    return f"/events/{stage.tournament.slug}/during-play/"


def sent(director: Client, stage: Stage, **changes: str) -> dict[str, str]:
    """What the page would send, with these changes."""
    form = director.get(address(stage)).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    kept = {
        name: "on" if value is True else str(value)
        for name, value in shown.items()
        if value is not None and value is not False
    }
    return kept | changes


def test_each_change_says_what_it_touches(director: Client, stage: Stage) -> None:
    page = html_of(director.get(address(stage)))
    assert "Nothing changes for the 1 match that is over." in page
    assert "Takes effect at once for 3 matches that are not over, on their score pads too." in page
    assert "The highest table in use is 6." in page
    assert "Takes effect for 2 matches that have not started, and for all to come." in page
    assert "1 match under way keeps its rules." in page
    assert "Started: stays as it is." in page


def test_what_is_saved_holds_for_what_is_to_be_played(director: Client, stage: Stage) -> None:
    changes = {
        "result_policy": "either",
        "tables": "3",
        "with_clock": "on",
        "delay_s": "10",
        "length-1-main-2": "5",
        "length-1-main-3": "9",
        "jacoby": "on",
    }
    answer = director.post(address(stage), sent(director, stage, **changes))
    assert answer["Location"] == f"/events/{stage.tournament.slug}/console/"
    event = Tournament.objects.get()
    assert (event.tables, event.rules["clock"]["delay_s"], event.rules["jacoby"]) == (3, 10, True)
    assert [row.length for row in stage.pairings.filter(bracket="main")] == [7] * 4 + [5] * 2 + [9]
    waiting, playing = match_at(stage, "main-1-4"), match_at(stage, "main-1-2")
    assert (waiting.result_policy, waiting.rules["jacoby"]) == ("either", True)
    assert (playing.result_policy, playing.rules["jacoby"]) == ("either", False)
    assert playing.rules["clock"]["delay_s"] == 10


def test_two_who_save_at_once_are_told(director: Client, stage: Stage) -> None:
    stale = sent(director, stage, tables="3")
    director.post(address(stage), sent(director, stage, tables="4"))
    assert "This was changed after you opened the page." in html_of(
        director.post(address(stage), stale)
    )
    assert Tournament.objects.get().tables == 4


def test_a_round_that_starts_meanwhile_keeps_its_length(director: Client, stage: Stage) -> None:
    body = sent(director, stage, **{"length-1-main-2": "5"})
    for match in Match.objects.exclude(status="finished"):
        report_result(match_id=match.pk, score=(7, 2), actor=SYSTEM)
    start_match(match_id=match_at(stage, "main-2-1").pk, actor=SYSTEM)
    director.post(address(stage), body)
    assert match_at(stage, "main-2-1").length == 7


def test_before_the_draw_all_is_changed_in_the_setup(director: Client, club: Club) -> None:
    event = an_event(club, 4)
    answer = director.get(f"/events/{event.slug}/during-play/")
    assert answer["Location"] == f"/events/{event.slug}/edit/"


def test_only_directors_change_it(signed_in: SignedIn, club: Club, stage: Stage) -> None:
    assert signed_in(club, Role.SCORER).get(address(stage)).status_code == 403


def test_its_queries_do_not_grow(director: Client, club: Club, queries_of: QueriesOf) -> None:
    small, large = a_drawn_stage(club, 4), a_drawn_stage(club, 16)
    assert queries_of(director, address(large)) == queries_of(director, address(small))
