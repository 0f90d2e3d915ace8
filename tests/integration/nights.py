"""A night at random, by the services or over REST, and what must hold of it at every moment."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from hypothesis import strategies as st

from matches.models import AT_TABLE, Match, MatchStatus
from matches.services.calling import PlayerBusy, call_match, start_match
from matches.services.corrections import Correction, correct_match, reopen_match
from matches.services.match_listeners import LaterResults
from matches.services.results import report_result
from matches.services.verification import ledger_differences
from players.actors import SYSTEM
from rules_core.draws.settings import Format
from rules_core.match import MatchEnd, MatchRules
from rules_core.sides import Side
from tests.integration.factories import a_club, a_player, an_event
from tests.integration.losses import assert_losses
from tests.integration.stages import seeds_of
from tournaments.models import OUT, Entry, Pairing, Stage
from tournaments.services import attendance
from tournaments.services.corrections import (
    DownstreamPlayed,
    EntrantOut,
    NextRoundPaired,
    SwapNotPossible,
)
from tournaments.services.draws import draw_stage
from tournaments.services.entries import EventFull, Newcomer, enter_players
from tournaments.services.events import StagePlan
from tournaments.services.latecomers import ListClosed, NoFreeBye
from tournaments.services.rounds import RoundNotFinished, StageOver, pair_next_round
from tournaments.services.snapshots import refresh_snapshot
from tournaments.services.verification import stage_differences

Settings = dict[str, Any]
FORMATS: dict[str, tuple[Format, Settings | Callable[[int], Settings]]] = {
    "single": (Format.SINGLE_ELIMINATION, {}),
    "third place": (Format.SINGLE_ELIMINATION, {"third_place": True}),
    "simple consolation": (Format.SINGLE_ELIMINATION, {"consolation": "simple"}),
    "progressive with last chance": (
        Format.SINGLE_ELIMINATION,
        {"consolation": "progressive", "last_chance": True, "second_place": True},
    ),
    "double": (Format.DOUBLE_ELIMINATION, {}),
    "double with reset": (Format.DOUBLE_ELIMINATION, {"grand_final": "reset"}),
    "round robin": (Format.ROUND_ROBIN, {}),
    "pools": (Format.ROUND_ROBIN, lambda entrants: {"pools": max(1, entrants // 5)}),
    "four rounds of all": (Format.ROUND_ROBIN, {"max_rounds": 4}),
    "Swiss": (Format.SWISS, {"rounds": 3}),
    "lives": (Format.SWISS_LIVES, {"lives": 2}),
}

ACTIONS = (
    "result",
    "result",
    "result",
    "walkover",
    "forfeit",
    "withdraw",
    "return",
    "late",
    "check",
    "round",
    "call",
    "call",
    "begin",
    "begin",
    "correct",
    "correct",
    "cascade",
    "swap",
    "reopen",
)
"""What may happen next; results most of all."""
STEPS = st.sampled_from(ACTIONS)


SEEN = (
    *("a", "b", "status", "winner", "a__player", "a__status", "b__player", "b__status"),
    *("match__a", "match__b", "match__status", "match__winner"),
)
"""What is looked at of each row after each step; whole rows would take most of the night."""


def live(stage: Stage) -> list[Match]:
    wanted = stage.pairings.values("match")
    playable = Match.objects.filter(pk__in=wanted, status__in=(MatchStatus.READY, *AT_TABLE))
    return list(playable.order_by("pk"))


class Night:
    """One event and what may happen to it."""

    def __init__(self, format_name: str, entrants: int) -> None:
        code, given = FORMATS[format_name]
        options = given(entrants) if callable(given) else given
        self.luck = Random(f"{format_name} {entrants}")
        self.rounds_stand = True
        """No result of a Swiss was corrected after the round that follows it was paired."""
        self.club = a_club()
        event = an_event(
            self.club,
            entrants,
            rules=MatchRules(length=3),
            stages=[StagePlan(format=code, settings=options)],
        )
        self.tournament = event
        self.stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM, seed="night")

    def step(self, step: str, choice: int) -> None:
        with suppress(DownstreamPlayed):
            getattr(self, f"do_{step}")(choice)

    def live(self) -> list[Match]:
        """Matches that can be played."""
        return live(self.stage)

    def pick(self, rows: list[Any], choice: int) -> Any:
        return rows[choice % len(rows)] if rows else None

    def do_result(self, choice: int) -> None:
        if match := self.pick(live(self.stage), choice):
            report_result(match_id=match.pk, score=(3, 1) if choice % 2 else (0, 3), actor=SYSTEM)

    def do_call(self, choice: int) -> None:
        if match := self.pick(live(self.stage), choice):
            with suppress(PlayerBusy):
                call_match(match_id=match.pk, actor=SYSTEM)

    def do_begin(self, choice: int) -> None:
        if match := self.pick(live(self.stage), choice):
            with suppress(PlayerBusy):
                start_match(match_id=match.pk, actor=SYSTEM)

    def do_walkover(self, choice: int) -> None:
        if match := self.pick(live(self.stage), choice):
            winner = Side.A if choice % 2 else Side.B
            report_result(
                match_id=match.pk, winner=winner, ended_by=MatchEnd.WALKOVER, actor=SYSTEM
            )

    def do_forfeit(self, choice: int) -> None:
        if match := self.pick(live(self.stage), choice):
            report_result(match_id=match.pk, ended_by=MatchEnd.DOUBLE_FORFEIT, actor=SYSTEM)

    def do_withdraw(self, choice: int) -> None:
        here = list(self.tournament.entries.exclude(status__in=OUT))
        if entry := self.pick(here, choice):
            attendance.withdraw(entry_id=entry.pk, actor=SYSTEM, reason="has to catch a train")

    def do_return(self, choice: int) -> None:
        out = list(self.tournament.entries.filter(status__in=OUT))
        if entry := self.pick(out, choice):
            attendance.reinstate(entry_id=entry.pk, actor=SYSTEM)

    def correctable(self) -> list[Match]:
        played = self.stage.pairings.filter(status="finished").values("match")
        return list(Match.objects.filter(pk__in=played).order_by("pk"))

    def do_correct(self, choice: int, later: LaterResults = LaterResults.REFUSE) -> None:
        if match := self.pick(self.correctable(), choice):
            self.rounds_stand &= self.is_of_last_round(match)
            score = (2, 3) if match.winner == "a" or choice % 5 == 0 else (3, 2)
            correct_match(
                match_id=match.pk,
                correction=Correction(score=score),
                reason="reported the wrong way round",
                actor=SYSTEM,
                later=later,
            )

    def do_cascade(self, choice: int) -> None:
        self.do_correct(choice, LaterResults.VOID)

    def do_swap(self, choice: int) -> None:
        with suppress(SwapNotPossible):
            self.do_correct(choice, LaterResults.SWAP)

    def do_reopen(self, choice: int) -> None:
        if match := self.pick(self.correctable(), choice):
            with suppress(NextRoundPaired, EntrantOut, PlayerBusy):
                reopen_match(match_id=match.pk, reason="not over yet", actor=SYSTEM)

    def is_of_last_round(self, match: Match) -> bool:
        """In a Swiss rounds stand that were paired before a correction."""
        rounds = self.stage.pairings.values_list("round", flat=True)
        return not self.stage.paired_by_round or (
            self.stage.pairings.get(match=match).round == max(rounds)
        )

    def do_late(self, choice: int) -> None:
        newcomer = Newcomer(player_id=a_player(self.club).pk)
        with suppress(NoFreeBye, ListClosed, EventFull):
            enter_players(tournament_id=self.tournament.pk, newcomers=[newcomer], actor=SYSTEM)

    def do_check(self, choice: int) -> None:
        refresh_snapshot(stage_id=self.stage.pk)

    def assert_sound(self) -> None:
        seats: Counter[int] = Counter()
        at_table: Counter[int] = Counter()
        open_rows = self.stage.pairings.filter(status__in=("waiting", "ready"))
        assert not (self.is_closed() and open_rows.exists())
        for row in Pairing.objects.filter(stage=self.stage).order_by().values(*SEEN):
            assert row["a"] is None or row["a"] != row["b"]
            if row["status"] == "ready":
                assert row["match__status"] not in {None, MatchStatus.FINISHED, MatchStatus.VOID}
                assert (row["match__a"], row["match__b"]) == (row["a__player"], row["b__player"])
                assert row["a__status"] not in {None, *OUT}
                assert row["b__status"] not in {None, *OUT}
                seats.update((row["a"], row["b"]))
                if row["match__status"] in AT_TABLE:
                    at_table.update((row["a"], row["b"]))
            if row["status"] == "finished":
                assert row["match__status"] == MatchStatus.FINISHED
                assert row["match__winner"] == row["winner"]
        assert max(at_table.values(), default=1) == 1
        if self.stage.format != Format.ROUND_ROBIN:
            assert max(seats.values(), default=1) == 1

    def finish(self) -> None:
        while matches := live(self.stage) or self.next_round():
            for match in matches:
                score = self.luck.choice([(3, 2), (1, 3)])
                report_result(match_id=match.pk, score=score, actor=SYSTEM)

    def next_round(self) -> list[Match]:
        if self.stage.paired_by_round:
            with suppress(StageOver):
                self.pair()
        return live(self.stage)

    def pair(self) -> None:
        over = self.is_closed()
        pair_next_round(stage_id=self.stage.pk, actor=SYSTEM)
        assert not over, "a stage that can go on was taken for finished"

    def is_closed(self) -> bool:
        return Stage.objects.filter(pk=self.stage.pk, finished_at__isnull=False).exists()

    def do_round(self, choice: int) -> None:
        if self.stage.paired_by_round:
            with suppress(RoundNotFinished, StageOver):
                self.pair()

    def assert_over(self) -> None:
        self.assert_sound()
        undecided = self.stage.pairings.filter(status__in=("waiting", "ready"))
        assert list(undecided.values_list("key", "status")) == []
        self.stage = Stage.objects.select_related("tournament").get(pk=self.stage.pk)
        assert self.stage.finished_at is not None
        for row in self.stage.pairings.filter(status="void"):
            assert row.void_reason
        assert_losses(self.stage, rounds_stand=self.rounds_stand)
        assert_ranked(self.stage)
        assert [str(difference) for difference in ledger_differences()] == []
        assert [str(difference) for difference in stage_differences(self.stage.pk)] == []


def assert_ranked(stage: Stage) -> None:
    """Everybody has a place. In tables it is theirs alone; in eliminations places may be shared."""
    rows = json.loads(refresh_snapshot(stage_id=stage.pk).standings)["rows"]
    assert sorted(row["entry"] for row in rows) == sorted(seeds_of(stage))
    assert Entry.objects.filter(pk__in=seeds_of(stage)).count() == len(rows)
    for pool in {row.get("pool") for row in rows}:
        ranks = [row["rank"] for row in rows if row.get("pool") == pool]
        if stage.format in {Format.SINGLE_ELIMINATION, Format.DOUBLE_ELIMINATION}:
            better = [sum(other < rank for other in ranks) for rank in ranks]
            assert ranks == sorted(rank + 1 for rank in better)
        else:
            assert ranks == list(range(1, len(ranks) + 1))
