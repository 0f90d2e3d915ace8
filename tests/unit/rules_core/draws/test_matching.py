"""One round is paired as well as it can be, and fast."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.draws.history import Key
from rules_core.draws.matching import SwissPlayer, matched

pytestmark = pytest.mark.unit


def after_rounds(
    entrants: int, rounds: int, seed: int, *, withdrawals: float = 0.0
) -> list[SwissPlayer]:
    """Players of a Swiss in which each round was paired by ``matched``."""
    random = Random(seed)
    scores = dict.fromkeys(range(entrants), 0)
    byes = dict.fromkeys(range(entrants), 0)
    opponents: dict[int, Counter[Key]] = {n: Counter() for n in range(entrants)}

    def players() -> list[SwissPlayer]:
        order = random.sample(sorted(scores), len(scores))
        order.sort(key=lambda n: -scores[n])
        return [SwissPlayer(n, scores[n], opponents[n], byes[n]) for n in order]

    for _ in range(rounds):
        found = matched(players())
        if found.bye:
            byes[int(found.bye.id)] += 1
            scores[int(found.bye.id)] += 1
        for a, b in found.pairs:
            opponents[int(a.id)][b.id] += 1
            opponents[int(b.id)][a.id] += 1
            scores[int(random.choice([a, b]).id)] += 1
        for n in list(scores):
            if random.random() < withdrawals and len(scores) > 2:
                del scores[n]
    return players()


def least_possible(players: list[SwissPlayer]) -> tuple[int, int]:
    """Rematches and squared gaps of the best matching on the complete graph."""
    graph: rustworkx.PyGraph[SwissPlayer, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(players)
    graph.add_edges_from(
        [
            (a, b, -((players[a].score - players[b].score) ** 2) - _repeats(players[a], players[b]))
            for a in range(len(players))
            for b in range(a)
        ]
    )
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    total = -sum(graph.get_edge_data(a, b) for a, b in pairs)
    return divmod(total, REMATCH)


REMATCH = 10**9


def _repeats(a: SwissPlayer, b: SwissPlayer) -> int:
    return a.met[b.id] ** 2 * REMATCH


@settings(max_examples=40, deadline=None)
@given(entrants=st.integers(2, 70), rounds=st.integers(0, 9), seed=st.integers(0, 10**6))
def test_the_score_gaps_are_those_of_the_best_matching(
    entrants: int, rounds: int, seed: int
) -> None:
    players = after_rounds(entrants, rounds, seed, withdrawals=0.02)
    found = matched(players)
    others = [player for player in players if player != found.bye]

    assert sum(a.met[b.id] ** 2 for a, b in found.pairs) == least_possible(others)[0]
    assert found.squared_gaps == least_possible(others)[1]
    assert sorted(player.id for pair in found.pairs for player in pair) == sorted(
        player.id for player in others
    )


@pytest.mark.parametrize("entrants", [100, 151, 200, 257, 299, 300])
def test_the_score_gaps_of_large_fields_are_those_of_the_best_matching(entrants: int) -> None:
    for rounds in (3, 7):
        players = after_rounds(entrants, rounds, seed=rounds)
        found = matched(players)
        others = [player for player in players if player != found.bye]

        assert (found.rematches, found.squared_gaps) == least_possible(others)


@settings(max_examples=60, deadline=None)
@given(entrants=st.integers(1, 60), rounds=st.integers(0, 8), seed=st.integers(0, 10**6))
def test_the_bye_goes_to_the_lowest_score_without_one(
    entrants: int, rounds: int, seed: int
) -> None:
    players = after_rounds(entrants * 2 + 1, min(rounds, entrants), seed)
    found = matched(players)

    assert found.bye is not None
    without = [player.score for player in players if not player.byes]
    if found.rematches == 0 and found.bye.byes == 0:
        above = [score for score in without if score < found.bye.score]
        assert above == [] or _forced(players, found.bye)


def _forced(players: list[SwissPlayer], bye: SwissPlayer) -> bool:
    """Whether a bye for anybody lower would have meant a rematch."""
    lower = [p for p in players if p.score < bye.score and not p.byes]
    return all(
        least_possible([other for other in players if other != player])[0] > 0 for player in lower
    )


@pytest.mark.parametrize("entrants", [16, 17, 64, 300, 1024, 2048])
def test_seven_rounds_need_no_rematch(entrants: int) -> None:
    players = after_rounds(entrants, 7, seed=entrants)

    assert {count for player in players for count in player.met.values()} == {1}


def test_members_of_one_club_meet_only_where_the_scores_leave_no_choice() -> None:
    players = [
        SwissPlayer(n, 0, Counter(), club="home" if n < 40 else f"club {n}") for n in range(100)
    ]
    Random(1).shuffle(players)
    leaders = [SwissPlayer(n, 3, Counter(), club="home") for n in (200, 201)]
    found = matched([*leaders, *players], avoid_same_club=True)

    clashes = [(a.id, b.id) for a, b in found.pairs if a.club == b.club]
    assert clashes == [(200, 201)]


def test_a_single_player_has_the_bye() -> None:
    found = matched([SwissPlayer("one", 2, Counter())])

    assert (found.pairs, found.bye and found.bye.id) == ((), "one")
