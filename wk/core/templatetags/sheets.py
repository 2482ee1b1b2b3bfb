"""The template tag that loads style sheets."""

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
    """Return the URL of each style sheet of a component or a page, by its name.

    >>> addresses()["lists"], addresses()["hall"]
    ('/static/style/components/lists.css', '/static/style/pages/hall.css')
    """
    folder = Path(settings.BASE_DIR) / "wk" / "static"
    paths = sorted(folder.glob("style/*/*.css"))
    return {path.stem: static(path.relative_to(folder).as_posix()) for path in paths}


@register.simple_tag
def sheets(names: str) -> SafeString:
    """Return the HTML that loads style sheets; `names` is one text, with spaces between names."""
    links = ((addresses()[name],) for name in names.split())
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', links)
