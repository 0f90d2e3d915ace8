"""A player who never played goes without a trace."""

from __future__ import annotations

from django.db import models, transaction

from db.locking import locked_row
from players.actors import Actor
from players.models import Player, Role
from players.services.permissions import require
from players.services.registration import check_not_merged
from rules_core.errors import Conflict


class HasPlayed(Conflict):
    """Others' results would go with them."""

    code = "player_has_played"


@transaction.atomic
def delete_player(*, player_id: int, actor: Actor) -> None:
    """Delete somebody who was never entered and has no match; anybody else is anonymised instead."""
    player = locked_row(Player.objects.all(), player_id)
    require(actor, Role.DIRECTOR, player.club_id)
    check_not_merged([player_id])
    try:
        with transaction.atomic():
            player.delete()
    except (models.ProtectedError, models.RestrictedError) as error:
        raise HasPlayed(
            f"{player} has entered events or played. Anonymise them instead: results stay.",
            player=player.pk,
        ) from error
