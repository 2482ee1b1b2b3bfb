"""The rows of a table, as HTML."""

import django_tables2 as tables

from wk.core.templatetags.table_rows import table_rows


class People(tables.Table):
    name = tables.Column(attrs={"cell": {"class": "first key"}})
    club = tables.Column(attrs={"cell": {"class": "monkey"}})

    class Meta:
        row_attrs = {"id": lambda record: f"no-{record['number']}", "class": "row"}


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
