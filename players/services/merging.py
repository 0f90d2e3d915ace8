"""Two players turn out to be one person, or not to be after all.

Everything that refers to the one moves to the other, whichever room it stands in: the columns that
refer to players are known to Django. What moved is written down, so that it can be put back. A room
that has more to say registers a :class:`Follower`. docs/adr/0013-merging-players.md says why.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Protocol

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from db.locking import held_at_once, still_there
from players.actors import Actor
from players.models import NameShown, Player, PlayerClaim, PlayerMerge, PlayerWord, Role
from players.services.permissions import require
from players.services.registration import PlayerAnonymised, announce, check_not_merged
from rules_core.errors import Conflict, RulesError

UNDO_FOR = timedelta(days=30)
_DETAILS = ("user_id", "country", "email", "federation_id")
_OWN = (PlayerWord, PlayerMerge, Player, PlayerClaim)
"""What belongs to a player as a row, not as a person."""

Moved = dict[str, list[int]]


class SamePlayer(RulesError):
    """Nobody can be merged with themselves."""

    code = "merged_with_self"


class DifferentPeople(Conflict):
    """What is known of the two says that they are not one person."""

    code = "different_people"


class NotMerged(Conflict):
    """There is nothing to take back."""

    code = "not_merged"


class MergeStands(Conflict):
    """What was needed to part the two is forgotten."""

    code = "merge_stands"


class MergedFurther(Conflict):
    """What moved has moved on, and the way back is through the later merge."""

    code = "merged_further"


class Follower(Protocol):
    """A room whose rows refer to players."""

    derived: tuple[type[models.Model], ...]
    """Models whose rows do not move, since they are computed from others that do."""

    def hold(self, player_ids: tuple[int, int]) -> None:
        """Lock what is about to move, without waiting for anybody."""

    def check(self, player_id: int, into_id: int) -> None:
        """Refuse two who cannot be one person."""

    def follow(self, *, from_id: int, to_id: int, moved: Moved) -> None:
        """Do what follows once the rows are the other player's; also when they are put back."""


_followers: list[Follower] = []


def register_follower(follower: Follower) -> None:
    """Let a room follow every merge from now on."""
    _followers.append(follower)


@transaction.atomic
def merge_players(*, player_id: int, into_id: int, actor: Actor) -> PlayerMerge:
    """Let ``into`` have all that ``player`` has; ``player`` is on no list any more."""
    if player_id == into_id:
        raise SamePlayer("A player cannot be merged with themselves.", player=player_id)
    player, into = _held(player_id, into_id, actor)
    check_not_merged((player_id, into_id))
    _check_one_person(player, into)
    for follower in _followers:
        follower.check(player_id, into_id)
    moved = _move_everything(player_id, into_id)
    details = {name: [getattr(player, name), getattr(into, name)] for name in _DETAILS}
    _hand_over_details(player, into)
    player.merged_into = into
    player.save()
    into.save()
    merge = PlayerMerge.objects.create(
        player=player, into=into, by=actor.user, moved=moved, details=details
    )
    _follow(player_id, into_id, moved)
    return merge


@transaction.atomic
def undo_merge(*, player_id: int, actor: Actor) -> Player:
    """Part them again: what moved, and still is where it moved to, goes back."""
    merge = PlayerMerge.objects.filter(player=player_id, undone_at=None).first()
    if merge is None:
        raise NotMerged("This player was not merged.", player=player_id)
    player, into = _held(player_id, merge.into_id, actor)
    if player.merged_into_id != into.pk:
        raise NotMerged("This player was not merged.", player=player_id)
    if into.merged_into_id:
        raise MergedFurther(f"First undo the merge of {into.name}.", name=into.name)
    if merge.forgotten_at or timezone.now() > merge.at + UNDO_FOR:
        raise MergeStands(f"A merge can be undone for {UNDO_FOR.days} days.", days=UNDO_FOR.days)
    for column in _columns():
        kept = merge.moved.get(_label(column), [])
        merge.moved[_label(column)] = _move(column, into.pk, player.pk, only=kept)
    _give_back_details(merge, player, into)
    player.merged_into = None
    into.save()
    player.save()
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])
    _follow(into.pk, player.pk, merge.moved)
    return player


@transaction.atomic
def forget_merges() -> int:
    """Let merges that nobody undid in time stand for good, and forget whom they were made from."""
    due = PlayerMerge.objects.select_for_update(of=("self",)).filter(
        undone_at=None, forgotten_at=None, at__lt=timezone.now() - UNDO_FOR
    )
    merges = list(due.select_related("player").order_by("pk")[:500])
    for merge in merges:
        player = merge.player
        player.full_name, player.name_shown = f"#{player.pk}", NameShown.FULL
        player.user = None
        player.country = player.email = player.federation_id = ""
        player.save()
        merge.moved, merge.details = {}, {}
        merge.forgotten_at = timezone.now()
        merge.save(update_fields=["moved", "details", "forgotten_at"])
    return len(merges)


def _held(player_id: int, into_id: int, actor: Actor) -> tuple[Player, Player]:
    """The two with all that is theirs, held; nothing new can refer to them meanwhile."""
    for club in Player.objects.filter(pk__in=(player_id, into_id)).values_list("club", flat=True):
        require(actor, Role.DIRECTOR, club)

    def lock() -> dict[int, Player]:
        keys = (player_id, into_id)
        rows = Player.objects.select_for_update(nowait=True, of=("self",)).filter(pk__in=keys)
        held = {row.pk: row for row in rows.order_by("pk")}
        for follower in _followers:
            follower.hold(keys)
        return held

    held = held_at_once(lock)
    return still_there(held.get(player_id)), still_there(held.get(into_id))


def _check_one_person(player: Player, into: Player) -> None:
    if player.anonymised_at or into.anonymised_at:
        raise PlayerAnonymised("This player's details were removed for good.")
    if player.user_id and into.user_id and player.user_id != into.user_id:
        raise DifferentPeople("Both have an account. One person has one.", why="account")
    numbers = {player.federation_id, into.federation_id} - {""}
    if len(numbers) > 1:
        raise DifferentPeople(
            "Both have a federation number. Remove the wrong one first.", why="federation_id"
        )


def _columns() -> Iterator[models.ForeignKey[Any, Any]]:
    """Every column that refers to a player as a person and is not computed."""
    left_out = {*_OWN, *(model for follower in _followers for model in follower.derived)}
    for relation in Player._meta.get_fields(include_hidden=True):  # noqa: SLF001
        column = getattr(relation, "field", None)
        if isinstance(column, models.ForeignKey) and column.model not in left_out:
            yield column


def _move_everything(player_id: int, into_id: int) -> Moved:
    try:
        with transaction.atomic():
            return {_label(column): _move(column, player_id, into_id) for column in _columns()}
    except IntegrityError as error:
        # Something that a player can have once, and both have.
        raise DifferentPeople(
            "Both have something that one person has once.", why="rows"
        ) from error


def _label(column: models.ForeignKey[Any, Any]) -> str:
    return f"{column.model._meta.label}.{column.name}"  # noqa: SLF001


def _move(
    column: models.ForeignKey[Any, Any],
    from_id: int,
    to_id: int,
    *,
    only: list[int] | None = None,
) -> list[int]:
    """Let rows refer to another player; say which. Of ``only`` these, those that still can."""
    rows = column.model._default_manager.filter(**{column.name: from_id})  # noqa: SLF001
    if only is not None:
        rows = rows.filter(pk__in=only)
    keys = sorted(rows.values_list("pk", flat=True))
    column.model._default_manager.filter(pk__in=keys).update(**{column.name: to_id})  # noqa: SLF001
    return keys


def _hand_over_details(player: Player, into: Player) -> None:
    """What only the one had is the other's; a federation number cannot be both's."""
    for name in _DETAILS:
        if not getattr(into, name):
            setattr(into, name, getattr(player, name))
    player.user_id, player.federation_id = None, ""


def _give_back_details(merge: PlayerMerge, player: Player, into: Player) -> None:
    """As it was, unless somebody has changed it since."""
    for name, (own, others) in merge.details.items():
        if not others and own and getattr(into, name) == own:
            setattr(into, name, others)
            setattr(player, name, own)
        elif own and getattr(into, name) != own:
            setattr(player, name, own)


def _follow(from_id: int, to_id: int, moved: Moved) -> None:
    for follower in _followers:
        follower.follow(from_id=from_id, to_id=to_id, moved=moved)
    announce(from_id)
    announce(to_id)
