"""The template tag that writes the rows of a table of django-tables2."""

from collections.abc import Callable
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString
from django_tables2.utils import signature

register = template.Library()

HEADING, CELL = ('<th scope="row" ', "</th>"), ("<td ", "</td>")


@register.simple_tag
def table_rows(table: Any) -> SafeString:
    """Return the rows of the page of a table that is shown, as HTML; "" for no rows.

    A cell of class "key" is the heading of its row. The attributes of a cell are those of its
    column, whatever stands in it. The cells are not written by a template: hundreds of them took
    half as long again, and the standings are made anew for each form that comes in. For the same
    reason the arguments of a column's function are looked up once, and not for each cell.
    """
    columns = []
    for column in table.columns:
        attrs = column.attrs["td"]
        begin, end = HEADING if "key" in attrs.get("class", "").split() else CELL
        columns.append((_content_of(column), f"{begin}{attrs.as_html()}>", end))
    return format_html_join(
        "\n",
        "<tr {}>{}</tr>",
        (
            (row.attrs.as_html(), _cells([(b, content(row), e) for content, b, e in columns]))
            for row in table.paginated_rows
        ),
    )


def _cells(cells: list[tuple[str, Any, str]]) -> SafeString:
    """Return cells, each given with its tags around its content, as HTML."""
    return SafeString("".join(b + conditional_escape(content) + e for b, content, e in cells))


def _content_of(column: Any) -> Callable[[Any], Any]:
    """Return the function that gives the content of a column's cell in a row: `row.get_cell`, which
    would read the signature of the column's function again for each cell."""
    wanted, takes_all = signature(column.render)
    if takes_all or column.link:
        return lambda row: row.get_cell(column.name)

    def content(row: Any) -> Any:
        def rendered(of: Any, value: Any = None) -> Any:
            given = row._optional_cell_arguments(of, value)
            return of.render(**{name: given[name] for name in wanted})

        return row._get_and_render_with(column, rendered, column.default)

    return content
