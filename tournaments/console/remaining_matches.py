"""What is still to be played of an event, as far as the draws and settings say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from matches.models import Match, MatchStatus
from rules_core.draws.advancement import PairingStatus
from rules_core.draws.formats import lengths_of, plan
from rules_core.draws.outline import outline
from rules_core.draws.plan import LoserOf, Plan, PlannedPairing, Seed, Slot, WinnerOf
from rules_core.draws.settings import SwissSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.swiss import last_round
from rules_core.errors import RulesError
from tournaments.console.forecast import Forecast, RemainingMatch, forecast
from tournaments.draws.club_pace import club_pace
from tournaments.draws.history import by_seed
from tournaments.draws.pace import Pace, TimedMatch
from tournaments.models import OUT, Pairing, Stage, StageEntrant, Tournament
from tournaments.selectors import entrants_by_seed

THIS_EVENING = timedelta(days=3)
"""So far from its beginning an event is played in one go; a league has no evening to end."""


def forecast_of(
    event: Tournament, matches: Sequence[Match], now: datetime, *, pace: Pace | None = None
) -> Forecast | None:
    """When the event ends; nothing before the draw, when all is played, or of a long league.

    ``matches`` are those of the event. A second match of the grand final is left out until it is
    needed, and a Swiss with lives takes as many rounds as if the stronger always won. ``pace`` is
    the club's own unless another is given.
    """
    stages = list(event.stages.order_by("number"))
    if not any(stage.drawn_at for stage in stages) or abs(now - event.starts_at) > THIS_EVENING:
        return None
    left = remaining_matches(event, stages, now)
    if not left:
        return None
    played = _timed(matches, _kinds(stages))
    return forecast(left, event.tables, played, pace or club_pace(event.club_id))


def _kinds(stages: Sequence[Stage]) -> Mapping[int, str]:
    """The format that each match is played in; one query, and none where all stages have the same."""
    formats = {stage.format for stage in stages}
    if len(formats) == 1:
        return defaultdict(lambda: stages[0].format)
    rows = Pairing.objects.filter(stage__in=stages, match__isnull=False)
    return defaultdict(str, rows.values_list("match", "stage__format"))


def remaining_matches(
    event: Tournament, stages: Sequence[Stage], now: datetime
) -> list[RemainingMatch]:
    """Every match to come of all stages, in the order of the sheets."""
    rows = list(Pairing.objects.filter(stage__tournament=event).select_related("match"))
    here = set(event.entries.exclude(status__in=OUT).values_list("pk", flat=True))
    found: list[RemainingMatch] = []
    before: list[RemainingMatch] = []
    qualify: int | None = None
    for stage in stages:
        stage.tournament = event
        field = _Field(stage, sorted(here), [row for row in rows if row.stage_id == stage.pk], now)
        drawn = field.drawn() if stage.drawn_at else field.undrawn(qualify)
        matches = [replace(match, kind=stage.format) for match in drawn]
        if qualify and not stage.drawn_at:
            matches = _after(before, matches)
        found += matches
        before, qualify = matches, stage.settings.get("qualify")
    return found


@dataclass(frozen=True)
class _Field:
    """A stage and those who play in it."""

    stage: Stage
    here: Sequence[int]
    rows: Sequence[Pairing]
    now: datetime

    def drawn(self) -> Iterator[RemainingMatch]:
        """What is on the sheet, and the rounds of a Swiss that will be put on it."""
        seats = _Seats(self.rows, self.here)
        still_open = [row for row in self.rows if row.needed and seats.is_to_be_played(row)]
        of_round = [self._row(row, seats) for row in sorted(still_open, key=_order)]
        yield from of_round
        if self.stage.paired_by_round and self.stage.finished_at is None:
            yield from self._rounds_after(of_round)

    def undrawn(self, qualify: int | None) -> Iterable[RemainingMatch]:
        """What a draw would put on the sheet; nothing while it would be refused."""
        entrants = min(qualify, len(self.here)) if qualify else len(self.here)
        code, settings, length = self.stage.format, self.stage.settings, self._length
        try:
            if self.stage.paired_by_round:
                lines = outline(code, entrants, settings, length=length)
                return self._chain([(line.matches, line.length) for line in lines], [])
            return [*self._planned(plan(code, entrants, settings, length=length))]
        except RulesError:
            return []

    @property
    def _length(self) -> int:
        length: int = self.stage.tournament.rules["length"]
        return length

    def _key(self, key: str) -> str:
        return f"{self.stage.number}/{key}"

    def _row(self, row: Pairing, seats: _Seats) -> RemainingMatch:
        return RemainingMatch(
            key=self._key(row.key),
            length=row.match.length if row.match else row.length,
            after=frozenset(self._key(key) for key in seats.sources(row)),
            players=frozenset(f"entry {pk}" for pk in (row.a_id, row.b_id) if pk),
            minutes=_minutes(row.match, self.now) if row.match else None,
        )

    def _rounds_after(self, of_round: list[RemainingMatch]) -> Iterator[RemainingMatch]:
        settings = read_settings(self.stage.format, self.stage.settings)
        assert isinstance(settings, SwissSettings)
        present = max((row.round for row in self.rows), default=0)
        entrants = entrants_by_seed(self.stage)
        planned = last_round(by_seed(entrants), settings)
        sizes = self._sizes(settings, entrants, planned - present)
        lengths = lengths_of(settings, self._length)
        rounds = [
            (size, lengths.of("main", number, planned))
            for number, size in enumerate(sizes, start=present + 1)
        ]
        yield from self._chain(rounds, of_round)

    def _sizes(
        self, settings: SwissSettings, entrants: Iterable[StageEntrant], rounds: int
    ) -> list[int]:
        """Matches of each round to come."""
        here = set(self.here)
        playing = [entrant.entry_id for entrant in entrants if entrant.entry_id in here]
        if settings.lives is None:
            return [len(playing) // 2] * rounds
        return list(_thinning(self._lives_after_this_round(settings.lives, playing)))[:rounds]

    def _lives_after_this_round(self, lives: int, playing: Iterable[int]) -> list[int]:
        """What each has left, if in the matches still to be played the second side loses."""
        left = dict.fromkeys(playing, lives)
        for row in self.rows:
            loser = row.a_id if row.winner == "b" else row.b_id
            if loser in left and row.a_id:
                left[loser] -= 1
        return list(left.values())

    def _chain(
        self, rounds: Iterable[tuple[int, int]], before: list[RemainingMatch]
    ) -> list[RemainingMatch]:
        """Rounds each of which waits for all of the one before."""
        found: list[RemainingMatch] = []
        for number, (matches, length) in enumerate(rounds, start=1):
            keys = frozenset(match.key for match in before)
            before = [
                RemainingMatch(self._key(f"later-{number}-{place}"), length, after=keys)
                for place in range(matches)
            ]
            found += before
        return found

    def _planned(self, made: Plan) -> Iterator[RemainingMatch]:
        for place in made.pairings:
            if not place.is_bye and place.only_if is None:
                slots = (place.a, place.b)
                seeds = [slot.number for slot in slots if isinstance(slot, Seed)]
                yield RemainingMatch(
                    key=self._key(place.id),
                    length=place.length,
                    after=frozenset(self._key(key) for key in _sources(slots, made.by_id)),
                    players=frozenset(self._key(f"seed {seed}") for seed in seeds),
                )


class _Seats:
    """Who comes to the seats of a drawn sheet, as far as it can tell: nobody loses a bye."""

    def __init__(self, rows: Iterable[Pairing], here: Iterable[int]) -> None:
        self.rows = {row.key: row for row in rows}
        self.here = set(here)
        self._known: dict[str, int] = {}

    def is_to_be_played(self, row: Pairing) -> bool:
        """Whether two will meet there who are both still in the event."""
        waits = row.status == PairingStatus.WAITING
        return self._taken(row.key) == 2 if waits else row.status == PairingStatus.READY

    def sources(self, row: Pairing) -> Iterator[str]:
        """The matches that a pairing waits for; whoever has a bye comes from the one before."""
        for _, is_open, origin in _seats_of(row):
            if is_open:
                source = self.rows[_source(origin)]
                if self.is_to_be_played(source):
                    yield source.key
                else:
                    yield from self.sources(source)

    def _taken(self, key: str) -> int:
        """In how many of a pairing's seats somebody will sit down to play."""
        if key not in self._known:
            self._known[key] = sum(self._comes(*seat) for seat in _seats_of(self.rows[key]))
        return self._known[key]

    def _comes(self, entry: int | None, is_open: bool, origin: str) -> bool:
        if not is_open:
            return entry in self.here
        needed = 2 if origin.startswith("loser_of:") else 1
        return self._taken(_source(origin)) >= needed


def _seats_of(row: Pairing) -> Iterable[tuple[int | None, bool, str]]:
    """Of each side: who sits there, whether the seat still waits, and where it is filled from."""
    return (row.a_id, row.a_open, row.a_from), (row.b_id, row.b_open, row.b_from)


def _source(origin: str) -> str:
    return origin.partition("_of:")[2]


def _thinning(lives: Iterable[int]) -> Iterator[int]:
    """Matches of each round, if whoever has more lives always wins, until one is left."""
    still_in = sorted((left for left in lives if left > 0), reverse=True)
    while len(still_in) > 1:
        pairs = len(still_in) // 2
        yield pairs
        for loser in range(1, 2 * pairs, 2):
            still_in[loser] -= 1
        still_in = sorted((left for left in still_in if left > 0), reverse=True)


def _order(row: Pairing) -> tuple[int, str, int]:
    return row.round, row.bracket, row.number


def _sources(slots: Iterable[Slot], places: Mapping[str, PlannedPairing]) -> Iterator[str]:
    """The matches that fill these seats; whoever has a bye comes from the one before."""
    for slot in slots:
        if isinstance(slot, WinnerOf | LoserOf):
            place = places[slot.pairing]
            if place.is_bye:
                yield from _sources((place.a, place.b), places)
            else:
                yield place.id


def _after(
    before: Iterable[RemainingMatch], matches: Iterable[RemainingMatch]
) -> list[RemainingMatch]:
    """Matches none of which can begin before all of the stage before are over."""
    keys = frozenset(match.key for match in before)
    return [match if match.after else replace(match, after=keys) for match in matches]


def _minutes(match: Match, now: datetime) -> float | None:
    since = match.started_at or match.called_at
    return (now - since).total_seconds() / 60 if since else None


def _timed(matches: Iterable[Match], kinds: Mapping[int, str]) -> Iterator[TimedMatch]:
    """The matches that were timed at their table."""
    for match in matches:
        since = match.started_at or match.called_at
        if match.status == MatchStatus.FINISHED and since and match.finished_at:
            minutes = (match.finished_at - since).total_seconds() / 60
            yield TimedMatch(kinds[match.pk], match.length, minutes)
