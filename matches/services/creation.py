"""Making matches, one or a whole round at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from db.prepared import PreparedInsert
from matches.models import EventKind, Match, ResultPolicy
from matches.projection import project
from matches.services.ledger import lines, new_event
from players.actors import Actor
from players.models import Club, Player, Role
from players.services.named_players import Somebody, player_named
from players.services.permissions import require
from players.services.registration import check_not_merged, check_plays_at
from rules_core.errors import RulesError
from rules_core.match import MatchRules


class NobodyPlaysAlone(RulesError):
    """A match has two players."""

    code = "same_player_twice"


class CasualNotRated(RulesError):
    """The club's ratings are of its events."""

    code = "casual_not_rated"


@dataclass(frozen=True)
class NewMatch:
    """Two players who are to play by these rules."""

    a_id: int
    b_id: int
    rules: MatchRules


@dataclass(frozen=True)
class MatchSettings:
    """What matches are played for, and how their results come in."""

    event: str = ""
    """As whoever makes the matches calls it; empty for a casual match."""
    result_policy: str = ResultPolicy.DIRECTOR
    auto_confirm_minutes: int | None = None
    rated: bool = True


_CASUAL = MatchSettings()
_matches = PreparedInsert(Match)


def ask_ahead_for_match_key() -> None:
    """For whoever will probably make a match in this transaction."""
    _matches.ask_ahead_for_key()


# What fails here fails as a whole with the change that needs the matches: no savepoint.
@transaction.atomic(savepoint=False)
def make_matches(
    *,
    club_id: int,
    new_matches: Sequence[NewMatch],
    actor: Actor,
    settings: MatchSettings = _CASUAL,
) -> list[Match]:
    """Matches ready to be called, in the order given; two statements however many."""
    matches, events = [], []
    for new_match in new_matches:
        match = Match(club_id=club_id, a_id=new_match.a_id, b_id=new_match.b_id, version=0)
        event = new_event(match, EventKind.CREATED, _facts(new_match, settings), actor)
        project(match, event)
        matches.append(match)
        events.append(event)
    _matches.add_with_keys(matches)
    for match, event in zip(matches, events, strict=True):
        event.match_id = match.pk
    lines.add(events)
    return matches


def _facts(new_match: NewMatch, settings: MatchSettings) -> dict[str, object]:
    return {
        "length": new_match.rules.length,
        "rules": new_match.rules.to_json(),
        "event": settings.event,
        "result_policy": ResultPolicy(settings.result_policy).value,
        "auto_confirm_minutes": settings.auto_confirm_minutes,
        "rated": settings.rated,
    }


@transaction.atomic
def make_casual_match(
    *,
    club_id: int,
    a_id: int,
    b_id: int,
    rules: MatchRules,
    actor: Actor,
    result_policy: ResultPolicy = ResultPolicy.EITHER,
    auto_confirm_minutes: int | None = None,
    rated: bool | None = None,
) -> Match:
    """A match outside any event, made by an official or by one of its players.

    A player's own match always waits for the other side's word, or anybody could win against
    anybody without their knowing. ``rated``: ``None`` is as the club says; where it rates casual
    matches a single one may be left out.
    """
    club = Club.objects.get(pk=club_id)
    players = Player.objects.select_related("club", "user").in_bulk((a_id, b_id))
    a, b = players[a_id], players[b_id]
    if not actor.may(Role.SCORER, club_id):
        plays = actor.is_player(a) or actor.is_player(b)
        if not plays or not club.players_start_play:
            require(actor, Role.SCORER, club_id)
        result_policy, auto_confirm_minutes = ResultPolicy.CONFIRM, None
    _check_players(club, a, b)
    settings = MatchSettings(
        result_policy=result_policy,
        auto_confirm_minutes=auto_confirm_minutes,
        rated=_is_rated(club, rated),
    )
    (match,) = make_matches(
        club_id=club_id, new_matches=[NewMatch(a_id, b_id, rules)], actor=actor, settings=settings
    )
    check_not_merged((a_id, b_id))
    return match


@transaction.atomic
def start_casual_match(
    *,
    club_id: int,
    a: Somebody,
    b: Somebody,
    rules: MatchRules,
    actor: Actor,
    rated: bool | None = None,
) -> Match:
    """A match between two who are named: whoever is new comes on the club's list with it."""
    a_id, b_id = (player_named(club_id=club_id, who=who, actor=actor) for who in (a, b))
    return make_casual_match(
        club_id=club_id, a_id=a_id, b_id=b_id, rules=rules, actor=actor, rated=rated
    )


def _is_rated(club: Club, asked: bool | None) -> bool:
    if asked and not club.rate_casual_matches:
        raise CasualNotRated("Casual matches do not count for ratings at this club.")
    return club.rate_casual_matches if asked is None else asked


def _check_players(club: Club, a: Player, b: Player) -> None:
    if a == b:
        raise NobodyPlaysAlone("A match needs two different players.", player=a.pk)
    for player in (a, b):
        check_plays_at(club, player)
