"""Reading matches and ratings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import sqrt

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils.timezone import now

from matches.models import (
    INSTALLATION_POOL,
    OVERTIME,
    OVERTIME_TAKEN_BACK,
    EventKind,
    Match,
    MatchEvent,
    PlayedStep,
    Rating,
    RatingChange,
    RatingPool,
    TableLink,
    Transcript,
)
from matches.projection import project
from players.actors import Actor, TableAccess
from players.models import Club, Player
from rules_core.ratings.fibs import Ramp, win_probability
from rules_core.ratings.glicko2 import GlickoRating, expectation
from rules_core.sides import Side

_SETTLING = (EventKind.ENTERED, EventKind.CONFIRMED, EventKind.CORRECTED)
"""Lines that can give a match its result."""

NEWEST_FIRST = (F("finished_at").desc(nulls_last=True), F("pk").desc())
"""Matches as they ended, then those still to be played; databases disagree about where these stand."""


UNRATED = Q(matches=0, experience=0, value=Rating.INITIAL)
"""Neither played nor brought anything along: earlier versions kept such a row of who lost all matches."""


def matches_of_event(event: str) -> QuerySet[Match]:
    """All matches ever made for an event; its name is taken once in an installation.

    Asked for its club as well, SQLite would read all that the club has ever played.
    """
    return Match.objects.filter(event=event)


def ledger_of(match: Match) -> QuerySet[MatchEvent]:
    """Everything recorded about a match, in order."""
    return match.events.select_related("by").order_by("number")


def winners_through(ledger: Iterable[MatchEvent]) -> Iterator[tuple[MatchEvent, str]]:
    """The whole ledger of one match, each line with who had won after it, if anybody."""
    match = Match()
    for line in ledger:
        project(match, line)
        yield line, match.winner


def decided_by_absence(match_ids: Collection[int]) -> set[int]:
    """Those of these matches that an absence decided, and not anybody's word."""
    settling = MatchEvent.objects.filter(match__in=match_ids, kind__in=_SETTLING).order_by("number")
    last = dict(settling.values_list("match", "facts"))
    return {match for match, facts in last.items() if facts.get("absence")}


def own_matches(actor: Actor) -> Q:
    """The matches an actor plays: by account, or the one at whose table they sit."""
    if actor.table_access is not None:
        return Q(pk=actor.table_access.match_id)
    if actor.user is None or actor.token is not None:
        return Q(pk__in=[])
    return Q(a__user=actor.user) | Q(b__user=actor.user)


def table_access_of(secret: str) -> TableAccess | None:
    """What a table link gives access to; nothing once it is revoked."""
    link = TableLink.objects.filter(digest=TableLink.digest_of(secret), revoked_at=None).first()
    return TableAccess(link.match_id, Side(link.side)) if link else None


def transcript_of(match: Match) -> Transcript | None:
    """The latest file of a match."""
    return match.transcripts.order_by("-pk").first()


def has_transcript(match: Match) -> bool:
    """Whether there is a file to replay."""
    return match.transcripts.exists()


def players_of_list(
    *, pool: RatingPool | None = None, club: str = "", country: str = ""
) -> QuerySet[Rating]:
    """The ratings that any list may show, of a pool, a club and a country."""
    ratings = (
        Rating.objects.select_related("player__club", "pool")
        .filter(player__anonymised_at=None, player__merged_into=None)
        .exclude(UNRATED)
    )
    if pool:
        ratings = ratings.filter(pool=pool.pk)
    if club:
        ratings = ratings.filter(player__club__slug=club)
    return ratings.filter(player__country=country) if country else ratings


def rating_list(
    *,
    pool: RatingPool,
    club: str = "",
    country: str = "",
    played_since: datetime | None = None,
) -> QuerySet[Rating]:
    """Players by rating; ``ranked`` gives those of a page their ranks.

    Without ``played_since`` those are left out whom the pool calls inactive.
    """
    ratings = players_of_list(pool=pool, club=club, country=country)
    if since := played_since or pool.active_since(now()):
        ratings = ratings.filter(last_played__gte=since)
    return ratings.order_by(F("value").desc(), "player__name_key", "pk")


def ranked(listed: QuerySet[Rating], shown: Iterable[Rating], *, start: int = 0) -> list[Rating]:
    """Some of a list, from so far down, each with its ``rank``; equal ratings share one.

    No more is read than those who stand level with the first of them, however long the list is.
    """
    found = list(shown)
    previous: Rating | None = None
    for number, rating in enumerate(found, start=start + 1):
        level = previous is not None and previous.value == rating.value
        rank = vars(previous)["rank"] if previous is not None and level else number
        if previous is None and start:
            rank -= _level_above(listed, rating)
        vars(rating)["rank"] = rank
        previous = rating
    return found


def _level_above(listed: QuerySet[Rating], rating: Rating) -> int:
    """How many with the same rating stand further up."""
    name = rating.player.name_key
    before = Q(player__name_key__lt=name) | Q(player__name_key=name, pk__lt=rating.pk)
    return listed.filter(before, value=rating.value).order_by().values("pk").count()


def gains_between(
    players: Collection[int], since: datetime, until: datetime | None, *, system: str
) -> dict[int, float]:
    """What the matches from a moment on, and before another, did to the ratings of these players."""
    changes = RatingChange.objects.filter(pool=system, player__in=players, at__gte=since)
    if until:
        changes = changes.filter(at__lt=until)
    gains = changes.order_by().values("player").annotate(gain=Sum(F("after") - F("before")))
    return dict(gains.values_list("player", "gain"))


def last_rated_at(club: Club, until: datetime | None, *, system: str) -> datetime | None:
    """When a player of the club last finished a rated match, before a moment."""
    if until is None:
        rated = Rating.objects.filter(pool=system, player__club=club, last_played__isnull=False)
        return rated.order_by("-last_played").values_list("last_played", flat=True).first()
    own = Player.objects.filter(pk=OuterRef("player"), club=club)
    # From the last one back until one is the club's; joined, SQLite would read all changes of all its players.
    changes = RatingChange.objects.filter(Exists(own), pool=system, at__lt=until)
    return changes.order_by("-at", "-match_id").values_list("at", flat=True).first()


MOST_RANKED = 5_000
"""Places that a player's own page tells; further down in a large club it would count for too long."""


def rank_of(rating: Rating) -> int | None:
    """A player's place in the list of the own club; equal ratings share one.

    Who is left out of the list has none, nor who stands far down in a large one.
    """
    since = rating.pool.active_since(now())
    if since and not (rating.last_played and rating.last_played >= since):
        return None
    better = Rating.objects.filter(
        pool=rating.pool_id,
        player__anonymised_at=None,
        player__club=rating.player.club_id,
        value__gt=rating.value,
    ).exclude(UNRATED)
    if since:
        better = better.filter(last_played__gte=since)
    ahead = better[:MOST_RANKED].count()
    return ahead + 1 if ahead < MOST_RANKED else None


@dataclass(frozen=True)
class RatedMatch:
    """What a match did to a player's rating, with all numbers that it follows from."""

    match: int
    at: datetime
    opponent: int
    name: str
    length: int
    won: bool
    before: float
    opponent_before: float
    after: float
    experience: int
    """Before the match."""
    ramp: Ramp = Ramp.FIBS
    deviation: float | None = None
    """Glicko-2: before the match; that of the opponent likewise."""
    opponent_deviation: float | None = None
    deviation_after: float | None = None

    @property
    def chance(self) -> float:
        """Of the player to win it, by the two ratings before."""
        return chance_by_ratings(
            (self.before, self.deviation),
            (self.opponent_before, self.opponent_deviation),
            self.length,
        )

    @property
    def most(self) -> float:
        """K: what a win would bring that nobody thought possible."""
        if self.deviation is not None:
            return self.change / (self.won - self.chance)
        return 4 * sqrt(self.length) * self.ramp.factor(self.experience)

    @property
    def change(self) -> float:
        """What it did to the rating."""
        return self.after - self.before


def chance_by_ratings(
    own: tuple[float, float | None], theirs: tuple[float, float | None], length: int
) -> float:
    """To win a match of a length, by both values; by Glicko-2 where both have their deviation."""
    (value, deviation), (other, other_deviation) = own, theirs
    if deviation is not None and other_deviation is not None:
        return expectation(GlickoRating(value, deviation), GlickoRating(other, other_deviation))
    return win_probability(value - other, length)


def rated_matches(changes: Sequence[RatingChange]) -> list[RatedMatch]:
    """Changes of one player's rating with the opponents' side of them, in the same order; one query."""
    if not changes:
        return []
    others = RatingChange.objects.filter(
        pool=changes[0].pool_id, match__in=[change.match_id for change in changes]
    ).exclude(player=changes[0].player_id)
    # In no order: for that of play SQLite would read all that was ever rated.
    rows = others.order_by().values_list(
        *("match", "player", "player__name", "before", "deviation_before", "pool__ramp")
    )
    opponents = {row[0]: row[1:] for row in rows}
    return [
        RatedMatch(
            match=change.match_id,
            at=change.at,
            opponent=opponents[change.match_id][0],
            name=opponents[change.match_id][1],
            length=change.length,
            won=change.won,
            before=change.before,
            opponent_before=opponents[change.match_id][2],
            after=change.after,
            experience=change.experience - change.length,
            ramp=Ramp(opponents[change.match_id][4]),
            deviation=change.deviation_before,
            opponent_deviation=opponents[change.match_id][3],
            deviation_after=change.deviation,
        )
        for change in changes
        if change.match_id in opponents
    ]


def ratings_of(players: Sequence[int], *, system: str = "fibs") -> dict[int, float]:
    """Present ratings by player; those who never played a rated match have none."""
    rated = Rating.objects.filter(pool=system, player__in=players).exclude(UNRATED)
    return dict(rated.values_list("player_id", "value"))


def ratings_by_pool(player: Player) -> list[Rating]:
    """Where a player stands now in each pool, that of everybody first; nobody is rated before the first match."""
    ratings = player.ratings.exclude(UNRATED).select_related("pool")
    return sorted(
        ratings, key=lambda rating: (rating.pool_id != INSTALLATION_POOL, str(rating.pool))
    )


def chosen_rating(ratings: Sequence[Rating], system: str) -> Rating | None:
    """Of a player's ratings that in the pool which was asked for, else the first."""
    first = ratings[0] if ratings else None
    return next((rating for rating in ratings if rating.pool_id == system), first)


def played_version(player: Player, rating: Rating | None) -> tuple[str, str, int | None] | None:
    """Another one as soon as something that a player has played, or how it was rated in a pool, is another.

    The steps of both, and the last row of the history: that is written anew whenever anything before it is rated
    otherwise. None for who has not played.
    """
    pool = rating.pool if rating else None
    changes = RatingChange.objects.filter(player=player.pk, pool=pool.pk if pool else "")
    last = Subquery(changes.order_by("-at", "-match_id").values("pk")[:1])
    steps = PlayedStep.objects.filter(pk=player.pk).annotate(last=last)
    found = steps.values_list("step", "last").first()
    return (found[0], pool.step if pool else "", found[1]) if found else None


def rating_of(player: Player, *, system: str) -> Rating | None:
    """Where a player stands now in a pool; nobody is rated before the first match."""
    return player.ratings.filter(pool=system).exclude(UNRATED).select_related("pool").first()


def match_at_table(access: TableAccess) -> Match:
    """The match that a table link gives access to."""
    return Match.objects.select_related("a", "b", "club").get(pk=access.match_id)


def had_overtime(match: Match) -> set[Side]:
    """The sides that have played on after their time had run out; what was taken back does not count."""
    rulings = MatchEvent.objects.filter(match=match, kind=EventKind.RULED).order_by("number")
    had: set[Side] = set()
    for facts in rulings.values_list("facts", flat=True):
        if facts["ruling"] == OVERTIME:
            had.add(Side(facts["side"]))
        elif facts["ruling"] == OVERTIME_TAKEN_BACK:
            had.discard(Side(facts["side"]))
    return had
