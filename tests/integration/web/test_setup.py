"""A director sets up an event, enters players and makes the draw."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client

from matches.models import Match
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club, Player, Role
from rules_core.draws.settings import Format
from tests.integration.factories import a_drawn_stage, a_player, an_event
from tests.integration.web.conftest import QueriesOf, SignedIn
from tests.pages import html_of, text_of
from tournaments.models import Tournament
from tournaments.services.draws import draw_stage
from tournaments.services.events import StagePlan, change_tournament

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

FORM = {
    "name": "Wednesday",
    "starts_at": "2026-11-18T19:30",
    "length": "7",
    "crawford": "on",
    "beavers": "0",
    "automatic_doubles": "0",
    "max_cube": "64",
    "format": "single_elimination",
    "result_policy": "confirm",
}


def test_an_event_starts_at_the_clubs_own_time(director: Client, club: Club) -> None:
    answer = director.post(f"/clubs/{club.slug}/events/new/", FORM)
    event = Tournament.objects.get()
    assert answer["Location"] == f"/events/{event.slug}/desk/"
    assert event.starts_at == datetime(2026, 11, 18, 18, 30, tzinfo=UTC)
    assert event.rules["crawford"] is True
    assert event.result_policy == "confirm"
    assert event.published_at is None


def test_lengths_by_round_are_kept(director: Client, club: Club) -> None:
    director.post(f"/clubs/{club.slug}/events/new/", FORM | {"lengths": "5, 7 9"})
    assert Tournament.objects.get().stages.get().settings["lengths"] == {"main": [5, 7, 9]}


def test_lengths_that_are_no_numbers_are_told_at_the_form(director: Client, club: Club) -> None:
    answer = director.post(f"/clubs/{club.slug}/events/new/", FORM | {"lengths": "5, seven"})
    assert "Enter numbers from 1 to 99" in html_of(answer)
    assert not Tournament.objects.exists()


def test_the_form_shows_an_event_as_it_is_and_changes_it(director: Client, club: Club) -> None:
    director.post(f"/clubs/{club.slug}/events/new/", FORM | {"jacoby": "on", "lengths": "5,7"})
    event = Tournament.objects.get()
    page = html_of(director.get(f"/events/{event.slug}/edit/"))
    assert "2026-11-18T19:30" in page
    assert 'value="5, 7"' in page
    director.post(f"/events/{event.slug}/edit/", FORM | {"name": "Thursday", "lengths": "9"})
    event.refresh_from_db()
    assert (event.name, event.rules["jacoby"]) == ("Thursday", False)
    assert event.stages.get().settings["lengths"] == {"main": [9]}


def test_after_the_draw_the_name_changes_and_the_rules_stay(director: Client, club: Club) -> None:
    event = a_drawn_stage(club, 4).tournament
    answer = director.post(
        f"/events/{event.slug}/edit/", FORM | {"name": "Thursday", "length": "15"}
    )
    assert answer.status_code == 302
    event.refresh_from_db()
    assert (event.name, event.rules["length"]) == ("Thursday", 7)


def test_a_change_of_details_does_not_put_back_how_far_the_event_has_come(club: Club) -> None:
    as_it_was = an_event(club, 2)
    draw_stage(stage_id=as_it_was.stages.get().pk, actor=SYSTEM)
    report_result(match_id=Match.objects.get().pk, score=(7, 1), actor=SYSTEM)
    change_tournament(tournament_id=as_it_was.pk, actor=SYSTEM, name="Thursday")
    event = Tournament.objects.get()
    assert (event.name, event.status) == ("Thursday", "finished")


def test_publishing_and_hiding(director: Client, client: Client, club: Club) -> None:
    event = an_event(club, 2, published=False)
    address = f"/events/{event.slug}/"
    assert director.post(f"{address}publish/").status_code == 302
    assert client.get(address).status_code == 200
    assert director.post(f"{address}unpublish/").status_code == 302
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("page", ["edit/", "desk/", "draw/", "desk/offered/?who=a"])
def test_only_directors_get_there(
    client: Client, signed_in: SignedIn, club: Club, page: str
) -> None:
    event = an_event(club, 2)
    assert client.get(f"/events/{event.slug}/{page}").status_code == 302
    scorer = signed_in(club, Role.SCORER)
    assert scorer.get(f"/events/{event.slug}/{page}").status_code == 403


@pytest.mark.parametrize("page", ["publish/", "unpublish/"])
def test_nothing_changes_by_looking(director: Client, club: Club, page: str) -> None:
    event = an_event(club, 2)
    assert director.get(f"/events/{event.slug}/{page}").status_code == 405


def test_a_form_without_its_token_is_refused(club: Club, signed_in: SignedIn) -> None:
    event = an_event(club, 2)
    browser = signed_in(club)
    browser.handler.enforce_csrf_checks = True
    answer = browser.post(f"/events/{event.slug}/unpublish/")
    assert answer.status_code == 403
    assert "This form has expired" in html_of(answer)


def entered(event: Tournament) -> list[str]:
    return [entry.player.name for entry in event.entries.select_related("player").order_by("pk")]


def desk(director: Client, event: Tournament, **said: object) -> str:
    answer = director.post(f"/events/{event.slug}/desk/", said, follow=True)
    assert answer.status_code == 200
    return html_of(answer)


def test_the_desk_enters_a_player_by_part_of_the_name(director: Client, club: Club) -> None:
    event = an_event(club)
    a_player(club, "Anna Meier")
    a_player(club, "Luca Rossi")
    assert "Luca Rossi added." in desk(director, event, who="ross")
    assert entered(event) == ["Luca Rossi"]
    assert Player.objects.count() == 2


def test_the_desk_asks_who_is_meant(director: Client, club: Club) -> None:
    event = an_event(club)
    anna, urs = a_player(club, "Anna Meier"), a_player(club, "Urs Meier")
    page = desk(director, event, who="meier")
    assert f'value="{anna.pk}"' in page
    assert "new: meier" in text_of(page)
    desk(director, event, who="meier", player=urs.pk)
    assert entered(event) == ["Urs Meier"]


def test_the_desk_puts_somebody_new_on_the_clubs_list(director: Client, club: Club) -> None:
    event = an_event(club)
    a_player(club, "Anna Meier")
    desk(director, event, who="Nora Frei")
    desk(director, event, who="Meier", new="on")
    assert entered(event) == ["Nora Frei", "Meier"]


def test_the_desk_says_that_somebody_is_entered_already(director: Client, club: Club) -> None:
    event = an_event(club, ["Anna Meier"])
    assert "Anna Meier is already entered." in desk(director, event, who="anna meier")


def test_the_desk_asks_for_a_name(director: Client, club: Club) -> None:
    assert "Enter a name." in desk(director, an_event(club), who="  ")


def test_part_of_a_name_typed_twice_makes_no_new_player(director: Client, club: Club) -> None:
    event = an_event(club, ["Luca Rossi"])
    page = desk(director, event, who="rossi")
    assert "Who is it?" in page
    assert "new: rossi" in text_of(page)
    assert (event.entries.count(), club.players.count()) == (1, 1)
    desk(director, event, who="rossi", new="on")
    assert set(club.players.values_list("name", flat=True)) == {"Luca Rossi", "rossi"}


def test_names_are_offered_while_typing(director: Client, club: Club) -> None:
    event = an_event(club, ["Anna Meier"])
    a_player(club, "Urs Meier")
    offered = html_of(director.get(f"/events/{event.slug}/desk/offered/?who=mei"))
    assert "Urs Meier" in offered
    assert "Anna Meier" not in offered


def test_an_entry_is_taken_back(director: Client, club: Club) -> None:
    event = an_event(club, ["Anna Meier", "Luca Rossi"])
    first = event.entries.order_by("pk")[0]
    assert director.post(f"/events/{event.slug}/desk/{first.pk}/off/").status_code == 302
    assert entered(event) == ["Luca Rossi"]


def test_nobody_is_taken_back_after_the_draw(director: Client, club: Club) -> None:
    event = a_drawn_stage(club, 2).tournament
    first = event.entries.order_by("pk")[0]
    answer = director.post(f"/events/{event.slug}/desk/{first.pk}/off/", follow=True)
    assert "The draw has been made" in html_of(answer)
    assert event.entries.count() == 2


def test_the_desk_takes_as_many_queries_for_many_entrants(
    director: Client, club: Club, queries_of: QueriesOf
) -> None:
    few, many = an_event(club, 2), an_event(club, 20)
    assert queries_of(director, f"/events/{few.slug}/desk/") == queries_of(
        director, f"/events/{many.slug}/desk/"
    )


def test_the_draw_page_says_what_it_will_do(director: Client, club: Club) -> None:
    event = an_event(club, 13)
    page = html_of(director.get(f"/events/{event.slug}/draw/"))
    assert "13 entrants · 3 byes · 12 matches" in page


def test_a_draw_needs_two(director: Client, club: Club) -> None:
    event = an_event(club, 1)
    page = html_of(director.get(f"/events/{event.slug}/draw/"))
    assert "A draw needs at least two entrants." in page
    answer = director.post(f"/events/{event.slug}/draw/")
    assert "A draw needs at least two entrants." in html_of(answer)


def test_the_bracket_is_there_right_after_the_draw(director: Client, club: Club) -> None:
    event = an_event(club, 4)
    answer = director.post(f"/events/{event.slug}/draw/", follow=True)
    assert answer.redirect_chain == [(f"/events/{event.slug}/", 302)]
    assert html_of(answer).count('class="pairing ') == 3


def test_a_second_draw_has_to_be_asked_for(director: Client, club: Club) -> None:
    event = an_event(club, 4)
    director.post(f"/events/{event.slug}/draw/", {"seed": "one"})
    again = director.post(f"/events/{event.slug}/draw/", {"seed": "two"})
    assert "To draw again, ask for a redraw." in html_of(again)
    director.post(f"/events/{event.slug}/draw/", {"seed": "two", "redraw": "on"})
    assert event.stages.get().seed == "two"
    run_pending()


def test_a_format_takes_its_own_settings_only(director: Client, club: Club) -> None:
    chosen = {"format": "double_elimination", "grand_final": "reset", "consolation": "simple"}
    director.post(f"/clubs/{club.slug}/events/new/", FORM | chosen)
    stage = Tournament.objects.get().stages.get()
    assert (stage.format, stage.settings) == ("double_elimination", {"grand_final": "reset"})


def test_there_is_a_last_chance_beside_a_consolation_only(director: Client, club: Club) -> None:
    ticked = {"last_chance": "on", "second_place": "on"}
    for consolation in ("none", "simple"):
        chosen = FORM | ticked | {"name": consolation, "consolation": consolation}
        director.post(f"/clubs/{club.slug}/events/new/", chosen)
    alone, beside = Tournament.objects.order_by("pk")
    assert not {"last_chance", "second_place"} & alone.stages.get().settings.keys()
    assert beside.stages.get().settings["last_chance"]
    assert beside.stages.get().settings["second_place"]


def test_all_brackets_of_a_double_elimination_are_shown(director: Client, club: Club) -> None:
    event = an_event(club, 8, stages=[StagePlan(format=Format.DOUBLE_ELIMINATION)], published=False)
    page = html_of(director.post(f"/events/{event.slug}/draw/", follow=True))
    assert page.index(">Main<") < page.index(">Lower bracket<") < page.index(">Grand final<")


def test_an_entrant_comes_leaves_and_comes_back(director: Client, club: Club) -> None:
    event = a_drawn_stage(club, 4).tournament
    entry = event.entries.order_by("pk")[0]

    def after(action: str) -> str:
        director.post(f"/events/{event.slug}/desk/{entry.pk}/{action}/")
        entry.refresh_from_db()
        return entry.status

    assert [after(action) for action in ("here", "withdraw", "back")] == [
        "present",
        "withdrawn",
        "present",
    ]
    assert director.post(f"/events/{event.slug}/desk/{entry.pk}/dance/").status_code == 404


def test_whoever_ticks_at_the_desk_stays_at_the_line(director: Client, club: Club) -> None:
    event = a_drawn_stage(club, 4).tournament
    entry = event.entries.order_by("pk")[2]
    line = f"/events/{event.slug}/desk/{entry.pk}/"
    for action in ("here", "withdraw", "back"):
        answer = director.post(f"{line}{action}/")
        assert answer["Location"] == f"/events/{event.slug}/desk/#entry-{entry.pk}"
    assert f'<li id="entry-{entry.pk}"' in html_of(director.get(f"/events/{event.slug}/desk/"))


def test_with_htmx_the_line_and_the_count_change_in_place(director: Client, club: Club) -> None:
    event = a_drawn_stage(club, 4).tournament
    entry = event.entries.order_by("pk")[2]

    def after(action: str) -> str:
        address = f"/events/{event.slug}/desk/{entry.pk}/{action}/"
        answer = director.post(address, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        return html_of(answer)

    here = after("here")
    assert here.startswith(f'<li id="entry-{entry.pk}"')
    assert "3 not here" in text_of(here.split('hx-swap-oob="true"')[1])
    assert "<html" not in here
    gone = after("withdraw")
    assert "has withdrawn. Opponents get a walkover in the remaining matches." in gone
    assert "reinstate</button>" in gone
    assert "Reinstate them first." in after("here")
    assert "Withdraw<bdi>Entrant 3</bdi></span></button>" in after("back")


def test_leaving_takes_two_steps_and_says_what_it_does(director: Client, club: Club) -> None:
    event = a_drawn_stage(club, ["Anna Meier", "Luca Rossi"]).tournament
    page = html_of(director.get(f"/events/{event.slug}/desk/"))
    folded = page.split('<details class="leave">')[1].split("</details>")[0]
    assert "Opponents get a walkover in the remaining matches" in folded
    assert "Withdraw<bdi>Anna Meier</bdi></span></button>" in folded


def test_a_swiss_is_paired_round_by_round(director: Client, club: Club) -> None:
    event = an_event(club, 4, stages=[StagePlan(format=Format.SWISS)])
    director.post(f"/events/{event.slug}/draw/")
    address = f"/events/{event.slug}/"
    early = html_of(director.post(f"{address}rounds/next/", follow=True))
    assert "are still to be played" in early
    assert "Pair the next round" not in early
    for match in Match.objects.all():
        report_result(match_id=match.pk, score=(7, 2), actor=SYSTEM)
    assert "Pair the next round" in html_of(director.get(address))
    page = html_of(director.post(f"/events/{event.slug}/rounds/next/", follow=True))
    assert "Round 2" in page
    page = html_of(director.post(f"/events/{event.slug}/rounds/back/", follow=True))
    assert "Round 2" not in page


@pytest.mark.parametrize(
    ("came_from", "way_back"),
    [
        ("http://testserver/events/wednesday/", True),
        ("http://elsewhere.example/events/wednesday/", False),
        ("", False),
    ],
)
def test_a_refused_button_offers_the_way_back(
    director: Client, club: Club, came_from: str, way_back: bool
) -> None:
    event = an_event(club, 2)
    stage = f"/events/{event.slug}/stages/1/remove/"
    answer = director.post(stage, headers={"Referer": came_from})
    assert answer.status_code == 409
    assert (f'href="{came_from}">Back</a>' in html_of(answer)) is way_back


def test_the_assistants_choice_fills_in_the_form(director: Client, club: Club) -> None:
    said = {"players": 23, "tables": 12, "hours": 4}
    page = html_of(director.get(f"/clubs/{club.slug}/events/assistant/", said))
    assert "about 3 h 40 min" in page
    chosen = "format=swiss&amp;length=7&amp;tables=12&amp;rounds=4"
    assert chosen in page
    form = html_of(
        director.get(f"/clubs/{club.slug}/events/new/?format=swiss&length=7&tables=12&rounds=4")
    )
    assert '<option value="swiss" selected>' in form
    assert 'name="rounds" value="4"' in form


def test_the_assistant_asks_for_sensible_numbers(director: Client, club: Club) -> None:
    page = html_of(director.get(f"/clubs/{club.slug}/events/assistant/", {"players": 1}))
    assert "errorlist" in page
