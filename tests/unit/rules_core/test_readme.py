"""The examples in the README of rules_core are true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.unit

README = Path(__file__).parents[3] / "rules_core" / "README.md"
FENCE = re.compile(r"^```.*$", re.MULTILINE)


def test_the_examples_are_true() -> None:
    text = FENCE.sub("", README.read_text(encoding="utf-8"))
    examples = doctest.DocTestParser().get_doctest(text, {}, README.name, str(README), 0)
    outcome = doctest.DocTestRunner().run(examples)
    assert outcome.attempted > 40
    assert outcome.failed == 0
