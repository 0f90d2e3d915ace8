"""Reading clubs and players."""

from __future__ import annotations

from django.db import models
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from db.prepared import Prepared
from players.actors import Actor
from players.models import (
    ApiToken,
    Club,
    ClubLogo,
    Invitation,
    Membership,
    Player,
    PlayerClaim,
    PlayerMerge,
    PlayerWord,
    Role,
    StaffEvent,
    User,
)
from web.names import search_key

LONGEST_SEARCH = 200
MOST_WORDS = 8
"""Of a search: each word is a look into the index."""

_token_by_digest = Prepared(
    lambda digest: (
        ApiToken.objects.select_related("user")
        .filter(digest=digest, revoked_at=None, user__is_active=True)
        .annotate(
            owned_role=Subquery(
                Membership.objects.in_force()
                .filter(user=OuterRef("user"), club=OuterRef("club"))
                .values("role")
            )
        )
        .order_by()
    )
)


def live_token(secret: str) -> ApiToken | None:
    """The token with this secret, unless it has expired, was revoked or its owner is gone.

    It comes with ``owned_role``, its owner's role in the club.
    """
    token = _token_by_digest.first(ApiToken.digest_of(secret))
    return token if token and token.is_live else None


def clubs_of(user: User) -> QuerySet[Club]:
    """The clubs in which an account has a role."""
    if user.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(
        pk__in=Membership.objects.in_force().filter(user=user).values("club")
    )


def own_clubs(actor: Actor) -> QuerySet[Club]:
    """The clubs in which the actor has a role; a token opens one of its owner's at most."""
    if actor.everywhere:
        return Club.objects.all()
    if actor.user is None or not actor.user.is_active:
        return Club.objects.none()
    clubs = clubs_of(actor.user)
    return clubs.filter(pk=actor.token.club_id) if actor.token else clubs


def players_on_list(*, club: str = "", search: str = "", private: bool = False) -> QuerySet[Player]:
    """Players by name; of one club, or those with words in their name that begin as searched for.

    Accents, case and the order of the words do not matter. Full names are searched only for those
    who may see them (``private``), or a search would tell what is hidden.
    """
    players = Player.objects.select_related("club").on_list()
    if club:
        # Found first: through the join PostgreSQL would sort all its players for a page of them.
        players = players.filter(club=Subquery(Club.objects.filter(slug=club).values("pk")))
    return named_like(players, search, private=private)


def named_like(players: QuerySet[Player], search: str, *, private: bool) -> QuerySet[Player]:
    """Those of these players whose name has a word for each word searched for."""
    words = search_key(search[:LONGEST_SEARCH]).split()[:MOST_WORDS]
    if search.strip() and not words:
        return players.none()
    for word in words:
        found = PlayerWord.objects.filter(word__begins_with=word, public=not private)
        players = players.filter(pk__in=found.values("player"))
    return players


def own_players(user: User) -> QuerySet[Player]:
    """Whom an account plays as, club by club."""
    return Player.objects.on_list().filter(user=user).select_related("club").order_by("club__name")


def own_player_at(club: Club, actor: Actor) -> Player | None:
    """Whom a signed-in account plays as at this club; a program's token plays for nobody."""
    if actor.user is None or actor.token is not None:
        return None
    return Player.objects.on_list().filter(club=club, user=actor.user).order_by("pk").first()


def open_claims(club: Club) -> QuerySet[PlayerClaim]:
    """Accounts that wait to be told whether they are a player of the club, the oldest first."""
    waiting = PlayerClaim.objects.filter(player__club=club, answered_at=None)
    return waiting.select_related("player", "user").order_by("at", "pk")


def merges_to_undo(player: Player) -> QuerySet[PlayerMerge]:
    """Who was merged into a player and can still be parted from them."""
    merges = PlayerMerge.objects.filter(into=player, undone_at=None, forgotten_at=None)
    return merges.select_related("player").order_by("-at", "-pk")


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """An account's tokens that can still be used."""
    return (
        ApiToken.objects.select_related("club")
        .filter(user=user, revoked_at=None)
        .exclude(expires_at__lt=timezone.now())
    )


def clubs_on_list() -> QuerySet[Club]:
    """The clubs of this installation, by name."""
    return Club.objects.order_by("name", "pk")


def memberships_of(user: User) -> QuerySet[Membership]:
    """An account's roles, by club."""
    roles = Membership.objects.in_force().filter(user=user)
    return roles.select_related("club").order_by("club__name")


def staff_of(club: Club) -> QuerySet[Membership]:
    """Those who run a club: directors first, then by name."""
    order = models.Case(
        *(models.When(role=role, then=place) for place, role in enumerate(Role)), default=9
    )
    roles = Membership.objects.in_force().filter(club=club).select_related("user")
    return roles.order_by(order, "user__email")


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """Those that can still be used, the newest first."""
    rows = club.invitations.filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now())
    return rows.order_by("-pk")


def staff_history(club: Club) -> QuerySet[StaffEvent]:
    """Who gave whom which role, the newest first."""
    return club.staff_events.select_related("by").order_by("-at", "-pk")


def account_with(email: str) -> User | None:
    """The account that an address is the name of, confirmed or not."""
    return User.objects.filter(email__iexact=email).first()


def logo_of(slug: str) -> QuerySet[ClubLogo]:
    """The logo of a club, with the club."""
    return ClubLogo.objects.filter(club__slug=slug).select_related("club")
