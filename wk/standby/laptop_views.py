"""The answers to the other laptop: they ask for a code or a token, and not for an account.

Who has neither gets a 404, as if there were nothing.
"""

from collections.abc import Callable
from functools import wraps

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from wk.accounts.address import client_address
from wk.accounts.tries import note_forged
from wk.core.refusals import ActionRefused
from wk.standby import services
from wk.standby.feed import FEED, Unknown
from wk.standby.forms import FeedForm, JoinForm, OvertakenForm, TermForm, TokenForm
from wk.standby.wire import packed_step

View = Callable[[HttpRequest], HttpResponse]


def small(view: View) -> View:
    """Answer 413 to a form that is larger than any of the other laptop, without a line in a log:
    anybody in the hall may send one."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        try:
            request.POST  # noqa: B018 - it is read here
        except (RequestDataTooBig, TooManyFieldsSent):
            return HttpResponse(status=413)
        return view(request)

    return guarded


@csrf_exempt
@never_cache
@require_POST
@small
def join(request: HttpRequest) -> HttpResponse:
    """Let a laptop follow that knows the code; answer with its token."""
    form = JoinForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=400)
    token = services.join(
        code=form.cleaned_data["code"],
        host=client_address(request),
        port=form.cleaned_data["port"],
        now=timezone.now(),
    )
    if not token:
        note_forged(request, "code")
        return HttpResponse(status=404)
    return JsonResponse({"token": token})


@csrf_exempt
@never_cache
@require_POST
@small
def feed(request: HttpRequest) -> HttpResponse:
    """Answer the follower with all that is new since what it has.

    204: nothing is. 404: this is no follower. 409: it has to send the hashes of all its pages. 501:
    wk runs on PostgreSQL.
    """
    if not _is_follower(request):
        return HttpResponse(status=404)
    form = FeedForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=400)
    values, now = form.cleaned_data, timezone.now()
    host = client_address(request)
    services.note_asked(host=host, port=values["port"], link=values["link"], now=now)
    try:
        step = FEED.step(
            have=values["have"], files_tag=values["files_tag"], hashes=values["hashes"]
        )
    except Unknown:
        return HttpResponse(status=409)
    except ActionRefused:
        return HttpResponse(status=501)
    if step is None:
        return HttpResponse(status=204)
    return HttpResponse(packed_step(*step), content_type="application/octet-stream")


@csrf_exempt
@never_cache
@require_POST
@small
def overtaken(request: HttpRequest) -> HttpResponse:
    """Hear of the follower that it takes over: nothing is written here from now on.

    409: its term is not later than that of this laptop.
    """
    if not _is_follower(request):
        return HttpResponse(status=404)
    form = OvertakenForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=400)
    return HttpResponse(status=200 if services.be_overtaken(form.cleaned_data) else 409)


@never_cache
@require_GET
def term(request: HttpRequest) -> HttpResponse:
    """Tell which term this laptop is in and as what, with a proof for who knows the token."""
    form = TermForm(request.GET)
    if not form.is_valid():
        return HttpResponse(status=400)
    told, token = services.told_term(form.cleaned_data["of"])
    return JsonResponse(services.signed(token, form.cleaned_data["nonce"], told))


def _is_follower(request: HttpRequest) -> bool:
    form = TokenForm(request.POST)
    if form.is_valid() and services.is_follower(form.cleaned_data["token"]):
        return True
    note_forged(request, "token")
    return False
