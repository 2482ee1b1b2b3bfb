"""The list of all papers of a tournament, in the order in which the day needs them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.standings.visibility import ResultVisibility
from wk.tournament.models import Round, Tournament

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of paper on the list.

    `key` is the last part of its addresses. `word` says what it is, `help` says more or is "".
    `range` is what it may be asked for: "tables", "players", "places", or "" for all of it.
    """

    key: str
    word: Words
    help: Words = ""
    range: str = ""


FOR_PLAYERS = (
    Kind(
        "cards",
        gettext_lazy("Cards of the players"),
        gettext_lazy("eight on a page, to cut; with a code for the player’s own page"),
        "players",
    ),
    Kind(
        "attendance",
        gettext_lazy("Attendance list"),
        gettext_lazy("everybody by surname, with a box to tick at the door"),
    ),
    Kind(
        "signs",
        gettext_lazy("Table signs"),
        gettext_lazy("to fold and stand up, the number on both sides"),
        "tables",
    ),
)
BLANKS = (
    Kind(
        "blank_sheets",
        gettext_lazy("Blank score sheets"),
        gettext_lazy("one for each size of table; make a few copies"),
    ),
    Kind(
        "blank_cards", gettext_lazy("Blank cards"), gettext_lazy("for whoever comes unexpectedly")
    ),
)
OF_ROUND = (
    Kind("sheets", gettext_lazy("Score sheets"), gettext_lazy("a page for each table"), "tables"),
    Kind("seating", gettext_lazy("Seating list, by surname"), gettext_lazy("for the wall")),
    Kind("by_table", gettext_lazy("Seating list, by table")),
)
RESULTS_OF_ROUND = (
    Kind("results", gettext_lazy("Results by table"), range="tables"),
    Kind(
        "standings_after",
        gettext_lazy("Standings after round %(number)s"),
        gettext_lazy("all players"),
    ),
)
STANDINGS = Kind("standings", gettext_lazy("Standings"), gettext_lazy("as everybody sees them now"))
PRIZES = Kind("prizes", gettext_lazy("Prize list"), gettext_lazy("to read out, with a box to tick"))
CERTIFICATES = Kind(
    "certificates",
    gettext_lazy("Certificates"),
    gettext_lazy("once the result is final; give ranks such as 1-3, or leave it empty for all"),
    "places",
)
BOOKLET = Kind(
    "booklet",
    gettext_lazy("Booklet of the edition"),
    gettext_lazy("standings, and every form with its deals and results"),
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A paper on the list: the address of its button, and the rest as in Kind."""

    address: str
    word: Words
    help: Words
    range: str


@dataclass(frozen=True, slots=True)
class Section:
    """The papers of one moment of the day. `note` says what is not there; a section may be only
    that, without a title."""

    title: str
    papers: list[Listed]
    note: str = ""


def paper_list(visibility: ResultVisibility, *, has_players: bool) -> Iterator[Section]:
    """Yield the sections of the list, as everybody sees the results."""
    tournament = visibility.tournament
    before = (*FOR_PLAYERS, *BLANKS) if has_players else BLANKS
    yield Section(_("Before the day"), _listed(before, tournament))
    rounds = [round for round in visibility.rounds if round.is_public]
    for round in rounds:
        yield _of_round(visibility, round)
    if not rounds:
        yield Section("", [], _("The papers of a round are here once its draw is confirmed."))
    if visibility.begun:
        kinds = [PRIZES, CERTIFICATES]
        if visibility.last:
            kinds.insert(0, STANDINGS)
        if not visibility.hidden:
            kinds.append(BOOKLET)
        yield Section(_("At the end"), _listed(kinds, tournament))


def _of_round(visibility: ResultVisibility, round: Round) -> Section:
    """Return the papers of a round."""
    kinds: tuple[Kind, ...] = OF_ROUND
    note = ""
    if round in visibility.hidden:
        note = _("Results and standings of this round are still held back.")
    elif round.is_started:
        kinds = (*OF_ROUND, *RESULTS_OF_ROUND)
    title = _("Round %(number)s") % {"number": round.number}
    return Section(title, _listed(kinds, visibility.tournament, round), note)


def _listed(
    kinds: Iterable[Kind], tournament: Tournament, round: Round | None = None
) -> list[Listed]:
    args = [tournament.slug, round.number] if round else [tournament.slug]
    number = {"number": round.number if round else ""}
    return [
        Listed(
            reverse(f"printing:print_{kind.key}", args=args),
            str(kind.word) % number,
            kind.help,
            kind.range,
        )
        for kind in kinds
    ]
