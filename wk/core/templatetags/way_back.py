"""The way back from the page of an error."""

from django import template
from django.core.exceptions import DisallowedHost
from django.template import Context
from django.utils.http import url_has_allowed_host_and_scheme

register = template.Library()


@register.simple_tag(takes_context=True)
def way_back(context: Context) -> str:
    """Return the address of the page from which this request came, "" if it is not of this site.

    Without a request, or with a host that is not ours, the way back is not known either.
    """
    request = context.get("request")
    if request is None:
        return ""
    try:
        host = request.get_host()
    except DisallowedHost:
        return ""
    came_from = request.headers.get("Referer", "")
    is_here = came_from == request.build_absolute_uri()
    is_ours = url_has_allowed_host_and_scheme(came_from, {host})
    return came_from if is_ours and not is_here else ""
