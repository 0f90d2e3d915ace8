"""Reading chouette nights."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet, Sum

from chouettes.models import ChouetteEntry, ChouetteNight, EntryKind, Seat
from players.actors import Actor, NightAccess
from players.models import Club, Player
from players.selectors import clubs_of
from rules_core.settlement import Transfer, transfers


def night_access_of(secret: str) -> NightAccess | None:
    """What a night's link gives access to; nothing once it was replaced."""
    found = ChouetteNight.objects.filter(digest=ChouetteNight.digest_of(secret)).first()
    return NightAccess(found.pk) if found else None


def night_at(access: NightAccess) -> ChouetteNight:
    """The night of a link."""
    return ChouetteNight.objects.select_related("club").get(pk=access.night_id)


def visible_nights(actor: Actor) -> QuerySet[ChouetteNight]:
    """The nights of the actor's clubs, those they sat in, and the one whose link they have."""
    nights = ChouetteNight.objects.select_related("club").order_by("-created_at", "-pk")
    if actor.everywhere:
        return nights
    if actor.night_access is not None:
        return nights.filter(pk=actor.night_access.night_id)
    if actor.token is not None:
        club = actor.token.club_id
        return nights.filter(club=club) if actor.role_in(club) else nights.none()
    if actor.user is None:
        return nights.none()
    sat_in = Seat.objects.filter(player__user=actor.user).values("chouette")
    return nights.filter(Q(club__in=clubs_of(actor.user).values("pk")) | Q(pk__in=sat_in))


def seats_of(night: ChouetteNight) -> list[Seat]:
    """Everybody who ever sat in, with who they are."""
    return list(night.seats.select_related("player").order_by("number"))


def seats_of_player(player: Player) -> QuerySet[Seat]:
    """Where somebody ever sat in, the newest night first; for their own eyes."""
    seats = Seat.objects.filter(player=player).select_related("chouette")
    return seats.order_by("-chouette__created_at", "-chouette")


def ledger_of(night: ChouetteNight) -> QuerySet[ChouetteEntry]:
    """All lines of a night, those that were taken back included."""
    return night.entries.select_related("by").order_by("number")


def live_lines(lines: Sequence[ChouetteEntry]) -> list[ChouetteEntry]:
    """The lines that count: each that was taken back is gone, and so is the one that says so."""
    live: list[ChouetteEntry] = []
    for line in lines:
        if line.kind == EntryKind.TAKEN_BACK:
            live.pop()
        else:
            live.append(line)
    return live


def payments_of(seats: Sequence[Seat]) -> list[tuple[Seat, Seat, int]]:
    """Who owes whom, with the fewest payments."""
    by_key = {seat.key: seat for seat in seats}
    owed: tuple[Transfer, ...] = transfers({seat.key: seat.points for seat in seats})
    return [(by_key[one.payer], by_key[one.payee], one.points) for one in owed]


def years_with_nights(club: Club, nights: QuerySet[ChouetteNight]) -> list[int]:
    """The years in which one of these nights began, the newest first, by the club's clock."""
    days = nights.datetimes("created_at", "year", order="DESC", tzinfo=ZoneInfo(club.timezone))
    return [day.year for day in days]


def season_accounts(
    club: Club, first: date, last: date, *, nights: QuerySet[ChouetteNight]
) -> list[dict[str, object]]:
    """What each player won or lost over those of the nights that began in these days, the best first."""
    zone = ZoneInfo(club.timezone)
    begins = datetime.combine(first, time.min, zone)
    ends = datetime.combine(last + timedelta(days=1), time.min, zone)
    began = nights.filter(club=club, created_at__gte=begins, created_at__lt=ends)
    seats = Seat.objects.filter(chouette__in=began.order_by().values("pk"))
    rows = seats.values("player", "player__name").annotate(
        points=Sum("points"), nights=Count("chouette", distinct=True)
    )
    return [
        {
            "player": row["player"],
            "name": row["player__name"],
            "points": row["points"],
            "nights": row["nights"],
        }
        for row in rows.order_by("-points", "player__name", "player")
    ]
