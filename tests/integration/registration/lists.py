"""An event that takes registrations, and whatever may happen to its list."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

from django.db.models import Q
from django.utils import timezone

from players.actors import SYSTEM, Actor, Channel
from players.models import Club, Player, PlayerMerge
from players.services.merging import merge_players, undo_merge
from rules_core.errors import RulesError
from tests.integration.factories import a_club, a_player, a_user, an_event
from tournaments.models import (
    OUT,
    Entry,
    PlayerCode,
    Registration,
    RegistrationMode,
    RegistrationStatus,
    Tournament,
)
from tournaments.registration_models import LIVE
from tournaments.services import registrations
from tournaments.services.attendance import reinstate, withdraw
from tournaments.services.entries import Newcomer, enter_players, remove_entry
from tournaments.services.events import change_tournament
from tournaments.services.fees import mark_paid
from tournaments.services.registrations import Details, register

OPEN = RegistrationMode.OPEN
IN, WAITING = RegistrationStatus.IN, RegistrationStatus.WAITING


def an_open_event(club: Club | None = None, **terms: Any) -> Tournament:
    soon = timezone.now() + timedelta(days=3)
    return an_event(club or a_club(), **{"registration": OPEN, "starts_at": soon, **terms})


def somebody(name: str = "", *, address: str = "203.0.113.7") -> Actor:
    """A stranger, or with a name somebody with an account."""
    user = a_user(first_name=name) if name else None
    return Actor(user=user, channel=Channel.WEB, address=address)


def registered(event: Tournament, name: str, **said: Any) -> Registration:
    """Somebody with an account, who is known by it."""
    return register(
        tournament_id=event.pk, details=Details(name=name, **said), actor=somebody(name)
    )


def names(event: Tournament, status: RegistrationStatus) -> list[str]:
    rows = event.registrations.filter(status=status).order_by("turn", "pk")
    return list(rows.values_list("name", flat=True))


class Turmoil:
    """Does to a list whatever can be done to it; what is refused changes nothing."""

    ACTIONS = (
        *("register", "register", "register", "stranger", "approve", "decline", "cancel"),
        *("places", "withdraw", "reinstate", "remove", "desk", "paid", "confirm", "merge", "part"),
    )

    REFUSALS = frozenset(
        {
            *("already_out", "not_out", "gone", "registration_over", "already_registered"),
            *("already_entered", "too_many_registrations", "event_full"),
            *("different_people", "merged_with_self", "not_merged", "player_merged", "too_busy"),
        }
    )

    def __init__(self, event: Tournament, seed: int, *, tag: str = "") -> None:
        self.event, self.random, self.tag = event, Random(seed), tag
        self.made: set[int] = set()
        """The registrations that were answered with a yes of any kind."""
        self.count = 0

    def step(self, action: str) -> None:
        try:
            getattr(self, f"_{action}")()
        except RulesError as refusal:
            if refusal.code not in self.REFUSALS:
                raise

    def _name(self) -> str:
        self.count += 1
        return f"Player {self.tag}{self.count}"

    def _register(self) -> None:
        self.made.add(registered(self.event, self._name()).pk)

    def _stranger(self) -> None:
        name = self._name()
        details = Details(name=name, email=f"{name.replace(' ', '.')}@example.org")
        address = f"198.51.100.{self.random.randrange(200)}"
        self.made.add(
            register(
                tournament_id=self.event.pk, details=details, actor=somebody(address=address)
            ).pk
        )

    def _any(self, **wanted: Any) -> int | None:
        found = list(Registration.objects.filter(tournament=self.event, **wanted).values_list("pk"))
        return self.random.choice(found)[0] if found else None

    def _entry(self, **wanted: Any) -> int | None:
        found = list(Entry.objects.filter(tournament=self.event, **wanted).values_list("pk"))
        return self.random.choice(found)[0] if found else None

    def _approve(self) -> None:
        if pk := self._any():
            registrations.approve(registration_id=pk, actor=SYSTEM, is_new=True)

    def _decline(self) -> None:
        if pk := self._any():
            registrations.decline(registration_id=pk, actor=SYSTEM)

    def _cancel(self) -> None:
        if pk := self._any():
            registrations.cancel(registration_id=pk)

    def _confirm(self) -> None:
        if pk := self._any():
            token = Registration.objects.get(pk=pk).confirmation
            registrations.confirm(registration_id=pk, confirmation=token)

    def _places(self) -> None:
        places = self.random.choice([1, 2, 3, 5, 8, None])
        change_tournament(tournament_id=self.event.pk, actor=SYSTEM, places=places)

    def _withdraw(self) -> None:
        if pk := self._entry():
            withdraw(entry_id=pk, actor=SYSTEM)

    def _reinstate(self) -> None:
        if pk := self._entry(status__in=OUT):
            reinstate(entry_id=pk, actor=SYSTEM)

    def _remove(self) -> None:
        if pk := self._entry():
            remove_entry(entry_id=pk, actor=SYSTEM)

    def _paid(self) -> None:
        if pk := self._entry():
            mark_paid(entry_id=pk, actor=SYSTEM)

    def _merge(self) -> None:
        """Somebody of the list turns out to be somebody else of it, or to be on the club's list twice."""
        listed = list(
            Player.objects.on_list().filter(
                Q(registrations__tournament=self.event) | Q(entries__tournament=self.event)
            )
        )
        if not listed:
            return
        one = self.random.choice(listed)
        other = self.random.choice(
            [*listed, a_player(self.event.club, f"Spare {self.tag}{self.random.random()}")]
        )
        pair = [one.pk, other.pk]
        self.random.shuffle(pair)
        merge_players(player_id=pair[0], into_id=pair[1], actor=SYSTEM)

    def _part(self) -> None:
        merges = PlayerMerge.objects.filter(player__club=self.event.club, undone_at=None)
        if merged := list(merges.values_list("player", flat=True)):
            undo_merge(player_id=self.random.choice(merged), actor=SYSTEM)

    def _desk(self) -> None:
        """A director enters somebody new, or somebody who waits."""
        pk = self._any(status=WAITING)
        waiting = Registration.objects.filter(pk=pk, status=WAITING).first() if pk else None
        newcomer = Newcomer(player_id=waiting.player_id) if waiting else Newcomer(name=self._name())
        enter_players(tournament_id=self.event.pk, newcomers=[newcomer], actor=SYSTEM)


def assert_in_order(event: Tournament, made: set[int]) -> None:
    """Nobody twice, nobody lost, nobody out of turn, and no place left empty while somebody waits."""
    event = Tournament.objects.get(pk=event.pk)
    rows = list(event.registrations.select_related("entry", "player").order_by("turn", "pk"))
    assert made <= {row.pk for row in rows}
    live = [row for row in rows if row.status in LIVE]
    players = [row.player_id for row in live if row.player_id]
    assert len(players) == len(set(players))
    on_list = [row for row in live if row.status in (IN, WAITING)]
    turns = [row.turn for row in on_list]
    assert None not in turns
    assert len(turns) == len(set(turns))
    merged = Player.objects.filter(merged_into__isnull=False)
    assert not merged.filter(registrations__tournament=event).exists()
    assert not merged.filter(entries__tournament=event).exists()
    for row in rows:
        assert (row.entry is not None) == (row.status == IN)
        if row.entry:
            assert row.entry.player_id == row.player_id
            assert PlayerCode.objects.get(entry=row.entry).digest == row.digest
    taken = event.entries.exclude(status__in=OUT).count()
    is_anybody_waiting = any(row.status == WAITING for row in rows)
    if is_anybody_waiting:
        assert event.places is not None
        assert taken >= event.places
