"""What somebody tried and was refused, in plain words: by the page, and by how it was tried.

`wk.accounts.tries` notes it as "GET tournament:edit", or with what was not ours before that: "key
POST players:kiosk". `wk.standby.taking_over` notes "3 POST standby:take_over" for three tries.
Nobody can know whether a page was forgotten or something was made up, so the sentences say both.
"""

from collections.abc import Mapping

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from wk.auditlog.changes.pages import task_words
from wk.chain.models import Event

READS = ("GET", "HEAD", "OPTIONS")
TRIES = (Event.Kind.REFUSED, Event.Kind.FORGED)
# What came with a request and was not ours, by its name there.
FORGED: Mapping[str, Promise] = {
    settings.SESSION_COOKIE_NAME: gettext_lazy(
        "A page was still open that had been logged out meanwhile, or somebody without an account"
        " tried: “%(page)s”. Nothing was changed."
    ),
    "csrfmiddlewaretoken": gettext_lazy(
        "A button of a page that was too old was pressed, or somebody followed a link from"
        " elsewhere: “%(page)s”. Nothing was changed."
    ),
    "device": gettext_lazy(
        "A browser brought a mark along that is not of this Card champion. It was left aside."
    ),
    "rows": gettext_lazy(
        "A list was sent that is not as this page gave it: “%(page)s”. Nothing was changed."
    ),
}
OLD_CODE = gettext_lazy(
    "Somebody used a code that does not hold, or no longer: “%(page)s”. Nothing was changed."
)
# The same, of a page whose code is in its address.
OLD_ADDRESS: Mapping[str, Promise] = {
    "players:kiosk": gettext_lazy(
        "Somebody used an address of the kiosk that does not hold any more. Nothing was changed."
    ),
}
LOGINS = ("accounts:login", "accounts:begin")
TAKE_OVER = "standby:take_over"


def try_words(kind: str, about: str, author: str) -> str:
    """Return the sentence of a refused try. `author` is the account, "" for nobody logged in."""
    forged, method, name = _parts(about)
    if kind == Event.Kind.FORGED:
        text = OLD_ADDRESS.get(name) or FORGED.get(forged, OLD_CODE)
        return str(text) % {"page": task_words(name)}
    values = {"name": author, "page": task_words(name)}
    if name in LOGINS:
        return _("Somebody tried to log in too often, and has to wait.")
    if name == TAKE_OVER:
        return _taken_over_words(int(forged) if forged.isdecimal() else 1)
    if not author:
        text = FORGED[settings.SESSION_COOKIE_NAME]
        return str(text) % values
    if method in READS:
        return _("%(name)s wanted to open “%(page)s”. This account may not: refused.") % values
    return _("%(name)s pressed a button of “%(page)s”. This account may not: refused.") % values


def _taken_over_words(count: int) -> str:
    """Return what is told of so many tries to take over that were refused."""
    text = ngettext(
        "Somebody tried to take over at the second laptop, with a wrong password or code.",
        "Somebody tried %(count)d times to take over at the second laptop, with a wrong password or"
        " code.",
        count,
    )
    return text % {"count": count}


def _parts(about: str) -> tuple[str, str, str]:
    """Return what was not ours, the method, and the name of the page; "" for what is not told."""
    *more, name = about.split(" ")
    return " ".join(more[:-1]), more[-1] if more else "", name
