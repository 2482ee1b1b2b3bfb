"""Certificates: a page for each player, with the place in the final standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from wk.printing.measures import CERTIFICATE_NAME_SIZES, text_size
from wk.standings.queries import Standing, Standings


@dataclass(frozen=True, slots=True)
class Certificate:
    """The certificate of one player.

    `name_size` is a CSS class, `total` players are ranked, and `title` is that of the winner.
    """

    standing: Standing
    name_size: str
    total: int
    title: str

    @property
    def place(self) -> str:
        """Return the place in words: "champion", "shared place 4"."""
        rank, shared = self.standing.rank, self.standing.shared
        if rank == 1:
            return _("shared %(title)s") % {"title": self.title} if shared else self.title
        text = _("shared place %(rank)s") if shared else _("place %(rank)s")
        return text % {"rank": rank}


def certificates(final: Standings, rows: Sequence[Standing]) -> list[Certificate]:
    """Return certificates of these rows of the final standings, in order."""
    total, title = len(final.rows) + final.hidden, final.tournament.champion_title
    return [
        Certificate(row, text_size(row.name, CERTIFICATE_NAME_SIZES), total, title) for row in rows
    ]
