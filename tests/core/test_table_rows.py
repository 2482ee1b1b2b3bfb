"""The rows of a table, as HTML."""

import re

import django_tables2 as tables
from django.utils.html import conditional_escape

from wk.core.templatetags.table_rows import table_rows

PLAIN = {"cell": {"class": "plain"}}


class People(tables.Table):
    name = tables.Column(attrs={"cell": {"class": "first key"}})
    club = tables.Column(attrs={"cell": {"class": "monkey"}})

    class Meta:
        row_attrs = {"id": lambda record: f"no-{record['number']}", "class": "row"}


class Guests(tables.Table):
    """Each way in which a column gives its content."""

    name = tables.Column(attrs=PLAIN, linkify=lambda record: f"/{record['number']}/")
    number = tables.Column(attrs=PLAIN)
    club = tables.Column(attrs=PLAIN, default="none")
    both = tables.Column(attrs=PLAIN, accessor="name")

    def render_number(self, value, record, bound_column, table):
        return f"{value}. {record['name']} {bound_column.name} {len(table.rows)}"

    def render_both(self, **given):
        return f"{given['value']} {sorted(given)[0]}"


def people(*names):
    return People([{"number": n, "name": name, "club": ""} for n, name in enumerate(names, 1)])


def test_a_cell_of_class_key_is_the_heading_of_its_row_and_each_row_has_its_attributes():
    assert table_rows(people("Anna", "Bram")) == (
        '<tr id="no-1" class="row even"><th scope="row" class="first key">Anna</th>'
        '<td class="monkey">—</td></tr>\n'
        '<tr id="no-2" class="row odd"><th scope="row" class="first key">Bram</th>'
        '<td class="monkey">—</td></tr>'
    )


def test_markup_in_a_cell_is_only_text():
    assert '<th scope="row" class="first key">&lt;b&gt;Cor&lt;/b&gt;</th>' in table_rows(
        people("<b>Cor</b>")
    )


def test_only_the_rows_of_the_page_that_is_shown_are_written():
    shown = people("Anna", "Bram", "Cor")
    shown.paginate(page=2, per_page=2)
    assert table_rows(shown).count("<tr ") == 1
    assert table_rows(people()) == ""


def test_each_cell_has_what_the_library_itself_gives():
    rows = [{"number": n, "name": name, "club": ""} for n, name in enumerate(("Anna", "<b>"), 1)]
    shown = Guests(rows)
    cells = [[conditional_escape(cell) for cell in row] for row in shown.rows]
    assert cells[0] == ['<a href="/1/">Anna</a>', "1. Anna number 2", "none", "Anna bound_column"]
    lines = table_rows(shown).split("\n")
    written = [re.findall('<td class="plain">(.*?)</td>', line) for line in lines]
    assert written == cells
