"""A player in a list of the wall, as HTML."""

from fractions import Fraction

import pytest
from django.utils import translation

from tests.cases import cases
from wk.hall.templatetags.wall_player import wall_player
from wk.hall.wall.pages import RankRow
from wk.standings.queries import Standing


def row(name="Anna", *, rank=7, shared=False, match_points=Fraction(9, 2), points=-4):
    standing = Standing(rank, shared, 12, name, "", None, match_points, points, (), (name,))
    return RankRow(standing, 0, None)


def written(shown, hidden=0, namesakes=frozenset(), language="en"):
    with translation.override(language):
        return wall_player(shown, hidden, namesakes)


def test_a_player_has_rank_name_and_totals_as_the_template_wrote_them():
    assert written(row()) == (
        '\n\n<span class="rank"><span class="visually-hidden">Rank </span>7'
        '<span class="tie"></span></span>\n'
        '\n<span\n  class="name"\n  >Anna</span>\n'
        '\n<span class="wp">4<span class="half">½</span>'
        '<span class="visually-hidden"> MP</span></span>'
        '\n<span class="points">−4<span class="visually-hidden"> points</span></span>\n'
        "\n\n"
    )


def test_each_language_has_its_words_however_often_they_were_written_before():
    for _time in range(2):
        assert "> MP<" in written(row())
        assert "> WP<" in written(row(), language="nl")


def test_a_shared_rank_has_a_sign_and_a_word():
    assert (
        '7<span class="tie" aria-hidden="true">=</span><span class="visually-hidden"> shared</span>'
    ) in written(row(shared=True))


def test_a_namesake_has_his_start_number():
    assert ">Anna\n    <small>no. 12</small>\n  </span>" in written(row(), 0, {"Anna"})
    assert ">Anna</span>" in written(row(), 0, {"Bram"})


def test_while_the_top_is_hidden_there_are_no_totals():
    shown = row()
    assert 'class="wp"' in written(shown)  # kept from here
    assert written(shown, 10) == (
        '\n\n<span class="rank"><span class="visually-hidden">Rank </span>7'
        '<span class="tie"></span></span>\n'
        '\n<span\n  class="name"\n  >Anna</span>\n'
        "\n\n"
    )


@cases(
    ("letters", "size"),
    [(30, "name"), (31, "name long"), (40, "name long"), (41, "name longest")],
)
def test_a_long_name_is_smaller(letters, size):
    assert f'class="{size}"' in written(row("a" * letters))


def test_markup_in_a_name_is_only_text():
    assert ">&lt;b&gt;Cor&lt;/b&gt;</span>" in written(row("<b>Cor</b>"))


@pytest.mark.parametrize("change", [{"rank": 8}, {"points": 5}, {"match_points": Fraction(5)}])
def test_another_rank_or_total_is_written_anew(change):
    assert written(row(**change)) != written(row())
