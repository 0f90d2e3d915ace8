"""Who has news of their own does not stand behind those who are told in turns."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

from granian.rsgi import Scope

from deploy.gateway import Answer
from deploy.limits import Limits
from deploy.looks import Question
from deploy.own_looks import OwnLooks

AT_ONCE = 2
LIMITS = Limits(own_looks_at_once=AT_ONCE, look_every=0.01, own_looks_a_second=1_000)
NOWHERE = cast("Scope", None)
PHONES = [f"phone-{number}" for number in range(10)]


class SlowSite:
    """Tells what is new at once, and what is somebody's own when it is let."""

    def __init__(self) -> None:
        self.versions: dict[str, Any] = {"own": dict.fromkeys(PHONES, "1"), "event": "1"}
        self.asked: list[str] = []
        self.lets = asyncio.Event()

    def answer_to(self, name: str) -> Answer:
        own, event = self.versions["own"][name], self.versions["event"]
        return Answer(
            HTTPStatus.OK,
            [("ETag", f'"{name}-{own}-{event}"')],
            news_of=f"/news {name} {own} {event}",
        )

    async def ask(self, _scope: Scope, tag: str) -> Answer:
        name = tag.strip('"').rsplit("-", 2)[0]
        self.asked.append(name)
        await self.lets.wait()
        return self.answer_to(name)

    async def news(self, _scope: Scope, _tag: str, _source: str) -> Answer:
        tag = f'"{hash(str(self.versions))}"'
        return Answer(HTTPStatus.OK, [("ETag", tag)], json.dumps(self.versions).encode())


def question(name: str) -> Question:
    return Question(NOWHERE, (name,), f'"{name}-1-1"', seconds=20)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not is_so():
            await asyncio.sleep(0.01)


async def _one_with_news_of_their_own() -> None:
    site = SlowSite()
    looks = OwnLooks(site.ask, site.news, LIMITS)
    for name in PHONES:
        looks.came(question(name), site.answer_to(name))
    waiting = [asyncio.ensure_future(looks.answer(question(name))) for name in PHONES]
    await asyncio.sleep(0.05)
    assert site.asked == []

    site.versions["event"] = "2"
    await until(lambda: len(site.asked) >= AT_ONCE)
    # Many rounds later still as many: none of them has been answered.
    await asyncio.sleep(0.2)
    assert site.asked == PHONES[:AT_ONCE]

    site.versions["own"][PHONES[-1]] = "2"
    await until(lambda: PHONES[-1] in site.asked)
    assert site.asked == [*PHONES[:AT_ONCE], PHONES[-1]]

    site.lets.set()
    answers = await asyncio.gather(*waiting)
    assert sorted(site.asked) == sorted(PHONES)
    assert all(answer is not None and answer.status == HTTPStatus.OK for answer in answers)
    looks.close()


def test_who_has_news_of_their_own_does_not_stand_behind_the_others() -> None:
    asyncio.run(_one_with_news_of_their_own())
