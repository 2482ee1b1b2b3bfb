"""Events: what happened and changed no other row. The chain has them like every change."""

from django.db import transaction

from wk.chain.models import Event


@transaction.atomic  # so that it waits for its turn, as while a moment is brought back
def note(kind: Event.Kind, about: str) -> Event:
    """Store an event and return it; who did it, and from where, is known of the request.

    `about` is a name, such as that of an account or of a file. It holds no words to translate.
    """
    return Event.objects.create(kind=kind, about=about[:200])
