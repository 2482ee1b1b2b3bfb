"""Actions on prizes: set the categories, mark players, and note what was handed out."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.prizes.queries import Winner, prizes
from wk.tournament.letters import folded
from wk.tournament.models import Entry, HandedPrize, PrizeCategory, Tournament

MOST_CATEGORIES = 20  # more than that no ceremony gets through


@transaction.atomic
def add_category(*, tournament: Tournament, **values: Any) -> PrizeCategory:
    """Make a category and return it; `values` has its fields by name.

    Raises ActionRefused if the tournament has MOST_CATEGORIES, or one of this name.
    """
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    if locked.prize_categories.count() >= MOST_CATEGORIES:
        raise ActionRefused(
            _("There are %(most)d categories already. Remove one first.")
            % {"most": MOST_CATEGORIES}
        )
    return _saved(PrizeCategory(tournament=locked, **values))


@transaction.atomic
def change_category(*, category: PrizeCategory, **values: Any) -> PrizeCategory:
    """Change a category and return it. Raises ActionRefused if another one has this name."""
    lock_row(Tournament.objects.filter(pk=category.tournament_id))
    locked = lock_row(PrizeCategory.objects.filter(pk=category.pk))
    for field, value in values.items():
        setattr(locked, field, value)
    return _saved(locked)


def _saved(category: PrizeCategory) -> PrizeCategory:
    try:
        with transaction.atomic():
            category.save()
    except IntegrityError as error:
        raise ActionRefused(_("There is a category of this name already.")) from error
    return category


@transaction.atomic
def remove_category(*, category: PrizeCategory) -> None:
    """Remove a category with its marks and notes. Raises ActionRefused if it is removed already."""
    lock_row(Tournament.objects.filter(pk=category.tournament_id))
    lock_row(PrizeCategory.objects.filter(pk=category.pk)).delete()


@transaction.atomic
def mark_players(*, category: PrizeCategory, numbers: Collection[int]) -> None:
    """Mark the players with these start numbers for a category, and nobody else.

    Numbers that nobody has are left out.
    """
    lock_row(Tournament.objects.filter(pk=category.tournament_id))
    locked = lock_row(PrizeCategory.objects.filter(pk=category.pk))
    marked = Entry.objects.filter(tournament=locked.tournament_id, number__in=numbers)
    locked.entries.set(marked)


@transaction.atomic
def hand_over(
    *, category: PrizeCategory, number: int | None, club: str, author: User, now: datetime
) -> bool:
    """Note that a winner has got his prize; return whether that was not noted before.

    The winner is the player with this start number, or with None the club. Raises ActionRefused if
    the standings are not certain, or if this is no winner of the category.
    """
    locked = lock_row(Tournament.objects.filter(pk=category.tournament_id))
    winner = _winner(locked, category, number, club)
    if winner.handed:
        return False
    entry = locked.entries.get(number=winner.number) if winner.number else None
    HandedPrize.objects.create(
        category=category, entry=entry, club="" if entry else winner.name, at=now, author=author
    )
    return True


def _winner(
    tournament: Tournament, category: PrizeCategory, number: int | None, club: str
) -> Winner:
    """Return a winner of a category as of now. Raises ActionRefused as `hand_over`."""
    now = prizes(tournament, sees_all=True)
    if not now.is_settled:
        raise ActionRefused(_("The winners are not certain yet: a round is still open."))
    key = number, "" if number else folded(club)
    winners = {
        winner.key: winner
        for listed in now.lists
        if listed.category.pk == category.pk
        for winner in listed.winners
    }
    if key not in winners:
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))
    return winners[key]


@transaction.atomic
def take_back(*, category: PrizeCategory, number: int | None, club: str) -> bool:
    """Remove the note that somebody has got his prize; return whether there was one.

    It may be that of somebody who does not win any more.
    """
    lock_row(Tournament.objects.filter(pk=category.tournament_id))
    notes = HandedPrize.objects.filter(category=category)
    if number:
        count, _by_model = notes.filter(entry__number=number).delete()
        return bool(count)
    found = [each for each in notes.filter(entry=None) if folded(each.club) == folded(club)]
    for each in found:
        each.delete()
    return bool(found)
