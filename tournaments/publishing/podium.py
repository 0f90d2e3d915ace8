"""The end of an event: who came first, and how the winner got there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.publishing.bracket_types import SIDE_NAMES
from tournaments.publishing.shown_brackets import ShownBracket
from tournaments.publishing.standings_types import StandingsRow

_PLACES = 3
_MOST = 4
"""Two may share the third place."""
_LOWEST, _APART, _ROOM = 66.0, 12.4, 5
"""The first checker on a point, how far above it the next lies, and how many fit."""


@dataclass(frozen=True)
class PodiumStep:
    """Somebody among the first three."""

    player: int
    name: str
    note: str
    checkers: list[float]
    """Where the checkers lie, one for each win."""


@dataclass(frozen=True)
class WayStep:
    """A match that the winner played."""

    round_name: str
    player: int
    name: str
    own: int | None
    theirs: int | None
    match: int | None


def podium_of(rows: Sequence[StandingsRow]) -> list[PodiumStep]:
    """The first three once there is a winner; nobody before, and nobody where pools have one each."""
    winners = [row for row in rows if row["status"] == "winner" and row["rank"] == 1]
    if len(winners) != 1 or len({row["pool"] for row in rows}) > 1:
        return []
    placed = [row for row in rows if row["rank"] <= _PLACES][:_MOST]
    return [
        PodiumStep(
            row["player"],
            row["name"],
            _("%(won)s of %(played)s matches won")
            % {"won": row["wins"], "played": row["wins"] + row["losses"]},
            [round(_LOWEST - _APART * at, 1) for at in range(min(row["wins"], _ROOM))],
        )
        for row in placed
    ]


def way_of(player: int, shown: Iterable[ShownBracket]) -> list[WayStep]:
    """A player's matches from the first to the last."""
    steps = []
    for sheet in shown:
        for round_ in sheet["rounds"]:
            for pairing in round_["pairings"]:
                side = next((s for s in SIDE_NAMES if pairing[s]["player"] == player), None)
                other = pairing["b" if side == "a" else "a"]
                if side is None or other["player"] is None:
                    continue
                own, theirs = _points(pairing["score"], side)
                steps.append(
                    WayStep(
                        round_["name"],
                        other["player"],
                        other["name"] or "",
                        own,
                        theirs,
                        pairing["match"],
                    )
                )
    return steps


def _points(score: list[int] | None, side: str) -> tuple[int | None, int | None]:
    if score is None:
        return None, None
    own, theirs = score if side == "a" else score[::-1]
    return own, theirs
