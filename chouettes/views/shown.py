"""A night as its pages show it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from chouettes.models import ChouetteEntry, ChouetteNight, NightStatus
from chouettes.night_in_words import in_words, rules_in_words
from chouettes.selectors import ledger_of, live_lines, payments_of, seats_of
from chouettes.services.ledger import MOST_LINES
from chouettes.views.phone_game import game_on_phone
from matches.rules_in_words import rule_names
from rules_core.chouette import BOX, TEAM, ChouetteGame, Cubes, Stake
from rules_core.chouette.night import Night
from rules_core.chouette.table import FEWEST_PLAYERS, start
from rules_core.sides import Side


@dataclass(frozen=True)
class Seated:
    """Somebody at the table, by the number that forms send."""

    id: int
    name: str


@dataclass(frozen=True)
class ShownCube:
    """A cube between two players."""

    with_box: Seated
    with_team: Seated
    is_extra: bool
    is_captain: bool
    value: int
    offered: int
    """What it shows if the turn that waits for an answer is taken; 0 where none waits."""
    owner: str
    """Of the two, whose side it lies on."""
    is_open: bool
    points: int
    """What the stake was lost for, once it is."""
    box_turns: bool
    team_turns: bool
    asked: str
    """Who has to answer."""
    beavers: bool

    @property
    def pair(self) -> str:
        """By which it is known: the two players' numbers."""
        return f"{self.with_box.id}-{self.with_team.id}"

    @property
    def field(self) -> str:
        """What a form calls it."""
        return f"cube-{self.pair}"


@dataclass(frozen=True)
class ShownLine:
    """A line of the ledger in words."""

    entry: ChouetteEntry
    words: str
    counts: bool


def shown_night(row: ChouetteNight) -> dict[str, Any]:
    """Everything that both pages of a night have in common."""
    night, seats = row.night, seats_of(row)
    people = {seat.key: Seated(seat.player_id, seat.player.name) for seat in seats}
    here = (night.chouette.box, *night.chouette.line)
    lines = _lines(row, {key: one.name for key, one in people.items()})
    return {
        "club": row.club,
        "night": row,
        "is_open": row.status == NightStatus.OPEN,
        "rules": [*rules_in_words(night.chouette.rules), *_options(night)],
        "number": night.game_number,
        "box": people[night.chouette.box],
        "captain": people[night.captain],
        "queue": [people[key] for key in night.chouette.line if key != night.captain],
        "seated": [people[key] for key in here],
        "enough": len(here) >= FEWEST_PLAYERS,
        "partners": [people[key] for key in night.chouette.partners_asked],
        "accounts": [
            {"seat": seat, "is_here": seat.key in here}
            for seat in sorted(seats, key=lambda seat: (-seat.points, seat.number))
        ],
        "payments": payments_of(seats),
        "lines": lines,
        "names_on_phone": json.dumps({one.id: one.name for one in people.values()}),
        "pattern": {"is_pattern": True},
        "undoable": next((one for one in lines if one.counts and one.entry.number > 1), None),
        **_shown_game(night, people),
    }


def _options(night: Night) -> list[str]:
    names = rule_names(night.chouette.rules.game)
    return [", ".join(names) + "."] if names else []


def _shown_game(night: Night, people: dict[str, Seated]) -> dict[str, Any]:
    """The game that is played, or the next one: a phone without a network starts it by itself."""
    game = night.game or _next_game(night)
    if game is None:
        alone = {"step": "between", "game": None}
        return alone | {"cubes": [], "on_phone": json.dumps(alone)}
    cubes = [_shown_cube(game, stake, people) for stake in game.stakes]
    waiting = [cube for cube in cubes if cube.offered]
    step = "between" if night.game is None else "answers" if waiting else "game"
    numbers = {key: one.id for key, one in people.items()}
    return {
        "game": night.game,
        "step": step,
        "on_phone": json.dumps({"step": step, "game": game_on_phone(game, numbers)}),
        "partner": people[game.partner] if game.partner else None,
        "one_cube": game.rules.cubes is Cubes.ONE,
        "beavers": game.rules.game.beavers,
        "cubes": cubes,
        "answered_together": _answered_together(game, cubes),
        "box_cubes": [cube for cube in cubes if cube.box_turns],
        "team_cubes": [cube for cube in cubes if cube.team_turns],
        "may_throw_equal": _may_throw_equal(game),
        "extras": [(people[dropper], people[taker]) for dropper, taker in game.extras_on_offer],
    }


def _next_game(night: Night) -> ChouetteGame | None:
    if night.closed or len(night.chouette.line) + 1 < FEWEST_PLAYERS:
        return None
    return start(night.chouette)


def _answered_together(game: ChouetteGame, cubes: list[ShownCube]) -> list[ShownCube]:
    """The shared cube of a team, turned on the box: one answer goes for everybody."""
    if game.rules.cubes is not Cubes.ONE:
        return []
    on_box = {
        stake.between
        for stake in game.unanswered
        if stake.between.with_box == game.box and stake.offer and stake.offer.by is TEAM
    }
    shown = zip(game.stakes, cubes, strict=True)
    return [cube for stake, cube in shown if stake.between in on_box]


def _shown_cube(game: ChouetteGame, stake: Stake, people: dict[str, Seated]) -> ShownCube:
    offer, owner = stake.offer, stake.cube.owner
    asked = offer.by.other if offer else None
    turned = offer.value if offer else 0
    return ShownCube(
        with_box=people[stake.between.with_box],
        with_team=people[stake.between.with_team],
        is_extra=stake.between.with_box != game.box,
        is_captain=stake.between == (game.box, game.captain),
        value=stake.cube.value,
        offered=turned,
        owner=people[stake.between.on(owner)].name if owner else "",
        is_open=stake.open,
        points=stake.result.points(game.rules.game) if stake.result else 0,
        box_turns=_may_turn(game, stake, BOX),
        team_turns=_may_turn(game, stake, TEAM),
        asked=people[stake.between.on(asked)].name if asked else "",
        beavers=bool(
            offer
            and offer.animals < game.rules.game.beavers
            and 2 * turned <= game.rules.game.max_cube
        ),
    )


def _may_turn(game: ChouetteGame, stake: Stake, side: Side) -> bool:
    free = stake.open and stake.offer is None and stake.cube.owner in (None, side)
    return free and 2 * stake.cube.value <= game.rules.game.max_cube


def _may_throw_equal(game: ChouetteGame) -> bool:
    """Whether a throw of equal opening dice would still turn a cube."""
    agreed = game.rules.game.automatic_doubles
    return all(
        stake.open
        and stake.offer is None
        and stake.cube.owner is None
        and stake.cube.automatic_doubles < agreed
        and 2 * stake.cube.value <= game.rules.game.max_cube
        for stake in game.stakes
    )


def _lines(row: ChouetteNight, names: dict[str, str]) -> list[ShownLine]:
    """The newest first."""
    lines = list(ledger_of(row)[:MOST_LINES])
    live = {line.number for line in live_lines(lines)}
    return [ShownLine(line, in_words(line, names), line.number in live) for line in reversed(lines)]
