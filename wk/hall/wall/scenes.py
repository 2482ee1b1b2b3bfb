"""The scenes of the wall, and which of them the state of a tournament asks for."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Scene(TextChoices):
    """What a screen on the wall shows. The order is that of the day."""

    WELCOME = "welcome", _("Welcome")
    SEATS = "seats", _("Seats")
    PLAY = "play", _("Clock and tables")
    STANDINGS = "standings", _("Standings")
    CURTAIN = "curtain", _("Curtain")
    CEREMONY = "ceremony", _("Winners")

    @property
    def in_words(self) -> str:
        """Return what a screen with this scene looks like, for who chooses it."""
        return str(_("Empty, with “still secret”") if self is Scene.CURTAIN else self.label)


# Those between which a screen can turn.
TURNING = (Scene.WELCOME, Scene.SEATS, Scene.PLAY, Scene.STANDINGS)


@dataclass(frozen=True, slots=True)
class Day:
    """The state of a tournament, as far as the wall depends on it.

    - `is_played`: a round is open, and forms of it are to come.
    - `has_seats`: a round has public seats; `waits_for_start`: one of them has not begun.
    - `has_results`: the public sees results of a round.
    - `is_hidden`: results of a begun round are held back, and the public sees nothing of it.
    - `is_announced`: places of a ceremony are being announced.
    - `is_final`: the final standings are public.
    """

    is_played: bool = False
    has_seats: bool = False
    waits_for_start: bool = False
    has_results: bool = False
    is_hidden: bool = False
    is_announced: bool = False
    is_final: bool = False


def scene_of(day: Day) -> Scene:
    """Return the scene of a screen that follows the day.

    >>> str(scene_of(Day(has_seats=True, waits_for_start=True)))
    'seats'
    """
    # The order decides: who looks for his seat needs that before the standings.
    asked = (
        (day.is_announced, Scene.CEREMONY),
        (day.is_played, Scene.PLAY),
        (day.waits_for_start, Scene.SEATS),
        (day.is_final, Scene.CEREMONY),
        (day.is_hidden, Scene.CURTAIN),
        (day.has_results, Scene.STANDINGS),
        (day.has_seats, Scene.PLAY),
    )
    return next((scene for is_so, scene in asked if is_so), Scene.WELCOME)


def scenes_shown(
    day: Day, held: Sequence[Scene] = (), wish: Scene | None = None
) -> tuple[Scene, ...]:
    """Return the scenes on which the office holds a screen; else that chosen there, or of the day.

    Scenes that cannot be shown now are left out. While places are announced, what was chosen at a
    screen does not count: all screens follow.
    """
    can_be_shown = {
        Scene.WELCOME: True,
        Scene.SEATS: day.has_seats,
        Scene.PLAY: day.has_seats,
        Scene.STANDINGS: day.has_results,
        Scene.CURTAIN: True,
        Scene.CEREMONY: day.is_final or day.is_announced,
    }
    if shown := tuple(scene for scene in held if can_be_shown[scene]):
        return shown
    if wish and can_be_shown[wish] and not day.is_announced:
        return (wish,)
    return (scene_of(day),)
