"""The template tag that loads a script."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from wk.core.scripts import FOLDER, all_imports_of

register = template.Library()


@register.simple_tag
def script(name: str, *, early: bool = False) -> SafeString:
    """Return the HTML that loads a module and its imports: `{% script "hall/ceremony.js" %}`.

    The imports are preloaded, so that the browser fetches all files at once. Otherwise it would
    find each import only after reading the importing file. Modules run after the page is parsed,
    in the order of their tags, and so after htmx. With `early=True` a module runs as soon as it is
    there, for what must not be missed while the page is read.
    """
    module = f"{FOLDER}/{name}"
    imported = [(static(each),) for each in all_imports_of(module)]
    preloads = format_html_join("\n", '<link rel="modulepreload" href="{}">', imported)
    when = mark_safe(" async") if early else ""
    return format_html(
        '{}\n<script type="module"{} src="{}"></script>', preloads, when, static(module)
    )
