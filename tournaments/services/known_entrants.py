"""Who sits where: a draw sheet names entrants by seed, its rows by entry."""

from __future__ import annotations

from collections.abc import Iterable

from db.light_rows import attach, light_row
from db.prepared import Prepared
from tournaments.models import OUT, Entry, StageEntrant

_COLUMNS = ("stage", "seed", "entry__status", "entry__player")
_of_entries = Prepared(
    lambda stage_id, *entries: (
        StageEntrant.objects.filter(stage=stage_id, entry__in=entries)
        .select_related("entry")
        .only(*_COLUMNS)
        .order_by()
    )
)
_of_seed = Prepared(
    lambda stage_id, seed: (
        StageEntrant.objects.filter(stage=stage_id, seed=seed)
        .select_related("entry")
        .only(*_COLUMNS)
        .order_by()
    )
)


class KnownEntrants:
    """The entrants of a stage who were asked for so far: a result touches a few of them."""

    def __init__(self, stage_id: int, entrants: Iterable[StageEntrant] = ()) -> None:
        self._stage_id = stage_id
        self._by_seed: dict[int, StageEntrant] = {}
        self._by_entry: dict[int, StageEntrant] = {}
        self._learn(entrants)

    def _learn(self, entrants: Iterable[StageEntrant]) -> None:
        for entrant in entrants:
            self._by_seed[entrant.seed] = self._by_entry[entrant.entry_id] = entrant

    def note(self, entry: Entry, seed: int) -> None:
        """Somebody of the stage who was read along with something else."""
        if entry.pk not in self._by_entry:
            entrant = light_row(
                StageEntrant,
                ("stage_id", "entry_id", "seed"),
                (self._stage_id, entry.pk, seed),
            )
            attach(entrant, "entry", entry)
            self._learn([entrant])

    def read(self, entries: Iterable[int]) -> None:
        """Read in one go those of these entries that are not known yet."""
        if unknown := set(entries) - self._by_entry.keys():
            self._learn(_of_entries.all(self._stage_id, *unknown))

    def with_seed(self, seed: int) -> StageEntrant:
        """Who has that seed."""
        if seed not in self._by_seed:
            self._learn(_of_seed.all(self._stage_id, seed))
        return self._by_seed[seed]

    def with_entry(self, entry_id: int) -> StageEntrant:
        """Who has that entry."""
        self.read([entry_id])
        return self._by_entry[entry_id]

    def in_order(self) -> list[StageEntrant]:
        """All who are known, the first seed first."""
        return [self._by_seed[seed] for seed in sorted(self._by_seed)]


class Absent:
    """Seed numbers of those who are out of the event; asked for one by one."""

    def __init__(self, entrants: KnownEntrants) -> None:
        self._entrants = entrants

    def __contains__(self, seat: object) -> bool:
        return isinstance(seat, int) and self._entrants.with_seed(seat).entry.status in OUT
