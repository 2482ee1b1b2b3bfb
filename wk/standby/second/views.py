"""The pages of a second laptop, until it takes over: nobody but a director does anything there."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.address import client_address
from wk.core.answers import refusals_as_errors
from wk.core.qr_codes import qr_svg
from wk.standby import taking_over
from wk.standby.asking import QUICK, Other, Silent
from wk.standby.closed import closed_page
from wk.standby.forms import CodeForm, TakeOverForm
from wk.standby.kept import SECOND, keep
from wk.standby.queries import own_address, progress


@never_cache
@require_safe
@ensure_csrf_cookie
def second_page(request: HttpRequest) -> HttpResponse:
    """Show how far this laptop is, and the button with which a director takes over."""
    return _page(request)


@never_cache
@require_POST
def type_code(request: HttpRequest) -> HttpResponse:
    """Begin to follow the first, with the code that it shows."""
    form = CodeForm(request.POST)
    if form.is_valid():
        try:
            token = Other(settings.STANDBY_OF, patience=QUICK).join(
                form.cleaned_data["code"], request.get_port()
            )
        except Silent:
            form.add_error(None, _("The first laptop does not answer."))
        else:
            if token:
                keep(settings.DATA_DIR, SECOND, {"first": settings.STANDBY_OF, "token": token})
                return redirect("standby:second")
            form.add_error("code", _("That is not the code, or it is too old. Ask for a new one."))
    return _page(request, code_form=form, status=422)


@never_cache
@require_POST
def take_over(request: HttpRequest) -> HttpResponse:
    """Let this laptop be the one, by a director; the page that follows waits until it is."""
    form = TakeOverForm(request.POST)
    if form.is_valid():
        values = form.cleaned_data
        with refusals_as_errors(form):
            taking_over.take_over(
                name=values["username"],
                password=values["password"],
                code=values["code"],
                insists=values["insists"],
                reason=values["reason"],
                address=client_address(request),
                port=request.get_port(),
                now=timezone.now(),
            )
            taking_over.begin_anew()
            return render(request, "standby/taken.html")
    return _page(request, take_form=form, status=422)


@csrf_exempt
def closed(request: HttpRequest) -> HttpResponse:
    """Respond 503 to all other addresses, with the address of the first."""
    return closed_page(request, "standby/closed.html", settings.STANDBY_OF)


def _page(
    request: HttpRequest,
    *,
    code_form: CodeForm | None = None,
    take_form: TakeOverForm | None = None,
    status: int = 200,
) -> HttpResponse:
    address = own_address(request.get_port())
    context = {
        "first": settings.STANDBY_OF,
        "progress": progress(timezone.now()),
        "code_form": code_form or CodeForm(),
        "take_form": take_form or TakeOverForm(),
        "is_taking": take_form is not None,
        "address": address,
        "qr": qr_svg(f"{address}/") if address else "",
    }
    answer = render(request, "standby/second.html", context, status=status)
    if request.method == "GET":
        answer["Refresh"] = "15"
    return answer
