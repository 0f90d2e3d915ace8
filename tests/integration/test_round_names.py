"""Rounds and brackets have one name each: over REST, on pages, on the wall and on paper."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from players.actors import SYSTEM
from players.models import Club
from rules_core.draws.settings import Format
from tests.integration.factories import a_user
from tests.integration.stages import drawn, match_at, play, play_out
from tests.pages import html_of
from tournaments.models import Stage
from tournaments.services.rounds import pair_next_round
from tournaments.services.snapshots import refresh_snapshot

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

SINGLE, DOUBLE = Format.SINGLE_ELIMINATION, Format.DOUBLE_ELIMINATION
EVERYTHING: dict[str, object] = {
    "consolation": "progressive",
    "last_chance": True,
    "second_place": True,
}
STAGES: dict[str, tuple[Format, dict[str, object]]] = {
    "single elimination with all it can have": (SINGLE, EVERYTHING),
    "single elimination with third place": (SINGLE, {"third_place": True}),
    "double elimination": (DOUBLE, {}),
    "double elimination with a second final": (DOUBLE, {"grand_final": "reset"}),
    "Swiss": (Format.SWISS, {"rounds": 3}),
    "Swiss with lives": (Format.SWISS_LIVES, {"lives": 2}),
    "round robin": (Format.ROUND_ROBIN, {}),
    "pools": (Format.ROUND_ROBIN, {"pools": 2}),
}

Names = dict[str, list[str]]
"""The names of the rounds, by the name of their bracket."""


@pytest.fixture(params=STAGES)
def stage(request: pytest.FixtureRequest) -> Stage:
    code, settings = STAGES[request.param]
    stage = drawn(code, 10, **settings)
    if stage.paired_by_round:
        play_out(stage)
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    refresh_snapshot(stage_id=stage.pk)
    return stage


def over_rest(client: Client, stage: Stage) -> Names:
    bracket: dict[str, Any] = client.get(
        f"/api/v1/tournaments/{stage.tournament.slug}/stages/1/bracket/",
        headers={"Accept-Language": "de"},
    ).json()
    return {
        sheet["name"]: [round_["name"] for round_ in sheet["rounds"]]
        for sheet in bracket["brackets"]
    }


def on_a_page(client: Client, stage: Stage, part: str, bracket: str, round_name: str) -> Names:
    """The names as a page has them: what matches ``round_name`` after each match of ``bracket``."""
    page = html_of(client.get(f"/events/{stage.tournament.slug}/{part}"))
    _before, *found = re.split(bracket, page)
    names: Names = {}
    for name, rest in zip(found[::2], found[1::2], strict=True):
        # A bracket may take several sheets of paper, of which each repeats the round before.
        known = names.setdefault(unescape(name), [])
        rounds = [unescape(each).strip() for each in re.findall(round_name, rest)]
        known += [each for each in rounds if each not in known]
    return names


def test_rest_names_rounds_and_brackets_as_the_page_does(client: Client, stage: Stage) -> None:
    page = on_a_page(
        client, stage, "", r'<section class="draw-sheet" aria-label="([^"]+)">', "<h3>([^<]+)<"
    )
    assert over_rest(client, stage) == page


def test_paper_names_rounds_as_the_page_does(client: Client, stage: Stage) -> None:
    heading = rf"<h1>{stage.tournament.name} · ([^<]+)</h1>"
    rounds = r'(?:<caption>|<text x="[\d.]+" y="3.5">)([^<·]+) ·'
    assert on_a_page(client, stage, "paper/bracket/", heading, rounds) == over_rest(client, stage)


def test_the_wall_names_no_round_otherwise(client: Client, stage: Stage) -> None:
    named = over_rest(client, stage)
    wall = html_of(client.get(f"/events/{stage.tournament.slug}/live/tv/"))
    panels = re.findall(
        r'<p>([^<]+)</p>\s*</header>\s*<div class="tv-rounds">(.*?)</div>', wall, re.DOTALL
    )
    assert panels
    for bracket, rounds in panels:
        assert set(re.findall(r"<h3>([^<]+)</h3>", rounds)) <= set(named[bracket.strip()])


def test_the_names_are_those_of_the_game(client: Client) -> None:
    double = drawn(DOUBLE, 8, grand_final="reset")
    refresh_snapshot(stage_id=double.pk)
    assert over_rest(client, double) == {
        "Main": ["Quarter-finals", "Semi-finals", "Final"],
        "Lower bracket": ["Round 1", "Round 2", "Round 3", "Round 4"],
        "Grand final": ["Final", "Second final"],
    }


def test_what_a_round_and_its_bracket_are_both_called_is_written_once(client: Client) -> None:
    stage = drawn(SINGLE, 4, third_place=True)
    match = match_at(stage, "main-1-1")
    director = a_user(Club.objects.get(pk=stage.tournament.club_id))
    client.force_login(director)
    page = html_of(client.get(f"/matches/{match.pk}/"))
    assert "Loser goes to: Match for third place." in page
    play(stage)
    cards = html_of(client.get(f"/events/{stage.tournament.slug}/paper/score-cards/"))
    assert "Wednesday · Match for third place<" in cards
