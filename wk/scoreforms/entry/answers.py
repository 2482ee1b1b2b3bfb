"""The answer to a form that was handed in: what becomes of it in words, and the next page."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from wk.accounts.permissions import OfficialRequest
from wk.scoreforms.entry.context import EntryContext
from wk.scoreforms.models import Version
from wk.scoreforms.review.queries import unchecked
from wk.scoreforms.table_queries import points_text
from wk.tournament.models import Table


def handed_in_answer(
    request: OfficialRequest, table: Table, version: Version, corrects: int
) -> HttpResponse:
    """Report the fate of a form; redirect to the list, or to adjudication if it differs.

    `corrects` is the number of the version that the page would correct, 0 for none.
    """
    if version.is_counted:
        is_corrected = version.number > corrects > 0
        messages.success(request, _counted_message(request, table, version, is_corrected))
    elif version.is_waiting:
        waits = _("Table %d is handed in. Somebody else has still to look at it.")
        messages.success(request, waits % table.number)
    else:
        messages.warning(request, _differs_message(table, version))
        return redirect(form_address("adjudicate", table))
    return redirect(list_address(table))


def closed_message(context: EntryContext) -> str:
    """Return who handed in a form that counts, and who may correct it."""
    counted = context.counted
    closed = _("This form counts already. Only the director can correct it.")
    if counted is None or counted.author is None:
        return closed
    by = _("%(who)s handed it in at %(at)s.") % _who_and_when(counted)
    return f"{closed} {by}"


def form_address(name: str, table: Table) -> str:
    """Return the address of a page of a form, by the name of the page."""
    address_args = (table.round.tournament.slug, table.round.number, table.number)
    return reverse(f"scoreforms:{name}", args=address_args)


def list_address(table: Table) -> str:
    """Return the address of the list of forms with this table."""
    address = reverse("scoreforms:list", args=[table.round.tournament.slug])
    return f"{address}?round={table.round.number}"


def _counted_message(
    request: OfficialRequest, table: Table, version: Version, is_corrected: bool
) -> str:
    """Return a message with the points of each player, for a comparison with the paper.

    It names the other official whose equal form counts.
    """
    message = _("Table %(number)d counts: %(points)s.")
    if is_corrected:
        message = _("Table %(number)d is corrected: %(points)s.")
    if any(result.totals_only for result in version.seat_results):
        # Once two people typed the same totals nothing more is wanted.
        wanted = _("The deals, or a second typing, are still wanted.")
        agreed = _("Two of you typed the same totals: they are checked.")
        is_unchecked = unchecked().filter(pk=version.pk).exists()
        message += f" {wanted if is_unchecked else agreed}"
    elif version.author_id != request.user.pk:
        same = _("%(who)s handed in the same at %(at)s.") % _who_and_when(version)
        message += f" {same}"
    return message % {"number": table.number, "points": points_text(version)}


def _differs_message(table: Table, version: Version) -> str:
    """Return a message that a second typing is kept, and who typed the form otherwise."""
    first = Version.objects.filter(checks__typed=version).select_related("author").get()
    told = _("Table %(number)d is kept, beside what %(who)s handed in at %(at)s: the two differ.")
    return told % ({"number": table.number} | _who_and_when(first))


def _who_and_when(version: Version) -> dict[str, str]:
    """Return who handed in a version, and at what time of the day."""
    at = timezone.localtime(version.saved_at)
    return {"who": str(version.author or _("the table’s phone")), "at": f"{at:%H:%M}"}
