"""Reading matches from SGF, game 6, as GNU Backgammon keeps them (docs/rules.md, "SGF").

As with match files, a file is read whole or refused whole, with the line that shows why.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rules_core.board import BAR, OFF, ImpossiblePosition, Position
from rules_core.dice import Dice
from rules_core.match.rules import MAX_LENGTH
from rules_core.notation.paths import Path
from rules_core.sides import Score, Side
from rules_core.text import decode_text
from rules_core.transcripts.files import MAX_BYTES, MAX_NAME, Source, content_of
from rules_core.transcripts.problems import (
    MatchFileTooLarge,
    NotAMatchFile,
    UnknownVariation,
    UnreadableMatchFile,
)
from rules_core.transcripts.sgf_nodes import NotSgf, SgfNode, games_of
from rules_core.transcripts.snowie import snowie_board
from rules_core.transcripts.transcript import (
    Action,
    BoardSet,
    CubeAction,
    CubeWord,
    Roll,
    Transcript,
    Win,
    WrittenGame,
)

_SIDES = {"W": Side.A, "B": Side.B}
_PLAY = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,4})")
_RESULT = re.compile(r"([WB])\+(\d{1,6})R?")
_INFO = re.compile(r"(length|game|ws|bs):(\d{1,6})")
_WORDS = {"double": CubeWord.DOUBLES, "take": CubeWord.TAKES, "drop": CubeWord.DROPS}
_SET_UP = {"AE", "AW", "AB", "CP"}
_RULES = {"crawford", "crawfordgame", "jacoby", ""}


def read_sgf(source: Source, name: str | None = None) -> Transcript:
    """What the file says; ``source`` is its content, its text, or the path to it."""
    data, name = content_of(source, name)
    return _Reader(name).transcript(data)


class _Reader:
    """One pass over a file; it knows which file and which game a refusal belongs to."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game: int | None = None

    def refusal(
        self, line: int, message: str, error: type[UnreadableMatchFile] = UnreadableMatchFile
    ) -> UnreadableMatchFile:
        """A refusal of the whole file, at this line."""
        return error(message, file=self.name, line=line, game=self.game)

    def transcript(self, data: bytes) -> Transcript:
        """The whole file."""
        games = self.nodes(data)
        roots = [game[0].properties for game in games]
        info = [self.info(game[0]) for game in games]
        names = _names(roots[0])
        if info[0]["length"] > MAX_LENGTH:
            message = f"A match is played to {MAX_LENGTH} points at most."
            raise self.refusal(1, message, NotAMatchFile)
        written = tuple(map(self.written_game, games, info))
        return Transcript(
            name=self.name,
            length=info[0]["length"],
            players=names,
            games=written,
            headers=_headers(roots[0]),
        )

    def nodes(self, data: bytes) -> list[list[SgfNode]]:
        """The games, each as its nodes; what is no backgammon is refused."""
        if len(data) > MAX_BYTES:
            raise self.refusal(1, f"The file has more than {MAX_BYTES:,} bytes.", MatchFileTooLarge)
        try:
            games = games_of(decode_text(data))
        except NotSgf as wrong:
            message = "This is no SGF: a bracket or a property is not as it should be."
            raise self.refusal(wrong.line, message, NotAMatchFile) from None
        for game in games:
            if not game or game[0].properties.get("GM") != ["6"]:
                line = game[0].line if game else 1
                raise self.refusal(
                    line, "This is no SGF of backgammon: GM is not 6.", NotAMatchFile
                )
            self.check_rules(game[0])
        return games

    def check_rules(self, root: SgfNode) -> None:
        """Nackgammon and the like start from other positions."""
        named = {
            word.casefold() for text in root.properties.get("RU", []) for word in text.split(":")
        }
        if other := sorted(named - _RULES):
            message = f"These rules are not known: {', '.join(other)[:80]}."
            raise self.refusal(root.line, message, UnknownVariation)

    def info(self, root: SgfNode) -> dict[str, int]:
        """Length, number of the game, and score; what is not said is 0."""
        said = [_INFO.fullmatch(value) for value in root.properties.get("MI", [])]
        numbers = {found[1]: int(found[2]) for found in said if found}
        return {"length": 0, "game": 0, "ws": 0, "bs": 0} | numbers

    def written_game(self, nodes: Sequence[SgfNode], info: dict[str, int]) -> WrittenGame:
        """One game: its number, its score, what was done in it."""
        self.game = info["game"] + 1
        root = nodes[0]
        actions = [action for node in nodes for action in self.actions(node)]
        cube = root.properties.get("CV", ["1"])[-1]
        if not re.fullmatch(r"[1-9]\d{0,3}", cube) or int(cube).bit_count() != 1:
            raise self.refusal(root.line, f"No cube shows {cube[:20]}.")
        return WrittenGame(
            number=self.game,
            line=root.line,
            score=Score(info["ws"], info["bs"]),
            actions=(*_with_beavers(_without_echo(actions, root)), *self.win(root)),
            automatic_doubles=int(cube).bit_length() - 1,
        )

    def win(self, root: SgfNode) -> Iterator[Win]:
        """The result, which stands at the beginning of a game."""
        for text in root.properties.get("RE", [])[:1]:
            if found := _RESULT.fullmatch(text):
                yield Win(_SIDES[found[1]], root.line, int(found[2]))
            elif text not in ("", "?", "Void"):
                raise self.refusal(root.line, f"“{text[:40]}” is no result such as W+2.")

    def actions(self, node: SgfNode) -> Iterator[Action]:
        """What was done at a node."""
        if _SET_UP & node.properties.keys():
            yield self.board_set(node)
            return
        for colour, side in _SIDES.items():
            for text in node.properties.get(colour, []):
                yield self.action(node.line, text, side)
        if dice := node.properties.get("DI"):
            yield self.dice(node, dice[0])

    def board_set(self, node: SgfNode) -> BoardSet:
        """A whole board in the middle of a game: what an illegal play led to."""
        values = node.properties
        side = _SIDES.get(values.get("PL", [""])[0])
        if side is None or values.get("AE") != ["a:y"] or "GM" in values or "CP" in values:
            message = "A game from a position set by hand cannot be checked."
            raise self.refusal(node.line, message, UnknownVariation)
        white, black = (
            self.checkers(node, key, of) for key, of in (("AW", Side.A), ("AB", Side.B))
        )
        try:
            board = Position.of(white, black) if side is Side.A else Position.of(black, white)
        except ImpossiblePosition as refusal:
            raise self.refusal(node.line, refusal.message) from refusal
        return BoardSet(side.other, node.line, board, snowie_board(board))

    def checkers(self, node: SgfNode, key: str, side: Side) -> Counter[int]:
        """Where the checkers of a side stand."""
        letters = node.properties.get(key, [])
        if not all(re.fullmatch(r"[a-y]", letter) for letter in letters):
            raise self.refusal(node.line, "A checker stands on a point from a to x, or on y.")
        return Counter(_place(letter, side) for letter in letters)

    def dice(self, node: SgfNode, text: str) -> Roll:
        """Dice that were thrown and not played."""
        side = _SIDES.get(node.properties.get("PL", [""])[0])
        if side is None or not re.fullmatch(r"[1-6]{2}", text):
            raise self.refusal(node.line, f"“{text[:40]}” is no roll of a player.")
        return Roll(side, node.line, Dice(int(text[0]), int(text[1])))

    def action(self, line: int, text: str, side: Side) -> Action:
        """A play or a cube action."""
        if text in _WORDS:
            return CubeAction(side, line, _WORDS[text])
        play = _PLAY.fullmatch(text)
        if play is None:
            raise self.refusal(line, f"“{text[:40]}” is neither a play nor a cube action.")
        places = [_place(letter, side) for letter in play[3]]
        steps = zip(places[::2], places[1::2], strict=True)
        paths = tuple([Path(step) for step in steps])
        return Roll(side, line, Dice(int(play[1]), int(play[2])), paths)


def _place(letter: str, side: Side) -> int:
    """White's points 1 to 24 are a to x; Black's run the other way."""
    if letter in "yz":
        return BAR if letter == "y" else OFF
    point = ord(letter) - ord("a") + 1
    return point if side is Side.A else BAR - point


def _without_echo(actions: Sequence[Action], root: SgfNode) -> Sequence[Action]:
    """Without a double that GNU Backgammon repeats.

    It makes one of its own where a match file that it read has somebody give up right after a take: by the
    same player as before, who has no cube to double with.
    """
    at_last = [
        (action.side, action.word) if isinstance(action, CubeAction) else None
        for action in actions[-3:]
    ]
    given_up = root.properties.get("RE", [""])[0].endswith("R")
    is_echo = given_up and any(
        at_last
        == [(side, CubeWord.DOUBLES), (side.other, CubeWord.TAKES), (side, CubeWord.DOUBLES)]
        for side in Side
    )
    return actions[:-1] if is_echo else actions


def _with_beavers(actions: Sequence[Action]) -> Iterator[Action]:
    """A double in answer to a double is a beaver."""
    offered: Side | None = None
    for action in actions:
        if not isinstance(action, CubeAction) or action.word is not CubeWord.DOUBLES:
            offered = None
            yield action
            continue
        answer = offered is action.side.other
        offered = action.side
        yield CubeAction(action.side, action.line, CubeWord.BEAVERS) if answer else action


def _names(root: dict[str, list[str]]) -> tuple[str, str]:
    white, black = (" ".join(root.get(key, [""])[0].split())[:MAX_NAME] for key in ("PW", "PB"))
    return white, black


def _headers(root: dict[str, list[str]]) -> tuple[tuple[str, str], ...]:
    """The rules, in the words of a match file."""
    named = {word.casefold() for text in root.get("RU", []) for word in text.split(":")}
    crawford = "On" if "crawford" in named else "Off"
    return (("Crawford", crawford), ("Jacoby", "On" if "jacoby" in named else "Off"))
