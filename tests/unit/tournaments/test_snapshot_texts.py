"""A process holds on to so many texts and no more."""

from __future__ import annotations

import pytest

from api.ready_text import ReadyText
from tournaments.snapshot_texts import NOTHING, HeldTexts, SnapshotTexts

pytestmark = pytest.mark.unit


def texts(letters: int) -> SnapshotTexts:
    return SnapshotTexts(
        version=1, digest="d", bracket=ReadyText("x" * letters), standings=ReadyText("")
    )


def test_what_was_asked_for_longest_ago_makes_room() -> None:
    held = HeldTexts(most_letters=10)
    one, two, three = texts(4), texts(4), texts(4)
    held.hold(("one", 1), one)
    held.hold(("two", None), two)
    assert held.at(("one", 1)) is one
    held.hold(("three", 1), three)
    assert held.at(("two", None)) is NOTHING
    assert held.at(("one", 1)) is one
    assert held.at(("three", 1)) is three


def test_a_new_version_takes_the_place_of_the_old_one() -> None:
    held = HeldTexts(most_letters=10)
    held.hold(("one", 1), texts(6))
    newer = texts(8)
    held.hold(("one", 1), newer)
    assert held.at(("one", 1)) is newer


def test_what_is_too_long_for_all_is_not_held() -> None:
    held = HeldTexts(most_letters=10)
    held.hold(("long", 1), texts(11))
    assert held.at(("long", 1)) is NOTHING
