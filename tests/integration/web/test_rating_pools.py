"""Rating lists on pages: set up, changed, filled, chosen for an event, and shown to everybody."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from matches.models import Match, PoolException, Rating, RatingChange, RatingPool, StartValue
from matches.services.creation import NewMatch, make_matches
from matches.services.rating_pools import PoolSettings, create_pool
from matches.services.rating_replay import rate_everything
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club, Player, Role, User
from players.services.clubs import give_role
from rules_core.match import MatchRules
from tests.integration.factories import a_club, a_player, an_event
from tests.pages import html_of, text_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

EVENING = datetime(2026, 3, 1, 20, tzinfo=UTC)
SETTINGS = {
    "name": "House list",
    "system": "glicko2",
    "by_default": "on",
    "shortest": "1",
    "ramp": "fibs",
    "provisional_below": "400",
    "provisional_above": "110",
    "inactive_months": "",
}


@pytest.fixture
def club() -> Club:
    a_club()
    return a_club()


@pytest.fixture
def director(club: Club) -> Client:
    return signed_in(club, Role.DIRECTOR)


def signed_in(club: Club, role: Role) -> Client:
    user = User.objects.create_user(f"{role}@example.org")
    give_role(user_id=user.pk, club_id=club.pk, role=role)
    browser = Client()
    browser.force_login(user)
    return browser


def played(club: Club, winner: Player, loser: Player, at: datetime, length: int = 5) -> None:
    meeting = NewMatch(winner.pk, loser.pk, MatchRules(length=length))
    (match,) = make_matches(club_id=club.pk, new_matches=[meeting], actor=SYSTEM)
    report_result(match_id=match.pk, score=(length, 0), actor=SYSTEM)
    Match.objects.filter(pk=match.pk).update(finished_at=at)


def glicko(club: Club, name: str = "House list") -> RatingPool:
    settings = PoolSettings(name, system="glicko2")
    return create_pool(club_id=club.pk, settings=settings, actor=SYSTEM)


def read(browser: Client, path: str) -> str:
    return text_of(html_of(browser.get(path)))


def test_a_new_list_for_which_nothing_counts_has_nothing_to_wait_for(
    director: Client, club: Club
) -> None:
    director.post(f"/clubs/{club.slug}/ratings/lists/new/", SETTINGS)
    assert not RatingPool.objects.get(club=club).is_being_recomputed
    assert "being recomputed" not in read(director, f"/clubs/{club.slug}/ratings/lists/")


def test_a_director_sets_up_changes_and_deletes_a_list(director: Client, club: Club) -> None:
    played(club, a_player(club, "Ada"), a_player(club, "Bo"), EVENING)
    made = director.post(f"/clubs/{club.slug}/ratings/lists/new/", SETTINGS)
    assert made["Location"] == f"/clubs/{club.slug}/ratings/lists/"
    pool = RatingPool.objects.get(club=club)
    assert (pool.name, pool.system, pool.is_being_recomputed) == ("House list", "glicko2", True)
    lists = read(director, f"/clubs/{club.slug}/ratings/lists/")
    assert "These ratings are being recomputed: 0 %, 0 of 1 matches." in lists
    run_pending()
    address = f"/clubs/{club.slug}/ratings/{pool.pk}/"
    changed = SETTINGS | {"name": "Long matches", "shortest": "7", "inactive_months": "24"}
    assert director.post(f"{address}edit/", changed).status_code == 302
    pool.refresh_from_db()
    assert (pool.name, pool.shortest, pool.inactive_months) == ("Long matches", 7, 24)
    run_pending()
    assert not RatingChange.objects.filter(pool=pool).exists()
    assert director.post(f"{address}remove/").status_code == 302
    assert not RatingPool.objects.filter(pk=pool.pk).exists()
    assert director.get(f"{address}edit/").status_code == 404


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": " "}, "This field is required"),
        ({"shortest": "0"}, "greater than or equal to 1"),
        ({"system": "elo"}, "Select a valid choice"),
        ({"name": "house LIST"}, "There is already a rating list house LIST."),
    ],
)
def test_what_is_no_list_is_refused(
    director: Client, club: Club, wrong: dict[str, str], said: str
) -> None:
    glicko(club)
    answer = director.post(f"/clubs/{club.slug}/ratings/lists/new/", SETTINGS | wrong)
    assert said in text_of(html_of(answer))
    assert RatingPool.objects.filter(club=club).count() == 1


def test_only_whom_it_concerns_changes_a_list(director: Client, club: Club) -> None:
    rate_everything()
    pool = glicko(club)
    scorer, other = signed_in(club, Role.SCORER), Club.objects.exclude(pk=club.pk).get()
    for browser, slug in ((Client(), club.slug), (scorer, club.slug), (director, other.slug)):
        for path in ("lists/", "lists/new/", f"{pool.pk}/edit/", f"{pool.pk}/start-values/"):
            answer = browser.get(f"/clubs/{slug}/ratings/{path}")
            assert answer.status_code in (302, 403, 404), path
        gone = browser.post(f"/clubs/{slug}/ratings/{pool.pk}/remove/")
        assert gone.status_code in (302, 403, 404)
    # That of everybody belongs to whoever runs the installation.
    for path in ("edit/", "start-values/"):
        assert director.get(f"/clubs/{club.slug}/ratings/fibs/{path}").status_code == 403
    assert director.post(f"/clubs/{club.slug}/ratings/fibs/remove/").status_code == 403
    assert (
        director.post(
            f"/clubs/{club.slug}/ratings/lists/new/",
            SETTINGS | {"name": "Other", "for_all_clubs": "on"},
        ).status_code
        == 302
    )
    assert not RatingPool.objects.exclude(pk="fibs").filter(club=None).exists()
    assert RatingPool.objects.filter(pk=pool.pk).exists()


def test_start_values_are_looked_at_first_and_then_written(director: Client, club: Club) -> None:
    ada = a_player(club, "Ada Ash")
    pool = glicko(club)
    run_pending()
    address = f"/clubs/{club.slug}/ratings/{pool.pk}/start-values/"
    table = "Name,Rating,Deviation\nAda Ash,1712.5,60\nNobody Here,1500,\nAda Ash,1,1\n"
    file = SimpleUploadedFile("old.csv", table.encode())
    seen = html_of(director.post(address, {"file": file}))
    assert "1 new, 0 updated, 0 unchanged, 2 left out." in text_of(seen)
    assert "No player has this name." in text_of(seen)
    assert not StartValue.objects.exists()
    answer = director.post(address, {"table": table, "confirmed": "yes"})
    assert answer["Location"] == f"/clubs/{club.slug}/ratings/lists/"
    run_pending()
    rating = Rating.objects.get(pool=pool, player=ada)
    assert (rating.value, rating.deviation, rating.is_provisional) == (1712.5, 60, False)
    again = director.post(address, {"table": table})
    assert "0 new, 0 updated, 1 unchanged, 2 left out." in text_of(html_of(again))
    assert "Choose a file." in text_of(html_of(director.post(address, {})))
    wrong = director.post(address, {"table": "Name,Country\nAda Ash,CH"})
    assert "The table has no column with ratings." in text_of(html_of(wrong))


def test_an_event_says_which_lists_it_counts_for(director: Client, club: Club) -> None:
    rate_everything()
    pool = glicko(club)
    event = an_event(club, 4)
    address = f"/events/{event.slug}/edit/"
    form = director.get(address).context["form"]
    assert form["rating_lists"].value() == ["fibs", pool.pk]
    values = {name: form[name].value() for name in form.fields}
    sent = {name: "" if value is None else value for name, value in values.items()}
    sent["rating_lists"] = ["fibs"]
    sent["starts_at"] = form["starts_at"].value().strftime("%Y-%m-%dT%H:%M")
    answer = director.post(address, sent)
    assert answer.status_code == 302, answer.context["form"].errors
    assert list(PoolException.objects.values_list("pool", "event", "counts")) == [
        (pool.pk, event.slug, False)
    ]
    # One that was set up after the page was opened stays as it is.
    later = glicko(club, "Later")
    del sent["shown"]
    assert director.post(address, sent | {"rating_lists": [pool.pk]}).status_code == 302
    assert list(PoolException.objects.values_list("pool", "counts")) == [("fibs", False)]
    assert director.get(address).context["form"]["rating_lists"].value() == [pool.pk, later.pk]
    # A form that shows none, as of before, changes none.
    del sent["lists_shown"]
    assert director.post(address, sent | {"rating_lists": []}).status_code == 302
    assert list(PoolException.objects.values_list("pool", "counts")) == [("fibs", False)]


def test_everybody_sees_each_list(client: Client, club: Club) -> None:
    ada, bo = a_player(club, "Ada"), a_player(club, "Bo")
    played(club, ada, bo, EVENING)
    rate_everything()
    assert "Rating lists" not in html_of(client.get(f"/clubs/{club.slug}/ratings/"))
    pool = glicko(club)
    run_pending()
    address = f"/clubs/{club.slug}/ratings/"
    usual = html_of(client.get(address))
    assert f'<a href="?system={pool.pk}"' in usual
    shown = html_of(client.get(f"{address}?system={pool.pk}"))
    rating = Rating.objects.get(pool=pool, player=ada)
    assert f"{rating.value:.2f}" in shown
    assert f"± {rating.deviation:.0f}" in shown
    assert "provisional" in shown
    assert client.get(f"{address}?system=nothing").status_code == 404
    rows = client.get(f"/clubs/{club.slug}/ratings.csv?system={pool.pk}").content.decode()
    assert "Deviation" in rows
    assert f"{rating.value:.2f}" in rows
    pool.provisional_above = 350
    pool.save()
    assert "provisional" not in html_of(client.get(f"{address}?system={pool.pk}"))


def test_a_players_page_has_each_rating_with_its_numbers(director: Client, club: Club) -> None:
    ada, bo = a_player(club, "Ada"), a_player(club, "Bo")
    for minutes in range(3):
        played(club, ada, bo, EVENING + timedelta(minutes=minutes))
    pool = glicko(club)
    run_pending()
    usual = html_of(director.get(f"/players/{ada.pk}/"))
    assert f'<a href="?system={pool.pk}"' in usual
    assert "K is 4 times the root of the length" in usual
    shown = text_of(html_of(director.get(f"/players/{ada.pk}/?system={pool.pk}")))
    last = RatingChange.objects.filter(pool=pool, player=ada).latest("at")
    assert last.deviation is not None
    assert f"{last.after:.1f} ± {last.deviation:.0f}" in shown
    assert "how sure both ratings were" in shown
    assert "Deviation" in shown
    # A list that the player is not on: the usual one.
    assert director.get(f"/players/{ada.pk}/?system=nothing").status_code == 200


def test_until_it_is_computed_again_pages_say_how_far_it_is(client: Client, club: Club) -> None:
    ada = a_player(club, "Ada")
    played(club, ada, a_player(club, "Bo"), EVENING)
    rate_everything()
    RatingPool.objects.filter(pk="fibs").update(
        from_at=EVENING, from_match=0, since_at=EVENING, step="a", rated_again=30, to_rate_again=90
    )
    said = "These ratings are being recomputed: 33 %, 30 of 90 matches."
    for path in (f"/clubs/{club.slug}/ratings/", f"/players/{ada.pk}/"):
        page = html_of(client.get(path))
        assert said in text_of(page)
        assert "Until that is done the list is that of before." in text_of(page)
        assert f'data-source="/clubs/{club.slug}/ratings/fibs/progress/"' in page
    address = f"/clubs/{club.slug}/ratings/fibs/progress/"
    part = client.get(address)
    assert said in text_of(part.content.decode())
    same = client.get(address, headers={"If-None-Match": part["ETag"]})
    assert same.status_code == 304
    RatingPool.objects.filter(pk="fibs").update(from_at=None, from_match=None, step="b")
    done = client.get(address, headers={"If-None-Match": part["ETag"]})
    assert "The ratings have been recomputed." in text_of(done.content.decode())
    assert said not in read(client, f"/clubs/{club.slug}/ratings/")


def test_who_has_not_played_for_long_is_left_out(client: Client, club: Club) -> None:
    ada, bo, cid = (a_player(club, name) for name in ("Ada", "Bo", "Cid"))
    now = timezone.now()
    played(club, bo, ada, now - timedelta(days=400))
    played(club, bo, cid, now - timedelta(days=2))
    rate_everything()
    RatingPool.objects.update(inactive_months=12)
    address = f"/clubs/{club.slug}/ratings/"
    shown = read(client, address)
    assert "Ada" not in shown
    assert "Only players with a match in the last 12 months are listed." in shown
    assert "Ada" in read(client, f"{address}?active=0")
    listed = client.get("/api/v1/ratings/", {"club": club.slug}).json()["results"]
    assert [line["player"]["id"] for line in listed] == [bo.pk, cid.pk]
    assert client.get(f"/players/{ada.pk}/").context["rank"] is None
    assert client.get(f"/players/{cid.pk}/").context["rank"] == 2
    # As it stood then, everybody had just played.
    then = (now - timedelta(days=300)).date()
    assert "Ada" in read(client, f"{address}?as_of={then}")


def test_equal_ratings_share_a_rank_over_the_edge_of_a_page(client: Client, club: Club) -> None:
    RatingPool.objects.get_or_create(key="fibs")
    for number, value in enumerate((1600, 1550, 1550, 1550, 1550, 1400)):
        player = a_player(club, f"P{number}")
        Rating.objects.create(
            pool_id="fibs", player=player, value=value, matches=1, experience=5, last_played=EVENING
        )
    ranks = [
        line["rank"]
        for page in (1, 2, 3)
        for line in client.get(
            "/api/v1/ratings/", {"club": club.slug, "page": page, "page_size": 2}
        ).json()["results"]
    ]
    assert ranks == [1, 2, 2, 2, 2, 6]
