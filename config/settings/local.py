"""A club's own machine: everything under ``var/``, nothing to configure."""

from __future__ import annotations

import os
import secrets

from config.settings.base import *  # noqa: F403
from config.settings.base import VAR_DIR, env


def own_secret_key() -> str:
    """The key of this installation, made on the first start and kept for the next."""
    path = VAR_DIR / "secret_key"
    if not path.exists():
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        # Two processes that start together agree on the first one's key.
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()


DEBUG = env.bool("DEBUG", default=False)
DEMO_CLUB = env.bool("DEMO_CLUB", default=True)
SECRET_KEY = env.str("SECRET_KEY", default="") or own_secret_key()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = VAR_DIR / "mail"
    SENDS_MAIL = False
    # Nobody would get the code. An account is worth what a director's invitation gives it.
    ACCOUNT_EMAIL_VERIFICATION = "none"
    ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = False
FOUND_CLUBS = env.bool("FOUND_CLUBS", default=True)
