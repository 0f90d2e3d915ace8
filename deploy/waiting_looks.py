"""
Looks that wait for something new: one question to the site for all who ask in the same words.

Whoever has a version already, and says ``Prefer: wait=20`` (RFC 7240), is not told at once that nothing is new.
The request waits here, off the thread of the site, until there is another version or its time is over. For all
who wait for the same, the site is asked again and again, a few times a second, and what it then answers is
told to all of them: five thousand watchers cost what one of them costs, and the sending. Only what the site calls the same for
everybody (``api.looks.SecondLooks``) is told to more than one. Without room to wait, a look is answered as any other.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus

from granian.rsgi import Scope

from deploy.gateway import Answer
from deploy.limits import Limits
from deploy.looks import Question, Words, applied, bare, tag_of
from deploy.own_looks import OwnLooks
from operations import watchers

Ask = Callable[[Scope, str], Awaitable[Answer | None]]
"""Has the site asked, by somebody who has the version with this entity tag; None if that failed."""
AT_ONCE = 100
"""So many are told before others get their turn."""
OF_ONE_REQUEST = {"x-request-id"}
"""Headers that are not passed on to everybody."""
OF_A_BODY = {"content-type", "content-length", "content-encoding", "content-language"}


@dataclass(eq=False)
class Waiter:
    """Somebody who waits; the answer is None if the site is to be asked for them alone."""

    version: str
    asked: float
    until: float
    told: asyncio.Future[Answer | None]


@dataclass(eq=False)
class View:
    """What everybody sees who asks in the same words."""

    scope: Scope
    answer: Answer
    """The last that was new; of the first, perhaps only that it is the same."""
    tag: str
    used: float
    waiting: list[Waiter] = field(default_factory=list)
    hurry: asyncio.Event = field(default_factory=asyncio.Event)
    """Somebody may have an older version, and wants to know at once."""


class WaitingLooks:
    """The room in which looks wait; all of it on the loop that serves."""

    def __init__(self, ask: Ask, limits: Limits, own: OwnLooks) -> None:
        self._ask = ask
        self._own = own
        self._limits = limits
        self._views: dict[Words, View] = {}
        self._opening: dict[Words, asyncio.Future[None]] = {}
        self._keeping: set[asyncio.Task[None]] = set()
        self._count = 0
        self._is_closed = False

    def close(self) -> None:
        """Nobody waits any more: all are told at once that nothing is new, and to ask again."""
        self._is_closed = True
        self._own.close()
        for view in self._views.values():
            for waiter in view.waiting:
                _tell(waiter, unchanged(view.answer))
        for keeping in self._keeping:
            keeping.cancel()

    async def answer(self, question: Question) -> Answer | None:
        """What to say, as soon as there is something to say; None if the site is to be asked as ever."""
        if self._is_closed:
            return None
        if self._own.is_known(question):
            return await self._wait_for_own(question)
        if (opening := self._opening.get(question.words)) is not None:
            await opening
        view = self._views.get(question.words)
        if view is not None:
            return await self._wait(view, question)
        if question.words in self._opening or len(self._views) >= self._limits.waited_for:
            return None
        return await self._open(question)

    async def _open(self, question: Question) -> Answer | None:
        """Ask for the first of those who ask so."""
        opened = self._opening[question.words] = asyncio.get_running_loop().create_future()
        try:
            answer = await self._ask(question.scope, question.tag)
        finally:
            del self._opening[question.words]
            opened.set_result(None)
        if answer is None or answer.is_to_come:
            return None
        if answer.news_of:
            return await self._open_own(question, answer)
        if not is_shared(answer) or self._is_closed:
            return answer
        view = View(question.scope, for_all(answer), tag_of(answer), self._now)
        self._views[question.words] = view
        keeping = asyncio.ensure_future(self._keep(question.words, view))
        self._keeping.add(keeping)
        keeping.add_done_callback(self._keeping.discard)
        if answer.status == HTTPStatus.NOT_MODIFIED:
            return await self._wait(view, question)
        return applied(view.answer)

    async def _open_own(self, question: Question, answer: Answer) -> Answer | None:
        """Somebody's own, and the site says where to ask for news of it."""
        if self._is_closed:
            return answer
        self._own.came(question, answer)
        if answer.status == HTTPStatus.NOT_MODIFIED:
            return await self._wait_for_own(question)
        return applied(answer)

    async def _wait_for_own(self, question: Question) -> Answer | None:
        if self._count >= self._limits.waiting_looks:
            return None
        with self._counted():
            return await self._own.answer(question)

    @contextlib.contextmanager
    def _counted(self) -> Iterator[None]:
        self._count += 1
        watchers.waiting(1)
        try:
            yield
        finally:
            self._count -= 1
            watchers.waiting(-1)

    async def _wait(self, view: View, question: Question) -> Answer | None:
        view.used = now = self._now
        if self._count >= self._limits.waiting_looks or self._is_closed:
            return None
        if question.version != bare(view.tag):
            view.hurry.set()
        told: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        view.waiting.append(Waiter(question.version, now, now + question.seconds, told))
        with self._counted():
            return await told

    async def _keep(self, words: Words, view: View) -> None:
        """Ask again and again what is new, while anybody wants to know."""
        try:
            while view.waiting or self._now < view.used + self._limits.view_seconds:
                await self._pause(view)
                began = self._now
                answer = await self._ask(view.scope, view.tag)
                if answer is not None and answer.status < HTTPStatus.INTERNAL_SERVER_ERROR:
                    if not is_shared(answer):
                        break
                    if answer.status != HTTPStatus.NOT_MODIFIED:
                        view.answer, view.tag = for_all(answer), tag_of(answer)
                # A site that cannot answer just now is asked again; those who wait do not notice.
                await self._tell(view, began)
        finally:
            self._views.pop(words, None)
            for waiter in view.waiting:
                _tell(waiter, None)

    async def _pause(self, view: View) -> None:
        """Until it is time to look again: soon, or almost at once for somebody with another version."""
        least = max(self._limits.look_again_after, len(self._views) / self._limits.looks_a_second)
        await asyncio.sleep(least)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0, self._limits.look_every - least)):
                await view.hurry.wait()
        view.hurry.clear()

    async def _tell(self, view: View, began: float) -> None:
        """Tell those for whom there is something new, and those whose time is over."""
        now, version = self._now, bare(view.tag)
        due: list[tuple[Waiter, Answer | None]] = []
        waiting, view.waiting = view.waiting, []
        for waiter in waiting:
            if waiter.told.done():
                continue
            if waiter.version == version:
                is_over = now >= waiter.until
                answer = applied(unchanged(view.answer)) if is_over else None
            else:
                # Whoever came while the site was being asked may have seen what is newer still.
                is_over = waiter.asked <= began
                answer = applied(view.answer) if view.answer.content else None
            if is_over:
                due.append((waiter, answer))
            else:
                view.waiting.append(waiter)
        if any(waiter.version != version for waiter in view.waiting):
            view.hurry.set()
        for number, (waiter, answer) in enumerate(due, 1):
            _tell(waiter, answer)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def is_shared(answer: Answer) -> bool:
    """Whether all who ask in the same words may be told the same."""
    return answer.is_shared and bool(tag_of(answer))


def for_all(answer: Answer) -> Answer:
    """Without what concerns one request."""
    headers = [
        (name, value) for name, value in answer.headers if name.lower() not in OF_ONE_REQUEST
    ]
    return answer._replace(headers=headers)


def unchanged(answer: Answer) -> Answer:
    """That it is still this."""
    headers = [(name, value) for name, value in answer.headers if name.lower() not in OF_A_BODY]
    return Answer(HTTPStatus.NOT_MODIFIED, headers)


def _tell(waiter: Waiter, answer: Answer | None) -> None:
    if not waiter.told.done():
        waiter.told.set_result(answer)
