"""Actions at the first: show a code, let a laptop follow, and hear that it was overtaken."""

import json
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings

from wk.accounts.address import counted
from wk.chain.events import note
from wk.chain.models import Event
from wk.core.second_laptop import FOLLOWER
from wk.standby.asking import name_of
from wk.standby.kept import CODE, OVERTAKEN, SECOND, TAKEN, forget, keep, kept, locked
from wk.standby.role import is_following, is_overtaken, term
from wk.standby.wire import proof

DIGITS = 8
VALID = timedelta(minutes=15)
MOST_TRIES, MOST_OF_ALL = 5, 60  # wrong codes from one device, and from all
BEAT = 1.0  # seconds after which it is noted again that the follower asks


def new_code(*, now: datetime) -> str:
    """Return a new code with which one laptop may follow; the code before it is void.

    Only its hash is stored. It is void after some minutes and once used; after some wrong tries it
    is void for the device that made them, and after many for all.
    """
    code = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
    with locked(settings.DATA_DIR, CODE):
        until = (now + VALID).timestamp()
        keep(settings.DATA_DIR, CODE, {"hash": _hash(code), "until": until})
    return f"{code[:4]} {code[4:]}"


def join(*, code: str, host: str, port: str, now: datetime) -> str:
    """Return the token for a follower that knows the code, "" for one that does not.

    `host` and `port` are those at which the follower serves. The follower before it is forgotten.
    """
    data = settings.DATA_DIR
    with locked(data, CODE):
        known, own = kept(data, CODE), counted(host)
        counts = known.get("counts", {})
        if not _holds(known, now) or counts.get(own, 0) >= MOST_TRIES:
            return ""
        if not secrets.compare_digest(_hash(code), str(known["hash"])):
            keep(data, CODE, known | {"counts": counts | {own: counts.get(own, 0) + 1}})
            return ""
        token, address = secrets.token_urlsafe(32), _address(host, port)
        with locked(data, FOLLOWER):  # the follower before it may be noted at this moment
            keep(data, FOLLOWER, {"token": token, "address": address})
        forget(data, CODE)
    # Who shows a code holds the database and waits for the lock above. The token is of no use to
    # anybody before it is returned.
    note(Event.Kind.FOLLOWED, address)
    return token


def code_holds(code: str, *, now: datetime) -> bool:
    """Return whether a code is the one that lets a laptop follow: no newer one has been made."""
    known = kept(settings.DATA_DIR, CODE)
    return _holds(known, now) and secrets.compare_digest(_hash(code), str(known["hash"]))


def _holds(known: Mapping[str, Any], now: datetime) -> bool:
    """Return whether what is kept of a code is not void."""
    is_guessed = sum(known.get("counts", {}).values()) >= MOST_OF_ALL
    return now.timestamp() <= known.get("until", 0) and not is_guessed


def is_follower(token: str) -> bool:
    """Return whether a token is that of the follower."""
    known = str(kept(settings.DATA_DIR, FOLLOWER).get("token", ""))
    return bool(known) and secrets.compare_digest(token.encode(), known.encode())


def note_asked(*, host: str, port: str, link: int, now: datetime) -> None:
    """Note that the follower asked, and which links it has; once a second, as it asks often."""
    data = settings.DATA_DIR
    known = kept(data, FOLLOWER)
    address = _address(host, port)
    is_news = (known.get("address"), known.get("link")) != (address, link)
    if is_news or now.timestamp() - known.get("seen", 0) > BEAT:
        with locked(data, FOLLOWER):
            if known.get("token") == kept(data, FOLLOWER).get("token"):
                values = {"seen": now.timestamp(), "link": link, "address": address}
                keep(data, FOLLOWER, known | values, synced=False)


def forget_follower() -> None:
    """Let no laptop follow any more; done twice is done once."""
    with locked(settings.DATA_DIR, FOLLOWER):
        if known := kept(settings.DATA_DIR, FOLLOWER):
            note(Event.Kind.FOLLOWED_NO_MORE, str(known.get("address", "")))
        forget(settings.DATA_DIR, FOLLOWER)


def be_overtaken(told: Mapping[str, Any]) -> bool:
    """Note that the follower has taken over; return whether that is so by its term.

    It is told twice: before the follower asks for the last changes, and with the last link of both.
    """
    data = settings.DATA_DIR
    if told.get("term", 0) <= term(data):
        return False
    address = kept(data, FOLLOWER).get("address", "")
    keep(data, OVERTAKEN, dict(told) | {"address": address})
    return True


def told_term(of: str) -> tuple[str, str]:
    """Return what this laptop is, as a token of both is called `of`; and that token.

    Both are what `asking.Other.term` reads. The token is "" if it is not known here.
    """
    data = settings.DATA_DIR
    tokens = [str(kept(data, name).get("token", "")) for name in (FOLLOWER, SECOND)]
    token = next((each for each in tokens if each and name_of(each) == of), "")
    return role_text(), token


def role_text() -> str:
    """Return which term this laptop is in, and as what: the text that is proved by the token."""
    data = settings.DATA_DIR
    if is_overtaken(data):
        return json.dumps({"role": "overtaken", "term": term(data)})
    if is_following(data, settings.STANDBY_OF):
        return json.dumps({"role": "second", "term": term(data)})
    taken = kept(data, TAKEN)
    common = {"common": taken.get("common"), "at": taken.get("at")}
    return json.dumps({"role": "first", "term": term(data), **common})


def signed(token: str, nonce: str, told: str) -> dict[str, str]:
    """Return what this laptop is with its proof, for who knows the token."""
    return {"told": told, "proof": proof(token, nonce + told) if token else ""}


def _hash(code: str) -> str:
    digits = "".join(each for each in code if each.isdigit())
    return sha256(f"wk {digits}".encode()).hexdigest()


def _address(host: str, port: str) -> str:
    """Return the address of a follower.

    >>> _address("192.168.1.11", "8000"), _address("fe80::1", "8000")
    ('http://192.168.1.11:8000', 'http://[fe80::1]:8000')
    """
    named = f"[{host}]" if ":" in host else host
    return f"http://{named}:{port}" if port.isdigit() else f"http://{named}"
