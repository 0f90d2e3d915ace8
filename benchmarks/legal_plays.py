"""How fast legal plays are listed, beside gym-backgammon (Python) and open_spiel (C++).

python -m benchmarks.legal_plays [--games 40] [--rounds 7]

Each library plays random games against itself: the dice and the play chosen come from
``random.Random`` with the same seed. The clock runs only while a library lists the plays of a
roll. Every library runs in a process of its own, one after the other, for several rounds; the
best round counts, since whatever else the machine does can only slow a round down.

What a library lists is not the same everywhere, so there are two ratios. ``rolls`` are whole rolls
answered a second. ``plays`` are the entries listed a second: ours are distinct results with the
steps that lead there; gym-backgammon lists sequences of moves, and leaves duplicates in; open_spiel
lists its action numbers, most plays twice (either die first), and of a double only two moves at a
time, so a double takes it two calls and never the full list.
"""

from __future__ import annotations

import argparse
import importlib.util
import multiprocessing
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

LONGEST_GAME = 400
"""Random players can miss each other for very long."""
MAT_FILE = Path(__file__).parents[1] / "tests" / "data" / "mat" / "m25_0.mat"
MILLISECONDS = 100
"""In which a 25-point match file is to be read, played through and checked."""
WANTED = {"gym-backgammon": 1.5, "open_spiel": 0.25}
"""How fast we want to be, as a part of the other library's speed."""


@dataclass
class Speed:
    rolls: int = 0
    plays: int = 0
    seconds: float = 0.0

    def timed(self, list_plays: Callable[[], Any]) -> Any:
        """List plays by the clock; another call for the same roll counts no second roll."""
        begin = perf_counter()
        listed = list_plays()
        self.seconds += perf_counter() - begin
        self.plays += len(listed)
        return listed

    @property
    def rolls_per_second(self) -> float:
        return self.rolls / self.seconds

    @property
    def plays_per_second(self) -> float:
        return self.plays / self.seconds


def thrown(random: Random) -> tuple[int, int]:
    return random.randint(1, 6), random.randint(1, 6)


def rules_core_games(games: int, seed: int) -> Speed:
    from rules_core.board import Position
    from rules_core.plays import legal_plays

    random, speed = Random(seed), Speed()
    for _ in range(games):
        position = Position.start()
        for _ in range(LONGEST_GAME):
            dice = thrown(random)
            speed.rolls += 1
            plays = speed.timed(lambda: legal_plays(position, dice))  # noqa: B023
            position = random.choice(plays).after if plays else position.swapped()
            if position.kind is not None:
                break
    return speed


def gym_backgammon_games(games: int, seed: int) -> Speed:
    # The package itself wants a screen; the file with the rules does not.
    package = importlib.util.find_spec("gym_backgammon")
    assert package is not None
    assert package.origin is not None
    path = Path(package.origin).parent / "envs" / "backgammon.py"
    spec = importlib.util.spec_from_file_location("gym_backgammon_rules", path)
    assert spec is not None
    assert spec.loader is not None
    rules = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rules)

    random, speed = Random(seed), Speed()
    for _ in range(games):
        board, player = rules.Backgammon(), rules.WHITE
        for _ in range(LONGEST_GAME):
            first, second = thrown(random)
            # White runs downwards, which this library says with negative dice.
            dice = (-first, -second) if player == rules.WHITE else (first, second)
            speed.rolls += 1
            plays = speed.timed(lambda: board.get_valid_plays(player, dice))  # noqa: B023
            if plays:
                board.execute_play(player, random.choice(sorted(plays, key=str)))
            if board.get_winner() is not None:
                break
            player = board.get_opponent(player)
    return speed


def open_spiel_games(games: int, seed: int) -> Speed:
    import pyspiel

    game = pyspiel.load_game("backgammon")
    random, speed = Random(seed), Speed()
    for _ in range(games):
        state = game.new_initial_state()
        for _ in range(2 * LONGEST_GAME):
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                speed.rolls += 1
            plays = speed.timed(state.legal_actions)
            state.apply_action(random.choice(plays))
            if state.is_terminal():
                break
    return speed


LIBRARIES: dict[str, tuple[str, Callable[[int, int], Speed]]] = {
    "rules_core": ("rules_core", rules_core_games),
    "gym-backgammon": ("gym_backgammon", gym_backgammon_games),
    "open_spiel": ("pyspiel", open_spiel_games),
}


def measured(games: int, rounds: int) -> dict[str, list[Speed]]:
    """The rounds of each installed library, in turn, so that a busy moment hits all alike."""
    installed = [
        name for name, (module, _) in LIBRARIES.items() if importlib.util.find_spec(module)
    ]
    speeds: dict[str, list[Speed]] = {name: [] for name in installed}
    for seed in range(rounds):
        for name in installed:
            with multiprocessing.get_context("spawn").Pool(1) as process:
                speeds[name].append(process.apply(LIBRARIES[name][1], (games, seed)))
    return speeds


def match_file_milliseconds(times: int = 30) -> float:
    from rules_core.transcripts import read_mat, replay

    spent = []
    for _ in range(times):
        begin = perf_counter()
        match = replay(read_mat(MAT_FILE.read_bytes()))
        spent.append(1000 * (perf_counter() - begin))
        assert match.problems == ()
    return min(spent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="random games a round")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    speeds = measured(arguments.games, arguments.rounds)
    ours = speeds["rules_core"]
    own_rolls = max(speed.rolls_per_second for speed in ours)
    own_plays = max(speed.plays_per_second for speed in ours)
    print(f"{'legal plays':16}{'rolls/s':>10}{'plays/s':>12}   we are times as fast")
    for name, rounds in speeds.items():
        rolls = max(speed.rolls_per_second for speed in rounds)
        plays = max(speed.plays_per_second for speed in rounds)
        ratio = f"{own_rolls / rolls:6.2f} in rolls, {own_plays / plays:5.2f} in plays"
        wanted = f" (wanted: {WANTED[name]})" if name in WANTED else ""
        print(f"{name:16}{rolls:>10,.0f}{plays:>12,.0f}   {ratio}{wanted}")
    for name in LIBRARIES.keys() - speeds.keys():
        print(f"{name:16} is not installed here")
    spent = match_file_milliseconds()
    print(f"a 25-point match file read, played through and checked: {spent:.0f} ms", end=" ")
    print(f"(wanted: under {MILLISECONDS})")


if __name__ == "__main__":
    main()
