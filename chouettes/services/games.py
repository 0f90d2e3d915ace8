"""A game of a night: it starts, cubes are turned, extras are taken, it is won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import transaction

from chouettes.models import ChouetteNight, EntryKind
from chouettes.services.ledger import append_line, changed_night
from players.actors import Actor
from rules_core.chouette import NotPlaying
from rules_core.errors import Conflict


class WrongChouetteGame(Conflict):
    """What was recorded belongs to another game than the one that is played."""

    code = "wrong_game_number"


@dataclass(frozen=True)
class CubeBetween:
    """A cube by the two it lies between; without ``with_box``, the box itself has the other side."""

    with_team: int
    with_box: int | None = None
    answer: str = ""
    """Take, drop or beaver; empty where it is not known yet."""


@transaction.atomic
def start_game(
    *,
    night_id: int,
    actor: Actor,
    game: int | None = None,
    partner_id: int | None = None,
    version: int | None = None,
) -> ChouetteNight:
    """The next game; ``partner_id`` shares the box's result."""
    night = changed_night(night_id, actor, version)
    _check_game(night, game)
    partner = None if partner_id is None else _keys(night)(partner_id)
    append_line(night, EntryKind.STARTED, {"partner": partner}, actor)
    return night


@transaction.atomic
def throw_equal_dice(
    *, night_id: int, actor: Actor, game: int | None = None, version: int | None = None
) -> ChouetteNight:
    """Equal opening dice turn every cube, as far as agreed on."""
    night = changed_night(night_id, actor, version)
    _check_game(night, game)
    append_line(night, EntryKind.EQUAL_DICE, {}, actor)
    return night


@transaction.atomic
def turn_cubes(
    *,
    night_id: int,
    by: str,
    cubes: Sequence[CubeBetween],
    actor: Actor,
    game: int | None = None,
    version: int | None = None,
) -> ChouetteNight:
    """``box`` or ``team`` doubles; the answers may come along, for all cubes or for none."""
    night = changed_night(night_id, actor, version)
    _check_game(night, game)
    turned = _pairs(night, cubes)
    facts = {
        "by": by,
        "cubes": [pair for pair, _how in turned],
        "answers": [[*pair, how] for pair, how in turned if how],
    }
    append_line(night, EntryKind.DOUBLED, facts, actor)
    return night


@transaction.atomic
def answer_cubes(
    *,
    night_id: int,
    cubes: Sequence[CubeBetween],
    actor: Actor,
    game: int | None = None,
    version: int | None = None,
) -> ChouetteNight:
    """Every turned cube is answered, all of them together."""
    night = changed_night(night_id, actor, version)
    _check_game(night, game)
    facts = {"answers": [[*pair, how] for pair, how in _pairs(night, cubes)]}
    append_line(night, EntryKind.ANSWERED, facts, actor)
    return night


@transaction.atomic
def offer_extra(
    *,
    night_id: int,
    dropper_id: int,
    taker_id: int,
    actor: Actor,
    accepted: bool = True,
    game: int | None = None,
    version: int | None = None,
) -> ChouetteNight:
    """A member who has just dropped offers an extra cube to one who has just taken."""
    night = changed_night(night_id, actor, version)
    _check_game(night, game)
    key = _keys(night)
    facts = {"dropper": key(dropper_id), "taker": key(taker_id), "accepted": accepted}
    append_line(night, EntryKind.EXTRA, facts, actor)
    return night


@transaction.atomic
def finish_game(
    *,
    night_id: int,
    winner: str,
    kind: str,
    actor: Actor,
    ended_by: str = "play",
    game: int | None = None,
    version: int | None = None,
) -> ChouetteNight:
    """The game was decided on the board: ``box`` or ``team`` wins all cubes still in play."""
    night = changed_night(night_id, actor, version)
    _check_game(night, game)
    facts = {"winner": winner, "kind": kind, "ended_by": ended_by}
    append_line(night, EntryKind.FINISHED, facts, actor)
    return night


def _check_game(night: ChouetteNight, game: int | None) -> None:
    """A phone that was away does not record the last game's result for this one."""
    if game is not None and game != night.games + 1:
        raise WrongChouetteGame(
            f"The next game is number {night.games + 1}, not {game}.",
            expected=night.games + 1,
            number=game,
        )


def _pairs(night: ChouetteNight, cubes: Sequence[CubeBetween]) -> list[tuple[list[str], str]]:
    key, box = _keys(night), night.night.chouette.box
    return [
        (
            [box if cube.with_box is None else key(cube.with_box), key(cube.with_team)],
            cube.answer,
        )
        for cube in cubes
    ]


def _keys(night: ChouetteNight) -> Callable[[int], str]:
    """What the rules call each player of a night."""
    seats = {seat.player_id: seat.key for seat in night.seats.all()}

    def key(player_id: int) -> str:
        if player_id not in seats:
            raise NotPlaying("This player does not sit here.", player=player_id)
        return seats[player_id]

    return key
