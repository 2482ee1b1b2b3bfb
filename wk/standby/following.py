"""One look of the second at the first: it asks what is new, and brings its copy up to date."""

from collections.abc import Mapping
from pathlib import Path
from time import time
from typing import Any

from wk.standby.asking import Answer, Other, Silent
from wk.standby.kept import MIRROR, PROGRESS, keep, kept
from wk.standby.mirror import Mirror
from wk.standby.role import FIRST_TERM
from wk.standby.wire import Step, Torn, unpacked_step

MOST_HASHES = 1_400_000  # bytes that fit in a form: of a database of some 350 MB
UP_TO_DATE, CHANGED, SEND_HASHES, NOT_KNOWN, CLOSED = 204, 200, 409, 404, 503


class Trouble(Exception):
    """Raised if a look did not succeed, with the code of its reason."""


def opened(data: Path) -> Mirror | None:
    """Return the copy; None if the disk is too full for a step that was begun, which is noted."""
    try:
        return Mirror(data)
    except OSError as error:
        note(data, trouble="disk", why=error.strerror or str(error))
    return None


def look(mirror: Mirror, first: Other, port: str) -> None:
    """Bring the copy up to date, and note how far it is. Whatever fails is noted too."""
    data = mirror.data
    try:
        if not mirror.is_as_read:
            mirror.read()
        step = _step(mirror, first, port)
        gone_back = _gone_back(mirror, step[0]) if step else {}
        if step:
            mirror.apply(*step)
    except Silent:
        note(data, trouble="silent")
    except Trouble as error:
        note(data, trouble=str(error))
    except Torn:
        mirror.hashes = b""  # all pages are sent anew
        note(data, trouble="torn")
    except OSError as error:
        note(data, trouble="disk", why=error.strerror or str(error))
    else:
        note(data, trouble="", seen=time(), link=mirror.link.number, **gone_back)


def _step(mirror: Mirror, first: Other, port: str) -> tuple[Step, bytes] | None:
    """Return what the first answers, None if the copy is up to date. Raises Silent or Trouble."""
    have = {"have": mirror.tag, "files_tag": mirror.known.get("files_tag", ""), "port": port}
    have |= {"link": str(mirror.link.number)}
    answer = first.feed(have)
    if answer.status == SEND_HASHES and len(mirror.hashes) <= MOST_HASHES:
        answer = first.feed(have, mirror.hashes)
    elif answer.status == SEND_HASHES:
        answer = first.feed(have | {"have": ""})  # all pages are sent
    return _read(answer, mirror.known)


def _read(answer: Answer, known: Mapping[str, Any]) -> tuple[Step, bytes] | None:
    if answer.status == UP_TO_DATE:
        return None
    if answer.status != CHANGED:
        codes = {NOT_KNOWN: "not-known", CLOSED: "closed", 501: "postgresql"}
        raise Trouble(codes.get(answer.status, "silent"))
    step, pages = unpacked_step(answer.body)
    if step.term < known.get("term", FIRST_TERM):
        raise Trouble("older-term")  # it was overtaken, and does not know it
    return step, pages


def _gone_back(mirror: Mirror, step: Step) -> dict[str, Any]:
    """Keep the copy if the first has fewer links than it: somebody brought a moment back there."""
    before, now = mirror.link, step.link
    is_other = now.number == before.number and now.hash != before.hash
    if not mirror.known or not (now.number < before.number or is_other):
        return {}
    aside = mirror.keep_before()
    return {"back": {"from": before.number, "to": now.number, "at": time(), "file": str(aside)}}


def note(data: Path, **values: Any) -> None:
    """Note how far this laptop is, beside what was noted. A full disk is no error here."""
    known = kept(data, PROGRESS) | {"tried": time(), "has": bool(kept(data, MIRROR))}
    try:
        keep(data, PROGRESS, known | values, synced=False)
    except OSError:
        return
