"""The key that a form carries, so that one sent twice is known to be the same one."""

from __future__ import annotations

import secrets

FIELD = "once"


def new_key() -> str:
    """Told apart from all others; it protects nothing, so it may be read."""
    return secrets.token_hex(16)
