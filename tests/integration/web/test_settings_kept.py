"""Saving the set-up page changes what the page shows, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from players.models import Club
from rules_core.draws.settings import Format, TieBreak
from rules_core.draws.settings_reader import read_settings
from rules_core.match import Clock, MatchRules
from tests.integration.factories import an_event
from tests.integration.web.test_setup import FORM
from tests.pages import html_of
from tournaments.models import Tournament
from tournaments.services.events import StagePlan

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

CUBE = MatchRules(length=9, jacoby=True, max_cube=4096, clock=Clock(delay_s=10))
ASKED_FOR = [code for code in TieBreak if code is not TieBreak.WENT_OUT]
SETTINGS: list[tuple[Format, dict[str, Any]]] = [
    (Format.SINGLE_ELIMINATION, {"lengths": {"last_chance": [3], "from_final": True}}),
    (Format.SINGLE_ELIMINATION, {"lengths": {"main": [7, 9], "third_place": [5]}}),
    (Format.SINGLE_ELIMINATION, {"from_final": True, "lengths": {"main": [11, 9]}, "qualify": 2}),
    (Format.SINGLE_ELIMINATION, {"tie_breaks": ["wins", "lot"]}),
    (Format.SINGLE_ELIMINATION, {"consolation": "simple", "second_place": True}),
    (Format.DOUBLE_ELIMINATION, {"lengths": {"lower": [5, 7], "grand_final": [11]}}),
    (Format.DOUBLE_ELIMINATION, {"lengths": {"lower": [5], "consolation": [3]}}),
    (Format.SWISS, {"tie_breaks": ["wins", "median"], "late_entry": "bye", "seeding": "rating"}),
    (Format.SWISS, {"tie_breaks": [code.value for code in ASKED_FOR][::-1]}),
    (Format.SWISS_LIVES, {"lives": 2, "lengths": {"main": [5, 7]}}),
    (Format.ROUND_ROBIN, {"pools": 2, "lengths": {"pool_2": [9]}, "tie_breaks": ["by_hand"]}),
    (Format.ROUND_ROBIN, {"max_rounds": 5000, "avoid_same_club": True}),
]


def saved(director: Client, event: Tournament, address: str = "edit/", **changed: Any) -> None:
    """Send the page back as a browser would, with some fields changed."""
    page = f"/events/{event.slug}/{address}"
    form = director.get(page).context["form"]
    shown = {field.name: field.value() for field in form}
    said = {
        name: value for name, value in shown.items() if value is not None and value is not False
    }
    said["starts_at"] = event.starts_at.strftime("%Y-%m-%dT%H:%M")
    answer = director.post(page, said | changed)
    assert answer.status_code == 302, answer.context["form"].errors


@pytest.mark.parametrize(("code", "settings"), SETTINGS)
def test_a_new_name_leaves_all_settings_as_they_are(
    director: Client, club: Club, code: Format, settings: dict[str, Any]
) -> None:
    event = an_event(club, stages=[StagePlan(format=code, settings=settings)], rules=CUBE)
    saved(director, event, name="Thursday")
    event.refresh_from_db()
    assert event.name == "Thursday"
    assert MatchRules.from_json(event.rules) == CUBE
    assert read_settings(code, event.stages.get().settings) == read_settings(code, settings)


@pytest.mark.parametrize(("code", "settings"), SETTINGS)
def test_so_does_a_new_name_of_a_further_stage(
    director: Client, club: Club, code: Format, settings: dict[str, Any]
) -> None:
    plans = [StagePlan(settings={"qualify": 4}), StagePlan(format=code, settings=settings)]
    event = an_event(club, stages=plans)
    saved(director, event, "stages/2/edit/", name="Finals")
    assert event.stages.get(number=1).settings == {"qualify": 4}
    finals = event.stages.get(number=2)
    assert finals.name == "Finals"
    assert read_settings(code, finals.settings) == read_settings(code, settings)
    assert ("seeding" in finals.settings) == ("seeding" in settings)


def test_lengths_are_shown_as_they_were_set(director: Client, club: Club) -> None:
    lengths = {"main": 9, "lower": [5, 7], "consolation": [3]}
    plan = StagePlan(format=Format.DOUBLE_ELIMINATION, settings={"lengths": lengths})
    event = an_event(club, stages=[plan])
    form = director.get(f"/events/{event.slug}/edit/").context["form"]
    assert (form["lengths"].value(), form["consolation_lengths"].value()) == ("9", "5, 7")
    saved(director, event, consolation_lengths="7", lengths="")
    assert event.stages.get().settings["lengths"] == {"lower": [7], "consolation": [3]}


def test_settings_that_are_null_are_as_usual(director: Client, club: Club) -> None:
    nothing = {"lengths": None, "consolation": None, "seeding": None}
    event = an_event(club, stages=[StagePlan(settings=nothing)])
    saved(director, event)
    assert not event.stages.get().settings.get("lengths")


def test_how_many_go_on_does_not_hang_on_the_format(director: Client, club: Club) -> None:
    event = an_event(club, stages=[StagePlan(settings={"qualify": 4}), StagePlan(name="Finals")])
    saved(director, event, format="swiss")
    first = event.stages.get(number=1)
    assert (first.format, first.settings["qualify"]) == ("swiss", 4)


def test_what_needs_a_consolation_goes_with_it(director: Client, club: Club) -> None:
    settings = {"consolation": "simple", "last_chance": True, "second_place": True}
    event = an_event(club, stages=[StagePlan(settings=settings)])
    saved(director, event, consolation="none")
    assert read_settings(Format.SINGLE_ELIMINATION, event.stages.get().settings) == read_settings(
        Format.SINGLE_ELIMINATION, {}
    )


@pytest.mark.parametrize("address", ["edit/", "stages/2/edit/"])
def test_a_second_tab_does_not_save_over_the_first_unasked(
    director: Client, club: Club, address: str
) -> None:
    event = an_event(club, stages=[StagePlan(), StagePlan(name="Finals")])
    page = f"/events/{event.slug}/{address}"
    opened_before = director.get(page).context["form"]["shown"].value()
    saved(director, event, address, name="From the first tab")
    said = FORM | {"name": "From the second", "shown": opened_before}
    refused = director.post(page, said)
    assert refused.status_code == 200
    text = html_of(refused)
    assert "This was changed after you opened the page." in text
    assert 'value="From the second"' in text
    again = said | {"shown": refused.context["form"]["shown"].value()}
    assert director.post(page, again).status_code == 302
    names = {Tournament.objects.get().name, event.stages.get(number=2).name}
    assert "From the second" in names
