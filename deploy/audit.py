"""Known weaknesses of the libraries that are installed: ``pip-audit``, where its data can be reached."""

from __future__ import annotations

import json
import subprocess
import tempfile
import urllib.request
from pathlib import Path

from deploy.environment import find_uv
from deploy.processes import PROJECT

DATA = "https://pypi.org/pypi/django/4.2/json"
"""What PyPI knows of a version with weaknesses; mirrors have nothing there."""
PATIENCE_SECONDS = 5


def can_be_asked() -> bool:
    """Whether the data is within reach."""
    try:
        with urllib.request.urlopen(DATA, timeout=PATIENCE_SECONDS) as answer:
            return bool(json.load(answer)["vulnerabilities"])
    except (OSError, ValueError, LookupError):
        return False


def audit() -> subprocess.CompletedProcess[str]:
    """Ask about every version in the lock file."""
    with tempfile.TemporaryDirectory() as folder:
        pinned = Path(folder) / "requirements.txt"
        export = (find_uv(), "export", "--frozen", "--quiet", "--all-groups", "--all-extras")
        subprocess.run([*export, "--output-file", pinned], cwd=PROJECT, check=True)
        return subprocess.run(
            [
                find_uv(),
                "tool",
                "run",
                "pip-audit",
                "--strict",
                "--requirement",
                pinned,
                "--disable-pip",
            ],
            cwd=PROJECT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
