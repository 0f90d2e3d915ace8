"""A night as JSON."""

from __future__ import annotations

from typing import Any

from chouettes.api.serializers import settings_json
from chouettes.models import ChouetteNight, Seat
from chouettes.selectors import ledger_of, live_lines, payments_of, seats_of
from rules_core.chouette import BOX, ChouetteGame, Stake
from rules_core.sides import Side


def night_json(row: ChouetteNight) -> dict[str, Any]:
    """Box, captain, queue, cubes, accounts, and who owes whom."""
    night, seats = row.night, seats_of(row)
    who = {seat.key: _seated(seat) for seat in seats}
    here = {night.chouette.box, *night.chouette.line}
    return {
        "id": row.pk,
        "club": row.club.slug,
        "version": row.version,
        "status": row.status,
        "games": row.games,
        "created_at": row.created_at,
        "closed_at": row.closed_at,
        "settings": settings_json(night.chouette.rules),
        "box": who[night.chouette.box],
        "captain": who[night.captain],
        "queue": [who[key] for key in night.chouette.line],
        "partners": [who[key] for key in night.chouette.partners_asked],
        "game": night.game and _game(night.game, night.game_number, who),
        "accounts": [
            who[seat.key] | {"points": seat.points, "seated": seat.key in here} for seat in seats
        ],
        "payments": [
            {"payer": _seated(payer), "payee": _seated(payee), "points": points}
            for payer, payee, points in payments_of(seats)
        ],
    }


def history_json(row: ChouetteNight) -> dict[str, Any]:
    """Every line, and whether it still counts."""
    lines = list(ledger_of(row))
    live = {line.number for line in live_lines(lines)}
    return {
        "seats": {seat.key: _seated(seat) for seat in seats_of(row)},
        "entries": [
            {
                "number": line.number,
                "kind": line.kind,
                "facts": line.facts,
                "by": line.by and str(line.by),
                "channel": line.channel,
                "at": line.at,
                "counts": line.number in live,
            }
            for line in lines
        ],
    }


def _game(game: ChouetteGame, number: int, who: dict[str, Any]) -> dict[str, Any]:
    return {
        "number": number,
        "partner": who[game.partner] if game.partner else None,
        "cubes": [_cube(stake, who) for stake in game.stakes],
        "extras": [
            {"dropper": who[dropper], "taker": who[taker]}
            for dropper, taker in game.extras_on_offer
        ],
    }


def _cube(stake: Stake, who: dict[str, Any]) -> dict[str, Any]:
    return {
        "with_box": who[stake.between.with_box],
        "with_team": who[stake.between.with_team],
        "value": stake.cube.value,
        "owner": _side(stake.cube.owner),
        "turned_by": _side(stake.offer.by) if stake.offer else None,
        "winner": _side(stake.result.winner) if stake.result else None,
    }


def _side(side: Side | None) -> str | None:
    return side and ("box" if side is BOX else "team")


def _seated(seat: Seat) -> dict[str, Any]:
    return {"player": seat.player_id, "name": seat.player.name}
