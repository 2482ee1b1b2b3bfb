"""The key in the address with which a clerk's own phone sends photos in, without logging in there.

It stands for the clerk who had it shown, for one tournament, and opens nothing else. It is signed
and not stored. It ends when the clerk logs out of the session that showed it: so one phone that got
lost ends without the others. It also ends after half a day, when the account ends, and with any new
password.
"""

from django.contrib.sessions.models import Session
from django.core import signing
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.tournament.models import Tournament

SALT = "wk.camera.scans.phone"
MAX_AGE = 60 * 60 * 12  # seconds: a day of play
PART = 16  # signs of the hash that changes with the password


def key_for(user: User, tournament: Tournament, session: str) -> str:
    """Return a key with which a phone sends in for an official, as long as a session lasts."""
    content = [user.pk, tournament.pk, user.get_session_auth_hash()[:PART], _part_of(session)]
    return signing.dumps(content, salt=SALT, compress=True)


def holder_of(key: str, tournament: Tournament) -> User | None:
    """Return the official for whom a key stands in a tournament, None if it opens nothing."""
    try:
        content = signing.loads(key, salt=SALT, max_age=MAX_AGE)
        user_key, tournament_key, password, session = content
    except (signing.BadSignature, ValueError):  # one of before has no session
        return None
    user = User.objects.filter(pk=user_key, is_active=True).first()
    if user is None or tournament_key != tournament.pk or not may(user, Act.TYPE_FORMS):
        return None
    is_same = constant_time_compare(password, user.get_session_auth_hash()[:PART])
    return user if is_same and _lasts(session) else None


def _part_of(session: str) -> str:
    """Return what tells of a session which it is: nobody can log in with it."""
    return signing.b64_encode(salted_hmac(SALT, session).digest()).decode()


def _lasts(part: str) -> bool:
    """Return whether the session still lasts from which such a part is. There are few of them."""
    sessions = Session.objects.filter(expire_date__gt=timezone.now())
    return any(_part_of(key) == part for key in sessions.values_list("pk", flat=True))
