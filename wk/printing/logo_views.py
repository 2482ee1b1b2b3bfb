"""The page of the logo on paper: choose one, look at it as it is printed, take it away."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_errors, refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.printing.logo_forms import LogoForm
from wk.printing.logo_services import drop_logo, keep_logo, logo_of
from wk.printing.models import Logo
from wk.tournament.models import Tournament


@require_http_methods(["GET", "POST"])
@requires(Act.MANAGE_TOURNAMENTS)
@at_one_moment
def logo_page(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show the logo of a tournament, and take another one."""
    tournament = get_object_or_404(Tournament, slug=slug)
    is_sent = request.method == "POST"
    form = LogoForm(request.POST, request.FILES) if is_sent else LogoForm()
    if is_sent and form.is_valid():
        with refusals_as_errors(form):
            keep_logo(tournament=tournament, drawn=form.cleaned_data["logo"])
            messages.success(request, _("The logo is kept. It stands on what is printed now."))
            return redirect("printing:logo", slug)
    shown = Logo.objects.filter(tournament=tournament).defer("picture").first()
    context = {"tournament": tournament, "form": form, "logo": shown}
    return render(request, "printing/logo.html", context)


@require_safe
@requires(Act.MANAGE_TOURNAMENTS)
@at_one_moment
def logo_picture(request: OfficialRequest, slug: str) -> HttpResponse:
    """Return the logo as it is printed. Raises Http404 without one."""
    picture = logo_of(get_object_or_404(Tournament, slug=slug))
    if not picture:
        raise Http404
    return HttpResponse(picture, content_type="image/png")


@require_POST
@requires(Act.MANAGE_TOURNAMENTS)
def remove_logo(request: OfficialRequest, slug: str) -> HttpResponse:
    """Take the logo away."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusals_as_messages(request):
        drop_logo(tournament=tournament)
        messages.success(request, _("The logo has been taken away."))
    return redirect("printing:logo", slug)
