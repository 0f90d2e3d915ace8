"""Who may report, settle and correct a result: the club's officials, and the two who play."""

from __future__ import annotations

from matches.models import Match, MatchStatus, ResultPolicy
from players.actors import Actor
from players.models import Role
from players.services.permissions import require
from rules_core.errors import Conflict, NotAllowed
from rules_core.sides import Side


class ResultsByDirectors(NotAllowed):
    """The event leaves results to its officials."""

    code = "results_by_directors"


class MatchDisputed(Conflict):
    """The two sides reported different results, so neither counts."""

    code = "match_disputed"


class AlreadyReported(Conflict):
    """One side reports a match once."""

    code = "already_reported"


class TableLinkClosed(NotAllowed):
    """A table's link lives as long as its match."""

    code = "table_link_closed"


def side_of(actor: Actor, match: Match) -> Side | None:
    """The side an actor plays, by the table's link or by account; a program's token plays none."""
    if actor.table_access is not None:
        return actor.table_access.side if actor.table_access.match_id == match.pk else None
    if actor.user is None or actor.token is not None:
        return None
    if match.a.user_id == actor.user.pk:
        return Side.A
    return Side.B if match.b.user_id == actor.user.pk else None


def may_know_reasons(actor: Actor, match: Match) -> bool:
    """Whether an actor is told why: an official of the club, or one of the two it was said about."""
    return actor.may(Role.SCORER, match.club_id) or side_of(actor, match) is not None


def official_or_side(actor: Actor, match: Match) -> Side | None:
    """Nothing for an official, the side for a player of this match; refuse all others."""
    if actor.may(Role.SCORER, match.club_id):
        return None
    side = side_of(actor, match)
    if side is None:
        require(actor, Role.SCORER, match.club_id)
    if actor.table_access is not None and match.is_over:
        raise TableLinkClosed(
            "The match is over, so this table's link no longer works. Ask a director about changes."
        )
    return side


def official_or_reporter(actor: Actor, match: Match) -> Side | None:
    """As above, if players of this match may report at all."""
    side = official_or_side(actor, match)
    if side is not None and match.result_policy == ResultPolicy.DIRECTOR:
        raise ResultsByDirectors("Only directors and scorers enter results in this event.")
    return side


def check_may_report(match: Match, side: Side) -> None:
    """Refuse a second report of the same side, and any while a director has to rule."""
    if match.status == MatchStatus.DISPUTED:
        raise MatchDisputed("The two sides disagree about this match. A director has to decide.")
    if side in match.reports:
        raise AlreadyReported(
            "Your side has already reported this match. Undo the report, or wait for the other side."
        )


def check_may_settle(match: Match, actor: Actor) -> None:
    """A dispute waits for a director; a scorer does not decide it."""
    if match.status == MatchStatus.DISPUTED:
        require(actor, Role.DIRECTOR, match.club_id)


def check_may_correct(actor: Actor, club_id: int, *, changes_later: bool) -> None:
    """Scorers correct results; to change what was built on one takes a director."""
    require(actor, Role.DIRECTOR if changes_later else Role.SCORER, club_id)
