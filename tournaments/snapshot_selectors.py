"""Reading what is published of stages: one query for everybody, and the long texts only when they are new."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.db.models import (
    Case,
    Exists,
    F,
    OuterRef,
    QuerySet,
    Subquery,
    TextField,
    Value,
    When,
)

from api.looks import Source
from api.ready_text import ReadyText
from db.prepared import Prepared
from players.actors import Actor
from tournaments.models import Stage, StageSnapshot, Tournament
from tournaments.selectors import may_see
from tournaments.snapshot_texts import Address, HeldTexts, SnapshotTexts


def _snapshots(**event: object) -> QuerySet[StageSnapshot]:
    """What is published of the stages of some events; ``followed``: a later one is drawn."""
    later = Stage.objects.filter(
        tournament=OuterRef("stage__tournament"),
        number__gt=OuterRef("stage__number"),
        drawn_at__isnull=False,
    )
    return (
        StageSnapshot.objects.select_related("stage__tournament__club")
        .filter(**{f"stage__tournament__{field}": value for field, value in event.items()})
        .annotate(followed=Exists(later))
    )


# The last stage that is drawn; before the first draw, the first one.
_BEING_PLAYED = Case(
    When(stage__drawn_at__isnull=False, then=F("stage__number")), default=-F("stage__number")
).desc()


def _unless_held(
    snapshots: QuerySet[StageSnapshot], version: int, digest: str
) -> QuerySet[StageSnapshot]:
    """Snapshots with their texts as ``new_bracket`` and ``new_standings``; none where these are held."""
    is_held = When(version=version, digest=digest, then=Value("", output_field=TextField()))
    return snapshots.defer("bracket", "standings").annotate(
        new_bracket=Case(is_held, default=F("bracket")),
        new_standings=Case(is_held, default=F("standings")),
    )


# Prepared: a hall full of phones asks nothing else.
_snapshot = Prepared(
    lambda slug, version, digest, number: _unless_held(
        _snapshots(slug=slug).filter(stage__number=number), version, digest
    )
)
_snapshot_being_played = Prepared(
    lambda slug, version, digest: _unless_held(
        _snapshots(slug=slug).order_by(_BEING_PLAYED)[:1], version, digest
    )
)
# For programs, which need the texts alone: of the event only what tells who may see it.
_snapshot_texts = Prepared(
    lambda slug, version, digest, number: _unless_held(
        StageSnapshot.objects.select_related("stage__tournament")
        .filter(stage__tournament__slug=slug, stage__number=number)
        .only("version", "digest", "stage__tournament__published_at", "stage__tournament__club_id"),
        version,
        digest,
    )
)
_held_texts = HeldTexts()


def visible_snapshot(*, slug: str, number: int | None, actor: Actor) -> StageSnapshot | None:
    """What is published of a stage with its event, in one query for everybody.

    Without a number, of the stage that is being played.
    """
    held = _held_texts.at((slug, number))
    found = (
        _read(_snapshot_being_played, slug, held.version, held.digest)
        if number is None
        else _read(_snapshot, slug, held.version, held.digest, number)
    )
    if found is None or not may_see(found.stage.tournament, actor):
        return None
    _give_texts(found, held, (slug, number))
    # Asked for by links to the first stage, and known already.
    found.stage.is_followed = bool(vars(found)["followed"])
    return found


def visible_texts(*, slug: str, number: int, actor: Actor) -> StageSnapshot | None:
    """The same for programs: version and texts, without the rest of stage and event."""
    held = _held_texts.at((slug, number))
    found = _read(_snapshot_texts, slug, held.version, held.digest, number)
    if found is None or not may_see(found.stage.tournament, actor):
        return None
    _give_texts(found, held, (slug, number))
    return found


def _read(prepared: Prepared[StageSnapshot], *values: int | str) -> StageSnapshot | None:
    """A snapshot that knows how to ask whether it is still the same."""
    found = prepared.first_with_row(*values)
    if found is None:
        return None
    snapshot, row = found
    snapshot.source = Source(row, partial(prepared.row, *values))
    return snapshot


def _give_texts(snapshot: StageSnapshot, held: SnapshotTexts, address: Address) -> None:
    """The texts that are held, or those that came with the snapshot, to be held from now on."""
    if (snapshot.version, snapshot.digest) != (held.version, held.digest):
        new = vars(snapshot)
        held = SnapshotTexts(
            version=snapshot.version,
            digest=snapshot.digest,
            bracket=ReadyText(new["new_bracket"]),
            standings=ReadyText(new["new_standings"]),
        )
        _held_texts.hold(address, held)
        # The row has the long texts in it; the next one who looks reads it without them.
        snapshot.source = None
    snapshot.texts = held
    snapshot.bracket = held.bracket.text
    snapshot.standings = held.standings.text


def snapshots_being_played(events: Iterable[Tournament]) -> list[StageSnapshot]:
    """What is published of the stage that each of these events is playing, in their order."""
    places = {event.pk: place for place, event in enumerate(events)}
    of_event = StageSnapshot.objects.filter(stage__tournament=OuterRef("stage__tournament"))
    being_played = Subquery(of_event.order_by(_BEING_PLAYED).values("pk")[:1])
    found = list(_snapshots(pk__in=list(places)).filter(pk=being_played))
    for snapshot in found:
        snapshot.stage.is_followed = bool(vars(snapshot)["followed"])
    return sorted(found, key=lambda snapshot: places[snapshot.stage.tournament_id])


def published_stages(event: Tournament) -> list[StageSnapshot]:
    """What is published of all stages of an event, in order."""
    found = StageSnapshot.objects.filter(stage__tournament=event).select_related("stage")
    return list(found.order_by("stage__number"))


def published_versions(events: Iterable[Tournament]) -> dict[int, str]:
    """By event: what is published of all its stages, as one short text that is another for each change."""
    found: dict[int, list[str]] = {event.pk: [] for event in events}
    rows = StageSnapshot.objects.filter(stage__tournament__in=found).order_by("stage__number")
    for event, version, digest in rows.values_list("stage__tournament", "version", "digest"):
        found[event].append(f"{version}.{digest[:16]}")
    return {event: "-".join(stages) for event, stages in found.items()}
