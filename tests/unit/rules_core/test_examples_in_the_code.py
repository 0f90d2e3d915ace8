"""The examples in the docstrings of rules_core are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import rules_core

pytestmark = pytest.mark.unit

MODULES = [
    module.name
    for module in pkgutil.walk_packages(rules_core.__path__, prefix="rules_core.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
