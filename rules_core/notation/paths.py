"""The way of a checker in a written play: what standard and box notation have in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from rules_core.plays import Move, Play


@dataclass(frozen=True, slots=True)
class Path:
    """The points one checker visits in a play, such as 24, 18 and 13."""

    points: tuple[int, ...]
    hits: frozenset[int] = frozenset()
    """The points among them on which it hits."""

    @property
    def source(self) -> int:
        """Where the checker starts."""
        return self.points[0]

    @property
    def target(self) -> int:
        """Where it ends."""
        return self.points[-1]

    def without_needless_points(self) -> Path:
        """Only the ends and the points on which it hits."""
        between = tuple(point for point in self.points[1:-1] if point in self.hits)
        return Path((self.source, *between, self.target), self.hits)


def paths_of(play: Play) -> tuple[Path, ...]:
    """A play checker by checker, the rearmost first."""
    paths: list[Path] = []
    for move in play.moves:
        before = next((path for path in paths if path.target == move.source), None)
        if before is None:
            paths.append(Path((move.source, move.target), _hit(move)))
        else:
            paths[paths.index(before)] = Path(
                (*before.points, move.target), before.hits | _hit(move)
            )
    return tuple(sorted(paths, key=lambda path: path.points, reverse=True))


def counted(paths: Iterable[Path]) -> list[tuple[Path, int]]:
    """Equal ways once, with how often they are gone; a hit by the first counts for all."""
    hits: defaultdict[tuple[int, ...], list[frozenset[int]]] = defaultdict(list)
    for path in paths:
        hits[path.points].append(path.hits)
    return [(Path(points, frozenset().union(*marks)), len(marks)) for points, marks in hits.items()]


def _hit(move: Move) -> frozenset[int]:
    return frozenset((move.target,)) if move.hits else frozenset()
