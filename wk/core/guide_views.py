"""The page of the guide; it is public."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from wk.core.guide import guide


@require_safe
def guide_page(request: HttpRequest) -> HttpResponse:
    """Show the guide in the language of the reader."""
    return render(request, "core/guide.html", {"guide": guide(get_language())})
