"""The client of the benchmarks: the wrk on the path, or Debian's if we may install it."""

from __future__ import annotations

import shutil

from deploy import debian

HOW_TO_INSTALL = (
    "The benchmarks ask with wrk, and there is none. Install it "
    "(Debian and Ubuntu: sudo apt-get install wrk) and run make bench again."
)


def find_or_install() -> str | None:
    """Where wrk is, or None where there is none and we may not install it."""
    if find() is None and debian.may_install():
        debian.install("wrk")
    return find()


def find() -> str | None:
    """Where wrk is, if it is installed."""
    return shutil.which("wrk")
