"""How a match reaches the room above it: explicit calls inside the transaction, no signals.

An event that a match belongs to registers one listener when its app starts. Whatever the listener
raises undoes the change that it was notified of.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from matches.models import Match
from players.actors import Actor
from rules_core.match import MatchState


class LaterResults(StrEnum):
    """What becomes of matches that were played or started because of a result that was wrong."""

    REFUSE = "refuse"
    """They stand: the change is refused, and they are listed."""
    VOID = "void"
    """They no longer count; the ledger keeps them."""
    SWAP = "swap"
    """They stand with the two names exchanged: the right player did play them."""


class Listener(Protocol):
    """What an event wants to know of its matches."""

    def foresee_result(self, match_id: int) -> None:
        """A result may come, from whom is not known yet: where it belongs can be asked along with that."""

    def expect_result(self, match_id: int) -> None:
        """Somebody is about to enter a result: what will be asked then can be asked along with the match."""

    def finished(self, match: Match, actor: Actor) -> None:
        """A match has its result, for the first time or again after it was re-opened."""

    def moved(self, match: Match) -> None:
        """A match was called, started or continued: what spectators see of it has changed."""

    def lock_for_change(self, match_id: int) -> None:
        """A finished match is about to be changed: lock all that may have to follow.

        Called before the match itself is locked, so that everybody locks in the same order.
        """

    def changed(
        self, match: Match, before: MatchState, actor: Actor, *, later: LaterResults
    ) -> None:
        """A finished match now stands differently than before: corrected, or unfinished again.

        Refuses with ``downstream_played`` if the change would void results further on, unless
        ``later`` says what is to become of them.
        """


_listeners: list[Listener] = []


def register_listener(listener: Listener) -> None:
    """Tell ``listener`` of every match from now on."""
    _listeners.append(listener)


def foresee_result(match_id: int) -> None:
    """To be called before it is asked who wants to enter a result. Nothing is locked, and nothing is decided by it."""
    for listener in _listeners:
        listener.foresee_result(match_id)


def expect_result(match_id: int) -> None:
    """To be called before a match is locked that will probably have its result in this transaction."""
    for listener in _listeners:
        listener.expect_result(match_id)


def notify_finished(match: Match, actor: Actor) -> None:
    """A result has come in."""
    for listener in _listeners:
        listener.finished(match, actor)


def notify_moved(match: Match) -> None:
    """A match goes on, without a result yet."""
    for listener in _listeners:
        listener.moved(match)


def lock_for_change(match_id: int) -> None:
    """To be called before the lock on a match whose result is to be corrected or taken back."""
    for listener in _listeners:
        listener.lock_for_change(match_id)


def notify_changed(match: Match, before: MatchState, actor: Actor, *, later: LaterResults) -> None:
    """A result was corrected or taken back."""
    for listener in _listeners:
        listener.changed(match, before, actor, later=later)
