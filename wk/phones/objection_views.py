"""Requests of players who find a form not right, with the key of a card or of a table."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.core.refusals import ActionRefused
from wk.phones.forms import ObjectionForm
from wk.phones.keyed_views import (
    key_request,
    refusal_by_rate,
    refusal_on_paper,
    refusal_response,
)
from wk.phones.objections import KeyHolder, forms_of, player_of
from wk.phones.phone_views import MOST_A_MINUTE
from wk.phones.queries import table_of
from wk.scoreforms.objections import services
from wk.tournament.models import BEGUN, Seat

MOST_BODY = 5_000  # bytes: a key, a cell and a sentence
MOST_A_MINUTE_OF_CARD = 60


def _holder(key: str) -> KeyHolder | None:
    if entry := player_of(key):
        return KeyHolder(entry=entry)
    table = table_of(key)
    return KeyHolder(table=table) if table else None


def _refusal(holder: KeyHolder) -> JsonResponse | None:
    """Refuse a key whose tournament has forms on paper only, and one that asks very often."""
    if holder.table:
        # A table counts these requests with those of its form.
        sender, most = f"phone-{holder.table.pk}", MOST_A_MINUTE
        return refusal_on_paper(holder.table) or refusal_by_rate(sender, most)
    player = holder.entry.pk if holder.entry else None
    return refusal_by_rate(f"card-{player}", MOST_A_MINUTE_OF_CARD)


holder_request = key_request(
    _holder,
    _refusal,
    most_body=MOST_BODY,
    unknown=gettext_lazy("This code opens nothing any more. Ask for a new one at the desk."),
)


@holder_request
def objections(request: HttpRequest, holder: KeyHolder) -> HttpResponse:
    """Answer with the forms that the holder may speak about, what was said, and the answers."""
    return JsonResponse(_data(holder))


@holder_request
def say(request: HttpRequest, holder: KeyHolder) -> HttpResponse:
    """Store that a cell of a form is not right; answer as `objections` does."""
    form = ObjectionForm(request.POST)
    if not form.is_valid():
        words = " ".join(str(why) for whys in form.errors.values() for why in whys)
        return refusal_response("unreadable", words, 400)
    said = form.cleaned_data
    seat = _seat(holder, said["round"], said["seat"])
    if seat is None:
        return refusal_response("refused", _("There is nothing to see of this form yet."), 409)
    saying = services.Saying(
        said["path"], said["value"], said["words"], is_from_table=holder.table is not None
    )
    try:
        services.say(table=seat.table, entry=seat.entry, saying=saying, now=timezone.now())
    except ActionRefused as refusal:
        return refusal_response("refused", str(refusal), 409)
    return JsonResponse(_data(holder))


def _seat(holder: KeyHolder, round: int, number: int | None) -> Seat | None:
    """Return the seat in a begun round for whose player the holder speaks, None without one.

    A round that is only drawn is not there: nobody may know yet who has a seat in it.
    """
    begun = Seat.objects.filter(round__number=round, round__state__in=BEGUN)
    seats = begun.select_related("table", "entry")
    if holder.table:
        return seats.filter(table=holder.table, number=number or 0).first()
    return seats.filter(entry=holder.entry).first()


def _data(holder: KeyHolder) -> dict[str, object]:
    return {
        "player": holder.entry.number if holder.entry else None,
        "forms": forms_of(holder),
    }
