"""A broken byte anywhere gives an answer, never a crash, in bounded time and memory."""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.transcripts import (
    MAX_BYTES,
    Replay,
    UnreadableMatchFile,
    read_mat,
    replay,
    write_mat,
    write_sgf,
)
from tests.unit.rules_core.transcripts.samples import FILES, small

pytestmark = [pytest.mark.unit, pytest.mark.slow]

BYTES = b"\x00\x0b\xff\xc3 \n\t:;()/*=>0123456789abBDGWt?"
SECONDS = 2.0
"""Far more than a file of a few kilobytes takes, far less than somebody would wait."""


def answered(data: bytes) -> Replay | str:
    """What the product says to the file: a checked match, or the reason for refusing it.

    What was read must also be written again, the same from then on, and exported.
    """
    try:
        transcript = read_mat(data)
    except UnreadableMatchFile as refusal:
        return refusal.code
    once = write_mat(transcript)
    assert write_mat(read_mat(once.encode())) == once
    match = replay(transcript)
    assert write_sgf(match).count("(;FF[4]") == len(match.games)
    return match


def kind_of(answer: Replay | str) -> str:
    """Refused, checked with problems, or sound."""
    if isinstance(answer, str):
        return "refused"
    return "problems" if answer.problems else "sound"


def test_one_byte_changed_at_every_place_of_a_file() -> None:
    data, choice = small(), random.Random(1)
    kinds: Counter[str] = Counter()
    begin = process_time()
    for place in range(len(data)):
        for _ in range(2):
            broken = data[:place] + bytes([choice.choice(BYTES)]) + data[place + 1 :]
            kinds[kind_of(answered(broken))] += 1
    assert sum(kinds.values()) == 2 * len(data)
    assert set(kinds) == {"refused", "problems", "sound"}
    assert process_time() - begin < SECONDS * len(data) / 100


def test_one_byte_missing_at_every_place_of_a_file() -> None:
    data = small()
    kinds = Counter(
        kind_of(answered(data[:place] + data[place + 1 :])) for place in range(len(data))
    )
    assert set(kinds) == {"refused", "problems", "sound"}


def test_a_file_cut_off_anywhere() -> None:
    """What is left is refused, or is a match broken off; it is never taken for the whole."""
    data = small()
    whole = replay(read_mat(data))
    for end in range(len(data) - len("point\n") - 1):
        answer = answered(data[:end])
        assert isinstance(answer, str) or (answer.score, answer.problems) != (whole.score, ())


def with_a_change(data: bytes, choice: random.Random) -> bytes:
    """The file with something small done to it: to a byte, a digit, or whole lines."""
    place, other = choice.randrange(len(data)), choice.randrange(len(data))
    match choice.randrange(6):
        case 0:
            return data[:place] + bytes([choice.choice(BYTES)]) + data[place + 1 :]
        case 1:
            return data[:place] + data[place + choice.randint(1, 80) :]
        case 2:
            return data[:place] + data[other : other + 80] + data[place:]
        case 3:
            digits = [at for at, byte in enumerate(data) if chr(byte) in "123456"]
            at = choice.choice(digits)
            return data[:at] + choice.choice("123456").encode() + data[at + 1 :]
        case _:
            lines = data.split(b"\n")
            one, two = choice.randrange(len(lines)), choice.randrange(len(lines))
            lines[one : one + choice.randint(0, 1)] = [lines[two]][: choice.randint(0, 1)]
            return b"\n".join(lines)


@pytest.mark.parametrize("path", FILES[:2], ids=lambda path: path.stem)
def test_files_of_real_matches_with_several_changes(path: Path) -> None:
    choice = random.Random(2)
    kinds: Counter[str] = Counter()
    for _ in range(200):
        broken = path.read_bytes()
        for _ in range(choice.randint(1, 3)):
            broken = with_a_change(broken, choice)
        begin = process_time()
        kinds[kind_of(answered(broken))] += 1
        assert process_time() - begin < SECONDS
    assert set(kinds) == {"refused", "problems", "sound"}


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_at_all(data: bytes) -> None:
    with pytest.raises(UnreadableMatchFile):
        read_mat(data)


def test_the_largest_file_takes_bounded_memory() -> None:
    """A megabyte that begins well and is refused at its last line."""
    game = small().partition(b" Game 2")[0]
    lines = b"  1) 31: 8/5 6/5                 64: 24/14\n"
    data = game + lines * ((MAX_BYTES - len(game)) // (4 * len(lines))) + b"x"
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableMatchFile):
            read_mat(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100 * MAX_BYTES
