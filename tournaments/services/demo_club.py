"""The demo club: the same every time, made through the services a director uses."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from matches.models import Match, ResultPolicy
from matches.services.results import report_result
from players.actors import SYSTEM, Actor
from players.models import Club, Player
from players.services.clubs import found_club
from players.services.registration import register_player
from rules_core.draws.settings import Format
from rules_core.match import MatchRules
from rules_core.seasons.rules import SeasonRules
from tournaments.models import Stage, Tournament
from tournaments.selectors import ready_matches
from tournaments.services.demo_match import is_the_one, play_by_the_file
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.events import StagePlan, create_tournament, publish
from tournaments.services.rounds import StageOver, pair_next_round
from tournaments.services.seasons import create_season

SLUG = "limmat"
PLAYERS = (
    ("Anna Meier", "CH"),
    ("Luca Rossi", "IT"),
    ("Beat Keller", "CH"),
    ("Claire Dubois", "FR"),
    ("Urs Huber", "CH"),
    ("Giulia Conti", "IT"),
    ("Hannah Weber", "DE"),
    ("Marco Bianchi", "IT"),
    ("Sophie Favre", "CH"),
    ("Tim Baumann", "CH"),
    ("Nora Frei", "CH"),
    ("James Whitfield", "GB"),
    ("Élodie Martin", "FR"),
    ("Jonas Schneider", "DE"),
    ("Chiara Ferrari", "IT"),
    ("Reto Zimmermann", "CH"),
    ("Priya Shah", "GB"),
    ("Olivier Lambert", "FR"),
    ("Katharina Vogel", "AT"),
    ("Pietro Bernasconi", "CH"),
    ("Ingrid Sørensen", "DK"),
    ("Matthias Graf", "CH"),
    ("Amélie Rochat", "CH"),
    ("Daniel O’Connor", "IE"),
)


@dataclass(frozen=True)
class DemoEvent:
    """An event of the demo club."""

    name: str
    days: int
    """From today."""
    entrants: slice
    plans: tuple[StagePlan, ...]
    length: int = 7
    results: int | None = None
    """How many matches are played; None: all."""
    draw: bool = True
    policy: ResultPolicy = ResultPolicy.DIRECTOR
    fee: int | None = None

    @property
    def since(self) -> timedelta:
        """From now to when it was played; what is under way is played now."""
        return timedelta(days=min(self.days, 0))

    @property
    def actor(self) -> Actor:
        """Whoever reports its results, at a moment of its evening that follows the last one."""
        return replace(SYSTEM, at=timezone.now() + self.since)


def _plan(name: str, code: Format, **settings: Any) -> StagePlan:
    return StagePlan(name=name, format=code, settings=settings)


EVENTS = (
    DemoEvent(
        "September Swiss",
        -56,
        slice(0, 19),
        (_plan("Swiss", Format.SWISS, rounds=5, first_round="random"),),
    ),
    DemoEvent(
        "Pools and Finals",
        -42,
        slice(4, 24),
        (
            _plan("Pools", Format.ROUND_ROBIN, pools=4, qualify=8, lengths={"main": [5]}),
            _plan("Finals", Format.SINGLE_ELIMINATION, third_place=True),
        ),
    ),
    DemoEvent(
        "October Knock-out",
        -21,
        slice(0, 24),
        (_plan("Main", Format.SINGLE_ELIMINATION, lengths={"main": [7, 7, 9]}),),
    ),
    DemoEvent(
        "Three Lives",
        -7,
        slice(2, 15),
        (_plan("Lives", Format.SWISS_LIVES, lives=3),),
        length=5,
    ),
    DemoEvent(
        "Limmat Cup",
        0,
        slice(3, 16),
        (
            _plan(
                "Main",
                Format.SINGLE_ELIMINATION,
                consolation="progressive",
                lengths={"main": [7, 7, 9], "consolation": [5]},
            ),
        ),
        results=9,
        policy=ResultPolicy.CONFIRM,
    ),
    DemoEvent(
        "Double Trouble",
        0,
        slice(8, 24),
        (_plan("Main", Format.DOUBLE_ELIMINATION, grand_final="reset"),),
        length=5,
        results=17,
    ),
    DemoEvent(
        "Advent Open",
        21,
        slice(0, 9),
        (_plan("Main", Format.SINGLE_ELIMINATION, consolation="simple"),),
        length=9,
        draw=False,
        fee=20,
    ),
)


SERIES = timedelta(days=180)


@transaction.atomic
def make_demo_club() -> Club:
    """24 players and an event of each kind: finished ones, two under way, one taking entries."""
    luck = Random("barpoint")  # the same club every time
    club = found_club(
        slug=SLUG, name="Backgammon Club Limmat", country="CH", timezone="Europe/Zurich"
    )
    players = [
        register_player(club_id=club.pk, name=name, country=country, actor=SYSTEM)
        for name, country in PLAYERS
    ]
    for event in EVENTS:
        tournament = _set_up(club, event, players)
        _play(tournament, event, luck)
        if event.days < 0:
            _date_back(tournament, event.since)
    _make_season(club)
    return club


def _make_season(club: Club) -> None:
    """All of its events, of which everybody's best three count."""
    today = timezone.localdate()
    create_season(
        club_id=club.pk,
        name="Limmat Series",
        first_day=today - SERIES / 2,
        last_day=today + SERIES / 2,
        rules=SeasonRules(best=3),
        actor=SYSTEM,
    )


def _set_up(club: Club, event: DemoEvent, players: list[Player]) -> Tournament:
    tournament = create_tournament(
        club_id=club.pk,
        name=event.name,
        starts_at=_beginning(event.days),
        rules=MatchRules(length=event.length),
        stages=event.plans,
        tables=8,
        result_policy=event.policy,
        entry_fee=Decimal(event.fee) if event.fee else None,
        actor=SYSTEM,
    )
    newcomers = [
        Newcomer(player_id=player.pk, paid=bool(event.fee) and number % 3 > 0)
        for number, player in enumerate(players[event.entrants])
    ]
    enter_players(tournament_id=tournament.pk, newcomers=newcomers, actor=SYSTEM)
    return publish(tournament_id=tournament.pk, actor=SYSTEM)


def _beginning(days: int) -> datetime:
    """Half past six in the evening (UTC) of that day; two hours ago, if it is today's: that goes on."""
    if days:
        evening = timezone.now().replace(hour=18, minute=30, second=0, microsecond=0)
        return evening + timedelta(days=days)
    started = timezone.now() - timedelta(hours=2)
    return started.replace(minute=30 * (started.minute // 30), second=0, microsecond=0)


def _play(tournament: Tournament, event: DemoEvent, luck: Random) -> None:
    """Play the stages one after the other, as far as the event has come."""
    left = event.results
    for stage in tournament.stages.order_by("number") if event.draw else ():
        drawn = draw_stage(stage_id=stage.pk, seed=f"{SLUG}: {event.name}", actor=event.actor)
        while matches := _ready(drawn, event):
            for match in matches[:left]:
                _finish(match, luck, event.actor)
            left = left if left is None else left - len(matches[:left])
            if left == 0:
                return


def _date_back(tournament: Tournament, by: timedelta) -> None:
    """Matches were made, and stages drawn and finished, on the evening that their ledgers name."""
    matches = Match.objects.filter(club=tournament.club_id, event=tournament.slug)
    matches.update(created_at=F("created_at") + by)
    tournament.stages.update(drawn_at=F("drawn_at") + by, finished_at=F("finished_at") + by)


def _ready(stage: Stage, event: DemoEvent) -> list[Match]:
    """Matches that can be played; of a Swiss, those of the next round if the last one is over."""
    ready = list(ready_matches(stage))
    if not ready and stage.paired_by_round:
        with suppress(StageOver):
            pair_next_round(stage_id=stage.pk, actor=event.actor)
    return ready or list(ready_matches(stage))


def _finish(match: Match, luck: Random, actor: Actor) -> None:
    won, lost = match.length, luck.randrange(match.length)
    score = (won, lost) if luck.random() < 0.5 else (lost, won)
    if is_the_one(match, score):
        play_by_the_file(match, actor)
        return
    report_result(match_id=match.pk, score=score, actor=actor)
