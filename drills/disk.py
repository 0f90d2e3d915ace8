"""A small disk of our own, to be filled to its last byte."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WHY_NOT = "Only root may mount a small disk to fill."
_BLOCK = b"\0" * 65536


def is_possible() -> bool:
    """Whether we may mount one."""
    return os.geteuid() == 0


@contextmanager
def small_disk(folder: Path, *, megabytes: int) -> Iterator[Path]:
    """A folder on a disk of its own, in memory."""
    folder.mkdir(mode=0o711)
    size = f"size={megabytes}m,mode=0711"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "none", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """No room on the disk of a folder while the block runs, however much is given up there."""
    ballast = folder / "ballast"
    with ballast.open("ab", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(_BLOCK) or file.write(_BLOCK[:1]):
            pass
    try:
        yield
    finally:
        ballast.unlink()
