"""Reading money sessions."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from money.models import MoneySession, SessionLink
from players.actors import Actor, SessionAccess
from players.models import Club, Player
from players.selectors import own_clubs
from rules_core.sides import Side


def visible_sessions(actor: Actor) -> QuerySet[MoneySession]:
    """Those of the actor's clubs, and those the actor plays. Money is nobody else's business."""
    return MoneySession.objects.select_related("a", "b", "club").filter(
        Q(club__in=own_clubs(actor)) | _own_sessions(actor)
    )


def _own_sessions(actor: Actor) -> Q:
    if actor.session_access is not None:
        return Q(pk=actor.session_access.session_id)
    if actor.user is None or actor.token is not None:
        return Q(pk__in=[])
    return Q(a__user=actor.user) | Q(b__user=actor.user)


def sessions_of_club(actor: Actor, club: Club) -> QuerySet[MoneySession]:
    """Those of a club that the actor may see, the newest first."""
    return visible_sessions(actor).filter(club=club).order_by("-created_at", "-pk")


def sessions_of_player(player: Player) -> QuerySet[MoneySession]:
    """All that somebody has played for money, the newest first; for their own eyes."""
    own = MoneySession.objects.filter(Q(a=player) | Q(b=player))
    return own.select_related("a", "b").order_by("-created_at", "-pk")


def session_access_of(secret: str) -> SessionAccess | None:
    """What the link of a score pad gives access to."""
    link = SessionLink.objects.filter(digest=SessionLink.digest_of(secret)).first()
    return SessionAccess(link.session_id, Side(link.side)) if link else None


def session_at(access: SessionAccess) -> MoneySession:
    """The session of a score pad."""
    return MoneySession.objects.select_related("a", "b", "club").get(pk=access.session_id)
