"""
Looks at something of one's own that wait for something new: asked for all of a kind at once, answered each for itself.

A phone's own night is nobody else's, so what it is told is asked of the site for it alone. But whether there is
anything new the site can say in one go for all phones of an event: with an answer it names where to ask (``api.looks.news_of``), and
which versions the answer was made from. That is asked a few times a second. Whose own version is another is asked
for at once. What only the event's version says (places, who is still in) concerns all of them with every
result, so of these a few are asked for each time, whoever was told longest ago first, and no more while those before
are not answered: whoever has news of their own would stand behind them.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import NamedTuple, TypedDict

from granian.rsgi import Scope

from deploy.gateway import Answer
from deploy.limits import Limits
from deploy.looks import Question, applied, bare, tag_of

Ask = Callable[[Scope, str], Awaitable[Answer | None]]
"""Has the site asked, by somebody who has the version with this entity tag; None if that failed."""
AskNews = Callable[[Scope, str, str], Awaitable[Answer | None]]
"""Has the site asked for the news at an address, in the words of somebody who waits for them."""


class Told(NamedTuple):
    """What somebody was told last, and what it was made from."""

    tag: str
    at: float
    source: str
    """Where the news of it are."""
    name: str
    own: str
    event: str


class News(TypedDict):
    """What is there now."""

    own: dict[str, str]
    event: str


@dataclass(eq=False)
class Waiter:
    """Somebody who waits."""

    told: Told
    asked: float
    until: float
    woken: asyncio.Future[None]


@dataclass(eq=False)
class Circle:
    """All who wait for news of the same address."""

    scope: Scope
    used: float
    waiting: list[Waiter] = field(default_factory=list)
    news: News = field(default_factory=lambda: News(own={}, event=""))
    tag: str = ""
    share: float = 0
    """How many may be asked for now of those for whom only something else is new."""


class OwnLooks:
    """The part of the room for them; all of it on the loop that serves."""

    def __init__(self, ask: Ask, ask_news: AskNews, limits: Limits) -> None:
        self._ask = ask
        self._ask_news = ask_news
        self._limits = limits
        self._told: OrderedDict[tuple[str, ...], Told] = OrderedDict()
        self._circles: dict[str, Circle] = {}
        self._keeping: set[asyncio.Task[None]] = set()
        self._closed = asyncio.Event()
        self._asking = 0
        """Questions to the site that are not answered yet."""

    def close(self) -> None:
        """Nobody waits any more: all are told at once that nothing is new, and to ask again."""
        self._closed.set()
        for keeping in self._keeping:
            keeping.cancel()

    def is_known(self, question: Question) -> bool:
        """Whether it is remembered what they have been told, and that is what they have."""
        told = self._told.get(question.words)
        return told is not None and told.tag == question.version

    def came(self, question: Question, answer: Answer) -> None:
        """Remember what they were told."""
        source, name, own, event = answer.news_of.split()
        told = Told(bare(tag_of(answer)), self._now, source, name, own, event)
        self._told[question.words] = told
        self._told.move_to_end(question.words)
        while len(self._told) > self._limits.own_looks_known:
            self._told.popitem(last=False)

    async def answer(self, question: Question) -> Answer | None:
        """What to say to somebody who is known, as soon as there is something to say."""
        until = self._now + question.seconds
        while not self._closed.is_set():
            await self._news_for(question, until)
            if self._closed.is_set():
                return applied(Answer(HTTPStatus.NOT_MODIFIED, [("ETag", question.tag)]))
            self._asking += 1
            try:
                answer = await self._ask(question.scope, question.tag)
            finally:
                self._asking -= 1
            if answer is None or answer.is_to_come:
                return None
            if not answer.news_of:
                self._told.pop(question.words, None)
                return answer
            self.came(question, answer)
            if answer.status != HTTPStatus.NOT_MODIFIED or self._now >= until:
                return applied(answer)
        return None

    async def _news_for(self, question: Question, until: float) -> None:
        """Wait until something may be new, or the time is over."""
        told = self._told[question.words]
        circle = self._circles.get(told.source)
        if circle is None:
            circle = self._circles[told.source] = Circle(question.scope, self._now)
            keeping = asyncio.ensure_future(self._keep(told.source, circle))
            self._keeping.add(keeping)
            keeping.add_done_callback(self._keeping.discard)
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        circle.waiting.append(Waiter(told, self._now, until, woken))
        await woken

    async def _keep(self, source: str, circle: Circle) -> None:
        """Ask again and again what is new, while anybody wants to know."""
        limits = self._limits
        try:
            while circle.waiting or self._now < circle.used + limits.view_seconds:
                circle.used = self._now if circle.waiting else circle.used
                pause = max(limits.look_every, len(self._circles) / limits.looks_a_second)
                await asyncio.sleep(pause)
                began = self._now
                answer = await self._ask_news(circle.scope, circle.tag, source)
                if answer is not None and answer.status == HTTPStatus.OK:
                    circle.news, circle.tag = json.loads(answer.content), tag_of(answer)
                elif answer is not None and answer.status == HTTPStatus.NOT_FOUND:
                    break
                # A site that cannot answer just now is asked again; those who wait do not notice.
                self._wake(circle, began, pause)
        finally:
            self._circles.pop(source, None)
            for waiter in circle.waiting:
                _wake(waiter)

    def _wake(self, circle: Circle, began: float, pause: float) -> None:
        """Those for whom there may be something new, and those whose time is over."""
        news, now, most = circle.news, self._now, self._limits.own_looks_a_second
        circle.share = min(circle.share + most * pause / len(self._circles), most)
        free = self._limits.own_looks_at_once - self._asking
        staying: list[Waiter] = []
        for waiter in sorted(circle.waiting, key=lambda waiter: waiter.told.at):
            told = waiter.told
            # Whoever came while the site was being asked may know what is newer still.
            is_new = waiter.asked <= began and bool(circle.tag)
            is_own = is_new and news["own"].get(told.name) != told.own
            is_in_turn = is_new and news["event"] != told.event and circle.share >= 1 and free > 0
            if waiter.woken.done():
                continue
            if is_own or is_in_turn or now >= waiter.until:
                circle.share -= is_in_turn and not is_own
                free -= 1
                _wake(waiter)
            else:
                staying.append(waiter)
        circle.waiting = staying

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _wake(waiter: Waiter) -> None:
    if not waiter.woken.done():
        waiter.woken.set_result(None)
