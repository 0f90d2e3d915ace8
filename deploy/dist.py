"""Wheels and source archives of Barpoint and of rules_core: ``python -m deploy.dist [FOLDER]``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from deploy.processes import PROJECT
from operations.version import BUILD_FILE, build


def main() -> None:
    """Build them without a network, and list them."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else PROJECT / "dist").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    # In the archives there is no repository to ask.
    BUILD_FILE.write_text(f"{build()}\n")
    try:
        for package in (PROJECT, PROJECT / "rules_core"):
            _build(package, folder)
    finally:
        BUILD_FILE.unlink()
    for path in sorted(folder.glob("barpoint*")):
        print(f"{path.stat().st_size:>10,}  {path}")


def _build(package: Path, folder: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    for target in ("sdist", "wheel"):
        subprocess.run([*command, "--target", target], cwd=package, check=True, stdout=sys.stderr)


if __name__ == "__main__":
    main()
