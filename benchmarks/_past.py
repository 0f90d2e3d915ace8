"""Years of a club that are over: what a database holds beside the night that is measured.

Run in the measured installation, on its demo club. Only what is over is copied, with other players: a history
neither leaves events open nor gives those players who are looked at more matches than they have without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

OFFSET = 100_000
"""Between the numbers of a row and of its copies."""
NIGHTS_OF_A_PLAYER = 3
"""So many copies of the demo club's season are played by the same 24 players."""
USUAL, USUAL_DAYS = 60, 4
"""Copies that every club has, and days between them: all lists are so full that they go on to a second page."""
BEFORE_USUAL = 100
"""Days from the demo club's own events back to the latest of them; its season began later."""
BEFORE_HISTORY, HISTORY_DAYS = 400, 3650
"""The same for the history, and the days that it lies spread over."""

_ORIGINAL = f"id < {OFFSET}"
_OVER = f"(SELECT id FROM tournaments_tournament WHERE {_ORIGINAL} AND status = 'finished')"
_STAGES = f"(SELECT id FROM tournaments_stage WHERE tournament_id IN {_OVER})"
_MATCHES = f"(SELECT match_id FROM tournaments_pairing WHERE stage_id IN {_STAGES})"
_EVENT = f"tournament_id IN {_OVER}"
_STAGE = f"stage_id IN {_STAGES}"
_MATCH = f"match_id IN {_MATCHES}"


@dataclass(frozen=True)
class _Table:
    """Which of its rows are copied, and what is different in each copy.

    # is a number moved on with the copy, @ one moved on with its players, < a moment moved back, k the copy.
    """

    which: str
    changes: Mapping[str, str]
    by_players: bool = False


_NAMED = "{} || ' ' || k"
_TABLES = {
    "players_player": _Table(
        _ORIGINAL,
        {"id": "#"} | {name: _NAMED.format(name) for name in ("name", "full_name", "name_key")},
        by_players=True,
    ),
    "players_playerword": _Table(
        f"player_{_ORIGINAL}", {"id": "#", "player_id": "#"}, by_players=True
    ),
    "matches_playedstep": _Table(f"player_{_ORIGINAL}", {"player_id": "#"}, by_players=True),
    # Nobody stands level with all copies of themselves.
    "matches_rating": _Table(
        f"player_{_ORIGINAL}",
        {"id": "#", "player_id": "#", "last_played": "<", "value": "value - k * 0.001"},
        by_players=True,
    ),
    "tournaments_tournament": _Table(
        f"{_ORIGINAL} AND status = 'finished'",
        {"id": "#", "slug": "slug || '-' || k"}
        | dict.fromkeys(("starts_at", "published_at", "created_at"), "<"),
    ),
    "tournaments_entry": _Table(_EVENT, {"id": "#", "tournament_id": "#", "player_id": "@"}),
    "tournaments_stage": _Table(
        _EVENT, {"id": "#", "tournament_id": "#", "drawn_at": "<", "finished_at": "<"}
    ),
    "tournaments_stageversion": _Table(_STAGE, {"stage_id": "#"}),
    "tournaments_stagesnapshot": _Table(_STAGE, {"stage_id": "#"}),
    "tournaments_stageentrant": _Table(_STAGE, dict.fromkeys(("id", "stage_id", "entry_id"), "#")),
    "matches_match": _Table(
        f"id IN {_MATCHES}",
        {"id": "#", "event": "event || '-' || k", "a_id": "@", "b_id": "@"}
        | dict.fromkeys(("created_at", "called_at", "started_at", "finished_at"), "<"),
    ),
    "matches_matchevent": _Table(_MATCH, {"id": "#", "match_id": "#", "at": "<"}),
    "matches_ratingchange": _Table(
        _MATCH, {"id": "#", "match_id": "#", "player_id": "@", "at": "<"}
    ),
    "tournaments_pairing": _Table(
        _STAGE, dict.fromkeys(("id", "stage_id", "a_id", "b_id", "match_id"), "#")
    ),
}


def fill(wanted: int, *, usual: bool = True) -> None:
    """The club's usual past, unless it is there, and so many finished matches before it."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM matches_match WHERE id IN {_MATCHES}")
        of_a_copy: int = cursor.fetchone()[0]
        copies = -(-wanted // of_a_copy)
        if usual:
            _copy(1, USUAL, f"({BEFORE_USUAL} + k * {USUAL_DAYS})")
        if copies:
            days = f"({BEFORE_HISTORY} + (k - {USUAL}) * {HISTORY_DAYS} / {copies})"
            _copy(USUAL + 1, USUAL + copies, days)
        print(f"{copies * of_a_copy:,} matches beside {USUAL * of_a_copy:,}")
    if connection.vendor == "postgresql":
        # As autovacuum does after a while; SQLite is not told anything in a club either.
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def _copy(first: int, last: int, days: str) -> None:
    from django.db import connection

    earlier = {
        "sqlite": f"strftime('%Y-%m-%d %H:%M:%f', {{0}}, '-' || {days} || ' days')",
        "postgresql": f"{{0}} - {days} * INTERVAL '1 day'",
    }[connection.vendor]
    marks = {
        "#": f"{{0}} + k * {OFFSET}",
        "@": f"{{0}} + ((k - 1) / {NIGHTS_OF_A_PLAYER} * {NIGHTS_OF_A_PLAYER} + 1) * {OFFSET}",
        "<": earlier,
    }
    with connection.cursor() as cursor:
        for name, table in _TABLES.items():
            cursor.execute(f'SELECT * FROM "{name}" LIMIT 0')
            columns = [column[0] for column in cursor.description]
            changes = [table.changes.get(column, "{0}") for column in columns]
            values = [
                marks.get(change, change).format(f'"{column}"')
                for column, change in zip(columns, changes, strict=True)
            ]
            step = NIGHTS_OF_A_PLAYER if table.by_players else 1
            names = ", ".join(f'"{column}"' for column in columns)
            cursor.execute(
                f'INSERT INTO "{name}" ({names}) WITH RECURSIVE copies(k) AS '
                f"(SELECT {first} UNION ALL SELECT k + {step} FROM copies WHERE k + {step} <= {last}) "
                f'SELECT {", ".join(values)} FROM copies CROSS JOIN "{name}" WHERE {table.which}'
            )
