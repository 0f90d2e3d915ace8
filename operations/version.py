"""Which Barpoint this is."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

VERSION = "0.1.0"

PROJECT = Path(__file__).resolve().parent.parent
BUILD_FILE = Path(__file__).with_name("build.txt")
"""Written by ``make dist``: who unpacks an archive has no repository to ask."""

SHORT = 10


@cache
def build() -> str:
    """The commit it was made from, as far as it is known: of a container, an archive or a clone."""
    known = os.environ.get("BARPOINT_BUILD", "")
    if not known and BUILD_FILE.is_file():
        known = BUILD_FILE.read_text().strip()
    return (known or _commit(PROJECT))[:SHORT] or "unknown"


def described() -> str:
    """Both, for people."""
    return f"Barpoint {VERSION} ({build()})"


def _commit(folder: Path) -> str:
    """What is checked out there; git itself need not be installed."""
    git = folder / ".git"
    if git.is_file():
        # A second working copy says where its own part of the repository is.
        git = Path(git.read_text().removeprefix("gitdir:").strip())
    head = _text(git / "HEAD")
    if not head.startswith("ref:"):
        return head
    name = head.removeprefix("ref:").strip()
    shared = git / (_text(git / "commondir") or ".")
    return _text(git / name) or _text(shared / name) or _packed(shared, name)


def _packed(git: Path, name: str) -> str:
    for line in _text(git / "packed-refs").splitlines():
        commit, _, ref = line.partition(" ")
        if ref == name:
            return commit
    return ""


def _text(path: Path) -> str:
    return path.read_text().strip() if path.is_file() else ""
