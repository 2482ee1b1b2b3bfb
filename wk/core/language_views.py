"""The choice of a language, which needs no account."""

from typing import cast

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

A_YEAR = 365 * 24 * 60 * 60  # seconds


class NextForm(forms.Form):
    """The page to go back to."""

    next = forms.CharField(required=False)


@never_cache
@require_safe
def choose_language(request: HttpRequest, code: str) -> HttpResponse:
    """Keep the language in a cookie for a year, and redirect to the page where it was chosen.

    It is a link and no form, as a form would give a cookie of its own to every reader of a page.
    """
    if code not in dict(settings.LANGUAGES) or not check_for_language(code):
        raise Http404
    form = NextForm(request.GET)
    back = cast(str, form.cleaned_data["next"]) if form.is_valid() else ""
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    answer = HttpResponseRedirect(back if is_ours else "/")
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=A_YEAR,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return answer
