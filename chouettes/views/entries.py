"""What a form at the table sends, as the body of the same request over REST.

``static/js/chouette.js`` makes the same bodies of the same forms, and sends them itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import QueryDict
from rest_framework.serializers import BaseSerializer

from api.serializers import StrictSerializer
from chouettes.api import serializers
from chouettes.services import games, nights
from players.actors import Actor

TURNED = "turn"
"""In place of an answer: this cube is turned."""
_NOT_SAID = {"csrfmiddlewaretoken", "version", "shared", "all"}

Write = Callable[[int, Actor, dict[str, Any], int | None], object]


def sent(posted: QueryDict) -> dict[str, Any]:
    """A form as a body: fields named ``cube-…`` are cubes, ``all`` answers those that are ``shared``."""
    values = {name: str(posted[name]) for name in posted if posted[name]}
    cubes = [
        _cube(name.removeprefix("cube-"), value)
        for name, value in values.items()
        if name.startswith("cube-")
    ]
    if "all" in values:
        cubes += [_cube(pair, values["all"]) for pair in posted.getlist("shared")]
    said: dict[str, Any] = {
        name: value
        for name, value in values.items()
        if name not in _NOT_SAID and not name.startswith("cube-")
    }
    return said | ({"cubes": cubes} if cubes else {})


def version_seen(posted: QueryDict) -> int | None:
    """The version that the form was shown with, where it brings one."""
    version = posted.get("version", "")
    return int(version) if version.isdecimal() and len(version) < 10 else None


def _cube(pair: str, how: str) -> dict[str, str]:
    with_box, _dash, with_team = pair.partition("-")
    cube = {"with_box": with_box, "with_team": with_team}
    return cube if how == TURNED else cube | {"answer": how}


def _start(night_id: int, actor: Actor, said: dict[str, Any], version: int | None) -> object:
    return games.start_game(
        night_id=night_id,
        partner_id=said.get("partner"),
        game=said.get("game"),
        actor=actor,
        version=version,
    )


def _equal_dice(night_id: int, actor: Actor, said: dict[str, Any], version: int | None) -> object:
    return games.throw_equal_dice(night_id=night_id, actor=actor, version=version, **said)


def _double(night_id: int, actor: Actor, said: dict[str, Any], version: int | None) -> object:
    return games.turn_cubes(
        night_id=night_id,
        by=said["by"],
        cubes=serializers.cubes_of(said),
        game=said.get("game"),
        actor=actor,
        version=version,
    )


def _answer(night_id: int, actor: Actor, said: dict[str, Any], version: int | None) -> object:
    return games.answer_cubes(
        night_id=night_id,
        cubes=serializers.cubes_of(said),
        game=said.get("game"),
        actor=actor,
        version=version,
    )


def _extra(night_id: int, actor: Actor, said: dict[str, Any], version: int | None) -> object:
    return games.offer_extra(
        night_id=night_id,
        dropper_id=said["dropper"],
        taker_id=said["taker"],
        accepted=said["accepted"],
        game=said.get("game"),
        actor=actor,
        version=version,
    )


def _result(night_id: int, actor: Actor, said: dict[str, Any], version: int | None) -> object:
    return games.finish_game(night_id=night_id, actor=actor, version=version, **said)


def _join(night_id: int, actor: Actor, said: dict[str, Any], version: int | None) -> object:
    somebody = serializers.somebody(said)
    return nights.join_night(night_id=night_id, somebody=somebody, actor=actor, version=version)


def _leave(night_id: int, actor: Actor, said: dict[str, Any], version: int | None) -> object:
    return nights.leave_night(
        night_id=night_id, player_id=said["player"], actor=actor, version=version
    )


def _undo(night_id: int, actor: Actor, said: dict[str, Any], version: int | None) -> object:
    return nights.take_back(night_id=night_id, actor=actor, version=version, **said)


def _close(night_id: int, actor: Actor, _said: dict[str, Any], version: int | None) -> object:
    return nights.close_night(night_id=night_id, actor=actor, version=version)


ENTRIES: dict[str, tuple[type[BaseSerializer[Any]], Write]] = {
    "start": (serializers.StartBody, _start),
    "equal-dice": (serializers.OfGameBody, _equal_dice),
    "double": (serializers.DoubleBody, _double),
    "answer": (serializers.CubeAnswersBody, _answer),
    "extra": (serializers.ExtraBody, _extra),
    "result": (serializers.ChouetteResultBody, _result),
    "join": (serializers.SomebodyBody, _join),
    "leave": (serializers.PlayerBody, _leave),
    "undo": (serializers.UndoBody, _undo),
    "close": (StrictSerializer, _close),
}
"""By the last part of their address, as over REST."""
