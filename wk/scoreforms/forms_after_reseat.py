"""Services that move the columns of a form along with its players, if they had other seats.

What is written about a table is noted as facts before and after, so that a change of seats can be
undone as long as nobody has written anything since.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.core.refusals import ActionRefused
from wk.scoreforms.column_mapping import carried, carried_totals, check_players_of, players_at
from wk.scoreforms.drafts import locked_form, rules_of, save_draft
from wk.scoreforms.models import Check, Draft, ScoreForm, Version
from wk.scoreforms.review.queries import open_checks
from wk.scoreforms.services import count, uncount
from wk.tournament.models import Entry, Table

# The fields of a version and of a draft that are noted.
VERSION = ("pk", "is_counted", "is_waiting")
DRAFT = ("author_id", "content", "written", "revision", "deals_done")


def noted(tables: Sequence[Table]) -> list[dict[str, Any]]:
    """Return as facts what is written about tables: drafts, versions and open checks."""
    forms = ScoreForm.objects.filter(table__in=tables).order_by("pk")
    facts = [
        {
            "form": form.pk,
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
    """Move what is written about a table along with its players to the seats they have now.

    `sat`: the entries at the table before, in seat order. Drafts keep the columns of players still
    at the table. A version that counted or waited does so no longer: it becomes a draft of its
    author, or else of `author` (of the change of seats); so does a typing kept beside it. To be
    called within a transaction that has locked the table.
    """
    form = ScoreForm.objects.filter(table=table).select_related("table__round__tournament").first()
    if form is None:
        return
    _uncount(form, author, now)
    rules, before, after = rules_of(form), [each.pk for each in sat], players_at(table)
    for draft in form.drafts.all():
        draft.written = carried_totals(draft.written, before=before, now=after)
        draft.content = carried(rules, draft.content, before=before, now=after)
        draft.deals_done = rules.progress(draft.content, len(after)).done
        draft.save()


def _uncount(form: ScoreForm, author: User, now: datetime) -> None:
    """Let no version of a form count or wait, and turn those into drafts.

    The drafts get the columns of the players before: they are moved afterwards.
    """
    there = form.counted or form.waiting
    if there is None:
        return
    checks = open_checks().filter(version__form=form).select_related("typed__author")
    for version in (there, *(check.typed for check in checks if check.typed)):
        _let_be_draft(form, version, author, now)
    uncount(form.versions.all(), by=author, now=now)


def _let_be_draft(form: ScoreForm, version: Version, author: User, now: datetime) -> None:
    """Turn a version into a draft of its author, or else of `author`.

    If both have a draft already the version stays among the versions, from where it can be brought
    back.
    """
    drafts = set(form.drafts.values_list("author", flat=True))
    owner = next(
        (each for each in (version.author, author) if each and each.pk not in drafts), None
    )
    if owner:
        Draft.objects.create(
            form=form, author=owner, content=version.content, written=version.written, saved_at=now
        )


@transaction.atomic
def bring_back(*, version: Version, author: User, now: datetime) -> Draft:
    """Turn a version written for other players into a draft of this author, in the present columns.

    ActionRefused if the author has a different draft, so that nothing is lost; else as in
    `save_draft`.
    """
    form = locked_form(version.form.table, author)
    old, players = form.versions.get(pk=version.pk), players_at(form.table)
    draft = form.drafts.filter(author=author).first()
    content = carried(rules_of(form), old.content, before=old.players, now=players)
    written = carried_totals(old.written, before=old.players, now=players)
    if draft and (draft.content, draft.written) != (content, written):
        raise ActionRefused(_("You have a draft of this form: hand it in or throw it away first."))
    return save_draft(
        table=form.table,
        document=content,
        author=author,
        now=now,
        expected=draft.revision if draft else 0,
        written=written,
    )


def put_back(*, facts: Sequence[Mapping[str, Any]], author: User, now: datetime) -> None:
    """Restore what was noted, when a change of seats is undone; what counted counts, with results.

    To be called within a transaction that has locked the tables. ActionRefused if it was written
    for other players than those at the table now.
    """
    for fact in facts:
        form = ScoreForm.objects.select_related("table__round__tournament").get(pk=fact["form"])
        for key, is_counted, is_waiting in fact["versions"]:
            if is_counted:
                count(form, form.versions.get(pk=key), by=author, now=now)
            elif is_waiting:
                waits = form.versions.get(pk=key)
                check_players_of(waits, players_at(form.table))
                form.versions.filter(pk=key).update(is_waiting=True)
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
