"""Holding a match while it is changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction

from db.prepared import Prepared
from db.violations import violated_constraint
from matches.models import Match, MatchStatus
from matches.services.match_listeners import lock_for_change
from rules_core.errors import Conflict


class MatchVoid(Conflict):
    """The match no longer counts."""

    code = "match_void"


class StaleVersion(Conflict):
    """Somebody changed the match since the asker last looked."""

    code = "stale_version"


class TableTaken(Conflict):
    """Two matches cannot be played at one table."""

    code = "table_taken"


_match_by_id = Prepared(
    lambda match_id: (
        Match.objects.select_for_update(of=("self",))
        .select_related("a", "b")
        .filter(pk=match_id)
        .order_by()
    )
)


def locked_match(match_id: int) -> Match:
    """The match with its players, locked until the transaction ends."""
    return _match_by_id.get(match_id)


def unlocked_match(match_id: int) -> Match:
    """The match without a lock, to see who may change it before anybody has to wait for that."""
    return Match.objects.select_related("a", "b").get(pk=match_id)


def locked_for_change(seen: Match) -> Match:
    """A match that may have its result already, locked after all that may have to follow it."""
    if seen.status == MatchStatus.FINISHED:
        lock_for_change(seen.pk)
    match = locked_match(seen.pk)
    if match.status == MatchStatus.FINISHED != seen.status:
        raise StaleVersion(
            "The match has just been finished. Check it again, then decide.",
            version=match.version,
        )
    return match


def check_open(match: Match, version: int | None) -> None:
    """Refuse what was decided on an old version, and anything about a void match.

    To be asked only once the asker is known to be allowed: the answer tells that the match exists.
    """
    if version is not None and version != match.version:
        raise StaleVersion(
            f"The match has changed in the meantime (version {match.version}). Check it again, then decide.",
            version=match.version,
        )
    if match.status == MatchStatus.VOID:
        raise MatchVoid(
            "This match was voided and no longer counts: nothing can be entered for it."
        )


@contextmanager
def table_transaction() -> Iterator[None]:
    """A transaction in which a match may come to a table."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if violated_constraint(error) != "one_match_a_table":
            raise
        raise TableTaken("Another match is being played at this table. Choose another.") from error
