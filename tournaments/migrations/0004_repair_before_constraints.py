"""What the pages and REST never wrote, but REST or an event file edited by hand may have brought in."""

from django.db import migrations
from django.db.models import F, Q

DECIDED = {
    "a": ("finished", "a", ""),
    "b": ("finished", "b", ""),
    "walkover_a": ("walkover", "a", ""),
    "walkover_b": ("walkover", "b", ""),
    "double_forfeit": ("void", "", "double_forfeit"),
}
CONTRADICTS_ITSELF = (
    Q(a=F("b"))
    | (Q(a_open=True) & Q(a__isnull=False))
    | (Q(b_open=True) & Q(b__isnull=False))
    | (Q(match__isnull=False) & (Q(a=None) | Q(b=None)))
    | (~Q(winner="") & Q(outcome="") & ~Q(status="bye"))
    | (Q(status__in=["finished", "walkover"]) & Q(outcome=""))
    | (Q(status__in=["waiting", "ready", "bye"]) & ~Q(outcome=""))
    | ~Q(void_reason__in=["", "double_forfeit", "nobody_left", "not_needed"])
)


def repair(apps, schema_editor):
    events = apps.get_model("tournaments", "Tournament").objects
    events.filter(tables=0).update(tables=None)
    events.filter(entry_fee__lt=0).update(entry_fee=None)
    apps.get_model("tournaments", "Entry").objects.filter(seed=0).update(seed=None)
    stages = apps.get_model("tournaments", "Stage").objects
    stages.filter(drawn_at=None, finished_at__isnull=False).update(finished_at=None)
    pairings = apps.get_model("tournaments", "Pairing").objects
    for row in pairings.filter(CONTRADICTS_ITSELF):
        _follow_from_seats(row)
        row.save()


def _follow_from_seats(row):
    """Everything else about a pairing follows from who sits there and what came of it."""
    if row.a_id == row.b_id:
        row.b_id = None
    row.a_open, row.b_open = row.a_open and row.a_id is None, row.b_open and row.b_id is None
    seated = [side for side, entry in (("a", row.a_id), ("b", row.b_id)) if entry is not None]
    if len(seated) < 2:
        row.match_id, row.outcome = None, ""
    row.winner = row.void_reason = ""
    if row.needed is False:
        row.status, row.void_reason = "void", "not_needed"
    elif row.outcome:
        row.status, row.winner, row.void_reason = DECIDED[row.outcome]
    elif row.needed is None or row.a_open or row.b_open:
        row.status = "waiting"
    elif len(seated) == 2:
        row.status = "ready"
    elif seated:
        row.status, row.winner = "bye", seated[0]
    else:
        row.status, row.void_reason = "void", "nobody_left"


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0003_event_dates")]

    operations = [migrations.RunPython(repair, migrations.RunPython.noop)]
