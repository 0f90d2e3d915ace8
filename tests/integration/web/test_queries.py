"""Every page takes as many queries for a large club as for a small one."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chouettes.models import ChouetteNight
from chouettes.services.games import finish_game, start_game
from matches.models import Match, MatchStatus
from matches.services.rating_pools import PoolSettings, create_pool
from matches.services.results import report_result
from matches.services.table_links import table_links
from matches.services.transcripts import add_transcript
from money.models import MoneySession
from money.services.sessions import record_session_game
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club, Role
from players.services.staff import invite
from rules_core.draws.settings import Format
from rules_core.match import GameResult
from rules_core.seasons.rules import SeasonRules
from rules_core.sides import Side
from tests.integration.api.world import MAT
from tests.integration.chouettes.nights import a_night
from tests.integration.factories import a_drawn_stage, an_event
from tests.integration.matches.playing import a_match
from tests.integration.money.sessions import a_session, secret_of
from tests.pages import page_names
from tournaments.models import Registration, Tournament
from tournaments.services.events import StagePlan
from tournaments.services.player_codes import codes_of_event
from tournaments.services.seasons import create_season

pytestmark = [pytest.mark.integration, pytest.mark.django_db, pytest.mark.slow]

POSTED = {"event-player-codes", "event-cards"}


def a_season(club: Club, entrants: int, events: int) -> dict[str, list[dict[str, Any]]]:
    """Add events of this size, half played; where each page of the last of them is."""
    for _ in range(events):
        an_event(club, 2)
    cup = a_drawn_stage(club, entrants, tables=entrants, result_policy="confirm").tournament
    pools = StagePlan(format=Format.ROUND_ROBIN, settings={"tie_breaks": ["by_hand"]})
    league = a_drawn_stage(club, entrants, stages=[pools]).tournament
    for event in (cup, league):
        ready = list(
            Match.objects.filter(event=event.slug, status=MatchStatus.READY).order_by("pk")
        )
        for match in ready[::2]:
            report_result(match_id=match.pk, score=(match.length, 1), actor=SYSTEM)
    run_pending()
    return _addresses(club, cup, league) | _season_addresses(club)


def _season_addresses(club: Club) -> dict[str, list[dict[str, Any]]]:
    """The pages of a season with an event that is over."""
    match = Match.objects.get(event=a_drawn_stage(club, 2).tournament.slug)
    report_result(match_id=match.pk, score=(match.length, 1), actor=SYSTEM)
    run_pending()
    season = create_season(
        club_id=club.pk,
        name=f"Season {match.pk}",
        first_day=date(2026, 1, 1),
        last_day=date(2026, 12, 31),
        rules=SeasonRules(),
        actor=SYSTEM,
    )
    return {
        "season": [{"slug": season.slug}],
        "season-edit": [{"slug": season.slug}],
        "season-player": [{"slug": season.slug, "pk": match.a_id}],
    }


def _addresses(club: Club, cup: Tournament, league: Tournament) -> dict[str, list[dict[str, Any]]]:
    of_cup = Match.objects.filter(event=cup.slug).order_by("pk")
    played, ready = (
        of_cup.filter(status=status)[0] for status in (MatchStatus.FINISHED, MatchStatus.READY)
    )
    secret = table_links(match_id=ready.pk, actor=SYSTEM)[Side.A]
    casual, session = a_match(club, event=""), _session_with_games(club, len(of_cup))
    night = _night_with_games(club, len(of_cup))
    pool = create_pool(club_id=club.pk, settings=PoolSettings(f"List {cup.pk}"), actor=SYSTEM)
    own: dict[str, list[dict[str, Any]]] = {
        "home": [{}],
        "tables": [{}],
        "account": [{}],
        "account-privacy": [{}],
        "backups": [{}],
        "club-year": [{"slug": club.slug, "year": cup.starts_at.year}],
        "player": [{"pk": played.a_id}],
        "versus": [{"pk": played.a_id, "other": played.b_id}],
        "rating-changes": [{"pk": played.a_id}],
        "player-edit": [{"pk": played.a_id}],
        "player-merge": [{"pk": played.a_id}],
        "match": [{"pk": played.pk}, {"pk": ready.pk}],
        "match-correct": [{"pk": played.pk}],
        "match-replay": [{"pk": _with_file(club).pk}],
        "pad": [{"secret": secret}],
        "match-pads": [{"pk": casual.pk}],
        "session": [{"pk": session.pk}],
        "session-pad": [{"secret": secret_of(session, Side.A)}],
        "chouette": [{"pk": night.pk}],
        "chouette-table": [{"secret": night.secret}],
        "my-night": [{"secret": secret} for secret in _codes(cup, played, ready)],
        "my-night-confirm": [_to_confirm(cup)],
        "my-events": [{}],
        "club-found": [{}],
        "invitation": [{"secret": _invitation(club)}],
        **{
            name: [{"slug": club.slug, "key": pool.pk}]
            for name in ("pool-edit", "pool-start-values")
        },
        "event-why": [{"slug": league.slug, "entry": league.entries.order_by("pk")[0].pk}],
        "event-by-hand": [{"slug": league.slug}],
        "event-desk-entrant": [{"slug": cup.slug, "pk": cup.entries.order_by("pk")[0].pk}],
        "event-sheet": [{"slug": cup.slug, "what": what} for what in ("bracket", "standings")],
        "stage-edit": [{"slug": cup.slug, "stage": 1}],
        "embed-club": [{"slug": club.slug, "what": what} for what in ("ratings", "events")],
        "embed-event": [{"slug": cup.slug, "what": what} for what in ("bracket", "standings")],
        "embed-stage": [{"slug": league.slug, "stage": 1, "what": "standings"}],
    }
    of_club = {
        *(
            "club",
            "club-players",
            "ratings",
            "pools",
            "pool-new",
            "player-new",
            "club-settings",
            "club-staff",
            "club-seasons",
            "season-new",
            "club-tv",
        ),
        *("casual", "casual-new", "sessions", "session-new"),
        *("chouettes", "chouette-new", "chouette-season"),
        *("player-import", "player-claims"),
        *("event-new", "event-assistant", "event-import"),
    }
    of_event = page_names() - own.keys() - of_club
    return (
        own
        | {name: [{"slug": club.slug}] for name in of_club}
        | {name: [{"slug": cup.slug}, {"slug": league.slug}] for name in of_event}
    )


def _codes(cup: Tournament, played: Match, ready: Match) -> list[str]:
    """Of somebody who has played, and of somebody who has not."""
    codes = codes_of_event(tournament_id=cup.pk, actor=SYSTEM)
    return [codes[cup.entries.get(player=match.a_id).pk] for match in (played, ready)]


def _with_file(club: Club) -> Match:
    match = a_match(club)
    content = MAT.read_bytes()
    add_transcript(match_id=match.pk, name="f.mat", content=content, first=Side.A, actor=SYSTEM)
    return match


def _session_with_games(club: Club, games: int) -> MoneySession:
    """A session as long as this; the shorter ones of the list come with it."""
    for _ in range(games):
        a_session(club)
    session = a_session(club)
    for number in range(1, games + 1):
        game = GameResult(Side.B, cube=2)
        record_session_game(session_id=session.pk, number=number, game=game, actor=SYSTEM)
    return session


def _night_with_games(club: Club, games: int) -> ChouetteNight:
    """A night as long as this; the shorter ones of the list come with it."""
    for one in range(games):
        a_night(club, *(f"{name} {one}" for name in ("Ida", "Jan", "Kai")))
    night = a_night(club, "Ida", "Jan", "Kai")
    for number in range(1, games + 1):
        start_game(night_id=night.pk, game=number, actor=SYSTEM)
        finish_game(night_id=night.pk, winner="box", kind="single", actor=SYSTEM)
    return night


def _invitation(club: Club) -> str:
    return invite(club_id=club.pk, role=Role.SCORER, actor=SYSTEM).secret


def _to_confirm(cup: Tournament) -> dict[str, str]:
    made = Registration(tournament=cup, name="Nora", status="to_confirm", nonce=f"{cup.pk}")
    made.digest = Registration.digest_of(made.secret)
    made.save()
    return {"secret": made.secret, "confirmation": made.confirmation}


def queries(browser: Client, addresses: dict[str, list[dict[str, Any]]]) -> dict[str, list[int]]:
    return {
        name: [_count(browser, name, arguments) for arguments in places]
        for name, places in sorted(addresses.items())
    }


def _count(browser: Client, name: str, arguments: dict[str, Any]) -> int:
    ask = browser.post if name in POSTED else browser.get
    address = reverse(name, kwargs=arguments)
    assert ask(address).status_code == 200, address
    with CaptureQueriesContext(connection) as captured:
        ask(address)
    return len(captured)


def test_no_page_takes_more_queries_for_more_rows(director: Client, club: Club) -> None:
    small = queries(director, a_season(club, 4, events=1))
    large = queries(director, a_season(club, 16, events=9))
    assert large == small
    assert small.keys() == page_names()
