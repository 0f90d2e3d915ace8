"""A small disk of our own, to be filled to its last byte."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

WHY_NOT = "We may not mount a small disk to fill: only root may, and not in every container."
_BLOCK = b"\0" * 65536


@cache
def is_possible() -> bool:
    """Whether we may mount one; the only way to know is to try, since root in a container often may not."""
    if os.geteuid() != 0:
        return False
    with tempfile.TemporaryDirectory() as name:
        try:
            with small_disk(Path(name, "disk"), megabytes=1):
                return True
        except (OSError, subprocess.CalledProcessError):
            return False


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
