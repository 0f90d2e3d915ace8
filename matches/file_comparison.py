"""A match file beside the record of its match, in the reader's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from matches.models import Match, Transcript
from matches.replays import played_through
from matches.score_sheet import cube_in_words, kind_in_words, name_of, points_in_words
from matches.transcript_diff import differences
from rules_core.kinds import Kind
from rules_core.sides import Side


@dataclass(frozen=True)
class ComparedGame:
    """What the record and the file say about a game, where they differ."""

    game: str
    recorded: str
    file: str


def compared(match: Match, transcript: Transcript) -> list[ComparedGame]:
    """Game by game what the latest file tells otherwise than the record; nothing if they agree."""
    read = played_through(transcript, match.match_rules)
    return [
        ComparedGame(
            game=_("Game %(number)s") % {"number": found.game} if found.game else _("Final score"),
            recorded=_told(match, found.recorded),
            file=_told(match, found.file),
        )
        for found in differences(match.state, read, Side(transcript.first))
    ]


def _told(match: Match, game: dict[str, Any] | None) -> str:
    if game is None:
        return _("not there")
    if "score" in game:
        a, b = game["score"]
        return f"{a}–{b}"
    words = (kind_in_words(Kind(game["kind"])), cube_in_words(game["cube"]))
    return f"{name_of(match, Side(game['winner']))}: {', '.join(words)}, {points_in_words(game['points'])}"
