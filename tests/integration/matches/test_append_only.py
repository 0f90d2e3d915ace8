"""A line of the ledger stays as it was written, whoever tries to change it, and on both engines."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F

from db.append_only import deletion_allowed
from matches.models import Match, MatchEvent
from matches.services.results import report_result
from players.actors import Actor
from players.models import User
from tests.integration.factories import a_user
from tests.integration.matches.playing import a_match
from tournaments.services.removal import remove_club

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

REFUSED = "the_ledger_is_append_only"
OTHERS: dict[str, Any] = {
    "id": F("id") + 1000,
    "number": F("number") + 1000,
    "kind": "voided",
    "facts": {},
    "side": "b",
    "channel": "job",
    "at": datetime(2026, 1, 1, tzinfo=UTC),
}
"""Other values for every column that stays."""


@pytest.fixture
def match() -> Match:
    """With a result that somebody reported from somewhere."""
    match = a_match()
    director = Actor(user=a_user(match.club), address="192.0.2.7")
    return report_result(match_id=match.pk, score=(5, 3), actor=director)


def lines() -> list[Any]:
    return list(MatchEvent.objects.order_by("pk").values())


def refused(change: Callable[[], object]) -> bool:
    before = lines()
    with pytest.raises(IntegrityError, match=REFUSED), transaction.atomic():
        change()
    return lines() == before


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize("column", [*OTHERS, "match", "by", "address"])
def test_no_column_of_a_line_is_changed(column: str) -> None:
    other = a_match()
    line = MatchEvent.objects.exclude(by=None).get()
    values = OTHERS | {"match": other, "by": a_user(), "address": "192.0.2.8"}
    assert refused(lambda: MatchEvent.objects.filter(pk=line.pk).update(**{column: values[column]}))


def test_every_column_is_tried_above() -> None:
    columns = {field.name for field in MatchEvent._meta.concrete_fields}
    assert columns == {*OTHERS, "match", "by", "address"}


def test_no_line_is_deleted_neither_one_nor_all(match: Match) -> None:
    last = match.events.order_by("-number")[0]
    assert refused(last.delete)
    assert refused(match.events.all().delete)
    assert refused(MatchEvent.objects.all().delete)


def test_sql_by_hand_changes_nothing_either(match: Match) -> None:
    def by_hand(sql: str) -> Callable[[], object]:
        return lambda: connection.cursor().execute(sql)

    where = f"WHERE match_id = {match.pk}"
    assert refused(by_hand(f"UPDATE matches_matchevent SET kind = 'voided' {where}"))
    assert refused(by_hand(f"DELETE FROM matches_matchevent {where}"))
    if connection.vendor == "postgresql":
        by_hand("SET CONSTRAINTS ALL IMMEDIATE")()
        assert refused(by_hand("TRUNCATE matches_matchevent CASCADE"))


def test_who_wrote_a_line_and_from_where_may_be_forgotten(match: Match) -> None:
    line = match.events.exclude(by=None).get()
    User.objects.filter(pk__in=[line.by_id]).delete()
    match.events.update(address="")
    kept = match.events.get(pk=line.pk)
    assert (kept.by_id, kept.address) == (None, "")
    assert (kept.kind, kept.facts, kept.at) == (line.kind, line.facts, line.at)


def test_a_club_goes_with_its_ledgers_and_the_others_stay_guarded(match: Match) -> None:
    other = a_match()
    remove_club(club_id=match.club_id)
    assert {line["match_id"] for line in lines()} == {other.pk}
    assert refused(MatchEvent.objects.all().delete)


def test_a_removal_that_fails_leaves_everything_guarded(match: Match) -> None:
    def fail() -> None:
        with deletion_allowed(MatchEvent):
            match.events.all().delete()
            raise ZeroDivisionError

    before = lines()
    with pytest.raises(ZeroDivisionError):
        fail()
    assert lines() == before
    assert refused(match.events.all().delete)


def test_a_permission_to_delete_is_none_to_change(match: Match) -> None:
    def change() -> None:
        with deletion_allowed(MatchEvent):
            match.events.update(kind="voided")

    assert refused(change)


@pytest.mark.django_db(transaction=True)
def test_the_table_is_guarded_after_another_change_to_it_too(match: Match) -> None:
    """For a new constraint SQLite's table is made again, and its triggers are dropped with the old one."""
    (other,) = (c for c in MatchEvent._meta.constraints if c.name == "known_ledger_side")
    with connection.schema_editor() as editor:
        editor.remove_constraint(MatchEvent, other)
        editor.add_constraint(MatchEvent, other)
    assert refused(lambda: match.events.update(kind="voided"))
    assert refused(match.events.all().delete)
