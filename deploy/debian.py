"""Programs of the distribution that some tests need, installed where we may."""

from __future__ import annotations

import os
import shutil
import subprocess


def may_install() -> bool:
    """Whether this is a Debian, or one of its kind, and we are root."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(package: str) -> None:
    """Install a package; whether it worked shows when the program is looked for again."""
    print(f"Installing {package} for the tests …", flush=True)
    quietly = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    for command in (["update"], ["install", "--yes", "--no-install-recommends", package]):
        subprocess.run(
            [*quietly, *command],
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=False,
        )
