"""Which pairings of a plan a result touches."""

from __future__ import annotations

from rules_core.draws.plan import Bye, LoserOf, Plan, PlannedPairing, WinnerOf


def keys_around(plan: Plan, key: str) -> tuple[str, ...]:
    """The pairing itself, who waits for it, also through a bye, and whom those were filled from.

    A longer chain, through absence, is read as it is reached.
    """
    keys, reached = {key}, [key]
    while reached:
        followers = plan.followers[reached.pop()]
        keys.update(followers)
        reached += [after for after in followers if _has_bye(plan, plan.by_id[after])]
    for place in map(plan.by_id.__getitem__, [*keys]):
        keys |= {
            slot.pairing for slot in (place.a, place.b) if isinstance(slot, WinnerOf | LoserOf)
        }
    return tuple(sorted(keys))


def _has_bye(plan: Plan, place: PlannedPairing) -> bool:
    """Whether whoever comes to a pairing goes on from there at once, as far as the plan tells."""
    return any(
        isinstance(slot, Bye) or (isinstance(slot, LoserOf) and _begins_with_bye(plan, slot))
        for slot in (place.a, place.b)
    )


def _begins_with_bye(plan: Plan, slot: LoserOf) -> bool:
    source = plan.by_id[slot.pairing]
    return isinstance(source.a, Bye) or isinstance(source.b, Bye)
