"""Services that keep the content of forms with its players when players change seats.

The drafts, versions and open checks of those tables are stored in the log before and after. A
change of seats can be undone as long as nobody has typed on those forms since.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.core.refusals import ActionRefused
from wk.scoreforms.column_mapping import (
    check_same_players,
    move_columns,
    move_paper_totals,
    players_at,
)
from wk.scoreforms.counting import count, uncount
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.form_lock import lock_form, locked_form
from wk.scoreforms.models import Check, Draft, ScoreForm, Version
from wk.scoreforms.review.queries import open_checks
from wk.tournament.models import Entry, Table

VERSION_FIELDS = ("pk", "is_counted", "is_waiting")
# The fields of a draft, by their keys in the log. Stored entries of the log have these keys, so a
# renamed field keeps its old key here.
DRAFT_FIELDS = {
    "author_id": "author_id",
    "content": "content",
    "written": "paper_totals",
    "revision": "revision",
    "deals_done": "deals_done",
}


def form_states(tables: Sequence[Table]) -> list[dict[str, Any]]:
    """Return the drafts, versions and open checks of tables as values for the log.

    A form with neither a draft nor a version is left out.
    """
    forms = ScoreForm.objects.filter(table__in=tables).order_by("pk")
    facts = [
        {
            "form": form.pk,
            "drafts": [_draft_facts(draft) for draft in form.drafts.order_by("author_id")],
            "versions": [list(row) for row in form.versions.values_list(*VERSION_FIELDS)],
            "checks": list(open_checks().filter(version__form=form).values_list("pk", flat=True)),
        }
        for form in forms
    ]
    return [fact for fact in facts if fact["drafts"] or fact["versions"]]


def _draft_facts(draft: Draft) -> dict[str, Any]:
    facts = {key: getattr(draft, name) for key, name in DRAFT_FIELDS.items()}
    return facts | {"at": draft.saved_at.isoformat()}


def move_forms_with_players(
    *, table: Table, before: Sequence[Entry], author: User, now: datetime
) -> None:
    """Move the columns of a form to the seats that its players have now.

    `before`: the entries at the table before the change of seats, in seat order. Drafts keep the
    columns of players still at the table. A version that counted or waited does so no longer and
    becomes a draft of its author. So does a second typing with an open check. If its author has a
    draft already, it becomes a draft of `author`, the official that changes the seats. The caller
    must have a transaction that locked the table.
    """
    form = ScoreForm.objects.filter(table=table).select_related("table__round__tournament").first()
    if form is None:
        return
    _turn_versions_into_drafts(form, author, now)
    # Versions are facts and keep the columns as written; only drafts are moved.
    rules, keys, keys_now = form.table.round.rules, [each.pk for each in before], players_at(table)
    for draft in form.drafts.all():
        draft.paper_totals = move_paper_totals(draft.paper_totals, before=keys, now=keys_now)
        draft.content = move_columns(rules, draft.content, before=keys, now=keys_now)
        draft.deals_done = rules.progress(draft.content, len(keys_now)).done
        draft.save()


def _turn_versions_into_drafts(form: ScoreForm, author: User, now: datetime) -> None:
    """Let no version of a form count or wait, and make drafts of the versions that did.

    These drafts still have the columns of the players before; the caller moves them.
    """
    current = form.counted or form.waiting
    if current is None:
        return
    checks = open_checks().filter(version__form=form).select_related("typed__author")
    for version in (current, *(check.typed for check in checks if check.typed)):
        _make_draft(form, version, author, now)
    uncount(form.versions.all(), by=author, now=now)


def _make_draft(form: ScoreForm, version: Version, author: User, now: datetime) -> None:
    """Store a version as a draft of its author, or else of `author`.

    If both have a draft already, no draft is made. The version stays in the history of the form,
    and `restore_as_draft` can make it a draft later.
    """
    # An author has at most one draft of a form, so a version cannot become a second one.
    drafts = set(form.drafts.values_list("author", flat=True))
    owner = next(
        (each for each in (version.author, author) if each and each.pk not in drafts), None
    )
    if owner:
        Draft.objects.create(
            form=form,
            author=owner,
            content=version.content,
            paper_totals=version.paper_totals,
            saved_at=now,
        )


@transaction.atomic
def restore_as_draft(*, version: Version, author: User, now: datetime) -> Draft:
    """Store a version written for other players as a draft of `author`, in the present columns.

    Raises ActionRefused if the author has a different draft, which would be lost, and in the cases
    of `save_draft`.
    """
    form = lock_form(version.form.table, author)
    old = form.score_form.versions.get(pk=version.pk)
    draft = form.score_form.drafts.filter(author=author).first()
    content = move_columns(form.rules, old.content, before=old.players, now=form.players)
    totals = move_paper_totals(old.paper_totals, before=old.players, now=form.players)
    if draft and (draft.content, draft.paper_totals) != (content, totals):
        raise ActionRefused(_("You have a draft of this form: hand it in or throw it away first."))
    return save_draft(
        table=form.table,
        locked=form,
        document=content,
        author=author,
        now=now,
        expected=draft.revision if draft else 0,
        paper_totals=totals,
    )


def restore_form_states(*, facts: Sequence[Mapping[str, Any]], author: User, now: datetime) -> None:
    """Restore the result of `form_states`, when a change of seats is undone.

    A version that counted counts again, with its results. The caller must have a transaction that
    locked the tables. Raises ActionRefused if a version was written for other players than those at
    the table now.
    """
    for fact in facts:
        form = ScoreForm.objects.select_related("table__round__tournament").get(pk=fact["form"])
        for key, is_counted, is_waiting in fact["versions"]:
            if is_counted:
                count(locked_form(form), form.versions.get(pk=key), by=author, now=now)
            elif is_waiting:
                check_same_players(form.versions.get(pk=key), players_at(form.table))
                form.versions.filter(pk=key).update(is_waiting=True)
        form.drafts.all().delete()
        Draft.objects.bulk_create(_draft_of(form, draft) for draft in fact["drafts"])
        # `count` ends all open checks of the form; those that were open before the change are
        # opened again.
        Check.objects.filter(pk__in=fact["checks"]).update(adjudicated_by=None, adjudicated_at=None)


def _draft_of(form: ScoreForm, facts: Mapping[str, Any]) -> Draft:
    """Return a draft as `_draft_facts` stored it, not saved yet."""
    values = {name: facts[key] for key, name in DRAFT_FIELDS.items()}
    return Draft(form=form, saved_at=datetime.fromisoformat(facts["at"]), **values)
