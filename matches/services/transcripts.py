"""Match files: replayed, compared with the record or taken as the record, and kept."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePath
from typing import Any

from django.db import transaction

from matches.models import EventKind, Match, Transcript
from matches.services.corrections import Correction, correct_match
from matches.services.ledger import record_event
from matches.services.locking import check_open, locked_match, unlocked_match
from matches.services.match_listeners import LaterResults
from matches.services.permissions import official_or_side
from matches.transcript_diff import GameDifference, differences, first_player_is, games_of
from players.actors import Actor
from players.models import Role
from players.services.permissions import require
from rules_core.errors import RulesError
from rules_core.sides import Side
from rules_core.transcripts import Problem, Replay, UnreadableMatchFile, read_match_file, replay

_LONGEST_NAME = 120


class MatchFileRefused(RulesError):
    """The file is not a correct record of this match. ``facts`` list every problem."""

    def __init__(self, problems: list[Problem]) -> None:
        first = problems[0]
        where = f"Line {first.line}" + (f", game {first.game}" if first.game else "")
        super().__init__(
            f"{where}: {first.message}",
            line=first.line,
            game=first.game,
            problems=[problem.to_json() for problem in problems],
        )
        self.code = first.code  # type: ignore[misc]  # the rule that was broken


@dataclass(frozen=True)
class ComparedTranscript:
    """What came of a match file."""

    match: Match
    transcript: Transcript
    replay: Replay
    first: Side
    differences: list[GameDifference]
    """Against the record as it was before."""


def add_transcript(
    *,
    match_id: int,
    name: str,
    content: bytes,
    actor: Actor,
    take: bool = False,
    cascade: bool = False,
    first: Side | None = None,
    version: int | None = None,
) -> ComparedTranscript:
    """Keep a match file with the record; ``take`` makes its games the record.

    ``first`` says which side the file's first player is; without it the names tell.
    """
    match = unlocked_match(match_id)
    name = _tidy(name)
    official_or_side(actor, match)
    if take:
        require(actor, Role.DIRECTOR, match.club_id)
    check_open(match, version)
    # Replayed before anything is locked: a long match takes its time.
    replayed, first = _read(match, name, content, first)
    found = differences(match.state, replayed, first)
    with transaction.atomic():
        if take:
            correct_match(
                match_id=match_id,
                correction=Correction(games=games_of(replayed, first)),
                reason="taken from a match file",
                actor=actor,
                later=LaterResults.VOID if cascade else LaterResults.REFUSE,
                version=match.version,
            )
        match, transcript = _keep(match_id, name, content, first, actor, taken=take)
    return ComparedTranscript(match, transcript, replayed, first, found)


def _tidy(name: str) -> str:
    """The name of a file without its folders, as long as a column takes."""
    printable = "".join(letter for letter in PurePath(name).name if letter.isprintable())
    return printable[-_LONGEST_NAME:] or "match.mat"


def _read(match: Match, name: str, content: bytes, first: Side | None) -> tuple[Replay, Side]:
    try:
        replayed = replay(read_match_file(content, name), match.match_rules)
    except UnreadableMatchFile as refusal:
        raise MatchFileRefused([Problem.of(refusal)]) from refusal
    problems = list(replayed.problems)
    first = first or first_player_is(replayed, match.a.name, match.b.name)
    if first is None:
        problems.insert(0, _other_players(match, replayed))
    if problems or first is None:
        raise MatchFileRefused(problems)
    return replayed, first


def _other_players(match: Match, replayed: Replay) -> Problem:
    one, other = replayed.players
    return Problem(
        replayed.name,
        replayed.games[0].line,
        replayed.games[0].number,
        "other_players",
        f"This file is a match between {one} and {other}, not {match.a} and {match.b}."
        " If it is the right file, choose which side its first player is.",
    )


def _keep(
    match_id: int, name: str, content: bytes, first: Side, actor: Actor, *, taken: bool
) -> tuple[Match, Transcript]:
    match = locked_match(match_id)
    check_open(match, None)
    transcript = Transcript.objects.create(
        match=match, name=name, content=content, first=first, taken=taken
    )
    facts: dict[str, Any] = {
        "transcript": transcript.pk,
        "sha256": sha256(content).hexdigest(),
        "taken": taken,
    }
    record_event(match, EventKind.TRANSCRIPT, facts, actor)
    return match, transcript
