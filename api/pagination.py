"""Lists in pages."""

from __future__ import annotations

from django.core.cache import cache
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from api.query_params import number
from web.bounded_pages import COUNT_SECONDS, MOST_COUNTED, RememberingPaginator, digest


class CountingPaginator(RememberingPaginator):
    """Counts a long list at most once a minute; with history that takes longer than the page itself."""

    @cached_property
    def count(self) -> int:
        """How many there are; of a long list, how many there were within the last minute."""
        if not isinstance(self.object_list, QuerySet):
            return len(self.object_list)
        counted = super().count
        if counted < MOST_COUNTED:
            return counted
        keys = self.object_list.order_by().values("pk")
        return cache.get_or_set(f"count-{digest(keys)}", keys.count, COUNT_SECONDS) or counted


class Pages(PageNumberPagination):
    """``page`` and ``page_size``, at most 200 a page; ``count`` is exact, from 1,000 as of the last minute."""

    django_paginator_class = CountingPaginator

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int:
        """As asked for, up to the most there is."""
        asked = number(request, "page_size") or self.page_size
        return min(asked, self.max_page_size)

    def get_page_number(self, request: Request, paginator: Paginator[object]) -> int:  # noqa: ARG002
        """As asked for; the first one otherwise."""
        return number(request, "page") or 1
