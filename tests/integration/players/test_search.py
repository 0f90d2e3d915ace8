"""Players are found as people type, on both databases, by an index."""

from __future__ import annotations

import pytest
from django.db import connection

from players.actors import SYSTEM
from players.models import Club, NameShown, Player, PlayerWord
from players.name_matching import KnownNames
from players.selectors import players_on_list
from players.services.registration import anonymise_player, change_player, register_player
from tests.integration.factories import a_club, a_player, an_event
from tournaments.selectors import entry_candidates

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

NAMES = ["Jörg Müller", "Günther Weiß", "Hannah Weber", "Søren Ø. Kjær", "Łukasz Wiśniewski"]


@pytest.fixture
def club() -> Club:
    club = a_club()
    for name in NAMES:
        a_player(club, name)
    return club


def found(club: Club, search: str, *, private: bool = False) -> list[str]:
    players = players_on_list(club=club.slug, search=search, private=private)
    return [player.name for player in players]


@pytest.mark.parametrize(
    ("search", "name"),
    [
        ("jorg", "Jörg Müller"),
        ("JOERG mu", "Jörg Müller"),
        ("gunther", "Günther Weiß"),
        ("weiss", "Günther Weiß"),
        ("weber hannah", "Hannah Weber"),
        ("han web", "Hannah Weber"),
        ("soren kjaer", "Søren Ø. Kjær"),
        ("lukasz", "Łukasz Wiśniewski"),
    ],
)
def test_accents_case_and_order_do_not_matter(club: Club, search: str, name: str) -> None:
    assert found(club, search) == [name]


def test_a_search_for_nothing_that_can_be_read_finds_nobody(club: Club) -> None:
    assert found(club, "%") == found(club, "_") == found(club, "…") == []
    assert len(found(club, "  ")) == len(NAMES)


def test_names_are_sorted_as_people_sort(club: Club) -> None:
    for name in ("Özgür Zorn", "oliver Zorn", "Zoé Abt", "Émile Zorn"):
        a_player(club, name)
    names = found(club, "z")
    assert names == ["Émile Zorn", "oliver Zorn", "Özgür Zorn", "Zoé Abt"]


def test_a_search_looks_into_the_index(club: Club) -> None:
    words = PlayerWord.objects.filter(word__begins_with="web")
    # On a table of five lines PostgreSQL reads them all; the question is whether it could do without.
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
    plan = words.explain()
    assert "index" in plan.lower()
    assert "SCAN players_playerword\n" not in plan


def test_a_new_name_is_found_and_the_old_one_no_longer(club: Club) -> None:
    player = club.players.get(name="Hannah Weber")
    change_player(player_id=player.pk, name="Hannah Frei", actor=SYSTEM)
    assert found(club, "weber") == []
    assert found(club, "frei") == ["Hannah Frei"]


def test_what_is_hidden_is_found_by_directors_only(club: Club) -> None:
    player = club.players.get(name="Hannah Weber")
    change_player(player_id=player.pk, name_shown=NameShown.SURNAME_HIDDEN, actor=SYSTEM)
    assert found(club, "weber") == []
    assert found(club, "hannah") == ["Hannah W."]
    assert found(club, "weber", private=True) == ["Hannah W."]


def test_who_is_forgotten_leaves_no_words(club: Club) -> None:
    player = club.players.get(name="Hannah Weber")
    anonymise_player(player_id=player.pk, actor=SYSTEM)
    words = PlayerWord.objects.filter(player=player).values_list("word", flat=True)
    assert set(words) == {str(player.pk)}


def test_guests_are_found_after_ones_own_by_the_name_that_everybody_sees(club: Club) -> None:
    other = a_club("Away")
    a_player(other, "Anna Weber")
    register_player(
        club_id=other.pk, name="Beat Weber", name_shown=NameShown.SURNAME_HIDDEN, actor=SYSTEM
    )
    offered = entry_candidates(an_event(club), "weber")
    assert [(player.name, player.club_id) for player in offered] == [
        ("Hannah Weber", club.pk),
        ("Anna Weber", other.pk),
    ]


@pytest.mark.parametrize(
    ("typed", "same", "near"),
    [
        ("jorg muller", ["Jörg Müller"], []),
        ("Weber, Hannah", ["Hannah Weber"], []),
        ("Hanna Weber", [], ["Hannah Weber"]),
        ("Jörk Müller", [], ["Jörg Müller"]),
        ("Lukasz Wisnievski", [], ["Łukasz Wiśniewski"]),
        ("Urs Weber", [], []),
        ("", [], []),
    ],
)
def test_whom_a_name_may_mean(club: Club, typed: str, same: list[str], near: list[str]) -> None:
    match = KnownNames.of_club(club.pk).match(typed)
    names = dict(Player.objects.values_list("pk", "name"))
    assert [names[pk] for pk in match.same] == same
    assert [names[pk] for pk in match.near] == near
