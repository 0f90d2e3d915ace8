"""Who is asking, from where and over which channel: every service takes it, and the ledger keeps it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from django.http import HttpRequest

from players.models import ApiToken, Membership, Player, Role, User
from rules_core.sides import Side

_STRENGTH = {Role.READER: 1, Role.SCORER: 2, Role.DIRECTOR: 3}


class Channel(StrEnum):
    """How a request reached us."""

    WEB = "web"
    API = "api"
    TABLE = "table"
    COMMAND = "command"
    JOB = "job"


@dataclass(frozen=True)
class TableAccess:
    """What a table link gives access to: one side of one match, and nothing else."""

    match_id: int
    side: Side

    def __str__(self) -> str:
        return f"table:{self.match_id}:{self.side.value}"


@dataclass(frozen=True)
class SessionAccess:
    """What the link of a score pad gives access to: one side of one money session, and nothing else."""

    session_id: int
    side: Side

    def __str__(self) -> str:
        return f"session:{self.session_id}:{self.side.value}"


@dataclass(frozen=True)
class NightAccess:
    """What the link of a chouette night gives access to: that night, and nothing else."""

    night_id: int

    def __str__(self) -> str:
        return f"chouette:{self.night_id}"


@dataclass(frozen=True)
class Actor:
    """Somebody who asks for something; nobody in particular has no user."""

    user: User | None = None
    token: ApiToken | None = None
    table_access: TableAccess | None = None
    """Whoever sits at the board, let in by the table's link instead of an account."""
    session_access: SessionAccess | None = None
    """Whoever plays a money session, let in by the link of a score pad."""
    night_access: NightAccess | None = None
    """Whoever sits at a chouette, let in by its link."""
    channel: Channel = Channel.COMMAND
    address: str = ""
    everywhere: bool = False
    """The installation itself: commands and jobs run by whoever owns the machine."""
    at: datetime | None = None
    """When it was done, where that is not now: the demo club has played before it is made."""
    _roles: dict[int, Role | None] = field(default_factory=dict, compare=False, repr=False)

    def role_in(self, club_id: int) -> Role | None:
        """The role in a club: the token's if there is one, never more than its owner has."""
        if self.everywhere:
            return Role.DIRECTOR
        if self.token is not None and self.token.club_id != club_id:
            return None
        if club_id not in self._roles:
            self._roles[club_id] = self._look_up(club_id)
        return self._roles[club_id]

    def may(self, role: Role, club_id: int) -> bool:
        """Whether this actor has at least that role in the club."""
        held = self.role_in(club_id)
        return held is not None and _STRENGTH[held] >= _STRENGTH[role]

    def is_player(self, player: Player) -> bool:
        """Whether a player is the actor themselves, signed in by their own account."""
        return self.user is not None and self.token is None and player.user_id == self.user.pk

    def _look_up(self, club_id: int) -> Role | None:
        owned = self._owned_role(club_id)
        if owned is None or self.token is None:
            return owned
        return min(owned, Role(self.token.role), key=_STRENGTH.__getitem__)

    def _owned_role(self, club_id: int) -> Role | None:
        if self.user is None or not self.user.is_active:
            return None
        if self.user.is_superuser:
            return Role.DIRECTOR
        if self.token is not None and hasattr(self.token, "owned_role"):
            # Looked up together with the token.
            return Role(self.token.owned_role) if self.token.owned_role else None
        membership = Membership.objects.in_force().filter(user=self.user, club_id=club_id).first()
        return Role(membership.role) if membership else None


SYSTEM = Actor(everywhere=True)
"""Commands run on the machine itself, and jobs."""


def actor_of(request: HttpRequest, channel: Channel = Channel.WEB) -> Actor:
    """The actor behind a request."""
    user = request.user if isinstance(request.user, User) else None
    key = getattr(request, "auth", None)
    return Actor(
        user=user,
        token=key if isinstance(key, ApiToken) else None,
        table_access=key if isinstance(key, TableAccess) else None,
        session_access=key if isinstance(key, SessionAccess) else None,
        night_access=key if isinstance(key, NightAccess) else None,
        channel=Channel.TABLE
        if isinstance(key, TableAccess | SessionAccess | NightAccess)
        else channel,
        address=request.META.get("REMOTE_ADDR", ""),
    )
