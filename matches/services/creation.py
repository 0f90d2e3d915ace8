"""Making matches, one or a whole round at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from matches.models import EventKind, Match, MatchEvent, ResultPolicy
from matches.projection import fold
from matches.services.ledger import new_event
from players.actors import Actor
from players.models import Club, Player, Role
from players.services.permissions import require
from players.services.registration import check_plays_at
from rules_core.errors import RulesError
from rules_core.match import MatchRules


class NobodyPlaysAlone(RulesError):
    """A match has two players."""

    code = "same_player_twice"


@dataclass(frozen=True)
class NewMatch:
    """Two players who are to play by these rules."""

    a_id: int
    b_id: int
    rules: MatchRules


@dataclass(frozen=True)
class Occasion:
    """What matches are played for, and how their results come in."""

    event: str = ""
    """As whoever makes the matches calls it; empty for a casual match."""
    result_policy: str = ResultPolicy.DIRECTOR
    auto_confirm_minutes: int | None = None
    rated: bool = True


_NO_EVENT = Occasion()


@transaction.atomic
def make_matches(
    *,
    club_id: int,
    meetings: Sequence[NewMatch],
    actor: Actor,
    occasion: Occasion = _NO_EVENT,
) -> list[Match]:
    """Matches ready to be called, in the order of the meetings; two statements however many."""
    matches, events = [], []
    for meeting in meetings:
        match = Match(club_id=club_id, a_id=meeting.a_id, b_id=meeting.b_id, version=0)
        event = new_event(match, EventKind.CREATED, _facts(meeting, occasion), actor)
        fold(match, event)
        matches.append(match)
        events.append(event)
    Match.objects.bulk_create(matches)
    for match, event in zip(matches, events, strict=True):
        event.match = match
    MatchEvent.objects.bulk_create(events)
    return matches


def _facts(meeting: NewMatch, occasion: Occasion) -> dict[str, object]:
    return {
        "length": meeting.rules.length,
        "rules": meeting.rules.to_json(),
        "event": occasion.event,
        "result_policy": ResultPolicy(occasion.result_policy).value,
        "auto_confirm_minutes": occasion.auto_confirm_minutes,
        "rated": occasion.rated,
    }


@transaction.atomic
def make_casual_match(
    *,
    club: Club,
    a: Player,
    b: Player,
    rules: MatchRules,
    actor: Actor,
    result_policy: ResultPolicy = ResultPolicy.EITHER,
    auto_confirm_minutes: int | None = None,
) -> Match:
    """A match outside any event, made by an official or by one of its players.

    A player's own match always waits for the other side's word, or anybody could win against
    anybody without their knowing.
    """
    if not actor.may(Role.SCORER, club.pk):
        if actor.token is not None or actor.user is None or actor.user not in (a.user, b.user):
            require(actor, Role.SCORER, club.pk)
        result_policy, auto_confirm_minutes = ResultPolicy.CONFIRM, None
    _check_players(club, a, b)
    occasion = Occasion(
        result_policy=result_policy,
        auto_confirm_minutes=auto_confirm_minutes,
        rated=club.rate_casual_matches,
    )
    (match,) = make_matches(
        club_id=club.pk, meetings=[NewMatch(a.pk, b.pk, rules)], actor=actor, occasion=occasion
    )
    return match


def _check_players(club: Club, a: Player, b: Player) -> None:
    if a == b:
        raise NobodyPlaysAlone("A match needs two different players.", player=a.pk)
    for player in (a, b):
        check_plays_at(club, player)
