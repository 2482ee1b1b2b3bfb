"""Certificates: a page for each player, with the place in the final standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from wk.printing.measures import CERTIFICATE_NAME_SIZES, text_size
from wk.standings.queries import Standing, Standings


@dataclass(frozen=True, slots=True)
class Certificate:
    """The certificate of one player. `name_size` is a CSS class; `total` players are ranked."""

    standing: Standing
    name_size: str
    total: int

    @property
    def place(self) -> str:
        """Return the place in words: "champion", "shared place 4"."""
        rank, shared = self.standing.rank, self.standing.shared
        if rank == 1:
            return _("shared champion") if shared else _("champion")
        text = _("shared place %(rank)s") if shared else _("place %(rank)s")
        return text % {"rank": rank}


def certificates(final: Standings, rows: Sequence[Standing]) -> list[Certificate]:
    """Return certificates of these rows of the final standings, in order."""
    total = len(final.rows) + final.hidden
    return [Certificate(row, text_size(row.name, CERTIFICATE_NAME_SIZES), total) for row in rows]
