"""The standings as a table that is sorted, searched and turned over; ranks stay as they are."""

import unicodedata
from collections.abc import Iterable
from fractions import Fraction

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from wk.standings.queries import RoundResult, Standing, Standings
from wk.tournament.queries import folded
from wk.tournament.templatetags.wk import halves, signed

ROWS_A_PAGE = 100


def searchable(text: str) -> str:
    """Return a text as it is searched and sorted: without capitals and accents."""
    apart = unicodedata.normalize("NFKD", text)
    return folded("".join(c for c in apart if not unicodedata.combining(c)))


def found(rows: Iterable[Standing], asked: str) -> list[Standing]:
    """Return the rows that have every word in name or club, or have the start number asked for."""
    words = searchable(asked).split()
    return [
        row
        for row in rows
        if asked.strip() == str(row.number)
        or all(word in searchable(f"{row.name} {row.club}") for word in words)
    ]


def aligned_halves(value: Fraction) -> SafeString:
    """Write match points so that the units of a column stand under each other."""
    written = halves(value)
    half = "½" if written.endswith("½") else ""
    return format_html('{}<span class="half">{}</span>', written.removesuffix("½"), half)


class RoundColumn(tables.Column):  # type: ignore[misc]  # the library has no types
    """What each player did in one round."""

    def __init__(self, slug: str, number: int) -> None:
        self.slug = slug
        place = f"rounds__{number - 1}"
        super().__init__(
            gettext("Round %(number)d") % {"number": number},
            accessor=place,
            order_by=(f"{place}__match_points", f"{place}__points"),
            initial_sort_descending=True,
            attrs={"cell": {"class": "round"}},
            default="–",
        )

    def render(self, value: RoundResult) -> SafeString:
        """Write match points and points, or where he sits while they are to come."""
        url = reverse("scoreforms:table", args=[self.slug, value.round, value.table])
        if value.match_points is None:
            return format_html(
                '<a href="{}">{}</a>', url, gettext("table %(number)d") % {"number": value.table}
            )
        return format_html(
            '<a href="{}" aria-label="{}"><b>{}</b> <small>{}{}</small></a>',
            url,
            gettext("table %(number)d") % {"number": value.table},
            aligned_halves(value.match_points),
            signed(value.points),
            " Σ" if value.totals_only else "",
        )


class StandingsTable(tables.Table):  # type: ignore[misc]  # the library has no types
    """One row a player, one column a round after the totals."""

    rank = tables.Column(_("Rank"), attrs={"cell": {"class": "rank"}})
    name = tables.Column(_("Name"), order_by="name", attrs={"cell": {"class": "key"}})
    wp = tables.Column(
        pgettext_lazy("match points", "WP"),
        accessor="match_points",
        initial_sort_descending=True,
        attrs={"cell": {"class": "wp"}},
    )
    points = tables.Column(
        _("Points"), initial_sort_descending=True, attrs={"cell": {"class": "points"}}
    )

    class Meta:
        attrs = {"class": "list standings"}
        order_by_field = "sort"
        empty_text = _("Nobody found.")
