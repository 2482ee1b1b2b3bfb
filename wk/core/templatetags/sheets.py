"""The template tag that loads style sheets."""

from functools import cache

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from wk.core.style_sheets import file_of, sheet_paths, source

register = template.Library()


@cache
def addresses() -> dict[str, str]:
    """Return the URL of each style sheet, by its name.

    >>> addresses()["lists"], addresses()["hall"]
    ('/static/style/components/lists.css', '/static/style/pages/hall.css')
    """
    paths = sheet_paths().items()
    return {name: static(path.relative_to(source()).as_posix()) for name, path in paths}


@register.simple_tag
def sheets(names: str) -> SafeString:
    """Return the HTML that loads style sheets; `names` is one text, with spaces between names.

    A server that collected its files gives those of one tag as one file: a phone that opens the
    standings first asks for four files of style, not for fifteen.
    """
    links = [(addresses()[name],) for name in names.split()]
    if file_of(names) in getattr(staticfiles_storage, "hashed_files", {}):
        links = [(static(file_of(names)),)]
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', links)
