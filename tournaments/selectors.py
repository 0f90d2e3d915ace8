"""Reading events: what an actor may see of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Length
from django.utils import timezone

from db.prepared import Prepared
from matches.models import AT_TABLE, Match, MatchEvent, MatchStatus, Rating, RatingChange
from matches.selectors import NEWEST_FIRST, matches_of_event, own_matches, ratings_of
from players.actors import Actor
from players.models import Club, Player, Role
from players.selectors import own_clubs, players_on_list
from rules_core.draws.advancement import PairingStatus
from rules_core.match import MatchEnd
from tournaments.models import (
    OUT,
    Entry,
    EntryStatus,
    Pairing,
    Stage,
    StageEntrant,
    StageForecast,
    StageVersion,
    Tournament,
    TournamentStatus,
)

TO_PLAY = (MatchStatus.READY, MatchStatus.CALLED, MatchStatus.PLAYING)
"""Matches for which a card on the table is of use."""
MOST_LIVE = 60
"""Matches at tables that one page shows."""
CURRENT = (TournamentStatus.REGISTRATION, TournamentStatus.RUNNING)
MOST_RUNNING, MOST_ANNOUNCED, MOST_OVERDUE = 30, 50, 10
"""Events that one page shows."""
LATELY = timedelta(days=2)
"""How long after its hour an event that was not drawn is still about to begin."""
POOLS_BY_NUMBER = Case(When(bracket__startswith="pool_", then=Length("bracket")), default=Value(0))
"""Put before ``bracket``: as text ``pool_10`` would come before ``pool_2``."""


def visible_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """Published events, and all those of the clubs in which the actor has a role."""
    return Tournament.objects.select_related("club").filter(
        Q(published_at__isnull=False) | Q(club__in=own_clubs(actor))
    )


def visible_matches(actor: Actor) -> QuerySet[Match]:
    """Matches of published events, all of the actor's clubs, and those the actor plays."""
    published = Tournament.objects.filter(slug=OuterRef("event"), published_at__isnull=False)
    return Match.objects.select_related("a", "b", "club").filter(
        Q(Exists(published)) | Q(club__in=own_clubs(actor)) | own_matches(actor)
    )


Audience = tuple[tuple[int, ...], tuple[int, ...], int]
"""Clubs, players and the match at a table: two who have the same see the same matches."""


def audience_of(actor: Actor) -> Audience:
    """What ``visible_matches`` lets an actor see beside what everybody may; nothing for a visitor."""
    if actor.user is None and actor.table_access is None and not actor.everywhere:
        return (), (), 0
    clubs = own_clubs(actor).order_by("pk").values_list("pk", flat=True)
    if actor.table_access is not None:
        return tuple(clubs), (), actor.table_access.match_id
    own = Player.objects.filter(user=actor.user) if actor.user and not actor.token else None
    players = own.order_by("pk").values_list("pk", flat=True) if own is not None else ()
    return tuple(clubs), tuple(players), 0


def casual_matches(actor: Actor, club: Club) -> QuerySet[Match]:
    """Those of a club that belong to no event and that the actor may see, the newest first."""
    outside = visible_matches(actor).filter(club=club, event="")
    # As they were made: in this order both databases read so many along an index, and no more.
    return outside.exclude(status=MatchStatus.VOID).order_by("-pk")


def entry_list(tournament: Tournament) -> QuerySet[Entry]:
    """The entrants in the order in which they came: the list the draw is made from."""
    return tournament.entries.select_related("player").order_by("pk")


def drawable_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Those of the entrants who would be drawn now."""
    return entry_list(tournament).exclude(status__in=OUT)


def not_here(tournament: Tournament) -> QuerySet[Entry]:
    """Those of the entrants who would be drawn although nobody has seen them yet."""
    return entry_list(tournament).filter(status=EntryStatus.ENTERED)


def last_entered_at_the_desk(tournament: Tournament) -> Entry | None:
    """Whom a director entered last; those who registered themselves are not theirs to take back."""
    return entry_list(tournament).filter(registration=None).exclude(status__in=OUT).last()


def unpaid(entries: Iterable[Entry]) -> int:
    """How many of those who take part still owe the fee."""
    return sum(not entry.paid for entry in entries if entry.status not in OUT)


def stage_pairings(stage: Stage) -> QuerySet[Pairing]:
    """All pairings of a stage from the top of the first sheet, with everything a bracket shows."""
    return stage.pairings.select_related("a__player", "b__player", "match").order_by(
        POOLS_BY_NUMBER, "bracket", "round", "number"
    )


def entrants_by_seed(stage: Stage) -> list[StageEntrant]:
    """Those who play in a stage with their entries, the first seed first; nobody before the draw."""
    return list(stage.entrants.select_related("entry").order_by("seed"))


def entrants_with_players(stage: Stage) -> list[StageEntrant]:
    """The same with the players, for what shows their names."""
    return list(stage.entrants.select_related("entry__player").order_by("seed"))


def rated_at_draw(entrants: QuerySet[StageEntrant]) -> dict[int, float]:
    """Ratings by entry: as a draw saw them, or of whoever plays in their place; not all are rated."""
    rows = entrants.values_list("entry", "rating", "replaced", "stand_in_rating")
    rated = {entry: stand_in if replaced else rating for entry, rating, replaced, stand_in in rows}
    return {entry: rating for entry, rating in rated.items() if rating is not None}


def placed_by_hand(stage: Stage) -> list[int]:
    """Entry ids as the director placed them."""
    placed = stage.entrants.filter(place_by_hand__isnull=False).order_by("place_by_hand")
    return list(placed.values_list("entry", flat=True))


def with_entry_counts(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Events with ``entry_count``, for lists."""
    entered = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    counted = entered.annotate(n=Count("pk")).values("n")
    # Counted for the events that are shown; joined and grouped, it would be for all there are.
    return tournaments.annotate(entry_count=Coalesce(Subquery(counted), 0))


_version_of_match = Prepared(
    lambda match_id: StageVersion.objects.filter(stage__pairings__match=match_id).order_by()
)


def stage_version_of(match: Match) -> int | None:
    """The version of a match's stage; nothing for a match outside any event."""
    if match.shown_in is not None:
        return match.shown_in.number
    found = _version_of_match.first(match.pk) if match.event else None
    return found.number if found else None


def may_see(tournament: Tournament, actor: Actor) -> bool:
    """Whether an event is public or the actor belongs to its club."""
    return tournament.is_published or actor.may(Role.READER, tournament.club_id)


def ready_matches(stage: Stage) -> QuerySet[Match]:
    """Matches of a stage that can be called, in the order of the sheet."""
    keys = stage.pairings.filter(match__status=MatchStatus.READY).values("match")
    return Match.objects.filter(pk__in=keys).select_related("a", "b").order_by("pk")


def current_events(actor: Actor, club: Club | None = None) -> QuerySet[Tournament]:
    """Events that run or take entries, the next one first."""
    events = with_entry_counts(visible_tournaments(actor)).filter(status__in=CURRENT)
    if club:
        events = events.filter(club=club)
    return events.order_by("starts_at", "pk")


def next_events(actor: Actor, club: Club, count: int) -> list[Tournament]:
    """The first of a club's current events."""
    events = current_events(actor, club)
    # One status at a time: for both together SQLite would read all events the club has ever held.
    found = [event for status in CURRENT for event in events.filter(status=status)[:count]]
    return sorted(found, key=lambda event: (event.starts_at, event.pk))[:count]


def events_on_a_page(actor: Actor, club: Club | None = None) -> list[Tournament]:
    """Those of the current events that one page shows, the next one first.

    The latest that run, the next that are announced, and a few whose day has passed without a draw: of years of
    events that nobody has finished or removed, a page neither reads nor shows all.
    """
    events = current_events(actor, club)
    running = events.filter(status=TournamentStatus.RUNNING)
    announced = events.filter(status=TournamentStatus.REGISTRATION)
    lately = timezone.now() - LATELY
    found = [
        *running.order_by("-starts_at", "-pk")[:MOST_RUNNING],
        *announced.filter(starts_at__gte=lately)[:MOST_ANNOUNCED],
        *announced.filter(starts_at__lt=lately).order_by("-starts_at", "-pk")[:MOST_OVERDUE],
    ]
    return sorted(found, key=lambda event: (event.starts_at, event.pk))


def earlier_events(tournament: Tournament) -> QuerySet[Tournament]:
    """Other events of the club with entrants, the latest first."""
    others = tournament.club.tournaments.exclude(pk=tournament.pk)
    return others.filter(Exists(Entry.objects.filter(tournament=OuterRef("pk")))).order_by(
        "-starts_at", "-pk"
    )


def matches_at_tables(events: Iterable[Tournament]) -> QuerySet[Match]:
    """What is being played in these events, by table; as many as a page can show."""
    slugs = [event.slug for event in events]
    at_tables = Match.objects.filter(event__in=slugs, status__in=AT_TABLE)
    return at_tables.select_related("a", "b").order_by("event", "table", "pk")[:MOST_LIVE]


def events_entered(player: Player) -> QuerySet[Tournament]:
    """The events somebody is or was entered in, the latest first."""
    entered = Tournament.objects.filter(entries__player=player).select_related("club")
    return entered.order_by("-starts_at", "-pk")


def past_events(actor: Actor, club: Club) -> QuerySet[Tournament]:
    """A club's finished events, the latest first."""
    return (
        with_entry_counts(visible_tournaments(actor))
        .filter(club=club, status=TournamentStatus.FINISHED)
        .order_by("-starts_at", "-pk")
    )


LATEST_BEGUN = 100


def events_over(actor: Actor, *, club: Club) -> QuerySet[Tournament]:
    """A club's finished events with ``over_at``, when their last stage was; the latest first.

    Of those that began last: when each of all the years was over is not looked up to find a few.
    """
    finished = visible_tournaments(actor).filter(club=club, status=TournamentStatus.FINISHED)
    latest = finished.order_by("-starts_at", "-pk").values("pk")[:LATEST_BEGUN]
    begun = Tournament.objects.select_related("club").filter(pk__in=latest)
    over = begun.annotate(over_at=Max("stages__finished_at")).filter(over_at__isnull=False)
    return over.order_by("-over_at", "-pk")


LATEST_EVENTS, LATEST_TIMED = 20, 500


def timed_matches(club_id: int) -> list[tuple[str, int, datetime, datetime]]:
    """Format, length, begin and end of the latest matches that a club played out, of its latest events."""
    over = Tournament.objects.filter(club=club_id, status=TournamentStatus.FINISHED)
    latest = list(over.order_by("-starts_at", "-pk").values_list("pk", flat=True)[:LATEST_EVENTS])
    since = Coalesce("match__started_at", "match__called_at")
    played = (
        Pairing.objects.filter(
            stage__tournament__in=latest,
            match__status=MatchStatus.FINISHED,
            match__ended_by=MatchEnd.PLAYED,
        )
        .annotate(since=since)
        .filter(since__isnull=False)
        .order_by("-match__finished_at", "-pk")
    )
    times = played.values_list("stage__format", "match__length", "since", "match__finished_at")
    return [
        (kind, length, began, ended) for kind, length, began, ended in times[:LATEST_TIMED] if ended
    ]


def matches_of(player: Player, actor: Actor) -> QuerySet[Match]:
    """A player's matches with their ``tournament_name``, the newest first."""
    name = Tournament.objects.filter(slug=OuterRef("event")).values("name")
    return (
        visible_matches(actor)
        .filter(Q(a=player) | Q(b=player))
        .exclude(status=MatchStatus.VOID)
        .annotate(tournament_name=Subquery(name[:1]))
        .order_by(*NEWEST_FIRST)
    )


def matches_between(one: Player, other: Player, actor: Actor) -> QuerySet[Match]:
    """The matches of two players with each other, the newest first."""
    return matches_of(one, actor).filter(Q(a=other) | Q(b=other))


def visible_rating_history(player: Player, actor: Actor, *, system: str) -> QuerySet[RatingChange]:
    """How a player's rating came about, the newest match first; without what the actor may not see."""
    seen = visible_matches(actor).filter(pk=OuterRef("match"))
    changes = player.rating_changes.filter(Exists(seen), pool=system)
    return changes.order_by("-at", "-match_id")


def pairing_of(match: Match) -> Pairing | None:
    """The pairing a match is played for; a casual match has none."""
    return Pairing.objects.select_related("stage__tournament__club").filter(match=match).first()


def rating_difference_of(match: Match) -> float | None:
    """How much higher side a is rated, as its chances are shown by; None if its event shows none.

    In an event the ratings at the draw count, in other matches those of today.
    """
    if not match.event:
        today = ratings_of([match.a_id, match.b_id])
        return today.get(match.a_id, Rating.INITIAL) - today.get(match.b_id, Rating.INITIAL)
    played = Pairing.objects.filter(match=match).select_related("stage__tournament").first()
    if played is None or not played.stage.tournament.show_chances:
        return None
    rows = played.stage.entrants.filter(entry__in=(played.a_id, played.b_id))
    drawn = rated_at_draw(rows)
    a, b = (drawn.get(entry or 0, Rating.INITIAL) for entry in (played.a_id, played.b_id))
    return a - b


def pairings_after(pairing: Pairing) -> dict[str, Pairing]:
    """Where the winner and the loser of a pairing go, by ``winner`` and ``loser``."""
    origins = {f"{outcome}_of:{pairing.key}": outcome for outcome in ("winner", "loser")}
    after = stage_pairings(pairing.stage).filter(Q(a_from__in=origins) | Q(b_from__in=origins))
    return {
        outcome: row
        for row in after.reverse()
        for origin, outcome in origins.items()
        if origin in {row.a_from, row.b_from}
    }


def rounds_already_paired_after(match: Match) -> list[int]:
    """Rounds of a Swiss that are paired after that of a match, and that its correction leaves alone."""
    pairing = pairing_of(match)
    if pairing is None or not pairing.stage.paired_by_round:
        return []
    later = pairing.stage.pairings.filter(round__gt=pairing.round)
    return sorted(set(later.values_list("round", flat=True)))


def last_round(pairing: Pairing) -> int:
    """The number of the last round of a pairing's bracket."""
    rounds = Pairing.objects.filter(stage=pairing.stage_id, bracket=pairing.bracket)
    return rounds.aggregate(last=Max("round"))["last"] or pairing.round


def forecast_of(stage: Stage) -> StageForecast | None:
    """Everybody's chances as last made; none before that, and none once the stage is over."""
    if stage.finished_at or not stage.tournament.show_chances:
        return None
    return StageForecast.objects.filter(pk=stage.pk).first()


def next_drawn_stage(stage: Stage) -> Stage | None:
    """The stage that was drawn from the places of this one."""
    if not stage.settings.get("qualify"):
        return None
    after = stage.tournament.stages.filter(number=stage.number + 1, drawn_at__isnull=False)
    return after.select_related("tournament").first()


def entrants_to_draw(stage: Stage) -> int:
    """How many will be drawn, as far as can be told."""
    before = stage.before
    here = drawable_entries(stage.tournament).count()
    return min(before.settings["qualify"], here) if before else here


def entry_candidates(tournament: Tournament, text: str) -> QuerySet[Player]:
    """Players with these words in their name who are not entered yet: the club's own, then guests.

    A guest is found by the name that everybody sees, since the directors of this club are not
    those of the guest's.
    """
    entered = tournament.entries.values("player")
    own = players_on_list(search=text, private=True).filter(club=tournament.club_id)
    guests = players_on_list(search=text).exclude(club=tournament.club_id)
    found = Player.objects.select_related("club").filter(
        Q(pk__in=own.order_by().values("pk")) | Q(pk__in=guests.order_by().values("pk"))
    )
    is_guest = Case(When(club=tournament.club_id, then=Value(0)), default=Value(1))
    return found.exclude(pk__in=entered).order_by(is_guest, "name_key", "pk")


def entered_already(tournament: Tournament, text: str) -> QuerySet[Player]:
    """Players with these words in their name who are."""
    entered = tournament.entries.values("player")
    return players_on_list(search=text, private=True).filter(pk__in=entered)


def stages_of(tournament: Tournament) -> QuerySet[Stage]:
    """The stages of an event in order, with what is published of them."""
    return tournament.stages.select_related("snapshot").order_by("number")


def stages_being_played(stages: Iterable[Stage]) -> set[int]:
    """Those of these stages that have a pairing without its result, by their keys."""
    still_open = Pairing.objects.filter(
        stage__in=[*stages], status__in=(PairingStatus.WAITING, PairingStatus.READY)
    )
    return set(still_open.values_list("stage", flat=True).distinct())


def latest_results(actor: Actor, *, club: Club) -> QuerySet[Match]:
    """A club's finished matches, the newest first, with their event's slug and name."""
    name = Tournament.objects.filter(slug=OuterRef("event")).values("name")
    return (
        visible_matches(actor)
        .filter(club=club, status=MatchStatus.FINISHED)
        .annotate(tournament_name=Subquery(name[:1]))
        .order_by("-finished_at", "-pk")
    )


def event_matches(tournament: Tournament) -> QuerySet[Match]:
    """The matches of an event that count, with their players, in the order of the sheet."""
    return every_match(tournament).exclude(status=MatchStatus.VOID)


def every_match(tournament: Tournament) -> QuerySet[Match]:
    """All matches ever made for an event, void ones too, in the order in which they were made."""
    return matches_of_event(tournament.slug).select_related("a", "b").order_by("pk")


def finished_records(tournament: Tournament) -> QuerySet[Match]:
    """What is recorded of an event's finished matches, in order."""
    finished = matches_of_event(tournament.slug).filter(status=MatchStatus.FINISHED)
    return finished.only("pk", "rules", "entries").order_by("pk")


def ratings_at_the_draws(
    tournament: Tournament,
) -> Iterable[tuple[int, float | None, float | None]]:
    """The matches of an event with the ratings of their sides, as the draw of their stage saw them."""

    def rating(side: str) -> Subquery:
        place = StageEntrant.objects.filter(stage=OuterRef("stage"), entry=OuterRef(side))
        seen = Case(When(replaced=True, then=F("stand_in_rating")), default=F("rating"))
        return Subquery(place.annotate(seen=seen).values("seen")[:1])

    pairings = Pairing.objects.filter(stage__tournament=tournament, match__isnull=False)
    return pairings.annotate(rated_a=rating("a"), rated_b=rating("b")).values_list(
        "match", "rated_a", "rated_b"
    )


def ledgers_of(tournament: Tournament) -> QuerySet[MatchEvent]:
    """Everything that was said about an event's matches, match by match."""
    lines = MatchEvent.objects.filter(match__event=tournament.slug)
    return lines.order_by("match_id", "number")


def pairings_to_play(tournament: Tournament) -> QuerySet[Pairing]:
    """Pairings whose match is still to be played or under way, with ``last``: their last round."""
    rounds = Pairing.objects.filter(stage=OuterRef("stage"), bracket=OuterRef("bracket"))
    return (
        Pairing.objects.filter(stage__tournament=tournament, match__status__in=TO_PLAY)
        .select_related("stage", "match__a", "match__b")
        .annotate(last=Subquery(rounds.order_by("-round").values("round")[:1]))
        .order_by("stage__number", "round", POOLS_BY_NUMBER, "bracket", "number")
    )


def pairings_awaiting_opponent(tournament: Tournament) -> QuerySet[Pairing]:
    """Pairings in which somebody waits for an opponent; those who have left wait for nobody."""
    waiting = Pairing.objects.filter(stage__tournament=tournament, status="waiting")
    return (
        waiting.filter(Q(a__isnull=False, b_open=True) | Q(b__isnull=False, a_open=True))
        .exclude(Q(a__status__in=OUT) | Q(b__status__in=OUT))
        .select_related("a__player", "b__player")
        .order_by("round", "number")
    )
