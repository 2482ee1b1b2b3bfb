"""Requests of players who find a form not right, with the key of a card or of a table.

As for the phone of a table, the key comes in the body of each request, and cookies are ignored.
"""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from wk.core.refusals import ActionRefused
from wk.phones.forms import KeyForm, ObjectionForm
from wk.phones.objections import KeyHolder, forms_of, player_of
from wk.phones.phone_views import MOST_A_MINUTE, exceeds_rate, refusal_response
from wk.phones.queries import table_of
from wk.scoreforms.objections import services
from wk.tournament.models import BEGUN, Seat, Tournament

MOST_BODY = 5_000  # bytes: a key, a cell and a sentence
MOST_A_MINUTE_OF_CARD = 60

HolderView = Callable[[HttpRequest, KeyHolder], HttpResponse]


def holder_request(view: HolderView) -> Callable[[HttpRequest], HttpResponse]:
    """Call the view with the holder of the key; refuse all other requests.

    Answers are not cached, and the key is left out of error reports.
    """

    @csrf_exempt
    @require_POST
    @never_cache
    @sensitive_post_parameters("key")
    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        # Checked first: reading the form below reads the whole body.
        if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BODY:
            return refusal_response("large", _("This is more than a score form."), 413)
        form = KeyForm(request.POST)
        holder = _holder(form.cleaned_data["key"]) if form.is_valid() else None
        if holder is None:
            words = _("This code opens nothing any more. Ask for a new one at the desk.")
            return refusal_response("unknown", words, 404)
        if holder.table and holder.table.round.tournament.phones == Tournament.Phones.OFF:
            return refusal_response("off", _("Tables keep their form on paper only."), 403)
        if _exceeds_rate(holder):
            return refusal_response("often", _("That was very often. Wait a moment."), 429)
        return view(request, holder)

    return guarded


def _holder(key: str) -> KeyHolder | None:
    if entry := player_of(key):
        return KeyHolder(entry=entry)
    table = table_of(key)
    return KeyHolder(table=table) if table else None


def _exceeds_rate(holder: KeyHolder) -> bool:
    if holder.table:
        return exceeds_rate(f"phone-{holder.table.pk}", MOST_A_MINUTE)
    return holder.entry is not None and exceeds_rate(
        f"card-{holder.entry.pk}", MOST_A_MINUTE_OF_CARD
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
