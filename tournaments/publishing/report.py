"""The story of an event in figures: podium, the winner's way, upsets, long and close matches, numbers of the night.

All of it comes from what is published of its stages, so a report says what the pages say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, TypedDict

from tournaments.models import StageSnapshot
from tournaments.publishing.bracket_types import BracketPairing, PairingSide, SideName
from tournaments.publishing.snapshot_json import bracket_in, standings_in
from tournaments.publishing.winners import deciding_stage

MOST = 5
"""Lines of each list."""
PLACES = 3


class ReportPlace(TypedDict):
    """Somebody among the first three."""

    rank: int
    player: int
    name: str
    wins: int
    losses: int


class ReportMatch(TypedDict):
    """A finished match, as its winner sees it."""

    match: int
    stage: int
    bracket: str
    round: int
    length: int
    winner: int
    winner_name: str
    loser: int
    loser_name: str
    score: list[int] | None
    chance: Annotated[
        float | None, "Of the winner before it started; null where chances are not shown."
    ]
    minutes: int | None


class ReportNumbers(TypedDict):
    """Numbers of the night."""

    entrants: int
    matches: int
    points: int
    minutes: Annotated[int | None, "At the tables together, of those matches whose time is known."]


class EventReport(TypedDict):
    """The story of an event so far; the podium and the winner's way once it is over."""

    podium: list[ReportPlace]
    way: Annotated[list[ReportMatch], "The matches that the winner won, in order."]
    upsets: Annotated[list[ReportMatch], "Won against the odds, the least likely first."]
    longest: list[ReportMatch]
    closest: Annotated[list[ReportMatch], "Decided by one point, the longest matches first."]
    numbers: ReportNumbers


def report_of(snapshots: Sequence[StageSnapshot]) -> EventReport:
    """From what is published of all stages of an event, in order."""
    played = [match for snapshot in snapshots for match in _matches(snapshot)]
    podium = _podium(snapshots)
    winner = podium[0]["player"] if podium and podium[0]["rank"] == 1 else None
    timed = [match for match in played if match["minutes"] is not None]
    unlikely = [match for match in played if match["chance"] is not None and match["chance"] < 0.5]
    close = [match for match in played if _is_close(match)]
    return {
        "podium": podium,
        "way": [match for match in played if match["winner"] == winner],
        "upsets": sorted(unlikely, key=lambda match: match["chance"] or 0)[:MOST],
        "longest": sorted(timed, key=lambda match: -(match["minutes"] or 0))[:MOST],
        "closest": sorted(close, key=lambda match: -match["length"])[:MOST],
        "numbers": {
            "entrants": max((len(standings_in(one)["rows"]) for one in snapshots), default=0),
            "matches": len(played),
            "points": sum(sum(match["score"] or []) for match in played),
            "minutes": sum(match["minutes"] or 0 for match in timed) if timed else None,
        },
    }


def _podium(snapshots: Sequence[StageSnapshot]) -> list[ReportPlace]:
    """Of the stage that decides the event, once that is over; nobody where pools have one each."""
    deciding = deciding_stage([snapshot.stage for snapshot in snapshots])
    (snapshot,) = [one for one in snapshots if one.stage == deciding]
    rows = standings_in(snapshot)["rows"]
    if deciding.finished_at is None or len({row["pool"] for row in rows}) > 1:
        return []
    return [
        {
            "rank": row["rank"],
            "player": row["player"],
            "name": row["name"],
            "wins": row["wins"],
            "losses": row["losses"],
        }
        for row in rows
        if row["rank"] <= PLACES
    ]


def _matches(snapshot: StageSnapshot) -> Iterator[ReportMatch]:
    for sheet in bracket_in(snapshot)["brackets"]:
        for round_ in sheet["rounds"]:
            for pairing in round_["pairings"]:
                if pairing["status"] == "finished" and pairing["match"] and pairing["winner"]:
                    yield _match(
                        pairing,
                        pairing["winner"],
                        stage=snapshot.stage.number,
                        bracket=sheet["code"],
                        round_=round_["number"],
                        length=round_["length"],
                    )


def _match(
    pairing: BracketPairing, won: SideName, *, stage: int, bracket: str, round_: int, length: int
) -> ReportMatch:
    winner, loser = (pairing["a"], pairing["b"]) if won == "a" else (pairing["b"], pairing["a"])
    chances = pairing.get("chances")
    before = chances["before"] if chances else None
    score = pairing["score"]
    return {
        "match": pairing["match"] or 0,
        "stage": stage,
        "bracket": bracket,
        "round": round_,
        "length": length,
        **_names(winner, loser),
        "score": score[::-1] if score and won == "b" else score,
        "chance": before if before is None or won == "a" else round(1 - before, 3),
        "minutes": pairing.get("minutes"),
    }


class _Names(TypedDict):
    winner: int
    winner_name: str
    loser: int
    loser_name: str


def _names(winner: PairingSide, loser: PairingSide) -> _Names:
    return {
        "winner": winner["player"] or 0,
        "winner_name": winner["name"] or "",
        "loser": loser["player"] or 0,
        "loser_name": loser["name"] or "",
    }


def _is_close(match: ReportMatch) -> bool:
    score = match["score"]
    return bool(score and match["length"] > 1 and score[0] - score[1] == 1)
