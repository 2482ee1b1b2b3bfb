"""The content of the form of a table, as one official may go on typing it."""

from dataclasses import dataclass

from scoring.game import Document
from wk.accounts.models import User
from wk.scoreforms.models import Draft, Version
from wk.scoreforms.review.queries import unchecked
from wk.tournament.models import Table


@dataclass(frozen=True, slots=True)
class FormContent:
    """The content of the form of a table for one official.

    `current` is the version that counts or waits. `content` and `totals` (the totals on the paper)
    come from the official's own `draft`, else from `current`, else they are empty. `drafts` are the
    drafts of other authors, newest first. `is_unchecked`: the version counts, and has still to be
    reviewed.
    """

    content: Document
    totals: tuple[int | None, ...]
    current: Version | None
    draft: Draft | None
    drafts: tuple[Draft, ...]
    is_unchecked: bool = False


def form_content(table: Table, author: User) -> FormContent:
    """Return the content of the form of a table for one official; two queries, or three."""
    current = Version.objects.filter(form__table=table).select_related("author").current()
    drafts = Draft.objects.filter(form__table=table).select_related("author").order_by("-saved_at")
    own = next((draft for draft in drafts if draft.author == author), None)
    others = tuple(draft for draft in drafts if draft.author != author)
    is_wanted = current is not None and current.is_counted and current.check_wanted != ""
    # Only a version with a reason for a review can be unreviewed; others save the query.
    is_unchecked = is_wanted and unchecked().filter(pk=current.pk).exists() if current else False
    if own:
        return FormContent(own.content, tuple(own.paper_totals), current, own, others, is_unchecked)
    if current:
        return FormContent(
            current.content, tuple(current.paper_totals), current, None, others, is_unchecked
        )
    return FormContent({}, (), None, None, others)
