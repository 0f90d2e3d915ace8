"""Pages of a list that grows for years, without counting all of it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.core.exceptions import EmptyResultSet
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property

MOST_COUNTED = 10_000
"""Rows that are counted one by one; that there are more is known, not how many."""
COUNT_SECONDS = 60
"""How old the count of a long list may be."""
REMEMBERED_FROM = 1_000
"""A list of so many rows is long: shorter ones are counted for each look."""


class BoundedPaginator(Paginator[Any]):
    """A paginator that counts as far as ``MOST_COUNTED``.

    What lies behind is reached page by page: there is a next page as long as there is a row on it.
    """

    @cached_property
    def count(self) -> int:
        """How many there are, or ``MOST_COUNTED`` if there are more."""
        if isinstance(self.object_list, QuerySet):
            # Without what is worked out for each row: a bounded count would work it out for all it counts.
            keys = self.object_list.order_by().values("pk")
            return keys[:MOST_COUNTED].count()
        return min(len(self.object_list), MOST_COUNTED)

    @property
    def is_bounded(self) -> bool:
        """Whether there may be more than were counted."""
        return self.count == MOST_COUNTED

    def validate_number(self, number: float | str) -> int:
        """Beyond what was counted, a page exists if it has a row."""
        if not self.is_bounded or not str(number).isdecimal() or int(number) <= self.num_pages:
            return super().validate_number(number)
        begin = (int(number) - 1) * self.per_page
        return int(number) if self._rows(begin, begin + 1) else super().validate_number(number)

    def page(self, number: int | str) -> Page[Any]:
        """As ever; beyond what was counted with what is there."""
        valid = self.validate_number(number)
        begin = (valid - 1) * self.per_page
        rows = self._rows(begin, begin + self.per_page + 1)
        return _BoundedPage(rows[: self.per_page], valid, self, more=len(rows) > self.per_page)

    def _rows(self, begin: int, end: int) -> Sequence[Any]:
        return list(self.object_list[begin:end])


class RememberingPaginator(BoundedPaginator):
    """For a list that grows with the years: how long it is holds for a minute, once that takes time to count."""

    @cached_property
    def count(self) -> int:
        """How many there are, or ``MOST_COUNTED`` if there are more; of a long list, or just were."""
        if not isinstance(self.object_list, QuerySet):
            return super().count
        try:
            key = f"long-{digest(self.object_list.order_by().values('pk'))}"
        except EmptyResultSet:
            # Nobody need be asked: nothing is like this.
            return 0
        kept: int | None = cache.get(key)
        if kept is not None:
            return kept
        counted = super().count
        if counted >= REMEMBERED_FROM:
            cache.set(key, counted, COUNT_SECONDS)
        return counted

    @property
    def is_bounded(self) -> bool:
        """Rows may have come since they were counted, or were never counted."""
        return self.count >= REMEMBERED_FROM


def digest(rows: QuerySet[Any, Any]) -> str:
    """The same for the same question."""
    sql, params = rows.query.sql_with_params()
    return sha256(repr((sql, params)).encode()).hexdigest()


class _BoundedPage(Page[Any]):
    """A page that has looked whether there is a row behind it."""

    def __init__(
        self, rows: Sequence[Any], number: int, paginator: BoundedPaginator, *, more: bool
    ) -> None:
        super().__init__(rows, number, paginator)
        self._more = more

    def has_next(self) -> bool:
        """Whether there is a row behind it."""
        return self._more

    def next_page_number(self) -> int:
        """The number of the page behind it."""
        return self.number + 1
