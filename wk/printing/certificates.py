"""Certificates: a page for each player, with the place in the final standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from wk.printing.measures import CERTIFICATE_NAME_SIZES, text_size
from wk.standings.queries import Standing, Standings


@dataclass(frozen=True, slots=True)
class Certificate:
    """The certificate of one player. `name_size` is a CSS class; `total` players are ranked."""

    standing: Standing
    name_size: str
    total: int


def certificates(final: Standings, rows: Sequence[Standing]) -> list[Certificate]:
    """Return certificates of these rows of the final standings, in order."""
    total = len(final.rows) + final.hidden
    return [Certificate(row, text_size(row.name, CERTIFICATE_NAME_SIZES), total) for row in rows]
