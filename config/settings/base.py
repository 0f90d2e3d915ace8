"""What holds everywhere. ``DATABASE_URL`` and ``REDIS_URL`` alone choose between the two engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import django_stubs_ext
import environ
from django.core.exceptions import ImproperlyConfigured

from operations import logs, version

# Lets Django's generic classes be written with their types, as in ModelAdmin[Player].
django_stubs_ext.monkeypatch()

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VAR_DIR = Path(env.str("BARPOINT_VAR", default=str(BASE_DIR / "var")))

INSTALLED_APPS = [
    "config.admin.BarpointAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "axes",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "drf_standardized_errors",
    "django_celery_beat",
    "operations",
    "outbox",
    "backups",
    "api",
    "web",
    "players",
    "chouettes",
    "matches",
    "money",
    "tournaments",
]

MIDDLEWARE = [
    "operations.middleware.Accounts",
    "operations.middleware.ProbesByAddress",
    "api.client_address.AddressBehindProxies",
    "api.middleware.RefuseNullCharacters",
    "api.middleware.SlashIsOptional",
    "django.middleware.security.SecurityMiddleware",
    "api.looks.SecondLooks",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
    # From here to its end: passed by when a program asks.
    "api.programs.SkipBrowserMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "web.middleware.RefusalPages",
    # The last that does anything, as axes asks: it turns a locked-out sign-in into its answer.
    "axes.middleware.AxesMiddleware",
    "api.programs.EndOfBrowserMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.themes.theme",
            ],
        },
    },
]

# Form fields are laid out by templates/django/forms/.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- The two engines -----------------------------------------------------------------------------


def database(url: str) -> dict[str, Any]:
    """Connection settings for a database address, with what each engine needs to be safe."""
    parsed: dict[str, Any] = environ.Env.db_url_config(url)
    if parsed["ENGINE"] == "django.db.backends.sqlite3":
        parsed["ENGINE"] = "db.private_sqlite"
        # Writers queue at BEGIN instead of failing half-way with "database is locked"; a commit is
        # on the disk before it is answered, so a flat battery loses nothing.
        parsed["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
                "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=134217728; PRAGMA cache_size=-20000;"
            ),
        }
    elif parsed["ENGINE"] == "django.db.backends.postgresql":
        parsed["ENGINE"] = "db.pipelined_postgresql"
        parsed["CONN_HEALTH_CHECKS"] = True
        # The statements that every request makes are planned once a connection. A pooler that hands
        # out another connection for each transaction may not know of them.
        parsed["OPTIONS"] = {
            **parsed.get("OPTIONS", {}),
            "prepare_threshold": 0 if env.bool("DATABASE_PREPARES", default=True) else None,
        }
    # Opening SQLite with these options costs some two milliseconds a request.
    parsed["CONN_MAX_AGE"] = 60
    return parsed


DATABASES = {
    "default": database(
        env.str("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'barpoint.sqlite3'}")
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
# Without Redis one process serves, and does the jobs in a process beside it.
OWN_JOBS = not REDIS_URL

CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {
            "BACKEND": "config.cache.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
        }
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

# For a job that is not done within the grace the next sweep wakes a worker again. Together well below
# the ten seconds within which everything has caught up after a fault.
OUTBOX_GRACE_SECONDS = env.float("OUTBOX_GRACE_SECONDS", default=3)
OUTBOX_SWEEP_SECONDS = env.float("OUTBOX_SWEEP_SECONDS", default=2)

BACKUP_FOLDER = env.str("BACKUP_FOLDER", default=str(VAR_DIR / "backups"))
# How old the last one may be; 0 leaves backups to somebody else.
BACKUP_EVERY_HOURS = env.float("BACKUP_EVERY_HOURS", default=24)
# A club's laptop runs for an evening: whether one is due is looked at often, not once a day.
BACKUP_LOOK_SECONDS = env.float("BACKUP_LOOK_SECONDS", default=600)
# Of the timetable's backups, the last one of as many days and as many weeks is kept.
BACKUP_DAYS_KEPT = env.int("BACKUP_DAYS_KEPT", default=7)
BACKUP_WEEKS_KEPT = env.int("BACKUP_WEEKS_KEPT", default=5)
# Whoever was signed in signs in again; a mail that was not sent is not sent after a restore.
BACKUP_LEAVES_OUT = ["sessions.Session", "outbox.Mail"]

# Whether the first start makes the demo club, whose passwords everybody knows.
DEMO_CLUB = False

# Where the processes of one machine leave what they have counted, and who may read it at /metrics:
# whoever has the token, or without one those who ask from this machine.
METRICS_FOLDER = env.str("METRICS_FOLDER", default=str(VAR_DIR / "metrics"))
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        # Above the longest task, so that a slow one is not started twice; a killed one is handed
        # out again soon after (the outbox sweep usually comes first).
        "visibility_timeout": 300,
        "unacked_restore_interval": 10,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 1,
        "socket_timeout": 10,
    }
    if REDIS_URL
    else {"polling_interval": 0.02}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Forever, however long the broker is away.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 240
CELERY_TASK_SOFT_TIME_LIMIT = 200
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "outbox.sweep": {
        "task": "outbox.sweep",
        "schedule": OUTBOX_SWEEP_SECONDS,
        # Without workers the sweeps would pile up.
        "options": {"expires": 2 * OUTBOX_SWEEP_SECONDS},
    },
    "matches.confirm_due": {
        "task": "matches.confirm_due",
        "schedule": 20.0,
        "options": {"expires": 40.0},
    },
    "api.forget_stored_responses": {
        "task": "api.forget_stored_responses",
        "schedule": 3600.0,
        "options": {"expires": 3600.0},
    },
    "outbox.send_mails": {
        "task": "outbox.send_mails",
        "schedule": 15.0,
        "options": {"expires": 30.0},
    },
    "tournaments.make_forecasts": {
        "task": "tournaments.make_forecasts",
        "schedule": 5.0,
        "options": {"expires": 10.0},
    },
    "tournaments.remind_registered": {
        "task": "tournaments.remind_registered",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "tournaments.forget_registrations": {
        "task": "tournaments.forget_registrations",
        "schedule": 3600.0,
        "options": {"expires": 3600.0},
    },
    "players.forget": {
        "task": "players.forget",
        "schedule": 3600.0,
        "options": {"expires": 3600.0},
    },
    "matches.resume_replays": {
        "task": "matches.resume_replays",
        "schedule": 300.0,
    },
    "matches.forget_addresses": {
        "task": "matches.forget_addresses",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "backups.make_due": {
        "task": "backups.make_due",
        "schedule": BACKUP_LOOK_SECONDS,
        "options": {"expires": BACKUP_LOOK_SECONDS},
    },
}
CELERY_BEAT_SCHEDULER = "outbox.beat:Scheduler"
# Nobody else is there to control or watch a worker that has its broker to itself.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = not OWN_JOBS
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# --- People --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# Whether mail reaches anybody: without it nothing says that a mail was sent, and a director's word
# stands in for a confirmed address. It follows from EMAIL_URL.
SENDS_MAIL = True
# A mail server that does not answer holds up one job for this long, and no request.
EMAIL_TIMEOUT = 15
# Whether somebody with an account can found a club in the browser.
FOUND_CLUBS = env.bool("FOUND_CLUBS", default=False)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "landing"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
# Whoever signs up types a code from the mail into the page that asked for it: so the one who chose
# the password and the one who reads the mail are the same. A link could be clicked by the owner of
# an address for the account of somebody else. It is also what lets sign-up not tell who exists.
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
# It would be offered only to those who are new, and so tell who is.
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = False
ACCOUNT_PREVENT_ENUMERATION = True
# One account, one address; a new one is kept once it is confirmed.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_ADAPTER = "players.account_adapter.AccountAdapter"
ACCOUNT_FORMS = {"signup": "players.forms.SignUpForm"}
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "web.sign_in_limits.address_tried"
AXES_LOCKOUT_CALLABLE = "web.sign_in_limits.locked_out"
# Whoever keeps trying meanwhile waits no longer than the page says.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
# Axes locks out by account and address together. What allauth counts by account alone would let
# anybody keep a director out from anywhere, so it only slows down those who guess from everywhere.
ACCOUNT_RATE_LIMITS = {"login": "60/m/ip", "login_failed": "60/m/ip,100/h/key"}
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False

# --- REST ----------------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "players.api.authentication.BearerAuthentication",
        "matches.api.authentication.TableAuthentication",
        "money.api.authentication.SessionPadAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_THROTTLE_CLASSES": ["api.rate_limits.Writes"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.negotiation.Negotiation",
    "DEFAULT_PARSER_CLASSES": ["api.parsers.BoundedJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "api.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "api.schema.ContractSchema",
    "EXCEPTION_HANDLER": "drf_standardized_errors.handler.exception_handler",
    # One way to ask for a format: the Accept header.
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# A minute's worth. One token may serve a whole desk; one address may be a hall full of phones.
API_RATES = {
    "writes_by_token": env.int("WRITES_BY_TOKEN", default=120_000),
    "writes_by_person": env.int("WRITES_BY_PERSON", default=300),
    "writes_by_address": env.int("WRITES_BY_ADDRESS", default=6_000),
    "failed_sign_ins_by_address": env.int("FAILED_SIGN_INS_BY_ADDRESS", default=60),
    "registrations_by_address": env.int("REGISTRATIONS_BY_ADDRESS", default=20),
    "registrations_by_email": env.int("REGISTRATIONS_BY_EMAIL", default=3),
}
# How many people may register for an event from one connection before a director looks at each, and
# how many may wait for that. A family shares one; a hall full of phones does so at the door.
REGISTRATIONS_UNSEEN = env.int("REGISTRATIONS_UNSEEN", default=6)
REGISTRATIONS_TO_LOOK_AT = env.int("REGISTRATIONS_TO_LOOK_AT", default=40)
DRF_STANDARDIZED_ERRORS = {
    "EXCEPTION_HANDLER_CLASS": "api.errors.Handler",
    "EXCEPTION_FORMATTER_CLASS": "api.errors.Formatter",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Barpoint",
    "DESCRIPTION": "Backgammon tournaments: players, draws, results, standings and ratings.",
    "VERSION": "1",
    "EXTENSIONS_INFO": {"x-barpoint": {"version": version.VERSION, "build": version.build()}},
    "SERVE_INCLUDE_SCHEMA": False,
    "DEFAULT_GENERATOR_CLASS": "api.schema.ContractGenerator",
    "SWAGGER_UI_DIST": "SIDECAR",
    # Links inside the buttons that unfold an operation: a screen reader does not find them.
    "SWAGGER_UI_SETTINGS": {"deepLinking": False},
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "SideEnum": "matches.models.SIDES",
        "MatchEndEnum": "matches.models.ENDINGS",
        "DeclaredEndEnum": "matches.api.request_serializers.DECLARED",
        "GameEndEnum": "matches.api.serializers.GAME_ENDS",
        "GameKindEnum": "matches.api.serializers.KINDS",
        "LedgerKindEnum": "matches.models.EventKind",
        "MatchStatusEnum": "matches.models.MatchStatus",
        "ChouetteSideEnum": "chouettes.api.serializers.BOX_OR_TEAM",
        "ChouetteStatusEnum": "chouettes.models.NightStatus",
        "ChouetteLineEnum": "chouettes.models.EntryKind",
        "RegistrationStatusEnum": "tournaments.registration_models.RegistrationStatus",
    },
}

# --- Words and times -----------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français"), ("it", "Italiano")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = "UTC"
USE_TZ = True

# --- Files ---------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.StaticFiles"},
}
MEDIA_ROOT = VAR_DIR / "media"

# --- Safety --------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
# How many proxies of our own pass requests on, each adding to X-Forwarded-For.
PROXIES_IN_FRONT = env.int("PROXIES_IN_FRONT", default=0)
if not 0 <= PROXIES_IN_FRONT <= 8:
    raise ImproperlyConfigured(
        f"PROXIES_IN_FRONT is the number of proxies in front, from 0 to 8, not {PROXIES_IN_FRONT}."
    )
# Bytes of any request, headers aside; the largest is an event file and the form around it.
LARGEST_BODY = 17 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"

LOGGING = logs.configuration(
    form=env.str("LOG_FORMAT", default="text"), level=env.str("LOG_LEVEL", default="WARNING")
)
