"""Match files without the name of somebody whose details were removed."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction
from django.db.models import Q

from db.locking import locked_row
from matches.models import Transcript
from rules_core.sides import Side
from rules_core.transcripts import UnreadableMatchFile, read_match_file, write_mat


def remove_name_from_files(*, player_id: int) -> None:
    """Write the files of a player's matches again: the games stay, the person goes.

    Headers go as a whole, since names stand in them in any form. A file that cannot be read any
    more is deleted. Safe to do again.
    """
    own = Transcript.objects.filter(Q(match__a=player_id) | Q(match__b=player_id))
    for pk in own.order_by("pk").values_list("pk", flat=True):
        _rewrite(pk, player_id)


@transaction.atomic
def _rewrite(transcript_id: int, player_id: int) -> None:
    kept = locked_row(Transcript.objects.select_related("match"), transcript_id)
    try:
        read = read_match_file(bytes(kept.content), kept.name)
    except UnreadableMatchFile:
        kept.delete()
        return
    side = Side.A if kept.match.a_id == player_id else Side.B
    place = 0 if kept.first == side else 1
    players, ratings = list(read.players), list(read.ratings)
    # As on the player's page, but for the character that begins a comment in these files.
    players[place], ratings[place] = f"Player {player_id}", ""
    without = replace(
        read, players=(players[0], players[1]), ratings=(ratings[0], ratings[1]), headers=()
    )
    kept.content = write_mat(without).encode()
    kept.name = f"match-{kept.match_id}.mat"
    kept.save(update_fields=["content", "name"])
