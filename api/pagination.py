"""Lists in pages."""

from __future__ import annotations

from django.core.paginator import Paginator
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from api.query_params import number
from web.bounded_pages import BoundedPaginator


class Pages(PageNumberPagination):
    """``page`` and ``page_size``, at most 200 a page; ``count`` is exact up to 10,000."""

    django_paginator_class = BoundedPaginator

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
