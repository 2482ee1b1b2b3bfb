"""The request of a table's phone that asks for the director, or takes that back."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from wk.core.refusals import ActionRefused
from wk.phones import call_services
from wk.phones.calls import call_data
from wk.phones.forms import CallForm
from wk.phones.keyed_views import refusal_response
from wk.phones.phone_views import phone_request
from wk.scoreforms.form_lock import RoundClosed
from wk.tournament.models import Table


@phone_request
def call(request: HttpRequest, table: Table) -> HttpResponse:
    """Store that the table asks for the director, or takes that back; answer with its call."""
    form = CallForm(request.POST)
    if not form.is_valid():
        words = " ".join(str(why) for whys in form.errors.values() for why in whys)
        return refusal_response("unreadable", words, 400)
    press, now = form.cleaned_data["press"], timezone.now()
    try:
        if form.cleaned_data["back"]:
            call_services.take_call_back(table=table, press=press, now=now)
        else:
            call_services.call_director(table=table, press=press, now=now)
    except ActionRefused as refusal:
        code = "closed" if isinstance(refusal, RoundClosed) else "refused"
        return refusal_response(code, str(refusal), 409)
    return JsonResponse({"call": call_data(table, now)})
