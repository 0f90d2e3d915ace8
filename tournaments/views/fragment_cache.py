"""Parts of pages that are the same for a hall full of phones: made once a version, then handed out."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import SeasonSnapshot, StageSnapshot

SECONDS = 600
"""After this long a part is made again."""
LEVEL = 6
"""Of compression: a third of the time of the highest, for a part that is 7 % larger."""


def cached_fragment(
    snapshot: StageSnapshot | SeasonSnapshot,
    etag: str,
    template: str,
    context: Callable[[], dict[str, Any]],
) -> bytes:
    """What is snapshot, as this template shows it, compressed; made now if nobody asked before.

    The entity tag tells apart what the digest does not: language, rights, and which part it is.
    A shared answer may be compressed: there is nobody's secret in it, nor anything a visitor sent.
    """
    tag = etag.strip('"')
    key = f"part-{snapshot.pk}-{snapshot.digest}-{tag}"
    packed: bytes | None = cache.get(key)
    if packed is None:
        packed = gzip.compress(render_to_string(template, context()).encode(), LEVEL)
        cache.set(key, packed, SECONDS)
    return packed


def fragment_html(packed: bytes) -> SafeString:
    """A kept part to stand in a page."""
    return mark_safe(gzip.decompress(packed).decode())  # noqa: S308 – a template made it


def fragment_response(request: HttpRequest, packed: bytes) -> HttpResponse:
    """A kept part as this browser takes it."""
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(packed, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(gzip.decompress(packed))
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
