"""A prepared query gives what the query itself gives."""

from __future__ import annotations

from contextlib import suppress

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.forms import model_to_dict
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from db.prepared import MOST_VALUES, Prepared, PreparedCount, PreparedUpdate
from matches.models import Match, MatchStatus
from matches.services.locking import locked_match
from players.models import Club
from players.selectors import live_token
from tests.integration.factories import a_club, a_token
from tests.integration.matches.playing import a_match

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def matches() -> QuerySet[Match]:
    return Match.objects.select_related("a__club", "b").annotate(double=F("length") * 2)


def test_rows_come_with_their_relations_their_json_and_their_annotations() -> None:
    prepared = Prepared(lambda match_id: matches().filter(pk=match_id))
    for match in (a_match(length=3), a_match(length=7)):
        plain = matches().get(pk=match.pk)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            found = prepared.get(match.pk)
            assert (found.a.club.name, found.b.name) == (plain.a.club.name, plain.b.name)
        assert len(asked) == 1
        assert {f.attname: getattr(found, f.attname) for f in Match._meta.concrete_fields} == {
            f.attname: getattr(plain, f.attname) for f in Match._meta.concrete_fields
        }
        assert getattr(found, "double") == match.length * 2  # noqa: B009
        found.save()


def test_what_is_not_there_is_nothing_or_does_not_exist() -> None:
    by_slug = Prepared(lambda slug: Club.objects.filter(slug=slug).order_by())
    club = a_club()
    assert by_slug.first(club.slug) == club
    assert by_slug.first("nowhere") is None
    assert Prepared(lambda pk: Club.objects.filter(pk=pk)).all(10**30) == []
    with pytest.raises(Club.DoesNotExist):
        by_slug.get("nowhere")


def test_a_match_is_locked_by_one_query() -> None:
    match = a_match()
    names = str(match)
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        assert str(locked_match(match.pk)) == names
    (query,) = [query["sql"] for query in asked if query["sql"].startswith("SELECT")]
    assert ("FOR UPDATE OF" in query) == (connection.vendor == "postgresql")


@pytest.mark.django_db(transaction=True)
def test_a_locking_query_outside_a_transaction_is_refused_where_django_refuses_it() -> None:
    prepared = Prepared(lambda pk: Club.objects.select_for_update().filter(pk=pk))
    club = a_club()
    with transaction.atomic():
        assert prepared.get(club.pk) == club
    if connection.features.has_select_for_update:
        with pytest.raises(transaction.TransactionManagementError) as by_django:
            Club.objects.select_for_update().get(pk=club.pk)
        with pytest.raises(transaction.TransactionManagementError) as refused:
            prepared.get(club.pk)
        assert str(refused.value) == str(by_django.value)
    else:
        assert prepared.get(club.pk) == Club.objects.select_for_update().get(pk=club.pk)


def test_a_token_comes_with_its_owner_and_their_role_in_one_query() -> None:
    club = a_club()
    secret = a_token(club)
    with CaptureQueriesContext(connection) as asked:
        token = live_token(secret)
        assert token is not None
        assert token.user.is_active
    assert len(asked) == 1
    assert getattr(token, "owned_role") == "director"  # noqa: B009


def test_as_many_rows_as_were_asked_for_by_numbers_and_texts() -> None:
    one, another, third = a_club(), a_club(), a_club()
    listed = Prepared(
        lambda pk, *slugs: Club.objects.filter(Q(pk=pk) | Q(slug__in=slugs)).order_by("pk")
    )
    assert listed.all(one.pk, third.slug) == [one, third]
    assert listed.all(third.pk, another.slug, one.slug) == [one, another, third]
    assert listed.all(another.pk, *("nowhere" for _ in range(MOST_VALUES))) == [another]


def test_a_prepared_update_writes_what_saving_writes() -> None:
    kept = PreparedUpdate(Match, ("length", "status", "called_at", "table", "rules"))
    one, other = a_match(length=3), a_match(length=7)
    one.length, one.status, one.called_at, one.table = 5, MatchStatus.CALLED, now(), 9
    other.rules, other.points_a = {**other.rules, "jacoby": True}, 4
    with CaptureQueriesContext(connection) as asked:
        kept.save([one, other])
    assert len(asked) == 1
    rows = {match.pk: match for match in Match.objects.all()}
    assert model_to_dict(rows[one.pk]) == model_to_dict(one)
    assert rows[other.pk].rules == other.rules
    assert rows[other.pk].points_a == 0, "a field that was not named was written"
    kept.save([])


def test_an_update_that_is_refused_ends_the_transaction() -> None:
    match = a_match()
    match.a_id = match.b_id

    @transaction.atomic
    def go_on_regardless() -> int:
        with suppress(IntegrityError):
            PreparedUpdate(Match, ("a",)).save([match])
        return Match.objects.count()

    # PostgreSQL hears of it with the next question, and refuses it there.
    with pytest.raises((transaction.TransactionManagementError, IntegrityError)):
        go_on_regardless()


def test_a_count_adds_one_to_what_is_there_by_then_and_to_no_other_row() -> None:
    one, other = a_match(length=3), a_match(length=7)
    count = PreparedCount(Match, "version")
    Match.objects.filter(pk=one.pk).update(version=41)
    count.add_one(one.pk)
    count.add_one(one.pk)
    count.add_one(other.pk + 1000)
    assert dict(Match.objects.values_list("pk", "version")) == {
        one.pk: 43,
        other.pk: other.version,
    }
