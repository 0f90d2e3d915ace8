"""The comparison of upgrades names what is lost, and only that."""

from __future__ import annotations

from typing import Any

import pytest

from tests.integration.upgrades.changes import Changes, as_it_was, renamed
from tests.integration.upgrades.comparison import differences, lost_answers, lost_rows

pytestmark = pytest.mark.unit

BRACKET = "/api/v1/tournaments/cup/stages/1/bracket/"


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ({"a": {"seed": 3}}, {"a": {"seed": 4}}),
        ({"a": {"seed": 3}}, {"a": {"seed": None}}),
        ({"a": {"seed": None}}, {"a": {}}),
        ([1, 2], [1]),
        ([1, 2], [2, 1]),
        ([], [1]),
        ({"a": 0}, {"a": False}),
        ("Ä", "A"),
    ],
)
def test_a_value_that_is_another_or_gone_is_named(before: Any, now: Any) -> None:
    assert list(differences("here", before, now))
    assert not list(differences("here", before, before))


def test_what_was_added_is_no_loss() -> None:
    assert not list(differences("here", {"a": [1]}, {"a": [1], "b": 2}))


def test_fewer_or_more_rows_are_named_and_a_table_that_is_gone() -> None:
    before = {"match": 3, "player": 2, "old": 1, "django_migrations": 5}
    now = {"match": 2, "player": 3, "django_migrations": 6}
    assert list(lost_rows(before, now, Changes())) == [
        "match had 3 rows and has 2",
        "player had 2 rows and has 3",
        "old had 1 rows and has None",
    ]


def test_a_table_may_have_another_name_that_is_written_down() -> None:
    assert not list(lost_rows({"old": 1}, {"new": 1}, Changes(tables={"old": "new"})))
    assert list(lost_rows({"old": 1}, {"new": 0}, Changes(tables={"old": "new"})))


def test_as_many_rows_are_added_as_is_written_down() -> None:
    changes = Changes(added={"address": 2})
    assert not list(lost_rows({"address": 1}, {"address": 3}, changes))
    assert list(lost_rows({"address": 1}, {"address": 4}, changes))


def test_an_answer_is_another_only_where_that_is_written_down() -> None:
    def change(_who: str, address: str, body: Any) -> Any:
        return renamed(body, way="channel") if address == "/ledger/" else body

    before, now = (
        {"nobody": {at: {"status": 200, "body": [{name: "api"}]} for at in ("/ledger/", "/file/")}}
        for name in ("way", "channel")
    )
    assert list(lost_answers(before, now, change)) == [
        "nobody: /file/ body [0] way: 'api' became 'nothing'"
    ]


def _published(version: int, status: int = 200) -> Any:
    body = {"body": {"version": version}} if status == 200 else {}
    return {"nobody": {BRACKET: {"status": status, **body}}}


def test_the_version_of_what_is_published_moves_on_and_never_back() -> None:
    assert not list(lost_answers(_published(4), _published(5), as_it_was))
    assert list(lost_answers(_published(4), _published(3), as_it_was))
    assert list(lost_answers(_published(4), _published(4, status=404), as_it_was))
