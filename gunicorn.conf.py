"""How gunicorn serves wk; the address comes from the environment (see docs/operations.md)."""

import os
import sys

import environ
from gunicorn.arbiter import Arbiter

env = environ.Env()
allowed = env.list("ALLOWED_HOSTS", default=[])
port = os.environ.get("PORT") or "8000"

# Only this machine reaches wk, until ALLOWED_HOSTS lets the phones in the hall in.
bind = f"{'0.0.0.0' if allowed else '127.0.0.1'}:{port}"  # noqa: S104
worker_class = "gthread"
workers = 2
threads = 40  # a phone that connects and says nothing holds one; PostgreSQL takes 100 in all
keepalive = 15  # seconds: a clerk's page says something every ten, and need not connect anew
timeout = 120  # seconds: the sheets of a whole championship are one large PDF
preload_app = False
accesslog = None
loglevel = "warning"
control_socket_disable = True  # nobody needs one, and it would stand in the user's home


def when_ready(server: Arbiter) -> None:
    """Print where wk answers: the last line that bin/run leaves on the terminal."""
    hosts = [host for host in allowed if host[0] not in "*."]  # a pattern is no address
    if env.bool("HTTPS", default=False):
        places = [f"https://{host}" for host in hosts] or [f"{bind}, behind a proxy"]
    else:
        places = [f"http://{host}:{port}" for host in dict.fromkeys(["localhost", *hosts])]
    sys.stdout.write(f"wk: ready at {' and '.join(places)} (Ctrl-C stops it)\n")
    sys.stdout.flush()
