"""A clock that can be set, for one installation only, by libfaketime (Debian: ``faketime``)."""

from __future__ import annotations

from pathlib import Path

LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/local/lib")
WHY_NOT = "There is no libfaketime to set a clock with (Debian: apt-get install faketime)."
SETTLE_SECONDS = 1
"""After this every process has read the new time."""


def library() -> Path | None:
    """Where libfaketime is."""
    for folder in map(Path, LIBRARIES):
        for found in sorted(folder.glob("**/faketime/libfaketimeMT.so.1")):
            return found
    return None


class Clock:
    """The clock of an installation, as a file says how far it is ahead."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.set(0)
        file.chmod(0o644)

    @property
    def env(self) -> dict[str, str]:
        """What makes processes go by it; how long something takes is still measured right."""
        return {
            "LD_PRELOAD": str(library()),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": str(SETTLE_SECONDS),
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DONT_RESET": "1",
        }

    def set(self, seconds: int) -> None:
        """Ahead of the true time by so many seconds."""
        self._file.write_text(f"{seconds:+d}\n")
