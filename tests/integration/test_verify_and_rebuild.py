"""``verify`` finds whatever has come loose from its sources, and ``rebuild`` puts it right."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F, Model

from matches.models import Match, MatchStatus, Rating, RatingChange
from matches.services.corrections import reopen_match
from matches.services.results import report_result
from outbox.models import Message
from outbox.services import run_pending
from players.actors import SYSTEM
from rules_core.draws.settings import Format
from tests.integration.factories import a_club, a_drawn_stage
from tests.integration.stages import play
from tournaments.models import Entry, Pairing, Stage, StageEntrant, StageSnapshot
from tournaments.services.attendance import withdraw
from tournaments.services.events import StagePlan

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

FORMATS = {
    "single": StagePlan(settings={"consolation": "progressive", "last_chance": True}),
    "double": StagePlan(format=Format.DOUBLE_ELIMINATION, settings={"grand_final": "reset"}),
    "swiss": StagePlan(format=Format.SWISS, settings={"rounds": 3}),
    "lives": StagePlan(format=Format.SWISS_LIVES, settings={"lives": 2}),
    "robin": StagePlan(format=Format.ROUND_ROBIN, settings={"pools": 2}),
}


def a_played_stage(plan: StagePlan) -> Stage:
    """One round played, one result taken back and entered again, somebody gone home."""
    stage = a_drawn_stage(a_club(), 7, stages=[plan])
    play(stage)
    match = Match.objects.filter(status=MatchStatus.FINISHED).latest("pk")
    reopen_match(match_id=match.pk, reason="wrong way round", actor=SYSTEM)
    report_result(match_id=match.pk, score=(1, match.length), actor=SYSTEM)
    last = Entry.objects.filter(tournament=stage.tournament).latest("pk")
    withdraw(entry_id=last.pk, actor=SYSTEM, reason="ill")
    run_pending()
    return stage


def verified() -> list[str]:
    """What ``verify`` finds, a line each; nothing if everything follows."""
    out = StringIO()
    try:
        call_command("verify", stdout=out)
    except CommandError:
        return out.getvalue().splitlines()
    return []


def everything() -> list[tuple[Any, ...]]:
    """All rows of what is derived, but for when it was computed."""
    models: list[tuple[type[Model], set[str]]] = [
        (Match, set()),
        (Pairing, set()),
        (Stage, set()),
        (StageEntrant, set()),
        (StageSnapshot, {"updated_at"}),
        (Rating, {"id"}),
        (RatingChange, {"id"}),
    ]
    return [
        (model.__name__, *(row[name] for name in sorted(row) if name not in without))
        for model, without in models
        for row in model._default_manager.order_by("pk").values()
    ]


@pytest.mark.parametrize("plan", FORMATS.values(), ids=FORMATS)
def test_a_stage_under_way_follows_from_its_sources(plan: StagePlan) -> None:
    a_played_stage(plan)
    assert verified() == []
    before = everything()
    call_command("rebuild", stdout=StringIO())
    assert everything() == before
    assert verified() == []


def _winner_of_a_match() -> None:
    played = Match.objects.filter(status=MatchStatus.FINISHED, winner="a").order_by("pk")[:1]
    Match.objects.filter(pk__in=played.values("pk")).update(winner="b")


def _state_of_a_pairing() -> None:
    waiting = Pairing.objects.filter(status="waiting").order_by("pk")[:1]
    Pairing.objects.filter(pk__in=waiting.values("pk")).update(needed=None)


def _bracket() -> None:
    StageSnapshot.objects.update(bracket="{}", digest="0" * 64)


def _text_of_a_bracket() -> None:
    StageSnapshot.objects.update(bracket="{}")


def _rating() -> None:
    Rating.objects.update(value=F("value") + 1)


def _rating_change() -> None:
    first = RatingChange.objects.order_by("pk")[:1]
    RatingChange.objects.filter(pk__in=first.values("pk")).delete()


def _number_of_entrants() -> None:
    Stage.objects.update(drawn_count=F("drawn_count") - 1, late_count=1)


def _lines_of_two_entrants() -> None:
    first, second = StageEntrant.objects.order_by("seed")[:2]
    StageEntrant.objects.filter(pk=first.pk).update(line=None)
    StageEntrant.objects.filter(pk=second.pk).update(line=first.line)
    StageEntrant.objects.filter(pk=first.pk).update(line=second.line)


def _end_of_the_stage() -> None:
    Stage.objects.update(finished_at=F("drawn_at"))


TAMPERING: dict[Callable[[], None], str] = {
    _winner_of_a_match: "winner is 'b', but follows as 'a'",
    _state_of_a_pairing: "state is",
    _bracket: "snapshot is 'stale'",
    _text_of_a_bracket: "snapshot is 'stale'",
    _rating: "rating of player",
    _rating_change: "rating of match",
    _end_of_the_stage: "finished_at is",
    _number_of_entrants: "drawn_count is 6, but follows as 7",
    _lines_of_two_entrants: "place is 5, but follows as 1",
}


@pytest.mark.parametrize("tamper", TAMPERING, ids=lambda tamper: tamper.__name__.strip("_"))
def test_what_was_changed_by_hand_is_named_and_put_right(tamper: Callable[[], None]) -> None:
    a_played_stage(FORMATS["single"])
    before = everything()
    tamper()
    assert any(TAMPERING[tamper] in line for line in verified())
    call_command("rebuild", stdout=StringIO())
    assert verified() == []
    after = everything()
    if tamper in {_bracket, _text_of_a_bracket}:
        # Readers must not keep what was wrong: the version moves on.
        assert [row[0] for row in after] == [row[0] for row in before]
    else:
        assert after == before


def test_what_waits_for_its_job_is_late_and_not_wrong() -> None:
    stage = a_played_stage(FORMATS["double"])
    play(stage)
    assert Message.objects.exists()
    out = StringIO()
    call_command("verify", stdout=out)
    assert "jobs are waiting" in out.getvalue()
    run_pending()
    assert verified() == []
