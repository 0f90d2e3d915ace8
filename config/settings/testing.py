"""The test suite: the same code on SQLite or, with ``DATABASE_URL`` set, on PostgreSQL."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from config.settings.base import *  # noqa: F403
from config.settings.base import API_RATES, DATABASES

DEBUG = False
SECRET_KEY = "only-for-tests"  # noqa: S105
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
FOUND_CLUBS = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

if DATABASES["default"]["ENGINE"] == "db.private_sqlite":
    # A file, not memory: it locks as the real one does, and threads see each other's commits.
    DATABASES["default"]["TEST"] = {
        "NAME": str(Path(tempfile.gettempdir()) / f"barpoint-test-{os.getpid()}.sqlite3")
    }
# No collected files to read: each is found where it lies.
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
# Rows are rolled back and their ids used again, so one "person" here is many.
API_RATES = dict.fromkeys(API_RATES, 1_000_000)
