"""The columns of a form that go along with their players, where a table gets one more or one less.

What is written about tables is noted as facts before and after, so that it can be undone as long as
nobody wrote anything since.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scoring.game import Document, Game
from scoring.layout import Field
from scoring.totals import totals_fields
from wk.accounts.models import User
from wk.scoreforms.checks import open_checks
from wk.scoreforms.drafts import rules_of
from wk.scoreforms.models import Check, Draft, Result, ScoreForm, Version
from wk.scoreforms.services import count
from wk.tournament.models import Entry, Table

Goes = Mapping[int, int]
"""The seat that each of the seats of a table becomes, from 1; who left is not in it."""

# What is noted of a version and of a draft.
VERSION = ("pk", "is_counted", "is_waiting")
DRAFT = ("author_id", "content", "written", "revision", "deals_done")


def carried(rules: Game, document: Document, *, before: int, after: int, goes: Goes) -> Document:
    """Return what a form says when the players of its columns have gone to other seats.

    `before` and `after`: how many seats the table had and has. The column of who left is dropped,
    that of who came is empty.
    """
    cells = rules.to_cells(document)
    there = {_role(field, field.place.seat): field for field in _fields(rules, document, after)}
    written = {}
    for field in _fields(rules, document, before):
        text, seat = cells.get(field.path, ""), field.place.seat
        found = there.get(_role(field, goes.get(seat, -1) if seat else 0))
        if text and found:
            written[found.path] = _seat(text, goes, before) if field.kind == "seat" else text
    content = rules.from_cells(written, after)
    return {"totals": []} | content if "totals" in document else content


def _fields(rules: Game, document: Document, seats: int) -> tuple[Field, ...]:
    return (*rules.layout(seats, document).fields, *totals_fields(seats))


def _role(field: Field, seat: int) -> tuple[object, ...]:
    """What a cell is, of whichever seat it is; one of no seat is told by its path."""
    return (field.place.deal, field.label, seat) if seat else (field.path,)


def _seat(text: str, goes: Goes, before: int) -> str:
    """The number of a seat as it is by now; nothing where its player left."""
    seats = {str(seat): str(goes.get(seat, "")) for seat in range(1, before + 1)}
    return seats.get(text, text)


def noted(tables: Sequence[Table]) -> list[dict[str, Any]]:
    """Return what is written about tables, and for whom, as facts."""
    forms = ScoreForm.objects.filter(table__in=tables).order_by("pk")
    facts = [
        {
            "form": form.pk,
            "players": list(form.table.seats.order_by("number").values_list("entry", flat=True)),
            "drafts": [_kept(draft) for draft in form.drafts.order_by("author_id")],
            "versions": [list(row) for row in form.versions.values_list(*VERSION)],
            "checks": list(open_checks().filter(version__form=form).values_list("pk", flat=True)),
        }
        for form in forms
    ]
    return [fact for fact in facts if fact["drafts"] or fact["versions"]]


def _kept(draft: Draft) -> dict[str, Any]:
    return {name: getattr(draft, name) for name in DRAFT} | {"at": draft.saved_at.isoformat()}


def follow(*, table: Table, sat: Sequence[Entry], author: User, now: datetime) -> None:
    """Let what is written about a table go along with its players to the seats they have now.

    `sat`: who sat there before, in seat order. Drafts keep what was typed of each who still sits
    there. A version that counted or waited does not any more: what it said is a draft of who typed
    it, or of this author, who changed the seats. For services that change them, within a
    transaction that holds the table.
    """
    form = ScoreForm.objects.filter(table=table).select_related("table__round__tournament").first()
    if form is None:
        return
    if there := form.counted or form.waiting:
        owner = there.author or author
        facts = {"content": there.content, "written": there.written, "revision": 0, "saved_at": now}
        form.drafts.get_or_create(author=owner, defaults=facts)
        open_checks().filter(version__form=form).update(settled_by=author, settled_at=now)
        form.versions.update(is_counted=False, is_waiting=False)
        Result.objects.filter(version__form=form).delete()
    rules, seats = rules_of(form), dict(table.seats.values_list("entry", "number"))
    goes = {seat: seats[each.pk] for seat, each in enumerate(sat, 1) if each.pk in seats}
    before, after = len(sat), len(seats)
    for draft in form.drafts.all():
        totals = dict(enumerate(draft.written, 1))
        came = {goes[seat]: total for seat, total in totals.items() if seat in goes}
        draft.written = [came.get(seat) for seat in range(1, after + 1)] if totals else []
        draft.content = carried(rules, draft.content, before=before, after=after, goes=goes)
        draft.deals_done = rules.progress(draft.content, after).done
        draft.revision += 1
        draft.save()


def put_back(*, facts: Sequence[Mapping[str, Any]], author: User, now: datetime) -> None:
    """Let what was noted be written again, by who undoes a change of seats, within a transaction
    that holds the tables: what counted counts, with its results."""
    for fact in facts:
        form = ScoreForm.objects.select_related("table__round__tournament").get(pk=fact["form"])
        for key, is_counted, is_waiting in fact["versions"]:
            if is_counted:
                count(form, form.versions.get(pk=key), by=author, now=now)
            elif is_waiting:
                Version.objects.filter(pk=key).update(is_waiting=True)
        form.drafts.all().delete()
        Draft.objects.bulk_create(
            Draft(
                form=form,
                saved_at=datetime.fromisoformat(draft["at"]),
                **{name: draft[name] for name in DRAFT},
            )
            for draft in fact["drafts"]
        )
        Check.objects.filter(pk__in=fact["checks"]).update(settled_by=None, settled_at=None)
