"""An official scans the code of a table with his own phone: the paper lies with him."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.accounts.tries import note_forged
from wk.core.answers import refusals_as_messages
from wk.phones.forms import KeyForm
from wk.phones.queries import table_of
from wk.scoreforms.papers.services import take_paper


@require_http_methods(["GET", "POST"])
@requires(Act.TYPE_FORMS)
@never_cache
@sensitive_post_parameters("key")
def paper(request: OfficialRequest) -> HttpResponse:
    """Answer with a button for the official; store that the paper of a key lies with him.

    Then the form of the table opens. Unlike the other requests of this room these have a session:
    the page of the tables asks for the button only in a browser in which somebody has logged in.
    """
    if request.method != "POST":
        return render(request, "phones/_paper.html")
    form = KeyForm(request.POST)
    table = table_of(form.cleaned_data["key"]) if form.is_valid() else None
    if table is None:
        note_forged(request, "key")
        raise Http404(_("This code does not open a table, or not any more. Ask for a new one."))
    with refusals_as_messages(request):
        take_paper(table=table, holder=request.user, now=timezone.now())
    slug = table.round.tournament.slug
    return redirect("scoreforms:enter", slug, table.round.number, table.number)
