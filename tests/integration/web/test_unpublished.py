"""Of an event that is not published nothing shows anywhere: every address that a stranger can ask for.

Its matches count for ratings, so a rating may move; which match moved it is not told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from django.test import Client

import chouettes.urls
import config.api_urls
import matches.urls
import money.urls
import players.urls
import tournaments.urls
from matches.models import Match
from matches.services.results import report_result
from matches.services.transcripts import add_transcript
from money.models import MoneySession
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club, Player, Role
from rules_core.match import MatchRules
from rules_core.seasons.rules import SeasonRules
from rules_core.sides import Side
from tests.integration.api.world import MAT
from tests.integration.factories import a_player, a_user, an_event
from tests.integration.matches.playing import a_match, client, official
from tests.integration.money.sessions import a_session
from tournaments.models import Season, Stage
from tournaments.selectors import ready_matches
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.seasons import create_season

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

HIDDEN = "Secret Trial"
SCORES = {"open": (5, 3), "hidden": (19, 18), "casual": (23, 22)}
"""Lengths that are on no page of their own accord."""


@dataclass
class Evening:
    """The same two players in a published event, in one that is not, and in a match of their own."""

    club: Club
    shown: Match
    hidden: Match
    casual: Match
    stage: Stage
    season: Season
    session: MoneySession

    @property
    def secret(self) -> list[Match]:
        return [self.hidden, self.casual]


def played(stage: Stage, score: tuple[int, int]) -> Match:
    (match,) = ready_matches(stage)
    return report_result(match_id=match.pk, score=score, actor=SYSTEM)


@pytest.fixture
def evening(club: Club) -> Evening:
    both = a_player(club, "Anna Meier"), a_player(club, "Beat Rossi")
    stages = {}
    for kind, name in (("open", "Wednesday"), ("hidden", HIDDEN)):
        rules = MatchRules(length=SCORES[kind][0])
        event = an_event(club, name=name, published=kind == "open", rules=rules)
        entrants = [Newcomer(player_id=player.pk) for player in both]
        enter_players(tournament_id=event.pk, newcomers=entrants, actor=SYSTEM)
        stages[kind] = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
    shown, hidden = (played(stage, SCORES[kind]) for kind, stage in stages.items())
    casual = a_match(club, length=23, players=both)
    casual = report_result(match_id=casual.pk, score=SCORES["casual"], actor=SYSTEM)
    season = create_season(
        club_id=club.pk,
        name="Season",
        first_day=date(2026, 1, 1),
        last_day=date(2026, 12, 31),
        rules=SeasonRules(),
        actor=SYSTEM,
    )
    run_pending()
    session = a_session(club, players=both)
    return Evening(club, shown, hidden, casual, stages["hidden"], season, session)


def addresses(evening: Evening) -> Iterator[str]:
    """Every address of the site's own and of the API, for everything there is to fill in."""
    rooms = (players.urls, matches.urls, tournaments.urls, money.urls, chouettes.urls)
    pages = [page for room in rooms for page in room.urlpatterns]
    for page in pages:
        yield from filled(f"/{page.pattern}", evening)
    for endpoint in config.api_urls.urlpatterns[:-1]:
        route = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<\1>", str(endpoint.pattern).strip("^$"))
        yield from filled(f"/api/v1/{route}", evening)


def filled(route: str, evening: Evening) -> list[str]:
    """A route with each value that its parts can have."""
    found = [re.sub(r"<\w+:(\w+)>", r"<\1>", route)]
    while "<" in found[0]:
        part = re.search(r"(\w+)/<(\w+)>", found[0])
        assert part, found[0]
        values = values_of(part[1], part[2], evening)
        found = [one.replace(f"<{part[2]}>", str(value), 1) for one in found for value in values]
    return found


def values_of(before: str, part: str, evening: Evening) -> list[Any]:
    """What can stand in that part of an address; a new part has to be added here."""
    everybody = list(Player.objects.order_by("pk").values_list("pk", flat=True))
    events = [evening.stage.tournament.slug, "wednesday"]
    entries = list(evening.stage.tournament.entries.order_by("pk").values_list("pk", flat=True))
    known: dict[str, list[Any]] = {
        "clubs/slug": [evening.club.slug],
        "events/slug": events,
        "tournaments/slug": events,
        "players/pk": everybody,
        "versus/other": everybody,
        "matches/pk": [match.pk for match in (evening.shown, *evening.secret)],
        "standings/entry": entries,
        "entrants/pk": entries,
        "entries/pk": entries,
        "desk/pk": entries,
        "seasons/year": [2026],
        "seasons/slug": [evening.season.slug],
        "stages/stage": [1],
        "stages/number": [1],
        "live/part": ["bracket", "standings", "tv"],
        "t/secret": ["0" * 64],
        "s/secret": ["0" * 64],
        "sessions/pk": [evening.session.pk],
        "news/pk": [evening.stage.tournament.pk],
        "chouettes/pk": [1],
        "c/secret": ["0" * 64],
        "entry": ["start"],
        "tokens/pk": [1],
        **{key: [1] for key in ("registrations/pk", "claims/pk", "staff/pk", "invitations/pk")},
        **{key: ["0" * 43] for key in ("registrations/secret", "invitations/secret", "me/secret")},
        "events/pk": entries,
        "confirm/confirmation": ["0" * 43],
        "what": [
            *("players", "ratings", "entrants", "results"),
            *("standings", "bracket", "draw", "score-cards"),
        ],
        "action": ["check-in"],
        **{key: ["fibs"] for key in ("pools/key", "ratings/key")},
        "name": ["none"],
    }
    return known.get(f"{before}/{part}") or known[part]


def shown_to(who: Any, evening: Evening) -> dict[str, str]:
    """What somebody reads at every address that answers them."""
    pages = {}
    for address in addresses(evening):
        answer = who.get(address)
        if answer.status_code == 200 and not answer["Content-Type"].startswith("image/"):
            content = answer.getvalue() if answer.streaming else answer.content
            pages[address] = content.decode("utf-8", "replace")
    return pages


def traces(page: str, evening: Evening) -> list[str]:
    """What gives away that something of the secret matches was read."""
    event = evening.stage.tournament
    a_score = [f"{a}–{b}" for match in evening.secret for a, b in [match.score]]
    paths = [f"/matches/{match.pk}/" for match in evening.secret]
    members = [rf'"match": ?{match.pk}\b' for match in evening.secret]
    members += [rf'"length": ?{match.length}\b' for match in evening.secret]
    return [
        sign for sign in (HIDDEN, event.slug, *a_score, *paths, *members) if re.search(sign, page)
    ]


def test_a_stranger_finds_nothing_of_it_anywhere(evening: Evening) -> None:
    shown = shown_to(Client(), evening)
    found = {address: traces(page, evening) for address, page in shown.items()}
    assert {address: signs for address, signs in found.items() if signs} == {}
    # Those who may see it do: the signs looked for are those that would be there.
    members = shown_to(member_of(evening.club), evening)
    signs = {sign for page in members.values() for sign in traces(page, evening)}
    assert len(signs) == 10
    assert len(shown) > 40


def member_of(club: Club) -> Client:
    browser = Client()
    user = a_user(club, Role.DIRECTOR)
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def history(who: Any, player: int) -> list[int]:
    rows = who.get(f"/api/v1/players/{player}/ratings/").json()
    assert rows["count"] == len(rows["results"])
    return [row["match"] for row in rows["results"]]


def test_a_rating_history_has_the_matches_that_its_reader_may_see(evening: Evening) -> None:
    player = evening.shown.a_id
    everything = [evening.casual.pk, evening.hidden.pk, evening.shown.pk]
    assert history(client(), player) == [evening.shown.pk]
    assert history(official(evening.club, Role.READER), player) == everything
    assert history(official(a_match().club), player) == [evening.shown.pk]
    own = a_user()
    Player.objects.filter(pk=player).update(user=own)
    browser = Client()
    browser.force_login(own, backend="django.contrib.auth.backends.ModelBackend")
    assert history(browser, player) == everything


def test_the_list_of_ratings_counts_every_match(evening: Evening) -> None:
    rows = client().get("/api/v1/ratings/").json()["results"]
    assert {row["matches"] for row in rows} == {3}


def test_a_match_file_is_as_secret_as_its_match(evening: Evening) -> None:
    casual = a_match(evening.club)
    content, first = MAT.read_bytes(), Side.A
    add_transcript(match_id=casual.pk, name="f.mat", content=content, actor=SYSTEM, first=first)
    address = f"/api/v1/matches/{casual.pk}/transcript/"
    assert client().get(address).status_code == 404
    assert official(evening.club, Role.READER).get(address).status_code == 200
