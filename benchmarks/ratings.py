"""Ratings with a federation's history: a replay of everything, one new result, and the rating list.

python -m benchmarks.ratings [--matches 100000] [--players 5000]

On a PostgreSQL of its own. Beside the replay, in the same run: reading the same rows, the FIBS formula as a plain loop
over dictionaries, and the same history written by one COPY into the same table. Each part has a process of its own, whose memory at most is told.
"""

from __future__ import annotations

import argparse
import os
import resource
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import psycopg

from benchmarks.bracket import Cost, migrated
from deploy.servers import temporary_postgresql

FEW = 1_000
"""Matches behind a new result that the one with all of them behind it is compared with."""
NEW = 200
LOOKS = 15
FIRST = datetime(2000, 1, 1, 19, tzinfo=UTC)
APART = timedelta(minutes=10)
TIMES, GIB, NEW_TIMES, LIST_MS = 3.0, 1.5, 1.2, 50
CLUB = "federation"
Row = tuple[Any, ...]


@dataclass(frozen=True)
class Took:
    """What a part has taken."""

    seconds: float
    own: float
    """Of them, processor time of the process itself; the rest is the database's."""
    gib: float
    says: Any = None


def main() -> None:
    """Print a line for each of them."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--matches", type=int, default=100_000)
    reader.add_argument("--players", type=int, default=5_000)
    wanted = reader.parse_args()
    begun = os.getloadavg()[0]
    with temporary_postgresql() as database:
        in_own_process(database, fill, wanted.players, 0, FEW)
        in_own_process(database, replay)
        few = in_own_process(database, new_results).says
        in_own_process(database, fill, wanted.players, FEW + NEW, wanted.matches)
        floor = in_own_process(database, plain)
        whole = in_own_process(database, replay)
        again = in_own_process(database, replay)
        many = in_own_process(database, new_results).says
        looks = in_own_process(database, rating_list).says
    print(
        f"{wanted.matches:,} matches of {wanted.players:,} players, "
        f"load average {begun:.1f} to {os.getloadavg()[0]:.1f}\n"
    )
    _print_replay(floor, whole, again, wanted.matches)
    _print_new(few, many)
    for what, cost in looks.items():
        print(f"| {what} | {cost.milliseconds:.1f} ms, {cost.queries} queries | {LIST_MS} ms |")


def in_own_process(database: str, part: Callable[..., Any], *arguments: Any) -> Took:
    """Do it where nothing else was done."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_measured, database, part, arguments).result()


def _measured(database: str, part: Callable[..., Any], arguments: tuple[Any, ...]) -> Took:
    with migrated(database):
        begun, own = perf_counter(), process_time()
        says = part(*arguments)
        seconds, own = perf_counter() - begun, process_time() - own
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    return Took(seconds, own, most, says)


def fill(players: int, have: int, matches: int) -> None:
    """Finished matches up to that many; the same from run to run."""
    from django.db import connection, transaction

    from db.many_rows import append_rows
    from matches.models import Match
    from players.models import Club, Player

    club, new = Club.objects.get_or_create(slug=CLUB, defaults={"name": CLUB, "timezone": "UTC"})
    if new:
        names = (f"{number * 7919 % players:05} Player" for number in range(players))
        Player.objects.bulk_create(
            (Player(club=club, name=name, full_name=name, name_key=name) for name in names),
            batch_size=1000,
        )
    people = list(Player.objects.order_by("pk").values_list("pk", flat=True))
    with transaction.atomic():
        append_rows(Match, _COLUMNS, _matches(club.pk, people, have, matches))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


_COLUMNS = (
    *("club_id", "a_id", "b_id", "length", "rules", "entries", "reports", "event"),
    *("result_policy", "rated", "status", "version", "points_a", "points_b", "winner"),
    *("ended_by", "created_at", "finished_at"),
)


def _matches(club: int, people: list[int], have: int, matches: int) -> Iterator[Row]:
    luck = Random(f"ratings {have}")
    for number in range(have, matches):
        # Some play much more than others.
        a = people[int(len(people) * luck.random() ** 2)]
        b = people[luck.randrange(len(people))]
        if a == b:
            b = people[(b - people[0] + 1) % len(people)]
        length, winner = luck.choice((1, 3, 5, 7, 9, 11)), luck.choice("ab")
        points = (length, 0) if winner == "a" else (0, length)
        at = FIRST + number * APART
        kind = (f'{{"length": {length}}}', "[]", "{}", f"evening-{number // 60}", "director")
        played = (True, "finished", 2, *points, winner, "played", at, at)
        yield (club, a, b, length, *kind, *played)


def plain() -> dict[str, float]:
    """The same without us: rows, a loop, a COPY; nothing of it stays."""
    spent = [perf_counter()]
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        rows = connection.execute(
            "SELECT id, a_id, b_id, winner, length, finished_at FROM matches_match"
            " WHERE status = 'finished' AND winner <> '' ORDER BY finished_at, id"
        ).fetchall()
        spent.append(perf_counter())
        history = _plain_loop(rows)
        spent.append(perf_counter())
        connection.execute("CREATE TABLE bare (LIKE matches_ratingchange INCLUDING IDENTITY)")
        _copied(connection, "bare", history)
        spent.append(perf_counter())
        connection.execute("TRUNCATE matches_ratingchange")
        _copied(connection, "matches_ratingchange", history)
        connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        spent.append(perf_counter())
        connection.rollback()
    parts = ("rows", "loop", "COPY into a bare table", "COPY into the table")
    return dict(zip(parts, (b - a for a, b in pairwise(spent)), strict=True))


def _copied(connection: psycopg.Connection[Any], table: str, history: list[Row]) -> None:
    columns = "pool_id, player_id, match_id, won, length, at, before, after, experience"
    copying = f"COPY {table} ({columns}) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(copying) as copy:
        for row in history:
            copy.write_row(row)


def _plain_loop(rows: list[Row]) -> list[Row]:
    values: dict[int, float] = {}
    experience: dict[int, int] = {}
    history = []
    for match, a, b, side, length, at in rows:
        winner, loser = (a, b) if side == "a" else (b, a)
        first, second = values.get(winner, 1500.0), values.get(loser, 1500.0)
        first_played, second_played = experience.get(winner, 0), experience.get(loser, 0)
        root = sqrt(length)
        stake = 4 * root / (10 ** (-(second - first) * root / 2000) + 1)
        values[winner] = first + stake * max(1.0, 5 - first_played / 100)
        values[loser] = second - stake * max(1.0, 5 - second_played / 100)
        experience[winner] = first_played + length
        experience[loser] = second_played + length
        history += [
            ("fibs", winner, match, True, length, at, first, values[winner], experience[winner]),
            ("fibs", loser, match, False, length, at, second, values[loser], experience[loser]),
        ]
    return history


def replay() -> None:
    """Everything again, as ``manage.py rebuild`` and the job do it."""
    from matches.services.rating_replay import rate_everything

    rate_everything()


def new_results() -> tuple[float, int]:
    """The middle one of so many new results, each rated before the next: milliseconds and statements."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from db.many_rows import append_rows
    from matches.models import Match
    from matches.services.rating_replay import rate_matches
    from players.models import Player

    with connection.cursor() as cursor:
        # What autovacuum does within a minute or so of a replay.
        cursor.execute("VACUUM ANALYZE")
    have = Match.objects.count()
    people = list(Player.objects.order_by("pk").values_list("pk", flat=True))
    club = Player.objects.values_list("club", flat=True)[0]
    spent = []
    for row in _matches(club, people, have, have + NEW):
        append_rows(Match, _COLUMNS, [row])
        newest = Match.objects.order_by("-pk").values_list("pk", flat=True)[0]
        begun = perf_counter()
        with CaptureQueriesContext(connection) as queries:
            rate_matches(match_ids=[newest])
        spent.append(1000 * (perf_counter() - begun))
    return median(spent), len(queries)


def rating_list() -> dict[str, Cost]:
    """The page of the list and the list over REST, the first and one far down."""
    from django.core.cache import cache
    from django.test import Client

    browser = Client()

    def look(path: str) -> Callable[[], None]:
        def asked() -> None:
            if path == first_look:
                cache.clear()
            assert browser.get(path).status_code == 200

        asked()
        return asked

    page, rest = f"/clubs/{CLUB}/ratings/", f"/api/v1/ratings/?club={CLUB}&page_size=200"
    day = f"{page}?as_of=2010-01-01"
    first_look = f"{day}&page=1"
    asked = {
        "rating list": page,
        "rating list, page 20": f"{page}?page=20",
        "rating list as of ten years ago, the first look": first_look,
        "rating list as of ten years ago": day,
        "list over REST": rest,
        "list of everybody over REST": "/api/v1/ratings/",
    }
    return {what: Cost.of(look(path), LOOKS) for what, path in asked.items()}


def _print_replay(floor: Took, whole: Took, again: Took, matches: int) -> None:
    parts: dict[str, float] = floor.says
    rows, loop, bare, table = parts.values()
    told = ", ".join(f"{what} {seconds:.1f} s" for what, seconds in parts.items())
    print("| | measured | wanted at most |\n|---|---|---|")
    print(f"| parts of the floor | {told}, {floor.gib:.2f} GiB | |")
    for what, took in (("the replay, history written", whole), ("again, over that history", again)):
        print(
            f"| {what} | {took.seconds:.1f} s, {took.own:.1f} s of them our own processor, "
            f"{matches / took.seconds:,.0f} matches a second, {took.gib:.2f} GiB | {GIB} GiB |"
        )
        print(
            f"| of the floor with the table, with the bare one "
            f"| × {took.seconds / (rows + loop + table):.2f}, "
            f"× {took.seconds / (rows + loop + bare):.2f} | × {TIMES:g} |"
        )


def _print_new(few: tuple[float, int], many: tuple[float, int]) -> None:
    print(f"| a new result with {FEW:,} behind it | {few[0]:.2f} ms, {few[1]} statements | |")
    print(
        f"| a new result with all behind it | {many[0]:.2f} ms, {many[1]} statements, "
        f"× {many[0] / few[0]:.2f} | × {NEW_TIMES} |"
    )


if __name__ == "__main__":
    main()
