"""Match lengths, bracket by bracket and round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


def _stands_in(bracket: str) -> str:
    """The bracket whose lengths hold for one without its own."""
    if bracket == "lower":
        return "consolation"
    return "main" if bracket.startswith("pool_") else bracket


@dataclass(frozen=True, slots=True)
class Lengths:
    """The points to win in each round of each bracket."""

    default: int
    """For brackets without lengths of their own."""
    by_bracket: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Round by round; the last one repeats."""
    from_final: bool = False
    """The lists count back from the final instead of on from the first round."""

    def of(self, bracket: str, number: int, rounds: int) -> int:
        """The length in round ``number`` of a bracket of ``rounds`` rounds."""
        listed = self.by_bracket.get(bracket) or self.by_bracket.get(_stands_in(bracket))
        if not listed:
            return self.default
        step = rounds - number if self.from_final else number - 1
        return listed[min(step, len(listed) - 1)]

    def of_play_off(self, bracket: str, like_main: int, main_rounds: int) -> int:
        """The length of a single match, which is that of a main round unless it has its own."""
        if bracket in self.by_bracket:
            return self.of(bracket, 1, 1)
        return self.of("main", like_main, main_rounds)
