"""Links of a session's score pads: both for officials, their own for a player."""

from __future__ import annotations

import secrets

from django.db import transaction

from db.locking import locked_row
from money.models import MoneySession, SessionLink
from money.services.sessions import side_in_session
from players.actors import Actor
from players.models import Role
from players.services.permissions import require
from rules_core.sides import Side


@transaction.atomic
def session_links(*, session_id: int, actor: Actor) -> dict[Side, str]:
    """The secrets that the actor may have, made on the first call and the same ever after."""
    session = locked_row(MoneySession.objects.select_related("a", "b"), session_id)
    own = side_in_session(actor, session)
    if own is None:
        require(actor, Role.SCORER, session.club_id)
    sides = tuple(Side) if actor.may(Role.SCORER, session.club_id) or own is None else (own,)
    return {side: _link(session, side).secret for side in sides}


def _link(session: MoneySession, side: Side) -> SessionLink:
    link = session.links.filter(side=side).first()
    if link is None:
        link = SessionLink(session=session, side=side, nonce=secrets.token_hex(16))
        link.digest = SessionLink.digest_of(link.secret)
        link.save()
    return link
