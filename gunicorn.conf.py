"""Settings of gunicorn, which serves wk; host and port come from the environment.

See docs/operations.md.
"""

import os
import resource
import shutil
import sys
from collections.abc import Callable
from gettext import translation
from pathlib import Path
from tempfile import mkdtemp

import environ
from gunicorn.arbiter import Arbiter

env = environ.Env()
allowed = env.list("ALLOWED_HOSTS", default=[])
https = env.bool("HTTPS", default=False)
port = os.environ.get("PORT") or "8000"

# wk listens to the whole network. It refuses other devices until a director opens it to the hall
# (wk/core/hall_access.py), or ALLOWED_HOSTS names it. With HTTPS it listens for the proxy alone;
# where that runs on another machine, LISTEN says at which address wk waits for it.
default = "127.0.0.1" if https else "0.0.0.0"  # noqa: S104
listen = os.environ.get("LISTEN") or default
bind = f"{listen}:{port}"
# One loop in each process takes all connections, so that a slow or silent one costs no thread.
worker_class = "wk.serving.worker.LimitedWorker"
workers = 2
worker_connections = 4000  # of each process; a phone keeps one open
_soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # each connection is an open file
# Seconds in which a connection must have sent the head of its next request. A clerk's page, and
# each phone's, sends a request every ten seconds over the same connection.
keepalive = 20
limit_request_line = 8190
limit_request_fields = 60
limit_request_field_size = 8190
timeout = 120  # seconds without a sign of life after which a process is started anew
preload_app = False
asgi_lifespan = "off"
accesslog = None
loglevel = "warning"
if env.str("LOG_FORMAT", default="") == "json":  # as the lines of wk itself (wk/settings.py)
    handler = {"class": "logging.StreamHandler", "formatter": "json"}
    logconfig_dict = {
        "formatters": {"json": {"()": "wk.core.log_format.JsonLine"}},
        "handlers": {"console": handler, "error_console": handler},
        "root": {"level": "WARNING", "handlers": []},
        "loggers": {
            "gunicorn.error": {"level": "WARNING", "handlers": ["error_console"]},
            # No line for each request: addresses hold the keys of players and of the kiosk.
            "gunicorn.access": {"level": "CRITICAL", "handlers": [], "propagate": False},
        },
    }
LOCALE, LANGUAGE = Path(__file__).parent / "wk" / "locale", "nl"  # as in wk/settings.py
control_socket_disable = True  # it is not used, and would be a file in the home of the user


def on_starting(_server: Arbiter) -> None:
    """Make the folder in which the processes of this server share the pages that they made.

    Before anything is served, the follower is asked whether it has taken over.
    """
    from wk.standby import watch

    os.environ["SHARED_PAGES"] = mkdtemp(prefix="wk-pages-")
    if not _first():
        watch.begin(_data())


def _data() -> Path:
    """Return the folder of all data, as wk/settings.py does: settings are read once a process, and
    this one lives on when the second laptop becomes the first."""
    here = Path(__file__).resolve().parent
    return Path(env.str("DATA_DIR", default=str(here / "data"))).resolve()


def _first() -> str:
    """Return the address of the first laptop while this one follows it, "" otherwise."""
    from wk.standby.role import is_following

    first = env.str("STANDBY_OF", default="").rstrip("/")
    return first if is_following(_data(), first) else ""


def _start_beside(server: Arbiter) -> None:
    """Start the processes beside the server; they end when this process does.

    At a second laptop it is the one that follows. At all others one makes backups by itself, one
    lets photos and scans be read, and one watches whether the follower has taken over.
    """
    from wk.backups import keeper
    from wk.camera.scans import beside
    from wk.core.private_files import BACKUPS
    from wk.standby import follower, watch

    if first := _first():
        server.beside = [follower.start(_data(), first, port)]
        return
    minutes = env.float("BACKUP_EVERY", default=5)
    server.beside = [
        keeper.start(_data() / BACKUPS, minutes),
        watch.start(_data()),
        beside.start(_data(), env.str("SCAN_FOLDER", default="")),
    ]


def on_reload(server: Arbiter) -> None:
    """Change the processes beside the server: the second laptop is the first from now on."""
    for each in server.beside:
        if each and each.stdin:
            each.stdin.close()
    _start_beside(server)


def on_exit(_server: Arbiter) -> None:
    """Remove that folder."""
    shutil.rmtree(os.environ["SHARED_PAGES"], ignore_errors=True)


def when_ready(server: Arbiter) -> None:
    """Let backups be made, and print the addresses of wk: the last line of bin/run."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "wk.settings"
    from wk.core.hall_access import host_in_hall, is_by_button

    _start_beside(server)
    _ = _words()
    if _first():
        text = _("this laptop follows %(first)s: %(address)s (Ctrl-C stops it)")
        _say(text % {"first": _first(), "address": f"http://localhost:{port}"})
        return
    hosts = [host for host in allowed if host[0] not in "*."]  # "*" and ".org" are no addresses
    if is_by_button() and (host := host_in_hall()):
        hosts.append(host)  # a director opened wk before it was started again
    if https:
        addresses = [f"https://{host}" for host in hosts] or [f"{bind}, behind a proxy"]
    else:
        addresses = [f"http://{host}:{port}" for host in dict.fromkeys(["localhost", *hosts])]
    text = _("Card champion is ready at %(addresses)s (Ctrl-C stops it)")
    _say(text % {"addresses": ", ".join(addresses)})


def _words() -> Callable[[str], str]:
    """Return the words of the language of wk, of which nothing is loaded: this process forks those
    that serve, and the settings of a laptop are others once it has taken over."""
    return translation("django", LOCALE, [LANGUAGE], fallback=True).gettext


def _say(text: str) -> None:
    sys.stdout.write(f"wk: {text}\n")
    sys.stdout.flush()
