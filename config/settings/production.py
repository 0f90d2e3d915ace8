"""A public server behind HTTPS. No secret has a default: a missing one stops the start."""

from __future__ import annotations

from config.settings.base import *  # noqa: F403
from config.settings.base import env
from operations import logs

DEBUG = False
SECRET_KEY = env.str("SECRET_KEY")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = [f"https://{host.lstrip('.')}" for host in ALLOWED_HOSTS if host != "*"]

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
# Whoever watches over the processes asks over plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"

vars().update(env.email_url("EMAIL_URL", default="smtp://localhost:25"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=f"barpoint@{ALLOWED_HOSTS[0]}")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

LOGGING = logs.configuration(
    form=env.str("LOG_FORMAT", default="json"), level=env.str("LOG_LEVEL", default="INFO")
)
