"""The shared cache of the federation engine, which may go away without taking a request with it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import TimeoutError as TooSlow

REST_SECONDS = 5
"""After a failure the cache is not asked for this long: the next request must not wait as well."""

T = TypeVar("T")
logger = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """Redis; while it cannot be reached, nothing is found and nothing is kept."""

    _resting_until = 0.0

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """The value, or the default."""
        return self._or(default, super().get, key, default, version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """Those that are there."""
        return self._or({}, super().get_many, keys, version)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Whether it was kept because it was new."""
        return self._or(False, super().add, *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Keep it."""
        self._or(None, super().set, *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> list[Any]:
        """Keep them, and say which could not be kept."""
        return self._or([], super().set_many, *args, **kwargs)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """What was counted, or nothing."""
        return self._or(0, super().incr, key, delta, version)

    def count(self, key: str, more: int, timeout: int) -> int:
        """So many more under a key that is forgotten after so many seconds; 0 while it cannot be reached."""
        return self._or(0, self._count, key, more, timeout)

    def _count(self, key: str, more: int, timeout: int) -> int:
        # Both at once, on the way of one: a counter that is not forgotten would lock somebody out for good.
        stored = self.make_and_validate_key(key)
        together = self._cache.get_client(stored, write=True).pipeline(transaction=False)
        together.incrby(stored, more)
        together.expire(stored, timeout)
        counted: int = together.execute()[0]
        return counted

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        """Whether it is kept for longer."""
        return self._or(False, super().touch, *args, **kwargs)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        """Whether it is there."""
        return self._or(False, super().has_key, key, version)

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Whether it was there."""
        return self._or(False, super().delete, key, version)

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        """Forget them."""
        self._or(None, super().delete_many, keys, version)

    def _or(self, otherwise: T, ask: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        if time.monotonic() < self._resting_until:
            return otherwise
        try:
            return ask(*args, **kwargs)
        except (Unreachable, TooSlow) as error:
            self._resting_until = time.monotonic() + REST_SECONDS
            logger.warning("The cache cannot be reached: %s", error)
            return otherwise
