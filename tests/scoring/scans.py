"""Sheets as a table writes them, and what a simulated camera sees of them."""

from math import exp
from random import Random

from scoring.boerenbridge.layout import MARKS
from scoring.paper_cells import (
    mark_path,
    points_path,
    running_path,
    together_path,
    total_path,
)
from scoring.scan import Scan

FEW_DIGITS = (*map(str, range(14)), "K", "V", "", "?")


def written_cells(game, document, seats):
    """Return the texts of all cells of a sheet of Boerenbridge, by path, without any slip."""
    cells = {path: text for path, text in game.to_cells(document).items() if ".penal" not in path}
    cells |= {mark_path("first_dealer", seat): "" for seat in range(seats)}
    cells[mark_path("first_dealer", int(cells.pop("first_dealer")) - 1)] = "x"
    for index, row in enumerate(game.progress(document, seats).rows):
        path, deal = f"deals.{index}", document["deals"][index]
        cells[together_path(path)] = str(sum(deal["bids"]))
        for seat, (figure,) in enumerate(row.figures):
            cells.setdefault(f"{path}.tricks.{seat}", "")
            cells[points_path(path, seat)] = str(figure.value)
            cells[running_path(path, seat)] = str(figure.sum)
            cells[total_path(seat)] = str(figure.sum)
    return cells


def with_slips(cells, deals, seats, random, share):
    """Return the cells of a table that makes mistakes in a share of its points and sums."""
    cells = dict(cells)
    for seat in range(seats):
        total = before = 0
        for index in range(deals):
            path = f"deals.{index}"
            right = int(cells[points_path(path, seat)])
            points = right
            if random.random() < share:
                points = random.choice([-right, right + 2, right - 2, right + 10, right - 10])
            total = before + points
            if random.random() < share:
                total += random.choice([-10, 10, -100, 2, -2, 1, 4])
            cells[points_path(path, seat)] = str(points)
            cells[running_path(path, seat)] = str(total)
            before = total
        cells[total_path(seat)] = str(total)
    return cells


def with_infractions(document, seats, random, share):
    """Return a form in which a share of the deals was stopped by an infraction."""
    deals = []
    for deal in document["deals"]:
        if random.random() < share:
            kind = random.choice([*MARKS.values()])
            infraction = {"kind": kind, "seats": [random.randint(1, seats)]}
            deals.append({"bids": deal["bids"], "infraction": infraction})
        else:
            deals.append(deal)
    return {**document, "deals": deals}


def clear(cells):
    """Return what a camera sees that is sure of every cell."""
    return Scan({path: {text: 1.0} for path, text in cells.items()})


def seen(cells, random, sharpness):
    """Return what a calibrated camera sees: of what it holds to be 90 % likely, 90 % is right.

    With a sharpness of 3.5 it misreads one cell in fifteen, with 3 one in ten.
    """
    return Scan({path: _sight(path, text, random, sharpness) for path, text in cells.items()})


def _sight(path, text, random, sharpness):
    texts = [text, *(other for other in _like(path, text) if other != text)]
    scores = [random.gauss(0, sharpness) for _ in texts]
    # Scores that are normal, with that of the truth higher by their variance, are log-likelihoods.
    scores[0] += sharpness**2
    best = max(scores)
    weights = [exp(score - best) for score in scores]
    return {
        each: weight / sum(weights)
        for each, weight in zip(texts, weights, strict=True)
        if weight > 1e-7
    }


def _like(path, text):
    """Return the texts with which a text of a cell may be confused."""
    parts = {*path.split(".")}
    if parts & {"first_dealer", "declarers", "passed", "unfinished"}:
        return ("", "x")
    if parts & {"contract", "strain", "doubled"}:
        return ("", "?")
    if parts & {"declarer", "seat"}:
        return ("", "?", *"1234")
    if parts & {"bids", "tricks", "together", "level"} or not text:
        return FEW_DIGITS
    other = {
        text[:place] + digit + text[place + 1 :]
        for place in range(len(text))
        for digit in "0123456789"
    }
    return sorted(other | {"", f"-{text.lstrip('-')}", text.lstrip("-")})


def play(game, seats, seed, stopped=0.01):
    """Return a practice form of a table with some stopped deals, and what is random after it."""
    random = Random(seed)
    document = game.practice(seats, random)
    if game.rules.infractions:
        document = with_infractions(document, seats, random, stopped)
    return document, random
