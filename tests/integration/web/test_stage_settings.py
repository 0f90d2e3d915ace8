"""The rarer settings of a stage: tie-breaks, late entry, second place, lengths of each bracket."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from players.models import Club, Role
from rules_core.draws.settings import Format
from tests.integration.factories import a_drawn_stage, an_event
from tests.integration.web.conftest import SignedIn
from tests.integration.web.test_setup import FORM
from tests.pages import html_of
from tournaments.draws.plans import plan_of
from tournaments.models import Stage, Tournament
from tournaments.services.events import StagePlan

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

TIE_BREAKS = {"tie_break_1": "wins", "tie_break_3": "by_hand"}
LENGTHS = {
    "lengths": "11, 9, 7",
    "from_final": "on",
    "consolation_lengths": "5",
    "last_chance_lengths": "3",
    "second_place_lengths": "13",
    "third_place_lengths": "1",
    "grand_final_lengths": "15",
}
ALL_BRACKETS = {"consolation": "progressive", "last_chance": "on", "second_place": "on"}


def set_up(director: Client, club: Club, code: Format, **said: Any) -> Stage:
    answer = director.post(f"/clubs/{club.slug}/events/new/", FORM | {"format": code} | said)
    assert answer.status_code == 302, answer.context["form"].errors
    return Tournament.objects.latest("pk").stages.get()


@pytest.mark.parametrize("code", [Format.SWISS, Format.SWISS_LIVES, Format.ROUND_ROBIN])
def test_tie_breaks_are_asked_in_the_order_of_the_fields(
    director: Client, club: Club, code: Format
) -> None:
    stage = set_up(director, club, code, **TIE_BREAKS)
    assert stage.settings["tie_breaks"] == ["wins", "by_hand"]
    form = director.get(f"/events/{stage.tournament.slug}/edit/").context["form"]
    assert [line.value() for line in form.tie_break_lines] == ["wins", "by_hand", "", "", "", ""]


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ("wins", "wins", "This tie-break is already listed above."),
        ("lot", "wins", "Leave empty what comes after it."),
    ],
)
def test_a_tie_break_that_would_never_be_asked_is_refused(
    director: Client, club: Club, first: str, second: str, sentence: str
) -> None:
    said = {"format": "swiss", "tie_break_1": first, "tie_break_3": second}
    form = director.post(f"/clubs/{club.slug}/events/new/", FORM | said).context["form"]
    assert sentence in form.errors["tie_break_3"][0]
    assert list(form.errors) == ["tie_break_3"]
    assert not Tournament.objects.exists()
    set_up(director, club, Format.SINGLE_ELIMINATION, tie_break_1=first, tie_break_3=second)


def test_no_tie_breaks_are_those_of_the_format_and_the_page_names_them(
    director: Client, club: Club
) -> None:
    stage = set_up(director, club, Format.SWISS)
    assert "tie_breaks" not in stage.settings
    page = html_of(director.get(f"/events/{stage.tournament.slug}/edit/"))
    assert "a Swiss uses: Match points, Buchholz without the lowest, Buchholz, Head to head" in page
    assert "a round robin uses: Match points, Head to head, Points difference" in page


def test_tie_breaks_are_taken_back(director: Client, club: Club) -> None:
    stage = set_up(director, club, Format.SWISS, **TIE_BREAKS)
    director.post(f"/events/{stage.tournament.slug}/edit/", FORM | {"format": "swiss"})
    stage.refresh_from_db()
    assert "tie_breaks" not in stage.settings


def test_a_knock_out_has_no_tie_breaks_and_no_late_rounds(director: Client, club: Club) -> None:
    stage = set_up(director, club, Format.SINGLE_ELIMINATION, late_entry="bye", **TIE_BREAKS)
    assert stage.settings == {}


def test_rounds_missed_by_coming_late_count_as_byes(director: Client, club: Club) -> None:
    assert set_up(director, club, Format.SWISS, late_entry="bye").settings["late_entry"] == "bye"


def test_each_bracket_of_a_knock_out_has_its_lengths(director: Client, club: Club) -> None:
    stage = set_up(director, club, Format.SINGLE_ELIMINATION, **LENGTHS, **ALL_BRACKETS)
    assert stage.settings["lengths"] == {
        "main": [11, 9, 7],
        "consolation": [5],
        "last_chance": [3],
        "second_place": [13],
        "third_place": [1],
        "from_final": True,
    }
    form = director.get(f"/events/{stage.tournament.slug}/edit/").context["form"]
    for name, said in LENGTHS.items():
        if name not in {"from_final", "grand_final_lengths"}:
            assert form[name].value() == said
    assert form["from_final"].value() is True


def test_those_of_a_double_elimination_are_its_own(director: Client, club: Club) -> None:
    stage = set_up(director, club, Format.DOUBLE_ELIMINATION, **LENGTHS)
    assert stage.settings["lengths"] == {
        "main": [11, 9, 7],
        "consolation": [5],
        "grand_final": [15],
        "from_final": True,
    }


def test_the_final_is_played_to_the_first_length(director: Client, club: Club) -> None:
    plan = StagePlan(settings={"lengths": {"main": [11, 9, 7], "from_final": True}})
    lengths = {
        (place.bracket, place.round): place.length
        for place in plan_of(a_drawn_stage(club, 16, stages=[plan])).pairings
    }
    assert [lengths["main", number] for number in (1, 2, 3, 4)] == [7, 7, 9, 11]
    assert set_up(director, club, Format.SWISS, name="Another", from_final="on").settings == {}


@pytest.mark.parametrize("wrong", ["seven", "0", "100", "7,,x"])
def test_lengths_that_are_no_numbers_are_told_at_their_field(
    director: Client, club: Club, wrong: str
) -> None:
    said = FORM | {"last_chance_lengths": wrong}
    form = director.post(f"/clubs/{club.slug}/events/new/", said).context["form"]
    assert "last_chance_lengths" in form.errors


def test_after_the_draw_the_settings_are_only_looked_at(director: Client, club: Club) -> None:
    plan = StagePlan(format=Format.SWISS, settings={"tie_breaks": ["wins"]})
    stage = a_drawn_stage(club, 4, stages=[plan])
    address = f"/events/{stage.tournament.slug}/edit/"
    assert all(
        line.field.disabled for line in director.get(address).context["form"].tie_break_lines
    )
    said = FORM | {"format": "swiss", "tie_break_1": "lot", "late_entry": "bye"}
    assert director.post(address, said).status_code == 302
    stage.refresh_from_db()
    assert stage.settings == {"tie_breaks": ["wins"]}


@pytest.mark.parametrize("role", [Role.SCORER, Role.READER, None])
def test_settings_are_made_by_directors(signed_in: SignedIn, club: Club, role: Role | None) -> None:
    event = an_event(club, stages=[StagePlan(settings={"qualify": 2}), StagePlan(name="Finals")])
    browser = signed_in(club, role) if role else Client()
    finals = {"name": "Finals", "format": "swiss", "qualify": "2"} | TIE_BREAKS
    for address, said in (
        ("edit/", FORM | {"format": "swiss"} | TIE_BREAKS),
        ("stages/2/edit/", finals),
    ):
        answer = browser.post(f"/events/{event.slug}/{address}", said)
        assert answer.status_code == (403 if role else 302)
    assert [stage.settings for stage in event.stages.order_by("number")] == [{"qualify": 2}, {}]
