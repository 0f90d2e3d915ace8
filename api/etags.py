"""Versions on the wire: ``ETag`` on reads, ``If-Match`` on writes."""

from __future__ import annotations

import re
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from rest_framework.request import Request
from rest_framework.response import Response

from api.looks import Source, for_everybody, made_from
from api.ready_text import ReadyText

_VERSION = re.compile("[0-9]{1,9}")


def etag(version: int) -> str:
    """The version as the contract writes it."""
    return f'"{version}"'


def unchanged(request: HttpRequest | Request, version: int) -> HttpResponseBase | None:
    """A 304 if the reader has this version already. A write is compared before it is done, not here."""
    if request.method not in {"GET", "HEAD"}:
        return None
    # DRF wraps the request that Django's own comparison wants.
    plain = request._request if isinstance(request, Request) else request  # noqa: SLF001
    return with_tag(get_conditional_response(plain, etag=etag(version)), etag(version))


def with_tag(held: HttpResponseBase | None, tag: str) -> HttpResponseBase | None:
    """A 304 that says which version it is about (RFC 9110, 15.4.5)."""
    if held is not None and held.status_code == HTTPStatus.NOT_MODIFIED:
        held.headers.setdefault("ETag", tag)
    return held


def text_answer(
    request: Request, text: ReadyText, version: int, source: Source | None = None
) -> HttpResponseBase:
    """JSON that was made before, sent as it is; ``source`` is the row that has its version."""
    held = made_from(unchanged(request, version), source)
    if held is not None:
        return held
    headers = {"ETag": etag(version), "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    content = text.plain
    if text.compressed and "gzip" in request.headers.get("Accept-Encoding", ""):
        # The same version in other bytes: a weak tag, as Django's own compression makes it.
        headers |= {"ETag": f"W/{etag(version)}", "Content-Encoding": "gzip"}
        content = text.compressed
    return for_everybody(HttpResponse(content, content_type="application/json", headers=headers))


def versioned(response: Response, version: int) -> Response:
    """A response that tells its version."""
    response["ETag"] = etag(version)
    # The same version shows more to those who may see more.
    patch_vary_headers(response, ("Authorization", "Cookie"))
    return response


def expected_version(request: Request) -> int | None:
    """The version a writer has seen, or none if it does not say."""
    header = request.headers.get("If-Match", "").strip()
    if header in {"", "*"}:
        return None
    number = header.removeprefix("W/").strip('"')
    # What is no version of ours can only be stale.
    return int(number) if _VERSION.fullmatch(number) else -1
