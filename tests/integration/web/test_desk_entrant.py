"""What is rare at the entry desk: somebody else plays instead, or somebody is sent away."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.models import Match
from matches.services.results import report_result
from players.actors import SYSTEM
from players.models import Club, Player, Role
from tests.integration.factories import a_drawn_stage, a_player, an_event
from tests.integration.web.conftest import SignedIn
from tests.pages import html_of, text_of
from tournaments.models import Entry, PlayerCode, Stage
from tournaments.services.attendance import disqualify, withdraw

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

NAMES = ["Anna Meier", "Luca Rossi", "Nora Frei", "Urs Keller"]


@pytest.fixture
def stage(club: Club) -> Stage:
    return a_drawn_stage(club, NAMES)


@pytest.fixture
def anna(stage: Stage) -> Entry:
    return stage.tournament.entries.get(player__name="Anna Meier")


def address_of(entry: Entry) -> str:
    return f"/events/{entry.tournament.slug}/desk/{entry.pk}/"


def sent(browser: Client, entry: Entry, **said: Any) -> str:
    answer = browser.post(address_of(entry), said, follow=True)
    assert answer.status_code == 200
    entry.refresh_from_db()
    return html_of(answer)


def test_the_desk_leads_to_each_entrant(director: Client, anna: Entry) -> None:
    desk = html_of(director.get(f"/events/{anna.tournament.slug}/desk/"))
    assert f'href="{address_of(anna)}" aria-label="more options for Anna Meier"' in desk
    page = html_of(director.get(address_of(anna)))
    assert "Who plays instead?" in page
    assert "Disqualify" in page
    assert director.get(f"/events/{anna.tournament.slug}/desk/999999/").status_code == 404


def test_a_player_of_the_club_takes_the_place_everywhere(
    director: Client, club: Club, anna: Entry
) -> None:
    eva = a_player(club, "Eva Roth")
    page = sent(director, anna, action="replace", who="eva")
    assert "Eva Roth plays instead of Anna Meier." in page
    assert anna.player == eva
    bracket = html_of(Client().get(f"/events/{anna.tournament.slug}/"))
    assert "Eva Roth" in bracket
    assert "Anna Meier" not in bracket


def test_somebody_new_is_put_on_the_list_and_plays(director: Client, anna: Entry) -> None:
    sent(director, anna, action="replace", who="Eva Roth")
    assert anna.player.name == "Eva Roth"
    assert Player.objects.filter(name="Eva Roth", club=anna.tournament.club).count() == 1


def test_the_page_asks_who_is_meant(director: Client, club: Club, anna: Entry) -> None:
    eva, emil = a_player(club, "Eva Roth"), a_player(club, "Emil Roth")
    page = sent(director, anna, action="replace", who="roth")
    assert f'name="player" value="{eva.pk}"' in page
    assert "new: roth" in text_of(page)
    sent(director, anna, action="replace", who="roth", player=emil.pk)
    assert anna.player == emil


def test_nobody_plays_in_two_places(director: Client, anna: Entry) -> None:
    assert "Luca Rossi is already entered." in sent(
        director, anna, action="replace", who="Luca Rossi"
    )
    assert "Enter a name." in sent(director, anna, action="replace", who=" ")
    assert anna.player.name == "Anna Meier"


def test_after_a_result_nobody_is_replaced_and_nobody_new_is_left_behind(
    director: Client, anna: Entry
) -> None:
    for match in Match.objects.all():
        report_result(match_id=match.pk, score=(7, 1), actor=SYSTEM)
    page = sent(director, anna, action="replace", who="Eva Roth")
    assert "already has results" in page
    assert anna.player.name == "Anna Meier"
    assert not Player.objects.filter(name="Eva Roth").exists()


def test_somebody_is_disqualified_with_a_reason(director: Client, anna: Entry) -> None:
    page = sent(director, anna, action="disqualify", reason="Shouted at a scorer")
    assert "Anna Meier is disqualified" in page
    assert (anna.status, anna.reason) == ("disqualified", "Shouted at a scorer")
    assert anna.tournament.stages.get().pairings.filter(status="walkover").count() == 1
    shown = html_of(director.get(address_of(anna)))
    assert "Shouted at a scorer" in shown
    assert "reinstate" in shown
    assert "Who plays instead?" not in shown
    everybody = html_of(Client().get(f"/events/{anna.tournament.slug}/entrants/"))
    assert "Shouted" not in everybody


def test_nobody_is_disqualified_without_a_reason(director: Client, anna: Entry) -> None:
    assert "This field is required." in sent(director, anna, action="disqualify", reason=" ")
    assert anna.status == "entered"


def test_a_no_show_who_was_taken_out_is_replaced(director: Client, anna: Entry) -> None:
    withdraw(entry_id=anna.pk, actor=SYSTEM, reason="not here")
    said = sent(director, anna, action="replace", who="Eva Roth")
    assert "Eva Roth plays instead of Anna Meier." in said
    assert (anna.status, anna.player.name) == ("present", "Eva Roth")


def test_whoever_has_gone_home_can_be_disqualified_after_all(director: Client, anna: Entry) -> None:
    withdraw(entry_id=anna.pk, actor=SYSTEM)
    sent(director, anna, action="disqualify", reason="two sets of dice")
    assert (anna.status, anna.reason) == ("disqualified", "two sets of dice")
    assert "is already disqualified" in sent(director, anna, action="disqualify", reason="again")


def test_nobody_plays_for_one_who_was_sent_away(director: Client, anna: Entry) -> None:
    disqualify(entry_id=anna.pk, actor=SYSTEM, reason="shouted")
    assert "is already disqualified" in sent(director, anna, action="replace", who="Eva Roth")
    assert (anna.status, anna.player.name) == ("disqualified", "Anna Meier")


def test_a_post_that_says_neither_changes_nothing(director: Client, anna: Entry) -> None:
    sent(director, anna, who="Eva Roth", reason="none")
    assert (anna.status, anna.player.name) == ("entered", "Anna Meier")


@pytest.mark.parametrize(
    "said", [{"action": "replace", "who": "Eva"}, {"action": "disqualify"}, None]
)
def test_directors_only(signed_in: SignedIn, anna: Entry, said: dict[str, str] | None) -> None:
    def ask(browser: Client) -> int:
        address = address_of(anna)
        answer = browser.post(address, said | {"reason": "x"}) if said else browser.get(address)
        return answer.status_code

    asked = [ask(signed_in(anna.tournament.club, role)) for role in (Role.SCORER, Role.READER)]
    assert asked == [403, 403]
    assert ask(Client()) == 302
    anna.refresh_from_db()
    assert (anna.status, anna.player.name) == ("entered", "Anna Meier")


def test_an_entrant_of_another_event_is_not_found(
    director: Client, club: Club, anna: Entry
) -> None:
    other = an_event(club, 2)
    said = {"action": "disqualify", "reason": "x"}
    assert director.post(f"/events/{other.slug}/desk/{anna.pk}/", said).status_code == 404
    anna.refresh_from_db()
    assert anna.status == "entered"


def test_a_code_is_shown_at_the_desk_and_replaced_when_it_is_lost(
    director: Client, anna: Entry
) -> None:
    assert "/me/" not in html_of(director.get(address_of(anna)))
    assert not PlayerCode.objects.exists()
    first, again, other = (
        link_on(sent(director, anna, action=action)) for action in ("code", "code", "new-code")
    )
    assert first == again != other
    assert Client().get(first).status_code == 404
    assert Client().get(other).status_code == 200


def link_on(page: str) -> str:
    return "/me/" + page.split("/me/")[1].split("/")[0] + "/"
