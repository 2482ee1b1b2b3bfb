"""Officials who are logged in already."""

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from wk.accounts.models import User
from wk.accounts.views import PASSWORD_BACKEND


def session_of(user: User) -> tuple[str, str]:
    """Return the name and the value of the cookie of a new session of an official. Logging in costs
    more than what most tests do after it: it is tested with the accounts."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = PASSWORD_BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return settings.SESSION_COOKIE_NAME, session.session_key


def logged_in(user: User) -> Client:
    """Return a test client in which somebody is logged in."""
    client = Client()
    name, key = session_of(user)
    client.cookies[name] = key
    return client
