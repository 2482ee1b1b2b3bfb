"""Events: what happened and changed no other row. The chain has them like every change."""

from wk.chain.models import Event


def note(kind: Event.Kind, about: str) -> Event:
    """Store an event and return it; who did it, and from where, is known of the request.

    `about` is a name, such as that of an account or of a file. It holds no words to translate.
    """
    return Event.objects.create(kind=kind, about=about[:200])
