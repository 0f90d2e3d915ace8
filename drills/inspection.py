"""
What an installation holds after a drill: ``python -m drills.inspection EVENT …`` in its environment.

Prints JSON: the ledger's lines of the matches in these events, what ``manage.py verify`` has to say,
and whether ``manage.py rebuild`` of all that is derived would change anything.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from io import StringIO

import django

RECORDED = ("entered", "corrected", "reported")
"""Kinds of lines in the ledger by which a score gets there."""


def main() -> None:
    """Look at everything and print what was found."""
    django.setup()
    events = sys.argv[1:]
    lines, wrong = recorded(events), differences()
    findings = {
        "recorded": lines,
        "differences": wrong,
        # Nothing can be rebuilt from a ledger that contradicts itself.
        "rebuilt_the_same": not wrong and is_what_a_rebuild_makes(events),
    }
    sys.stdout.write(json.dumps(findings))


def recorded(events: Sequence[str]) -> dict[int, int]:
    """How many lines with a score each match has in its ledger."""
    from django.db.models import Count

    from matches.models import MatchEvent

    lines = MatchEvent.objects.filter(match__event__in=events, kind__in=RECORDED)
    return dict(lines.order_by().values_list("match_id").annotate(Count("pk")))


def differences() -> list[str]:
    """What ``manage.py verify`` names."""
    from django.core.management import CommandError, call_command

    said = StringIO()
    try:
        call_command("verify", stdout=said)
    except CommandError:
        return said.getvalue().splitlines()
    return []


def is_what_a_rebuild_makes(events: Sequence[str]) -> bool:
    """Whether a rebuild changes nothing."""
    before = derived()
    rebuild(events)
    return derived() == before


def rebuild(events: Sequence[str]) -> None:
    """As ``manage.py rebuild`` does, but for the events of the drill only, and all ratings."""
    from matches.models import Match
    from matches.services.rating_replay import rate_everything
    from tournaments.models import Stage
    from tournaments.services.rebuilding import rebuild_match, rebuild_stage

    for match_id in Match.objects.filter(event__in=events).values_list("pk", flat=True):
        rebuild_match(match_id=match_id)
    for stage_id in Stage.objects.filter(tournament__slug__in=events).values_list("pk", flat=True):
        rebuild_stage(stage_id=stage_id)
    rate_everything()


def derived() -> str:
    """A fingerprint of all rows that are computed from others."""
    digest = hashlib.sha256()
    for row in _derived_rows():
        digest.update(repr(row).encode())
    return digest.hexdigest()


def _derived_rows() -> Iterator[tuple[object, ...]]:
    from matches.models import Match, Rating, RatingChange
    from tournaments.models import Pairing, Stage, StageEntrant, StageSnapshot

    for model in (Match, Pairing, Stage, StageEntrant, StageSnapshot):
        yield from model.objects.order_by("pk").values_list()
    # Rated again, they may have other keys.
    for rating in (Rating, RatingChange):
        fields = rating._meta.concrete_fields  # noqa: SLF001
        names = [field.attname for field in fields if not field.primary_key]
        yield from rating.objects.order_by(*names).values_list(*names)


if __name__ == "__main__":
    main()
