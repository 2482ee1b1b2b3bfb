"""The state of a form as everybody is told it: whether it is in, counts, and is being looked at."""

from enum import StrEnum


class PublicState(StrEnum):
    """What every page tells of a form; the words are in templates/scoreforms/_state_words.html.

    A form is *in* once a version of it was handed in. It *counts* once its points are in the
    standings. It is *being looked at* while somebody has still to review it, to decide between two
    typings or to answer a player. Who that is, and why, only officials see.
    """

    MISSING = "missing"  # not in
    CHECKING = "checking"  # in and being looked at: it counts after that
    RECHECKING = "rechecking"  # counts, and is being looked at
    COUNTED = "counted"  # counts, and nobody has to look at it

    @classmethod
    def of(cls, *, is_in: bool, counts: bool, to_look_at: bool) -> "PublicState":
        """Return the state of a form.

        >>> str(PublicState.of(is_in=True, counts=False, to_look_at=True))
        'checking'
        """
        if counts:
            return cls.RECHECKING if to_look_at else cls.COUNTED
        return cls.CHECKING if is_in else cls.MISSING
