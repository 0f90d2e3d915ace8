"""Everybody's chances in the stages that are being played: made beside everything else, and waited for by nobody.

No result asks for a forecast. The clock looks every few seconds whether a stage has changed since its
last one; so a burst of results makes one forecast, and a result costs what it did. It is played by a
process of low priority (``forecast_process``), one at a time for each worker, without a transaction and without a lock: what is
read is compared by the stage's version, and whoever makes it has claimed it for a while by moving on
the time at which it is due. Should that process die, somebody else makes it then.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta

from django.db import connections
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from matches.winning_chances import match_chances
from operations import metrics
from outbox.models import Message
from rules_core.draws.advancement import Outcome
from rules_core.draws.settings_reader import read_settings
from rules_core.forecasts.in_play import SeatedPairing, StageInPlay
from rules_core.sides import Side
from tournaments.draws.history import by_seed, seed_numbers
from tournaments.event_files.lines import written_lines
from tournaments.models import Pairing, Stage, StageEntrant, StageForecast
from tournaments.publishing.forecasts import forecast_content
from tournaments.publishing.snapshot_json import json_text
from tournaments.selectors import entrants_by_seed
from tournaments.services.forecast_process import ForecastProcess
from tournaments.services.stage_versions import current_version

JOB = "tournaments.make_forecasts"
CLAIM = timedelta(minutes=5)
"""Whoever makes a forecast has this long before somebody else tries."""
REST = timedelta(seconds=20)
"""The same stage is not forecast more often."""
SHARE = 20
"""How many times as long as it took a stage then rests, if that is longer: a large one costs more."""
TRIES = 3
"""How often a stage is read that changes meanwhile."""
MANY = 20
"""So many jobs that wait are a burst of results."""
PATIENCE = timedelta(seconds=40)
"""How long a forecast that is due lets a burst go first."""
MOST_AT_ONCE = 20
"""Forecasts of one look; the next look goes on."""

logger = logging.getLogger(__name__)
_at_work = threading.Lock()


class _ChangedMeanwhile(Exception):
    """What was read is not one state of the stage."""


def start_beside() -> bool:
    """Make what is due on a thread of its own; False if nothing is, or it can wait, or one is at work already."""
    if not _is_time() or not _at_work.acquire(blocking=False):
        return False
    threading.Thread(target=_work, name="forecasts", daemon=True).start()
    return True


def _is_time() -> bool:
    """Results come first: while many jobs wait, only what has waited for long is made."""
    due = due_stages()
    if Message.objects.waiting()[:MANY].count() == MANY:
        before = timezone.now() - PATIENCE
        due = due.filter(Q(forecast__due_at__lte=before) | Q(forecast=None, drawn_at__lte=before))
    return due.exists()


def _work() -> None:
    try:
        make_due()
    finally:
        connections.close_all()
        _at_work.release()


def due_stages() -> QuerySet[Stage]:
    """Stages in play that have changed since their last forecast, and have rested."""
    behind = Q(forecast__version__lt=F("snapshot__version"), forecast__due_at__lte=timezone.now())
    return (
        Stage.objects.filter(
            Q(forecast=None) | behind,
            drawn_at__isnull=False,
            finished_at=None,
            tournament__show_chances=True,
            snapshot__version__gt=0,
        )
        .select_related("tournament")
        .order_by("pk")
    )


def make_due() -> int:
    """Make the forecasts that are due; how many were made."""
    made = 0
    with ForecastProcess() as players:
        for stage in due_stages()[:MOST_AT_ONCE]:
            if _claimed(stage.pk):
                made += _made(stage.pk, players)
    return made


def _claimed(stage_id: int) -> bool:
    """Of several who see that a forecast is due, one makes it."""
    now = timezone.now()
    forecast, _ = StageForecast.objects.get_or_create(stage_id=stage_id, defaults={"due_at": now})
    same = StageForecast.objects.filter(pk=stage_id, due_at=forecast.due_at, due_at__lte=now)
    return bool(same.update(due_at=now + CLAIM))


def _made(stage_id: int, players: ForecastProcess) -> bool:
    started = time.perf_counter()
    try:
        make_forecast(stage_id=stage_id, players=players)
    except Stage.DoesNotExist:
        return False
    except _ChangedMeanwhile:
        _rest(stage_id, REST)
        return False
    except Exception:
        # Its claim runs out, and then it is tried again.
        logger.exception("The forecast of stage %s failed.", stage_id)
        metrics.count_job(job=JOB, outcome="failed", seconds=time.perf_counter() - started)
        return False
    took = time.perf_counter() - started
    _rest(stage_id, max(REST, timedelta(seconds=SHARE * took)))
    metrics.count_job(job=JOB, outcome="done", seconds=took)
    return True


def _rest(stage_id: int, pause: timedelta) -> None:
    StageForecast.objects.filter(pk=stage_id).update(due_at=timezone.now() + pause)


def make_forecast(*, stage_id: int, players: ForecastProcess) -> None:
    """Have the rest of a stage played as it stands now, and publish everybody's chances."""
    stage, entrants, version, in_play = _read(stage_id)
    seed = f"{stage.commitment} {version}"
    content = forecast_content(
        players.forecast(in_play, seed=seed),
        entrants,
        version=version,
        seed=seed,
        made_at=timezone.now(),
    )
    # Whoever was slower does not put an older one in the place of a newer one.
    StageForecast.objects.filter(pk=stage_id, version__lte=version).update(
        version=version, content=json_text(content)
    )


def _read(stage_id: int) -> tuple[Stage, list[StageEntrant], int, StageInPlay]:
    """One state of a stage, and its version."""
    for _ in range(TRIES):
        version = current_version(stage_id)
        stage = Stage.objects.select_related("tournament").get(pk=stage_id)
        entrants = entrants_by_seed(stage)
        in_play = _in_play(stage, entrants, list(stage.pairings.select_related("match")))
        if current_version(stage_id) == version:
            return stage, entrants, version, in_play
    raise _ChangedMeanwhile


def _in_play(stage: Stage, entrants: list[StageEntrant], rows: list[Pairing]) -> StageInPlay:
    numbers = seed_numbers(entrants)
    read = StageInPlay(
        format=stage.format,
        settings=stage.settings,
        length=stage.tournament.rules["length"],
        contenders=by_seed(entrants),
        pairings=[_seated(row, numbers) for row in rows],
        lines=written_lines(
            read_settings(stage.format, stage.settings),
            [entrant.line or entrant.pool for entrant in entrants],
            stage.drawn_count,
        ),
    )
    return replace(read, under_way=_under_way(rows, dict(zip(numbers, read.ratings, strict=True))))


def _seated(row: Pairing, numbers: Mapping[int, int]) -> SeatedPairing:
    return SeatedPairing(
        key=row.key,
        round=row.round,
        length=row.match.length if row.match else row.length,
        a=numbers.get(row.a_id or 0),
        b=numbers.get(row.b_id or 0),
        outcome=Outcome(row.outcome) if row.outcome else None,
        winner=Side(row.winner) if row.winner else None,
    )


def _under_way(rows: Iterable[Pairing], ratings: Mapping[int, float]) -> dict[str, float]:
    """The chance of side a in matches that have a score, by the key of the pairing."""
    found: dict[str, float] = {}
    for row in rows:
        if row.match is None or row.outcome or not (row.match.points_a or row.match.points_b):
            continue
        chances = match_chances(row.match, ratings[row.a_id or 0] - ratings[row.b_id or 0])
        if chances and chances["now"] is not None:
            found[row.key] = chances["now"]
    return found
