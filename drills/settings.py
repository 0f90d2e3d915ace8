"""A club's own settings, with a middleware that ends the process at a moment a client chooses."""

from __future__ import annotations

from config.settings.local import *  # noqa: F403
from config.settings.local import MIDDLEWARE

MIDDLEWARE = ["drills.dying.DyingMiddleware", *MIDDLEWARE]
