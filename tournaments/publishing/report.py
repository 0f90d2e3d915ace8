"""The story of an event in figures: podium, the winner's way, upsets, comebacks, numbers of the night.

Matches come from what is published of the stages, so a report says what the pages say; comebacks and
gammons come from the games, where those are recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict

from rules_core.kinds import Kind
from rules_core.match import GameEnd
from tournaments.models import StageSnapshot, Tournament
from tournaments.publishing.bracket_types import BracketPairing, PairingSide, SideName
from tournaments.publishing.recorded_games import RecordedMatch, recorded_matches
from tournaments.publishing.report_types import (
    EventReport,
    ReportComeback,
    ReportGame,
    ReportGames,
    ReportMatch,
    ReportPlace,
)
from tournaments.publishing.snapshot_json import bracket_in, standings_in
from tournaments.publishing.winners import deciding_stage
from tournaments.snapshot_selectors import published_stages

MOST = 5
"""Lines of each list."""
PLACES = 3
BIG = 4
"""Points that make a game worth telling: a gammon with the cube turned, or a cube on 4."""


NEARLY_LOST = 0.25
"""Who had no better chance than this, and won, has come back."""
LONGEST = 30
"""Minutes a point: what took longer was not timed at its table."""


def event_report(event: Tournament) -> EventReport:
    """The story of an event; four queries."""
    return report_of(published_stages(event), recorded_matches(event))


def report_of(
    snapshots: Sequence[StageSnapshot], recorded: Mapping[int, RecordedMatch]
) -> EventReport:
    """From what is published of all stages of an event, in order, and from its games."""
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
        "longest": sorted(filter(_is_timed, timed), key=lambda match: -(match["minutes"] or 0))[
            :MOST
        ],
        "closest": sorted(close, key=lambda match: -match["length"])[:MOST],
        "comebacks": _comebacks(played, recorded),
        "games": _games(played, recorded),
        "numbers": {
            "entrants": max((len(standings_in(one)["rows"]) for one in snapshots), default=0),
            "matches": len(played),
            "points": sum(sum(match["score"] or []) for match in played),
            "minutes": sum(match["minutes"] or 0 for match in timed) if timed else None,
        },
    }


def _comebacks(
    played: Sequence[ReportMatch], recorded: Mapping[int, RecordedMatch]
) -> list[ReportComeback]:
    found: list[tuple[float, ReportComeback]] = []
    for match in played:
        course = recorded.get(match["match"])
        worst = course.worst if course else None
        if worst and worst.likelihood <= NEARLY_LOST and worst.own < worst.theirs:
            behind = [worst.own, worst.theirs]
            found.append((worst.likelihood, {**match, "behind": behind, "lowest": worst.chance}))
    found.sort(key=lambda one: one[0])
    return [comeback for _likelihood, comeback in found[:MOST]]


def _games(
    played: Sequence[ReportMatch], recorded: Mapping[int, RecordedMatch]
) -> ReportGames | None:
    known = [(match, recorded[match["match"]]) for match in played if match["match"] in recorded]
    games = [scored.game for _match, course in known for scored in course.games]
    if not games:
        return None
    kinds = Counter(game.kind for game in games)
    big = [game for match, course in known for game in _big_games(match, course)]
    return {
        "matches": len(known),
        "games": len(games),
        "gammons": kinds[Kind.GAMMON],
        "backgammons": kinds[Kind.BACKGAMMON],
        "dropped": sum(game.ended_by is GameEnd.DROP for game in games),
        "highest_cube": max(game.cube for game in games),
        "biggest": sorted(big, key=lambda game: -game["points"])[:MOST],
    }


def _big_games(match: ReportMatch, course: RecordedMatch) -> Iterator[ReportGame]:
    """Those worth telling, of the winner of the match or of the loser."""
    for scored in course.games:
        if scored.points < BIG:
            continue
        names = (match["winner"], match["winner_name"], match["loser"], match["loser_name"])
        if scored.game.winner is not course.winner:
            names = (*names[2:], *names[:2])
        yield {
            "match": match["match"],
            "number": scored.number,
            "winner": names[0],
            "winner_name": names[1],
            "loser": names[2],
            "loser_name": names[3],
            "kind": scored.game.kind.value,
            "cube": scored.game.cube,
            "points": scored.points,
        }


def _is_timed(match: ReportMatch) -> bool:
    """Whether its time was taken at the table, and not when somebody thought of it."""
    return match["length"] <= (match["minutes"] or 0) <= LONGEST * match["length"]


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
