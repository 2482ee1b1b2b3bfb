"""The style sheets that a page loads."""

from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@cache
def addresses() -> dict[str, str]:
    """Return the address of each sheet of a component or a page below wk/static/style, by name.

    >>> addresses()["lists"], addresses()["hall"]
    ('/static/style/components/lists.css', '/static/style/pages/hall.css')
    """
    folder = Path(settings.BASE_DIR) / "wk" / "static"
    paths = sorted(folder.glob("style/*/*.css"))
    return {path.stem: static(path.relative_to(folder).as_posix()) for path in paths}


@register.simple_tag
def sheets(names: str) -> SafeString:
    """Return the links to some sheets, whose names are given in one text, with spaces between."""
    links = ((addresses()[name],) for name in names.split())
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', links)
