"""
Whole requests for the site, one at a time.

The server (granian) reads what clients send, as slowly as they like, without keeping anybody
waiting. Only when the last byte of a request is here does it go into the line of the one thread on
which the site works, and what that thread answers is again the server's to send. So a client that
stops half-way, or reads a byte a second, costs a connection and a little memory, and nothing else.
"""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, NamedTuple

from granian.rsgi import HTTPProtocol, ProtocolClosed, Scope  # type: ignore[attr-defined]

from api.looks import MAY_SHARE, NEWS
from api.waiting import MAY_WAIT
from deploy.gateway import (
    Answer,
    Application,
    Environ,
    answer,
    client_address,
    declared_length,
)
from deploy.limits import Limits
from deploy.looks import look_that_waits
from deploy.own_looks import OwnLooks
from deploy.request_queue import Matter, Request, TurnsByAddress, matter_of
from deploy.waiting_looks import WaitingLooks

LOOKS = "looks that wait"
"""They stand in line as one address."""
LAST_REQUEST_SECONDS = 5
"""How long a stopping process waits for a request whose client is gone already."""

logger = logging.getLogger(__name__)


class Refusal(NamedTuple):
    """What is answered to a request that does not reach the site."""

    status: HTTPStatus
    code: str
    sentence: str


class Refused(Exception):
    """A request does not reach the site."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


TOO_SLOW = Refusal(
    HTTPStatus.REQUEST_TIMEOUT, "too_slow", "The rest of the request did not come in time."
)
STOPPING = Refusal(
    HTTPStatus.SERVICE_UNAVAILABLE, "stopping", "The server stops. Try again in a minute."
)
TOO_BUSY = Refusal(
    HTTPStatus.SERVICE_UNAVAILABLE,
    "too_busy",
    "Too many large files are being sent just now. Try again in a minute.",
)
NO_LENGTH = Refusal(
    HTTPStatus.LENGTH_REQUIRED,
    "length_required",
    "Say how long the body is (Content-Length) instead of sending it in chunks.",
)
NO_PROXY = Refusal(HTTPStatus.METHOD_NOT_ALLOWED, "method_not_allowed", "This is not a proxy.")


class Memory:
    """What the large bodies take up together, from their first byte until they are answered."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken = 0

    @contextmanager
    def share(self) -> Iterator[Callable[[int], None]]:
        """One request's part: to be called for each so many bytes more, given back at the end."""
        own = 0

        def take(size: int) -> None:
            nonlocal own
            own += size
            self._taken += size
            if self._taken > self._most:
                raise Refused(TOO_BUSY)

        try:
            yield take
        finally:
            self._taken -= own


class WholeRequests:
    """A WSGI application as granian's own interface (RSGI) wants it."""

    def __init__(
        self, application: Application, limits: Limits, *, largest_body: int, proxies: int = 0
    ) -> None:
        self._application = application
        self._limits = limits
        self._largest_body = largest_body
        self._proxies = proxies
        self._memory = Memory(limits.large_bodies)
        self._reading: set[asyncio.Task[Any]] = set()
        self._asked_again = 0
        self._is_stopping = False
        own = OwnLooks(self._answer_to_own_look, self._news, limits)
        self._looks = WaitingLooks(self._answer_to_look, limits, own)
        self._line: TurnsByAddress[Request] = TurnsByAddress()
        self._thread = threading.Thread(target=self._work, name="requests", daemon=True)

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Granian is about to serve on this loop."""
        self._thread.start()
        # Granian stops at SIGINT and at SIGTERM, once nobody is in the middle of a request. It would
        # wait for those who never finish theirs, so they are sent away first.
        loop.add_signal_handler(signal.SIGTERM, self._stop)

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Granian has stopped."""
        self._line.close()
        self._thread.join(LAST_REQUEST_SECONDS)

    async def __rsgi__(self, scope: Scope, proto: HTTPProtocol) -> None:
        """Read a request, have it answered, and return when it is."""
        try:
            _check_framing(scope)
            with self._memory.share() as take:
                body = await self._body(scope, proto, take)
                await self._answer(scope, proto, body)
        except Refused as refused:
            _refuse(proto, refused.refusal)
        except ProtocolClosed:
            logger.debug("A client went away in the middle of its request, and so made none.")

    async def _answer(self, scope: Scope, proto: HTTPProtocol, body: bytes) -> None:
        """Have it answered. What waits for news or for a job waits here, not on the thread of the site."""
        look = look_that_waits(scope, self._limits.look_seconds)
        if look is not None and (ready := await self._looks.answer(look)) is not None:
            _send(proto, ready)
            return
        for pause in self._limits.pauses:
            if self._asked_again >= self._limits.asked_again:
                break
            if await self._is_answered(scope, proto, body, may_wait=True):
                return
            self._asked_again += 1
            try:
                await asyncio.sleep(pause)
            finally:
                self._asked_again -= 1
        await self._is_answered(scope, proto, body, may_wait=False)

    async def _is_answered(
        self, scope: Scope, proto: HTTPProtocol, body: bytes, *, may_wait: bool
    ) -> bool:
        """False if it is to be asked again."""
        whose = (client_address(scope, self._proxies), matter_of(scope))
        ready = await self._in_turn(whose, scope, body, {MAY_WAIT: may_wait}, proto)
        return ready is None or not ready.is_to_come

    def _answer_to_look(self, scope: Scope, tag: str) -> asyncio.Future[Answer | None]:
        told = {MAY_SHARE: True, MAY_WAIT: True, "HTTP_IF_NONE_MATCH": tag, "HTTP_X_REQUEST_ID": ""}
        return self._in_turn(LOOKS, scope, b"", told, None)

    def _answer_to_own_look(self, scope: Scope, tag: str) -> asyncio.Future[Answer | None]:
        """In turn with what else comes from there: these are many."""
        told = {MAY_SHARE: True, MAY_WAIT: True, "HTTP_IF_NONE_MATCH": tag}
        whose = client_address(scope, self._proxies), Matter.LOOK_AGAIN
        return self._in_turn(whose, scope, b"", told, None)

    def _news(self, scope: Scope, tag: str, source: str) -> asyncio.Future[Answer | None]:
        told = {
            NEWS: True,
            "PATH_INFO": source,
            "QUERY_STRING": "",
            "HTTP_IF_NONE_MATCH": tag,
            "HTTP_ACCEPT_ENCODING": "",
            "HTTP_X_REQUEST_ID": "",
        }
        return self._in_turn(LOOKS, scope, b"", told, None)

    def _in_turn(
        self,
        whose: Hashable,
        scope: Scope,
        body: bytes,
        told: Environ,
        proto: HTTPProtocol | None,
    ) -> asyncio.Future[Answer | None]:
        """What the site answers, when its turn comes; it is sent at once if there is somewhere to send it."""
        answered = asyncio.get_running_loop().create_future()
        request = Request(scope, body, told, proto, answered)
        if self._line.put(whose, request) > self._limits.watched_from and proto is not None:
            _watch(request, proto)
        return answered

    async def _body(self, scope: Scope, proto: HTTPProtocol, take: Callable[[int], None]) -> bytes:
        length = declared_length(scope)
        if length == 0:
            return b""
        task = asyncio.current_task()
        assert task is not None
        self._reading.add(task)
        limits = self._limits
        is_small = length <= limits.small_body
        try:
            async with asyncio.timeout(
                limits.small_body_seconds if is_small else limits.large_body_seconds
            ):
                if is_small:
                    return await proto()
                if length <= self._largest_body:
                    return await _large_body(proto, length, take)
                return await self._too_large_body(scope, proto)
        except TimeoutError:
            raise Refused(TOO_SLOW) from None
        except asyncio.CancelledError:
            if self._is_stopping:
                raise Refused(STOPPING) from None
            raise
        finally:
            self._reading.discard(task)

    async def _too_large_body(self, scope: Scope, proto: HTTPProtocol) -> bytes:
        """
        Nothing: the site refuses it by its length, in its own words and languages.

        Most clients read no answer before all is sent, so a body that is not far too large is taken
        and thrown away. Whoever asks first whether to go on (curl does) is not told to.
        """
        thrown_away = 0
        if "expect" not in scope.headers:
            async for part in proto:
                thrown_away += len(part)
                if thrown_away > self._limits.thrown_away:
                    break
        return b""

    def _stop(self) -> None:
        self._is_stopping = True
        for task in self._reading:
            task.cancel()
        self._looks.close()
        signal.raise_signal(signal.SIGINT)

    def _work(self) -> None:
        """The thread of the site."""
        while (request := self._line.take()) is not None:
            ready = None if request.is_gone else self._ready(request)
            loop = request.answered.get_loop()
            loop.call_soon_threadsafe(_set_done, request.answered, ready)

    def _ready(self, request: Request) -> Answer | None:
        """Have it answered by the site, and send that; None if it failed."""
        try:
            ready = answer(self._application, request.scope, request.body, request.told)
            if request.proto is not None and not ready.is_to_come:
                _send(request.proto, ready)
        except ProtocolClosed:
            logger.debug("A client did not wait for its answer.")
        except Exception:
            logger.exception("A request failed outside the site.")
        else:
            return ready
        return None


def _watch(request: Request, proto: HTTPProtocol) -> None:
    """Notice when the client goes away while its request waits. Not for those who wait for moments."""
    watch = asyncio.ensure_future(proto.client_disconnect())

    def note(gone: asyncio.Future[None]) -> None:
        request.is_gone = not gone.cancelled()

    watch.add_done_callback(note)
    request.answered.add_done_callback(lambda _: watch.cancel())


def _send(proto: HTTPProtocol, ready: Answer) -> None:
    if ready.file:
        proto.response_file(ready.status, ready.headers, ready.file)
    else:
        proto.response_bytes(ready.status, ready.headers, ready.content)


def _set_done(answered: asyncio.Future[Answer | None], ready: Answer | None) -> None:
    if not answered.done():
        answered.set_result(ready)


async def _large_body(proto: HTTPProtocol, length: int, take: Callable[[int], None]) -> bytes:
    body = bytearray()
    async for part in proto:
        take(len(part))
        body += part
    if len(body) < length:
        raise ProtocolClosed
    return bytes(body)


def _check_framing(scope: Scope) -> None:
    """Refuse what is valid HTTP and yet nothing that anybody has reason to send here."""
    if scope.method == "CONNECT":
        raise Refused(NO_PROXY)
    if "transfer-encoding" in scope.headers:
        raise Refused(NO_LENGTH)


def _refuse(proto: HTTPProtocol, refusal: Refusal) -> None:
    """In the contract's format."""
    kind = "server_error" if refusal.status >= 500 else "client_error"
    error = {"code": refusal.code, "detail": refusal.sentence, "attr": None}
    headers = [("Content-Type", "application/json"), ("Connection", "close")]
    if refusal.status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append(("Retry-After", "60"))
    proto.response_str(refusal.status, headers, json.dumps({"type": kind, "errors": [error]}))
