"""The paths of cells that are only on paper: what the table works out, which nobody types.

A cell that is typed has the path of its field in the layout.
"""


def points_path(row: str, side: int, figure: int = 0) -> str:
    """Return the path of the points of a side in a row; `side` and `figure` count from 0.

    >>> points_path("deals.6", side=2)
    'deals.6.figures.0.2'
    """
    return f"{row}.figures.{figure}.{side}"


def running_path(row: str, side: int, figure: int = 0) -> str:
    """Return the path of the running total beside the points of a side."""
    return f"{row}.sums.{figure}.{side}"


def together_path(row: str) -> str:
    """Return the path of the sum over all sides that stands beside the label of a row."""
    return f"{row}.together"


def dealer_path(row: str) -> str:
    """Return the path of the dealer's mark in a row."""
    return f"{row}.dealer"


def mark_path(field: str, seat: int) -> str:
    """Return the path of the circle that is marked if a field at the head is this seat, from 0."""
    return f"{field}.{seat}"


def foot_path(number: int, side: int) -> str:
    """Return the path of a side's cell in a row between the deals and the totals, from 0."""
    return f"foot.{number}.{side}"


def pad_path(figure: int, side: int) -> str:
    """Return the path of a part of a score pad: above the line (0) or below it, for a side."""
    return f"pad.{figure}.{side}"


def pad_line_path(figure: int, side: int, number: int) -> str:
    """Return the path of an amount on a score pad, from 0, counted from the line outward."""
    return f"{pad_path(figure, side)}.{number}"


def total_path(seat: int) -> str:
    """Return the path of the total of a seat, from 0; partners have that of the first of them."""
    return f"written.{seat}"


def match_points_path(seat: int) -> str:
    """Return the path of the match points of a seat, from 0, as of its total."""
    return f"match_points.{seat}"
