"""The desk beside its list: what is still to do, and the last entry taken back."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.test import Client

from players.actors import SYSTEM, Actor
from players.models import Club, Player, Role
from rules_core.draws.settings import Format
from rules_core.errors import RulesError
from tests.integration.factories import a_club, a_player, a_user, an_event
from tests.integration.registration.lists import an_open_event, registered
from tests.integration.web.conftest import SignedIn
from tests.pages import html_of, text_of
from tournaments.models import Tournament
from tournaments.selectors import last_entered_at_the_desk
from tournaments.services.attendance import check_in
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players, take_back_entry
from tournaments.services.events import StagePlan
from tournaments.services.fees import mark_paid

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

NAMES = ["Anna Meier", "Luca Rossi", "Urs Huber"]


def desk_of(director: Client, event: Tournament) -> str:
    return html_of(director.get(f"/events/{event.slug}/desk/"))


def test_the_strip_counts_what_is_still_to_do(director: Client, club: Club) -> None:
    event = an_event(club, NAMES, entry_fee=Decimal(20), places=8)
    first, second, _third = event.entries.order_by("pk")
    mark_paid(entry_id=first.pk, actor=SYSTEM)
    check_in(entry_id=second.pk, actor=SYSTEM)
    page = desk_of(director, event)
    strip = text_of(page.split('id="desk-strip"')[1].split("</div>")[0])
    for said in ("3 of 8 entered", "2 unpaid", "20 in the till", "2 not here"):
        assert said in strip
    aside = page.split('id="desk-aside"')[1]
    to_come, to_pay = aside.split("<h2>Unpaid</h2>")
    assert "Anna Meier" in to_come
    assert "Luca Rossi" not in to_come
    assert "Anna Meier" not in to_pay.split('id="many"')[0]


def test_an_odd_number_is_mentioned_where_it_means_a_bye_each_round(
    director: Client, club: Club
) -> None:
    swiss = [StagePlan(format=Format.SWISS)]
    assert "3 is odd." in text_of(desk_of(director, an_event(club, NAMES, stages=swiss)))
    assert "is odd." not in desk_of(director, an_event(club, 4, stages=swiss))
    assert "is odd." not in desk_of(director, an_event(club, NAMES))


def test_taking_back_the_last_entry_leaves_no_new_player_behind(
    director: Client, club: Club
) -> None:
    known = a_player(club, "Luca Rossi")
    event = an_event(club)
    for who in ("Luca Rossi", "mei"):
        director.post(f"/events/{event.slug}/desk/", {"who": who})
    for name in ("mei", "Luca Rossi"):
        last = last_entered_at_the_desk(event)
        assert last is not None
        assert f"Undo: {name} added" in text_of(desk_of(director, event))
        director.post(f"/events/{event.slug}/desk/{last.pk}/take-back/")
    assert event.entries.count() == 0
    assert list(Player.objects.filter(club=club)) == [known]
    assert 'id="undo"' not in desk_of(director, event)


def test_a_player_who_is_entered_elsewhere_meanwhile_stays(club: Club) -> None:
    event, other = an_event(club, ["Nora Frei"]), an_event(club)
    entry = event.entries.get()
    newcomers = [Newcomer(player_id=entry.player_id)]
    enter_players(tournament_id=other.pk, newcomers=newcomers, actor=SYSTEM)
    take_back_entry(entry_id=entry.pk, actor=SYSTEM)
    assert event.entries.count() == 0
    assert other.entries.get().player.name == "Nora Frei"


def test_whoever_registered_is_not_the_last_entry(club: Club) -> None:
    event = an_open_event(club)
    enter_players(tournament_id=event.pk, newcomers=[Newcomer(name="Nora Frei")], actor=SYSTEM)
    registered(event, "Anna Meier")
    last = last_entered_at_the_desk(event)
    assert last is not None
    assert last.player.name == "Nora Frei"


def test_nothing_is_taken_back_after_the_draw_or_by_others(director: Client, club: Club) -> None:
    event = an_event(club, 4)
    last = last_entered_at_the_desk(event)
    assert last is not None
    with pytest.raises(RulesError):
        take_back_entry(entry_id=last.pk, actor=Actor(user=a_user()))
    draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
    with pytest.raises(RulesError):
        take_back_entry(entry_id=last.pk, actor=SYSTEM)
    assert event.entries.count() == 4
    assert 'id="undo"' not in desk_of(director, event)


def test_a_scorer_who_asks_for_the_desks_line_sees_no_full_name(
    signed_in: SignedIn, club: Club
) -> None:
    event = an_event(club, ["Anna Meier"], entry_fee=Decimal(20))
    entry = event.entries.get()
    entry.player.name_shown = "initials"
    entry.player.save()
    part = signed_in(club, Role.SCORER).post(
        f"/events/{event.slug}/entrants/{entry.pk}/paid/",
        {"paid": "yes", "page": "desk"},
        headers={"HX-Request": "true"},
    )
    assert "Meier" not in part.content.decode()


def test_candidates_have_their_rating_and_guests_their_club(director: Client, club: Club) -> None:
    event = an_event(club)
    a_player(club, "Urs Meier")
    a_player(a_club("Club Aare"), "Anna Meier")
    offered = html_of(director.get(f"/events/{event.slug}/desk/offered/?who=mei"))
    assert offered.index("Urs Meier") < offered.index("Anna Meier") < offered.index("Club Aare")
