"""Looks at a whole database as readers, clerks and directors do, and says what it sees.

It knows the program by its addresses and commands alone, which stay; so it looks in the same way
at what the program of today and that of another day make of the same rows. What a request changes
is rolled back, so no page depends on those looked at before.

    python -m tests.upgrade.look FILE.json    upgrades the database in $DATA_DIR, and prints what is
                                              seen of it then, as JSON; FILE.json names the
                                              addresses to look at, and what is not to be undone
"""

import datetime as dt
import difflib
import gc
import hashlib
import json
import os
import re
import sys
from collections.abc import Container
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import format_exc
from typing import Any
from unittest import mock
from urllib.parse import parse_qs, urljoin, urlsplit

import django

NOW = dt.datetime(2026, 11, 21, 8, 20, tzinfo=dt.UTC)  # the clock stands still while we look
ROLES = {"reader": "", "clerk": "kees", "director": "dora"}
PASSWORD = "schoppenaas-2026"
# The clerk sees what the director sees, and less: one tournament is enough for that. Of the others
# the director looks neither at each player, form and version, nor at what readers see as well.
MANY = r"/(players|desk)/\d+/|/tables/|/forms/\d|version=|player=|show=|/t/oefen/."
ONLY = {
    "clerk": re.compile(r"^/(t/wk-2026/.*)?$"),
    "director": re.compile(rf"/t/wk-2026/|(?!.*({MANY}))"),
}
# Sorting, laying versions beside each other and other cells make very many addresses of one page.
NOT_FOLLOWED = ("sort", "with", "deals", "totals")
# PDFs are made with the time in them, and tested where they are printed; the bytes of a picture
# depend on the library that draws it.
NOT_OPENED = re.compile(r"\.(pdf|png)$|/print/|^/static/|^/language/")
# So many of the latest acts that a page offers to undo are undone; of check-ins there are many.
LATEST, LATEST_ARRIVALS = 9, 4

Seen = dict[str, Any]


def prepared(data: Path) -> dict[str, str]:
    """Return the environment in which the program works with the database in a folder."""
    own = {"DATA_DIR": str(data), "DATABASE_URL": "", "SECRET_KEY": "of the recorded database"}
    plain = {"DEBUG": "", "ALLOWED_HOSTS": "testserver", "HTTPS": "", "PORT": ""}
    return os.environ | own | plain | {"DJANGO_SETTINGS_MODULE": "wk.settings"}


def standing_clock() -> Any:
    """Return a context in which Django's clock stands still at NOW."""
    return mock.patch("django.utils.timezone.now", return_value=NOW)


class Eyes:
    """One role at the browser. Each request is rolled back, and starts with the same cookies."""

    def __init__(self, username: str) -> None:
        from django.contrib.auth import get_user_model
        from django.test import Client

        self.client = Client(raise_request_exception=False)  # it is seen that a page breaks
        if username:
            user = get_user_model().objects.get(username=username)
            self.client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        self.cookies = {name: each.value for name, each in self.client.cookies.items()}

    def ask(self, address: str, fields: Any = None, *, follow: bool = False) -> Any:
        """Send a request, a POST where fields are given; what it changes is kept."""
        self.client.cookies.clear()
        self.client.cookies.load(self.cookies)
        if fields is None:
            return self.client.get(address, follow=follow)
        return self.client.post(address, fields, follow=follow)

    def read(self, address: str) -> Any:
        """Ask for a page as `ask` does, and roll back what that changed."""
        with rolled_back():
            return self.ask(address)


class rolled_back:  # noqa: N801 - a context manager that reads like a verb
    """A transaction of which nothing stays."""

    def __enter__(self) -> None:
        from django.db import transaction

        self.atomic = transaction.atomic()
        self.atomic.__enter__()

    def __exit__(self, *error: Any) -> None:
        from django.db import transaction

        transaction.set_rollback(True)
        self.atomic.__exit__(*error)


def look(
    addresses: dict[str, list[str]], *, follow: bool = False, kept: Container[str] = ()
) -> Seen:
    """Return all that is seen at these addresses by role, and at those they lead to (`follow`).

    What pages offer to undo is undone, but what is `kept`, by role and address.
    """
    seen: Seen = {"answers": {}, "files": {}, "pages": {}, "log": {}, "undo": {}, "undo_pages": {}}
    eyes = {role: Eyes(username) for role, username in ROLES.items()}
    offered: dict[str, dict[str, Any]] = {}
    for role, own in eyes.items():
        offered[role] = _visit(own, addresses[role], follow, seen, role)
    slugs = sorted({a.split("/")[2] for a in seen["answers"]["director"] if a.startswith("/t/")})
    seen["archives"] = {slug: archive(slug) for slug in slugs}
    seen["read_again"] = {slug: _read_again(slug, seen["archives"][slug]) for slug in slugs}
    seen["standings"] = {slug: standings(slug) for slug in slugs}
    seen["phones"] = {key: _phone(eyes["reader"], key) for key in _keys(seen)}
    seen["logs_in"] = {user: _logs_in(eyes["reader"], user) for user in ROLES.values() if user}
    for role, forms in offered.items():
        for form in forms.values():
            name = f"{role} {form.action}"
            if name not in kept:
                seen["undo"][name], seen["undo_pages"][name] = _undo(eyes[role], role, form, seen)
    return seen


def _visit(eyes: Eyes, addresses: list[str], follow: bool, seen: Seen, role: str) -> dict[str, Any]:
    """Read pages into `seen`; return their forms that undo, by address."""
    from tests.upgrade.pages import Page

    for part in ("answers", "files", "pages", "log"):
        seen[part][role] = {}
    todo, offered = list(addresses), {}
    for address in todo:
        response = eyes.read(address)
        if response.status_code == 301:  # an address that moved for good shows what it leads to
            response = eyes.read(response["Location"])
        seen["answers"][role][address] = response.status_code
        links = [response["Location"]] if response.has_header("Location") else []
        if response.status_code == 200 and "html" not in response["Content-Type"]:
            content = b"".join(response) if response.streaming else response.content
            seen["files"][role][address] = hashlib.sha256(content).hexdigest()
        elif response.status_code == 200:
            page = Page(response.content.decode())
            seen["pages"][role][address] = page.lines
            undoing = [form for form in page.forms if form.action.endswith("/undo/")]
            fresh = [form for form in undoing if form.action not in offered]
            if "page=" not in address:
                latest = LATEST_ARRIVALS if "arrivals" in address else LATEST
                offered |= {form.action: form for form in fresh[:latest]}
            if urlsplit(address).path.endswith("/log/"):
                seen["log"][role][address] = page.moments
            links += page.links
        if follow:
            mine = ONLY.get(role, re.compile(""))
            todo += [each for each in _new(address, links, todo) if mine.match(each)]
    return offered


def _new(address: str, links: list[str], known: list[str]) -> list[str]:
    """Return the addresses of links of a page that are to be followed and not known yet."""
    found: list[str] = []
    for link in links:
        parts = urlsplit(urljoin(f"http://testserver{address}", link))
        if parts.netloc != "testserver" or NOT_OPENED.search(parts.path):
            continue
        if set(parse_qs(parts.query)) & set(NOT_FOLLOWED):
            continue
        full = parts.path + (f"?{parts.query}" if parts.query else "")
        if full not in known and full not in found:
            found.append(full)
    return found


def archive(slug: str) -> str:
    """Return the archive of a tournament as its command writes it."""
    from django.core.management import call_command

    with TemporaryDirectory() as folder:
        path = Path(folder) / "archive.json"
        call_command("export_tournament", slug, "-o", str(path), stdout=StringIO())
        return path.read_bytes().decode()


def _read_again(slug: str, text: str) -> str:
    """Read an archive over its tournament; return what differs when it is written again."""
    from django.core.management import call_command

    with TemporaryDirectory() as folder, rolled_back():
        path = Path(folder) / "archive.json"
        path.write_bytes(text.encode())
        try:
            call_command("import_tournament", str(path), "--replace", stdout=StringIO())
        except Exception:  # whatever it is: the rest is to be seen as well
            return format_exc()
        return "\n".join(changed(text.splitlines(), archive(slug).splitlines()))


def standings(slug: str) -> dict[str, Any]:
    """Return the standings after each round and now, as their command writes them."""
    from django.core.management import CommandError, call_command

    found = {}
    for number in (None, *range(1, 10)):
        out = StringIO()
        try:
            call_command("standings", slug, format="json", after_round=number, stdout=out)
        except CommandError:
            break
        found[f"after round {number}" if number else "now"] = json.loads(out.getvalue())
    return found


def _keys(seen: Seen) -> list[str]:
    """Return the keys of phones that the director's pages show."""
    text = "\n".join(line for page in seen["pages"]["director"].values() for line in page)
    return sorted(set(re.findall(r"/phone/#([\w-]{16,40})", text)))


def _phone(eyes: Eyes, key: str) -> Any:
    """Return what the phone of a table is told, without the words."""
    with rolled_back():
        response = eyes.ask("/phone/state/", {"key": key})
    told = response.json()
    kept = ("tournament", "round", "table", "seatKeys", "players", "revision", "cells", "code")
    return {"status": response.status_code} | {name: told.get(name) for name in kept}


def _logs_in(eyes: Eyes, username: str) -> bool:
    """Return whether an official still logs in with the password of the day."""
    with rolled_back():
        answer = eyes.ask("/login/", {"username": username, "password": PASSWORD})
        return bool(answer.status_code == 302)


def _undo(eyes: Eyes, role: str, form: Any, seen: Seen) -> tuple[Seen, dict[str, list[str]]]:
    """Undo something that was offered; return what that changes, in facts and on pages."""
    from tests.upgrade.pages import Page

    slug = form.action.split("/")[2]
    log = f"/t/{slug}/log/?arrivals=on"
    telling = [each for each in _telling(form, seen["pages"][role]) if each in seen["pages"][role]]
    with rolled_back():
        answer = eyes.ask(form.action, dict(form.fields), follow=True)
        after = {address: Page(eyes.ask(address).content.decode()) for address in telling}
        then = archive(slug), standings(slug)
    facts = {
        "answer": answer.redirect_chain,
        "archive": changed(seen["archives"][slug].splitlines(), then[0].splitlines()),
        "standings": changed(_told(seen["standings"][slug]), _told(then[1])),
        "log": changed(seen["log"][role].get(log, []), after[log].moments if log in after else []),
    }
    messages = Page(answer.content.decode()).lines[:1]
    pages = {"message": messages}
    for address, page in after.items():
        if lines := changed(seen["pages"][role][address], page.lines):
            pages[address] = lines
    return facts, pages


def _telling(form: Any, pages: dict[str, Any]) -> list[str]:
    """Return the pages on which what an undo does is to be seen: desk, log, and a round's own."""
    base = "/".join(form.action.split("/")[:3])
    of_round = re.match(r".*/rounds/\d+/", form.action)
    drawn = [each for each in pages if re.match(rf"{base}/rounds/\d+/$", each)]
    own = of_round[0] if of_round else max(drawn, default="")
    return [f"{base}/desk/", f"{base}/log/?arrivals=on", own]


def _told(standings: dict[str, Any]) -> list[str]:
    return json.dumps(standings, ensure_ascii=False, indent=0).splitlines()


def changed(before: list[str], after: list[str]) -> list[str]:
    """Return the lines that went (-) and came (+)."""
    lines = difflib.unified_diff(before, after, lineterm="", n=0)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def main() -> None:
    """Upgrade, and print what is seen, for a process that may not load the program itself."""
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)  # pages are gone at once: a tenth less time
    asked = json.loads(Path(sys.argv[1]).read_text())
    with standing_clock():
        seen = look(asked["addresses"], kept={*asked["kept"]})
    json.dump(seen, sys.stdout, ensure_ascii=False)


if __name__ == "__main__":
    main()
