"""Pages about accounts: the first start, logging in, and roles."""

from math import ceil
from typing import Any

from django.contrib import auth, messages
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from wk.accounts import queries, services, slip_services
from wk.accounts.devices import remember_device
from wk.accounts.forms import (
    AccountForm,
    BeginForm,
    LoginForm,
    NewPasswordForm,
    NextStep,
    NextStepForm,
    OwnPasswordForm,
    RoleForm,
)
from wk.accounts.half_login import begin_half_login
from wk.accounts.lasting import end_of_day
from wk.accounts.login_limits import MustWait, seconds_locked
from wk.accounts.models import User
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.chain.events import note
from wk.chain.models import Event
from wk.core.answers import refusals_as_errors, refusals_as_messages

# auth.login must name a backend, because the settings have two.
PASSWORD_BACKEND = "django.contrib.auth.backends.ModelBackend"  # noqa: S105


@never_cache
@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """Make the first account, a director; then redirect to make the first tournament."""
    if queries.has_begun():
        return redirect("accounts:login")
    form = BeginForm(request.POST or None, request=request)
    if request.method == "POST" and form.is_valid():
        name, password = form.cleaned_data["username"], form.cleaned_data["password1"]
        try:
            director = services.begin(name=name, password=password)
        except services.AlreadyBegun:
            return redirect("accounts:login")
        auth.login(request, director, backend=PASSWORD_BACKEND)
        _end_with_the_day(request)
        step = NextStepForm(request.POST)
        practice = step.is_valid() and step.cleaned_data["next_step"] == NextStep.PRACTICE
        response = redirect("archive:practice" if practice else "tournament:create")
        remember_device(request, response, director)
        return response
    page = render(request, "accounts/begin.html", {"form": form, "steps": NextStep})
    if form.seconds_to_wait:
        page.status_code = 429
        page["Retry-After"] = str(form.seconds_to_wait)
    return page


@never_cache
@require_http_methods(["GET", "POST"])
def login(request: HttpRequest) -> HttpResponseBase:
    """Log in. While no account exists, redirect to making the first one."""
    if not queries.has_begun():
        return redirect("accounts:begin")
    page = PasswordView.as_view(template_name="accounts/login.html", authentication_form=LoginForm)
    try:
        response = page(request)
    except MustWait as wait:
        return wait_page(request, wait)
    if request.method == "POST" and response.status_code != 302:
        _note_failure(response)
    return response


class PasswordView(LoginView):
    """The first step of a login: name and password."""

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, or ask for the code if the account has a second step."""
        account = form.get_user()
        if account.has_second_step:
            begin_half_login(self.request, account, self.get_success_url())
            return redirect("accounts:login_code")
        response = super().form_valid(form)
        complete_login(self.request, response, account, Event.Kind.LOGIN)
        return response


def complete_login(
    request: HttpRequest, response: HttpResponse, account: User, kind: Event.Kind
) -> None:
    """Let the session of a new login end with the day, and note the login."""
    _end_with_the_day(request)
    remember_device(request, response, account)
    note(kind, account.username)


@require_POST
def logout(request: HttpRequest) -> HttpResponseBase:
    """Log out."""
    if isinstance(request.user, User):
        note(Event.Kind.LOGOUT, request.user.username)
    return LogoutView.as_view()(request)


def _end_with_the_day(request: HttpRequest) -> None:
    """Let the session end the next morning, so that no laptop stays logged in for the next day."""
    request.session.set_expiry(end_of_day(timezone.now()))


def _note_failure(response: HttpResponseBase) -> None:
    """Note a wrong name or password, by the page that says so."""
    form = getattr(response, "context_data", {})["form"]
    if {"username", "password"} <= form.cleaned_data.keys():
        note(Event.Kind.FAILED_LOGIN, form.cleaned_data["username"])


def locked(
    request: HttpRequest, response: HttpResponse, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Answer the wrong password that locks a name (AXES_LOCKOUT_CALLABLE)."""
    name = (credentials or {}).get("username") or ""
    return wait_page(request, MustWait(name, seconds_locked(request, name), is_locked=True))


def wait_page(request: HttpRequest, wait: MustWait) -> HttpResponse:
    """Say how long to wait before the next try."""
    context = {"wait": wait, "minutes": ceil(wait.seconds / 60)}
    page = render(request, "accounts/locked.html", context, status=429)
    page["Retry-After"] = str(wait.seconds)
    return page


@require_http_methods(["GET", "POST"])
@requires(Act.CHANGE_OWN_PASSWORD)
def password(request: OfficialRequest) -> HttpResponse:
    """Choose another password for one's own account."""
    form = OwnPasswordForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        services.set_password(account=request.user, password=form.cleaned_data["new_password1"])
        # A new password ends all sessions of the account; this call keeps the present one.
        auth.update_session_auth_hash(request, request.user)
        messages.success(request, _("You have a new password."))
        return redirect("home")
    return render(request, "accounts/password.html", {"form": form})


@require_safe
@requires(Act.MANAGE_ACCOUNTS)
def account_list(request: OfficialRequest) -> HttpResponse:
    """Show all accounts."""
    return render(request, "accounts/list.html", {"accounts": queries.accounts()})


@require_http_methods(["GET", "POST"])
@requires(Act.MANAGE_ACCOUNTS)
def add(request: OfficialRequest) -> HttpResponse:
    """Make an account."""
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name, role = form.cleaned_data["username"], form.cleaned_data["role"]
        with refusals_as_errors(form, "username"):
            services.add(name=name, password=form.cleaned_data["password1"], role=role)
            messages.success(request, _("%(name)s can log in now.") % {"name": name})
            return redirect("accounts:list")
    return render(request, "accounts/add.html", {"form": form})


@require_http_methods(["GET", "POST"])
@requires(Act.MANAGE_ACCOUNTS)
def change(request: OfficialRequest, pk: int) -> HttpResponse:
    """Change the role of an account. The page links to a new password and to closing it."""
    account = get_object_or_404(User, pk=pk)
    form = RoleForm(request.POST or None, initial={"role": account.role})
    if request.method == "POST" and form.is_valid():
        with refusals_as_errors(form, "role"):
            had_second_step = account.has_second_step
            services.change_role(account=account, role=form.cleaned_data["role"])
            text = _("The role of %(name)s has been changed.")
            messages.success(request, text % {"name": account.username})
            if had_second_step and not account.has_second_step:
                text = _("Logging in as %(name)s asks for the password alone now.")
                messages.info(request, text % {"name": account.username})
            # A director who made himself a clerk may no longer see the list.
            return redirect("home" if account == request.user else "accounts:list")
    return render(request, "accounts/change.html", {"account": account, "form": form})


@require_http_methods(["GET", "POST"])
@requires(Act.MANAGE_ACCOUNTS)
def new_password(request: OfficialRequest, pk: int) -> HttpResponse:
    """Give another account a new password.

    The own account is redirected to `password`, which asks for the old password.
    """
    account = get_object_or_404(User, pk=pk)
    if account == request.user:
        return redirect("accounts:password")
    form = NewPasswordForm(account, request.POST or None)
    if request.method == "POST" and form.is_valid():
        services.set_password(account=account, password=form.cleaned_data["new_password1"])
        text = _("%(name)s has a new password.")
        messages.success(request, text % {"name": account.username})
        return redirect("accounts:list")
    return render(request, "accounts/new_password.html", {"account": account, "form": form})


@require_POST
@requires(Act.MANAGE_ACCOUNTS)
def close(request: OfficialRequest, pk: int) -> HttpResponse:
    """Close an account."""
    account = get_object_or_404(User, pk=pk)
    with refusals_as_messages(request):
        services.close(account=account, by=request.user)
        text = _("The account of %(name)s is closed.")
        messages.success(request, text % {"name": account.username})
        return redirect("accounts:list")
    return redirect("accounts:change", pk)


@require_POST
@requires(Act.MANAGE_ACCOUNTS)
def reopen(request: OfficialRequest, pk: int) -> HttpResponse:
    """Open a closed account again."""
    account = get_object_or_404(User, pk=pk)
    services.reopen(account=account, now=timezone.now())
    messages.success(request, _("%(name)s can log in again.") % {"name": account.username})
    return redirect("accounts:list")


@require_POST
@requires(Act.MANAGE_ACCOUNTS)
def let_in_again(request: OfficialRequest, pk: int) -> HttpResponse:
    """Let an account for one day in for another day."""
    account = get_object_or_404(User, pk=pk)
    with refusals_as_messages(request):
        account = slip_services.let_in_again(account=account, now=timezone.now())
        messages.success(request, _("%(name)s can log in again.") % {"name": account.username})
    return redirect("accounts:list")
