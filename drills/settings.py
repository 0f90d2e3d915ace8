"""A club's own settings, with a clock that can be set and a middleware that ends the process when asked."""

from __future__ import annotations

from config.settings.local import *  # noqa: F403
from config.settings.local import MIDDLEWARE
from drills import clock

MIDDLEWARE = ["drills.dying.DyingMiddleware", *MIDDLEWARE]
clock.follow()
