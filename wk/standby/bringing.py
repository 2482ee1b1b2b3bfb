"""Forms of the overtaken laptop, brought to the new first as drafts of the director.

None of them counts by itself: the director opens each one, sees what the new first has, and hands
it in, or does not.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.core.refusals import ActionRefused
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Version
from wk.standby.alone import FORMAT
from wk.tournament.models import Seat, Table


class Outcome(StrEnum):
    """What became of a form: it is a draft now, it was here already, or it was refused."""

    DRAFT = "draft"
    HERE = "here"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Brought:
    """A form of the file: where it belongs, and what became of it; `why` are words."""

    tournament: str
    round: int
    table: int
    outcome: Outcome
    why: str = ""


def bring(*, content: bytes, author: User, now: datetime) -> list[Brought]:
    """Store each form of a file as a draft of `author`, unless the same form is here already.

    Done twice is done once. Raises ActionRefused if the file is no such file.
    """
    try:
        document = json.loads(content)
        if document["format"] != FORMAT:
            raise ValueError(document["format"])
        found = [_brought(each, author, now) for each in document["forms"]]
    except (ValueError, KeyError, TypeError) as error:
        words = _("This is not the file that the other laptop gives.")
        raise ActionRefused(words) from error
    return found


def _brought(form: dict[str, Any], author: User, now: datetime) -> Brought:
    slug, round, number = str(form["tournament"]), int(form["round"]), int(form["table"])
    place = {"round__tournament__slug": slug, "round__number": round, "number": number}
    table = Table.objects.filter(**place).select_related("round__tournament").first()
    if table is None:
        return Brought(slug, round, number, Outcome.REFUSED, _("There is no such table here."))
    seats = Seat.objects.filter(table=table).order_by("number")
    if list(seats.values_list("entry__number", flat=True)) != form["players"]:
        return Brought(slug, round, number, Outcome.REFUSED, _("Other players sit here."))
    document = table.round.rules.normal(form["form"], len(form["players"]))
    if Version.objects.filter(form__table=table, content=document).exists():
        return Brought(slug, round, number, Outcome.HERE)
    try:
        with transaction.atomic():
            save_draft(table=table, document=document, author=author, now=now)
    except ActionRefused as refusal:
        return Brought(slug, round, number, Outcome.REFUSED, str(refusal))
    return Brought(slug, round, number, Outcome.DRAFT)
