"""The filter for the label of a field, as it stands before a sentence about it."""

from django import template

register = template.Library()


@register.filter
def colon(label: object) -> str:
    """Return a label with a colon, or as it is if it ends a sentence by itself.

    >>> colon("Name"), colon("Why?")
    ('Name:', 'Why?')
    """
    text = str(label)
    return text if text.endswith(("?", ".", "!", ":")) else f"{text}:"
