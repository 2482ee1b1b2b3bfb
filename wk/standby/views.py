"""The pages of the first: the code for a second laptop, how far that is, and what is here alone."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.core.hall_address import address_in_hall, is_out_of_reach
from wk.core.refusals import ActionRefused
from wk.standby import services
from wk.standby.alone import alone_changes, alone_file, alone_forms
from wk.standby.bringing import Outcome, bring
from wk.standby.forms import BringForm
from wk.standby.queries import code_until, follower, is_possible, overtaken, taken_over

CODE = "standby-code"  # in the session: the code is shown to who asked for it, and to nobody else


@require_safe
@requires(Act.MANAGE_BACKUPS)
def first_page(request: OfficialRequest) -> HttpResponse:
    """Show whether a second laptop follows, and how one begins to."""
    now = timezone.now()
    code = request.session.get(CODE, "")
    holds = services.code_holds(code, now=now)  # another director may have made a newer one
    context = {
        "follower": follower(now),
        "code": code if holds else None,
        "until": code_until(now),
        "is_possible": is_possible(),
        "address": address_in_hall(request, ""),
        "is_reachable": not is_out_of_reach(request),
        "overtaken": overtaken(),
        "taken": taken_over(),
        "form": BringForm(),
    }
    return render(request, "standby/first.html", context)


@require_POST
@requires(Act.MANAGE_BACKUPS)
@once
def show_code(request: OfficialRequest) -> HttpResponse:
    """Make a code for a second laptop; the one before it is void."""
    with refusals_as_messages(request):
        if not is_possible():
            raise ActionRefused(_("PostgreSQL follows by its own means: see docs/operations.md."))
        request.session[CODE] = services.new_code(now=timezone.now())
    return redirect("standby:first")


@require_POST
@requires(Act.MANAGE_BACKUPS)
@once
def forget(request: OfficialRequest) -> HttpResponse:
    """Let no second laptop follow any more."""
    services.forget_follower()
    messages.success(request, _("No second laptop follows any more."))
    return redirect("standby:first")


@require_safe
@requires(Act.MANAGE_BACKUPS)
@at_one_moment
def alone_page(request: OfficialRequest) -> HttpResponse:
    """Show what this laptop alone holds since another one took over."""
    context = {
        "forms": alone_forms(),
        "changes": list(alone_changes()),
        "overtaken": overtaken(),
    }
    return render(request, "standby/alone.html", context)


@require_safe
@requires(Act.MANAGE_BACKUPS)
@at_one_moment
def alone_forms_file(request: OfficialRequest) -> HttpResponse:
    """Return the forms that this laptop alone holds, as a file for the new first."""
    answer = HttpResponse(alone_file(), content_type="application/json")
    answer["Content-Disposition"] = 'attachment; filename="wk-forms.json"'
    return answer


@require_POST
@requires(Act.MANAGE_BACKUPS)
def bring_forms(request: OfficialRequest) -> HttpResponse:
    """Take the forms of the overtaken laptop in as drafts of the director."""
    form = BringForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(
            request, " ".join(str(each) for errors in form.errors.values() for each in errors)
        )
        return redirect("standby:first")
    found = bring(forms=form.cleaned_data["file"], author=request.user, now=timezone.now())
    context = {"found": found, "drafts": [e for e in found if e.outcome is Outcome.DRAFT]}
    return render(request, "standby/brought.html", context)


@require_safe
def arrive_page(request: OfficialRequest) -> HttpResponse:
    """Show the page that takes in what a browser kept at the address of the other laptop.

    It is the same for everybody: what was kept stands in the fragment of the address, which no
    server sees.
    """
    answer = render(request, "standby/arrive.html", {"is_following": settings.IS_FOLLOWING})
    answer["Cache-Control"] = "no-store"
    return answer
