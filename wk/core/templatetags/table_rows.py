"""The template tag that writes the rows of a table of django-tables2."""

from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

HEADING, CELL = '<th scope="row" {}>{}</th>', "<td {}>{}</td>"


@register.simple_tag
def table_rows(table: Any) -> SafeString:
    """Return the rows of the page of a table that is shown, as HTML; "" for no rows.

    A cell of class "key" is the heading of its row. The attributes of a cell are those of its
    column, whatever stands in it. The cells are not written by a template: hundreds of them took
    half as long again, and the standings are made anew for each form that comes in.
    """
    columns = []
    for column in table.columns:
        attrs = column.attrs["td"]
        shell = HEADING if "key" in attrs.get("class", "").split() else CELL
        columns.append((column.name, shell, attrs.as_html()))
    return format_html_join(
        "\n",
        "<tr {}>{}</tr>",
        (
            (row.attrs.as_html(), _cells([(s, a, row.get_cell(n)) for n, s, a in columns]))
            for row in table.paginated_rows
        ),
    )


def _cells(cells: list[tuple[str, str, Any]]) -> SafeString:
    """Return cells, each given with its element, attributes and content, as HTML."""
    return SafeString(
        "".join(format_html(shell, attrs, content) for shell, attrs, content in cells)
    )
