"""Actions on the constraints of the draws: separations, fixed seats, tables of four.

A change of constraints does not change a draw that was made before: it is drawn again for that.
"""

from collections import defaultdict
from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.draw import fours_possible
from wk.rounds.constraints.messages import WITH_PARTNERS
from wk.tournament.letters import folded
from wk.tournament.models import Entry, FixedSeat, Separation, Tournament
from wk.tournament.queries import playing

# A larger separation makes no sense, and a draw checks every pair of its players.
MOST_SEPARATED = 200


@transaction.atomic
def separate(
    *, tournament: Tournament, entries: Collection[Entry], name: str = "", is_hard: bool = True
) -> Separation:
    """Store a separation of these players, soft unless `is_hard`; `name` is that of the group.

    Raises ActionRefused if the same players are separated so already, for fewer than two players,
    for more than `MOST_SEPARATED`, and if players have partners.
    """
    tournament = _locked_without_partners(tournament)
    if len(entries) < 2:
        raise ActionRefused(_("Name two players or more."))
    if len(entries) > MOST_SEPARATED:
        raise ActionRefused(_("Name %(count)d players at most.") % {"count": MOST_SEPARATED})
    wanted = {entry.pk for entry in entries}
    for group in tournament.separations.filter(is_hard=is_hard).prefetch_related("entries"):
        if {entry.pk for entry in group.entries.all()} == wanted:
            raise ActionRefused(_("These players are kept apart already."))
    made = Separation.objects.create(tournament=tournament, name=name, is_hard=is_hard)
    made.entries.set(entries)
    return made


@transaction.atomic
def separate_clubs(*, tournament: Tournament) -> list[Separation]:
    """Store a soft separation of the members of each club; return the separations.

    A soft separation with the name of the club gets the present members instead. Clubs with one
    player or more than `MOST_SEPARATED` are left out. Raises ActionRefused if no club is left, and
    if players have partners.
    """
    tournament = _locked_without_partners(tournament)
    # Clubs are compared by their folded names: "BC Tiel" and "bc tiel" are one club.
    clubs: dict[str, list[Entry]] = defaultdict(list)
    for entry in playing(tournament).exclude(club=""):
        clubs[folded(entry.club)].append(entry)
    wishes = {folded(group.name): group for group in tournament.separations.filter(is_hard=False)}
    wished = []
    for club, entries in sorted(clubs.items()):
        if 2 <= len(entries) <= MOST_SEPARATED:
            group = wishes.get(club) or Separation.objects.create(
                tournament=tournament, name=entries[0].club, is_hard=False
            )
            group.entries.set(entries)
            wished.append(group)
    if not wished:
        raise ActionRefused(_("No club has two players here."))
    return wished


@transaction.atomic
def fix_seat(
    *, entry: Entry, table: int | None, seat: int | None, round: int | None = None
) -> FixedSeat:
    """Store a fixed seat: a table, a seat number, or both.

    It holds in one round, or with `round` None in every round. Raises ActionRefused for a seat or
    round that does not exist, for a round that is confirmed already, if the same seat is stored
    already, and if players have partners.
    """
    tournament = _locked_without_partners(entry.tournament)
    if table is None and seat is None:
        raise ActionRefused(_("Choose a table, a seat, or both."))
    seats = range(1, max(tournament.rules.table_sizes) + 1)
    if seat is not None and seat not in seats:
        raise ActionRefused(_("No table has a seat %(number)d.") % {"number": seat})
    if round is not None:
        if not 1 <= round <= tournament.round_count:
            raise ActionRefused(_("There is no round %(number)d.") % {"number": round})
        if tournament.rounds.public().filter(number=round).exists():
            raise ActionRefused(
                _("Round %(number)d has been confirmed already.") % {"number": round}
            )
    there = FixedSeat.objects.filter(entry=entry, table=table, seat=seat, round=round)
    if there.exists():
        raise ActionRefused(_("This seat has been given already."))
    return FixedSeat.objects.create(entry=entry, table=table, seat=seat, round=round)


@transaction.atomic
def remove_constraint(*, constraint: Separation | FixedSeat) -> None:
    """Remove a constraint. Raises ActionRefused if it was removed meanwhile."""
    at = constraint.entry if isinstance(constraint, FixedSeat) else constraint
    lock_row(Tournament.objects.filter(pk=at.tournament_id))
    lock_row(type(constraint)._default_manager.filter(pk=constraint.pk)).delete()


@transaction.atomic
def choose_fours(*, tournament: Tournament, fours: int | None) -> Tournament:
    """Choose the number of tables of four, None for as few as possible (A14).

    Raises ActionRefused if the first round is confirmed already, and if that number is not
    possible.
    """
    tournament = lock_row(Tournament.objects.filter(pk=tournament.pk))
    if why := cannot_choose_fours(tournament):
        raise ActionRefused(why)
    if fours is not None and fours not in possible_fours(tournament):
        raise ActionRefused(_("There cannot be %(count)d tables of four.") % {"count": fours})
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
        text = _("This cannot change any more: round %(number)d has been confirmed already.")
        return text % {"number": 1}
    return ""


def _locked_without_partners(tournament: Tournament) -> Tournament:
    """Return the tournament, locked until the transaction ends.

    Raises ActionRefused if players have partners: draws of pairs keep no constraints.
    """
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    if locked.rules.partners != "none":
        raise ActionRefused(WITH_PARTNERS)
    return locked
