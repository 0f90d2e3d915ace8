"""Legal plays the slow and obvious way, to compare the search with (docs/rules.md, "Moving")."""

from __future__ import annotations

from collections.abc import Iterator

from rules_core.board import BAR, OFF, Position


def all_results(position: Position, dice: tuple[int, int]) -> set[Position]:
    """Try every checker with every number in every order; keep what uses most, or the higher number."""
    first, second = dice
    orders = {(first,) * 4} if first == second else {(first, second), (second, first)}
    played = [result for order in orders for result in _played(position, order)]
    most = max(len(numbers) for numbers, _ in played)
    longest = [(numbers, board) for numbers, board in played if len(numbers) == most]
    if most == 1 and first != second:
        highest = max(numbers for numbers, _ in longest)
        longest = [(numbers, board) for numbers, board in longest if numbers == highest]
    return {board for _, board in longest} if most else set()


def _played(
    position: Position, numbers: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], Position]]:
    """Every way to play the numbers from the left, as far as each way goes."""
    yield (), position
    if numbers:
        for source in range(1, BAR + 1):
            if _may_move(position, source, numbers[0]):
                board = _moved(position, source, max(source - numbers[0], OFF))
                for rest, result in _played(board, numbers[1:]):
                    yield (numbers[0], *rest), result


def _may_move(position: Position, source: int, number: int) -> bool:
    if not position.mine[source] or (position.mine[BAR] and source != BAR):
        return False
    if source > number:
        return position.theirs[BAR - (source - number)] < 2
    highest = max(point for point in range(BAR + 1) if position.mine[point])
    return highest <= 6 and source in (number, highest)


def _moved(position: Position, source: int, target: int) -> Position:
    mine, theirs = bytearray(position.mine), bytearray(position.theirs)
    mine[source] -= 1
    mine[target] += 1
    if target != OFF and theirs[BAR - target]:
        theirs[BAR - target] -= 1
        theirs[BAR] += 1
    return Position(bytes(mine), bytes(theirs))
