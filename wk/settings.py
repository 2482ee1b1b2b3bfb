"""All settings of wk. Those for a server come from the environment (docs/operations.md).

Each has a default that is safe on one laptop.
"""

import os
import secrets
import sys
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

from wk.core.hall_access import HallHosts, OwnHosts
from wk.core.private_files import keep_private, kept_text
from wk.standby.role import is_following

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# The folder of all data: database, backups, secrets. Only its owner can open it.
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data"))).resolve()
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
os.umask(0o077)  # only the user of wk can open the files that it writes


def trusted_proxies() -> list[IPv4Network | IPv6Network]:
    """Return the networks of TRUSTED_PROXIES; its default with HTTPS is this machine.

    Ends the program with a plain sentence if one is no address.
    """
    named = env.list("TRUSTED_PROXIES", default=["127.0.0.1", "::1"] if HTTPS else [])
    try:
        return [ip_network(name.strip()) for name in named]
    except ValueError as error:
        sys.exit(f"wk: TRUSTED_PROXIES must hold addresses or networks, with commas: {error}")


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or kept_text(
    DATA_DIR / "secret-key", secrets.token_urlsafe(50)
)
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
# True behind a proxy that speaks TLS (docs/operations.md).
HTTPS = env.bool("HTTPS", default=False)
# On a server these settings say who may come. Without them a director lets the hall in by a button.
NAMED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
LISTEN = env.str("LISTEN", default="")
ALLOWED_HOSTS = (
    NAMED_HOSTS + LOCAL_HOSTS if NAMED_HOSTS or HTTPS or LISTEN else HallHosts(LOCAL_HOSTS)
)
# The networks of proxies; an X-Forwarded-For header of others is ignored.
TRUSTED_PROXIES = trusted_proxies()

# The rooms core, sqlite, serving, draw, machine and feeds have no models and no commands: they are
# not installed.
INSTALLED_APPS = [
    "wk.chain",
    "wk.accounts",
    "wk.tournament",
    "wk.auditlog",
    "wk.players",
    "wk.scoreforms",
    "wk.phones",
    "wk.standings",
    "wk.archive",
    "wk.backups",
    "wk.privacy",
    "wk.rounds",
    "wk.hall",
    "wk.printing",
    "wk.camera",
    "wk.publication",
    "django_tables2",
    "django_htmx",
    "axes",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "wk.core.request_times.RequestTimes",
    "wk.accounts.middleware.OnlyByProxy",
    "wk.accounts.middleware.OnlyWhileOpen",
    "wk.standby.middleware.OnlyTheFirst",
    "wk.publication.middleware.PublicPages",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "wk.accounts.middleware.PrivateAnswers",
    # Before the sessions: it removes session keys that are not ours.
    "wk.core.middleware.FriendlyErrors",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "wk.accounts.middleware.Acting",
    "axes.middleware.AxesMiddleware",  # axes wants to be the last that answers
    "wk.backups.middleware.BackupBefore",  # after the token of the page was judged
]

ROOT_URLCONF = "wk.urls"
WSGI_APPLICATION = "wk.wsgi.application"
ASGI_APPLICATION = "wk.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            # Every template may use the tags of core without {% load %}.
            "builtins": [
                f"wk.core.templatetags.{name}"
                for name in ("labels", "scripts", "sheets", "table_rows", "way_back")
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "wk.accounts.context_processors.permissions",
                "django.contrib.messages.context_processors.messages",
                "wk.core.context_processors.second_laptop",
                "wk.hall.context_processors.news_bar",
            ],
        },
    }
]

# SQLite takes one writer at a time.
# - IMMEDIATE: a transaction waits for its turn at its start; otherwise it would fail half-way.
# - WAL: others read while one connection writes.
# - synchronous=FULL: a power cut loses nothing that was acknowledged.
# wk.sqlite gives writers their turn in the order of their requests.
SQLITE: dict[str, Any] = {
    "ENGINE": "wk.sqlite",
    "NAME": str(DATA_DIR / "wk.sqlite3"),
    "TEST": {"NAME": ":memory:"},
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,  # seconds to wait for a lock of another program
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    },
}
DATABASES = {"default": env.db("DATABASE_URL") if env.str("DATABASE_URL", default="") else SQLITE}
DATABASES["default"]["CONN_MAX_AGE"] = 60  # seconds that a connection is used again
# An SQLite file named by DATABASE_URL needs the same queue and options.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"] |= {key: SQLITE[key] for key in ("ENGINE", "TEST", "OPTIONS")}
IS_SQLITE = DATABASES["default"]["ENGINE"] == SQLITE["ENGINE"]
# Rights of other users to the data are removed. bin/run prints the files where that failed.
EXPOSED = keep_private(DATA_DIR, Path(DATABASES["default"]["NAME"]) if IS_SQLITE else None)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Accounts and passwords.
AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
# axes comes first, so that it refuses a locked account before any password is checked.
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
# The first hasher makes new hashes. The second only checks hashes made by it.
PASSWORD_HASHERS = ["wk.accounts.hashers.Argon2Hasher", "wk.accounts.hashers.Pbkdf2Hasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "wk.tournament.passwords.NotGuessedHere"},
]
# Wrong passwords lock a name at an address, or on a device that knows the name: by address alone,
# the typing errors of one clerk would lock out the whole hall. wk/accounts/login_limits.py has the
# rest of the rule.
AXES_LOCKOUT_PARAMETERS = "wk.accounts.login_limits.lockout_parameters"
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.1  # hours: six minutes
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # a lock never lasts longer by trying
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "wk.accounts.views.locked"
AXES_VERBOSE = False
AXES_DISABLE_ACCESS_LOG = True  # no list of logins is stored
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "code"]  # not stored of a wrong try
AXES_CLIENT_IP_CALLABLE = "wk.accounts.address.counted_address"
MESSAGE_STORAGE = "wk.core.message_storage.MessageStorage"

# Pages are Dutch, unless the browser prefers another of these languages.
LANGUAGE_CODE = "nl"
LANGUAGES = [("nl", "Nederlands"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "wk" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Amsterdam"

# Minutes after which a backup is made by itself if something has changed; 0: never.
BACKUP_EVERY = env.float("BACKUP_EVERY", default=5)

# The folder in which the processes of a server share the public pages that they made. gunicorn
# makes it when it starts; without it each process keeps only its own pages.
SHARED_PAGES = env.str("SHARED_PAGES", default="") or None

# Static files do not change while the server runs. bin/run collects them in STATIC_ROOT. There the
# name of each file holds the hash of its content, so that browsers may keep it. Without
# STATIC_ROOT, as in tests, the files are served from their own folders.
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "wk" / "static"]
STATIC_ROOT = env.str("STATIC_ROOT", default="") or None
IS_COLLECTED = STATIC_ROOT is not None and not DEBUG
WHITENOISE_USE_FINDERS = not IS_COLLECTED
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "wk.core.static_files.HashedStaticFiles"
        if IS_COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Limits for browsers: nothing from other hosts, no inline scripts or styles, no frames.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],  # Pico draws its arrows and ticks as data: pictures
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Over plain HTTP, as in the hall, browsers ignore this header and complain about it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SESSION_COOKIE_AGE = 60 * 60 * 24 * 3  # seconds: the day before a championship to the day after
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024  # bytes, uploaded files not counted
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000  # 60 deals at a table of eight, with all their notes
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

DJANGO_TABLES2_TEMPLATE = "_table.html"

LOG_LINES = {"formatter": "json"} if env.str("LOG_FORMAT", default="") == "json" else {}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "wk.core.log_format.JsonLine"}},
    "handlers": {"console": {"class": "logging.StreamHandler", **LOG_LINES}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # The terminal shows only what the organiser can act on. These loggers warn of wrong passwords,
    # of addresses that do not exist, and of PDFs that could be a little smaller.
    "loggers": {name: {"level": "ERROR"} for name in ("axes", "django.request", "weasyprint")},
}

# The address of the first laptop, which this one follows until it takes over. Until then it has no
# database of its own, and nothing but its own pages (wk/standby/second/urls.py).
STANDBY_OF = env.str("STANDBY_OF", default="").rstrip("/")
IS_FOLLOWING = is_following(DATA_DIR, STANDBY_OF)
if IS_FOLLOWING:
    ALLOWED_HOSTS = OwnHosts([*NAMED_HOSTS, *LOCAL_HOSTS])
    ROOT_URLCONF = "wk.standby.second.urls"
    MIDDLEWARE = [
        "wk.accounts.middleware.OnlyByProxy",
        "django.middleware.security.SecurityMiddleware",
        "whitenoise.middleware.WhiteNoiseMiddleware",
        "csp.middleware.CSPMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
        "wk.accounts.middleware.PrivateAnswers",
        "django.middleware.locale.LocaleMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
    ]
    SILENCED_SYSTEM_CHECKS = ["axes.W002"]  # nobody logs in here
    TEMPLATES[0]["OPTIONS"]["context_processors"] = [  # type: ignore[index]
        "django.template.context_processors.request",
        "django.template.context_processors.i18n",
    ]
