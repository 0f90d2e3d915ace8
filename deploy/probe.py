"""Asks the server on this machine how it is: ``python -m deploy.probe /health/live/``; 0 if well."""

from __future__ import annotations

import os
import sys
import urllib.error
import urllib.request

PATIENCE_SECONDS = 5


def main() -> None:
    """Ask at ``PORT``, and say what was answered if that is not good."""
    path = sys.argv[1] if len(sys.argv) > 1 else "/health/ready/"
    port = int(os.environ.get("PORT") or 8000)
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE_SECONDS):
            return
    except urllib.error.HTTPError as error:
        sys.exit(f"{path} answers {error.code}: {error.read().decode(errors='replace')}")
    except OSError as error:
        sys.exit(f"Nobody answers at port {port}: {error}")


if __name__ == "__main__":
    main()
