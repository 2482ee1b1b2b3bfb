"""A clerk's own phone sends photos of sheets in: its code on the screen, and its page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from wk.accounts.models import User
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.accounts.tries import note_forged
from wk.camera.extras import missing_libraries
from wk.camera.scans.forms import ScansForm
from wk.camera.scans.incoming import receive
from wk.camera.scans.phone_keys import holder_of, key_for
from wk.camera.scans.queries import sent_by_phone
from wk.core.hall_address import address_in_hall, is_out_of_reach
from wk.core.qr_codes import qr_svg
from wk.core.rates import exceeds_rate
from wk.core.refusals import ActionRefused
from wk.scoreforms.models import ScanPile
from wk.tournament.models import Tournament

MOST_A_MINUTE = 60  # requests of one phone; a page that waits for what is read asks ten times


@require_safe
@requires(Act.TYPE_FORMS)
@never_cache
def phone_code(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show the code with which the own phone of an official sends photos in."""
    tournament = get_object_or_404(Tournament, slug=slug)
    key = key_for(request.user, tournament, request.session.session_key or "")
    path = reverse("camera:phone", args=[slug, key])
    context = {
        "tournament": tournament,
        "code": qr_svg(address_in_hall(request, path)),
        "out_of_reach": is_out_of_reach(request),
    }
    return render(request, "camera/phone_code.html", context)


@csrf_exempt  # the key in the address is known to no other site
@never_cache
@require_http_methods(["GET", "POST"])
def phone(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Take photos from the phone of an official, and tell what became of those before."""
    tournament = Tournament.objects.filter(slug=slug).first()
    holder = holder_of(key, tournament) if tournament else None
    if tournament is None or holder is None:
        note_forged(request, "key")
        page = render(request, "camera/phone.html", {"is_closed": True}, status=404)
    elif exceeds_rate(f"scans-{holder.pk}", MOST_A_MINUTE):
        errors = [_("That was very often. Wait a moment.")]
        page = _phone_page(request, tournament, holder, {"errors": errors}, 429)
    else:
        answer = _receive(request, tournament, holder) if request.method == "POST" else {}
        page = _phone_page(request, tournament, holder, answer)
    page["Referrer-Policy"] = "no-referrer"  # the key is in the address
    return page


def _receive(request: HttpRequest, tournament: Tournament, holder: User) -> dict[str, Any]:
    """Store photos; return what the page says of them."""
    form = ScansForm(request.POST, request.FILES)
    if not form.is_valid():
        return {"errors": [str(error) for error in form.errors["sheets"]]}
    if missing_libraries():
        return {"errors": [_("This computer cannot read photos yet.")]}
    try:
        received = receive(
            tournament=tournament,
            files=form.cleaned_data["sheets"],
            author=holder,
            now=timezone.now(),
            source=ScanPile.Source.PHONE,
        )
    except ActionRefused as refusal:
        return {"errors": [str(refusal)]}
    return {
        "sent": len(received.new),
        "known": len(received.known),
        "errors": [f"{name}: {why}" for name, why in received.refused],
    }


def _phone_page(
    request: HttpRequest,
    tournament: Tournament,
    holder: User,
    answer: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    waiting, pages = sent_by_phone(tournament, holder)
    shown = {
        "tournament": tournament,
        "missing": missing_libraries(),
        "waiting": waiting,
        "pages": pages,
    }
    return render(request, "camera/phone.html", shown | answer, status=status)
