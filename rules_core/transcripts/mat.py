"""Reading .mat match files, as Jellyfish wrote them and nearly every program does now.

A file is read whole or refused whole: whatever cannot be understood is refused with its line
(docs/rules.md, "Match files (.mat)").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from rules_core.match.rules import MAX_LENGTH
from rules_core.notation.written import UnreadablePlay
from rules_core.sides import Side
from rules_core.text import decode_text
from rules_core.transcripts.files import MAX_BYTES, MAX_NAME, Source, content_of
from rules_core.transcripts.mat_lines import (
    GAME,
    LENGTH,
    ScoreLine,
    TurnText,
    entries_of,
    named_entry,
    read_header,
    read_score_line,
    read_turn_text,
    turn_number,
)
from rules_core.transcripts.mat_text import (
    Line,
    begin_of_match,
    comments,
    end_of_match,
    is_comment,
    texts_of,
)
from rules_core.transcripts.problems import (
    MatchFileTooLarge,
    NotAMatchFile,
    Problem,
    UnknownVariation,
    UnreadableMatchFile,
)
from rules_core.transcripts.transcript import Action, Transcript, WrittenGame

MAX_LINES = 20_000
"""Short lines hold more turns a byte; this keeps the time for checking them to seconds."""
_MAX_LINE = 500
_ALIKE = 0.6
"""How much of two spellings of a name has to be the same."""
_LEFT_COLUMN = 5
"""Where the first player's entries begin, behind the number of the turn."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_POSITION_SET = re.compile(r"\s*;\s*set\s+pos\b\s*=?\s*(.*)", re.IGNORECASE)
_OPENING = "-b----E-C---eE---c-e----B-/0"
"""The position before the first roll, with the cube at 1."""
_BACKGAMMON = ("backgammon", "standard", "")
_UNLIMITED = (999, 9999, 99999)
"""What some programs give as the length of a money session."""


def read_mat(source: Source, name: str | None = None) -> Transcript:
    """What the file says; a file that is no match file is refused with the line that shows it.

    ``source`` is the file's content, its text, or the path to it.
    """
    data, name = content_of(source, name)
    return _Reader(name).transcript(data)


class _Reader:
    """One pass over a file; it knows which file and which game a refusal belongs to."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game: int | None = None
        self.notes: list[Problem] = []

    def refusal(
        self, line: int, message: str, error: type[UnreadableMatchFile] = UnreadableMatchFile
    ) -> UnreadableMatchFile:
        """A refusal of the whole file, at this line."""
        return error(message, file=self.name, line=line, game=self.game)

    def transcript(self, data: bytes) -> Transcript:
        """The whole file."""
        lines = self.lines(data)
        aside = comments(lines)
        headers = self.headers(lines, aside)
        body = [line for line in lines if line[1].strip() and line[0] not in aside]
        begin = begin_of_match(body)
        self.note_unread(body[:begin], "above")
        length = self.length(body[begin:])
        chunks = self.without_repeated_length(list(self.chunks(body[begin + 1 :])), length)
        end = end_of_match(chunks[-1])
        self.note_unread(chunks[-1][end:], "below")
        games = [self.written_game(chunk) for chunk in (*chunks[:-1], chunks[-1][:end])]
        score_line = games[0][0]
        return Transcript(
            name=self.name,
            length=length,
            players=score_line.players,
            games=tuple([self.with_first_names(score_line, *game) for game in games]),
            ratings=score_line.ratings,
            headers=headers,
            notes=tuple(self.notes),
        )

    def with_first_names(
        self, first: ScoreLine, score_line: ScoreLine, game: WrittenGame
    ) -> WrittenGame:
        """The game with its players in the columns of the first game.

        Somebody who writes matches down by hand may spell a name in two ways, or exchange the
        columns. Names of which neither is alike belong to another match.
        """
        self.game = game.number
        names = score_line.players
        if names == first.players:
            return game
        if (names[1], names[0]) == first.players and names[0] != names[1]:
            self.note(game.line, "The columns of the two players are exchanged in this game.")
            return game.exchanged()
        if not any(map(_alike, names, first.players)):
            raise self.refusal(game.line, "The players are not those of the first game.")
        self.note(game.line, f"Here the players are called {names[0]} and {names[1]}.")
        return game

    def note(self, line: int, message: str, code: str = "names_differ") -> None:
        """Something that is read all the same."""
        self.notes.append(Problem(self.name, line, self.game, code, message))

    def note_unread(self, lines: Sequence[Line], where: str) -> None:
        """Text that belongs to a letter or a web page, not to the match."""
        if lines:
            number, text = lines[0]
            message = (
                f"{len(lines)} line(s) {where} the match are no part of it: “{text.strip()[:40]}”."
            )
            self.note(number, message, "text_around")

    def lines(self, data: bytes) -> list[Line]:
        """The lines, whatever they are encoded in, with their numbers."""
        if len(data) > MAX_BYTES:
            raise self.refusal(1, f"The file has more than {MAX_BYTES:,} bytes.", MatchFileTooLarge)
        lines = list(enumerate(texts_of(decode_text(data)), start=1))
        if len(lines) > MAX_LINES:
            message = f"The file has more than {MAX_LINES:,} lines."
            raise self.refusal(MAX_LINES + 1, message, MatchFileTooLarge)
        for number, line in lines:
            if _CONTROL.search(line) or (len(line) > _MAX_LINE and not is_comment(line)):
                raise self.refusal(number, "This is no line of a match file.", NotAMatchFile)
        return lines

    def headers(self, lines: Sequence[Line], aside: set[int]) -> tuple[tuple[str, str], ...]:
        """The keys and values among the comments."""
        headers, before = [], ""
        for number, line in lines:
            if number not in aside:
                before = line if line.strip() else before
                continue
            if position := _POSITION_SET.match(line):
                self.check_position(number, position[1].strip(), before)
            if header := read_header(line):
                headers.append(header)
                self.refuse_variation(number, *header)
        return tuple(headers)

    def check_position(self, line: int, board: str, before: str) -> None:
        """Some programs say before a game that it starts as every game does."""
        if board != _OPENING or read_score_line(before) is None:
            message = "A game from a position set by hand cannot be checked."
            raise self.refusal(line, message, UnknownVariation)

    def refuse_variation(self, line: int, key: str, value: str) -> None:
        """Nackgammon and the like start from other positions."""
        if key.casefold() == "variation" and value.strip().casefold() not in _BACKGAMMON:
            message = f"This is a match of {value}, not of backgammon."
            raise self.refusal(line, message, UnknownVariation)

    def length(self, body: Sequence[Line]) -> int:
        """The points of the match, from the first line that is no comment."""
        match = LENGTH.fullmatch(body[0][1]) if body else None
        if match is None:
            message = "This is no match file: it does not begin with “7 point match” or the like."
            raise self.refusal(body[0][0] if body else 1, message, NotAMatchFile)
        if len(body) == 1:
            raise self.refusal(body[0][0], "This match file has no games in it.", NotAMatchFile)
        length = int(match["length"] or match["to"] or match["said"] or 0)
        if length in _UNLIMITED:
            return 0
        if length > MAX_LENGTH:
            message = f"A match is played to {MAX_LENGTH} points at most."
            raise self.refusal(body[0][0], message, NotAMatchFile)
        return length

    def chunks(self, body: Sequence[Line]) -> Iterator[Sequence[Line]]:
        """The lines of each game."""
        begins = [index for index, (_, line) in enumerate(body) if GAME.fullmatch(line)]
        if not begins or begins[0] != 0:
            raise self.refusal(body[0][0], "A game begins with “Game 1” or the like.")
        for begin, end in zip(begins, [*begins[1:], len(body)], strict=True):
            yield body[begin:end]

    def without_repeated_length(
        self, chunks: Sequence[Sequence[Line]], length: int
    ) -> list[Sequence[Line]]:
        """The games, where each of them has the length above it, as those saved one by one do."""
        kept = []
        for place, chunk in enumerate(chunks):
            again = LENGTH.fullmatch(chunk[-1][1]) if place + 1 < len(chunks) else None
            if again is not None and self.length([chunk[-1], *chunks[place + 1]]) == length:
                chunk = chunk[:-1]
            kept.append(chunk)
        return kept

    def written_game(self, chunk: Sequence[Line]) -> tuple[ScoreLine, WrittenGame]:
        """One game: its number, its score line, its turns."""
        title = GAME.fullmatch(chunk[0][1])
        assert title is not None
        self.game = int(title[1])
        number, line = chunk[1] if len(chunk) > 1 else chunk[0]
        score_line = read_score_line(line)
        if score_line is None or max(map(len, score_line.players)) > MAX_NAME:
            raise self.refusal(number, "A game goes on with “Alice : 0   Bob : 0” or the like.")
        actions = tuple(self.actions(chunk[2:], score_line))
        return score_line, WrittenGame(self.game, number, score_line.score, actions)

    def actions(self, lines: Sequence[Line], names: ScoreLine) -> Iterator[Action]:
        """The entries of the turns; which of the two columns one stands in tells whose it is."""
        turns = [(number, *self.entries(number, line, names.players)) for number, line in lines]
        self.check_numbers([line for line, (_, each, _) in zip(lines, turns, strict=True) if each])
        right = min((each[1].column for _, each, _ in turns if len(each) > 1), default=names.right)
        middle = (_LEFT_COLUMN + right) // 2
        for number, entries, named in turns:
            for index, entry in enumerate(entries):
                is_right = index == 1 or (len(entries) == 1 and entry.column > middle)
                side = Side.B if is_right else Side.A
                yield self.action(number, entry, named or side)

    def check_numbers(self, lines: Sequence[Line]) -> None:
        """A number that is missing or there twice may be a line that is."""
        numbered = ((number, turn_number(text)) for number, text in lines)
        turns = [(number, turn) for number, turn in numbered if turn is not None]
        for (_, before), (number, turn) in pairwise(turns):
            if turn != before + 1:
                message = (
                    f"Turn {before + 1} would be next, not {turn}: a line may be missing or double."
                )
                self.note(number, message, "wrong_turn_number")
                return

    def entries(
        self, number: int, line: str, players: tuple[str, str]
    ) -> tuple[list[TurnText], Side | None]:
        """The entries of one line, and whose they are where a name before them says so."""
        for side, player in zip(Side, players, strict=True):
            named = named_entry(line, player)
            if named is not None:
                return [named], side
        entries = entries_of(line)
        if entries is None:
            raise self.refusal(number, f"“{line.strip()[:80]}” is no turn of two players.")
        return entries, None

    def action(self, number: int, entry: TurnText, side: Side) -> Action:
        """What the entry says."""
        try:
            action = read_turn_text(entry.text, side, number)
        except UnreadablePlay as refusal:
            raise self.refusal(number, refusal.message) from refusal
        if action is None:
            raise self.refusal(number, f"“{entry.text[:80]}” is neither a roll nor a cube action.")
        return action


def _alike(name: str, other: str) -> bool:
    """Whether two spellings may be one name."""
    one, two = name.casefold(), other.casefold()
    in_common = set(one.split()) & set(two.split())
    return bool(in_common) or SequenceMatcher(None, one, two).ratio() >= _ALIKE
