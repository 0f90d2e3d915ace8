"""Bringing two players to a table, and the moment they begin."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q, QuerySet

from matches.models import AT_TABLE, EventKind, Match, MatchStatus
from matches.services.ledger import record_event
from matches.services.locking import TableTaken, check_open, locked_match, table_transaction
from matches.services.permissions import official_or_side
from players.actors import Actor
from players.models import Player, Role
from players.services.permissions import require
from rules_core.errors import Conflict, RulesError
from rules_core.match import MatchFinished, MatchRules

HIGHEST_TABLE = 9999
_BEFORE_RESULT = (MatchStatus.READY, *AT_TABLE)


class RulesFrozen(Conflict):
    """What two players sat down to does not change under them."""

    code = "rules_frozen"


class AlreadyStarted(Conflict):
    """A call is taken back before the first roll."""

    code = "already_started"


class TableOutOfRange(RulesError):
    """Tables are numbered as people number them."""

    code = "table_out_of_range"


class PlayerBusy(Conflict):
    """Nobody plays two matches at once."""

    code = "player_busy"


def call_match(
    *, match_id: int, actor: Actor, table: int | None = None, version: int | None = None
) -> Match:
    """Call a match to a table, or to another one; the same table again changes nothing."""
    if table is not None and not 1 <= table <= HIGHEST_TABLE:
        raise TableOutOfRange(f"Table numbers go from 1 to {HIGHEST_TABLE}.", highest=HIGHEST_TABLE)
    with table_transaction():
        match = locked_match(match_id)
        require(actor, Role.SCORER, match.club_id)
        check_open(match, version)
        _check_no_result(match)
        if match.status in AT_TABLE and table == match.table:
            return match
        if table is not None and (other := _at_table(match, table)):
            raise TableTaken(
                f"Table {table} is taken by {other}. Choose another.", table=table, match=other.pk
            )
        if match.status == MatchStatus.READY:
            check_players_free(match)
        record_event(match, EventKind.CALLED, {"table": table}, actor)
    return match


@transaction.atomic
def take_back_call(*, match_id: int, actor: Actor, version: int | None = None) -> Match:
    """Have a match wait that was called by mistake, or whose players do not come; once is enough."""
    match = locked_match(match_id)
    require(actor, Role.SCORER, match.club_id)
    check_open(match, version)
    if match.status == MatchStatus.CALLED:
        record_event(match, EventKind.UNCALLED, {}, actor)
    elif match.status != MatchStatus.READY:
        raise AlreadyStarted("The match has started. Its call can no longer be undone.")
    return match


@transaction.atomic
def start_match(*, match_id: int, actor: Actor, version: int | None = None) -> Match:
    """Note that the first game begins; a second call changes nothing."""
    match = locked_match(match_id)
    official_or_side(actor, match)
    check_open(match, version)
    _check_no_result(match)
    if match.status != MatchStatus.PLAYING:
        check_players_free(match)
        record_event(match, EventKind.STARTED, {}, actor)
    return match


@transaction.atomic
def set_rules(
    *, match_id: int, rules: MatchRules, actor: Actor, version: int | None = None
) -> Match:
    """Change what a match is played by. From the call on its rules stand."""
    match = locked_match(match_id)
    require(actor, Role.DIRECTOR, match.club_id)
    check_open(match, version)
    if match.status != MatchStatus.READY:
        raise RulesFrozen(
            "The match has been called. Its rules can no longer be changed; fix a wrong length with a correction."
        )
    if rules != match.match_rules:
        record_event(match, EventKind.RULES_SET, {"rules": rules.to_json()}, actor)
    return match


def check_players_free(match: Match) -> None:
    """Refuse if one of the two sits at another table of the event; hold both until the transaction ends.

    They are held so that of two calls at once only one gets a player. A match that is only reported
    keeps nobody at its table.
    """
    if not match.event:
        return
    players = (match.a_id, match.b_id)
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=players).order_by("pk"))
    other = _at_tables(match).filter(Q(a__in=players) | Q(b__in=players)).first()
    if other is not None:
        busy = match.a if match.a_id in (other.a_id, other.b_id) else match.b
        where = f" at table {other.table}" if other.table else ""
        raise PlayerBusy(
            f"{busy} is still playing{where}: {other}. Enter that result, or undo the call.",
            player=busy.pk,
            name=busy.name,
            match=other.pk,
        )


def table_if_free(match: Match) -> int | None:
    """The table of a match that goes on after all, unless others sit there by now."""
    taken = match.table is not None and _at_table(match, match.table)
    return None if taken else match.table


def _at_table(match: Match, table: int) -> Match | None:
    """Another match at that table."""
    return _at_tables(match).filter(table=table).first()


def _at_tables(match: Match) -> QuerySet[Match]:
    """The other matches under way in the same event, or at the club's own tables."""
    return (
        Match.objects.select_related("a", "b")
        .filter(club=match.club_id, event=match.event, status__in=AT_TABLE)
        .exclude(pk=match.pk)
    )


def _check_no_result(match: Match) -> None:
    if match.status not in _BEFORE_RESULT:
        raise MatchFinished("This match has a result, so it cannot be called or started again.")
