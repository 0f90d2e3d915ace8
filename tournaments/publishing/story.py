"""The story of an event in words: what its page, the feed and the picture to share tell of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.score_sheet import cube_in_words, kind_in_words, points_in_words
from rules_core.kinds import Kind
from tournaments.models import StageSnapshot
from tournaments.publishing.evening import NightNumber
from tournaments.publishing.podium import PodiumStep, podium_of
from tournaments.publishing.recorded_games import RecordedMatch
from tournaments.publishing.report import report_of
from tournaments.publishing.report_types import (
    EventReport,
    ReportComeback,
    ReportGame,
    ReportGames,
    ReportMatch,
)
from tournaments.publishing.round_names import bracket_name, round_name
from tournaments.publishing.snapshot_json import bracket_in, standings_in
from tournaments.publishing.winners import deciding_stage
from web.templatetags.numbers import percent


class StorySide(TypedDict):
    """One of two who played."""

    player: int
    name: str


class StoryMatch(TypedDict):
    """A line about a match, as the components show it: the winner on the left."""

    match: int
    a: StorySide
    b: StorySide
    score: Sequence[int | None]
    winner: str
    meta: str


@dataclass(frozen=True)
class StoryList:
    """Matches that have something in common."""

    title: str
    matches: list[StoryMatch]


@dataclass(frozen=True)
class StoryGame:
    """A game worth telling."""

    match: int
    name: str
    how: str


@dataclass(frozen=True)
class Story:
    """What the page of a story shows."""

    steps: list[PodiumStep]
    way: StoryList
    lists: list[StoryList]
    games: list[StoryGame]
    numbers: list[NightNumber]


class _Bracket(NamedTuple):
    """Of which rounds are named."""

    stage: int
    code: str


class _Rounds:
    """The rounds of an event by their names, in the language that is active."""

    def __init__(self, snapshots: Iterable[StageSnapshot]) -> None:
        self.formats: dict[int, str] = {}
        self.last: dict[_Bracket, int] = {}
        for snapshot in snapshots:
            number = snapshot.stage.number
            self.formats[number] = snapshot.stage.format
            for sheet in bracket_in(snapshot)["brackets"]:
                rounds = [round_["number"] for round_ in sheet["rounds"]]
                self.last[_Bracket(number, sheet["code"])] = max(rounds, default=1)

    def name(self, match: ReportMatch) -> str:
        """A round with its bracket, unless that is the main one."""
        stage, code = match["stage"], match["bracket"]
        last = self.last[_Bracket(stage, code)]
        name = round_name(self.formats[stage], code, match["round"], last).translated
        within = bracket_name(code).translated
        return name if code == "main" or name == within else f"{within}, {name}"


def story_of(
    snapshots: Sequence[StageSnapshot], recorded: dict[int, RecordedMatch]
) -> Story | None:
    """From what is published of all stages, in order; None before the first result."""
    report = report_of(snapshots, recorded)
    if not report["numbers"]["matches"]:
        return None
    rounds = _Rounds(snapshots)
    return Story(
        steps=_steps(snapshots) if report["podium"] else [],
        way=StoryList(
            _("The winner’s way"), [_line(match, rounds.name(match)) for match in report["way"]]
        ),
        lists=[told for told in _lists(report, rounds) if told.matches],
        games=[_game(game) for game in (report["games"] or {"biggest": []})["biggest"]],
        numbers=list(_numbers(report)),
    )


def headlines(report: EventReport) -> list[str]:
    """A few sentences for a feed or a picture, the most important first."""
    return [*_winner(report), *_upset(report), *_comeback(report), _size(report)]


def _steps(snapshots: Sequence[StageSnapshot]) -> list[PodiumStep]:
    deciding = deciding_stage([snapshot.stage for snapshot in snapshots])
    (snapshot,) = [one for one in snapshots if one.stage == deciding]
    return podium_of(standings_in(snapshot)["rows"])


def _lists(report: EventReport, rounds: _Rounds) -> Iterator[StoryList]:
    yield StoryList(
        _("Biggest upsets"),
        [_line(match, _before(match), rounds.name(match)) for match in report["upsets"]],
    )
    yield StoryList(
        _("Comebacks"),
        [_line(match, _from_behind(match), rounds.name(match)) for match in report["comebacks"]],
    )
    yield StoryList(
        _("Closest matches"), [_line(match, rounds.name(match)) for match in report["closest"]]
    )
    yield StoryList(
        _("Longest matches"),
        [_line(match, _minutes(match), rounds.name(match)) for match in report["longest"]],
    )


def _line(match: ReportMatch, *meta: str) -> StoryMatch:
    return {
        "match": match["match"],
        "a": {"player": match["winner"], "name": match["winner_name"]},
        "b": {"player": match["loser"], "name": match["loser_name"]},
        "score": match["score"] or (None, None),
        "winner": "a",
        "meta": " · ".join(meta),
    }


def _before(match: ReportMatch) -> str:
    return _("with a chance of %(percent)s %%") % {"percent": percent(match["chance"])}


def _from_behind(match: ReportComeback) -> str:
    own, theirs = match["behind"]
    facts = {"own": own, "theirs": theirs, "percent": percent(match["lowest"])}
    if match["lowest"] is None:
        return _("from %(own)s–%(theirs)s") % facts
    return _("from %(own)s–%(theirs)s, with a chance of %(percent)s %%") % facts


def _minutes(match: ReportMatch) -> str:
    return _("%(minutes)s min") % {"minutes": match["minutes"]}


def _game(game: ReportGame) -> StoryGame:
    how = [kind_in_words(Kind(game["kind"]))]
    if game["cube"] > 1:
        how.append(cube_in_words(game["cube"]))
    how.append(points_in_words(game["points"]))
    return StoryGame(game["match"], game["winner_name"], " · ".join(how))


def _numbers(report: EventReport) -> Iterator[NightNumber]:
    numbers = report["numbers"]
    yield NightNumber(_("Players"), str(numbers["entrants"]))
    yield NightNumber(_("Matches"), str(numbers["matches"]))
    yield NightNumber(
        _("Points"),
        str(numbers["points"]),
        _("%(points)s in a match") % {"points": round(numbers["points"] / numbers["matches"])},
    )
    if numbers["minutes"]:
        hours = number_format(numbers["minutes"] / 60, 1)
        yield NightNumber(_("Hours at the tables"), hours)
    if report["games"]:
        yield from _of_games(report["games"])


def _of_games(games: ReportGames) -> Iterator[NightNumber]:
    of_all = ngettext("of %(number)s game", "of %(number)s games", games["games"])
    of_all %= {"number": games["games"]}
    yield NightNumber(_("Gammons"), str(games["gammons"]), of_all)
    if games["backgammons"]:
        yield NightNumber(_("Backgammons"), str(games["backgammons"]), of_all)
    yield NightNumber(_("Doubles dropped"), str(games["dropped"]), of_all)
    if games["highest_cube"] > 1:
        yield NightNumber(_("Highest cube"), str(games["highest_cube"]))


def _winner(report: EventReport) -> Iterator[str]:
    placed = report["podium"]
    if not placed or placed[0]["rank"] != 1:
        return
    second = [place["name"] for place in placed if place["rank"] == 2]
    facts = {"name": placed[0]["name"], "second": ", ".join(second)}
    if second:
        yield _("%(name)s wins, %(second)s comes second.") % facts
    else:
        yield _("%(name)s wins.") % facts


def _upset(report: EventReport) -> Iterator[str]:
    for match in report["upsets"][:1]:
        yield (
            _("Biggest upset: %(winner)s beats %(loser)s with a chance of %(percent)s %%.")
            % {
                "winner": match["winner_name"],
                "loser": match["loser_name"],
                "percent": percent(match["chance"]),
            }
        )


def _comeback(report: EventReport) -> Iterator[str]:
    for match in report["comebacks"][:1]:
        own, theirs = match["behind"]
        yield (
            _("Comeback: %(winner)s beats %(loser)s from %(own)s–%(theirs)s.")
            % {
                "winner": match["winner_name"],
                "loser": match["loser_name"],
                "own": own,
                "theirs": theirs,
            }
        )


def _size(report: EventReport) -> str:
    numbers = report["numbers"]
    return _("%(players)s players, %(matches)s matches, %(points)s points.") % {
        "players": numbers["entrants"],
        "matches": numbers["matches"],
        "points": numbers["points"],
    }
