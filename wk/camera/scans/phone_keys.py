"""The key in the address with which a clerk's own phone sends photos in, without logging in there.

It stands for the clerk who had it shown, for one tournament, and opens nothing else. It is signed
and not stored. It ends after half a day, when the account ends, and with any new password.
"""

from django.core import signing
from django.utils.crypto import constant_time_compare

from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.tournament.models import Tournament

SALT = "wk.camera.scans.phone"
MAX_AGE = 60 * 60 * 12  # seconds: a day of play
PART = 16  # signs of the hash that changes with the password


def key_for(user: User, tournament: Tournament) -> str:
    """Return a key with which a phone sends in for an official."""
    content = [user.pk, tournament.pk, user.get_session_auth_hash()[:PART]]
    return signing.dumps(content, salt=SALT, compress=True)


def holder_of(key: str, tournament: Tournament) -> User | None:
    """Return the official for whom a key stands in a tournament, None if it opens nothing."""
    try:
        user_key, tournament_key, part = signing.loads(key, salt=SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=user_key, is_active=True).first()
    if user is None or tournament_key != tournament.pk or not may(user, Act.TYPE_FORMS):
        return None
    return user if constant_time_compare(part, user.get_session_auth_hash()[:PART]) else None
