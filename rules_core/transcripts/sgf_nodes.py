"""The nodes of an SGF file: properties with their values, along the main line of every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*)\])", re.DOTALL)
_ESCAPED = re.compile(r"\\(?:\r\n|\r|\n|(.))", re.DOTALL)
_DEEPEST = 100

Node = dict[str, list[str]]


class NotSgf(ValueError):
    """Text that is no SGF; ``line`` is where it stops being one."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


@dataclass(slots=True)
class _Tree:
    """A game, or a variation, that has been opened."""

    on_main_line: bool
    has_child: bool = False


@dataclass(slots=True)
class SgfNode:
    """One node and the line it begins in."""

    line: int
    properties: Node = field(default_factory=dict)


def games_of(text: str) -> list[list[SgfNode]]:
    """The games of a collection, each as the nodes of its main line; variations are left out."""
    collection = _Collection()
    for line, sign, name, value in _tokens(text):
        if sign == "(":
            collection.open(line)
        elif not collection.trees:
            raise NotSgf(line)
        elif sign == ")":
            collection.trees.pop()
        elif collection.trees[-1].on_main_line:
            collection.add(line, sign, name, value)
    if collection.trees or not collection.games:
        raise NotSgf(text.count("\n") + 1)
    return collection.games


class _Collection:
    """The games as far as they have been read."""

    def __init__(self) -> None:
        self.games: list[list[SgfNode]] = []
        self.trees: list[_Tree] = []
        self.values: list[str] | None = None
        """Of the property that is being read."""

    def open(self, line: int) -> None:
        """A game begins, or a variation; the first of several is the main line."""
        if not self.trees:
            self.games.append([])
            self.trees.append(_Tree(on_main_line=True))
            return
        if len(self.trees) > _DEEPEST:
            raise NotSgf(line)
        parent = self.trees[-1]
        self.trees.append(_Tree(on_main_line=parent.on_main_line and not parent.has_child))
        parent.has_child = True

    def add(self, line: int, sign: str, name: str, value: str) -> None:
        """A node, the name of a property, or one of its values."""
        nodes = self.games[-1]
        if sign:
            self.values = None
            nodes.append(SgfNode(line))
        elif not nodes or (self.values is None and not name):
            raise NotSgf(line)
        elif name:
            self.values = nodes[-1].properties.setdefault(name, [])
        elif self.values is not None:
            self.values.append(value)


def _tokens(text: str) -> Iterator[tuple[int, str, str, str]]:
    """Line, bracket or semicolon, name of a property, value: one of the last three is there."""
    place, line, end = 0, 1, len(text.rstrip())
    while place < end:
        token = _TOKEN.match(text, place)
        if token is None:
            raise NotSgf(line)
        line += token[0][: len(token[0]) - len(token[0].lstrip())].count("\n")
        yield line, token[1] or "", token[2] or "", _ESCAPED.sub(r"\1", token[3] or "")
        line += token[0].lstrip().count("\n")
        place = token.end()
