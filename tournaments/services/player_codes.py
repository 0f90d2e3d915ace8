"""Player codes: one link for each entrant, for the whole event."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from django.db import transaction

from players.actors import Actor
from players.models import Role
from tournaments.models import OUT, Entry, PlayerCode, Registration
from tournaments.services.locks import locked_entry, locked_event
from tournaments.services.permissions import require_for_entry, require_in_event


@transaction.atomic
def codes_of_event(*, tournament_id: int, actor: Actor) -> dict[int, str]:
    """The secrets of all who take part, by entry: made on the first call and the same ever after."""
    require_in_event(actor, Role.SCORER, tournament_id)
    # Two who print at once agree on the codes.
    event = locked_event(tournament_id)
    playing = event.entries.exclude(status__in=OUT)
    codes = {code.entry_id: code for code in PlayerCode.objects.filter(entry__in=playing)}
    missing = playing.exclude(pk__in=codes).values_list("pk", flat=True)
    codes |= _made(missing)
    return {entry: code.secret for entry, code in codes.items()}


def _made(entries: Iterable[int]) -> dict[int, PlayerCode]:
    new = {entry: _new(entry) for entry in entries}
    PlayerCode.objects.bulk_create(new.values())
    return new


def _new(entry_id: int) -> PlayerCode:
    code = PlayerCode(entry_id=entry_id, nonce=secrets.token_hex(16))
    code.digest = PlayerCode.digest_of(code.secret)
    return code


@transaction.atomic
def code_of_entry(*, entry_id: int, actor: Actor) -> str:
    """The secret of one entrant: made on the first call and the same ever after."""
    require_for_entry(actor, Role.SCORER, entry_id)
    entry = locked_entry(entry_id)
    locked_event(entry.tournament_id)
    code = PlayerCode.objects.filter(entry=entry).first() or _made([entry.pk])[entry.pk]
    return code.secret


@transaction.atomic
def renew_code(*, entry_id: int, actor: Actor) -> str:
    """Another secret for an entrant: the one that was lost, or seen by others, opens nothing any more."""
    require_for_entry(actor, Role.SCORER, entry_id)
    entry = locked_entry(entry_id)
    locked_event(entry.tournament_id)
    PlayerCode.objects.filter(entry=entry).delete()
    code = _new(entry.pk)
    code.save()
    Registration.objects.filter(entry=entry).update(nonce=code.nonce, digest=code.digest)
    return code.secret


def own_code(*, user_id: int, entry_id: int) -> str | None:
    """The code of one's own entry, for whoever is signed in as its player."""
    with transaction.atomic():
        own = Entry.objects.filter(pk=entry_id, player__user=user_id).exclude(status__in=OUT)
        entry = own.first()
        if entry is None:
            return None
        locked_event(entry.tournament_id)
        code = PlayerCode.objects.filter(entry=entry).first() or _made([entry.pk])[entry.pk]
        return code.secret
