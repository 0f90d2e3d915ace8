"""A club of one's own: founded by a command, and the demo club makes room for it."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from matches.models import Match, MatchEvent
from outbox.models import Message
from players.actors import SYSTEM
from players.models import Club, Player, User
from tests.integration.factories import a_club, an_event
from tournaments.models import Tournament
from tournaments.services.demo_club import SLUG
from tournaments.services.entries import Newcomer, enter_players

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def run(command: str, *args: str, typed: str = "") -> str:
    """What the command prints to somebody who types these lines."""
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(typed))
        call_command(command, *args, stdout=said)
    return said.getvalue()


def test_a_club_is_founded_by_answering_four_questions(client: Client) -> None:
    said = run("new_club", typed="BC Zürich\nanna@example.org\nde\n\n")
    club = Club.objects.get()
    assert (club.slug, club.name, club.language, club.timezone) == (
        *("bc-zurich", "BC Zürich"),
        *("de", "Europe/Zurich"),
    )
    password = said.split("password")[1].split()[0]
    client.post("/accounts/login/", {"login": "anna@example.org", "password": password})
    assert client.get(f"/clubs/{club.slug}/settings/").status_code == 200


def test_somebody_with_an_account_directs_a_second_club_with_it() -> None:
    where = ("--language", "fr", "--timezone", "Europe/Paris")
    run("new_club", "Eins", "--director", "anna@example.org", *where)
    said = run("new_club", "Zwei", "--director", "Anna@example.org", *where)
    assert "already has an account" in said
    assert User.objects.get().memberships.count() == 2


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "Nothing was entered"),
        ("Club\nanna\nde\n\n", "anna is not an e-mail address"),
        ("Club\nanna@example.org\nxx\n\n", "not available in “xx”"),
        ("Club\nanna@example.org\nde\nZurich\n", "no time zone Zurich"),
        ("Das Haus\nanna@example.org\nde\n\n", "already a club at /clubs/das-haus/"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_made(typed: str, told: str) -> None:
    Club.objects.create(slug="das-haus", name="Das Haus")
    with pytest.raises(CommandError, match=told):
        run("new_club", typed=typed)
    assert (Club.objects.count(), User.objects.count()) == (1, 0)


@pytest.mark.slow
def test_the_demo_club_goes_with_all_it_has_and_nothing_else_does() -> None:
    run("demo")
    run("new_club", typed="Leeds\nbob@example.org\nen\nEurope/London\n")
    leeds = Club.objects.get(slug="leeds")
    own = an_event(leeds, 4)
    with pytest.raises(CommandError, match="not the club's name"):
        run("remove_club", SLUG, typed="yes\n")
    assert Club.objects.count() == 2
    run("remove_club", SLUG, typed="Backgammon Club Limmat\n")
    assert list(Club.objects.all()) == [leeds]
    assert list(User.objects.values_list("email", flat=True)) == ["bob@example.org"]
    assert list(Tournament.objects.all()) == [own]
    assert set(Player.objects.values_list("club", flat=True)) == {leeds.pk}
    assert not Match.objects.exists()
    assert not MatchEvent.objects.exists()
    assert not Message.objects.exists()


def test_a_club_stays_whose_players_entered_elsewhere() -> None:
    home, away = a_club("Home"), a_club("Away")
    an_event(home, 2)
    guest = Player.objects.filter(club=home)[0]
    enter_players(
        tournament_id=an_event(away, 2).pk, newcomers=[Newcomer(player_id=guest.pk)], actor=SYSTEM
    )
    with pytest.raises(CommandError, match="other clubs’ events"):
        run("remove_club", home.slug, "--yes")
    assert Tournament.objects.filter(club=home).count() == 1
