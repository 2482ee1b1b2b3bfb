"""The points grid of kleurenwiezen on its printed sheet."""

from scoring.registry import game
from tests.cases import cases


def chart(grid):
    return game("kleurenwiezen", {"grid": grid}).layout(4).paper.chart


def line(grid, name):
    return next([cell.nl for cell in row] for row in chart(grid).rows if row[0].nl == name)


@cases(
    ("grid", "cells"),
    [
        ("concours", ["samen 8", "7 +3", "30", "−10 −3", "10 +3"]),
        ("concours", ["solo 6", "12 +3", "18", "−15 −3", "10 +2"]),  # 18 at most
        ("concours", ["piccolo", "24", "", "−24", "16 +8"]),
        ("concours", ["troel", "16", "30", "0", "16"]),
        ("concours", ["soloslim 13", "200", "", "−200", "80"]),
        ("concours", ["rondgepast", "", "", "", ""]),
        ("whisthub", ["samen 8", "8 +3", "30", "−11 −3"]),
        ("whisthub", ["open miserie", "24", "", "−24"]),
    ],
)
def test_k_3_k_4_each_contract_has_its_points(grid, cells):
    assert line(grid, cells[0]) == cells


@cases(
    ("grid", "headings", "words"),
    [
        ("concours", ["spel", "goed", "13", "mis", "tegen"], "tegen: elke tegenspeler"),
        ("whisthub", ["spel", "goed", "13", "mis"], "tussen elke speler en elke tegenspeler"),
    ],
)
def test_a_grid_that_adds_up_to_0_has_no_points_of_opponents(grid, headings, words):
    paper = game("kleurenwiezen", {"grid": grid}).layout(4).paper
    assert [heading.nl for heading in paper.chart.headings] == headings
    assert paper.scoring.nl.split(" · ")[-1].startswith(words)
    assert len(paper.chart.rows) == 20  # nineteen contracts, and a deal that all passed


def test_the_chart_lists_the_answers_of_the_contract():
    layout = game("kleurenwiezen").layout(4)
    contract = layout.rows[0].cells[0]
    assert contract.label == layout.paper.chart.headings[0]
    assert [row[0] for row in layout.paper.chart.rows] == [each.text for each in contract.choices]
