"""The standings in formats for programs and terminals."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.possible import PossibleRanks
from wk.core.data_files import Cell, Rows
from wk.core.formatting import exact_halves, halves, signed
from wk.standings.players import PlayerRound
from wk.standings.provisional import MissingForms
from wk.standings.queries import RoundResult, Standing, Standings
from wk.tournament.models import Substitute, Tournament

NOTHING_POSSIBLE: Mapping[int, PossibleRanks] = MappingProxyType({})


def standings_data(
    standings: Standings, possible: Mapping[int, PossibleRanks] = NOTHING_POSSIBLE
) -> dict[str, Any]:
    """Return the standings as values for JSON, in the shape on the page of the archive format.

    `possible` has the ranks that are still possible, by start number. Rows of other players have
    none.
    """
    return {
        "tournament": standings.tournament.slug,
        "after_round": standings.after_round,
        "complete": standings.complete,
        "standings": [_row_data(row, possible.get(row.number)) for row in standings.rows],
    }


def _row_data(row: Standing, possible: PossibleRanks | None) -> dict[str, Any]:
    """Return the row of a player as values for JSON."""
    reach = {"best": possible.best, "worst": possible.worst} if possible else {}
    return {
        "rank": row.rank,
        **reach,
        "number": row.number,
        "name": row.name,
        "wp": exact_halves(row.match_points),
        "points": row.points,
        "rounds": [_round_data(result) for result in row.rounds],
    }


def _round_data(result: RoundResult | None) -> dict[str, Any] | None:
    """Return one round of a player as values for JSON.

    None without a seat; match points and points are None until the form counts.
    """
    if result is None:
        return None
    wp = None if result.match_points is None else exact_halves(result.match_points)
    data = {
        "round": result.round,
        "table": result.table,
        "wp": wp,
        "points": result.points,
    }
    return data | {"totals_only": True} if result.totals_only else data


def standings_rows(data: dict[str, Any]) -> Rows:
    """Return the rows for CSV of `standings_data`, with three columns for each round.

    The last column has the numbers of the rounds with totals only.
    """
    numbers = range(1, data["after_round"] + 1)
    parts = [f"round_{n}_{part}" for n in numbers for part in ("table", "wp", "points")]
    headings = ["rank", "number", "name", "wp", "points", *parts, "totals_only"]
    return [headings, *map(_cells, data["standings"])]


def _cells(row: dict[str, Any]) -> list[Cell]:
    rounds = [result or {} for result in row["rounds"]]
    totals_only = [str(result["round"]) for result in rounds if result.get("totals_only")]
    return [
        *(row["rank"], row["number"], row["name"], Fraction(row["wp"]), row["points"]),
        *(cell for result in rounds for cell in result_cells(result)),
        " ".join(totals_only),
    ]


def result_cells(result: dict[str, Any]) -> tuple[Cell, Cell, Cell]:
    """Return table, match points and points of a result; None for what it does not have."""
    wp = result.get("wp")
    return result.get("table"), None if wp is None else Fraction(wp), result.get("points")


def standings_text(standings: Standings) -> str:
    """Return the standings as an aligned table for a terminal, ½ written as on paper.

    It fits 80 columns with names of up to 30 characters and three rounds. A shared rank is followed
    by =, a round with totals only by Σ.
    """
    rounds = [_("R%(number)d") % {"number": n} for n in range(1, standings.after_round + 1)]
    head = [_("Rank"), _("No."), _("Name"), _("MP"), _("Points"), *rounds]
    lines = [[*head[:3], *(f"{cell} " for cell in head[3:5]), *(f"{cell}  " for cell in head[5:])]]
    lines += [_text_cells(row) for row in standings.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    title = [f"{standings.tournament.name} - {heading(standings)}"]
    if standings.missing:
        title.append(_("provisional") + ", " + missing_text(standings.missing))
    return "\n".join([*title, "", *_aligned(lines, widths)]) + "\n"


def _text_cells(row: Standing) -> list[str]:
    """Return the cells of a row; each number ends with a column for ½, = or Σ."""
    cells = [f"{row.rank}{'=' if row.shared else ' '}", str(row.number), row.name]
    cells += [_half_place(row.match_points), f"{signed(row.points)} "]
    for result in row.rounds:
        if result is None:
            cells.append("-  ")
        elif result.match_points is None:
            cells.append("…  ")  # a form that does not count yet
        else:
            cells.append(_half_place(result.match_points) + ("Σ" if result.totals_only else " "))
    return cells


def _half_place(match_points: Fraction) -> str:
    written = halves(match_points)
    return written if written.endswith("½") else f"{written} "


def _aligned(lines: list[list[str]], widths: list[int]) -> Iterator[str]:
    for line in lines:
        cells = [
            cell.ljust(width) if column == 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _ordinal(played: PlayerRound) -> dict[str, str]:
    """Return the place of a player at the table as an ordinal number, for texts with `place`."""
    number = played.seat.result.place if played.seat else 0
    ordinals = {1: _("1st"), 2: _("2nd"), 3: _("3rd")}
    return {"place": ordinals.get(number) or _("%(number)dth") % {"number": number}}


def short_place(played: PlayerRound) -> str:
    """Return the place of a player at the table, without the table: "shared 1st"."""
    ordinal = _ordinal(played)
    return _("shared %(place)s") % ordinal if played.shares_place else ordinal["place"]


def place(played: PlayerRound) -> str:
    """Return the place of a player at the table in words: "shared 1st at the table"."""
    ordinal = _ordinal(played)
    if played.shares_place:
        return _("shared %(place)s at the table") % ordinal
    return _("%(place)s at the table") % ordinal


def rise_cell(places: int) -> SafeString:
    """Return the places up, negative for down, as HTML: a sign, and words for screen readers."""
    number = abs(places)
    if places > 0:
        sign, told = "▲", ngettext("%(n)d place up", "%(n)d places up", number)
    else:
        sign, told = "▼", ngettext("%(n)d place down", "%(n)d places down", number)
    return format_html(
        '<span class="rise {}"><span aria-hidden="true">{}{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        "up" if places > 0 else "down",
        sign,
        number,
        told % {"n": number},
    )


def substitution_text(substitute: Substitute) -> str:
    """Return a substitution in words: "from deal 9 played by Piet" (A17)."""
    if substitute.from_deal is None:
        return _("the rest played by %(name)s") % {"name": substitute.name}
    words = {"name": substitute.name, "deal": substitute.from_deal}
    return _("from deal %(deal)s played by %(name)s") % words


def heading(standings: Standings) -> str:
    """Return the heading of these standings."""
    number = {"number": standings.after_round}
    if standings.after_round == 0:
        return _("Standings")
    if standings.hidden:
        return _("Standings from place %(place)d on") % {"place": standings.hidden + 1}
    if standings.is_final:
        return _("Final standings")
    if standings.complete:
        return _("Standings after round %(number)d") % number
    return _("Standings during round %(number)d") % number


def champion_title(tournament: Tournament, count: int) -> str:
    """Return the title of so many champions, and that they share it.

    Fixed partners are champions together (A16).
    """
    title = tournament.champion_title
    title = title[:1].upper() + title[1:]
    is_shared = count > 2 or (count == 2 and tournament.rules.partners != "fixed")
    shared = _("shared")
    return f"{title} · {shared}" if is_shared else title


def missing_text(missing: MissingForms) -> str:
    """Return in words how many forms do not count yet, and how far these are."""
    number = missing.to_come + missing.to_look_at
    not_counted = ngettext(
        "%(missing)s form does not count yet", "%(missing)s forms do not count yet", number
    )
    return f"{not_counted % {'missing': number}} ({missing_parts(missing)})"


def missing_parts(missing: MissingForms) -> str:
    """Return in few words how many forms are not in yet, and how many are being looked at first."""
    to_come, to_look_at = missing.to_come, missing.to_look_at
    not_in = ngettext("%(counter)s not in yet", "%(counter)s not in yet", to_come)
    looked_at = ngettext("%(counter)s being looked at", "%(counter)s being looked at", to_look_at)
    parts = ((not_in, to_come), (looked_at, to_look_at))
    return ", ".join(words % {"counter": number} for words, number in parts if number)


def in_hundred(share: Fraction) -> str:
    """Return a share as a number of times in a hundred; an estimate is never 0 or 100."""
    times = round(100 * share)
    if times < 1:
        return _("fewer than 1")
    return _("more than 99") if times > 99 else str(times)
