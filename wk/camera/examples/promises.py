"""What was thrown away stays so when a backup comes back, and consent that was withdrawn too."""

from collections.abc import Mapping

from django.db import transaction

from wk.scoreforms.models import WritingExample
from wk.tournament.models import Tournament

Kept = Mapping[int, tuple[bool, frozenset[int]]]
"""By tournament: whether it keeps examples, and the keys of those that it has."""


def remember() -> Kept:
    """Return what is kept now; two queries."""
    keys: dict[int, set[int]] = {}
    for tournament, key in WritingExample.objects.values_list("tournament", "pk"):
        keys.setdefault(tournament, set()).add(key)
    kept = Tournament.objects.values_list("pk", "keeps_examples")
    return {pk: (is_wanted, frozenset(keys.get(pk, ()))) for pk, is_wanted in kept}


@transaction.atomic
def keep(kept: Kept) -> None:
    """Do it again in the database of this thread, where rows of before have come back.

    A tournament that was not there any more comes back with what it had.
    """
    for pk, (is_wanted, keys) in kept.items():
        if not is_wanted:
            Tournament.objects.filter(pk=pk, keeps_examples=True).update(keeps_examples=False)
        back = WritingExample.objects.filter(tournament=pk)
        gone = [key for key in back.values_list("pk", flat=True) if key not in keys]
        for at in range(0, len(gone), 500):
            back.filter(pk__in=gone[at : at + 500]).delete()
