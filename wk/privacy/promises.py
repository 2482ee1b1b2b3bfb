"""Who is shown by initials, or was taken out, stays so in the rows of a backup."""

from collections.abc import Mapping

from django.db import transaction

from wk.privacy.persons import lock_around, locked_person
from wk.privacy.services import hide
from wk.privacy.taking_out import erase
from wk.tournament.models import Player

Promised = Mapping[int, bool]
"""The persons who are not named, by key, and whether they were taken out."""


def remember() -> Promised:
    """Return who is not named now; two queries."""
    hidden = Player.objects.exclude(full_name="").values_list("pk", "is_taken_out")
    return dict(hidden) | dict.fromkeys(
        Player.objects.filter(is_taken_out=True).values_list("pk", flat=True), True
    )


@transaction.atomic
def keep(promised: Promised) -> None:
    """Do it again in the database of this thread, where rows of before have names again."""
    there = {*Player.objects.filter(pk__in=promised).values_list("pk", flat=True)}
    lock_around(there)
    for key in sorted(there):
        person = locked_person(key)
        if promised[key]:
            if person.named:
                erase(person, "restore")
        elif not all(each.by_initials for each in (person.player, *person.entries)):
            hide(person)
