"""Actions on the constraints of the draws: separations, fixed places, tables of four."""

from collections import defaultdict
from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from wk.core.refusals import Refusal
from wk.core.row_locks import lock_row
from wk.draw.table_sizes import fours_possible
from wk.rounds.constraints.messages import WITH_PARTNERS
from wk.tournament.models import Apart, Entry, FixedPlace, Tournament
from wk.tournament.name_search import folded
from wk.tournament.queries import playing

# A larger separation makes no sense, and a draw checks every pair of its players.
MOST_APART = 200


@transaction.atomic
def keep_apart(
    *, tournament: Tournament, entries: Collection[Entry], name: str = "", is_must: bool = True
) -> Apart:
    """Store a separation of these players.

    Raises Refusal when it is there already, for fewer than two players, and for too many.
    """
    tournament = _held(tournament)
    if len(entries) < 2:
        raise Refusal(_("Name two players or more."))
    if len(entries) > MOST_APART:
        raise Refusal(_("Name %(count)d players at most.") % {"count": MOST_APART})
    wanted = {entry.pk for entry in entries}
    for group in tournament.kept_apart.filter(is_must=is_must).prefetch_related("entries"):
        if {entry.pk for entry in group.entries.all()} == wanted:
            raise Refusal(_("These players are kept apart already."))
    made = Apart.objects.create(tournament=tournament, name=name, is_must=is_must)
    made.entries.set(entries)
    return made


@transaction.atomic
def keep_clubs_apart(*, tournament: Tournament) -> list[Apart]:
    """Store a wish to separate the members of each club; bring an old one up to date.

    A club is known by its name, and needs two players or more here.
    """
    tournament = _held(tournament)
    clubs: dict[str, list[Entry]] = defaultdict(list)
    for entry in playing(tournament).exclude(club=""):
        clubs[folded(entry.club)].append(entry)
    wishes = {folded(group.name): group for group in tournament.kept_apart.filter(is_must=False)}
    kept = []
    for club, entries in sorted(clubs.items()):
        if 2 <= len(entries) <= MOST_APART:
            group = wishes.get(club) or Apart.objects.create(
                tournament=tournament, name=entries[0].club, is_must=False
            )
            group.entries.set(entries)
            kept.append(group)
    if not kept:
        raise Refusal(_("No club has two players here."))
    return kept


@transaction.atomic
def fix_place(
    *, entry: Entry, table: int | None, seat: int | None, round: int | None = None
) -> FixedPlace:
    """Store a fixed place: a table, a seat, or both, in one round or in every round."""
    tournament = _held(entry.tournament)
    if table is None and seat is None:
        raise Refusal(_("Choose a table, a seat, or both."))
    seats = range(1, max(tournament.rules.table_sizes) + 1)
    if seat is not None and seat not in seats:
        raise Refusal(_("No table has a seat %(number)d.") % {"number": seat})
    if round is not None:
        if not 1 <= round <= tournament.round_count:
            raise Refusal(_("There is no round %(number)d.") % {"number": round})
        if tournament.rounds.public().filter(number=round).exists():
            raise Refusal(_("Round %(number)d has been confirmed already.") % {"number": round})
    there = FixedPlace.objects.filter(entry=entry, table=table, seat=seat, round=round)
    if there.exists():
        raise Refusal(_("This place has been given already."))
    return FixedPlace.objects.create(entry=entry, table=table, seat=seat, round=round)


@transaction.atomic
def take_away(*, asked: Apart | FixedPlace) -> None:
    """Remove a constraint."""
    lock_row(type(asked)._default_manager.filter(pk=asked.pk)).delete()


@transaction.atomic
def choose_fours(*, tournament: Tournament, fours: int | None) -> Tournament:
    """Choose the number of tables of four, None for as few as possible.

    Raises Refusal when the first round is confirmed, and when that number is not possible.
    """
    tournament = lock_row(Tournament.objects.filter(pk=tournament.pk))
    if why := cannot_choose_fours(tournament):
        raise Refusal(why)
    if fours is not None and fours not in possible_fours(tournament):
        raise Refusal(_("There cannot be %(count)d tables of four.") % {"count": fours})
    tournament.fours = fours
    tournament.save(update_fields=["fours"])
    return tournament


def possible_fours(tournament: Tournament) -> list[int]:
    """Return the possible numbers of tables of four for the present players, ascending."""
    return fours_possible(playing(tournament).count(), tournament.rules.table_sizes)


def cannot_choose_fours(tournament: Tournament) -> str:
    """Return why the number of tables of four cannot be chosen, "" if it can."""
    if not possible_fours(tournament):
        return _("There is no choice: the tables cannot be of four and five players.")
    if tournament.rounds.public().exists():
        return _("Round %(number)d has been confirmed already.") % {"number": 1}
    return ""


def _held(tournament: Tournament) -> Tournament:
    """Return the tournament, locked until the transaction ends.

    Raises Refusal where people play with partners.
    """
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    if locked.rules.partners != "none":
        raise Refusal(WITH_PARTNERS)
    return locked
