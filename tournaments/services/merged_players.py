"""Entries follow when two players turn out to be one, and the matches of those entries with them."""

from __future__ import annotations

from django.db.models import Model, Q

from matches.models import Match
from outbox.services import enqueue
from players.services.merging import DifferentPeople, Moved
from tournaments.models import Entry, Pairing, Stage, Tournament
from tournaments.registration_models import LIVE, Registration


class EntryFollower:
    """What players have entered."""

    derived: tuple[type[Model], ...] = ()

    def hold(self, player_ids: tuple[int, int]) -> None:
        """The stages of all events that the two are in or wait for, so that no list changes; then the entries."""
        entries = Entry.objects.filter(player__in=player_ids)
        asked = Registration.objects.filter(player__in=player_ids, status__in=LIVE)
        stages = Stage.objects.filter(
            Q(tournament__in=entries.values("tournament"))
            | Q(tournament__in=asked.values("tournament"))
        )
        list(stages.select_for_update(nowait=True, of=("self",)).order_by("pk").values_list("pk"))
        list(entries.select_for_update(nowait=True, of=("self",)).order_by("pk").values_list("pk"))

    def check(self, player_id: int, into_id: int) -> None:
        """Nobody takes part twice."""
        shared = _events_of(player_id) & _events_of(into_id)
        event = Tournament.objects.filter(pk__in=shared).order_by("pk").first()
        if event is not None:
            raise DifferentPeople(
                f"Both are entered in {event}. Remove one of the entries first.",
                why="entries",
                event=event.name,
            )

    def follow(self, *, from_id: int, to_id: int, moved: Moved) -> None:
        """What was made since the merge goes back with what it was made for: a place, a match."""
        entries = _with_registrations(from_id=from_id, to_id=to_id, moved=moved)
        for side in ("a", "b"):
            seats = Pairing.objects.filter(**{f"{side}__in": entries}, match__isnull=False)
            made_since = Match.objects.filter(pk__in=seats.values("match"), **{side: from_id})
            for match in list(made_since.order_by("pk").values_list("pk", flat=True)):
                Match.objects.filter(pk=match).update(**{side: to_id})
                enqueue("matches.rate_match", match)


def _with_registrations(*, from_id: int, to_id: int, moved: Moved) -> list[int]:
    """Keep a registration and the place it was given together; the entries that moved.

    Whoever waited when they were merged may have moved up since, and who had left may have come back.
    """
    asked = moved.get("tournaments.Registration.player", [])
    given = Entry.objects.filter(registration__in=asked, player=from_id)
    entries = [*moved.get("tournaments.Entry.player", []), *given.values_list("pk", flat=True)]
    Entry.objects.filter(pk__in=entries, player=from_id).update(player=to_id)
    Registration.objects.filter(entry__in=entries, player=from_id).update(player=to_id)
    return entries


def _events_of(player_id: int) -> set[int]:
    """The events in which somebody plays, waits for a place, or has asked for one."""
    entered = Entry.objects.filter(player=player_id).values_list("tournament", flat=True)
    asked = Registration.objects.filter(player=player_id, status__in=LIVE)
    return {*entered, *asked.values_list("tournament", flat=True)}
