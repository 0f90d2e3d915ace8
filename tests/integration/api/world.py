"""A club with a private event, and everybody who might want something of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from chouettes.models import ChouetteNight
from chouettes.services.games import CubeBetween, answer_cubes, start_game, turn_cubes
from chouettes.services.nights import begin_night
from matches.models import Match, RatingPool, ResultPolicy
from matches.services.games import record_game
from matches.services.reports import dispute_result
from matches.services.results import report_result
from matches.services.table_links import table_links
from matches.services.transcripts import add_transcript
from money.services.sessions import record_session_game
from outbox.services import run_pending
from players.actors import SYSTEM, Actor, TableAccess
from players.models import Club, Role
from players.services.named_players import Somebody
from rules_core.chouette import ChouetteRules
from rules_core.draws.settings import Format
from rules_core.match import GameResult, MatchRules
from rules_core.money import money_rules
from rules_core.seasons.rules import SeasonRules
from rules_core.sides import Side
from tests.integration.factories import a_club, a_drawn_stage, a_player, a_user
from tests.integration.matches.playing import a_match, client, official
from tests.integration.money.sessions import a_session
from tournaments.models import Entry, Registration, Stage, Tournament
from tournaments.selectors import ready_matches
from tournaments.services.attendance import withdraw
from tournaments.services.draws import draw_stage
from tournaments.services.events import StagePlan
from tournaments.services.seasons import create_season
from tournaments.services.stages import append_stage

MAT = Path(__file__).parents[2] / "data" / "mat" / "m05_0.mat"


@dataclass
class World:
    """What the paths of the matrix speak of."""

    club: Club = field(default_factory=a_club)

    def __post_init__(self) -> None:
        self.stage: Stage = a_drawn_stage(
            self.club,
            4,
            published=False,
            rules=MatchRules(length=5),
            result_policy=ResultPolicy.EITHER,
        )
        self.event: Tournament = self.stage.tournament
        self.entry: Entry = self.event.entries.order_by("pk")[0]
        self.match: Match = ready_matches(self.stage)[0]
        self.newcomer = a_player(self.club)
        self.session = a_session(self.club, players=(self.match.a, self.match.b))
        self.chouette: ChouetteNight = self._night()
        self.season = create_season(
            club_id=self.club.pk,
            name="Season",
            first_day=date(2026, 1, 1),
            last_day=date(2026, 12, 31),
            rules=SeasonRules(),
            actor=SYSTEM,
        )
        self.pool = RatingPool.objects.create(key="rapid", name="Rapid", club=self.club)
        self.registration = Registration.objects.create(
            tournament=self.event, name="Nora", status="to_approve", nonce="0", digest="0"
        )

    def _night(self) -> ChouetteNight:
        """A night of the event's players, the first of whom may have an account."""
        players = [self.match.a, self.match.b, a_player(self.club), a_player(self.club)]
        rules = ChouetteRules(game=money_rules(automatic_doubles=1, beavers=1))
        return begin_night(
            club_id=self.club.pk,
            players=[Somebody(player_id=player.pk) for player in players],
            rules=rules,
            actor=SYSTEM,
        )

    def askers(self) -> dict[str, APIClient]:
        """Everybody, by what the matrix calls them."""
        elsewhere = a_club()
        return {
            "nobody": client(),
            "other": official(elsewhere),
            "player": self._signed_in_player(),
            "table": client(f"Table {self._link(self.match, Side.B)}"),
            "stray": client(f"Table {self._link(a_match(elsewhere), Side.A)}"),
            "reader": official(self.club, Role.READER),
            "scorer": official(self.club, Role.SCORER),
            "director": official(self.club),
            "admin": _session(a_user(is_superuser=True)),
        }

    def _signed_in_player(self) -> APIClient:
        player = self.match.a
        player.user = a_user()
        player.save()
        return _session(player.user)

    def _link(self, match: Match, side: Side) -> str:
        return table_links(match_id=match.pk, actor=SYSTEM)[side]

    @property
    def ids(self) -> dict[str, str | int]:
        """What stands in the paths."""
        return {
            "club": self.club.slug,
            "player": self.newcomer.pk,
            "opponent": self.match.a_id,
            "event": self.event.slug,
            "stage": self.stage.number,
            "entry": self.entry.pk,
            "match": self.match.pk,
            "chouette": self.chouette.pk,
            "registration": self.registration.pk,
            "season": self.season.slug,
            "pool": self.pool.pk,
            "session": self.session.pk,
        }

    def path(self, template: str) -> str:
        """The template with what this world has."""
        return f"/api/v1/{template.format(**self.ids)}"


def _session(user: Any) -> APIClient:
    own = APIClient()
    own.force_login(user)
    return own


def chouette_started(world: World) -> None:
    start_game(night_id=world.chouette.pk, actor=SYSTEM)


def chouette_doubled(world: World) -> None:
    chouette_started(world)
    turn_cubes(night_id=world.chouette.pk, by="box", cubes=_cubes(world), actor=SYSTEM)


def chouette_dropped(world: World) -> None:
    chouette_doubled(world)
    answers = ("drop", "take", "take")
    cubes = [
        CubeBetween(cube.with_team, answer=how)
        for cube, how in zip(_cubes(world), answers, strict=True)
    ]
    answer_cubes(night_id=world.chouette.pk, cubes=cubes, actor=SYSTEM)


def _cubes(world: World) -> list[CubeBetween]:
    members = world.chouette.seats.exclude(number=1).order_by("number")
    return [CubeBetween(player) for player in members.values_list("player", flat=True)]


def _cube_bodies(world: World, **further: str) -> list[dict[str, Any]]:
    return [{"with_team": cube.with_team, **further} for cube in _cubes(world)]


def one_game(world: World) -> None:
    game = GameResult(Side.A)
    record_game(match_id=world.match.pk, number=1, game=game, actor=SYSTEM)


def finished(world: World) -> None:
    report_result(match_id=world.match.pk, score=(5, 1), actor=SYSTEM)


def reported_by_a(world: World) -> None:
    Match.objects.filter(pk=world.match.pk).update(result_policy=ResultPolicy.CONFIRM)
    side_a = Actor(table_access=TableAccess(world.match.pk, Side.A))
    report_result(match_id=world.match.pk, score=(5, 1), actor=side_a)


def disputed_by_b(world: World) -> None:
    reported_by_a(world)
    side_b = Actor(table_access=TableAccess(world.match.pk, Side.B))
    dispute_result(match_id=world.match.pk, reason="no", actor=side_b)


def with_file(world: World) -> None:
    add_transcript(
        match_id=world.match.pk,
        name="f.mat",
        content=MAT.read_bytes(),
        actor=SYSTEM,
        first=Side.A,
    )


def published_to_members(_: World) -> None:
    run_pending()


def in_a_table(world: World) -> None:
    pools = StagePlan(name="Pools", format=Format.ROUND_ROBIN)
    stage = append_stage(tournament_id=world.event.pk, plan=pools, actor=SYSTEM)
    world.stage = draw_stage(stage_id=stage.pk, actor=SYSTEM)


def withdrawn(world: World) -> None:
    withdraw(entry_id=world.entry.pk, actor=SYSTEM, reason="ill")


def one_session_game(world: World) -> None:
    game = GameResult(Side.A)
    record_session_game(session_id=world.session.pk, number=1, game=game, actor=SYSTEM)


PREPARED: dict[str, Callable[[World], None]] = {
    "DELETE sessions/{session}/games/last/": one_session_game,
    "POST chouettes/{chouette}/answer/": chouette_doubled,
    "POST chouettes/{chouette}/double/": chouette_started,
    "POST chouettes/{chouette}/equal-dice/": chouette_started,
    "POST chouettes/{chouette}/extra/": chouette_dropped,
    "POST chouettes/{chouette}/result/": chouette_started,
    "POST chouettes/{chouette}/undo/": chouette_started,
    "DELETE matches/{match}/games/last/": one_game,
    "POST matches/{match}/reopen/": finished,
    "POST matches/{match}/correct/": finished,
    "POST matches/{match}/confirm/": reported_by_a,
    "POST matches/{match}/dispute/": reported_by_a,
    "POST matches/{match}/undispute/": disputed_by_b,
    "GET matches/{match}/transcript/": with_file,
    "GET matches/{match}/replay/": with_file,
    "POST tournaments/{event}/entries/{entry}/reinstate/": withdrawn,
    "GET tournaments/{event}/stages/{stage}/bracket/": published_to_members,
    "GET tournaments/{event}/stages/{stage}/standings/": published_to_members,
    "GET tournaments/{event}/stages/{stage}/standings/{entry}/why/": in_a_table,
}
"""What has to have happened for a request to make sense."""


def body(row: str, world: World) -> Any:
    """What a request sends."""
    rules = {"length": 3}
    entrant = {"name": "Somebody New"}
    event = {"club": world.club.slug, "name": "x", "starts_at": "2026-11-18T18:30:00Z"}
    reason = {"reason": "because"}
    bodies: dict[str, Any] = {
        "POST chouettes/": {
            "club": world.club.slug,
            "players": [{"name": name} for name in ("Ann", "Bob", "Cleo")],
        },
        "POST chouettes/{chouette}/answer/": {"cubes": _cube_bodies(world, answer="take")},
        "POST chouettes/{chouette}/double/": {"by": "box", "cubes": _cube_bodies(world)},
        "POST chouettes/{chouette}/extra/": {
            "dropper": _cubes(world)[0].with_team,
            "taker": _cubes(world)[1].with_team,
        },
        "POST chouettes/{chouette}/join/": {"name": "Nora"},
        "POST chouettes/{chouette}/leave/": {"player": world.match.b_id},
        "POST chouettes/{chouette}/result/": {"winner": "box"},
        "POST players/": {"club": world.club.slug, "name": "Nora"},
        "PATCH players/{player}/": {"name": "Nora"},
        "POST tournaments/": {**event, "rules": rules},
        "PATCH tournaments/{event}/": {"name": "y"},
        "POST players/import/": {
            "club": world.club.slug,
            "file": SimpleUploadedFile("players.csv", b"Name\nNora Frei\n"),
        },
        "POST players/{player}/merge/": {"into": world.match.a_id},
        "POST tournaments/{event}/entries/": entrant,
        "POST tournaments/{event}/entries/by-name/": entrant,
        "POST tournaments/{event}/entries/check-in/": {"entries": [world.entry.pk]},
        "POST tournaments/{event}/registrations/": {"name": "Nora", "email": "nora@example.org"},
        "POST tournaments/{event}/entries/bulk/": {"entries": [entrant]},
        "POST tournaments/{event}/entries/{entry}/withdraw/": reason,
        "POST tournaments/{event}/entries/{entry}/disqualify/": reason,
        "POST tournaments/{event}/entries/{entry}/reinstate/": reason,
        "POST tournaments/{event}/entries/{entry}/paid/": {"paid": True},
        "POST tournaments/{event}/entries/{entry}/replace/": {"player": world.newcomer.pk},
        "POST tournaments/{event}/stages/{stage}/draw/": {"redraw": True},
        "PATCH tournaments/{event}/stages/{stage}/lengths/": {
            "rounds": [{"bracket": "main", "number": 2, "length": 7}]
        },
        "POST tournaments/{event}/stages/{stage}/standings/by-hand/": {"entries": []},
        "POST matches/": {
            "club": world.club.slug,
            "a": world.match.a_id,
            "b": world.match.b_id,
            "rules": rules,
        },
        "POST pools/": {"club": world.club.slug, "name": "Blitz"},
        "PATCH pools/{pool}/": {"shortest": 3},
        "POST pools/{pool}/start-values/": {
            "file": SimpleUploadedFile("start.csv", b"Name;Rating\nNora Frei;1600\n"),
        },
        "PUT tournaments/{event}/pools/": {"pools": ["rapid"]},
        "POST seasons/": {
            "club": world.club.slug,
            "name": "League",
            "first_day": "2026-01-01",
            "last_day": "2026-12-31",
        },
        "PATCH seasons/{season}/": {"name": "Other"},
        "POST sessions/": {
            "club": world.club.slug,
            "a": world.match.a_id,
            "b": world.match.b_id,
        },
        "POST sessions/{session}/games/": {"number": 1, "winner": "a"},
        "PATCH matches/{match}/": {"rules": rules},
        "POST matches/{match}/call/": {"table": 1},
        "POST matches/{match}/games/": {"number": 1, "winner": "a"},
        "POST matches/{match}/result/": {"score": [5, 1]},
        "POST matches/{match}/penalty/": {"side": "a", "points": 1, **reason},
        "POST matches/{match}/ruling/": {"irregularity": "cocked_dice", "side": "a"},
        "POST matches/{match}/late/": {"side": "a"},
        "POST matches/{match}/time-out/": {"side": "a"},
        "DELETE matches/{match}/late/": {"side": "a"},
        "DELETE matches/{match}/penalty/": {"side": "a"},
        "DELETE matches/{match}/time-out/": {"side": "a"},
        "POST matches/{match}/dispute/": reason,
        "POST matches/{match}/reopen/": reason,
        "POST matches/{match}/correct/": {"score": [1, 5], **reason},
        "POST matches/{match}/transcript/": {
            "file": SimpleUploadedFile("f.mat", MAT.read_bytes()),
            "first": "a",
        },
    }
    return bodies.get(row, {})
