"""What the winner of a tournament is called."""

import re

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

WORLD_CHAMPIONSHIP = re.compile(r"\bwk\b|wereldkampioenschap|world championship", re.IGNORECASE)


class ChampionTitle(TextChoices):
    """The titles; an organiser may choose one."""

    WORLD_CHAMPION = "world", _("world champion")
    CHAMPION = "champion", _("champion")


def champion_title(name: str, chosen: str) -> ChampionTitle:
    """Return the title that a tournament with this name gives to its winner.

    `chosen` is the value of the title that the organiser chose. With "" the name decides: only a
    world championship has a world champion.
    """
    if chosen:
        return ChampionTitle(chosen)
    is_world = WORLD_CHAMPIONSHIP.search(name)
    return ChampionTitle.WORLD_CHAMPION if is_world else ChampionTitle.CHAMPION
