"""GNU Backgammon, with which match files are exchanged in the tests: installed if we may."""

from __future__ import annotations

import os
import shutil

from deploy import debian

HOW_TO_INSTALL = (
    "The tests that exchange match files with GNU Backgammon were skipped: it is not installed. "
    "Install it (Debian and Ubuntu: sudo apt-get install gnubg) and run make test again."
)


def find_or_install() -> str | None:
    """The program's path, or None where there is none and we may not install one."""
    if find() is None and debian.may_install():
        debian.install("gnubg")
    return find()


def find() -> str | None:
    """The program's path, if it is installed; Debian keeps games in a folder of their own."""
    return shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
