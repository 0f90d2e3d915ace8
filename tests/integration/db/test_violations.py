"""Which constraint a refused write has violated is known by its name, on both engines."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from db.violations import violated_constraint
from matches.models import Match, MatchEvent, MatchStatus
from matches.services.locking import TableTaken, table_transaction
from players.actors import SYSTEM
from players.models import Club, Player
from players.services.registration import FederationNumberTaken, change_player, register_player
from tests.integration.factories import a_club, a_player, an_event
from tests.integration.matches.playing import a_match

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]

NO_SUCH_ROW = 10**9


def two_at_a_table() -> None:
    one = a_match()
    other = a_match(one.club)
    Match.objects.filter(pk__in=(one.pk, other.pk)).update(table=4, status=MatchStatus.CALLED)


def alone() -> None:
    match = a_match()
    Match.objects.filter(pk=match.pk).update(a=match.b_id)


def two_of_a_number() -> None:
    club = a_club()
    for player in (a_player(club), a_player(club)):
        Player.objects.filter(pk=player.pk).update(federation_id="CH-7")


def two_of_a_seed() -> None:
    an_event(a_club(), 2).entries.update(seed=1)


def a_line_twice() -> None:
    line = MatchEvent.objects.get(match=a_match())
    line.pk = None
    line.save()


def at_no_club() -> None:
    Match.objects.filter(pk=a_match().pk).update(club=NO_SUCH_ROW)


def at_no_time() -> None:
    Match.objects.filter(pk=a_match().pk).update(created_at=None)


def two_of_an_address() -> None:
    Club.objects.filter(pk__in=(a_club().pk, a_club().pk)).update(slug="same")


@pytest.mark.parametrize(
    ("write", "name"),
    [
        (two_at_a_table, "one_match_a_table"),
        (alone, "nobody_plays_alone"),
        (two_of_a_number, "one_player_a_federation_number"),
        (two_of_a_seed, "one_entry_a_seed"),
        (at_no_club, ""),
        (at_no_time, ""),
        (two_of_an_address, ""),
    ],
    ids=lambda value: value.__name__ if callable(value) else value,
)
def test_a_violated_constraint_is_named_as_the_model_names_it(
    write: Callable[[], None], name: str
) -> None:
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        write()
    assert violated_constraint(refused.value) == name


def test_only_the_constraint_of_tables_makes_a_table_taken() -> None:
    with pytest.raises(TableTaken), table_transaction():
        two_at_a_table()
    for other in (at_no_club, alone, a_line_twice):
        with pytest.raises(IntegrityError), table_transaction():
            other()


def test_only_the_constraint_of_numbers_makes_a_federation_number_taken() -> None:
    club = a_club()
    register_player(club_id=club.pk, name="Anna", federation_id="CH-7", actor=SYSTEM)
    with pytest.raises(FederationNumberTaken):
        register_player(club_id=club.pk, name="Beat", federation_id="CH-7", actor=SYSTEM)
    beat = register_player(club_id=club.pk, name="Beat", actor=SYSTEM)
    with pytest.raises(IntegrityError):
        change_player(player_id=beat.pk, email=None, actor=SYSTEM)
    with pytest.raises(FederationNumberTaken):
        change_player(player_id=beat.pk, federation_id="CH-7", email="", actor=SYSTEM)
