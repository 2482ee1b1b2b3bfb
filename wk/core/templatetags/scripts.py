"""The tag by which a page loads its script."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from wk.core.scripts import FOLDER, all_imports_of

register = template.Library()


@register.simple_tag
def script(name: str) -> SafeString:
    """Load a module, named as in `{% script "hall/ceremony.js" %}`, and what it imports.

    The browser fetches all of them at once: otherwise it would find each import only after it has
    read the module before it. Like every module it runs after the page was read, in the order in
    which the page names it, and so after htmx.
    """
    module = f"{FOLDER}/{name}"
    imported = [(static(each),) for each in all_imports_of(module)]
    preloads = format_html_join("\n", '<link rel="modulepreload" href="{}">', imported)
    return format_html('{}\n<script type="module" src="{}"></script>', preloads, static(module))
