"""The negative control: losses, doubles and a false standing are planted, and the drills must find them."""

from __future__ import annotations

import sys
from itertools import islice

import django

from drills.dying import LOSE
from drills.rehearsal import Drill, I, Outcome, Scene

LOST, DOUBLED = 5, 3
PROMISE = "The drills find what is lost, doubled or wrong."


def control(engine: type[I]) -> Drill[I]:
    """The control as a drill on an engine; it must fail in exactly this way."""
    return Drill(PROMISE, planted_losses, engine)


def planted_losses(scene: Scene[I]) -> None:
    """Five results are answered and undone, three are written into the ledger twice, and the points of
    one match are changed in the database.
    """
    reporter = scene.reporter()
    client = scene.client()
    for _ in range(LOST):
        match = scene.evening.next_match(client)
        assert match is not None, "more planted losses than matches"
        assert reporter.write(match, "result", {"score": [5, 1]}, drill=LOSE), "no answer"
    acknowledged = scene.tally.acknowledged_by_match().items()
    whole = (str(match) for match, writes in acknowledged if match % 4 and writes == 1)
    recorded = scene.place.inspect(scene.events).recorded
    found = (match for match in whole if recorded.get(int(match)) == 1)
    scene.place.run("-m", "drills.control", *islice(found, DOUBLED + 1))


def is_found(outcome: Outcome) -> bool:
    """Whether a control has found what was planted, and nothing else."""
    counted = outcome.counted
    return (counted.lost, counted.doubled) == (LOST, DOUBLED) and bool(outcome.torn)


def main() -> None:
    """Run in the installation, with the numbers of finished matches: the last has its points changed."""
    django.setup()
    from django.db.models import F, Max

    from matches.models import Match, MatchEvent

    *doubled, changed = sys.argv[1:]
    for match_id in doubled:
        ledger = MatchEvent.objects.filter(match_id=match_id)
        line = ledger.filter(kind="entered").latest("number")
        line.pk = None
        line.number = ledger.aggregate(last=Max("number"))["last"] + 1
        line.save(force_insert=True)
    Match.objects.filter(pk=changed).update(points_a=F("points_a") + 1)


if __name__ == "__main__":
    main()
