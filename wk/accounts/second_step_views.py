"""Pages of the second step: its code at a login, and setting it up on one's own account."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.contrib import auth, messages
from django.contrib.auth.signals import user_login_failed
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from wk.accounts import second_step
from wk.accounts import second_step_services as services
from wk.accounts.half_login import end_half_login, half_login
from wk.accounts.login_limits import MustWait, judging
from wk.accounts.models import User
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.accounts.second_step import WrongCode
from wk.accounts.second_step_forms import WRONG, CodeForm, OfferedForm, PaperCodeForm
from wk.accounts.views import PASSWORD_BACKEND, complete_login, wait_page
from wk.chain.events import note
from wk.chain.models import Event
from wk.core.qr_codes import qr_svg

P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)


def answers_waits(
    view: Callable[Concatenate[R, P], HttpResponse],
) -> Callable[Concatenate[R, P], HttpResponse]:
    """Return a view that answers a code that may not be judged now with how long to wait."""

    @wraps(view)
    def guarded(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except MustWait as wait:
            return wait_page(request, wait)

    return guarded


@contextmanager
def judged(request: HttpRequest, form: Form, account: User) -> Iterator[None]:
    """Judge a code in the block, under the limits on wrong passwords.

    A wrong code is counted, and becomes an error of the form. Raises MustWait.
    """
    with judging(request, account.username):
        try:
            yield
        except WrongCode:
            # axes counts it, and locks the name after too many.
            credentials = {"username": account.username}
            user_login_failed.send(__name__, credentials=credentials, request=request)
            form.add_error("code", WRONG)
            note(Event.Kind.FAILED_CODE, account.username)


@never_cache
@require_http_methods(["GET", "POST"])
@answers_waits
def login_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code of the app, or for a recovery code, and log in."""
    waiting = half_login(request)
    if waiting is None:
        end_half_login(request)
        return redirect("accounts:login")
    has_paper = "paper" in request.GET
    form = (PaperCodeForm if has_paper else CodeForm)(request.POST or None, has_focus=True)
    if request.method == "POST" and form.is_valid():
        account, typed = waiting.account, form.cleaned_data["code"]
        with judged(request, form, account):
            taken = services.take_code(account=account, typed=typed, now=timezone.now())
            return _logged_in(request, account, taken, waiting.next_page)
    context = {"form": form, "account": waiting.account, "has_paper": has_paper}
    return render(request, "accounts/login_code.html", context)


def _logged_in(
    request: HttpRequest, account: User, taken: services.TakenCode, next_page: str
) -> HttpResponse:
    """Log in, and tell how many recovery codes are left if one was used."""
    end_half_login(request)
    auth.login(request, account, backend=PASSWORD_BACKEND)
    response = redirect(next_page)
    kind = Event.Kind.RECOVERY_LOGIN if taken.is_recovery else Event.Kind.LOGIN
    complete_login(request, response, account, kind)
    if taken.is_recovery:
        text = ngettext(
            "%(count)d recovery code is left. Your name, at the top, leads to new ones.",
            "%(count)d recovery codes are left. Your name, at the top, leads to new ones.",
            taken.left,
        )
        messages.warning(request, text % {"count": taken.left})
    return response


@require_http_methods(["GET", "POST"])
@requires(Act.USE_SECOND_STEP)
def second_step_page(request: OfficialRequest) -> HttpResponse:
    """Set up the second step of one's own account, or tell that it is on."""
    account = request.user
    form = OfferedForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            account = services.switch_on(
                account=account, offered=given["offer"], typed=given["code"], now=timezone.now()
            )
        except WrongCode:  # no secret of anybody was guessed: it is not counted
            form.add_error("code", WRONG)
        else:
            # Sessions that began without the code end; this call keeps the present one.
            auth.update_session_auth_hash(request, account)
            messages.success(request, _("From now on, logging in asks for a code of your app."))
            return redirect("accounts:second_step")
    if account.has_second_step:
        context = {"form": CodeForm(), "left": len(account.recovery_codes)}
        return render(request, "accounts/second_step_on.html", context)
    secret = second_step.secret_of(form.offered)
    address = second_step.app_address(account, secret)
    context = {
        "form": form,
        "qr": qr_svg(address),
        "address": address,
        "secret": second_step.in_groups(secret),
        "codes": second_step.recovery_codes_of(form.offered),
    }
    return render(request, "accounts/second_step.html", context)


@require_http_methods(["GET", "POST"])
@requires(Act.USE_SECOND_STEP)
@answers_waits
def recovery_codes(request: OfficialRequest) -> HttpResponse:
    """Offer ten new recovery codes, which a code of the app makes valid."""
    if not request.user.has_second_step:
        return redirect("accounts:second_step")
    form = OfferedForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        with judged(request, form, request.user):
            services.renew_recovery_codes(
                account=request.user,
                offered=given["offer"],
                typed=given["code"],
                now=timezone.now(),
            )
            messages.success(request, _("Your new recovery codes count; the old ones do not."))
            return redirect("accounts:second_step")
    context = {"form": form, "codes": second_step.recovery_codes_of(form.offered)}
    return render(request, "accounts/recovery_codes.html", context)


@require_POST
@requires(Act.USE_SECOND_STEP)
@answers_waits
def second_step_off(request: OfficialRequest) -> HttpResponse:
    """Switch the second step of one's own account off, with a code."""
    account = request.user
    form = PaperCodeForm(request.POST)
    if form.is_valid():
        with judged(request, form, account):
            typed = form.cleaned_data["code"]
            account = services.switch_off(account=account, typed=typed, now=timezone.now())
            auth.update_session_auth_hash(request, account)
            messages.success(request, _("Logging in asks for your password alone now."))
            return redirect("accounts:second_step")
    context = {"form": form, "left": len(account.recovery_codes)}
    return render(request, "accounts/second_step_on.html", context)
