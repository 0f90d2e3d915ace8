"""Reading and writing plays, whatever the points are called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from rules_core.errors import RulesError
from rules_core.notation.paths import Path, counted

_REPEATED = re.compile(r"(?:([1-4])[×x])?(.+?)(?:\(([1-4])\))?", re.IGNORECASE)
_MOST_STEPS = 4


class UnreadablePlay(RulesError):
    """Text that is no play."""

    code = "unreadable_play"


@dataclass(frozen=True)
class PlayNotation:
    """A way to write plays: names for the points, something between them, and a mark for repeats."""

    names: dict[int, str]
    """What the points are called, from off, 0, to the bar, 25."""
    between: str
    """The sign between the points a checker visits."""
    repeated: str
    """How a path gone several times is written, with ``{path}`` and ``{times}``."""
    example: str
    """Plays to show to someone whose play cannot be read."""
    also: dict[str, int] = field(default_factory=dict)
    """Other names of points that are read but not written."""

    def write(self, paths: Iterable[Path]) -> str:
        """The paths of a play in this notation."""
        return " ".join(
            self.repeated.format(path=self.write_path(path), times=times)
            if times > 1
            else self.write_path(path)
            for path, times in counted(paths)
        )

    def read(self, text: str) -> tuple[Path, ...]:
        """The paths of a play; no text is no move."""
        paths: list[Path] = []
        for word in text.replace(",", " ").split():
            match = _REPEATED.fullmatch(word)
            path = match and self._path_of(match[2])
            if match is None or path is None:
                raise self._unreadable(text)
            paths += [path] * int(match[1] or match[3] or 1)
            if len(paths) > _MOST_STEPS:
                raise self._unreadable(text)
        return tuple(paths)

    def _unreadable(self, text: str) -> UnreadablePlay:
        short = text[:80]
        return UnreadablePlay(f"“{short}” is no play; write it like {self.example}.", text=short)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name.lower(): point for point, name in self.names.items()} | self.also

    def write_path(self, path: Path) -> str:
        """The way of one checker; where it starts it hits nothing."""
        landings = (self.names[point] + "*" * (point in path.hits) for point in path.points[1:])
        return self.between.join((self.names[path.source], *landings))

    @cached_property
    def _path_of(self) -> Callable[[str], Path | None]:
        """A match file says the same few hundred things again and again."""
        return lru_cache(maxsize=2048)(self._read_path)

    def _read_path(self, text: str) -> Path | None:
        names = text.lower().split(self.between)
        points = [self._numbers.get(name.removesuffix("*")) for name in names]
        if not 1 <= len(points) - 1 <= _MOST_STEPS or None in points or names[0].endswith("*"):
            return None
        known = tuple(point for point in points if point is not None)
        hits = (point for point, name in zip(known, names, strict=True) if name.endswith("*"))
        return Path(known, frozenset(hits))
