"""The phone of a table sends a photo of its paper form, and hears what became of it."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from wk.camera.extras import missing_libraries
from wk.camera.scans.forms import MOST_PHOTO_BYTES, TablePhotoForm
from wk.camera.scans.incoming import receive
from wk.camera.scans.queries import sent_by_table
from wk.core.refusals import ActionRefused
from wk.phones.keyed_views import (
    key_request,
    refusal_by_rate,
    refusal_on_paper,
    refusal_response,
)
from wk.phones.phone_views import UNKNOWN
from wk.phones.queries import table_of
from wk.scoreforms.models import ScanPile
from wk.tournament.models import Table
from wk.tournament.round_states import why_closed

MOST_BODY = MOST_PHOTO_BYTES + 100_000  # bytes: what a form adds to its photo is less
MOST_A_MINUTE = 60  # requests of one table; a page that waits for what is read asks fifteen times


def _refusal(table: Table) -> JsonResponse | None:
    """Refuse the phone of a table while nothing of it is read, None if it may send."""
    if refused := refusal_on_paper(table):
        return refused
    if not table.round.is_started:
        return refusal_response("early", _("This round has not started yet."), 409)
    if closed := why_closed(table.round, author=None):
        return refusal_response("closed", closed, 409)
    if missing_libraries():
        return refusal_response("unread", _("This computer cannot read photos yet."), 409)
    return refusal_by_rate(f"table-photo-{table.pk}", MOST_A_MINUTE)


@key_request(table_of, _refusal, most_body=MOST_BODY, unknown=UNKNOWN)
def table_photo(request: HttpRequest, table: Table) -> HttpResponse:
    """Store a photo of the form; answer what became of those that came. Without one only answer."""
    if "photo" in request.FILES:
        form = TablePhotoForm(request.POST, request.FILES)
        if not form.is_valid():
            return refusal_response("unreadable", " ".join(map(str, form.errors["photo"])), 400)
        try:
            receive(
                tournament=table.round.tournament,
                files=[form.cleaned_data["photo"]],
                author=None,
                now=timezone.now(),
                source=ScanPile.Source.TABLE,
                table=table,
            )
        except ActionRefused as refusal:
            return refusal_response("refused", str(refusal), 409)
    return JsonResponse(_photos_data(table))


def _photos_data(table: Table) -> dict[str, Any]:
    """Return how many photos of a table wait, and what became of the last one."""
    waiting, pages = sent_by_table(table)
    last = {"isRead": not pages[0].why, "why": pages[0].why} if pages else None
    return {"waiting": waiting, "last": last}
