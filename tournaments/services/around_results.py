"""The rows around a result, asked for in one journey with its match and its stage (docs/adr/0018).

Which they are follows from the place in the draw and from the plan. The place is asked for along with who
enters the result; the plan is remembered from the result before. Both may have changed by the time the stage is locked:
then other rows are needed, which are asked for as ever, and these are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import OuterRef, Subquery

from db.prepared import Prepared
from rules_core.draws.plan import Plan
from tournaments.draws.around import keys_around
from tournaments.models import Pairing, Stage, StageEntrant

MOST_PLANS = 256
"""Remembered, of stages in play. They are those of ``tournaments.draws.plans``, not copies."""

COLUMNS = (
    *(field.name for field in Pairing._meta.concrete_fields),  # noqa: SLF001
    *("match__a", "match__b", "match__status", "match__winner"),
)
"""A row, and of its match what says whether it still belongs there."""

_plans: dict[int, Plan | None] = {}
"""By stage; nothing where rounds are paired one by one."""

_places = Prepared(
    lambda match_id: Pairing.objects.filter(match=match_id).order_by().only("stage", "key")
)


def _seed_of(side: str) -> Subquery:
    entrants = StageEntrant.objects.filter(stage=OuterRef("stage"), entry=OuterRef(side))
    return Subquery(entrants.order_by().values("seed"))


_rows = Prepared(
    lambda stage_id, *keys: (
        Pairing.objects.filter(stage=stage_id, key__in=keys)
        .select_related("match", "a", "b")
        .annotate(a_seed=_seed_of("a"), b_seed=_seed_of("b"))
        .only(*COLUMNS, "a__player", "a__status", "b__player", "b__status")
        .order_by()
    )
)
"""With those who sit there."""


def foresee(match_id: int) -> None:
    """Ask for the place of a match along with the next question."""
    _places.ask_along(match_id)


def ask_ahead(match_id: int) -> None:
    """Have the rows around a match come with it, if its place was foreseen; the stage is to be locked in the same journey."""
    place = _places.hint(match_id)
    if place is not None and place.stage_id in _plans:
        plan = _plans[place.stage_id]
        if plan is None or place.key in plan.by_id:
            _rows.ask_ahead(place.stage_id, *_keys(plan, place.key))


def rows_around(stage: Stage, plan: Plan | None, key: str) -> Sequence[Pairing]:
    """What a result there can change; just the row itself where there is no plan."""
    if len(_plans) >= MOST_PLANS:
        _plans.clear()
    _plans[stage.pk] = plan
    return _rows.all(stage.pk, *_keys(plan, key))


def _keys(plan: Plan | None, key: str) -> tuple[str, ...]:
    return (key,) if plan is None else keys_around(plan, key)
