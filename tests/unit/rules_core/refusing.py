"""Asking for what the rules refuse."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules_core.errors import RulesError


def refused(attempt: Callable[[], object]) -> str:
    """The code with which an attempt is refused; the test fails if it is not."""
    with pytest.raises(RulesError) as refusal:
        attempt()
    return refusal.value.code
