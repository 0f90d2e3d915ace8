"""Links for the people at the board: one for each side, as QR codes on the table."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from matches.models import Match, TableLink
from matches.services.locking import locked_match
from players.actors import Actor
from players.models import Role
from players.services.permissions import require
from rules_core.sides import Side


@transaction.atomic
def table_links(*, match_id: int, actor: Actor) -> dict[Side, str]:
    """The secrets of both sides' links, made on the first call and the same ever after."""
    match = _officially_locked(match_id, actor)
    live = {Side(link.side): link for link in match.table_links.filter(revoked_at=None)}
    return {side: (live.get(side) or _make(match, side)).secret for side in Side}


def table_secret(*, match_id: int, side: Side) -> str:
    """The link of one side, for whoever has shown another way that they play it; made if there is none."""
    live = TableLink.objects.filter(match=match_id, side=side, revoked_at=None).first()
    if live is None:
        with transaction.atomic():
            match = locked_match(match_id)
            live = match.table_links.filter(side=side, revoked_at=None).first() or _make(
                match, side
            )
    return live.secret


@transaction.atomic
def links_of_all(
    *, match_ids: Collection[int], club_id: int, actor: Actor, renew: bool = False
) -> dict[int, dict[Side, str]]:
    """The secrets for many matches of a club at once, by match; four statements however many."""
    require(actor, Role.SCORER, club_id)
    matches = Match.objects.select_for_update().filter(club=club_id, pk__in=match_ids)
    matches_by_id = {match.pk: match for match in matches.order_by("pk")}
    live = TableLink.objects.filter(match__in=matches_by_id, revoked_at=None)
    if renew:
        live.update(revoked_at=timezone.now())
    links = {(link.match_id, Side(link.side)): link for link in live.all()}
    new = {
        (pk, side): _new(match, side)
        for pk, match in matches_by_id.items()
        for side in Side
        if (pk, side) not in links
    }
    TableLink.objects.bulk_create(new.values())
    links |= new
    return {pk: {side: links[pk, side].secret for side in Side} for pk in matches_by_id}


@transaction.atomic
def renew_table_links(*, match_id: int, actor: Actor) -> dict[Side, str]:
    """New links for both sides; the printed ones open nothing any more."""
    revoke_table_links(match_id=match_id, actor=actor)
    return table_links(match_id=match_id, actor=actor)


@transaction.atomic
def revoke_table_links(*, match_id: int, actor: Actor, side: Side | None = None) -> None:
    """Make both links worthless, or that of one side; a second call changes nothing."""
    match = _officially_locked(match_id, actor)
    live = match.table_links.filter(revoked_at=None)
    if side is not None:
        live = live.filter(side=side)
    live.update(revoked_at=timezone.now())


def _officially_locked(match_id: int, actor: Actor) -> Match:
    match = locked_match(match_id)
    require(actor, Role.SCORER, match.club_id)
    return match


def _make(match: Match, side: Side) -> TableLink:
    link = _new(match, side)
    link.save()
    return link


def _new(match: Match, side: Side) -> TableLink:
    link = TableLink(match=match, side=side, nonce=secrets.token_hex(16))
    link.digest = TableLink.digest_of(link.secret)
    return link
