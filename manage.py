#!/usr/bin/env python
"""Barpoint's command line: ``manage.py help`` lists what it can do."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line

from operations.version import described

if __name__ == "__main__":
    if sys.argv[1:] in (["version"], ["--version"]):
        # Django would tell its own.
        sys.exit(print(described()))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    execute_from_command_line(sys.argv)
