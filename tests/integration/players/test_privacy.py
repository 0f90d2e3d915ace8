"""How much of a name is shown is the player's own choice, and holds everywhere."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from matches.models import MatchEvent
from matches.services.forgetting import KEPT, forget_addresses
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM, Actor
from players.models import Club, NameShown, Player, PlayerClaim, Role, User
from players.services.claiming import answer_claim, claim_player
from players.services.privacy import OnlyDirector, forget_old_traces, leave, show_name_as
from players.services.registration import change_player
from rules_core.errors import NotAllowed
from tests.integration.factories import a_club, a_drawn_stage, a_player, a_user
from tests.integration.matches.playing import official
from tests.pages import html_of, text_of
from tournaments.models import Tournament
from tournaments.selectors import ready_matches

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

FULL, SURNAME = "Hannelore Zwingenberger", "Zwingenberger"


@pytest.fixture
def club() -> Club:
    return a_club()


def an_evening(club: Club) -> Tournament:
    stage = a_drawn_stage(club, [FULL, "Luca Rossi"])
    match = ready_matches(stage)[0]
    winner = (7, 2) if match.a.full_name == FULL else (2, 7)
    report_result(match_id=match.pk, score=winner, actor=SYSTEM)
    run_pending()
    return stage.tournament


def everything(club: Club, event: Tournament, player: Player) -> dict[str, str]:
    """All that a stranger can read of an evening."""
    stranger = Client()
    match = player.matches_as_a.first() or player.matches_as_b.get()
    paths = [
        f"/clubs/{club.slug}/",
        f"/clubs/{club.slug}/players/",
        f"/clubs/{club.slug}/players/?search=zwing",
        f"/clubs/{club.slug}/ratings/",
        f"/clubs/{club.slug}/seasons/",
        f"/clubs/{club.slug}/results.atom",
        f"/clubs/{club.slug}/calendar.ics",
        f"/clubs/{club.slug}/players.csv",
        f"/clubs/{club.slug}/ratings.csv",
        f"/players/{player.pk}/",
        f"/matches/{match.pk}/",
        *(
            f"/events/{event.slug}/{page}"
            for page in (
                "", "standings/", "entrants/", "tv/", "proof/", "paper/", "entrants.csv", "results.csv",
                "standings.csv", "event.json", "live/bracket/", "paper/bracket/", "paper/standings/",
            )
        ),
        f"/api/v1/players/?club={club.slug}&search=zwing",
        f"/api/v1/players/{player.pk}/",
        f"/api/v1/players/{player.pk}/matches/",
        f"/api/v1/ratings/?club={club.slug}&system=fibs",
        f"/api/v1/tournaments/{event.slug}/entries/",
        f"/api/v1/tournaments/{event.slug}/stages/1/bracket/",
        f"/api/v1/tournaments/{event.slug}/stages/1/standings/",
        f"/api/v1/tournaments/{event.slug}/stages/1/draw/proof/",
        f"/api/v1/matches/{match.pk}/",
        f"/api/v1/matches/?player={player.pk}",
    ]  # fmt: skip
    found = {}
    for path in paths:
        answer = stranger.get(path)
        content = b"".join(answer) if answer.streaming else answer.content
        found[path] = content.decode("utf-8", errors="replace")
    return found


@pytest.mark.parametrize(
    ("how", "shown"), [(NameShown.SURNAME_HIDDEN, "Hannelore Z."), (NameShown.INITIALS, "H. Z.")]
)
def test_a_hidden_name_is_hidden_everywhere(club: Club, how: NameShown, shown: str) -> None:
    event = an_evening(club)
    player = club.players.get(full_name=FULL)
    before = everything(club, event, player)
    assert sum(SURNAME in text for text in before.values()) > 15
    change_player(player_id=player.pk, name_shown=how, actor=SYSTEM)
    run_pending()
    after = everything(club, event, player)
    assert [path for path, text in after.items() if SURNAME in text] == []
    assert shown in after[f"/events/{event.slug}/standings/"]
    assert shown in after[f"/api/v1/tournaments/{event.slug}/stages/1/bracket/"]
    details = official(club).get(f"/api/v1/players/{player.pk}/").json()
    assert (details["name"], details["shown_as"]) == (FULL, shown)


def own(club: Club) -> tuple[User, Player]:
    user = a_user()
    player = club.players.filter(full_name=FULL).first() or a_player(club, FULL)
    player.user = user
    player.save()
    return user, player


def test_one_decides_for_oneself_and_nobody_else(club: Club) -> None:
    user, player = own(club)
    stranger = Actor(user=a_user())
    with pytest.raises(NotAllowed):
        show_name_as(player_id=player.pk, name_shown=NameShown.INITIALS, actor=stranger)
    browser = Client()
    browser.force_login(user)
    assert FULL in html_of(browser.get("/account/privacy/"))
    browser.post("/account/privacy/", {"player": player.pk, "name_shown": "initials"})
    player.refresh_from_db()
    assert (player.name, player.full_name) == ("H. Z.", FULL)
    other = a_player(club, "Luca Rossi")
    answer = browser.post("/account/privacy/", {"player": other.pk, "name_shown": "initials"})
    assert answer.status_code == 404


def test_ones_own_data_as_a_file(club: Club) -> None:
    event = an_evening(club)
    user, _player = own(club)
    browser = Client()
    browser.force_login(user)
    data = json.loads(browser.get("/account/my-data.json").content)
    assert data["account"]["email"] == user.email
    assert data["players"][0]["name"] == FULL
    assert data["players"][0]["entries"][0]["event"] == event.slug
    assert len(data["players"][0]["matches"]) == 1
    assert Client().get("/account/my-data.json").status_code == 302


def test_who_leaves_is_named_nowhere_and_the_results_stay(club: Club) -> None:
    event = an_evening(club)
    user, player = own(club)
    browser = Client()
    browser.force_login(user)
    browser.post("/account/leave/")
    assert User.objects.filter(pk=user.pk).exists()
    browser.post("/account/leave/", {"sure": "yes"})
    run_pending()
    assert not User.objects.filter(pk=user.pk).exists()
    after = everything(club, event, player)
    assert [path for path, text in after.items() if "Hannelore" in text] == []
    assert "Luca Rossi" in after[f"/events/{event.slug}/standings/"]


def test_the_only_director_finds_another_first(club: Club) -> None:
    user = a_user(club, Role.DIRECTOR)
    with pytest.raises(OnlyDirector):
        leave(actor=Actor(user=user))
    a_user(club, Role.DIRECTOR)
    leave(actor=Actor(user=user))
    assert not User.objects.filter(pk=user.pk).exists()


def test_a_player_is_claimed_by_a_directors_yes_or_a_confirmed_address(club: Club) -> None:
    player = a_player(club, FULL)
    user, director = a_user(), a_user(club)
    claim = claim_player(player_id=player.pk, actor=Actor(user=user))
    assert claim_player(player_id=player.pk, actor=Actor(user=user)) == claim
    assert not Player.objects.get(pk=player.pk).user_id
    with pytest.raises(NotAllowed):
        answer_claim(claim_id=claim.pk, accepted=True, actor=Actor(user=user))
    browser = Client()
    browser.force_login(director)
    page = html_of(browser.get(f"/clubs/{club.slug}/players/claims/"))
    assert f"{user.email} says: I am {FULL}" in text_of(page)
    browser.post(f"/clubs/{club.slug}/players/claims/{claim.pk}/", {"answer": "yes"})
    player.refresh_from_db()
    assert player.user == user
    known = a_player(club, "Luca Rossi")
    luca = a_user()
    change_player(player_id=known.pk, email=luca.email.upper(), actor=SYSTEM)
    assert claim_player(player_id=known.pk, actor=Actor(user=luca)).accepted
    known.refresh_from_db()
    assert known.user == luca


def test_a_director_merges_imports_and_deletes_on_pages(club: Club) -> None:
    double, kept = a_player(club, "Jorg Frey"), a_player(club, "Jörg Frei")
    browser = Client()
    browser.force_login(a_user(club))
    assert "Jörg Frei" in html_of(browser.get(f"/players/{double.pk}/merge/"))
    assert "are one person?" in html_of(browser.get(f"/players/{double.pk}/merge/?into={kept.pk}"))
    browser.post(f"/players/{double.pk}/merge/", {"into": kept.pk})
    assert browser.get(f"/players/{double.pk}/")["Location"] == f"/players/{kept.pk}/"
    page = text_of(html_of(browser.get(f"/players/{kept.pk}/")))
    assert "Undo the merge of Jorg Frey" in page
    browser.post(f"/players/{double.pk}/merge/undo/")
    assert browser.get(f"/players/{double.pk}/").status_code == 200
    browser.post(f"/players/{double.pk}/remove/", {"how": "delete"})
    assert not Player.objects.filter(pk=double.pk).exists()
    table = "Name\tCountry\nNora Frei\tCH\n\nEva Roth\tSwitzerland\n"
    address = f"/clubs/{club.slug}/players/import/"
    page = html_of(browser.post(address, {"table": table}))
    assert "1 new, 0 updated, 0 unchanged, 1 left out." in page
    assert "2 Nora Frei new" in text_of(page)
    assert "4 Eva Roth A country has two letters, such as CH." in text_of(page)
    german = browser.post(address, {"table": table}, headers={"Accept-Language": "de"})
    assert "4 Eva Roth Ein Land hat zwei Buchstaben" in text_of(html_of(german))
    assert not club.players.filter(full_name="Nora Frei").exists()
    browser.post(address, {"table": table, "confirmed": "yes"})
    assert club.players.filter(full_name="Nora Frei").count() == 1


def test_jobs_do_the_forgetting(club: Club) -> None:
    an_evening(club)
    MatchEvent.objects.update(by=None)
    line = MatchEvent.objects.create(
        match=MatchEvent.objects.first().match,  # type: ignore[union-attr]
        number=99, kind="transcript", channel="web", address="192.0.2.1",
    )  # fmt: skip
    claim = claim_player(player_id=a_player(club).pk, actor=Actor(user=a_user()))
    answer_claim(claim_id=claim.pk, accepted=False, actor=SYSTEM)
    ghost = User.objects.create(email="ghost@example.org")
    assert forget_addresses() == 0
    with time_machine.travel(timezone.now() + KEPT + timedelta(days=1)):
        assert forget_addresses() == 1
        forget_old_traces()
    line.refresh_from_db()
    assert line.address == ""
    assert not PlayerClaim.objects.exists()
    assert not User.objects.filter(pk=ghost.pk).exists()
    assert User.objects.exists()
