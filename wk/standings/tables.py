"""The standings as a table that can be sorted, searched and paged; ranks do not change by it."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

import django_tables2 as tables
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from wk.core.formatting import aligned, breakable, rank_cell, signed
from wk.standings.formats import heading as heading_of
from wk.standings.formats import rise_cell, substitution_text
from wk.standings.queries import RoundResult, Standing, Standings
from wk.tournament.models import Substitute
from wk.tournament.name_search import is_found

MOST_ON_ONE_PAGE = 150  # a whole hall is on one page, and in one print of it
ROWS_A_PAGE = 100  # of more players: their page is made anew for each form; a print has them all
MOST_CELLS = 4000  # of each kind that are kept as HTML: 300 players, some rounds and two languages
TOTALS = ("wp", "points")

# The substitutes, by start number of the player and round.
Substitutes = Mapping[tuple[int, int], tuple[Substitute, ...]]


def matching_rows(rows: Iterable[Standing], query: str) -> list[Standing]:
    """Return the rows with every word of a query in name or club, or with that start number."""
    return [row for row in rows if is_found(query, name=row.name, club=row.club, number=row.number)]


def _substitutes_of(
    substitutes: Substitutes, row: Standing, result: RoundResult | None
) -> tuple[Substitute, ...]:
    return substitutes.get((row.number, result.round), ()) if result else ()


class RoundColumn(tables.Column):  # type: ignore[misc]  # the library has no types
    """The column with the results of one round."""

    def __init__(
        self, slug: str, number: int, substitutes: Substitutes, *, is_running: bool
    ) -> None:
        self.slug = slug
        self.substitutes = substitutes
        place = f"rounds__{number - 1}"
        heading = gettext("Round %(number)d") % {"number": number}
        of_cell = {"class": "round running" if is_running else "round"}
        super().__init__(
            heading,
            accessor=place,
            order_by=(f"{place}__match_points", f"{place}__points"),
            initial_sort_descending=True,  # the best first, at the first click
            # A phone has no room for the column: it shows its heading before the result.
            attrs={"th": of_cell, "td": {**of_cell, "data-round": heading}},
            default="–",
        )

    def render(self, value: RoundResult, record: Standing) -> SafeString:
        """Return match points and points, or the table before the form counts, with substitutes."""
        notes = (
            (substitution_text(each),) for each in _substitutes_of(self.substitutes, record, value)
        )
        return _result(value, self.slug, get_language() or "") + format_html_join(
            "", ' <small class="played-by">{}</small>', notes
        )


@lru_cache(maxsize=MOST_CELLS)
def _result(value: RoundResult, slug: str, _language: str) -> SafeString:
    """Return a result with the way to its table. A form that comes in changes those of one table,
    and all others are taken as they were written before."""
    url = reverse("scoreforms:table", args=[slug, value.round, value.table])
    table = gettext("table %(number)d") % {"number": value.table}
    if value.match_points is None:
        return format_html('<a href="{}">{}</a>', url, table)
    return format_html(
        '<b>{}</b> <small><a href="{}" title="{}">{}</a>{}</small>',
        aligned(value.match_points),
        url,
        table,
        signed(value.points),
        " Σ" if value.totals_only else "",
    )


@lru_cache(maxsize=MOST_CELLS)
def _name(
    slug: str,
    number: int,
    name: str,
    club: str,
    withdrawn_after: int | None,
    is_namesake: bool,
    _language: str,
) -> SafeString:
    """Return a name as a link, with the number of a namesake, the club and any withdrawal."""
    notes = []
    if is_namesake:
        notes.append(gettext("no. %(number)d") % {"number": number})
    if club:
        notes.append(club)
    if withdrawn_after == 0:
        notes.append(gettext("does not take part"))
    elif withdrawn_after is not None:
        notes.append(gettext("left after round %(number)d") % {"number": withdrawn_after})
    url = reverse("standings:player", args=[slug, number])
    link = format_html('<a href="{}">{}</a>', url, breakable(name))
    return format_html("{} <small>{}</small>", link, ", ".join(notes)) if notes else link


@lru_cache(maxsize=MOST_CELLS)
def _switch(name: str, _language: str) -> SafeString:
    """Return the switch that opens the rounds of a player."""
    words = gettext("Rounds of %(name)s") % {"name": name}
    return format_html(
        '<details><summary><span class="visually-hidden">{}</span></summary></details>', words
    )


class StandingsTable(tables.Table):  # type: ignore[misc]  # the library has no types
    """The standings: a row for each player, and a column for each round after the totals."""

    rank = tables.Column(_("Rank"), attrs={"cell": {"class": "rank"}})
    name = tables.Column(_("Name"), order_by="name_order", attrs={"cell": {"class": "key"}})
    wp = tables.Column(
        lazy(format_html, SafeString)('<abbr title="{}">{}</abbr>', _("match points"), _("MP")),
        accessor="match_points",
        initial_sort_descending=True,
        attrs={"cell": {"class": "wp"}},
    )
    points = tables.Column(
        _("Points"), initial_sort_descending=True, attrs={"cell": {"class": "points"}}
    )

    more = tables.Column(
        _("Follow"),
        accessor="name",
        orderable=False,
        attrs={"cell": {"class": "more"}},
    )

    class Meta:
        attrs = {"class": "list standings"}
        row_attrs = {"id": lambda record: f"no-{record.number}"}
        order_by_field = "sort"
        empty_text = _("Nobody found.")

    def __init__(
        self,
        standings: Standings,
        *,
        query: str,
        sort: str,
        page: int,
        substitutes: Substitutes,
        whole: bool = False,
    ) -> None:
        """Show the rows found by `query`, sorted by `sort` (a column, with - before it descending).

        With `whole` all rows are on one page, however many there are. While the top is withheld
        there are no columns for totals, and before the first form is in none for ranks either: the
        rows are in the order of the names then.
        """
        slug, last = standings.tournament.slug, standings.after_round
        is_running = not standings.complete
        without_totals = standings.hidden or not standings.has_results
        left_out = (
            *(TOTALS if without_totals else ()),
            *(() if standings.has_results else ("rank",)),
            *(() if last else ("more",)),
        )
        found = matching_rows(standings.rows, query)
        super().__init__(
            found,
            extra_columns=[
                (
                    f"round{n}",
                    RoundColumn(slug, n, substitutes, is_running=is_running and n == last),
                )
                for n in range(1, last + 1)
            ],
            exclude=left_out,
            order_by=sort or ("" if standings.has_results else "name"),
        )
        self.slug = slug
        self.substitutes = substitutes
        self.caption = heading_of(standings)
        if standings.hidden:
            below = gettext("Nobody found below the first %(count)d places.")
            self.empty_text = below % {"count": standings.hidden}
        self.compared_with = standings.compared_with
        self.is_running = is_running
        self.namesakes = standings.namesakes
        is_whole = whole or len(found) <= MOST_ON_ONE_PAGE
        self.paginate(per_page=max(1, len(found)) if is_whole else ROWS_A_PAGE)
        # `get_page` shows the last page for a number beyond it, where `paginate` would raise.
        self.page = self.paginator.get_page(page)

    def render_rank(self, record: Standing) -> SafeString:
        """Return the rank, with = behind it if it is shared."""
        return rank_cell(record.rank, record.shared) + self._rise(record)

    def _rise(self, record: Standing) -> SafeString:
        """Return the places up or down since the round before, in a box of its own."""
        if not self.compared_with:
            return SafeString()
        if not record.rise:
            return format_html(' <span class="{}"></span>', "rise")
        return format_html(" {}", rise_cell(record.rise))

    def render_more(self, record: Standing) -> SafeString:
        """Return the switch that opens the rounds under the row, where there is no room beside it.

        The cells of the rounds follow it, so the switch itself holds nothing. A script adds the
        button to follow the player.
        """
        name = f"{record.number} {record.name}" if record.name in self.namesakes else record.name
        return _switch(name, get_language() or "")

    def render_name(self, record: Standing) -> SafeString:
        """Return the name as a link to the player's page, with the club and any withdrawal.

        Namesakes have their start numbers. On screens too narrow for the rounds a line below shows
        the table until its form counts, and substitutes.
        """
        below = [("sits", self._table_now(record)), *self._substitution_lines(record)]
        lines = ((kind, line) for kind, line in below if line)
        return _name(
            self.slug,
            record.number,
            record.name,
            record.club,
            record.withdrawn_after,
            record.name in self.namesakes,
            get_language() or "",
        ) + format_html_join("", ' <small class="{}">{}</small>', lines)

    def _substitution_lines(self, record: Standing) -> Iterator[tuple[str, str]]:
        """Yield for each substitution the CSS class of its line, and the line."""
        for result in record.rounds:
            for each in _substitutes_of(self.substitutes, record, result):
                number = gettext("Round %(number)d") % {"number": each.seat.round.number}
                yield "sits played-by", f"{number}: {substitution_text(each)}"

    def _table_now(self, record: Standing) -> str:
        """Return the table of a player in the running round, "" once its form counts."""
        now = record.rounds[-1] if record.rounds and self.is_running else None
        if now is None or now.counts:
            return ""
        return gettext("table %(number)d") % {"number": now.table}

    def render_wp(self, value: Fraction) -> str | SafeString:
        """Return match points with ½."""
        return aligned(value)

    def render_points(self, value: int) -> str:
        """Return points with a true minus sign."""
        return signed(value)
