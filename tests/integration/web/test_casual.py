"""Casual matches from the club's page: starting one, its codes, the list of them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from matches.models import Match, ResultPolicy
from matches.services.creation import make_casual_match
from matches.services.results import report_result
from players.actors import SYSTEM
from players.models import Club, Player, Role
from rules_core.match import MatchRules
from tests.integration.factories import a_club, a_player, a_user
from tests.integration.web.conftest import QueriesOf, SignedIn

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

USUAL = {
    "length": 5,
    "crawford": "on",
    "beavers": "0",
    "automatic_doubles": "0",
    "max_cube": "64",
}


def page_of(club: Club) -> str:
    return f"/clubs/{club.slug}/casual/"


def started(browser: Client, club: Club, **said: object) -> Match:
    answer = browser.post(f"{page_of(club)}new/", USUAL | said)
    assert answer.status_code == 302, answer.content.decode()
    match = Match.objects.latest("pk")
    assert answer["Location"] == f"/matches/{match.pk}/pads/"
    return match


def refused(browser: Client, club: Club, **said: object) -> str:
    answer = browser.post(f"{page_of(club)}new/", USUAL | said)
    assert answer.status_code == 200
    assert not Match.objects.exists()
    return answer.content.decode()


def player_signed_in(player: Player) -> Client:
    player.user = a_user()
    player.save()
    browser = Client()
    browser.force_login(player.user, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def test_a_director_starts_a_match_between_a_known_player_and_a_new_one(
    club: Club, director: Client
) -> None:
    anna = a_player(club, "Anna Meier")
    match = started(director, club, a="anna meier", b="Bo Birch", jacoby="on")
    assert (match.a, match.b.full_name, match.b.club) == (anna, "Bo Birch", club)
    assert (match.event, match.rated, match.length) == ("", False, 5)
    assert match.match_rules == MatchRules(5, jacoby=True)
    pads = director.get(f"/matches/{match.pk}/pads/").content.decode()
    assert pads.count("data:image/png;base64") == 2
    assert "Score pads" in director.get(f"/matches/{match.pk}/").content.decode()


def test_both_codes_open_a_pad_of_their_side(club: Club, director: Client) -> None:
    match = started(director, club, a="Anna Meier", b="Bo Birch")
    director.get(f"/matches/{match.pk}/pads/")
    for link in match.table_links.all():
        form = {"number": 1, "winner": "a", "how": "single", "cube": 1}
        assert Client().get(f"/t/{link.secret}/").status_code == 200
        if link.side == "a":
            Client().post(f"/t/{link.secret}/game/", form)
    match.refresh_from_db()
    assert match.score == (1, 0)


def test_a_name_that_may_mean_several_is_asked_about(club: Club, director: Client) -> None:
    one, other = a_player(club, "Anna Meier"), a_player(club, "Bruno Meier")
    page = refused(director, club, a="Meier", b="Zoe Zander")
    assert one.full_name in page
    assert other.full_name in page
    match = started(director, club, a="Meier", a_is=str(other.pk), b="Zoe Zander")
    assert match.a == other
    newer = started(director, club, a="Meier", a_is="new", b="Zoe Zander")
    assert newer.a not in (one, other)
    assert newer.b == match.b


def test_a_name_that_is_nearly_known_makes_nobody_twice(club: Club, director: Client) -> None:
    anna = a_player(club, "Anna Meier")
    assert "Anna Meier" in refused(director, club, a="Anna Maier", b="Bo Birch")
    assert list(Player.objects.all()) == [anna]


def test_a_refused_match_leaves_no_new_name_behind(club: Club, director: Client) -> None:
    refused(director, club, a="Bo Birch", b="Cid Cedar", max_cube="3")
    a_player(club, "Anna Meier")
    refused(director, club, a="Anna Meier", b="Anna Meier")
    assert Player.objects.count() == 1


def test_somebody_of_another_club_is_not_chosen_by_number(club: Club, director: Client) -> None:
    guest = a_player(a_club(), "Gus Guest")
    match = started(director, club, a="Anna Meier", b="Bo Birch", b_is=str(guest.pk))
    assert match.b.club == club


def test_a_scorer_starts_matches_but_adds_nobody(club: Club, signed_in: SignedIn) -> None:
    scorer = signed_in(club, Role.SCORER)
    a_player(club, "Anna Meier")
    a_player(club, "Bo Birch")
    assert "Nobody on the club" in refused(scorer, club, a="Anna Meier", b="Cid Cedar")
    assert started(scorer, club, a="Anna Meier", b="Bo Birch").result_policy == ResultPolicy.EITHER


def test_a_player_starts_their_own_match_and_sees_only_their_own_code(club: Club) -> None:
    anna, bo = a_player(club, "Anna Meier"), a_player(club, "Bo Birch")
    own = player_signed_in(anna)
    assert "New casual match" in own.get(page_of(club)).content.decode()
    match = started(own, club, a="Bo Birch", b="Bo Birch")
    assert (match.a, match.b, match.result_policy) == (anna, bo, ResultPolicy.CONFIRM)
    pads = own.get(f"/matches/{match.pk}/pads/").content.decode()
    assert pads.count("data:image/png;base64") == 1
    assert match.table_links.get().side == "a"
    other = player_signed_in(bo)
    other.get(f"/matches/{match.pk}/pads/")
    assert match.table_links.count() == 2


def test_where_the_club_does_not_want_it_players_start_nothing(club: Club) -> None:
    anna, bo = a_player(club, "Anna Meier"), a_player(club, "Bo Birch")
    own = player_signed_in(anna)
    Club.objects.update(players_start_play=False)
    assert "New casual match" not in own.get(page_of(club)).content.decode()
    assert own.get(f"{page_of(club)}new/").status_code == 403
    assert own.post(f"{page_of(club)}new/", USUAL | {"b": "Bo Birch"}).status_code == 403
    body = {"club": club.slug, "a": anna.pk, "b": bo.pk, "rules": {"length": 3}}
    answer = own.post("/api/v1/matches/", body, content_type="application/json")
    assert answer.status_code == 403
    assert not Match.objects.exists()


def test_a_stranger_starts_nothing_and_sees_no_codes(club: Club, client: Client) -> None:
    anna, bo = a_player(club), a_player(club)
    match = make_casual_match(
        club_id=club.pk, a_id=anna.pk, b_id=bo.pk, rules=MatchRules(3), actor=SYSTEM
    )
    answer = client.post(f"{page_of(club)}new/", USUAL | {"a": "A", "b": "B"})
    assert answer["Location"].startswith("/accounts/login/")
    assert Match.objects.count() == 1
    assert client.get(f"/matches/{match.pk}/pads/").status_code == 404
    assert f"/matches/{match.pk}/" not in client.get(page_of(club)).content.decode()


def test_rated_is_a_choice_where_the_club_rates_casual_matches(
    club: Club, director: Client
) -> None:
    names = {"a": "Anna Meier", "b": "Bo Birch"}
    assert started(director, club, **names, rated="on").rated is False
    Club.objects.update(rate_casual_matches=True)
    assert 'name="rated"' in director.get(f"{page_of(club)}new/").content.decode()
    assert started(director, club, **names, rated="on").rated is True
    assert started(director, club, **names).rated is False


def test_a_form_sent_twice_makes_one_match_and_other_words_another(
    club: Club, director: Client
) -> None:
    page = director.get(f"{page_of(club)}new/").content.decode()
    (key,) = re.findall(r'name="once" value="([0-9a-f]{32})"', page)
    names = {"a": "Anna Meier", "b": "Bo Birch", "once": key}
    first, again = (started(director, club, **names) for _ in range(2))
    assert first == again
    assert Player.objects.count() == 2
    # Back to the form, and another length: another match.
    assert started(director, club, **names, length=7) != first
    # A new page, and the same words: a second match of the two.
    assert started(director, club, **names | {"once": "0" * 32}) != first
    assert Match.objects.count() == 3


def test_a_form_that_was_refused_may_be_sent_again(club: Club, director: Client) -> None:
    anna, names = (
        a_player(club, "Anna Meier"),
        {"a": "Anna Maier", "b": "Bo Birch", "once": "1" * 32},
    )
    refused(director, club, **names)
    anna.full_name = anna.name = "Anna Maier"
    anna.save()
    assert started(director, club, **names).a == anna


def test_one_key_makes_one_match_for_each_who_uses_it(
    club: Club, director: Client, signed_in: SignedIn
) -> None:
    names = {"a": "Anna Meier", "b": "Bo Birch", "once": "2" * 32}
    assert started(director, club, **names) != started(signed_in(club), club, **names)


def test_the_codes_of_a_match_that_is_over_lead_to_its_page(club: Club, director: Client) -> None:
    match = started(director, club, a="Anna Meier", b="Bo Birch")
    report_result(match_id=match.pk, score=(5, 1), actor=SYSTEM)
    answer = director.get(f"/matches/{match.pk}/pads/")
    assert answer["Location"] == f"/matches/{match.pk}/"


def test_the_list_takes_the_same_queries_however_long(
    club: Club, director: Client, queries_of: QueriesOf
) -> None:
    def one_more() -> None:
        make_casual_match(
            club_id=club.pk,
            a_id=a_player(club).pk,
            b_id=a_player(club).pk,
            rules=MatchRules(3),
            actor=SYSTEM,
        )

    one_more()
    few = queries_of(director, page_of(club))
    for _ in range(6):
        one_more()
    assert queries_of(director, page_of(club)) == few
