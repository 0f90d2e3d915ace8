"""Places and the waiting list: who is in, and who is next.

Everybody on the list has a turn, which is given once and never changes. Whoever comes to the list
joins its end, and as long as there are free places the first who wait are let in. So there is one
order, whatever happens, and nobody's place in it ever gets worse.

All of it happens while the stages and then the event are locked. Once the draw is made nobody moves
up by themselves: a director decides who plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max, QuerySet
from django.utils import timezone

from rules_core.draws.formats import MOST_ENTRANTS
from rules_core.errors import Conflict
from tournaments.models import (
    OUT,
    Entry,
    EntryStatus,
    PlayerCode,
    Registration,
    RegistrationStatus,
    Stage,
    Tournament,
)
from tournaments.registration_models import LIVE
from tournaments.services.freshness import stage_changed
from tournaments.services.locks import locked_event, locked_stages
from tournaments.services.registration_mails import Letter, write


class AlreadyRegistered(Conflict):
    """Nobody takes two places."""

    code = "already_registered"


@dataclass(frozen=True)
class EntryList:
    """An event and its stages, locked: the list cannot change but by us."""

    event: Tournament
    stages: Sequence[Stage]

    @property
    def is_drawn(self) -> bool:
        """Whether the draw is made, so that nobody moves up by themselves."""
        return any(stage.drawn_at for stage in self.stages)

    def changed(self) -> None:
        """Have the list of entrants shown as it is now."""
        for stage in self.stages:
            stage_changed(stage.pk)


def locked_list(tournament_id: int) -> EntryList:
    """The list of an event; in the order in which rows are locked everywhere."""
    stages = locked_stages(tournament_id)
    return EntryList(locked_event(tournament_id), stages)


def places_taken(event: Tournament) -> int:
    """How many take part, however they came."""
    return event.entries.exclude(status__in=OUT).count()


def free_places(event: Tournament) -> int:
    """How many more are let in; a director may enter more than there are places."""
    # Those who left still have their line on the list, which has its own limit.
    room = MOST_ENTRANTS - event.entries.count()
    if event.places is not None:
        room = min(room, event.places - places_taken(event))
    return max(0, room)


def waiting(event: Tournament) -> QuerySet[Registration]:
    """Those who wait, the next one first."""
    rows = event.registrations.filter(status=RegistrationStatus.WAITING)
    return rows.select_related("player").order_by("turn")


def join(on: EntryList, registration: Registration) -> None:
    """Put somebody at the end of the list, and let in whoever is next."""
    assert registration.player_id is not None
    _check_not_there(on.event, registration)
    registration.turn = _next_turn(on.event)
    registration.status = RegistrationStatus.WAITING
    registration.save()
    move_up(on, told=registration)
    registration.refresh_from_db()


def _next_turn(event: Tournament) -> int:
    last: int | None = event.registrations.aggregate(last=Max("turn"))["last"]
    return (last or 0) + 1


def _check_not_there(event: Tournament, registration: Registration) -> None:
    player = registration.player_id
    others = event.registrations.filter(player=player, status__in=LIVE).exclude(pk=registration.pk)
    entered = event.entries.filter(player=player)
    # Who cancelled and had paid is still listed as withdrawn, and may come back.
    came_back = entered.filter(status=EntryStatus.WITHDRAWN, registration=None)
    if others.exists() or (entered.exists() and not came_back.exists()):
        raise AlreadyRegistered(f"{registration.player} is already registered.", player=player)


def move_up(on: EntryList, *, told: Registration | None = None) -> None:
    """Let in those who wait, in their turn, as far as there are places.

    Each is told by mail, but ``told``, who is just being told where they stand.
    """
    if on.is_drawn:
        return
    free = free_places(on.event)
    for registration in waiting(on.event)[:free]:
        let_in(on, registration)
        if registration != told:
            write(registration, Letter.MOVED_UP)


def let_in(on: EntryList, registration: Registration) -> Entry:
    """Give somebody their place. Before the draw that is all; after it, they have to be seated."""
    assert registration.player is not None
    entry = on.event.entries.filter(player=registration.player).first()
    if entry is None:
        entry = Entry.objects.create(tournament=on.event, player=registration.player)
    else:
        entry.status, entry.reason = EntryStatus.ENTERED, ""
        entry.save(update_fields=["status", "reason"])
    _take_place(registration, entry)
    on.changed()
    return entry


def _take_place(registration: Registration, entry: Entry) -> None:
    registration.turn = registration.turn or _next_turn(registration.tournament)
    registration.status, registration.entry = RegistrationStatus.IN, entry
    registration.save()
    # The link they have is the code they play with.
    PlayerCode.objects.update_or_create(
        entry=entry, defaults={"nonce": registration.nonce, "digest": registration.digest}
    )


def leave(on: EntryList, registration: Registration, status: RegistrationStatus) -> None:
    """Take a registration off the list for good, and let the next one in."""
    entry = registration.entry
    registration.status, registration.ended_at = status, timezone.now()
    registration.entry = registration.player = registration.proposed = None
    registration.save()
    if entry is not None:
        _leave_entry(entry)
        on.changed()
    move_up(on)


def _leave_entry(entry: Entry) -> None:
    """As if never entered; but who has paid stays on the desk's list until the money is settled."""
    PlayerCode.objects.filter(entry=entry).delete()
    if entry.paid:
        entry.status, entry.seed = EntryStatus.WITHDRAWN, None
        entry.save(update_fields=["status", "seed"])
    else:
        entry.delete()


# --- What a director does at the desk ------------------------------------------------------------


def entered_at_the_desk(on: EntryList, entries: Sequence[Entry]) -> None:
    """Those who had registered and are entered by a director have their place by that."""
    by_player = {entry.player_id: entry for entry in entries}
    asked = on.event.registrations.filter(status__in=LIVE, entry=None, player__in=by_player)
    # Of two undecided ones of the same player, the one entry is the first one's.
    for registration in asked.select_related("player").order_by("pk"):
        assert registration.player_id is not None
        entry = by_player.pop(registration.player_id, None)
        if entry is None:
            continue
        registration.tournament = on.event
        _take_place(registration, entry)
        write(registration, Letter.MOVED_UP)


def removed_at_the_desk(entry: Entry) -> None:
    """The registration of somebody who is taken off the list ends; to be called before they are."""
    for registration in Registration.objects.filter(entry=entry):
        registration.status = RegistrationStatus.DECLINED
        registration.ended_at = timezone.now()
        registration.entry = registration.player = None
        registration.save()
        write(registration, Letter.DECLINED)


def replaced_at_the_desk(on: EntryList, entry: Entry) -> None:
    """Somebody else plays: the one who registered is off the list, and their link is no code any more."""
    PlayerCode.objects.filter(entry=entry).delete()
    removed_at_the_desk(entry)
    entered_at_the_desk(on, [entry])


def position_of(registration: Registration) -> int | None:
    """Where somebody stands among those who wait, from 1; nothing for others."""
    if registration.status != RegistrationStatus.WAITING:
        return None
    before = registration.tournament.registrations.filter(
        status=RegistrationStatus.WAITING, turn__lte=registration.turn
    )
    return before.count()
