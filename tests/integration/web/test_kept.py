"""A bracket put together from pieces that are kept is the one that is written whole, whatever has happened meanwhile."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.urls import get_script_prefix, set_script_prefix
from django.utils import timezone
from django.utils.translation import override

from players.actors import SYSTEM, Actor
from players.models import Player
from tests.integration.nights import ACTIONS, FORMATS, Night
from tournaments.models import Entry, StageSnapshot, Tournament
from tournaments.publishing.shown_brackets import shown_brackets
from tournaments.publishing.snapshot_json import bracket_in
from tournaments.services.snapshots import refresh_snapshot
from tournaments.snapshot_selectors import visible_snapshot
from tournaments.views.events import BRACKETS, bracket_part_context, snapshot_context
from tournaments.views.screens import PANELS, panels_context
from web.templatetags.kept import MOST, kept, kept_each, pieces_kept

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

STEPS = 50
LANGUAGES = ("en", "de", "fr", "it")
NAMES = ("Zoë", "Ø & Co", '"quoted"', "<b>", "אברהם")


@pytest.fixture(scope="module")
def whole() -> DjangoTemplates:
    """The same templates, with nothing kept."""
    configured: dict[str, Any] = settings.TEMPLATES[0]
    options = {
        **configured["OPTIONS"],
        "libraries": {"kept": "tests.integration.whole_pieces"},
    }
    return DjangoTemplates(
        {
            "NAME": "whole",
            "DIRS": configured["DIRS"],
            "APP_DIRS": configured["APP_DIRS"],
            "OPTIONS": options,
        }
    )


def context_of(slug: str, actor: Actor) -> dict[str, Any]:
    snapshot = visible_snapshot(slug=slug, number=1, actor=SYSTEM)
    assert isinstance(snapshot, StageSnapshot)
    panels = panels_context([snapshot]) | {"title": snapshot.stage.tournament.name}
    return snapshot_context(snapshot, actor) | bracket_part_context(snapshot) | panels


def change(night: Night) -> None:
    """Something happens, or somebody is renamed, or chances are shown from now on."""
    kind = night.luck.randrange(len(ACTIONS) + 3)
    if kind < len(ACTIONS):
        night.step(ACTIONS[kind], night.luck.randrange(1_000))
    elif kind == len(ACTIONS):
        shown = night.luck.choice([True, False])
        Tournament.objects.filter(pk=night.tournament.pk).update(show_chances=shown)
    else:
        entry = night.luck.choice(list(Entry.objects.filter(tournament=night.tournament)))
        given = night.luck.choice(NAMES)
        name = f"{given} {night.luck.random()}"
        Player.objects.filter(pk=entry.player_id).update(name=name)
    refresh_snapshot(stage_id=night.stage.pk)


@pytest.mark.parametrize("format_name", FORMATS)
def test_put_together_as_written_whole(format_name: str, whole: DjangoTemplates) -> None:
    night = Night(format_name, 11)
    slug = night.tournament.slug
    Tournament.objects.filter(pk=night.tournament.pk).update(starts_at=timezone.now())
    seen = set()
    for _ in range(STEPS):
        change(night)
        actor = night.luck.choice([SYSTEM, Actor()])
        with override(night.luck.choice(LANGUAGES)):
            context = context_of(slug, actor)
            put_together = engines["django"].get_template(BRACKETS).render(context)
            assert put_together == whole.get_template(BRACKETS).render(context)
            screen = engines["django"].get_template(PANELS).render(context)
            assert screen == whole.get_template(PANELS).render(context)
        seen.add(put_together)
    assert len(seen) > STEPS / 3
    assert any('class="pairing is-finished"' in html for html in seen)


def test_what_is_the_same_is_written_once() -> None:
    night = Night("double", 8)
    refresh_snapshot(stage_id=night.stage.pk)
    engine = engines["django"].get_template(BRACKETS)
    engine.render(context_of(night.tournament.slug, SYSTEM))
    before = pieces_kept()
    engine.render(context_of(night.tournament.slug, SYSTEM))
    after = pieces_kept()
    assert after.misses == before.misses
    assert after.hits > before.hits


def test_no_more_is_kept_than_there_is_room_for() -> None:
    luck = Random(1)
    for _ in range(MOST + 10):
        kept("components/beads.html", beads=f"{luck.random()}")
    assert pieces_kept().currsize == MOST


def test_addresses_begin_where_the_site_does() -> None:
    night = Night("double", 4)
    refresh_snapshot(stage_id=night.stage.pk)
    snapshot = StageSnapshot.objects.get(stage=night.stage)
    pairings = shown_brackets(bracket_in(snapshot))[0]["rounds"][0]["pairings"]
    here = kept_each("components/pairing.html", "pairing", pairings, may_score=False)
    before = get_script_prefix()
    set_script_prefix("/club/")
    try:
        there = kept_each("components/pairing.html", "pairing", pairings, may_score=False)
    finally:
        set_script_prefix(before)
    assert there == here.replace('href="/', 'href="/club/')
    assert there != here
